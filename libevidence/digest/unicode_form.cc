#include "unicode_form.h"

#include <cstddef>
#include <unordered_map>

#include "evidence/base.h"

namespace evidence {
namespace {

// The letters that a mark makes: without it and with it, in turns. The first may be made of two itself.
struct Mark {
  char32_t mark;
  std::u32string_view letters;
};
// clang-format off
constexpr Mark kMarks[] = {
    {U'\u0300', U"AÀEÈIÌOÒUÙaàeèiìoòuùÜǛüǜNǸnǹĒḔēḕŌṐōṑWẀwẁÂẦâầĂẰăằ"
              U"ÊỀêềÔỒôồƠỜơờƯỪưừYỲyỳ"},
    {U'\u0301', U"AÁEÉIÍOÓUÚYÝaáeéiíoóuúyýCĆcćLĹlĺNŃnńRŔrŕSŚsśZŹzź"
              U"ÜǗüǘGǴgǵÅǺåǻÆǼæǽØǾøǿÇḈçḉĒḖēḗÏḮïḯKḰkḱMḾmḿÕṌõṍŌṒōṓ"
              U"PṔpṕŨṸũṹWẂwẃÂẤâấĂẮăắÊẾêếÔỐôốƠỚơớƯỨưứ"},
    {U'\u0302', U"AÂEÊIÎOÔUÛaâeêiîoôuûCĈcĉGĜgĝHĤhĥJĴjĵSŜsŝWŴwŵYŶyŷ"
              U"ZẐzẑẠẬạậẸỆẹệỌỘọộ"},
    {U'\u0303', U"AÃNÑOÕaãnñoõIĨiĩUŨuũVṼvṽÂẪâẫĂẴăẵEẼeẽÊỄêễÔỖôỗƠỠơỡ"
              U"ƯỮưữYỸyỹ"},
    {U'\u0304', U"AĀaāEĒeēIĪiīOŌoōUŪuūÜǕüǖÄǞäǟȦǠȧǡÆǢæǣǪǬǫǭÖȪöȫÕȬõȭ"
              U"ȮȰȯȱYȲyȳGḠgḡḶḸḷḹṚṜṛṝ"},
    {U'\u0306', U"AĂaăEĔeĕGĞgğIĬiĭOŎoŏUŬuŭȨḜȩḝẠẶạặ"},
    {U'\u0307', U"CĊcċEĖeėGĠgġIİZŻzżAȦaȧOȮoȯBḂbḃDḊdḋFḞfḟHḢhḣMṀmṁNṄ"
              U"nṅPṖpṗRṘrṙSṠsṡŚṤśṥŠṦšṧṢṨṣṩTṪtṫWẆwẇXẊxẋYẎyẏſẛ"},
    {U'\u0308', U"AÄEËIÏOÖUÜaäeëiïoöuüyÿYŸHḦhḧÕṎõṏŪṺūṻWẄwẅXẌxẍtẗ"},
    {U'\u0309', U"AẢaảÂẨâẩĂẲăẳEẺeẻÊỂêểIỈiỉOỎoỏÔỔôổƠỞơởUỦuủƯỬưửYỶyỷ"},
    {U'\u030A', U"AÅaåUŮuůwẘyẙ"},
    {U'\u030B', U"OŐoőUŰuű"},
    {U'\u030C', U"CČcčDĎdďEĚeěLĽlľNŇnňRŘrřSŠsšTŤtťZŽzžAǍaǎIǏiǐOǑoǒ"
              U"UǓuǔÜǙüǚGǦgǧKǨkǩƷǮʒǯjǰHȞhȟ"},
    {U'\u030F', U"AȀaȁEȄeȅIȈiȉOȌoȍRȐrȑUȔuȕ"},
    {U'\u0311', U"AȂaȃEȆeȇIȊiȋOȎoȏRȒrȓUȖuȗ"},
    {U'\u031B', U"OƠoơUƯuư"},
    {U'\u0323', U"BḄbḅDḌdḍHḤhḥKḲkḳLḶlḷMṂmṃNṆnṇRṚrṛSṢsṣTṬtṭVṾvṿWẈwẉ"
              U"ZẒzẓAẠaạEẸeẹIỊiịOỌoọƠỢơợUỤuụƯỰưựYỴyỵ"},
    {U'\u0324', U"UṲuṳ"},
    {U'\u0325', U"AḀaḁ"},
    {U'\u0326', U"SȘsșTȚtț"},
    {U'\u0327', U"CÇcçGĢgģKĶkķLĻlļNŅnņRŖrŗSŞsşTŢtţEȨeȩDḐdḑHḨhḩ"},
    {U'\u0328', U"AĄaąEĘeęIĮiįUŲuųOǪoǫ"},
    {U'\u032D', U"DḒdḓEḘeḙLḼlḽNṊnṋTṰtṱUṶuṷ"},
    {U'\u032E', U"HḪhḫ"},
    {U'\u0330', U"EḚeḛIḬiḭUṴuṵ"},
    {U'\u0331', U"BḆbḇDḎdḏKḴkḵLḺlḻNṈnṉRṞrṟTṮtṯZẔzẕhẖ"},
};
// clang-format on

struct Parts {
  char32_t letter;
  char32_t mark;  // 0: another code point for the same letter
};

const std::unordered_map<char32_t, Parts>& letters() {
  static const std::unordered_map<char32_t, Parts> all = [] {
    std::unordered_map<char32_t, Parts> found{{U'\u212B', {U'\u00C5', 0}}};
    for (const Mark& mark : kMarks) {
      for (std::size_t i = 0; i + 1 < mark.letters.size(); i += 2) {
        found.emplace(mark.letters[i + 1], Parts{mark.letters[i], mark.mark});
      }
    }
    return found;
  }();
  return all;
}

constexpr char32_t kSyllables = 0xac00;
constexpr char32_t kSyllableCount = 11172;
constexpr char32_t kLeads = 0x1100;
constexpr char32_t kVowels = 0x1161;
constexpr char32_t kTails = 0x11a7;
constexpr char32_t kVowelCount = 21;
constexpr char32_t kTailCount = 28;

// Unicode's arithmetic for Hangul (The Unicode Standard §3.12); every other letter by the table.
std::u32string parts_of(char32_t letter) {
  if (letter >= kSyllables && letter - kSyllables < kSyllableCount) {
    const char32_t index = letter - kSyllables;
    std::u32string parts = {kLeads + index / (kVowelCount * kTailCount),
                            kVowels + index % (kVowelCount * kTailCount) / kTailCount};
    if (index % kTailCount != 0) parts += kTails + index % kTailCount;
    return parts;
  }
  std::u32string marks;
  auto found = letters().find(letter);
  for (; found != letters().end(); found = letters().find(letter)) {
    letter = found->second.letter;
    if (found->second.mark != 0) marks.insert(marks.begin(), found->second.mark);
  }
  return letter + marks;
}

// Of well-formed UTF-8.
std::u32string code_points(std::string_view text) {
  std::u32string points;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      points += static_cast<char32_t>(byte);
    } else if (byte < 0xc0) {
      points.back() = (points.back() << 6U) | (byte & 0x3fU);
    } else {
      points += static_cast<char32_t>(byte & (byte < 0xe0 ? 0x1fU : byte < 0xf0 ? 0x0fU : 0x07U));
    }
  }
  return points;
}

void append_utf8(std::string& text, char32_t point) {
  const auto continuation = [&](unsigned shift) {
    return static_cast<char>(0x80U | ((point >> shift) & 0x3fU));
  };
  if (point < 0x80) {
    text += static_cast<char>(point);
  } else if (point < 0x800) {
    text += {static_cast<char>(0xc0U | (point >> 6U)), continuation(0)};
  } else if (point < 0x10000) {
    text += {static_cast<char>(0xe0U | (point >> 12U)), continuation(6), continuation(0)};
  } else {
    text += {static_cast<char>(0xf0U | (point >> 18U)), continuation(12), continuation(6), continuation(0)};
  }
}

}  // namespace

std::string decomposed(std::string_view name) {
  if (!is_utf8(name)) return std::string(name);
  std::string text;
  for (const char32_t letter : code_points(name)) {
    for (const char32_t part : parts_of(letter)) append_utf8(text, part);
  }
  return text;
}

}  // namespace evidence
