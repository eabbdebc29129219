/* The fuzz engine's side in our process: what it runs, and what becomes of what it finds. */
#include <string.h>

#include "smt/term/build.h"
#include "smt/term/traverse.h"
#include "smt/value/literal.h"
#include "solve/closedbox/eliminate.h"
#include "solve/closedbox/engine.h"
#include "solve/closedbox/fresh.h"
#include "solve/closedbox/optimised.h"

enum { ROOM_BYTES = 16 << 20, LATE_NS = 500000000 };

typedef struct {
  Engine *engine;
  SearchTask task;
  Eliminations eliminations;
  bool complete;  /* all constraints of the problem are in the plan */
  bool exact;     /* compiled constraints are exact: a sweep proves something */
  uint64_t trail; /* of the last search */
  Optimised optimised;
  bool failed; /* its worker ended without an outcome, or a call failed */
} Fuzz;

/* --- preparing --- */

static bool literal_word(Bank *bank, Term term, uint64_t *word)
{
  return layout_of_sort(bank, bank_sort(bank, term)).words == 1 &&
         call_literal_words(bank, term, word);
}

/* Literals with their neighbours; sorts that are only approximated forbid proofs by sweeps. */
static void look_at_terms(Fuzz *fuzz)
{
  Bank *bank = fuzz->engine->problem->bank;
  U32Vec literals = {0};
  Walk walk = {0};
  walk_start(&walk, bank);
  for (size_t i = 0; i < fuzz->task.plan.constraints.count; i++)
    walk_add_root(&walk, fuzz->task.plan.constraints.items[i]);
  fuzz->exact = true;
  for (Term t; (t = walk_next(&walk));) {
    LayoutKind kind = layout_of_sort(bank, bank_sort(bank, t)).kind;
    fuzz->exact &= kind == LAYOUT_BOOL || kind == LAYOUT_BITS || kind == LAYOUT_INT;
    if (value_is_literal(bank, t)) VEC_PUSH(&literals, t);
  }
  walk_deinit(&walk);
  for (size_t i = 0; i < literals.count && i < 200; i++) {
    uint64_t word;
    if (!literal_word(bank, literals.items[i], &word)) continue;
    for (int d = -1; d <= 1; d++) VEC_PUSH(&fuzz->task.dictionary, word + (uint64_t)(int64_t)d);
  }
  VEC_FREE(&literals);
}

/* Narrows the range of a variable by a constraint of the form x < c; `flipped`: c < x. */
static void narrow(SearchRange *range, const char *name, bool flipped, bool is_int, uint64_t word)
{
  bool less = strcmp(name, "bvult") == 0 || strcmp(name, "<") == 0;
  bool at_most = strcmp(name, "bvule") == 0 || strcmp(name, "<=") == 0;
  bool greater = strcmp(name, "bvugt") == 0 || strcmp(name, ">") == 0;
  if (flipped) {
    bool old_less = less, old_most = at_most;
    less = greater;
    at_most = !old_less && !old_most && !greater;
    greater = old_less;
    if (old_most) at_most = less = greater = false;
    if (old_most) goto least;
  }
  uint64_t flip = is_int ? UINT64_C(1) << 63 : 0;
  if (less || at_most) {
    if (less && (word ^ flip) == 0) return;
    uint64_t high = less ? word - 1 : word;
    if ((high ^ flip) < (range->high ^ flip)) range->high = high;
    return;
  }
  if (greater) {
    if ((word ^ flip) == UINT64_MAX) return;
    word++;
  }
least:;
  uint64_t order = is_int ? UINT64_C(1) << 63 : 0;
  if ((word ^ order) > (range->low ^ order)) range->low = word;
}

static void narrow_by(Fuzz *fuzz, Term constraint)
{
  static const char *const names[] = {"bvult", "bvule", "bvugt", "bvuge", "<", "<=", ">", ">="};
  Bank *bank = fuzz->engine->problem->bank;
  if (bank_node(bank, constraint)->count != 2) return;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (!box_problem_applies(bank, constraint, names[i])) continue;
    for (int side = 0; side < 2; side++) {
      Term variable = bank_args(bank, constraint)[side], limit = bank_args(bank, constraint)[!side];
      uint64_t word;
      for (size_t k = 0; k < fuzz->task.plan.variables.count; k++) {
        const EmitVariable *one = &fuzz->task.plan.variables.items[k];
        bool fits = one->layout.kind == LAYOUT_BITS || one->layout.kind == LAYOUT_INT;
        if (fits && bank_fun(bank, variable) == one->fun && literal_word(bank, limit, &word))
          narrow(&fuzz->task.ranges.items[k], names[i], side == 1, one->layout.kind == LAYOUT_INT,
                 word);
      }
    }
  }
}

static void find_ranges(Fuzz *fuzz)
{
  for (size_t i = 0; i < fuzz->task.plan.variables.count; i++) {
    Layout layout = fuzz->task.plan.variables.items[i].layout;
    SearchRange range = {0, layout_mask(layout.width), true};
    if (layout.kind == LAYOUT_INT)
      range = (SearchRange){(uint64_t)INT64_MIN, (uint64_t)INT64_MAX, true};
    if (layout.kind == LAYOUT_BOOL) range.high = 1;
    if (layout.words != 1) range = (SearchRange){0, UINT64_MAX, false};
    VEC_PUSH(&fuzz->task.ranges, range);
  }
  for (size_t i = 0; i < fuzz->task.plan.constraints.count; i++)
    narrow_by(fuzz, fuzz->task.plan.constraints.items[i]);
  for (size_t i = 0; i < fuzz->task.ranges.count; i++) {
    SearchRange *range = &fuzz->task.ranges.items[i];
    bool is_int = fuzz->task.plan.variables.items[i].layout.kind == LAYOUT_INT;
    uint64_t flip = is_int ? UINT64_C(1) << 63 : 0;
    bool open = is_int && (range->low == flip || range->high == flip - 1);
    if ((range->low ^ flip) > (range->high ^ flip)) { /* empty: others see to that */
      range->low = 0, range->high = layout_mask(fuzz->task.plan.variables.items[i].layout.width);
      open = true;
    }
    if (open) range->bounded = false;
  }
}

static void fuzz_init(Fuzz *fuzz, Engine *engine, const uint8_t *chosen)
{
  BoxProblem *problem = engine->problem;
  *fuzz = (Fuzz){.engine = engine, .complete = true};
  search_task_init(&fuzz->task);
  for (size_t i = 0; i < problem->constraints.count; i++) {
    bool runs = (!chosen || chosen[i]) && emit_is_runnable(problem, problem->constraints.items[i]);
    if (runs)
      VEC_PUSH(&fuzz->task.plan.constraints, problem->constraints.items[i]);
    else
      fuzz->complete = false;
  }
  eliminate_constants(problem, &fuzz->task.plan.constraints, &fuzz->eliminations);
  for (size_t i = 0; i < fuzz->eliminations.count; i++)
    VEC_PUSH(&fuzz->task.plan.values, fuzz->eliminations.items[i].term);
  emit_plan_variables(&fuzz->task.plan, problem);
  look_at_terms(fuzz);
  find_ranges(fuzz);
  emit_source(&fuzz->task.source, &fuzz->task.plan, problem);
}

static void fuzz_deinit(Fuzz *fuzz)
{
  optimised_deinit(&fuzz->optimised);
  search_task_deinit(&fuzz->task);
  VEC_FREE(&fuzz->eliminations);
}

/* --- in the worker --- */

/* The time with that of so many calls; not much more than is left. */
static uint64_t with_calls(const Engine *engine, uint64_t wall_ns, uint64_t count)
{
  uint64_t call_ns = engine->settings->limits.call_ns;
  uint64_t latest = engine_left_ns(engine) + LATE_NS;
  if (call_ns > latest) call_ns = latest;
  wall_ns += count * call_ns;
  return wall_ns < latest ? wall_ns : latest;
}

static void fuzz_job(void *context, const WorkerRoom *room)
{
  Fuzz *fuzz = context;
  StrBuf out;
  strbuf_init(&out, 0);
  search_task_run(&fuzz->task, fuzz->engine->problem->boxes, &out);
  worker_put(room, out.bytes, out.length);
}

/* --- in our process --- */

static bool add_value(Fuzz *fuzz, Model *model, Fun fun, const uint64_t *words)
{
  Bank *bank = fuzz->engine->problem->bank;
  Sort sort = funs_result(&bank->funs, fun);
  Term term = call_word_term(bank, sort, layout_of_sort(bank, sort), words);
  if (!term) return false;
  VEC_PUSH(&model->definitions,
           ((Definition){.fun = fun, .definition = term, .kind = DEFINITION_DECLARED}));
  return true;
}

static int by_fun(const void *a, const void *b)
{
  const Definition *x = a, *y = b;
  return (x->fun > y->fun) - (x->fun < y->fun);
}

static bool make_model(Fuzz *fuzz, const uint64_t *words, Model *model)
{
  const Bank *bank = fuzz->engine->problem->bank;
  bool fine = true;
  for (size_t i = 0; i < fuzz->task.plan.variables.count && fine; i++)
    fine = add_value(fuzz, model, fuzz->task.plan.variables.items[i].fun,
                     words + fuzz->task.plan.variables.items[i].first);
  words += fuzz->task.plan.words;
  for (size_t i = 0; i < fuzz->eliminations.count && fine; i++) {
    Fun fun = fuzz->eliminations.items[i].fun;
    fine = add_value(fuzz, model, fun, words);
    words += layout_of_sort(bank, funs_result(&bank->funs, fun)).words;
  }
  if (model->definitions.count)
    qsort(model->definitions.items, model->definitions.count, sizeof(Definition), by_fun);
  for (uint32_t i = 0; i < model->definitions.count; i++) VEC_PUSH(&model->by_fun, i);
  return fine;
}

static Term constant_term(Bank *bank, Fun fun)
{
  return bank_term(bank, bank_apply_operator(bank, fun, NULL, 0, 0), funs_result(&bank->funs, fun),
                   NULL, 0);
}

static void say_model(Engine *engine, const Model *model)
{
  if (!engine->settings->trace) return;
  StrBuf line;
  strbuf_init(&line, 0);
  for (size_t i = 0; i < model->definitions.count; i++) {
    const Definition *one = &model->definitions.items[i];
    strbuf_add_text(&line, i ? ", " : "");
    engine_put_term(engine, &line, constant_term(engine->problem->bank, one->fun));
    strbuf_add_text(&line, " = ");
    engine_put_term(engine, &line, one->definition);
  }
  engine_say(engine, "  partial model   %s", strbuf_text(&line));
  strbuf_deinit(&line);
}

static void read_result(Fuzz *fuzz, ByteReader *in, SearchEnd *end, Model *model)
{
  Engine *engine = fuzz->engine;
  SearchOutcome outcome;
  if (!search_outcome_get(in, &fuzz->task, &outcome)) {
    fuzz->failed = true;
  } else if (outcome.status != STATUS_OK) {
    engine->result->status = outcome.status;
    engine->result->error = outcome.error;
    engine->decided = true;
  } else {
    *end = outcome.result.end;
    engine->result->evaluations += outcome.result.evaluations;
    fuzz->failed |= outcome.result.failures != 0;
    fuzz->trail = outcome.result.trail;
    if (*end == SEARCH_FOUND && !make_model(fuzz, outcome.words.items, model))
      *end = SEARCH_NOTHING;
  }
  VEC_FREE(&outcome.words);
}

static SearchEnd run_search(Fuzz *fuzz, Model *model)
{
  Engine *engine = fuzz->engine;
  CallLimits limits = engine->settings->limits;
  uint64_t wall_ns = fuzz->task.search.wall_ns > fuzz->task.search.patience_ns
                         ? fuzz->task.search.wall_ns
                         : fuzz->task.search.patience_ns;
  limits.wall_ns = with_calls(engine, wall_ns, 3);
  fuzz->task.wall_ns = with_calls(engine, wall_ns, 2);
  WorkerSettings settings = call_worker_settings(engine->problem->boxes, &limits);
  WorkerRoom room;
  SearchEnd end = SEARCH_NOTHING;
  if (!worker_room_init(&room, ROOM_BYTES)) mem_exhausted(ROOM_BYTES);
  WorkerEnd worker = fuzz->task.search.confirm
                         ? fresh_search(engine->settings->program, &room, &settings,
                                        engine->problem->boxes, &fuzz->task)
                         : worker_run(&room, &settings, fuzz_job, fuzz);
  if (worker == WORKER_DONE) {
    ByteReader in = worker_result(&room);
    read_result(fuzz, &in, &end, model);
  } else {
    fuzz->failed = true;
  }
  worker_room_deinit(&room);
  return end;
}

#define LONG_SWEEP (UINT64_C(1) << 22)

/* A long sweep is worth a good compiler. */
static void optimise(Fuzz *fuzz, uint64_t sweep_limit)
{
  uint64_t count = search_candidates(fuzz->task.ranges.items, fuzz->task.ranges.count);
  if (!fuzz->exact || count < LONG_SWEEP || count > sweep_limit ||
      fuzz->engine->problem->boxes->programs)
    return;
  if (optimised_init(&fuzz->optimised, fuzz->engine->settings->sup, &fuzz->task.source))
    fuzz->task.library = fuzz->optimised.library;
}

static SearchEnd fuzz_search(Fuzz *fuzz, uint64_t wall_ns, uint64_t sweep_limit, uint64_t seed,
                             Model *model)
{
  fuzz->task.search = (SearchSettings){.sweep_limit = fuzz->exact ? sweep_limit : 0,
                                       .wall_ns = wall_ns,
                                       .patience_ns = fuzz->engine->settings->mode == CLOSEDBOX_CDFL
                                                          ? 0
                                                          : engine_left_ns(fuzz->engine) / 4,
                                       .call_ns = fuzz->engine->settings->limits.call_ns,
                                       .seed = seed};
  return run_search(fuzz, model);
}

/* Do the boxes answer the same in a new process with other addresses, and is nothing found there either? */
static bool sweep_is_confirmed(Fuzz *fuzz)
{
  Engine *engine = fuzz->engine;
  uint64_t trail = fuzz->trail;
  Model none = {0};
  if (!engine->settings->program) return false;
  fuzz->failed = false;
  fuzz->task.search.confirm = true;
  fuzz->task.search.wall_ns = engine_left_ns(engine);
  SearchEnd end = run_search(fuzz, &none);
  model_deinit(&none);
  if (fuzz->failed || engine->decided) return false;
  if (fuzz->trail == trail && end != SEARCH_FOUND) return true;
  engine_note_inconsistent(engine);
  return false;
}

/* A part of the constraints without a solution has none as a whole. */
static void conclude_sweep(Fuzz *fuzz)
{
  if (!fuzz->engine->inconsistent && sweep_is_confirmed(fuzz))
    engine_conclude(fuzz->engine, ANSWER_UNSAT, "a complete sweep found nothing");
}

bool engine_run_fuzz(Engine *engine, const uint8_t *chosen, uint64_t wall_ns, uint64_t sweep_limit,
                     Model *model)
{
  Fuzz fuzz;
  fuzz_init(&fuzz, engine, chosen);
  optimise(&fuzz, sweep_limit);
  SearchEnd end =
      fuzz_search(&fuzz, wall_ns, sweep_limit, engine->settings->seed + engine->searches++, model);
  if (end == SEARCH_EMPTY) conclude_sweep(&fuzz);
  if (end == SEARCH_FOUND) say_model(engine, model);
  fuzz_deinit(&fuzz);
  return end == SEARCH_FOUND;
}

bool engine_sweep(Engine *engine, const uint8_t *chosen, uint64_t wall_ns, uint64_t sweep_limit)
{
  Fuzz fuzz;
  Model none = {0};
  fuzz_init(&fuzz, engine, chosen);
  bool small = fuzz.exact && fuzz.task.ranges.count > 0 &&
               search_candidates(fuzz.task.ranges.items, fuzz.task.ranges.count) <= sweep_limit;
  if (small) {
    fuzz.task.search = (SearchSettings){.sweep_limit = sweep_limit,
                                        .sweep_only = true,
                                        .wall_ns = wall_ns,
                                        .call_ns = engine->settings->limits.call_ns,
                                        .seed = engine->settings->seed};
    if (run_search(&fuzz, &none) == SEARCH_EMPTY) conclude_sweep(&fuzz);
  }
  model_deinit(&none);
  fuzz_deinit(&fuzz);
  return small;
}
