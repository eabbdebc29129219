/* Do the evaluator and the solvers agree?
 *
 * For each operator of the theories that is evaluated, random ground applications are computed, and
 * z3 and cvc5 are asked to refute that each has its value.
 *
 *   agreement [--count N] [--seed N] [--operator NAME] [--tap]
 *
 * Prints a line for each operator, the totals of the theories, and every refutation in full. The exit
 * code is 1 if a refutation is not a known mistake of a solver (doc/solver-bugs.md). */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "agreement_known.h"
#include "agreement_solver.h"
#include "base/strbuf.h"
#include "eval/machine.h"
#include "eval/value_term.h"
#include "gen/draw_rank.h"
#include "gen/draw_value.h"
#include "smtlib/print.h"
#include "smtlib/theory.h"
#include "term/build.h"
#include "term/traverse.h"

typedef struct {
  uint32_t terms, undetermined;
  uint32_t verdicts[SOLVER_COUNT][VERDICT_COUNT];
  uint32_t known; /* refutations that are known mistakes */
} Counts;

typedef struct {
  Fun fun;
  bool drawn; /* an instance was found */
  Counts counts;
} Operator;

typedef struct {
  Term term, value;
} Equation;

typedef struct {
  uint32_t count;
  uint64_t seed;
  const char *only; /* name of an operator, or NULL */
  bool tap;
} Settings;

typedef struct {
  Settings settings;
  Bank *bank;
  Machine *machine;
  Printer *printer;
  VEC(Operator) operators;
  VEC(Query) queries;
  VEC(Equation) equations; /* one for each query */
} Agreement;

/* Terms */

/* An application of the theory of `like` to values, with this sort; 0 if none was met. */
static Term draw_nested(Bank *bank, Random *random, const Operator *operators, size_t count,
                        uint16_t theory, Sort sort)
{
  enum { TRIALS = 12 };
  for (int trial = 0; trial < TRIALS; trial++) {
    Fun fun = operators[random_below(random, count)].fun;
    DrawnRank rank;
    Term args[DRAW_ARGS];
    if (funs_info(&bank->funs, fun)->theory != theory || !draw_rank(bank, random, fun, &rank))
      continue;
    if (rank.result != sort) continue;
    bool whole = true;
    for (uint32_t i = 0; i < rank.arg_count && whole; i++)
      whole = (args[i] = draw_value(bank, random, rank.args[i])) != 0;
    if (whole) return draw_apply(bank, &rank, args);
  }
  return 0;
}

/* An application whose value can be written: regular expressions are tested with a string. */
static Term draw_term(Agreement *agreement, Random *random, Fun fun)
{
  Bank *bank = agreement->bank;
  DrawnRank rank;
  Term args[DRAW_ARGS];
  uint16_t theory = funs_info(&bank->funs, fun)->theory;
  if (!draw_rank(bank, random, fun, &rank)) return 0;
  for (uint32_t i = 0; i < rank.arg_count; i++) {
    args[i] = random_chance(random, 1, 10)
                  ? draw_nested(bank, random, agreement->operators.items,
                                agreement->operators.count, theory, rank.args[i])
                  : 0;
    if (!args[i]) args[i] = draw_value(bank, random, rank.args[i]);
    if (!args[i]) return 0;
  }
  Term term = draw_apply(bank, &rank, args);
  if (sorts_class(&bank->sorts, rank.result) != SORT_REGLAN) return term;
  Term membership[2] = {draw_value(bank, random, bank->string_sort), term};
  return build(bank, "str.in_re", 0, membership, 2);
}

static int compare_terms(const void *a, const void *b)
{
  Term x = *(const Term *)a, y = *(const Term *)b;
  return (x > y) - (x < y);
}

static void draw_terms(Agreement *agreement, uint32_t number, U32Vec *terms)
{
  Operator *operator= & agreement->operators.items[number];
  terms->count = 0;
  for (uint32_t i = 0; i < agreement->settings.count; i++) {
    Random random = random_stream(agreement->settings.seed, number, i);
    Term term = draw_term(agreement, &random, operator->fun);
    if (term) VEC_PUSH(terms, term);
  }
  operator->drawn = terms->count> 0;
  if (terms->count) qsort(terms->items, terms->count, sizeof *terms->items, compare_terms);
  size_t kept = 0;
  for (size_t i = 0; i < terms->count; i++)
    if (i == 0 || terms->items[i] != terms->items[i - 1]) terms->items[kept++] = terms->items[i];
  terms->count = kept;
}

static bool has_function(const Bank *bank, Term term)
{
  for (uint32_t i = 0; i < bank_node(bank, term)->count; i++)
    if (sorts_class(&bank->sorts, bank_sort(bank, bank_args(bank, term)[i])) == SORT_FUNCTION)
      return true;
  return false;
}

/* The functions, and whether they have more than two arguments, and the sorts in a term. */

static uint32_t feature_limit(const Bank *bank)
{
  size_t funs = bank->funs.items.count, sorts = bank->sorts.nodes.count;
  return 3 * (uint32_t)(funs > sorts ? funs : sorts);
}

static void find_features(const Bank *bank, Term term, Query *query)
{
  U32Vec features = {0};
  Walk walk = {0};
  walk_start(&walk, bank);
  walk_add_root(&walk, term);
  for (Term part; (part = walk_next(&walk));) {
    Fun fun = bank_fun(bank, part);
    if (fun) VEC_PUSH(&features, 3 * fun + (bank_node(bank, part)->count > 2));
    VEC_PUSH(&features, 3 * bank_sort(bank, part) + 2);
  }
  walk_deinit(&walk);
  query->features = features.items;
  query->feature_count = (uint32_t)features.count;
}

/* Powers can have millions of digits, which no solver needs to read. */
static bool is_handy(Value value)
{
  enum { LIMBS = 64 };
  if (!value.boxed) return true;
  if (value.kind == VALUE_INT) return value.big->size < LIMBS && value.big->size > -LIMBS;
  if (value.kind != VALUE_REAL) return true;
  RatioView view;
  mpq_srcptr number = value_view_real(value, &view);
  return mpz_size(mpq_numref(number)) < LIMBS && mpz_size(mpq_denref(number)) < LIMBS;
}

/* Evaluates the terms and adds an equation for each that has a value. */
static void evaluate(Agreement *agreement, uint32_t number, const U32Vec *terms)
{
  Bank *bank = agreement->bank;
  Operator *operator= & agreement->operators.items[number];
  operator->counts.terms =(uint32_t) terms->count;
  Program *program = program_create(agreement->machine, terms->items, (uint32_t)terms->count);
  program_run(program);
  StrBuf text;
  strbuf_init(&text, 0);
  for (uint32_t i = 0; i < terms->count; i++) {
    Term term = terms->items[i];
    Value computed = program_value(program, i);
    Term value = is_handy(computed) ? value_to_term(bank, bank_sort(bank, term), computed) : 0;
    if (!value) {
      operator->counts.undetermined++;
      continue;
    }
    strbuf_clear(&text);
    printer_term(agreement->printer, &text, build(bank, "=", 0, (Term[]){term, value}, 2));
    VEC_PUSH(&agreement->equations, ((Equation){term, value}));
    Query query = {.text = mem_copy_string(strbuf_text(&text), text.length),
                   .operator= number,
                   .functions = has_function(bank, term)};
    find_features(bank, build(bank, "=", 0, (Term[]){term, value}, 2), &query);
    VEC_PUSH(&agreement->queries, query);
  }
  strbuf_deinit(&text);
  program_destroy(program);
}

static void find_operators(Agreement *agreement)
{
  Bank *bank = agreement->bank;
  for (Fun fun = 1; fun < bank->funs.items.count; fun++) {
    const KernelEntry *entry = operator_entry(bank, fun);
    if (entry && entry->kernel) VEC_PUSH(&agreement->operators, ((Operator){.fun = fun}));
  }
}

static bool is_wanted(const Agreement *agreement, const Operator *operator)
{
  Symbol name = funs_info(&agreement->bank->funs, operator->fun)->name;
  return !agreement->settings.only ||
         symbols_equal(&agreement->bank->symbols, name, agreement->settings.only);
}

static void make_queries(Agreement *agreement)
{
  U32Vec terms = {0};
  for (uint32_t i = 0; i < agreement->operators.count; i++) {
    if (!is_wanted(agreement, &agreement->operators.items[i])) continue;
    draw_terms(agreement, i, &terms);
    evaluate(agreement, i, &terms);
  }
  VEC_FREE(&terms);
}

/* Solvers: one thread each */

typedef struct {
  Agreement *agreement;
  SolverName solver;
} Job;

static void *ask(void *argument)
{
  const Job *job = argument;
  Agreement *agreement = job->agreement;
  Questions questions = {agreement->queries.items, agreement->queries.count,
                         (uint32_t)agreement->operators.count, feature_limit(agreement->bank)};
  solver_ask(job->solver, &questions);
  return NULL;
}

static void ask_solvers(Agreement *agreement, const bool installed[SOLVER_COUNT])
{
  pthread_t threads[SOLVER_COUNT];
  Job jobs[SOLVER_COUNT];
  for (int i = 0; i < SOLVER_COUNT; i++) {
    jobs[i] = (Job){agreement, (SolverName)i};
    if (installed[i] && pthread_create(&threads[i], NULL, ask, &jobs[i]) != 0) abort();
  }
  for (int i = 0; i < SOLVER_COUNT; i++)
    if (installed[i]) pthread_join(threads[i], NULL);
}

/* Results */

static void print_term(Agreement *agreement, const char *label, Term term)
{
  StrBuf text;
  strbuf_init(&text, 0);
  printer_term(agreement->printer, &text, term);
  printf("  %s %s\n", label, strbuf_text(&text));
  strbuf_deinit(&text);
}

static void count_verdicts(Agreement *agreement)
{
  Bank *bank = agreement->bank;
  for (size_t i = 0; i < agreement->queries.count; i++) {
    const Query *query = &agreement->queries.items[i];
    const Equation *equation = &agreement->equations.items[i];
    Counts *counts = &agreement->operators.items[query->operator].counts;
    for (int solver = 0; solver < SOLVER_COUNT; solver++) {
      VerdictOf verdict = (VerdictOf)query->verdict[solver];
      counts->verdicts[solver][verdict]++;
      if (verdict != VERDICT_REFUTED && verdict != VERDICT_CRASHED) continue;
      const char *known = known_bug(bank, (SolverName)solver, equation->term);
      if (verdict == VERDICT_REFUTED) counts->known += known != NULL;
      printf("%s by %s%s%s\n", verdict == VERDICT_REFUTED ? "refuted" : "crash",
             solver_name((SolverName)solver), known ? ", known: " : "", known ? known : "");
      print_term(agreement, "term ", equation->term);
      print_term(agreement, "value", equation->value);
    }
  }
}

static void add_counts(Counts *sum, const Counts *counts)
{
  sum->terms += counts->terms;
  sum->undetermined += counts->undetermined;
  sum->known += counts->known;
  for (int i = 0; i < SOLVER_COUNT; i++)
    for (int k = 0; k < VERDICT_COUNT; k++) sum->verdicts[i][k] += counts->verdicts[i][k];
}

static uint32_t of_all(const Counts *counts, VerdictOf verdict)
{
  return counts->verdicts[SOLVER_Z3][verdict] + counts->verdicts[SOLVER_CVC5][verdict];
}

static void print_head(void)
{
  printf("%-34s %8s %8s %8s %8s %8s %8s %8s %8s\n", "", "terms", "undeterm", "z3 ok", "cvc5 ok",
         "open", "refused", "refuted", "known");
}

static void print_counts(const char *name, const Counts *counts)
{
  printf("%-34s %8u %8u %8u %8u %8u %8u %8u %8u\n", name, counts->terms, counts->undetermined,
         counts->verdicts[SOLVER_Z3][VERDICT_AGREED], counts->verdicts[SOLVER_CVC5][VERDICT_AGREED],
         of_all(counts, VERDICT_OPEN),
         of_all(counts, VERDICT_REFUSED) + of_all(counts, VERDICT_CRASHED),
         of_all(counts, VERDICT_REFUTED), counts->known);
}

static void print_operators(const Agreement *agreement)
{
  const Bank *bank = agreement->bank;
  print_head();
  for (size_t i = 0; i < agreement->operators.count; i++) {
    const Operator *operator= & agreement->operators.items[i];
    if (!is_wanted(agreement, operator)) continue;
    Symbol name = funs_info(&bank->funs, operator->fun)->name;
    char label[80];
    snprintf(label, sizeof label, "%.*s %s%s", (int)symbols_length(&bank->symbols, name),
             symbols_text(&bank->symbols, name),
             operator_entry(bank, operator->fun)->args, operator->drawn ? "" : " (not drawn)");
    print_counts(label, &operator->counts);
  }
}

static Counts print_theories(const Agreement *agreement)
{
  const Bank *bank = agreement->bank;
  Counts all = {0};
  print_head();
  for (uint16_t theory = 1; theory < bank->theories.count; theory++) {
    Counts sum = {0};
    for (size_t i = 0; i < agreement->operators.count; i++)
      if (funs_info(&bank->funs, agreement->operators.items[i].fun)->theory == theory)
        add_counts(&sum, &agreement->operators.items[i].counts);
    if (sum.terms == 0) continue;
    char label[80];
    Symbol name = bank->theories.items[theory].name;
    snprintf(label, sizeof label, "%.*s", (int)symbols_length(&bank->symbols, name),
             symbols_text(&bank->symbols, name));
    print_counts(label, &sum);
    add_counts(&all, &sum);
  }
  print_counts("all", &all);
  return all;
}

static uint32_t count_not_drawn(const Agreement *agreement)
{
  uint32_t count = 0;
  for (size_t i = 0; i < agreement->operators.count; i++)
    count += is_wanted(agreement, &agreement->operators.items[i]) &&
             !agreement->operators.items[i].drawn;
  return count;
}

static int report(Agreement *agreement)
{
  count_verdicts(agreement);
  print_operators(agreement);
  printf("\n");
  Counts all = print_theories(agreement);
  bool drawn = count_not_drawn(agreement) == 0;
  bool agreed = of_all(&all, VERDICT_REFUTED) == all.known;
  if (agreement->settings.tap)
    printf("1..2\n%s 1 - every operator can be drawn\n%s 2 - no solver refutes a value\n",
           drawn ? "ok" : "not ok", agreed ? "ok" : "not ok");
  return !(drawn && agreed);
}

static bool read_settings(int count, char **words, Settings *settings)
{
  *settings = (Settings){.count = 100, .seed = 1};
  for (int i = 1; i < count; i++) {
    const char *value = i + 1 < count ? words[i + 1] : NULL;
    if (strcmp(words[i], "--tap") == 0) {
      settings->tap = true;
      continue;
    }
    if (!value) return false;
    if (strcmp(words[i], "--count") == 0)
      settings->count = (uint32_t)strtoul(value, NULL, 10);
    else if (strcmp(words[i], "--seed") == 0)
      settings->seed = strtoull(value, NULL, 10);
    else if (strcmp(words[i], "--operator") == 0)
      settings->only = value;
    else
      return false;
    i++;
  }
  return true;
}

int main(int count, char **words)
{
  Agreement agreement = {0};
  if (!read_settings(count, words, &agreement.settings)) {
    fprintf(stderr, "usage: agreement [--count N] [--seed N] [--operator NAME] [--tap]\n");
    return 2;
  }
  bool installed[SOLVER_COUNT];
  for (int i = 0; i < SOLVER_COUNT; i++) {
    char *version = solver_version((SolverName)i);
    installed[i] = version != NULL;
    printf("%s: %s\n", solver_name((SolverName)i), version ? version : "not installed");
    free(version);
  }
  agreement.bank = theory_create_bank();
  agreement.machine =
      machine_create(agreement.bank, NULL, &(EvalLimits){.bytes = (size_t)1 << 24}, false);
  agreement.printer = printer_create(agreement.bank, &(PrintOptions){.share = SHARE_TREE});
  find_operators(&agreement);
  make_queries(&agreement);
  ask_solvers(&agreement, installed);
  int code = report(&agreement);
  for (size_t i = 0; i < agreement.queries.count; i++) {
    free(agreement.queries.items[i].text);
    free(agreement.queries.items[i].features);
  }
  VEC_FREE(&agreement.queries);
  VEC_FREE(&agreement.equations);
  VEC_FREE(&agreement.operators);
  printer_destroy(agreement.printer);
  machine_destroy(agreement.machine);
  bank_destroy(agreement.bank);
  return code;
}
