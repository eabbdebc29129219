/* Profiles: those of the binary, and files of users, good and hostile. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "run/solver/profile.h"
#include "smt/text/theory.h"

static int set_up(void **state)
{
  *state = profiles_create();
  return 0;
}

static int tear_down(void **state)
{
  profiles_destroy(*state);
  return 0;
}

static Status read_text(Profiles *profiles, const char *text, Error *error)
{
  *error = (Error){0};
  return profiles_read(profiles, text, strlen(text), error);
}

static void test_the_binary_knows_solvers(void **state)
{
  static const char *const names[] = {"z3",       "cvc5",        "cvc4",    "boolector",
                                      "bitwuzla", "yices",       "mathsat", "opensmt",
                                      "stp",      "smtinterpol", "z3-wasm"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const Profile *profile = profiles_find(*state, names[i], NULL);
    assert_non_null(profile);
    assert_true(profile->file.items_count > 0);
    assert_true(profile->logics.items_count > 0);
    assert_non_null(profile->install);
    assert_non_null(profile->version.after);
  }
  assert_non_null(profiles_generic(*state));
  assert_null(profiles_find(*state, "z4", NULL));
}

/* What is called experimental is an operator of the theories, and of the solver alone no standard one. */
static void test_experimental_constructs_are_known(void **state)
{
  const Profile *profile = profiles_find(*state, "cvc5", NULL);
  Bank *bank = theory_create_bank();
  assert_true(profile->experimental.items_count > 0);
  for (size_t i = 0; (profile = profiles_at(*state, i)); i++)
    for (uint32_t j = 0; j < profile->experimental.items_count; j++) {
      const char *name = profile->experimental.items[j];
      Symbol symbol = symbols_find(&bank->symbols, name, strlen(name));
      bool known = false;
      for (size_t fun = 1; symbol != SYMBOL_NONE && fun < bank->funs.items.count; fun++)
        known |= funs_info(&bank->funs, (Fun)fun)->name == symbol;
      if (!known) fail_msg("%s: no operator '%s'", profile->name, name);
    }
  bank_destroy(bank);
}

static void test_versions_choose_a_profile(void **state)
{
  const Profile *old = profiles_find(*state, "boolector", "1.5.118");
  const Profile *new = profiles_find(*state, "boolector", "3.2.2");
  assert_non_null(old);
  assert_non_null(new);
  assert_ptr_not_equal(old, new);
  assert_true(profiles_depend_on_version(*state, "boolector"));
  assert_false(profiles_depend_on_version(*state, "z3"));
  assert_null(profiles_find(*state, "boolector", "9"));
}

static void test_a_profile_is_read(void **state)
{
  Error error;
  assert_int_equal(read_text(*state,
                             "- name: mine\n"
                             "  programs: [mine, mine2]\n"
                             "  file: [-f, '{file}']\n"
                             "  seed: ['--seed={seed}']\n"
                             "  parameters: dashes\n"
                             "  patterns:\n"
                             "    - {begins: Oops, means: crash}\n"
                             "  exits: [{code: 3, means: timeout}]\n"
                             "- {name: z3, programs: [z3], file: ['{file}']}\n",
                             &error),
                   STATUS_OK);
  const Profile *mine = profiles_find(*state, "mine", NULL);
  assert_int_equal(mine->programs.items_count, 2);
  assert_string_equal(mine->file.items[1], "{file}");
  assert_int_equal(mine->parameters, PARAMETERS_DASHES);
  assert_string_equal(mine->patterns[0].begins, "Oops");
  assert_null(mine->patterns[0].contains);
  assert_int_equal(mine->exits[0].means, MEANS_TIMEOUT);
  /* The latest of a name wins. */
  assert_int_equal(profiles_find(*state, "z3", NULL)->seed.items_count, 0);
}

typedef struct {
  const char *text, *part;
  uint32_t line; /* 0: any */
} BadCase;

static void test_bad_files_are_refused(void **state)
{
  static const BadCase cases[] = {
      {"foo", "SEQUENCE", 0},
      {"- foo", "MAPPING", 1},
      {"- name: a\n  programs: [a]\n  file: {a: b}\n", "SEQUENCE", 3},
      {"- name: a\n  programms: [a]\n", "programms", 0},
      {"- programs: [a]\n  file: ['{file}']\n", "name", 0},
      {"- name: a\n  file: ['{file}']\n", "no 'programs'", 0},
      {"- name: a\n  programs: [a]\n", "no words for a 'file'", 0},
      {"- name: a\n  programs: [a]\n  file: [x]\n", "no word of 'file' has {file}", 0},
      {"- name: a\n  programs: [a]\n  file: ['{seed}']\n", "'{seed}' in 'file'", 0},
      {"- name: a b\n  programs: [a]\n  file: ['{file}']\n", "no name for a solver", 0},
      {"- name: ''\n", "length", 1},
      {"- name: a\n  patterns:\n    - {means: crush}\n", "crush", 0},
      {"- name: a\n  programs: [a]\n  file: ['{file}']\n  patterns: [{means: crash}]", "pattern 1",
       0},
      {"- name: a\n  programs: [a]\n  file: ['{file}']\n  patterns: [{contains: x, means: sat}]",
       "cannot mean 'sat'", 0},
      {"- name: &x a\n  programs: *x\n", "alias", 0},
      {"- name: a\n\tx", "tab", 0},
      {"- [[[[[[", "MAPPING", 0},
      {"- name: \"\\0\"\n", "length", 1},
      {"\xff\x80", "", 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Error error;
    assert_int_equal(read_text(*state, cases[i].text, &error), STATUS_SYNTAX);
    if (!strstr(error.message, cases[i].part))
      fail_msg("no '%s' in '%s'", cases[i].part, error.message);
    if (cases[i].line) assert_int_equal(error.line, cases[i].line);
    assert_null(profiles_find(*state, "a", NULL));
  }
}

static void test_nothing_and_much(void **state)
{
  Error error;
  assert_int_equal(read_text(*state, "", &error), STATUS_OK);
  assert_int_equal(read_text(*state, "# nothing\n", &error), STATUS_OK);
  assert_int_equal(profiles_read(*state, "- name: a\0", 10, &error), STATUS_SYNTAX);
  StrBuf text;
  strbuf_init(&text, 0);
  for (int i = 0; i < 100000; i++) strbuf_add_text(&text, "[");
  assert_int_equal(profiles_read(*state, text.bytes, text.length, &error), STATUS_SYNTAX);
  strbuf_clear(&text);
  for (int i = 0; i < 2000; i++)
    strbuf_add_text(&text, "- {name: a, programs: [a], file: ['{file}']}\n");
  assert_int_equal(profiles_read(*state, text.bytes, text.length, &error), STATUS_SYNTAX);
  strbuf_deinit(&text);
}

static void test_files(void **state)
{
  char path[] = "/tmp/assay-profile-XXXXXX";
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  const char text[] = "- name: a\n  programs: [a]\n  file: {a: b}\n";
  assert_int_equal(write(fd, text, strlen(text)), strlen(text));
  close(fd);
  Error error;
  assert_int_equal(profiles_read_file(*state, path, &error), STATUS_SYNTAX);
  unlink(path);
  char place[64];
  snprintf(place, sizeof place, "%s:3: ", path);
  assert_memory_equal(error.message, place, strlen(place));
  assert_int_equal(profiles_read_file(*state, "/nowhere/x.yaml", &error), STATUS_IO);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_the_binary_knows_solvers, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_experimental_constructs_are_known, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_versions_choose_a_profile, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_a_profile_is_read, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_bad_files_are_refused, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_nothing_and_much, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_files, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
