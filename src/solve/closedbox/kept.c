/* Models whose calls are all known already: calls that earlier runs kept take no time. */
#include <assert.h>

#include "smt/term/build.h"
#include "smt/term/traverse.h"
#include "solve/closedbox/engine.h"

enum { RECORDS_MAX = 256 };

static Term one_of(Bank *bank, const char *name, const U32Vec *terms)
{
  if (terms->count == 1) return terms->items[0];
  return build(bank, name, 0, terms->items, (uint32_t)terms->count);
}

/* The application has the arguments of this call; 0 if they have no terms. */
static Term same_arguments(Engine *engine, Term application, const CallRecord *record)
{
  Bank *bank = engine->problem->bank;
  const uint64_t *words = engine->settings->memory->calls.words.items + record->first;
  Term call = call_term(engine->problem, record->box, words);
  if (!call) return 0;
  U32Vec equal = {0};
  for (uint32_t i = 0; i < bank_node(bank, application)->count; i++) {
    Term sides[] = {bank_args(bank, application)[i], bank_args(bank, call)[i]};
    Term equation = build(bank, "=", 0, sides, 2);
    if (equation) VEC_PUSH(&equal, equation);
  }
  Term all = equal.count ? one_of(bank, "and", &equal) : 0;
  VEC_FREE(&equal);
  return all;
}

/* The application is one of the calls that are known; 0 if none is. */
static Term is_known(Engine *engine, Term application)
{
  assert(bank_fun(engine->problem->bank, application));
  const CallTable *calls = &engine->settings->memory->calls;
  int box = boxes_find(engine->problem->boxes, bank_fun(engine->problem->bank, application));
  U32Vec cases = {0};
  for (size_t i = 0; i < calls->records.count && cases.count < RECORDS_MAX; i++) {
    if ((int)calls->records.items[i].box != box) continue;
    Term one = same_arguments(engine, application, &calls->records.items[i]);
    if (one) VEC_PUSH(&cases, one);
  }
  Term any = cases.count ? one_of(engine->problem->bank, "or", &cases) : 0;
  VEC_FREE(&cases);
  return any;
}

static void find_applications(const Engine *engine, U32Vec *applications)
{
  const BoxProblem *problem = engine->problem;
  Walk walk = {0};
  walk_start(&walk, problem->bank);
  for (size_t i = 0; i < problem->constraints.count; i++)
    walk_add_root(&walk, problem->constraints.items[i]);
  for (Term t; (t = walk_next(&walk));) {
    Fun fun = bank_fun(problem->bank, t);
    if (fun && bank_node(problem->bank, t)->count > 0 && boxes_find(problem->boxes, fun) >= 0)
      VEC_PUSH(applications, t);
  }
  walk_deinit(&walk);
}

void closedbox_try_kept(Engine *engine, uint64_t wall_ns)
{
  U32Vec applications = {0}, known = {0};
  SmtSide *smt = closedbox_smt(engine);
  uint32_t learnt;
  bool all = smt != NULL;
  find_applications(engine, &applications);
  for (size_t i = 0; i < applications.count && all; i++) {
    Term term = is_known(engine, applications.items[i]);
    all = term != 0;
    if (all) VEC_PUSH(&known, term);
  }
  if (all && known.count) {
    SmtAnswer answer;
    smt_side_check(smt, known.items, (uint32_t)known.count, wall_ns, &answer);
    closedbox_say(engine, "with calls of earlier runs only; SMT engine: %s",
                  answer_name(answer.answer));
    if (answer.answer == ANSWER_SAT) closedbox_try_model(engine, &answer.model, &learnt);
    smt_answer_deinit(&answer);
  }
  VEC_FREE(&applications);
  VEC_FREE(&known);
}
