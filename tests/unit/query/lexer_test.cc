#include "query/lexer.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <random>

#include "query/handles.h"
#include "query/refused.h"

namespace evidence::query {
namespace {

// Each token in the way SQL writes it, with blanks between them.
std::string render(const std::vector<Token>& tokens) {
  std::string text;
  for (const Token& token : tokens) {
    if (!text.empty()) text += ' ';
    if (token.kind == Token::Kind::parameter) text += ':';
    const std::string_view quote = token.kind == Token::Kind::string        ? "'"
                                   : token.kind == Token::Kind::quoted_name ? "\""
                                                                            : "";
    text += quote;
    for (const char c : token.text)
      text += quote == std::string(1, c) ? std::string(2, c) : std::string(1, c);
    text += quote;
  }
  return text;
}

std::string lex(std::string_view sql) {
  try {
    return render(tokenize(sql));
  } catch (const Refused& refused) {
    EXPECT_EQ(refused.refusal().kind, Refusal::Kind::text);
    return "refused: " + refused.refusal().reason;
  }
}

struct Case {
  const char* title;
  std::string sql;
  std::string tokens;
};

class LexerReads : public testing::TestWithParam<Case> {};

TEST_P(LexerReads, tokens) {
  EXPECT_EQ(lex(GetParam().sql), GetParam().tokens);
}

INSTANTIATE_TEST_SUITE_P(
    accepted, LexerReads,
    testing::Values(
        Case{"nothing", "", ""}, Case{"blank", " \t\r\n", ""},
        Case{"words", "SELECT a_1 _b", "select a_1 _b"}, Case{"string", "'a''b'", "'a''b'"},
        Case{"empty_string", "''", "''"}, Case{"string_after_string", "'a' 'b'", "'a' 'b'"},
        Case{"string_of_a_quote", "''''", "''''"}, Case{"string_keeps_its_case", "'Ab'", "'Ab'"},
        Case{"string_with_comment", "'--' '/*'", "'--' '/*'"}, Case{"string_over_lines", "'a\nb'", "'a\nb'"},
        Case{"string_beyond_ascii", "'\u00e9'", "'\u00e9'"},
        Case{"quoted_name", "\"A\"\"B'\"", "\"a\"\"b'\""}, Case{"integers", "0 007 12", "0 007 12"},
        Case{"reals", "1.5 .5 1. 1e3 1.e-3 1E+3 1.5e10", "1.5 .5 1. 1e3 1.e-3 1E+3 1.5e10"},
        Case{"two_points", "1..2", "1. .2"}, Case{"a_point_between_names", "t.a", "t . a"},
        Case{"parameter", ":name :_x1", ":name :_x1"}, Case{"line_comment", "a--b\nc", "a c"},
        Case{"line_comment_at_the_end", "a -- b", "a"},
        Case{"carriage_return_ends_no_comment", "a--b\rc\nd", "a d"}, Case{"block_comment", "a/*b*/c", "a c"},
        Case{"stars", "/***/a/**/", "a"}, Case{"comment_in_comment", "/* /* */ a */", "a * /"},
        Case{"half_a_comment", "/*/ a */ b", "b"}, Case{"quote_in_comment", "/* ' */ a -- '\n b", "a b"},
        Case{"long_symbols", "||<<<><=>>>===!=->->>", "|| << <> <= >> >= == != -> ->>"},
        Case{"symbols", "();,.+-*/%=<>|&~", "( ) ; , . + - * / % = <> | & ~"},
        Case{"minus_minus", "1 - -1", "1 - - 1"}, Case{"x_and_a_string", "x 'a'", "x 'a'"}),
    [](const auto& row) { return row.param.title; });

INSTANTIATE_TEST_SUITE_P(
    refused, LexerReads,
    testing::Values(
        Case{"nul", std::string("a\0b", 3), "refused: it contains a NUL byte"},
        Case{"nul_in_string", std::string("'\0'", 3), "refused: it contains a NUL byte"},
        Case{"not_utf8", "'\xff'", "refused: it is not UTF-8"},
        Case{"string_without_end", "\n 'a", "refused: line 2: a string has no end"},
        Case{"string_that_ends_in_two", "'a''", "refused: line 1: a string has no end"},
        Case{"name_without_end", "\"a", "refused: line 1: a quoted name has no end"},
        Case{"comment_without_end", "a /* b *", "refused: line 1: a comment has no end"},
        Case{"comment_of_three", "/*/", "refused: line 1: a comment has no end"},
        Case{"brackets", "[a]", "refused: line 1: names are quoted with \" and with nothing else"},
        Case{"backticks", "`a`", "refused: line 1: names are quoted with \" and with nothing else"},
        Case{"blob", "x'00'", "refused: line 1: blobs are refused, there are none in the data"},
        Case{"blob_in_capitals", "X'00'", "refused: line 1: blobs are refused, there are none in the data"},
        Case{"hexadecimal", "0x10", "refused: line 1: numbers are written in decimal"},
        Case{"number_and_word", "1a", "refused: line 1: a number runs into a word"},
        Case{"number_with_underscore", "1_000", "refused: line 1: a number runs into a word"},
        Case{"exponent_without_digits", "1e+", "refused: line 1: a number runs into a word"},
        Case{"question_mark", "?", "refused: line 1: parameters are named, as in :name"},
        Case{"numbered", "?12", "refused: line 1: parameters are named, as in :name"},
        Case{"at", "@a", "refused: line 1: parameters are named, as in :name"},
        Case{"dollar", "$a", "refused: line 1: parameters are named, as in :name"},
        Case{"dollar_in_a_word", "a$b", "refused: line 1: parameters are named, as in :name"},
        Case{"hash", "#a", "refused: line 1: parameters are named, as in :name"},
        Case{"colon", ": a", "refused: line 1: a parameter is written :name"},
        Case{"array_parameter", ":a(b)", "refused: line 1: a parameter is written :name"},
        Case{"parameter_of_a_namespace", ":a::b", "refused: line 1: a parameter is written :name"},
        Case{"beyond_ascii", "\u00e9", "refused: line 1: a character has no meaning in SQL"},
        Case{"byte_order_mark", "\ufeffa", "refused: line 1: a character has no meaning in SQL"},
        Case{"no_break_space", "a\u00a0b", "refused: line 1: a character has no meaning in SQL"},
        Case{"vertical_tab", "a \v b", "refused: line 1: a character has no meaning in SQL"},
        Case{"form_feed", "a\fb", "refused: line 1: a character has no meaning in SQL"},
        Case{"backslash", "\\", "refused: line 1: a character has no meaning in SQL"},
        Case{"exclamation_mark", "! a", "refused: line 1: a character has no meaning in SQL"}),
    [](const auto& row) { return row.param.title; });

TEST(Lexer, counts_lines) {
  const auto tokens = tokenize("a\n/* \n */ 'b\n' -- c\n d");
  ASSERT_EQ(tokens.size(), 3U);
  EXPECT_EQ(tokens[0].line, 1U);
  EXPECT_EQ(tokens[1].line, 3U);
  EXPECT_EQ(tokens[2].line, 5U);
}

TEST(Lexer, matches_parentheses) {
  EXPECT_EQ(match_parentheses(tokenize("( a ( ) ) ( )")), (std::vector<std::size_t>{4, 0, 3, 0, 0, 6, 0}));
  EXPECT_EQ(match_parentheses(tokenize(") ( (")), (std::vector<std::size_t>{0, 0, 0}));
}

std::string complaint(sqlite3* connection, const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  const int status = sqlite3_prepare_v2(connection, sql.c_str(), -1, &statement, nullptr);
  const Prepared prepared(statement);
  return status == SQLITE_OK ? "good" : sqlite3_errmsg(connection);
}

// SQLite must say of any text that we can read what it says of our tokens written plainly: if the two divided
// it differently, its answers would differ as well.
TEST(Lexer, divides_where_sqlite_divides) {
  sqlite3* opened = nullptr;
  ASSERT_EQ(sqlite3_open(":memory:", &opened), SQLITE_OK);
  const Connection connection(opened);
  static constexpr std::string_view kParts[] = {
      "select ", "a", "1", "'", "''", "\"", "-",   "--",    "\n", "/*", "*/",
      "/",       "*", "(", ")", ",",  ".",  " ",   ":",     ":b", "|",  "<",
      "=",       ">", "x", "e", "5",  "+",  "as ", "from ", "\t", "!",  "\u00e9"};
  std::mt19937 random(20240229);
  int read = 0;
  int good = 0;
  for (int i = 0; i < 60'000; ++i) {
    std::string sql = "select ";
    for (std::size_t parts = random() % 10; parts > 0; --parts) sql += kParts[random() % std::size(kParts)];
    std::vector<Token> tokens;
    try {
      tokens = tokenize(sql);
    } catch (const Refused&) {
      continue;
    }
    ++read;
    const std::string said = complaint(connection.get(), sql);
    ASSERT_EQ(said, complaint(connection.get(), render(tokens))) << sql;
    if (said == "good") ++good;
  }
  EXPECT_GT(read, 10'000);
  EXPECT_GT(good, 500);
}

}  // namespace
}  // namespace evidence::query
