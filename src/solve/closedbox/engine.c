#include "solve/closedbox/engine.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "smt/term/build.h"
#include "smt/text/print.h"

enum { TERM_SHOWN = 160 };

void engine_say(Engine *engine, const char *format, ...)
{
  if (!engine->settings->trace) return;
  char line[1000];
  va_list list;
  va_start(list, format);
  vsnprintf(line, sizeof line, format, list);
  va_end(list);
  engine->settings->trace(engine->settings->trace_context, line);
}

void engine_put_term(Engine *engine, StrBuf *out, Term term)
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

SmtSide *engine_smt(Engine *engine)
{
  const ClosedboxSettings *settings = engine->settings;
  if (!engine->smt && settings->solver)
    engine->smt = smt_side_create(settings->sup, settings->solver, engine->problem);
  return engine->smt;
}

void engine_conclude(Engine *engine, AnswerKind answer, const char *reason)
{
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

/* The values at which a call failed are no solution: that is assumed for the search, and forbids unsat. */
static Term fact_of(Engine *engine, const CallTable *calls, const CallRecord *record)
{
  BoxProblem *problem = engine->problem;
  const Box *box = &problem->boxes->items.items[record->box];
  const uint64_t *words = calls->words.items + record->first;
  Term call = call_term(problem, record->box, words);
  Term result =
      call && !record->failed ? call_result_term(problem, record->box, words + box->words) : 0;
  return result ? equation(problem->bank, call, result) : 0;
}

static uint32_t learn(Engine *engine, const CallTable *calls)
{
  uint32_t learnt = 0;
  StrBuf line;
  strbuf_init(&line, 0);
  for (size_t i = 0; i < calls->records.count; i++) {
    Term fact = fact_of(engine, calls, &calls->records.items[i]);
    if (!fact) continue;
    if (engine_smt(engine)) smt_side_add_fact(engine->smt, fact);
    strbuf_add_text(&line, learnt ? ", " : "");
    if (engine->settings->trace) engine_put_term(engine, &line, fact);
    learnt++;
  }
  if (learnt) engine_say(engine, "  facts learnt    %s", strbuf_text(&line));
  strbuf_deinit(&line);
  return learnt;
}

static void say_contradiction(Engine *engine, const Verification *verification)
{
  const BoxProblem *problem = engine->problem;
  uint32_t box = (uint32_t)verification->contradiction;
  const Box *one = &problem->boxes->items.items[box];
  const uint64_t *words = verification->contradicting.items;
  Term call = call_term(problem, box, words);
  Term first = call_result_term(problem, box, words + one->words);
  Term second = call_result_term(problem, box, words + one->words + box_result(one).words);
  StrBuf *out = &engine->result->reason;
  engine->inconsistent = true;
  strbuf_clear(out);
  strbuf_printf(out, "%s is not a function", one->name);
  if (!call || !first || !second) return;
  strbuf_add_text(out, ": ");
  engine_put_term(engine, out, call);
  strbuf_add_text(out, " was ");
  engine_put_term(engine, out, first);
  strbuf_add_text(out, " and ");
  engine_put_term(engine, out, second);
}

static void copy_model(const Model *from, Model *to)
{
  VEC_APPEND(&to->definitions, from->definitions.items, from->definitions.count);
  VEC_APPEND(&to->by_fun, from->by_fun.items, from->by_fun.count);
  VEC_APPEND(&to->elements, from->elements.items, from->elements.count);
}

enum { REPEATS = 3 };

bool engine_try_model(Engine *engine, const Model *model, uint32_t *learnt)
{
  CallLimits limits = engine->settings->limits;
  limits.wall_ns = engine_left_ns(engine) + 1;
  bool good = true;
  *learnt = 0;
  for (uint32_t process = 0; process < 2 && good; process++) {
    Verification verification;
    verify_model(engine->problem, &limits, model, process == 0 ? REPEATS : 1, &verification);
    engine->result->calls += verification.calls.records.count;
    engine->failures |= verification.failed;
    good = verification.status == STATUS_OK && verification.truth == TRUTH_TRUE &&
           verification.contradiction < 0;
    if (verification.status != STATUS_OK) {
      engine->result->status = verification.status;
      engine->result->error = verification.error;
      engine->decided = true;
    } else if (verification.contradiction >= 0) {
      say_contradiction(engine, &verification);
    } else if (!good) {
      *learnt = learn(engine, &verification.calls);
    }
    verification_deinit(&verification);
  }
  if (!good) return false;
  copy_model(model, &engine->result->model);
  engine_conclude(engine, ANSWER_SAT, "the model was checked by calling");
  return true;
}

/* --- strategies --- */

/* Everything to the fuzz engine; the SMT engine only completes what cannot be run. */
static void run_fuzz_only(Engine *engine, uint64_t wall_ns, uint64_t sweep_limit)
{
  Model model = {0};
  uint32_t learnt;
  if (engine_run_fuzz(engine, NULL, wall_ns, sweep_limit, &model) && !engine->decided)
    engine_try_model(engine, &model, &learnt);
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
  run_fuzz_only(engine, at_most(12 * MILLISECOND, engine_left_ns(engine)), SWEEP_FIRST);
  if (!engine->decided && !engine->inconsistent)
    engine_run_conjecture(engine, at_most(10000 * MILLISECOND, engine_left_ns(engine) / 2 + 1));
  for (uint32_t round = 0; !engine->decided && !engine->inconsistent && engine_left_ns(engine);
       round++) {
    uint64_t slice = at_most((200 * MILLISECOND) << at_most(round, 8), engine_left_ns(engine));
    uint64_t iterations = engine->result->iterations;
    /* A solver that starts on a busy machine takes a while. */
    uint64_t smt =
        at_most(slice < 1000 * MILLISECOND ? 1000 * MILLISECOND : slice, engine_left_ns(engine));
    engine_run_active(engine, smt, 8u << at_most(round, 12));
    if (!engine->decided) engine_run_cdfl(engine, slice / 2, 8u << at_most(round, 12));
    if (engine->decided || engine->inconsistent) return;
    run_fuzz_only(engine, at_most(slice * 2, engine_left_ns(engine)),
                  round < 2 ? SWEEP_FIRST : SWEEP_LATER);
    if (engine->result->iterations == iterations && engine->problem->constraints.count == 0) return;
  }
}

static void run_mode(Engine *engine)
{
  switch (engine->settings->mode) {
  case CLOSEDBOX_AUTO: run_all(engine); break;
  case CLOSEDBOX_CDFL: engine_run_cdfl(engine, engine_left_ns(engine), UINT32_MAX); break;
  case CLOSEDBOX_ACTIVE: engine_run_active(engine, engine_left_ns(engine), UINT32_MAX); break;
  case CLOSEDBOX_FUZZ:
    while (!engine->decided && !engine->inconsistent && engine_left_ns(engine))
      run_fuzz_only(engine, engine_left_ns(engine), SWEEP_LATER);
    break;
  }
}

/* --- all --- */

void closedbox_solve(const ClosedboxSettings *settings, BoxProblem *problem,
                     ClosedboxResult *result)
{
  *result = (ClosedboxResult){.answer = ANSWER_UNKNOWN};
  strbuf_init(&result->reason, 0);
  Engine engine = {.settings = settings, .problem = problem, .result = result};
  run_mode(&engine);
  if (!engine.decided && result->reason.length == 0)
    strbuf_add_text(&result->reason,
                    engine_left_ns(&engine) ? "no strategy can do more" : "the time is over");
  smt_side_destroy(engine.smt);
}

void closedbox_result_deinit(ClosedboxResult *result)
{
  model_deinit(&result->model);
  strbuf_deinit(&result->reason);
}
