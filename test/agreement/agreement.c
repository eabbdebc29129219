/* Do the evaluator and the solvers agree?
 *
 * For each operator of the theories that is evaluated, random ground applications are computed, and
 * z3 and cvc5 are asked to refute that each has its value.
 *
 *   agreement [--count N] [--seed N] [--every N] [--operator NAME] [--all] [--tap]
 *
 * Terms are drawn until a solver has been asked about N different ones that it supports, or no more are
 * met. Prints tables of the operators and the theories (agreement_report.h), and every refutation that is
 * no known mistake of a solver (doc/solver-bugs.md) in full; with --all also known ones and
 * what a solver left open. The exit code is 1 if there is a refutation that is not known. */
#include <flint/flint.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "agreement/known.h"
#include "agreement/report.h"
#include "agreement/support.h"
#include "agreement/terms.h"
#include "base/strbuf.h"
#include "smt/text/theory.h"

enum {
  BATCH = 500,    /* draws before the solver is asked */
  DRAWS_EACH = 8, /* at most so many draws for each term that is wanted */
  NEST_AFTER = 2, /* after so many for each, simple terms are rare: take deeper ones */
  PROGRESS_S = 5
};

typedef struct {
  uint32_t count;
  uint64_t seed;
  uint32_t every;   /* only each so many-th operator */
  const char *only; /* name of an operator, or NULL */
  bool tap;
  bool all; /* show what stays open and known mistakes, too */
} Settings;

/* One solver and what it was asked. */
typedef struct {
  const Settings *settings;
  const bool *installed;
  SolverName solver;
  const Bank *bank; /* only to be read */
  const U32Vec *operators;
  Counts *counts;  /* by operator */
  StrBuf findings; /* in full, for the end */
  KnownTally known[KNOWN_MAX];
} Side;

static bool is_wanted(const Side *side, uint32_t number)
{
  Symbol name = funs_info(&side->bank->funs, side->operators->items[number])->name;
  if (number % side->settings->every) return false;
  return !side->settings->only || symbols_equal(&side->bank->symbols, name, side->settings->only);
}

static void add_finding(Side *side, Source *source, const Dissent *dissent, const char *known)
{
  static const char *const words[VERDICT_COUNT] = {[VERDICT_REFUTED] = "refuted",
                                                   [VERDICT_FREE] = "any value will do",
                                                   [VERDICT_OPEN] = "open",
                                                   [VERDICT_CRASHED] = "crash"};
  StrBuf *out = &side->findings;
  strbuf_printf(out, "%s: %s%s%s\n  term  ", solver_name(side->solver), words[dissent->verdict],
                known ? ", known: " : "", known ? known : "");
  printer_term(source->printer, out, dissent->term);
  strbuf_add_text(out, "\n  value ");
  printer_term(source->printer, out, dissent->value);
  strbuf_add_text(out, "\n");
}

static bool is_refuted(VerdictOf verdict)
{
  return verdict == VERDICT_REFUTED || verdict == VERDICT_FREE;
}

/* `by_other` is what the other solver says if the first does not agree: if it refutes the equation as well,
 * that is no mistake of the first. */
static void count_verdict(Side *side, Counts *counts, Source *source, const Equation *equation,
                          VerdictOf verdict, VerdictOf by_other)
{
  Dissent dissent = {side->solver, verdict, equation->term, equation->value};
  counts->verdicts[verdict]++;
  if (verdict == VERDICT_OPEN && side->settings->all) add_finding(side, source, &dissent, NULL);
  if (!is_refuted(verdict) && verdict != VERDICT_CRASHED) return;
  const char *known = by_other == VERDICT_REFUTED ? NULL : known_bug(source->bank, &dissent);
  if (known) tally_known(side->known, known);
  if (known && is_refuted(verdict)) counts->known++;
  if (!known || side->settings->all) add_finding(side, source, &dissent, known);
}

/* The more terms are wanted the more time may be lost on those that stay open. */
static Record new_record(const Side *side, uint32_t number)
{
  enum { TERMS = 2, EACH_MS = 5 }; /* so much for two terms */
  uint32_t wanted = side->settings->count;
  Symbol name = funs_info(&side->bank->funs, side->operators->items[number])->name;
  return (Record){.operator= symbols_text(&side->bank->symbols, name),
                  .operator_length = symbols_length(&side->bank->symbols, name),
                  .patience_ms = wanted / TERMS * EACH_MS};
}

typedef VEC(Query) Queries;

static void add_query(Queries *queries, U32Vec *numbers, const Equations *equations, uint32_t i)
{
  const Equation *equation = &equations->items[i];
  VEC_PUSH(queries, ((Query){equation->text, equation->functions, VERDICT_NONE}));
  VEC_PUSH(numbers, i);
}

/* What the other solver says of equations that the first refutes; by equation. */
static void ask_other(const Side *side, uint32_t number, const Equations *equations,
                      const uint8_t *verdicts, uint8_t *by_other)
{
  SolverName other = side->solver == SOLVER_Z3 ? SOLVER_CVC5 : SOLVER_Z3;
  Queries queries = {0};
  U32Vec numbers = {0};
  Record record = new_record(side, number);
  if (!side->installed[other]) return;
  for (uint32_t i = 0; i < equations->count; i++)
    if (is_refuted((VerdictOf)verdicts[i])) add_query(&queries, &numbers, equations, i);
  solver_ask(other, queries.items, queries.count, &record);
  for (size_t i = 0; i < queries.count; i++)
    by_other[numbers.items[i]] = (uint8_t)queries.items[i].verdict;
  VEC_FREE(&queries);
  VEC_FREE(&numbers);
}

/* The verdicts on all equations. */
static void ask_first(const Side *side, const Bank *bank, const Equations *equations,
                      Record *record, uint8_t *verdicts)
{
  Queries queries = {0};
  U32Vec numbers = {0};
  for (uint32_t i = 0; i < equations->count; i++) {
    verdicts[i] = VERDICT_REFUSED;
    if (is_supported(bank, side->solver, equations->items[i].equation))
      add_query(&queries, &numbers, equations, i);
  }
  /* whether the operator is refused whatever the arguments are is for the solver to say */
  if (queries.count == 0 && record->decided == 0)
    for (uint32_t i = 0; i < equations->count && i < REFUSALS_ENOUGH; i++)
      add_query(&queries, &numbers, equations, i);
  solver_ask(side->solver, queries.items, queries.count, record);
  for (size_t i = 0; i < queries.count; i++)
    verdicts[numbers.items[i]] = (uint8_t)queries.items[i].verdict;
  VEC_FREE(&queries);
  VEC_FREE(&numbers);
}

static void ask(Side *side, uint32_t number, Source *source, const Equations *equations,
                Record *record)
{
  if (equations->count == 0) return;
  uint8_t *verdicts = mem_alloc_zero(2 * equations->count, sizeof *verdicts);
  uint8_t *by_other = verdicts + equations->count;
  ask_first(side, source->bank, equations, record, verdicts);
  ask_other(side, number, equations, verdicts, by_other);
  for (size_t i = 0; i < equations->count; i++)
    count_verdict(side, &side->counts[number], source, &equations->items[i], (VerdictOf)verdicts[i],
                  (VerdictOf)by_other[i]);
  free(verdicts);
}

/* One operator, with a bank of its own. */
static void examine(Side *side, uint32_t number)
{
  const uint32_t wanted = side->settings->count;
  Counts *counts = &side->counts[number];
  Source source;
  Equations equations = {0};
  Record record = new_record(side, number);
  source_init(&source, side->settings->seed, number);
  while (counts_asked(counts) < wanted && !record.unknown && !is_spent(&record) &&
         source.drawn < (uint64_t)wanted * DRAWS_EACH) {
    uint32_t missing = wanted - counts_asked(counts), times = missing + missing / 4 + 16;
    equations_clear(&equations);
    source_draw(&source, times < BATCH ? times : BATCH,
                source.drawn >= (uint64_t)wanted * NEST_AFTER, &equations);
    ask(side, number, &source, &equations, &record);
  }
  counts->terms = source.terms;
  counts->undetermined = source.undetermined;
  if (record.unknown) memcpy(counts->error, record.error, sizeof counts->error);
  equations_clear(&equations);
  VEC_FREE(&equations);
  source_deinit(&source);
}

static void *examine_all(void *argument)
{
  Side *side = argument;
  for (uint32_t i = 0; i < side->operators->count; i++) {
    if (!is_wanted(side, i)) continue;
    examine(side, i);
    if (!side->settings->tap)
      print_row(stderr, side->bank, side->operators->items[i], side->solver, &side->counts[i]);
  }
  flint_cleanup(); /* what the thread keeps */
  return NULL;
}

/* Both solvers at the same time. */
static void run_sides(Side sides[SOLVER_COUNT], const bool installed[SOLVER_COUNT])
{
  pthread_t threads[SOLVER_COUNT];
  for (int i = 0; i < SOLVER_COUNT; i++)
    if (installed[i] && pthread_create(&threads[i], NULL, examine_all, &sides[i]) != 0) abort();
  for (int i = 0; i < SOLVER_COUNT; i++)
    if (installed[i]) pthread_join(threads[i], NULL);
}

static int report(Side sides[SOLVER_COUNT])
{
  const Settings *settings = sides[0].settings;
  Results results = {sides[0].bank, sides[0].operators, {sides[0].counts, sides[1].counts}};
  for (int i = 0; i < SOLVER_COUNT; i++) printf("%s", strbuf_text(&sides[i].findings));
  bool drawn = true;
  for (uint32_t i = 0; i < results.operators->count; i++)
    drawn &= !is_wanted(&sides[0], i) || is_drawn(&results, i);
  print_operators(&results);
  print_theories(&results);
  for (int i = 0; i < SOLVER_COUNT; i++) print_known((SolverName)i, sides[i].known);
  bool agreed = refuted_unknown(&results) == 0;
  if (settings->tap)
    printf("1..2\n%s 1 - every operator can be drawn\n%s 2 - no solver refutes a value\n",
           drawn ? "ok" : "not ok", agreed ? "ok" : "not ok");
  return !(drawn && agreed);
}

static bool read_settings(int count, char **words, Settings *settings)
{
  *settings = (Settings){.count = 100, .seed = 1, .every = 1};
  for (int i = 1; i < count; i++) {
    const char *value = i + 1 < count ? words[i + 1] : NULL;
    if (strcmp(words[i], "--tap") == 0) {
      settings->tap = true;
      continue;
    }
    if (strcmp(words[i], "--all") == 0) {
      settings->all = true;
      continue;
    }
    if (!value) return false;
    if (strcmp(words[i], "--count") == 0)
      settings->count = (uint32_t)strtoul(value, NULL, 10);
    else if (strcmp(words[i], "--seed") == 0)
      settings->seed = strtoull(value, NULL, 10);
    else if (strcmp(words[i], "--every") == 0)
      settings->every = (uint32_t)strtoul(value, NULL, 10);
    else if (strcmp(words[i], "--operator") == 0)
      settings->only = value;
    else
      return false;
    i++;
  }
  return settings->every > 0;
}

int main(int count, char **words)
{
  Settings settings;
  if (!read_settings(count, words, &settings)) {
    fprintf(
        stderr,
        "usage: agreement [--count N] [--seed N] [--every N] [--operator NAME] [--all] [--tap]\n");
    return 2;
  }
  bool installed[SOLVER_COUNT];
  for (int i = 0; i < SOLVER_COUNT; i++) {
    char *version = solver_version((SolverName)i);
    installed[i] = version != NULL;
    printf("%s: %s\n", solver_name((SolverName)i), version ? version : "not installed");
    free(version);
  }
  printf("%u terms of each operator, seed %llu\n", settings.count,
         (unsigned long long)settings.seed);
  Bank *bank = theory_create_bank();
  U32Vec operators = {0};
  find_operators(bank, &operators);
  Side sides[SOLVER_COUNT];
  for (int i = 0; i < SOLVER_COUNT; i++) {
    sides[i] = (Side){&settings, installed, (SolverName)i, bank, &operators, NULL, {0}, {{0}}};
    sides[i].counts = mem_alloc_zero(operators.count, sizeof(Counts));
    strbuf_init(&sides[i].findings, 0);
  }
  run_sides(sides, installed);
  int code = report(sides);
  for (int i = 0; i < SOLVER_COUNT; i++) {
    free(sides[i].counts);
    strbuf_deinit(&sides[i].findings);
  }
  VEC_FREE(&operators);
  bank_destroy(bank);
  return code;
}
