/* Properties: reading, refusing, the canonical form against direct evaluation, printing back. */
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/random.h"
#include "nn/property/property.h"
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

/* Values near the bounds of the property: a bound itself, a point within the box, or anything. */
static void draw_value(const Property *property, Random *random, uint32_t variable, mpq_t value)
{
  uint32_t low = property->common_lower.items[variable],
           high = property->common_upper.items[variable];
  mpq_set_si(value, (long)random_below(random, 4001) - 2000, 1 + random_below(random, 1000));
  if (low == 0 || high == 0 || random_chance(random, 1, 50 + property->inputs)) return;
  mpq_t weight, width;
  mpq_inits(weight, width, NULL);
  mpq_set_ui(weight, random_below(random, 5), 4);
  mpq_canonicalize(weight);
  mpq_add(width, property->atoms.items[high - 1].bound, property->atoms.items[low - 1].bound);
  mpq_mul(width, width, weight);
  mpq_sub(value, width, property->atoms.items[low - 1].bound);
  mpq_clears(weight, width, NULL);
}

/* A property at a point, kept up to date while single variables change: which atoms hold. */
typedef struct {
  const Property *property;
  mpq_t *values;
  uint8_t *holds, *nodes;      /* by atom; by node, for one evaluation */
  uint32_t *starts, *mentions; /* the atoms of each variable */
} PointCheck;

static void check_init(PointCheck *check, const Property *property)
{
  size_t variables = (size_t)property->inputs + property->outputs;
  *check = (PointCheck){.property = property};
  check->values = malloc((variables + 1) * sizeof *check->values);
  for (size_t i = 0; i < variables; i++) mpq_init(check->values[i]);
  check->holds = calloc(property->atoms.count + 1, 1);
  check->nodes = calloc(property->nodes.count + 1, 1);
  check->starts = calloc(variables + 2, sizeof *check->starts);
  check->mentions = calloc(property->coefficients.count + 1, sizeof *check->mentions);
  for (size_t i = 0; i < property->coefficients.count; i++)
    check->starts[property->coefficients.items[i].variable + 2]++;
  for (size_t i = 2; i < variables + 2; i++) check->starts[i] += check->starts[i - 1];
  for (size_t i = 0; i < property->atoms.count; i++) {
    const PropertyAtom *atom = &property->atoms.items[i];
    for (uint32_t k = 0; k < atom->count; k++) {
      uint32_t variable = property->coefficients.items[atom->first + k].variable;
      check->mentions[check->starts[variable + 1]++] = (uint32_t)i;
    }
    check->holds[i] = property_atom_holds(property, atom, check->values);
  }
}

static void check_deinit(PointCheck *check)
{
  size_t variables = (size_t)check->property->inputs + check->property->outputs;
  for (size_t i = 0; i < variables; i++) mpq_clear(check->values[i]);
  free(check->values);
  free(check->holds);
  free(check->nodes);
  free(check->starts);
  free(check->mentions);
}

static void check_change(PointCheck *check, Random *random, uint32_t variable)
{
  draw_value(check->property, random, variable, check->values[variable]);
  mpq_canonicalize(check->values[variable]);
  for (uint32_t i = check->starts[variable]; i < check->starts[variable + 1]; i++)
    check->holds[check->mentions[i]] = property_atom_holds(
        check->property, &check->property->atoms.items[check->mentions[i]], check->values);
}

/* As it is written. */
static bool formula_holds(const PointCheck *check)
{
  const Property *property = check->property;
  for (size_t i = 0; i < property->nodes.count; i++) {
    const PropertyNode *node = &property->nodes.items[i];
    uint32_t count = 0;
    for (uint32_t k = 0; node->kind != PROPERTY_ATOM && k < node->count; k++)
      count += check->nodes[property->arguments.items[node->first + k].node];
    check->nodes[i] = node->kind == PROPERTY_ATOM  ? check->holds[node->first]
                      : node->kind == PROPERTY_AND ? count == node->count
                                                   : count > 0;
  }
  for (size_t i = 0; i < property->assertions.count; i++)
    if (!check->nodes[property->assertions.items[i]]) return false;
  return true;
}

static bool bounds_hold(const PointCheck *check, const U32Vec *bounds)
{
  for (size_t i = 0; i < bounds->count; i++)
    if (bounds->items[i] != 0 && !check->holds[bounds->items[i] - 1]) return false;
  return true;
}

/* The canonical form. */
static bool parts_hold(const PointCheck *check, PropertyPart *part)
{
  for (uint64_t i = 0; i < check->property->part_count; i++) {
    property_part(check->property, i, part);
    bool holds =
        !part->empty && bounds_hold(check, &part->lower) && bounds_hold(check, &part->upper);
    for (size_t k = 0; holds && k < part->rows.count; k++)
      holds = check->holds[part->rows.items[k]];
    if (holds) return true;
  }
  return false;
}

/* Compares the formula with its canonical form at random points; returns how many points satisfy it. A point differs from the
 * one before it in a few variables. Now and then both are compared with the library's own evaluation. */
static size_t compare_forms(const Property *property, size_t points, uint64_t seed)
{
  enum { CHANGES = 20 };
  size_t variables = (size_t)property->inputs + property->outputs, satisfied = 0;
  PropertyPart part = {0};
  Random random = random_stream(seed, 1, 2);
  PointCheck check;
  check_init(&check, property);
  for (uint32_t i = 0; i < variables; i++) check_change(&check, &random, i);
  for (size_t point = 0; point < points; point++) {
    for (uint32_t i = 0; i < CHANGES && variables; i++)
      check_change(&check, &random, (uint32_t)random_below(&random, variables));
    bool any = parts_hold(&check, &part), holds = formula_holds(&check);
    assert_int_equal(any, holds);
    satisfied += any;
    if (point % 200) continue;
    assert_int_equal(holds, property_holds(property, check.values));
    bool part_holds = false;
    for (uint64_t i = 0; i < property->part_count && !part_holds; i++) {
      property_part(property, i, &part);
      part_holds = property_part_holds(property, &part, check.values);
    }
    assert_int_equal(holds, part_holds);
  }
  property_part_deinit(&part);
  check_deinit(&check);
  return satisfied;
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
  compare_forms(&copy, 20, seed);
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
    compare_forms(&property, 2000, i);
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

static size_t check_folder(const char *folder, size_t *satisfied)
{
  DIR *dir = opendir(folder);
  size_t count = 0;
  for (struct dirent *entry; dir && (entry = readdir(dir));) {
    if (!is_property(entry->d_name)) continue;
    char path[2000];
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    Property property;
    Error error;
    if (property_load(&property, path, &error)) fail_msg("%s: %s", path, error.message);
    const char *points = getenv("ASSAY_PROPERTY_POINTS");
    *satisfied += compare_forms(
        &property, points ? (uint32_t)atoi(points) : 1 + 20000 / property.inputs, count);
    if (count % 8 == 0) check_printing(&property, false, count);
    property_deinit(&property);
    count++;
  }
  if (dir) closedir(dir);
  return count;
}

/* All properties of the competition are read, and their canonical form says the same as they do. */
static void test_competition(void **state)
{
  (void)state;
  const char *shared = getenv("ASSAY_SHARED");
  char folder[1000];
  snprintf(folder, sizeof folder, "%s/data/nnv", shared ? shared : "");
  DIR *dir = shared ? opendir(folder) : NULL;
  if (!dir) skip();
  size_t count = 0, satisfied = 0;
  for (struct dirent *entry; (entry = readdir(dir));) {
    char path[1500];
    snprintf(path, sizeof path, "%s/%s/vnnlib", folder, entry->d_name);
    if (entry->d_name[0] != '.') count += check_folder(path, &satisfied);
  }
  closedir(dir);
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

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forms),          cmocka_unit_test(test_meaning),
      cmocka_unit_test(test_refused),        cmocka_unit_test(test_large),
      cmocka_unit_test(test_competition),    cmocka_unit_test(test_number_ends),
      cmocka_unit_test(test_truncated_file),
  };
  return cmocka_run_group_tests_name("nn_property_property", tests, scratch_set_up,
                                     scratch_tear_down);
}
