/* Properties: reading, refusing, the canonical form against direct evaluation, printing back. */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "nn/property/property.h"
#include "support/forms.h"
#include "support/scratch.h"
#include "testing.h"

#define DECLARE                                                                                    \
  "(declare-const X_0 Real)(declare-const X_1 Real)(declare-const Y_0 Real)(declare-const Y_1 "    \
  "Real)"

static Status read_text(Property *property, const char *text, Error *error)
{
  char *padded = calloc(strlen(text) + 32, 1);
  strcpy(padded, text);
  Status status = property_read(property, padded, strlen(text), error);
  free(padded);
  return status;
}

static void check_printing(const Property *property, bool canonical, uint64_t seed)
{
  StrBuf text, again;
  strbuf_init(&text, 0);
  strbuf_init(&again, 0);
  (canonical ? property_print_canonical : property_print)(property, &text);
  Property copy;
  Error error;
  assert_int_equal(read_text(&copy, strbuf_text(&text), &error), STATUS_OK);
  assert_int_equal(copy.inputs, property->inputs);
  assert_int_equal(copy.outputs, property->outputs);
  if (!canonical) {
    property_print(&copy, &again);
    assert_string_equal(strbuf_text(&text), strbuf_text(&again));
  }
  forms_compare(&copy, 20, seed);
  property_deinit(&copy);
  strbuf_deinit(&text);
  strbuf_deinit(&again);
}

static void test_forms(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    uint64_t parts;
  } cases[] = {
      {"(assert (<= X_0 1))(assert (>= X_0 -1.5))(assert (<= Y_0 Y_1))", 1},
      {"(assert (or (and (<= X_0 1) (>= Y_0 2)) (<= 1e-2 Y_1) (< Y_0 Y_1)))", 3},
      {"(assert (or (<= X_0 1) (<= X_1 1)))(assert (or (<= Y_0 1) (<= Y_1 1) (= Y_0 Y_1)))", 6},
      {"(assert (and (or (<= X_0 1) (and (<= X_1 1) (or (<= Y_0 0) (<= Y_1 0)))) (>= X_0 (- 5))))",
       3},
      {"(assert (<= (+ (* 2.0 Y_0) (- Y_1 X_0) 3) (/ X_1 4)))", 1},
      {"(assert (>= (* (+ 1 1) (- Y_0) 2) -3.25e1))(assert (<= -1 X_0 X_1 +1))", 1},
      {"(assert (<= X_0 1))(assert (<= X_0 2))(assert (>= X_0 -5))(assert (>= X_0 -1))", 1},
      {"(assert (<= X_0 1))(assert (or (<= X_0 2) (and (<= X_0 0.5) (>= X_0 -3) (>= X_0 -4))))", 2},
      {"(assert (<= 1 0))", 1},
      {"(assert (or (<= 1 0) (<= 0 1)))", 2},
      {"(assert (<= X_0 X_0))(assert (< Y_0 0.1))(assert (<= Y_0 0.1))", 1},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[2000];
    snprintf(text, sizeof text, "%s%s", DECLARE, cases[i].text);
    Property property;
    Error error;
    assert_int_equal(read_text(&property, text, &error), STATUS_OK);
    assert_int_equal(property.part_count, cases[i].parts);
    forms_compare(&property, 2000, i);
    check_printing(&property, false, i);
    check_printing(&property, true, i);
    property_deinit(&property);
  }
}

static void test_meaning(void **state)
{
  (void)state;
  Property property;
  Error error;
  assert_int_equal(read_text(&property,
                             DECLARE "(assert (<= X_0 0.1))(assert (>= X_0 0.1))(assert (< X_1 2))"
                                     "(assert (or (<= Y_0 Y_1) (and (<= X_1 -5) (>= X_1 0))))",
                             &error),
                   STATUS_OK);
  PropertyPart part = {0};
  property_part(&property, 0, &part);
  assert_false(part.empty || part.own_inputs);
  /* 0.1 lies between two doubles. */
  assert_true(property_lower(&property, &part, 0) < property_upper(&property, &part, 0));
  assert_true(nextafter(property_lower(&property, &part, 0), 1) ==
              property_upper(&property, &part, 0));
  assert_true(property_upper(&property, &part, 1) == 2);
  assert_true(property_lower(&property, &part, 1) == -INFINITY);
  assert_int_equal(part.rows.count, 1);
  property_part(&property, 1, &part);
  assert_true(part.empty && part.own_inputs);
  property_part_deinit(&part);
  property_deinit(&property);
}

static void test_refused(void **state)
{
  (void)state;
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"", "declares no inputs"},
      {"(declare-const X_0 Real)", "declares no outputs"},
      {"(declare-const X_0 Int)", "not Real"},
      {"(declare-const Z_0 Real)", "no input X_i"},
      {"(declare-const X_99999999999 Real)", "no input X_i"},
      {"(declare-const X_1 Real)(declare-const Y_0 Real)", "X_0 is not declared"},
      {DECLARE "(declare-const X_0 Real)", "declared twice"},
      {DECLARE "(assert (<= X_2 1))", "'X_2' is not declared"},
      {DECLARE "(assert (<= (* X_0 Y_0) 1))", "not linear"},
      {DECLARE "(assert (<= (/ X_0 0.0) 1))", "divisor"},
      {DECLARE "(assert (<= (/ 1 X_0) 1))", "divisor"},
      {DECLARE "(assert (not (<= X_0 1)))", "'not' is no operator"},
      {DECLARE "(assert (<= X_0))", "less than two"},
      {DECLARE "(assert X_0)", "no formula"},
      {DECLARE "(assert (+ (<= X_0 1) 2))", "no term"},
      {DECLARE "(assert (and))", "no arguments"},
      {DECLARE "(assert (<= X_0 1)", "never closed"},
      {DECLARE "(assert (<= X_0 1e99999999999))", "exponent"},
      {DECLARE "(assert ((<= X_0 1)))", "operator is missing"},
      {DECLARE "(assert (<= X_0 #b1))", "no number"},
      {DECLARE "(push 1)", "no command"},
      {DECLARE "x", "command is missing"},
      {DECLARE "(assert (<= X_0 \"a))", ""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Property property;
    Error error = {0};
    assert_int_not_equal(read_text(&property, cases[i].text, &error), STATUS_OK);
    if (!strstr(error.message, cases[i].message)) fail_msg("%s: %s", cases[i].text, error.message);
  }
}

/* Deep nesting, many disjuncts, and a product of disjunctions that nobody could enumerate. */
static void test_large(void **state)
{
  (void)state;
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_text(&text, DECLARE "(assert ");
  enum { DEPTH = 200000, WIDE = 1000000 };
  for (int i = 0; i < DEPTH; i++) strbuf_add_text(&text, "(and (<= X_0 1) ");
  strbuf_add_text(&text, "(<= Y_0 0)");
  for (int i = 0; i < DEPTH; i++) strbuf_add_char(&text, ')');
  strbuf_add_text(&text, ")");
  Property property;
  Error error;
  assert_int_equal(read_text(&property, strbuf_text(&text), &error), STATUS_OK);
  assert_int_equal(property.part_count, 1);
  property_deinit(&property);

  strbuf_clear(&text);
  strbuf_add_text(&text, DECLARE "(assert (or ");
  for (int i = 0; i < WIDE; i++) strbuf_printf(&text, "(<= Y_0 %d)", i);
  strbuf_add_text(&text, "))");
  assert_int_equal(read_text(&property, strbuf_text(&text), &error), STATUS_OK);
  assert_int_equal(property.part_count, WIDE);
  PropertyPart part = {0};
  property_part(&property, 765432, &part);
  assert_true(property_upper(&property, &part, 2) == 765432);
  property_part_deinit(&part);
  property_deinit(&property);

  strbuf_clear(&text);
  strbuf_add_text(&text, DECLARE);
  for (int i = 0; i < 100; i++) strbuf_add_text(&text, "(assert (or (<= X_0 1) (<= X_1 1)))");
  assert_int_equal(read_text(&property, strbuf_text(&text), &error), STATUS_LIMIT);
  assert_non_null(strstr(error.message, "more than 1048576 parts"));
  strbuf_deinit(&text);
}

static bool is_property(const char *name)
{
  size_t length = strlen(name);
  return (length > 7 && strcmp(name + length - 7, ".vnnlib") == 0) ||
         (length > 10 && strcmp(name + length - 10, ".vnnlib.gz") == 0);
}

static int is_visible(const struct dirent *entry)
{
  return entry->d_name[0] != '.';
}

static size_t check_folder(const char *folder, size_t *satisfied)
{
  struct dirent **entries = NULL;
  int found = scandir(folder, &entries, is_visible, alphasort);
  const char *points = getenv("ASSAY_PROPERTY_POINTS");
  size_t count = 0, compared = 0, hits = 0;
  for (int i = 0; i < found; i++) {
    char path[2000];
    snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
    bool wanted = is_property(entries[i]->d_name);
    free(entries[i]);
    if (!wanted) continue;
    Property property;
    Error error;
    if (property_load(&property, path, &error)) fail_msg("%s: %s", path, error.message);
    size_t number = points ? strtoul(points, NULL, 10) : 1 + 20000 / property.inputs;
    hits += forms_compare(&property, number, count);
    compared += number;
    if (count % 8 == 0) check_printing(&property, false, count);
    property_deinit(&property);
    count++;
  }
  free(entries);
  *satisfied += hits;
  print_message("%s: %zu properties, %zu points, %zu satisfy, no difference\n", folder, count,
                compared, hits);
  return count;
}

/* All properties of the competition are read, and their canonical form says the same as they do. */
static void test_competition(void **state)
{
  (void)state;
  const char *shared = getenv("ASSAY_SHARED");
  char folder[1000];
  snprintf(folder, sizeof folder, "%s/data/nnv", shared ? shared : "");
  struct dirent **entries = NULL;
  int found = shared ? scandir(folder, &entries, is_visible, alphasort) : -1;
  if (found < 0) skip();
  size_t count = 0, satisfied = 0;
  for (int i = 0; i < found; i++) {
    char path[1500];
    snprintf(path, sizeof path, "%s/%s/vnnlib", folder, entries[i]->d_name);
    free(entries[i]);
    if (access(path, F_OK) == 0) count += check_folder(path, &satisfied);
  }
  free(entries);
  print_message("%zu properties, %zu points satisfy\n", count, satisfied);
  assert_true(count > 300);
  assert_true(satisfied > 1000);
}

/* A number ends at a delimiter; what follows it is not another number. */
static void test_number_ends(void **state)
{
  (void)state;
  static const char *const wrong[] = {"1.5.3", "3-2", "1e-05.5", "2x", "1e5e5", "7\"a\"", "4|a|"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char text[400];
    Property property;
    Error error;
    snprintf(text, sizeof text, "%s(assert (<= X_0 %s))", DECLARE, wrong[i]);
    if (!read_text(&property, text, &error)) fail_msg("'%s' is accepted", wrong[i]);
  }
  Property property;
  Error error;
  if (read_text(&property, DECLARE "(assert (<= X_0 1e-05;comment\n))(assert (>= X_1(- 3)))",
                &error))
    fail_msg("%s", error.message);
  property_deinit(&property);
}

static void test_truncated_file(void **state)
{
  (void)state;
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_text(&text, DECLARE);
  for (int i = 0; i < 20000; i++) strbuf_printf(&text, "(assert (<= X_0 %d.%d))\n", i * 7919, i);
  const char *path = scratch_path("cut.vnnlib.gz");
  gzFile file = gzopen(path, "wb");
  assert_int_equal(gzwrite(file, text.bytes, (unsigned)text.length), text.length);
  gzclose(file);
  struct stat info;
  assert_int_equal(stat(path, &info), 0);
  Property property;
  Error error;
  assert_int_equal(property_load(&property, path, &error), STATUS_OK);
  property_deinit(&property);
  /* Only the checksum is missing, so that the text is complete. */
  assert_int_equal(truncate(path, info.st_size - 8), 0);
  assert_int_equal(property_load(&property, path, &error), STATUS_IO);
  assert_non_null(strstr(error.message, "ends early"));
  strbuf_deinit(&text);
}

/* An error about the whole file says which one. */
static void test_error_names_file(void **state)
{
  (void)state;
  const char *path = scratch_path("empty.vnnlib");
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fclose(file);
  Property property;
  Error error = {0};
  assert_int_not_equal(property_load(&property, path, &error), STATUS_OK);
  if (!strstr(error.message, "empty.vnnlib': the property declares no inputs"))
    fail_msg("%s", error.message);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forms),          cmocka_unit_test(test_meaning),
      cmocka_unit_test(test_refused),        cmocka_unit_test(test_large),
      cmocka_unit_test(test_competition),    cmocka_unit_test(test_number_ends),
      cmocka_unit_test(test_truncated_file), cmocka_unit_test(test_error_names_file),
  };
  return cmocka_run_group_tests_name("nn_property_property", tests, scratch_set_up,
                                     scratch_tear_down);
}
