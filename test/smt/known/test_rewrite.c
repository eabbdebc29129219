/* The tables behind scripts that are known to be unsatisfiable: every equivalence and every
 * contradiction is tried with values, and given to the solvers that are installed. */
#include "testing.h"

#include <stdio.h>
#include <string.h>

#include "smt/eval/machine.h"
#include "smt/gen/pattern.h"
#include "smt/known/contradictions.h"
#include "smt/known/plant_model.h"
#include "smt/known/rewrite_rules.h"
#include "smt/term/build.h"
#include "smt/term/traverse.h"
#include "smt/text/parser.h"
#include "smt/text/print.h"
#include "smt/text/theory.h"
#include "support/run_command.h"

/* Small sorts, so that random values meet corner cases and each other. */
static const char *const sort_texts[] = {
    "Bool",
    "Int",
    "Real",
    "(_ BitVec 1)",
    "(_ BitVec 3)",
    "(_ BitVec 8)",
    "(_ FloatingPoint 3 4)",
    "RoundingMode",
    "String",
    "RegLan",
    "(Array Int Int)",
    "(Seq Int)",
    "(Set Int)",
    "(_ FiniteField 7)",
};
enum { SORTS = sizeof sort_texts / sizeof *sort_texts, MODELS = 10, LETTERS_MAX = 5 };

typedef struct {
  Bank *bank;
  Script script; /* declares a constant for each sort and letter */
  Fun funs[SORTS][PATTERN_LETTERS];
  Model models[MODELS]; /* random values for all of them */
} Bench;

static int set_up(void **state)
{
  static Bench bench;
  Error error;
  StrBuf text;
  strbuf_init(&text, 0);
  bench.bank = theory_create_bank();
  for (int k = 0; k < SORTS; k++)
    for (int i = 0; i < PATTERN_LETTERS; i++)
      strbuf_printf(&text, "(declare-const %c_%d %s)\n", 'a' + i, k, sort_texts[k]);
  bool read =
      script_read(bench.bank, strbuf_text(&text), text.length, &bench.script, &error) == STATUS_OK;
  strbuf_deinit(&text);
  if (!read) return 1;
  for (int k = 0; k < SORTS; k++)
    for (int i = 0; i < PATTERN_LETTERS; i++)
      bench.funs[k][i] = bench.script.commands.items[k * PATTERN_LETTERS + i].a;
  Random random = random_stream(11, 0, 0);
  for (int i = 0; i < MODELS; i++)
    if (!plant_define(&bench.models[i], bench.bank, &random, &bench.funs[0][0],
                      SORTS * PATTERN_LETTERS))
      return 1;
  *state = &bench;
  return 0;
}

static int tear_down(void **state)
{
  Bench *bench = *state;
  for (int i = 0; i < MODELS; i++) model_deinit(&bench->models[i]);
  script_deinit(&bench->script);
  bank_destroy(bench->bank);
  return 0;
}

/* --- instances ---------------------------------------------------------------------------- */

/* Some terms that belong together: assertions, or the two sides of an equivalence. */
typedef struct {
  Term terms[3];
  uint32_t count;
} Instance;

typedef bool (*UseInstance)(Bench *bench, const Instance *instance, void *context);

typedef struct {
  const char *patterns[3];
  uint32_t count;
  SortClass class; /* of x; SORT_OTHER: any */
  bool same_sort;  /* the terms have to be of one sort */
} Family;

static bool letter_fits(const Bench *bench, const Family *family, uint32_t letter, int sort)
{
  SortClass class =
      sorts_class(&bench->bank->sorts, funs_result(&bench->bank->funs, bench->funs[sort][0]));
  if (!family->same_sort) return true;
  if ((letter == 'p' - 'a' || letter == 'q' - 'a') && class != SORT_BOOL) return false;
  return letter != 'x' - 'a' || family->class == SORT_OTHER || class == family->class;
}

/* Languages are compared by a word. */
static void ask_for_membership(const Bench *bench, Instance *instance)
{
  Bank *bank = bench->bank;
  for (int k = 0; k < SORTS; k++) {
    Fun word = bench->funs[k]['s' - 'a'];
    if (funs_result(&bank->funs, word) != bank->string_sort) continue;
    for (uint32_t i = 0; i < instance->count; i++) {
      Term args[2] = {bank_term(bank, funs_info(&bank->funs, word)->op, bank->string_sort, NULL, 0),
                      instance->terms[i]};
      instance->terms[i] = build(bank, "str.in_re", 0, args, 2);
    }
  }
}

static bool build_instance(Bench *bench, const Family *family, const Bindings *bindings,
                           Instance *instance)
{
  Bank *bank = bench->bank;
  instance->count = family->count;
  for (uint32_t i = 0; i < family->count; i++) {
    instance->terms[i] = pattern_build(bank, family->patterns[i], bindings, NULL, NULL);
    if (!instance->terms[i]) return false;
    Sort expected = family->same_sort ? bank_sort(bank, instance->terms[0]) : bank->bool_sort;
    if (bank_sort(bank, instance->terms[i]) != expected) return false;
  }
  if (sorts_class(&bank->sorts, bank_sort(bank, instance->terms[0])) == SORT_REGLAN)
    ask_for_membership(bench, instance);
  return true;
}

/* Tries all sorts for all letters; how many instances there were. */
static int all_instances(Bench *bench, const Family *family, UseInstance use, void *context)
{
  uint32_t letters = 0, list[LETTERS_MAX], count = 0;
  int sorts[LETTERS_MAX] = {0}, found = 0;
  for (uint32_t i = 0; i < family->count; i++) letters |= pattern_letters(family->patterns[i]);
  for (uint32_t i = 0; i < PATTERN_LETTERS; i++)
    if (letters >> i & 1) list[count++] = i;
  assert_true(count <= LETTERS_MAX);
  for (uint32_t at = 0; at < count;) {
    Bindings bindings = {0};
    Instance instance;
    bool fits = true;
    for (uint32_t i = 0; i < count; i++) {
      Fun fun = bench->funs[sorts[i]][list[i]];
      fits &= letter_fits(bench, family, list[i], sorts[i]);
      bindings.of[list[i]] = bank_term(bench->bank, funs_info(&bench->bank->funs, fun)->op,
                                       funs_result(&bench->bank->funs, fun), NULL, 0);
    }
    if (fits && build_instance(bench, family, &bindings, &instance)) {
      found++;
      if (!use(bench, &instance, context)) return found;
    }
    for (at = 0; at < count && ++sorts[at] == SORTS; at++) sorts[at] = 0;
  }
  return found;
}

static Family family_of_rule(const RewriteRule *rule)
{
  return (Family){{rule->from, rule->to}, 2, rule->class, true};
}

static Family family_of_contradiction(const Contradiction *contradiction)
{
  Family family = {.class = SORT_OTHER};
  while (family.count < CONTRADICTION_ASSERTIONS && contradiction->assertions[family.count]) {
    family.patterns[family.count] = contradiction->assertions[family.count];
    family.count++;
  }
  return family;
}

/* --- values ------------------------------------------------------------------------------- */

/* The terms under some of the models; calls `check` with their values. */
static void evaluate(Bench *bench, const Instance *instance, int models,
                     void (*check)(const Program *program, void *context), void *context)
{
  for (int i = 0; i < models; i++) {
    Machine *machine = machine_create(bench->bank, &bench->models[i], NULL, false);
    Program *program = program_create(machine, instance->terms, instance->count);
    program_run(program);
    check(program, context);
    program_destroy(program);
    machine_destroy(machine);
  }
}

static void count_equal(const Program *program, void *context)
{
  int *counts = context;
  Truth truth = TRUTH_UNKNOWN;
  Value one = program_value(program, 0), other = program_value(program, 1);
  if (!value_is_unknown(one) && !value_is_unknown(other)) truth = value_equal(one, other);
  counts[truth]++;
}

typedef struct {
  int counts[3]; /* by Truth */
} Comparison;

static bool check_equivalence(Bench *bench, const Instance *instance, void *context)
{
  Comparison *comparison = context;
  evaluate(bench, instance, MODELS * 3 / 5, count_equal, comparison->counts);
  return comparison->counts[TRUTH_FALSE] == 0;
}

static void test_equivalences_by_values(void **state)
{
  for (size_t i = 0; i < rewriter_rule_count; i++) {
    const RewriteRule *rule = &rewriter_rules[i];
    Family family = family_of_rule(rule);
    Comparison comparison = {{0}};
    all_instances(*state, &family, check_equivalence, &comparison);
    if (comparison.counts[TRUTH_FALSE]) fail_msg("%s is not %s", rule->from, rule->to);
    if (!comparison.counts[TRUTH_TRUE]) fail_msg("%s was never compared", rule->from);
    assert_true(strlen(rule->proof) > 0);
  }
}

typedef struct {
  uint32_t count; /* of assertions */
  int all_true, determined;
} Tally;

static void count_all_true(const Program *program, void *context)
{
  Tally *seen = context;
  uint32_t true_count = 0, unknown = 0;
  for (uint32_t i = 0; i < seen->count; i++) {
    true_count += value_is_true(program_value(program, i));
    unknown += value_is_unknown(program_value(program, i));
  }
  seen->all_true += true_count == seen->count;
  seen->determined += unknown == 0;
}

static bool check_contradiction(Bench *bench, const Instance *instance, void *context)
{
  const Contradiction *contradiction = context;
  Tally seen = {.count = instance->count};
  evaluate(bench, instance, MODELS, count_all_true, &seen);
  if (seen.all_true) fail_msg("%s ... can be true", contradiction->assertions[0]);
  if (!seen.determined) fail_msg("%s ... was never determined", contradiction->assertions[0]);
  return true;
}

static void test_contradictions_by_values(void **state)
{
  for (size_t i = 0; i < contradiction_count; i++) {
    Family family = family_of_contradiction(&contradiction_list[i]);
    Contradiction contradiction = contradiction_list[i];
    if (!all_instances(*state, &family, check_contradiction, &contradiction))
      fail_msg("%s fits no sort", contradiction.assertions[0]);
  }
}

/* --- solvers ------------------------------------------------------------------------------ */

typedef struct {
  StrBuf text;
  Printer *printer;
  const char *title; /* of what comes next */
  bool equivalence;
  bool for_z3; /* without what z3 does not have */
  int left;    /* instances that are still wanted of this family */
} Query;

/* Has the solver terms of this sort that are constants of a script? */
static bool has_sort(const Bench *bench, const Query *query, Sort sort)
{
  SortClass class = sorts_class(&bench->bank->sorts, sort);
  return class != SORT_REGLAN && class != SORT_FIELD && !(query->for_z3 && class == SORT_SET);
}

static void begin_query(Query *query, const Bench *bench, bool for_z3)
{
  static const PrintOptions options = {.share = SHARE_LET};
  *query = (Query){.for_z3 = for_z3};
  strbuf_init(&query->text, 0);
  query->printer = printer_create(bench->bank, &options);
  strbuf_add_text(&query->text, "(set-logic ALL)\n");
  for (size_t i = 0; i < bench->script.commands.count; i++) {
    const Command *command = &bench->script.commands.items[i];
    if (has_sort(bench, query, funs_result(&bench->bank->funs, command->a)))
      printer_command(query->printer, &query->text, &bench->script, command);
  }
}

static bool is_supported(const Bench *bench, const Query *query, const Instance *instance)
{
  bool good = true;
  Walk walk = {0};
  walk_start(&walk, bench->bank);
  for (uint32_t i = 0; i < instance->count; i++) walk_add_root(&walk, instance->terms[i]);
  for (Term term; (term = walk_next(&walk));) {
    Fun fun = bank_fun(bench->bank, term);
    bool constant = fun && funs_info(&bench->bank->funs, fun)->origin == FUN_DECLARED;
    good &= !constant || has_sort(bench, query, bank_sort(bench->bank, term));
  }
  walk_deinit(&walk);
  return good;
}

static bool ask(Bench *bench, const Instance *instance, void *context)
{
  Query *query = context;
  StrBuf *text = &query->text;
  if (!is_supported(bench, query, instance)) return true;
  strbuf_printf(text, "(echo \"%s\")\n(push 1)\n(assert (", query->title);
  strbuf_add_text(text, query->equivalence ? "distinct" : "and true");
  for (uint32_t i = 0; i < instance->count; i++) {
    strbuf_add_char(text, ' ');
    printer_term(query->printer, text, instance->terms[i]);
  }
  strbuf_add_text(text, "))\n(check-sat)\n(pop 1)\n");
  return --query->left > 0;
}

static void ask_all(Bench *bench, const char *const *argv, bool for_z3)
{
  char title[64];
  Query query;
  begin_query(&query, bench, for_z3);
  query.title = title;
  for (size_t i = 0; i < rewriter_rule_count + contradiction_count; i++) {
    query.equivalence = i < rewriter_rule_count;
    Family family = query.equivalence
                        ? family_of_rule(&rewriter_rules[i])
                        : family_of_contradiction(&contradiction_list[i - rewriter_rule_count]);
    snprintf(title, sizeof title, "%s %zu", query.equivalence ? "rule" : "contradiction",
             query.equivalence ? i : i - rewriter_rule_count);
    query.left = 2;
    all_instances(bench, &family, ask, &query);
  }
  CommandResult result = run_command_with(argv, (CommandSettings){.input = query.text.bytes,
                                                                  .input_length = query.text.length,
                                                                  .timeout_ms = 120000});
  bool missing = result.exit_code == 127;
  if (!missing) {
    if (strstr(result.out, "(error")) fail_msg("%s", strstr(result.out, "(error"));
    const char *wrong = strstr(result.out, "\nsat");
    if (wrong) fail_msg("%s refutes what is before '%.60s'", argv[0], wrong - 20);
    int refuted = 0;
    for (const char *at = result.out; (at = strstr(at, "\nunsat")); at++) refuted++;
    assert_true(refuted > 100);
  }
  command_result_free(&result);
  printer_destroy(query.printer);
  strbuf_deinit(&query.text);
  if (missing) skip();
}

static void test_z3(void **state)
{
  ask_all(*state, (const char *const[]){"z3", "-in", "-t:100", NULL}, true);
}

static void test_cvc5(void **state)
{
  ask_all(*state,
          (const char *const[]){"cvc5", "-q", "--lang=smt2", "--incremental", "--strings-exp",
                                "--fp-exp", "--tlimit-per=100", "-", NULL},
          false);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_equivalences_by_values),
      cmocka_unit_test(test_contradictions_by_values),
      cmocka_unit_test(test_z3),
      cmocka_unit_test(test_cvc5),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
