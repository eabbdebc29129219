/* The table of commands. */
#include "testing.h"

#include <string.h>

#include "smt/text/command.h"

static uint32_t flags(const char *name)
{
  return command_flags(name, strlen(name));
}

static void test_rows(void **state)
{
  (void)state;
  assert_true(flags("check-sat") & COMMAND_QUERY);
  assert_true(flags("check-sat-using") & COMMAND_QUERY);
  assert_false(flags("check-sat-using") & COMMAND_STANDARD);
  assert_true(flags("simplify") & COMMAND_EXTENSION);
  assert_false(flags("define-fun-rec") & COMMAND_SCOPED);
  assert_int_equal(flags("check-sa"), 0);
  assert_int_equal(flags("check-satx"), 0);
  assert_int_equal(flags(""), 0);
  assert_int_equal(flags("declare-x"), 0);
}

static void test_likely(void **state)
{
  (void)state;
  assert_int_equal(command_likely_flags("declare-x", 9), COMMAND_DECLARES);
  assert_int_equal(command_likely_flags("define-x", 8), COMMAND_DEFINES);
  assert_int_equal(command_likely_flags("set-feature", 11), COMMAND_SETTING);
  assert_int_equal(command_likely_flags("set-", 4), 0);
  assert_int_equal(command_likely_flags("declare-fun", 11), flags("declare-fun"));
}

/* The flags of a command fit together. */
static void test_consistent(void **state)
{
  (void)state;
  for (CommandKind kind = 0; kind < CMD_EXTENSION; kind++) {
    uint32_t of_kind = flags(command_name(kind));
    assert_int_equal(command_declares_datatypes(kind), (of_kind & COMMAND_DATATYPES) != 0);
    if (of_kind & (COMMAND_PARAMETERS | COMMAND_HEADERS)) assert_true(of_kind & COMMAND_DEFINES);
    if (of_kind & COMMAND_DATATYPES) assert_true(of_kind & COMMAND_DECLARES);
    assert_false(of_kind & COMMAND_EXTENSION);
  }
  assert_string_equal(command_name(CMD_EXTENSION), "");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_likely),
                                     cmocka_unit_test(test_consistent)};
  return cmocka_run_group_tests_name("command", tests, NULL, NULL);
}
