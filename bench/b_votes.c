/* Do the encodings of B and the evaluator contradict each other?
 *
 *   b_votes FIRST COUNT [--depth N] [--conjuncts N-M] [--seed N] [--limit RESOURCES] [--mode MODE] [--keep FOLDER]
 *
 * Generates the predicates FIRST to FIRST + COUNT - 1, has each translated in three encodings and solved, and searches it for a solution
 * itself. Solvers are copies of ones that wait, or with --mode session asked in sessions, and stop after so many of their own resources,
 * not after a time, so that a busy machine decides no less. Prints how many each decided, and what contradicts something; with --keep
 * such predicates are written there, for 'assay vote', whose runs are plain. The exit code is 1 if there is a contradiction. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "b/encode/model.h"
#include "b/eval/model.h"
#include "base/mem.h"
#include "language/b/b.h"
#include "language/b/examiner.h"
#include "language/b/predicate.h"
#include "run/solver/solve_pool.h"

enum { ENCODINGS = B_ENCODING_SETS + 1, FIRST_ENCODING = B_ENCODING_CONSTRUCTIVE };

/* What is generated has a translation for these; they are not run. */
static const char profiles_used[] =
    "b-z3-constructive@/proc/self/exe,b-z3-axiomatic@/proc/self/exe,b-cvc5-sets@/proc/self/exe";

typedef struct {
  uint64_t first, count;
  const char *keep;  /* NULL: nowhere */
  const char *limit; /* of resources, in the solvers' own units */
  SolveMode mode;
  SettingRows rows;
  uint64_t seed;
} Arguments;

typedef struct {
  const Arguments *given;
  Supervisor *sup;
  SolvePool *pool;
  Profiles *profiles;
  Language *language;
  Solver solvers[ENCODINGS]; /* of SMT-LIB */
  Examiner *examiner;
  uint64_t decided[ENCODINGS + 1]; /* the last one is the evaluator's */
  uint64_t models[ENCODINGS];      /* that were checked and right */
  uint64_t untranslated, failed, by_two, by_any, contradictions;
} Bench;

/* A predicate, and what is said of it. */
typedef struct {
  FileText text;
  BPredicate predicate;
  BModule rewritten;
  SolverAnswer answers[ENCODINGS + 1]; /* SAYS_UNKNOWN: nothing that shows */
  const char *wrong_model;             /* whose values make the predicate false; NULL: nobody's */
} Case;

static const char *const names[ENCODINGS + 1] = {"constructive", "axiomatic", "sets", "evaluator"};

static _Noreturn void fail(const char *message)
{
  fprintf(stderr, "b_votes: %s\n", message);
  exit(2);
}

/* --- solving --- */

static void check_values(Bench *bench, Case *c, BEncoding encoding, const StrBuf *script,
                         const Outcome *outcome)
{
  StrBuf model;
  BTerm wrong;
  BEvalSettings settings = b_eval_settings_default();
  settings.steps = 1000000;
  strbuf_init(&model, 0);
  if (b_encode_model(c->predicate.bank, &c->rewritten, script, outcome->run.out.bytes,
                     outcome->run.out.length, &model)) {
    BTerm goal = b_module_goal(c->predicate.bank, &c->rewritten);
    BModelVerdict verdict = b_model_check(c->predicate.bank, &c->rewritten, goal, &settings,
                                          model.bytes, model.length, &wrong);
    if (verdict == B_MODEL_WRONG) c->wrong_model = names[encoding];
    bench->models[encoding] += verdict == B_MODEL_RIGHT;
  }
  strbuf_deinit(&model);
}

static void run_solver(Bench *bench, Case *c, BEncoding encoding, const StrBuf *script,
                       const BEncodeResult *shows)
{
  SolveRequest request = {
      .solver = &bench->solvers[encoding],
      .bytes = script->bytes,
      .length = script->length,
      .traits = script_traits(script->bytes, script->length),
      .print_models = true,
      .limits = {.wall_ns = UINT64_C(3000000000), .memory_bytes = (uint64_t)2 << 30}};
  Outcome outcome;
  solve_pool_solve(bench->pool, &request, &outcome);
  if (outcome.kind == OUTCOME_SAT && shows->sat_shows) {
    c->answers[encoding] = SAYS_SAT;
    check_values(bench, c, encoding, script, &outcome);
  } else if (outcome.kind == OUTCOME_UNSAT && shows->unsat_shows) {
    c->answers[encoding] = SAYS_UNSAT;
  } else if (outcome_is_failure(outcome.kind) || outcome.kind == OUTCOME_ERROR) {
    bench->failed++;
    printf("%s: %s: %s\n", names[encoding], outcome_name(outcome.kind),
           outcome.message ? outcome.message : "");
  }
  outcome_deinit(&outcome);
}

static void ask_encoding(Bench *bench, Case *c, BEncoding encoding)
{
  BEvalSettings defaults = b_eval_settings_default();
  BEncodeOptions options = {
      .encoding = encoding, .maxint = defaults.maxint, .minint = defaults.minint};
  BEncodeResult shows;
  Error error;
  StrBuf script;
  strbuf_init(&script, 0);
  if (b_encode(c->predicate.bank, &c->rewritten, &options, &script, &shows, &error) == STATUS_OK)
    run_solver(bench, c, encoding, &script, &shows);
  else
    bench->untranslated++;
  strbuf_deinit(&script);
}

static SolverAnswer ask_evaluator(Bench *bench, Case *c)
{
  Facts facts;
  Error error;
  Examination *examination = b_examiner.begin(bench->examiner, &c->text, &facts, &error);
  SolverAnswer answer = facts_computed(&facts, 0);
  b_examiner.end(examination);
  facts_deinit(&facts);
  return answer;
}

/* --- judging --- */

static void keep(const Bench *bench, const Case *c, uint64_t number)
{
  if (!bench->given->keep) return;
  char path[4096];
  snprintf(path, sizeof path, "%s/%llu-%llu.b", bench->given->keep,
           (unsigned long long)bench->given->seed, (unsigned long long)number);
  FILE *file = fopen(path, "w");
  if (!file || fwrite(c->text.bytes, 1, c->text.length, file) != c->text.length)
    fail("cannot write what is to be kept");
  fclose(file);
}

static void judge(Bench *bench, const Case *c, uint64_t number)
{
  unsigned sat = 0, unsat = 0;
  for (int i = 0; i <= ENCODINGS; i++) {
    sat += c->answers[i] == SAYS_SAT;
    unsat += c->answers[i] == SAYS_UNSAT;
    bench->decided[i] += c->answers[i] == SAYS_SAT || c->answers[i] == SAYS_UNSAT;
  }
  bench->by_any += sat + unsat > 0;
  bench->by_two += sat + unsat > 1;
  if (!(sat && unsat) && !c->wrong_model) return;
  bench->contradictions++;
  printf("predicate %llu:", (unsigned long long)number);
  for (int i = 0; i <= ENCODINGS; i++)
    printf(" %s %s", names[i],
           c->answers[i] == SAYS_SAT     ? "sat"
           : c->answers[i] == SAYS_UNSAT ? "unsat"
                                         : "-");
  printf("%s%s\n", c->wrong_model ? ", wrong model of " : "", c->wrong_model ? c->wrong_model : "");
  fflush(stdout);
  keep(bench, c, number);
}

static void vote(Bench *bench, uint64_t number)
{
  Case c = {0};
  Error error;
  Instance *instance = bench->language->interface->generate(bench->language, number);
  size_t length;
  const char *text = bench->language->interface->text(instance, &length);
  c.text = (FileText){mem_alloc_zero(length + FILE_PADDING, 1), length};
  memcpy(c.text.bytes, text, length);
  if (b_predicate_read(&c.predicate, text, length, &error)) fail(error.message);
  BTerm goal = b_predicate_rewrite(&c.predicate);
  if (!goal) fail("a predicate is nested too deeply");
  b_module_of_predicate(c.predicate.bank, &c.predicate.module, goal, &c.rewritten);
  for (int i = 0; i <= ENCODINGS; i++) c.answers[i] = SAYS_UNKNOWN;
  for (int i = FIRST_ENCODING; i < ENCODINGS; i++) ask_encoding(bench, &c, (BEncoding)i);
  c.answers[ENCODINGS] = ask_evaluator(bench, &c);
  judge(bench, &c, number);
  b_module_deinit(&c.rewritten);
  b_predicate_deinit(&c.predicate);
  file_text_free(&c.text);
  bench->language->interface->release(instance);
}

/* --- setting up --- */

static uint64_t number_of(const char *text)
{
  char *end;
  unsigned long long number = strtoull(text, &end, 10);
  if (*end || end == text) fail("a number is expected");
  return number;
}

static void read_option(Arguments *given, const char *name, const char *value)
{
  if (strcmp(name, "--seed") == 0)
    given->seed = number_of(value);
  else if (strcmp(name, "--limit") == 0)
    given->limit = value;
  else if (strcmp(name, "--keep") == 0)
    given->keep = value;
  else if (strcmp(name, "--mode") == 0)
    for (given->mode = 0;
         given->mode < SOLVE_MODE_COUNT && strcmp(value, solve_mode_name(given->mode)) != 0;)
      given->mode++;
  else if (setting_find(b_interface.settings, name + 2))
    VEC_PUSH(&given->rows, ((SettingRow){name + 2, value}));
  else
    fail("there is no such option");
  if (given->mode == SOLVE_MODE_COUNT) fail("there is no such mode");
}

static void find_solver(Bench *bench, BEncoding encoding)
{
  char expression[200];
  if (encoding == B_ENCODING_SETS)
    snprintf(expression, sizeof expression,
             "cvc5(--sets-ext,--fmf-bound,--strings-exp,--rlimit-per=%s)", bench->given->limit);
  else
    snprintf(expression, sizeof expression, "z3(rlimit=%s)", bench->given->limit);
  Error error;
  if (solver_find(bench->profiles, expression, &bench->solvers[encoding], &error))
    fail(error.message);
}

static void show_note(void *user, const char *line)
{
  (void)user;
  puts(line);
}

static void set_up(Bench *bench)
{
  Error error;
  StrBuf name;
  SolverVec encodings = {0};
  strbuf_init(&name, 0);
  bench->profiles = profiles_create();
  if (solver_find_list(bench->profiles, profiles_used, &encodings, &error) ||
      supervisor_create(&bench->sup, &error))
    fail(error.message);
  LanguageRequest request = {.rows = &bench->given->rows,
                             .seed = bench->given->seed,
                             .solvers = encodings.items,
                             .solver_count = encodings.count,
                             .note = show_note};
  bench->language = b_interface.create(&request, &name, &error);
  if (!bench->language) fail(error.message);
  for (int i = FIRST_ENCODING; i < ENCODINGS; i++) find_solver(bench, (BEncoding)i);
  bench->pool = solve_pool_create(bench->sup, bench->given->mode);
  bench->examiner = b_examiner.create(&(ExamineLimits){0});
  solver_vec_free(&encodings);
  strbuf_deinit(&name);
}

static void tear_down(Bench *bench)
{
  b_examiner.destroy(bench->examiner);
  solve_pool_destroy(bench->pool);
  for (int i = FIRST_ENCODING; i < ENCODINGS; i++) solver_deinit(&bench->solvers[i]);
  bench->language->interface->destroy(bench->language);
  supervisor_destroy(bench->sup);
  profiles_destroy(bench->profiles);
}

static void report(const Bench *bench)
{
  printf("%llu predicates, %llu decided, %llu by two at least, %llu contradictions, %llu failures, "
         "%llu translations missing\n",
         (unsigned long long)bench->given->count, (unsigned long long)bench->by_any,
         (unsigned long long)bench->by_two, (unsigned long long)bench->contradictions,
         (unsigned long long)bench->failed, (unsigned long long)bench->untranslated);
  for (int i = 0; i <= ENCODINGS; i++)
    printf("%-12s decided %llu%s\n", names[i], (unsigned long long)bench->decided[i],
           i == ENCODINGS ? " in its small scope" : "");
  for (int i = FIRST_ENCODING; i < ENCODINGS; i++)
    printf("%-12s gave %llu models that are right\n", names[i],
           (unsigned long long)bench->models[i]);
}

int main(int argc, char **argv)
{
  if (argc < 3 || argc % 2 == 0) fail("usage: b_votes FIRST COUNT [OPTION VALUE]...");
  Arguments given = {.first = number_of(argv[1]),
                     .count = number_of(argv[2]),
                     .limit = "20000",
                     .mode = SOLVE_FAST,
                     .seed = 1};
  for (int i = 3; i + 1 < argc; i += 2) read_option(&given, argv[i], argv[i + 1]);
  Bench bench = {.given = &given};
  set_up(&bench);
  for (uint64_t i = 0; i < given.count; i++) vote(&bench, given.first + i);
  report(&bench);
  tear_down(&bench);
  VEC_FREE(&given.rows);
  return bench.contradictions > 0;
}
