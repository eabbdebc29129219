#include "solve/closedbox/engine.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "smt/term/build.h"
#include "smt/term/traverse.h"
#include "smt/text/print.h"

enum { TERM_SHOWN = 160, KEPT_ITERATIONS = 4 };

void closedbox_say(Engine *engine, const char *format, ...)
{
  if (!engine->settings->trace) return;
  char line[1000];
  va_list list;
  va_start(list, format);
  vsnprintf(line, sizeof line, format, list);
  va_end(list);
  engine->settings->trace(engine->settings->trace_context, line);
}

void closedbox_put_term(Engine *engine, StrBuf *out, Term term)
{
  StrBuf text;
  PrintOptions options = {.share = SHARE_LET};
  Printer *printer = printer_create(engine->problem->bank, &options);
  strbuf_init(&text, 0);
  printer_term(printer, &text, term);
  if (text.length > TERM_SHOWN) {
    text.length = TERM_SHOWN;
    strbuf_add_text(&text, "...");
  }
  strbuf_add(out, text.bytes, text.length);
  strbuf_deinit(&text);
  printer_destroy(printer);
}

void closedbox_conclude(Engine *engine, AnswerKind answer, const char *reason)
{
  assert(!engine->decided);
  assert(answer == ANSWER_SAT || answer == ANSWER_UNSAT);
  engine->result->answer = answer;
  strbuf_clear(&engine->result->reason);
  strbuf_add_text(&engine->result->reason, reason);
  engine->decided = true;
}

/* --- models --- */

static Term equation(Bank *bank, Term a, Term b)
{
  Term both[] = {a, b};
  return build(bank, "=", 0, both, 2);
}

/* 0 if the call has no terms. */
static Term fact_of(Engine *engine, const CallRecord *record)
{
  BoxProblem *problem = engine->problem;
  const Box *box = &problem->boxes->items.items[record->box];
  const uint64_t *words = engine->settings->memory->calls.words.items + record->first;
  Term call = call_term(problem, record->box, words);
  Term result = call ? call_result_term(problem, record->box, words + box->words) : 0;
  return result ? equation(problem->bank, call, result) : 0;
}

SmtSide *closedbox_smt(Engine *engine)
{
  const ClosedboxSettings *settings = engine->settings;
  const CallTable *calls = &settings->memory->calls;
  if (!settings->solver) return NULL;
  if (!engine->smt) engine->smt = smt_side_create(settings->sup, settings->solver, engine->problem);
  for (; engine->told < calls->records.count; engine->told++) {
    const CallRecord *record = &calls->records.items[engine->told];
    Term fact = engine->used[record->box] ? fact_of(engine, record) : 0;
    if (fact) smt_side_add_fact(engine->smt, fact);
  }
  return engine->smt;
}

/* The words of the arguments, of the one and of the other result. */
static void note_contradiction(Engine *engine, uint32_t box, const uint64_t *words)
{
  assert(box < engine->problem->boxes->items.count);
  const BoxProblem *problem = engine->problem;
  const Box *one = &problem->boxes->items.items[box];
  Term call = call_term(problem, box, words);
  Term first = call_result_term(problem, box, words + one->words);
  Term second = call_result_term(problem, box, words + one->words + box_result(one).words);
  StrBuf *out = &engine->settings->memory->contradiction;
  engine->inconsistent = true;
  if (out->length) return;
  strbuf_printf(out, "%s is not a function", one->name);
  if (!call || !first || !second) return;
  strbuf_add_text(out, ": ");
  closedbox_put_term(engine, out, call);
  strbuf_add_text(out, " was ");
  closedbox_put_term(engine, out, first);
  strbuf_add_text(out, " and ");
  closedbox_put_term(engine, out, second);
}

void closedbox_note_inconsistent(Engine *engine)
{
  const Boxes *boxes = engine->problem->boxes;
  StrBuf *out = &engine->settings->memory->contradiction;
  engine->inconsistent = true;
  if (out->length) return;
  if (boxes->items.count == 1)
    strbuf_printf(out, "%s is not a function", boxes->items.items[0].name);
  else
    strbuf_add_text(out, "a box is not a function");
  strbuf_add_text(out, ": the same calls had other results in another process");
}

/* A call with the result that it had before is nothing new, and one with another result contradicts it. */
static void remember_call(Engine *engine, const CallTable *calls, const CallRecord *record)
{
  CallTable *known = &engine->settings->memory->calls;
  const Boxes *boxes = engine->problem->boxes;
  const Box *box = &boxes->items.items[record->box];
  const uint64_t *args = calls->words.items + record->first, *result = args + box->words;
  const CallRecord *other;
  if (record->failed || call_table_add(known, boxes, record->box, args, result, false, &other))
    return;
  VEC(uint64_t) words = {0};
  VEC_APPEND(&words, known->words.items + other->first, box->words + box_result(box).words);
  VEC_APPEND(&words, result, box_result(box).words);
  note_contradiction(engine, record->box, words.items);
  VEC_FREE(&words);
}

/* How many facts are new. */
static uint32_t remember(Engine *engine, const CallTable *calls)
{
  const CallTable *known = &engine->settings->memory->calls;
  size_t before = known->records.count;
  uint32_t learnt = 0;
  StrBuf line;
  for (size_t i = 0; i < calls->records.count; i++)
    remember_call(engine, calls, &calls->records.items[i]);
  strbuf_init(&line, 0);
  for (size_t i = before; i < known->records.count; i++) {
    Term fact = fact_of(engine, &known->records.items[i]);
    if (!fact) continue;
    strbuf_add_text(&line, learnt ? ", " : "");
    if (engine->settings->trace) closedbox_put_term(engine, &line, fact);
    learnt++;
  }
  if (learnt) closedbox_say(engine, "  facts learnt    %s", strbuf_text(&line));
  strbuf_deinit(&line);
  return learnt;
}

/* Takes over what a verification has seen; false if it says nothing about the model. */
static bool take_verification(Engine *engine, const Verification *verification, uint32_t *learnt)
{
  engine->result->calls += verification->calls.records.count;
  engine->failures |= verification->failed;
  if (verification->status != STATUS_OK) {
    engine->result->status = verification->status;
    engine->result->error = verification->error;
    engine->decided = true;
    return false;
  }
  if (verification->contradiction >= 0)
    note_contradiction(engine, (uint32_t)verification->contradiction,
                       verification->contradicting.items);
  *learnt += remember(engine, &verification->calls);
  return !engine->inconsistent;
}

static CallLimits limits_now(const Engine *engine)
{
  CallLimits limits = engine->settings->limits;
  limits.wall_ns = engine_left_ns(engine) + 1;
  return limits;
}

void closedbox_conclude_unsat(Engine *engine, const char *reason)
{
  const CallTable *calls = &engine->settings->memory->calls;
  bool hold = !engine->inconsistent;
  if (hold && calls->records.count > 0 && !engine->settings->program) hold = false;
  if (hold && calls->records.count > 0) {
    Verification verification;
    CallLimits limits = limits_now(engine);
    uint32_t learnt = 0;
    closedbox_verify_calls(engine->settings->program, engine->problem->boxes, &limits, calls,
                           &verification);
    hold = take_verification(engine, &verification, &learnt) && verification.truth == TRUTH_TRUE;
    verification_deinit(&verification);
  }
  if (hold) closedbox_conclude(engine, ANSWER_UNSAT, reason);
}

static void copy_model(const Model *from, Model *to)
{
  VEC_APPEND(&to->definitions, from->definitions.items, from->definitions.count);
  VEC_APPEND(&to->by_fun, from->by_fun.items, from->by_fun.count);
  VEC_APPEND(&to->elements, from->elements.items, from->elements.count);
}

enum { REPEATS = 3 };

bool closedbox_try_model(Engine *engine, const Model *model, uint32_t *learnt)
{
  assert(!engine->decided);
  CallLimits limits = limits_now(engine);
  Verification verification;
  *learnt = 0;
  closedbox_verify_model(engine->problem, &limits, model, REPEATS, &verification);
  bool good = take_verification(engine, &verification, learnt) && verification.truth == TRUTH_TRUE;
  verification_deinit(&verification);
  if (!good) return false;
  copy_model(model, &engine->result->model);
  closedbox_conclude(engine, ANSWER_SAT, "the model was checked by calling");
  return true;
}

/* --- strategies --- */

/* Everything to the fuzz engine; the SMT engine only completes what cannot be run. */
static void run_fuzz_only(Engine *engine, uint64_t wall_ns, uint64_t sweep_limit)
{
  Model model = {0};
  uint32_t learnt;
  if (closedbox_run_fuzz(engine, NULL, wall_ns, sweep_limit, &model) && !engine->decided)
    closedbox_try_model(engine, &model, &learnt);
  model_deinit(&model);
}

static uint64_t at_most(uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

#define MILLISECOND UINT64_C(1000000)
#define SWEEP_FIRST (UINT64_C(1) << 24)
#define SWEEP_LATER (UINT64_C(1) << 33)

/* A short search first, for most scripts need no more; then all strategies in turns that get longer. */
static void run_all(Engine *engine)
{
  if (engine->settings->memory->kept)
    closedbox_try_kept(engine, at_most(1000 * MILLISECOND, engine_left_ns(engine)));
  if (engine->settings->memory->kept && !engine->decided)
    closedbox_run_active(engine, at_most(1000 * MILLISECOND, engine_left_ns(engine)),
                         KEPT_ITERATIONS);
  if (engine->decided || engine->inconsistent) return;
  run_fuzz_only(engine, at_most(12 * MILLISECOND, engine_left_ns(engine)), ENGINE_SHORT_SWEEP - 1);
  if (!engine->decided && !engine->inconsistent) closedbox_start_background(engine);
  if (!engine->decided && !engine->inconsistent) closedbox_run_groups(engine);
  if (!engine->decided && !engine->inconsistent)
    run_fuzz_only(engine, at_most(12 * MILLISECOND, engine_left_ns(engine)), SWEEP_FIRST);
  if (!engine->decided && !engine->inconsistent)
    closedbox_run_conjecture(engine,
                             at_most(10000 * MILLISECOND, engine_left_ns(engine) / 4 * 3 + 1));
  for (uint32_t round = 0; !engine->decided && !engine->inconsistent && engine_left_ns(engine);
       round++) {
    uint64_t slice = at_most((200 * MILLISECOND) << at_most(round, 8), engine_left_ns(engine));
    uint64_t iterations = engine->result->iterations;
    /* What is found beside must not wait for long. */
    if (engine->background) slice = at_most(slice, 1000 * MILLISECOND);
    /* A solver that starts on a busy machine takes a while. */
    uint64_t smt =
        at_most(slice < 1000 * MILLISECOND ? 1000 * MILLISECOND : slice, engine_left_ns(engine));
    closedbox_run_active(engine, smt, 8u << at_most(round, 12));
    closedbox_poll_background(engine);
    if (!engine->decided) closedbox_run_cdfl(engine, slice / 2, 8u << at_most(round, 12));
    if (engine->decided || engine->inconsistent) return;
    run_fuzz_only(engine, at_most(slice * 2, engine_left_ns(engine)),
                  round < 2 ? SWEEP_FIRST : SWEEP_LATER);
    if (engine->result->iterations == iterations && engine->problem->constraints.count == 0) return;
  }
}

static void run_fuzz_mode(Engine *engine)
{
  closedbox_start_background(engine);
  closedbox_run_groups(engine);
  while (!engine->decided && !engine->inconsistent && engine_left_ns(engine)) {
    uint64_t left = engine_left_ns(engine);
    run_fuzz_only(engine, engine->background ? at_most(left, 500 * MILLISECOND) : left,
                  SWEEP_LATER);
    closedbox_poll_background(engine);
  }
}

static void run_mode(Engine *engine)
{
  switch (engine->settings->mode) {
  case CLOSEDBOX_AUTO: run_all(engine); break;
  case CLOSEDBOX_CDFL: closedbox_run_cdfl(engine, engine_left_ns(engine), UINT32_MAX); break;
  case CLOSEDBOX_ACTIVE: closedbox_run_active(engine, engine_left_ns(engine), UINT32_MAX); break;
  case CLOSEDBOX_FUZZ: run_fuzz_mode(engine); break;
  }
}

/* --- all --- */

void closedbox_memory_init(ClosedboxMemory *memory)
{
  *memory = (ClosedboxMemory){0};
  strbuf_init(&memory->contradiction, 0);
}

void closedbox_memory_deinit(ClosedboxMemory *memory)
{
  call_table_deinit(&memory->calls);
  strbuf_deinit(&memory->contradiction);
}

/* Marks the boxes of the query; false if there is none. */
static bool find_boxes(const BoxProblem *problem, uint8_t *used)
{
  const Bank *bank = problem->bank;
  Walk walk = {0};
  bool found = false;
  walk_start(&walk, bank);
  for (size_t i = 0; i < problem->constraints.count; i++)
    walk_add_root(&walk, problem->constraints.items[i]);
  for (Term t; (t = walk_next(&walk));) {
    Fun fun = bank_fun(bank, t);
    int box = fun ? boxes_find(problem->boxes, fun) : -1;
    if (box < 0) continue;
    used[box] = 1;
    found = true;
  }
  walk_deinit(&walk);
  return found;
}

static void explain_unknown(Engine *engine)
{
  StrBuf *reason = &engine->result->reason;
  const StrBuf *contradiction = &engine->settings->memory->contradiction;
  if (engine->inconsistent)
    strbuf_add(reason, contradiction->bytes, contradiction->length);
  else
    strbuf_add_text(reason,
                    engine_left_ns(engine) ? "no strategy can do more" : "the time is over");
  if (engine->failures && engine->settings->memory->calls.records.count == 0)
    strbuf_add_text(reason, "; no call of a box has succeeded");
}

void closedbox_solve(const ClosedboxSettings *settings, BoxProblem *problem,
                     ClosedboxResult *result)
{
  assert(settings->memory);
  assert(problem->boxes);
  *result = (ClosedboxResult){.answer = ANSWER_UNKNOWN};
  strbuf_init(&result->reason, 0);
  Engine engine = {.settings = settings, .problem = problem, .result = result};
  engine.used = mem_alloc_zero(problem->boxes->items.count + 1, 1);
  bool has_box = find_boxes(problem, engine.used);
  /* Nothing that calls have answered or will answer is worth anything any more. */
  engine.inconsistent = settings->memory->contradiction.length > 0 && has_box;
  if (!engine.inconsistent) run_mode(&engine);
  closedbox_stop_background(&engine);
  if (!engine.decided) explain_unknown(&engine);
  smt_side_destroy(engine.smt);
  free(engine.used);
}

void closedbox_result_deinit(ClosedboxResult *result)
{
  model_deinit(&result->model);
  strbuf_deinit(&result->reason);
}
