/* The fuzz engine's side in our process: running searches, and what becomes of what they find. */
#include "solve/closedbox/fuzz.h"

#include <assert.h>
#include <stdlib.h>

#include "smt/term/build.h"
#include "solve/closedbox/fresh.h"

enum { LATE_NS = 500000000 };

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

void fuzz_job(void *context, const WorkerRoom *room)
{
  Fuzz *fuzz = context;
  StrBuf out;
  strbuf_init(&out, 0);
  search_task_run(&fuzz->task,
                  fuzz->optimised.has_boxes ? &fuzz->optimised.boxes : fuzz->engine->problem->boxes,
                  &out);
  box_worker_put(room, out.bytes, out.length);
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
    closedbox_put_term(engine, &line, constant_term(engine->problem->bank, one->fun));
    strbuf_add_text(&line, " = ");
    closedbox_put_term(engine, &line, one->definition);
  }
  closedbox_say(engine, "  partial model   %s", strbuf_text(&line));
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

SearchEnd fuzz_read(Fuzz *fuzz, WorkerEnd worker, const WorkerRoom *room, Model *model)
{
  SearchEnd end = SEARCH_NOTHING;
  ByteReader in = box_worker_result(room);
  if (worker == WORKER_DONE)
    read_result(fuzz, &in, &end, model);
  else
    fuzz->failed = true;
  return end;
}

WorkerSettings fuzz_worker_settings(Fuzz *fuzz)
{
  const Engine *engine = fuzz->engine;
  CallLimits limits = engine->settings->limits;
  uint64_t wall_ns = fuzz->task.search.wall_ns;
  if (wall_ns < fuzz->task.search.patience_ns) wall_ns = fuzz->task.search.patience_ns;
  if (wall_ns < fuzz->task.search.sweep_ns) wall_ns = fuzz->task.search.sweep_ns;
  limits.wall_ns = with_calls(engine, wall_ns, 3);
  fuzz->task.wall_ns = with_calls(engine, wall_ns, 2);
  return call_worker_settings(engine->problem->boxes, &limits);
}

static SearchEnd run_search(Fuzz *fuzz, Model *model)
{
  const Engine *engine = fuzz->engine;
  WorkerSettings settings = fuzz_worker_settings(fuzz);
  WorkerRoom room;
  if (!box_worker_room_init(&room, FUZZ_ROOM_BYTES)) mem_exhausted(FUZZ_ROOM_BYTES);
  WorkerEnd worker = fuzz->task.search.confirm
                         ? fresh_search(engine->settings->program, &room, &settings,
                                        engine->problem->boxes, &fuzz->task)
                         : box_worker_run(&room, &settings, fuzz_job, fuzz);
  SearchEnd end = fuzz_read(fuzz, worker, &room, model);
  box_worker_room_deinit(&room);
  return end;
}

#define LONG_FOR_BOXES (UINT64_C(1) << 24)

/* A long sweep is worth a good compiler. */
static void optimise(Fuzz *fuzz, uint64_t sweep_limit)
{
  assert(!fuzz->optimised.folder);
  uint64_t count = search_candidates(fuzz->task.ranges.items, fuzz->task.ranges.count);
  if (!fuzz->exact || count < ENGINE_SHORT_SWEEP || count > sweep_limit ||
      fuzz->engine->problem->boxes->programs)
    return;
  Supervisor *sup = fuzz->engine->settings->sup;
  if (!optimised_init(&fuzz->optimised, sup, &fuzz->task.source)) return;
  fuzz->task.library = fuzz->optimised.library;
  if (count >= LONG_FOR_BOXES && !fuzz->engine->undefined)
    optimised_add_boxes(&fuzz->optimised, sup, fuzz->engine->problem->boxes);
}

/* Sweeps of many candidates come when everything else was tried: then they may take most of the time that is left. */
static uint64_t sweep_patience(const Engine *engine, uint64_t sweep_limit)
{
  uint64_t left = engine_left_ns(engine);
  return sweep_limit > LONG_FOR_BOXES ? left / 8 * 7 : left / 8;
}

void fuzz_set_search(Fuzz *fuzz, uint64_t wall_ns, uint64_t sweep_limit, uint64_t seed)
{
  const Engine *engine = fuzz->engine;
  bool patient = engine->settings->mode != CLOSEDBOX_CDFL;
  fuzz->task.search =
      (SearchSettings){.sweep_limit = fuzz->exact ? sweep_limit : 0,
                       .wall_ns = wall_ns,
                       .patience_ns = patient ? engine_left_ns(engine) / 4 : 0,
                       .sweep_ns = patient ? sweep_patience(engine, sweep_limit) : 0,
                       .call_ns = engine->settings->limits.call_ns,
                       .seed = seed};
}

/* Sweeps again, with the boxes as they were given, in a new process with other addresses. */
static SearchEnd sweep_again(Fuzz *fuzz)
{
  Engine *engine = fuzz->engine;
  Model model = {0};
  uint32_t learnt;
  fuzz->failed = false;
  fuzz->task.search.confirm = true;
  fuzz->task.search.wall_ns = engine_left_ns(engine);
  SearchEnd end = run_search(fuzz, &model);
  if (end == SEARCH_FOUND && !engine->decided) closedbox_try_model(engine, &model, &learnt);
  model_deinit(&model);
  return end;
}

/* Do the boxes answer the same there, and is nothing found there either? Samples are enough for that if there is no time for
 * all, unless the first sweep ran other code: what a good compiler makes of source whose behaviour is undefined for one
 * candidate shows there only. */
static bool sweep_is_confirmed(Fuzz *fuzz)
{
  Engine *engine = fuzz->engine;
  uint64_t trail = fuzz->trail;
  if (!engine->settings->program) return false;
  SearchEnd end = sweep_again(fuzz);
  if (fuzz->failed || engine->decided) return false;
  bool other_code = fuzz->optimised.has_boxes;
  if (fuzz->trail == trail && end != SEARCH_FOUND) return end == SEARCH_EMPTY || !other_code;
  if (other_code)
    engine->undefined = true;
  else
    closedbox_note_inconsistent(engine);
  return false;
}

void fuzz_conclude_sweep(Fuzz *fuzz)
{
  assert(!fuzz->engine->decided);
  assert(fuzz->exact);
  if (!fuzz->engine->inconsistent && sweep_is_confirmed(fuzz))
    closedbox_conclude(fuzz->engine, ANSWER_UNSAT, "a complete sweep found nothing");
}

bool closedbox_run_fuzz(Engine *engine, const uint8_t *chosen, uint64_t wall_ns,
                        uint64_t sweep_limit, Model *model)
{
  Fuzz fuzz;
  fuzz_init(&fuzz, engine, chosen);
  optimise(&fuzz, sweep_limit);
  fuzz_set_search(&fuzz, wall_ns, sweep_limit, engine->settings->seed + engine->searches++);
  SearchEnd end = run_search(&fuzz, model);
  if (end == SEARCH_EMPTY) fuzz_conclude_sweep(&fuzz);
  if (end == SEARCH_FOUND) say_model(engine, model);
  fuzz_deinit(&fuzz);
  return end == SEARCH_FOUND;
}

bool closedbox_sweep(Engine *engine, const uint8_t *chosen, uint64_t wall_ns, uint64_t sweep_limit)
{
  Fuzz fuzz;
  Model none = {0};
  fuzz_init(&fuzz, engine, chosen);
  bool small = fuzz.exact && fuzz.task.ranges.count > 0 &&
               search_candidates(fuzz.task.ranges.items, fuzz.task.ranges.count) <= sweep_limit;
  if (small) {
    fuzz_set_search(&fuzz, wall_ns, sweep_limit, engine->settings->seed);
    fuzz.task.search.sweep_only = true;
    fuzz.task.search.sweep_ns = 0;
    if (run_search(&fuzz, &none) == SEARCH_EMPTY) fuzz_conclude_sweep(&fuzz);
  }
  model_deinit(&none);
  fuzz_deinit(&fuzz);
  return small;
}
