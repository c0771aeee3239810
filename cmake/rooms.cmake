# The rules of the house, so that the compiler enforces its floor plan: a room sees only the doors of the rooms it
# names, because each door lies in an include folder of its own and is handed on only by linking.

add_library(evidence_rules INTERFACE)
target_compile_options(evidence_rules INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -ffp-contract=off)
target_compile_definitions(evidence_rules INTERFACE _GNU_SOURCE EVIDENCE_VERSION="${PROJECT_VERSION}")
if(EVIDENCE_SANITIZE)
  target_compile_options(evidence_rules INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(evidence_rules INTERFACE -fsanitize=address,undefined)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # GCC's manual: with a sanitizer this warning has false positives. The ordinary build keeps it.
    target_compile_options(evidence_rules INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()
if(EVIDENCE_FUZZ)
  target_compile_options(evidence_rules INTERFACE -fsanitize=fuzzer-no-link)
endif()

# evidence_room(NAME FILES a.cc b.cc [DOORS rooms whose types its door shows] [USES rooms it uses inside]
#               [LIBRARIES foreign targets, private])
function(evidence_room name)
  cmake_parse_arguments(ROOM "" "" "FILES;DOORS;USES;LIBRARIES" ${ARGN})
  add_library(evidence_${name} STATIC ${ROOM_FILES})
  target_include_directories(evidence_${name} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/include)
  target_link_libraries(evidence_${name} PRIVATE evidence_rules ${ROOM_LIBRARIES})
  if(EVIDENCE_SANITIZE)
    # Read once a room. Not in the ordinary build: at -O2 g++ 12 takes a precompiled header's system headers for ours
    # and warns of them.
    target_precompile_headers(evidence_${name} PRIVATE <algorithm> <functional> <map> <memory> <optional> <string>
                              <string_view> <variant> <vector>)
  endif()
  foreach(door IN LISTS ROOM_DOORS)
    target_link_libraries(evidence_${name} PUBLIC evidence_${door})
  endforeach()
  foreach(used IN LISTS ROOM_USES)
    target_link_libraries(evidence_${name} PRIVATE evidence_${used})
  endforeach()
endfunction()

# A test program as a few ctest tests named NAME.1of4 …: a process for each of its thousand tests would take longer than
# most of them.
function(evidence_sharded_test name program)
  set(shards 4)
  math(EXPR last "${shards} - 1")
  foreach(index RANGE ${last})
    math(EXPR number "${index} + 1")
    add_test(NAME ${name}.${number}of${shards} COMMAND ${program})
    set_tests_properties(${name}.${number}of${shards} PROPERTIES TIMEOUT 900 ENVIRONMENT
                         "GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${index}")
  endforeach()
endfunction()

# evidence_room_test(NAME FILES a_test.cc … [USES rooms beside its own] [LIBRARIES foreign targets])
# One test program a room.
function(evidence_room_test name)
  cmake_parse_arguments(ROOM "" "" "FILES;USES;LIBRARIES" ${ARGN})
  add_executable(${name}_test ${ROOM_FILES})
  target_compile_definitions(${name}_test PRIVATE EVIDENCE_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data"
                             EVIDENCE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_compile_options(${name}_test PRIVATE -O0)
  target_link_libraries(${name}_test PRIVATE evidence_rules evidence_${name} ${ROOM_LIBRARIES}
                        GTest::gtest_main Threads::Threads)
  target_precompile_headers(${name}_test REUSE_FROM evidence_test_headers)
  foreach(used IN LISTS ROOM_USES)
    target_link_libraries(${name}_test PRIVATE evidence_${used})
  endforeach()
  evidence_sharded_test(${name} ${name}_test)
endfunction()
