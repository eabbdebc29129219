/* Every formula up to a size: none twice, none missing, each in the logic. */
#include "testing.h"

#include <stdio.h>
#include <string.h>

#include "smt/gen/enumerate.h"
#include "smt/gen/grammar_internal.h"
#include "smt/term/traverse.h"
#include "support/accept.h"
#include "support/expect.h"
#include "support/run_command.h"
#include "support/scripts.h"
#include "support/source.h"

typedef struct {
  Source source;
  Enumeration *enumeration;
} Space;

static void space_init(Space *space, const char *logic, uint32_t size)
{
  Error error;
  Source *source = &space->source;
  source_open(source, logic);
  VEC_PUSH(&source->settings.widths, ((WidthRange){2, 2}));
  source->settings.vars = 3;
  enumeration_settings(&source->settings);
  source_start(source);
  assert_int_equal(enumeration_create(&source->generator, size, &space->enumeration, &error), 0);
}

static void space_deinit(Space *space)
{
  enumeration_destroy(space->enumeration);
  source_close(&space->source);
}

static Term drawn_term(Space *space)
{
  const U32Vec *asserts = &space->source.generator.asserts;
  assert_int_equal(asserts->count, 2);
  return draft_term(&space->source.generator.grower, asserts->items[0], asserts->items[1]);
}

static int compare_terms(const void *a, const void *b)
{
  const Term *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static void sort_terms(U32Vec *terms)
{
  if (terms->count) qsort(terms->items, terms->count, sizeof *terms->items, compare_terms);
}

static void all_formulas(Space *space, U32Vec *terms)
{
  uint64_t count = enumeration_count(space->enumeration);
  for (uint64_t i = 0; i < count; i++) {
    enumeration_draw(space->enumeration, i);
    VEC_PUSH(terms, drawn_term(space));
  }
  sort_terms(terms);
}

/* --- by brute force ----------------------------------------------------------------------- */

/* Grows a term of exactly this size by choices, over all productions. False: there is none that way. */
typedef struct {
  Grower *grower;
  Choice *choice;
} Brute;

static bool grow_exactly(const Brute *brute, Goal goal, uint32_t size);

static bool grow_leaf(const Brute *brute, Goal goal)
{
  Grower *grower = brute->grower;
  Grammar *grammar = grower->grammar;
  const GoalInfo *info = grammar_info(grammar, goal);
  U32Vec leaves = {0};
  uint32_t least = info->position == POSITION_NONZERO;
  for (uint32_t i = 0; i < 2 && info->literals.count; i++) {
    Term number = grammar_number(grammar->bank, info->sort, least + i);
    if (number) VEC_PUSH(&leaves, number);
  }
  VEC_APPEND(&leaves, info->nullary.items, info->nullary.count);
  VEC_APPEND(&leaves, info->constants.items, info->constants.count);
  for (size_t i = 0; i < grower->scope.count; i++)
    if (bank_sort(grammar->bank, grower->scope.items[i]) == info->sort &&
        info->position == POSITION_ANY)
      VEC_PUSH(&leaves, grower->scope.items[i]);
  bool found = leaves.count > 0;
  if (found)
    VEC_PUSH(&grower->draft,
             leaves.items[choose(brute->choice, (uint32_t)leaves.count)] | DRAFT_LEAF);
  VEC_FREE(&leaves);
  return found;
}

static void bind_all(const Brute *brute, const Production *production)
{
  Grower *grower = brute->grower;
  Bank *bank = grower->grammar->bank;
  for (uint32_t i = 0; i < production->bound; i++) {
    char name[16];
    int length = snprintf(name, sizeof name, "q%zu", grower->scope.count);
    Sort sort = grower->grammar->pool.items[production->first + i];
    Term variable =
        bank_variable(bank, symbols_intern(&bank->symbols, name, (size_t)length), sort, 0);
    VEC_PUSH(&grower->scope, variable);
    VEC_PUSH(&grower->draft, variable | DRAFT_LEAF);
  }
}

/* Is the production there before, in its alternative? */
static bool is_repeated(const Grammar *grammar, const Alternative *alternative, uint32_t number)
{
  const Production *production = &grammar->productions.items[number];
  for (uint32_t i = alternative->first; i < number; i++) {
    const Production *other = &grammar->productions.items[i];
    if (other->op == production->op && other->count == production->count &&
        other->bound == production->bound &&
        memcmp(grammar->pool.items + other->first, grammar->pool.items + production->first,
               (other->bound + other->count) * sizeof(uint32_t)) == 0)
      return true;
  }
  return false;
}

static bool grow_operator(const Brute *brute, Goal goal, uint32_t size)
{
  Grower *grower = brute->grower;
  Grammar *grammar = grower->grammar;
  const GoalInfo info = *grammar_info(grammar, goal);
  if (info.count == 0) return false;
  const Alternative alternative =
      grammar->alternatives.items[info.first + choose(brute->choice, info.count)];
  uint32_t number = alternative.first + choose(brute->choice, alternative.count);
  const Production production = grammar->productions.items[number];
  size_t scope = grower->scope.count;
  uint32_t left = size - 1;
  bool good = left >= production.count && !is_repeated(grammar, &alternative, number);
  if (good) {
    VEC_PUSH(&grower->draft, number);
    bind_all(brute, &production);
  }
  for (uint32_t i = 0; i < production.count && good; i++) {
    uint32_t behind = production.count - i - 1u;
    uint32_t part = behind ? 1 + choose(brute->choice, left - behind) : left;
    good = grow_exactly(brute, grammar_arguments(grammar, &production)[i], part);
    left -= part;
  }
  grower->scope.count = scope;
  return good;
}

static bool grow_exactly(const Brute *brute, Goal goal, uint32_t size)
{
  return size == 1 ? grow_leaf(brute, goal) : grow_operator(brute, goal, size);
}

/* Are the constants of each sort numbered in the order of their occurrence? Their names end with their
 * numbers, of one digit. */
static bool is_canonical(const Grower *grower)
{
  const Bank *bank = grower->grammar->bank;
  U32Vec seen = {0}; /* Fun */
  bool good = true;
  for (size_t i = 0; i < grower->draft.count; i++) {
    uint32_t word = grower->draft.items[i];
    if (!(word & DRAFT_LEAF)) continue;
    Fun fun = bank_fun(bank, word & ~DRAFT_LEAF);
    if (!fun || funs_info(&bank->funs, fun)->origin != FUN_DECLARED) continue;
    uint32_t rank = 0;
    bool known = false;
    for (size_t k = 0; k < seen.count; k++) {
      known |= seen.items[k] == fun;
      rank += funs_result(&bank->funs, seen.items[k]) == funs_result(&bank->funs, fun);
    }
    if (known) continue;
    Symbol name = funs_info(&bank->funs, fun)->name;
    const char *text = symbols_text(&bank->symbols, name);
    good &= (uint32_t)(text[symbols_length(&bank->symbols, name) - 1] - '0') == rank;
    VEC_PUSH(&seen, fun);
  }
  VEC_FREE(&seen);
  return good;
}

static void brute_force(Space *space, uint32_t max_size, U32Vec *terms)
{
  Choice choice;
  choice_init(&choice, random_stream(0, 0, 0));
  for (uint32_t size = 1; size <= max_size; size++) {
    choice_enumerate(&choice);
    do {
      Grower *grower = generator_begin(&space->source.generator, 0);
      Brute brute = {grower, &choice};
      Goal goal = grammar_goal(grower->grammar, space->source.bank->bool_sort, POSITION_ANY);
      if (grow_exactly(&brute, goal, size) && is_canonical(grower))
        VEC_PUSH(terms, draft_term(grower, 0, grower->draft.count));
    } while (choice_next(&choice));
  }
  choice_deinit(&choice);
  sort_terms(terms);
  size_t kept = 0;
  for (size_t i = 0; i < terms->count; i++)
    if (i == 0 || terms->items[i] != terms->items[i - 1]) terms->items[kept++] = terms->items[i];
  terms->count = kept;
}

static void test_brute_force(void **state)
{
  (void)state;
  static const struct {
    const char *logic;
    uint32_t size;
  } cases[] = {{"QF_LIA", 3}, {"QF_IDL", 4}, {"QF_UF", 3}, {"LIA", 3}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Space space;
    U32Vec all = {0}, expected = {0};
    space_init(&space, cases[i].logic, cases[i].size);
    all_formulas(&space, &all);
    brute_force(&space, cases[i].size, &expected);
    if (all.count != expected.count)
      fail_msg("%s: %zu instead of %zu", cases[i].logic, all.count, expected.count);
    assert_memory_equal(all.items, expected.items, all.count * sizeof *all.items);
    VEC_FREE(&all);
    VEC_FREE(&expected);
    space_deinit(&space);
  }
}

/* --- properties --------------------------------------------------------------------------- */

/* No duplicates, in the order of their sizes, and all of them are read back and in the logic. */
static void test_whole_space(void **state)
{
  (void)state;
  static const struct {
    const char *logic;
    uint32_t size;
  } cases[] = {{"QF_LIA", 4}, {"QF_IDL", 5}, {"QF_AX", 4}, {"QF_DT", 4}, {"QF_LRA", 4}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Space space;
    U32Vec terms = {0};
    StrBuf text;
    strbuf_init(&text, 0);
    space_init(&space, cases[i].logic, cases[i].size);
    all_formulas(&space, &terms);
    for (size_t k = 1; k < terms.count; k++)
      assert_int_not_equal(terms.items[k], terms.items[k - 1]);
    uint64_t last = 0;
    for (uint64_t k = 0; k < terms.count; k++) {
      enumeration_draw(space.enumeration, k);
      TermSize size = traverse_size(space.source.bank, (Term[]){drawn_term(&space)}, 1);
      assert_in_range(size.tree_size, last, cases[i].size);
      last = size.tree_size;
      if (k) strbuf_add_text(&text, "(reset)\n");
      generator_print(&space.source.generator, &text);
    }
    assert_within_logic(cases[i].logic, strbuf_text(&text));
    VEC_FREE(&terms);
    strbuf_deinit(&text);
    space_deinit(&space);
  }
}

/* A formula has the same number whatever the largest size is, and large numbers are reached at once. */
static void test_random_access(void **state)
{
  (void)state;
  Space small, large;
  StrBuf a, b;
  strbuf_init(&a, 0);
  strbuf_init(&b, 0);
  space_init(&small, "QF_LIA", 4);
  space_init(&large, "QF_LIA", 30);
  assert_int_equal(enumeration_count(large.enumeration), UINT64_MAX);
  for (uint64_t i = 0; i < enumeration_count(small.enumeration); i += 17) {
    strbuf_clear(&a);
    strbuf_clear(&b);
    enumeration_draw(small.enumeration, i);
    enumeration_draw(large.enumeration, i);
    generator_print(&small.source.generator, &a);
    generator_print(&large.source.generator, &b);
    assert_string_equal(strbuf_text(&a), strbuf_text(&b));
  }
  strbuf_clear(&b);
  for (uint64_t index = UINT64_MAX - 50; index < UINT64_MAX; index++) {
    enumeration_draw(large.enumeration, index);
    strbuf_add_text(&b, b.length ? "(reset)\n" : "");
    generator_print(&large.source.generator, &b);
  }
  assert_within_logic("QF_LIA", strbuf_text(&b));
  space_deinit(&small);
  space_deinit(&large);
  strbuf_deinit(&a);
  strbuf_deinit(&b);
}

static void test_solvers(void **state)
{
  (void)state;
  static const char *const logics[] = {"QF_IDL", "QF_BV", "QF_AX", "LRA", "QF_UF"};
  for (size_t i = 0; i < sizeof logics / sizeof *logics; i++) {
    Space space;
    StrBuf text;
    strbuf_init(&text, 0);
    space_init(&space, logics[i], 6);
    uint64_t count = enumeration_count(space.enumeration);
    for (uint64_t k = 0; k < 40; k++) {
      if (k) strbuf_add_text(&text, "(reset)\n");
      enumeration_draw(space.enumeration, count / 40 * k);
      generator_print(&space.source.generator, &text);
    }
    assert_accepted(strbuf_text(&text));
    strbuf_deinit(&text);
    space_deinit(&space);
  }
}

#define GEN(...)                                                                                   \
  run_command((const char *[]){assay_program(), "gen", "--exhaustive", __VA_ARGS__, NULL})

static void test_command(void **state)
{
  (void)state;
  expect(GEN("--logic", "QF_SAT", "--max-size", "1", "--count", "3"), 0,
         "(assert true)\n(check-sat)\n(reset)\n", "");
  expect(GEN("--logic", "QF_SAT", "--max-size", "1", "--count", "9"), 0, "(assert bool_0)",
         "that was the last of all 3 formulas of at most 1 node\n");
  expect(GEN("--logic", "QF_SAT", "--max-size", "1", "--from", "3"), 2, "",
         "there are 3 formulas of at most 1 node, numbered from 0: none has number 3\n");
  expect(GEN("--logic", "QF_SAT", "--max-size", "1", "--count-only"), 0, "\"count\": 3", "");
  expect(GEN("--logic", "QF_LIA", "--max-size", "33"), 2, "", "max-size");
  expect(GEN("--logic", "QF_LIA", "--division", "guarded"), 2, "", "division is free or none");
  expect(run_command(
             (const char *[]){assay_program(), "gen", "--logic", "QF_LIA", "--count-only", NULL}),
         2, "", "--count-only needs --exhaustive");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_brute_force),   cmocka_unit_test(test_whole_space),
      cmocka_unit_test(test_random_access), cmocka_unit_test(test_solvers),
      cmocka_unit_test(test_command),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
