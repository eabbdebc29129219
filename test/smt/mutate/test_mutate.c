/* Mutations: the examples that the rules were made for, and what holds for every construct. */
#include "testing.h"

#include <stdlib.h>
#include <string.h>

#include "smt/mutate/mutate.h"
#include "smt/text/parser.h"
#include "smt/text/theory.h"
#include "support/scripts.h"

/* --- all outcomes ------------------------------------------------------------------------- */

typedef struct {
  Bank *bank;
  StrBuf text;
} Assertions;

static bool note_assertions(void *context, const Script *mutant)
{
  Assertions *assertions = context;
  Script only = {0};
  for (size_t i = 0; i < mutant->commands.count; i++)
    if (mutant->commands.items[i].kind == CMD_ASSERT)
      VEC_PUSH(&only.commands, mutant->commands.items[i]);
  add_script_text(&assertions->text, assertions->bank, &only);
  script_deinit(&only);
  return true;
}

/* The outcomes of a script, with nothing but some constructs and without literals. */
static void expect_all(const char *logic, const char *script_text, const char *construct,
                       const char *only, const char *expected)
{
  Bank *bank = theory_create_bank();
  GenSettings settings;
  Logic parsed;
  Error error;
  Mutator mutator;
  Script script = read_script(bank, script_text);
  gen_settings_init(&settings);
  assert_true(logic_parse(logic, strlen(logic), &parsed));
  gen_settings_logic(&settings, &parsed);
  settings.depth = 2;
  settings.vars = 2;
  settings.literal_percent = 0;
  settings.only = true;
  for (const char *at = only; *at; at += strspn(at, " ")) {
    size_t length = strcspn(at, " ");
    gen_settings_weigh(&settings, at, length, 1);
    at += length;
  }
  assert_int_equal(mutator_init(&mutator, bank, &settings, &error), STATUS_OK);
  mutator_start(&mutator, &script);
  Assertions assertions = {.bank = bank};
  strbuf_init(&assertions.text, 0);
  ConstructId id = constructs_find(&mutator.constructs, construct);
  assert_int_equal(mutate_all(&mutator, id, 1000, note_assertions, &assertions, &error), STATUS_OK);
  assert_string_equal(strbuf_text(&assertions.text), expected);
  strbuf_deinit(&assertions.text);
  mutator_deinit(&mutator);
  gen_settings_deinit(&settings);
  script_deinit(&script);
  bank_destroy(bank);
}

#define FLOATS "(set-logic QF_FP)(declare-const x0 Float32)(declare-const x1 Float32)"

static void test_smaller_arity(void **state)
{
  (void)state;
  expect_all("QF_FP", FLOATS "(assert (fp.eq (fp.add RNE x0 x1) (fp.sub RNE x0 x1)))", "fp.abs",
             "fp.eq fp.add fp.sub fp.abs RNE",
             "(assert (fp.eq (fp.abs x0) (fp.sub RNE x0 x1)))\n"
             "(assert (fp.eq (fp.add RNE x0 x1) (fp.abs x0)))\n");
}

static void test_larger_arity(void **state)
{
  (void)state;
  expect_all("QF_FP", FLOATS "(assert (fp.eq (fp.abs x0) (fp.abs x1)))", "fp.add",
             "fp.eq fp.add fp.abs RNE",
             "(assert (fp.eq (fp.add RNE x0 x0) (fp.abs x1)))\n"
             "(assert (fp.eq (fp.add RNE x0 x1) (fp.abs x1)))\n"
             "(assert (fp.eq (fp.abs x0) (fp.add RNE x1 x0)))\n"
             "(assert (fp.eq (fp.abs x0) (fp.add RNE x1 x1)))\n");
}

/* An assertion keeps an operator at its root: true and false go below it. */
static void test_constants_below_the_root(void **state)
{
  (void)state;
  static const char script[] =
      "(set-logic QF_UF)(declare-const p Bool)(declare-const q Bool)(assert (and p q))";
  expect_all("QF_UF", script, "true", "and true", "(assert (and true q))\n(assert (and p true))\n");
  expect_all("QF_UF", "(set-logic QF_UF)(declare-const p Bool)(assert p)", "false", "and false",
             "(assert false)\n");
}

static void test_rounding_modes(void **state)
{
  (void)state;
  StrBuf expected;
  strbuf_init(&expected, 0);
  static const char *const modes[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};
  for (int first = 0; first < 2; first++)
    for (int i = 0; i < 5; i++)
      for (int k = 0; k < 2; k++)
        if (first == 0)
          strbuf_printf(&expected, "(assert (fp.eq (fp.add %s x0 x%d) (fp.abs x1)))\n", modes[i],
                        k);
        else
          strbuf_printf(&expected, "(assert (fp.eq (fp.abs x0) (fp.add %s x1 x%d)))\n", modes[i],
                        k);
  expect_all("QF_FP", FLOATS "(assert (fp.eq (fp.abs x0) (fp.abs x1)))", "fp.add",
             "fp.eq fp.add fp.abs RNE RNA RTP RTN RTZ", strbuf_text(&expected));
  strbuf_deinit(&expected);
  expect_all("QF_FP", FLOATS "(assert (fp.eq (fp.add RNE x0 x1) x0))", "RTZ", "fp.eq fp.add RTZ",
             "(assert (fp.eq (fp.add RTZ x0 x1) x0))\n");
}

/* Predicates, connectives and quantifiers stay what they are and keep what is below them. */
static void test_classes(void **state)
{
  (void)state;
  expect_all("QF_LIA",
             "(set-logic QF_LIA)(declare-const a Int)(declare-const b Int)"
             "(assert (and (< a b) (<= b a)))",
             ">", "and < <= >",
             "(assert (and (> a b) (<= b a)))\n"
             "(assert (and (< a b) (> b a)))\n");
  expect_all("QF_UF",
             "(set-logic QF_UF)(declare-const p Bool)(declare-const q Bool)"
             "(assert (and p q p q p))",
             "xor", "and xor", "(assert (xor p q p q p))\n");
  expect_all("LIA", "(set-logic LIA)(declare-const a Int)(assert (forall ((x Int)) (< x a)))",
             "exists", "< exists forall", "(assert (exists ((x Int)) (< x a)))\n");
}

/* What is not in the script comes with an assertion of its own, and its constants have names that are
 * not taken. */
static void test_fresh(void **state)
{
  (void)state;
  expect_all("QF_LIRA",
             "(set-logic QF_LIRA)(declare-const int_0 Bool)(assert int_0)(assert (not int_0))",
             "to_real", "is_int to_real",
             "(assert (is_int (to_real int_1)))\n(assert (not int_0))\n"
             "(assert (is_int (to_real int_2)))\n(assert (not int_0))\n"
             "(assert int_0)\n(assert (is_int (to_real int_1)))\n"
             "(assert int_0)\n(assert (is_int (to_real int_2)))\n");
}

/* New sorts are of the widths and formats given, whatever the construct could have otherwise; operators may take bit-vectors of
 * other widths to give one. */
static void expect_given_sizes(const Bank *bank, const Script *mutant, bool bits)
{
  const SortTable *sorts = &bank->sorts;
  bool given = false;
  for (size_t i = 0; i < mutant->commands.count; i++) {
    if (mutant->commands.items[i].kind != CMD_DECLARE_CONST) continue;
    Sort sort = funs_result(&bank->funs, mutant->commands.items[i].a);
    given |= sorts_class(sorts, sort) == SORT_BITVEC && sorts_index(sorts, sort, 0) == 7;
    if (sorts_class(sorts, sort) != SORT_FLOAT) continue;
    assert_int_equal(sorts_index(sorts, sort, 0), 4);
    assert_int_equal(sorts_index(sorts, sort, 1), 6);
  }
  assert_true(given || !bits);
}

static void test_given_sizes(void **state)
{
  (void)state;
  static const char *const names[] = {"fp.abs",   "fp.add",    "fp.rem",
                                      "fp.isNaN", "fp.to_ubv", "bvnot"};
  Bank *bank = theory_create_bank();
  GenSettings settings;
  Error error;
  Choice choice;
  Mutator mutator;
  Script mutant = {0};
  Script script = read_script(bank, "(set-logic QF_BVFP)(declare-const p Bool)(assert (not p))");
  Logic logic = mutate_logic_of_script(bank, &script);
  gen_settings_init(&settings);
  gen_settings_logic(&settings, &logic);
  VEC_PUSH(&settings.widths, ((WidthRange){7, 7}));
  VEC_PUSH(&settings.formats, ((DrawFormat){4, 6}));
  assert_int_equal(mutator_init(&mutator, bank, &settings, &error), STATUS_OK);
  mutator_start(&mutator, &script);
  choice_init(&choice, random_stream(1, 0, 0));
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    ConstructId id = constructs_find(&mutator.constructs, names[i]);
    assert_int_not_equal(id, CONSTRUCT_NONE);
    assert_int_equal(mutator_mutate(&mutator, id, &choice, &mutant, &error), STATUS_OK);
    expect_given_sizes(bank, &mutant, strcmp(names[i], "bvnot") == 0);
  }
  choice_deinit(&choice);
  mutator_deinit(&mutator);
  gen_settings_deinit(&settings);
  script_deinit(&script);
  script_deinit(&mutant);
  bank_destroy(bank);
}

/* --- every construct ---------------------------------------------------------------------- */

static uint32_t count_in(Bank *bank, const ConstructTable *table, const Script *script,
                         ConstructId construct)
{
  U32Vec stack = {0};
  uint32_t count = 0;
  script_collect_assertions(script, &stack);
  while (stack.count) {
    Term term = stack.items[--stack.count];
    count += constructs_of_term(table, bank, term) == construct;
    for (uint32_t i = bank_bound_count(bank, term); i < bank_node(bank, term)->count; i++)
      VEC_PUSH(&stack, bank_args(bank, term)[i]);
  }
  VEC_FREE(&stack);
  return count;
}

typedef struct {
  Bank *bank;
  const GenSettings *settings;
  Mutator mutator;
  StrBuf before, after;
  bool outside; /* the script names no logic, or is not within it itself */
  uint32_t mutants, again;
} Trial;

/* It is another script, can be read, and is within the logic. */
static void check_change(Trial *trial, const Script *base, const Script *mutant, const char *name)
{
  strbuf_clear(&trial->before);
  strbuf_clear(&trial->after);
  add_script_text(&trial->before, trial->bank, base);
  add_script_text(&trial->after, trial->bank, mutant);
  const char *text = strbuf_text(&trial->after);
  if (strcmp(strbuf_text(&trial->before), text) == 0) fail_msg("%s: no change", name);
  Script read = read_script(trial->bank, text);
  Logic inferred = logic_infer(trial->bank, &read);
  const Logic *logic = &trial->settings->logic;
  if (!trial->outside && !logic_includes(logic, &inferred)) {
    StrBuf excess;
    strbuf_init(&excess, 0);
    logic_excess(logic, &inferred, &excess);
    print_message("%s", text);
    fail_msg("%s brings %s:\n%s", name, strbuf_text(&excess), strbuf_text(&trial->before));
  }
  script_deinit(&read);
  trial->mutants++;
}

/* And it has the construct more often, or another instance of it. */
static void check_mutant(Trial *trial, const Script *base, const Script *mutant,
                         ConstructId construct)
{
  const Construct *info = &trial->mutator.constructs.items.items[construct];
  check_change(trial, base, mutant, info->name);
  uint32_t old = count_in(trial->bank, &trial->mutator.constructs, base, construct);
  uint32_t new = count_in(trial->bank, &trial->mutator.constructs, mutant, construct);
  if (new > old) return;
  trial->again++;
  if (new == 0 || new < old || info->kind == CONSTRUCT_ROUNDING)
    fail_msg("%s: %u, then %u:\n%s\n%s", info->name, old, new, strbuf_text(&trial->before),
             strbuf_text(&trial->after));
}

static void try_script(Trial *trial, const Script *script, uint64_t seed)
{
  Choice choice;
  Script mutant = {0};
  Error error;
  choice_init(&choice, random_stream(seed, 9, 0));
  mutator_start(&trial->mutator, script);
  for (ConstructId i = 0; i < trial->mutator.constructs.items.count; i++) {
    if (mutator_mutate(&trial->mutator, i, &choice, &mutant, &error)) fail_msg("%s", error.message);
    check_mutant(trial, script, &mutant, i);
  }
  script_deinit(&mutant);
  choice_deinit(&choice);
}

/* Other changes, where the script has something for them. */
static uint32_t try_others(Trial *trial, const Script *script, uint64_t seed)
{
  Choice choice;
  Script mutant = {0};
  Error error;
  uint32_t made = 0;
  choice_init(&choice, random_stream(seed, 11, 0));
  mutator_start(&trial->mutator, script);
  for (int i = 0; i < 20; i++) {
    Status status = i % 2 ? mutate_indices(&trial->mutator, &choice, &mutant, &error)
                          : mutate_sort(&trial->mutator, &choice, &mutant, &error);
    if (!status) check_change(trial, script, &mutant, i % 2 ? "indices" : "sort");
    made += !status;
  }
  script_deinit(&mutant);
  choice_deinit(&choice);
  return made;
}

/* The table of places that follows mutations is the one that a look at the whole script gives. */
static void check_places(Mutator *mutator)
{
  const Places *followed = &mutator->places;
  Places whole;
  places_init(&whole, &mutator->scene, &mutator->worlds[0].grammar);
  places_fill(&whole);
  assert_int_equal(followed->items.count, whole.items.count);
  for (size_t i = 0; i < whole.items.count; i++) {
    const Place *a = &followed->items.items[i], *b = &whole.items.items[i];
    assert_int_equal(a->term, b->term);
    assert_int_equal(a->goal, b->goal);
    assert_int_equal(a->parent, b->parent);
    assert_int_equal(a->argument, b->argument);
    assert_int_equal(a->end, b->end);
    assert_int_equal(a->level, b->level);
    assert_int_equal(a->assert, b->assert);
    assert_int_equal(a->construct, b->construct);
    assert_int_equal(a->position, b->position);
  }
  assert_int_equal(followed->ranges.count, whole.ranges.count);
  for (size_t i = 0; i < whole.ranges.count; i++) {
    assert_int_equal(followed->ranges.items[i].first, whole.ranges.items[i].first);
    assert_int_equal(followed->ranges.items[i].root, whole.ranges.items[i].root);
  }
  assert_int_equal(followed->groups.count, whole.groups.count);
  assert_int_equal(followed->members.count, whole.members.count);
  for (size_t i = 0; i < whole.members.count; i++)
    assert_int_equal(followed->members.items[i], whole.members.items[i]);
  places_deinit(&whole);
}

/* One mutation on top of the other. */
static void try_chain(Trial *trial, const Script *script, uint64_t seed)
{
  enum { LENGTH = 40 };
  Choice choice;
  Script scripts[2] = {0};
  Error error;
  choice_init(&choice, random_stream(seed, 10, 0));
  mutator_start(&trial->mutator, script);
  const Script *base = script;
  for (int i = 0; i < LENGTH; i++) {
    Script *mutant = &scripts[i % 2];
    ConstructId construct = choose(&choice, (uint32_t)trial->mutator.constructs.items.count);
    if (mutator_mutate(&trial->mutator, construct, &choice, mutant, &error))
      fail_msg("%s", error.message);
    check_mutant(trial, base, mutant, construct);
    mutator_continue(&trial->mutator, mutant);
    check_places(&trial->mutator);
    base = mutant;
  }
  script_deinit(&scripts[0]);
  script_deinit(&scripts[1]);
  choice_deinit(&choice);
}

static uint32_t try_logic(const char *name)
{
  enum { SCRIPTS = 3 };
  uint32_t others = 0;
  Logic logic;
  GenSettings settings;
  Generator generator;
  Error error;
  Trial trial = {.bank = theory_create_bank(), .settings = &settings};
  strbuf_init(&trial.before, 0);
  strbuf_init(&trial.after, 0);
  gen_settings_init(&settings);
  assert_true(logic_parse(name, strlen(name), &logic));
  gen_settings_logic(&settings, &logic);
  settings.asserts = 3;
  assert_int_equal(generator_init(&generator, trial.bank, &settings, &error), STATUS_OK);
  assert_int_equal(mutator_init(&trial.mutator, trial.bank, &settings, &error), STATUS_OK);
  for (uint64_t i = 0; i < SCRIPTS; i++) {
    Script script = {0};
    generator_script(&generator, i, &script);
    try_script(&trial, &script, i);
    try_chain(&trial, &script, i);
    others += try_others(&trial, &script, i);
    script_deinit(&script);
  }
  print_message("%s: %u mutants, %u of them with another instance of what was there\n", name,
                trial.mutants, trial.again);
  print_message("%u of other changes\n", others);
  assert_true(trial.again * 4 < trial.mutants);
  mutator_deinit(&trial.mutator);
  generator_deinit(&generator);
  gen_settings_deinit(&settings);
  strbuf_deinit(&trial.before);
  strbuf_deinit(&trial.after);
  bank_destroy(trial.bank);
  return others;
}

static void test_constructs(void **state)
{
  (void)state;
  uint32_t others = 0;
  static const char *const logics[] = {
      "QF_BV",     "QF_ABV",  "QF_UFBV", "QF_FP",  "QF_BVFP",  "QF_LIA",   "QF_LRA",
      "QF_NIA",    "QF_NRA",  "QF_IDL",  "QF_RDL", "QF_UFIDL", "QF_UFLIA", "QF_AX",
      "QF_AUFLIA", "LIA",     "UFLRA",   "QF_S",   "QF_SLIA",  "QF_DT",    "UFDT",
      "QF_UF",     "AUFLIRA", "BV",      "ALL",    "QF_ALIA",  "QF_SEQ",   "QF_FF",
  };
  for (size_t i = 0; i < sizeof logics / sizeof *logics; i++) others += try_logic(logics[i]);
  assert_true(others > 400);
}

/* --- files -------------------------------------------------------------------------------- */

/* Thirty mutants of a file. They are within the logic that it names if the file was. */
static void try_sample(Bank *bank, Script *script, const char *path)
{
  enum { MUTANTS = 30 };
  GenSettings settings;
  Error error;
  Choice choice;
  Script mutant = {0};
  Trial trial = {.bank = bank, .settings = &settings};
  strbuf_init(&trial.before, 0);
  strbuf_init(&trial.after, 0);
  gen_settings_init(&settings);
  Logic logic = mutate_logic_of_script(bank, script), inferred = logic_infer(bank, script);
  gen_settings_logic(&settings, &logic);
  trial.outside = !script->logic || !logic_includes(&settings.logic, &inferred);
  choice_init(&choice, random_stream(1, 0, 0));
  assert_int_equal(mutator_init(&trial.mutator, bank, &settings, &error), STATUS_OK);
  mutator_start(&trial.mutator, script);
  for (int i = 0; i < MUTANTS; i++) {
    ConstructId construct = choose(&choice, (uint32_t)trial.mutator.constructs.items.count);
    if (!mutator_mutate(&trial.mutator, construct, &choice, &mutant, &error))
      check_change(&trial, script, &mutant, path);
    if (!(i % 2 ? mutate_sort : mutate_indices)(&trial.mutator, &choice, &mutant, &error))
      check_change(&trial, script, &mutant, path);
  }
  mutator_deinit(&trial.mutator);
  choice_deinit(&choice);
  gen_settings_deinit(&settings);
  strbuf_deinit(&trial.before);
  strbuf_deinit(&trial.after);
  script_deinit(&mutant);
}

static void test_files(void **state)
{
  (void)state;
  for_each_sample(try_sample);
}

/* Scopes, names and resets of a script are respected. */
static void test_scopes(void **state)
{
  (void)state;
  expect_all("QF_LIA",
             "(set-logic QF_LIA)(declare-const a Int)(assert (< a a))(declare-const b Int)(push 1)"
             "(declare-const c Int)(assert (<= c c))(pop 1)(reset)(declare-const d Int)"
             "(assert (> d d))",
             "abs", "< <= abs",
             "(assert (< (abs a) a))\n(assert (<= c c))\n(assert (> d d))\n"
             "(assert (< (abs b) a))\n(assert (<= c c))\n(assert (> d d))\n"
             "(assert (< a (abs a)))\n(assert (<= c c))\n(assert (> d d))\n"
             "(assert (< a (abs b)))\n(assert (<= c c))\n(assert (> d d))\n"
             "(assert (< a a))\n(assert (<= (abs a) c))\n(assert (> d d))\n"
             "(assert (< a a))\n(assert (<= (abs b) c))\n(assert (> d d))\n"
             "(assert (< a a))\n(assert (<= c (abs a)))\n(assert (> d d))\n"
             "(assert (< a a))\n(assert (<= c (abs b)))\n(assert (> d d))\n");
  /* What has a name stays, with what is around it. */
  expect_all("QF_UF",
             "(set-logic QF_UF)(declare-const p Bool)(declare-const q Bool)"
             "(assert (and (! (not p) :named n) (or q q)))(get-unsat-core)",
             "not", "and or not", "(assert (and (! (not p) :named n) (not q)))\n");
}

/* A chain of a hundred thousand operators, a tree and a sort of 2^60 occurrences. */
static void test_large(void **state)
{
  (void)state;
  enum { DEPTH = 100000, DOUBLINGS = 60 };
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add_text(&text, "(set-logic ALL)(define-sort S0 () Int)");
  for (int i = 0; i < DOUBLINGS; i++)
    strbuf_printf(&text, "(define-sort S%d () (Array S%d S%d))", i + 1, i, i);
  strbuf_printf(&text, "(declare-const huge S%d)(assert (= huge huge))", DOUBLINGS);
  strbuf_add_text(&text, "(declare-const x (_ BitVec 8))(assert (= x ");
  for (int i = 0; i < DEPTH; i++) strbuf_add_text(&text, "(bvnot ");
  strbuf_add_text(&text, "x");
  for (int i = 0; i < DEPTH; i++) strbuf_add_text(&text, ")");
  strbuf_add_text(&text, "))(assert (= x ");
  for (int i = 0; i < DOUBLINGS; i++)
    strbuf_printf(&text, "(let ((y%d (bvadd %s%d %s%d))) ", i, i ? "y" : "x|", i - 1,
                  i ? "y" : "x|", i - 1);
  strbuf_printf(&text, "y%d", DOUBLINGS - 1);
  for (int i = 0; i < DOUBLINGS; i++) strbuf_add_text(&text, ")");
  strbuf_add_text(&text, "))(check-sat)");
  char *at = strstr(strbuf_text(&text), "(bvadd x|-1 x|-1)");
  assert_non_null(at);
  memcpy(at, "(bvadd x    x   )", strlen("(bvadd x    x   )"));

  GenSettings settings;
  Error error;
  Choice choice;
  Mutator mutator;
  Bank *bank = theory_create_bank();
  Script script = read_script(bank, strbuf_text(&text)), mutant = {0};
  Logic logic = mutate_logic_of_script(bank, &script);
  gen_settings_init(&settings);
  gen_settings_logic(&settings, &logic);
  choice_init(&choice, random_stream(1, 0, 0));
  assert_int_equal(mutator_init(&mutator, bank, &settings, &error), STATUS_OK);
  mutator_start(&mutator, &script);
  for (int i = 0; i < 20; i++) {
    ConstructId construct = choose(&choice, (uint32_t)mutator.constructs.items.count);
    assert_int_equal(mutator_mutate(&mutator, construct, &choice, &mutant, &error), STATUS_OK);
    mutator_continue(&mutator, &mutant);
    check_places(&mutator);
  }
  mutator_deinit(&mutator);
  choice_deinit(&choice);
  gen_settings_deinit(&settings);
  script_deinit(&script);
  script_deinit(&mutant);
  strbuf_deinit(&text);
  bank_destroy(bank);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_smaller_arity),
      cmocka_unit_test(test_larger_arity),
      cmocka_unit_test(test_constants_below_the_root),
      cmocka_unit_test(test_rounding_modes),
      cmocka_unit_test(test_classes),
      cmocka_unit_test(test_fresh),
      cmocka_unit_test(test_given_sizes),
      cmocka_unit_test(test_constructs),
      cmocka_unit_test(test_files),
      cmocka_unit_test(test_scopes),
      cmocka_unit_test(test_large),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
