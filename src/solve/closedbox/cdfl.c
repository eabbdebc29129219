/* The conflict-driven fuzz loop: the fuzz engine gets only the constraints that conflicts have named. */
#include <assert.h>

#include "smt/term/build.h"
#include "solve/closedbox/engine.h"

typedef struct {
  Engine *engine;
  uint8_t *chosen; /* by constraint: the fuzz engine has it */
  U32Vec values;   /* Term: the partial model as equations */
} Loop;

/* At first the equations that define something by a call: they can always be satisfied. */
static void choose_calls(Loop *loop)
{
  const BoxProblem *problem = loop->engine->problem;
  const Bank *bank = problem->bank;
  for (size_t i = 0; i < problem->constraints.count; i++) {
    Term term = problem->constraints.items[i];
    if (!box_problem_applies(bank, term, "=") || bank_node(bank, term)->count != 2) continue;
    for (int side = 0; side < 2; side++) {
      Fun call = bank_fun(bank, bank_args(bank, term)[side]);
      Fun other = bank_fun(bank, bank_args(bank, term)[!side]);
      bool constant = other && funs_info(&bank->funs, other)->origin == FUN_DECLARED &&
                      funs_info(&bank->funs, other)->arity == 0;
      if (call && boxes_find(problem->boxes, call) >= 0 && constant) loop->chosen[i] = 1;
    }
  }
}

static void say_constraints(Loop *loop)
{
  Engine *engine = loop->engine;
  if (!engine->settings->trace) return;
  StrBuf line;
  strbuf_init(&line, 0);
  for (size_t i = 0; i < engine->problem->constraints.count; i++)
    if (loop->chosen[i]) {
      strbuf_add_text(&line, line.length ? " " : "");
      closedbox_put_term(engine, &line, engine->problem->constraints.items[i]);
    }
  closedbox_say(engine, "  fuzz engine     %s", line.length ? strbuf_text(&line) : "(nothing)");
  strbuf_deinit(&line);
}

static void make_values(Loop *loop, const Model *model)
{
  Bank *bank = loop->engine->problem->bank;
  loop->values.count = 0;
  for (size_t i = 0; i < model->definitions.count; i++) {
    const Definition *one = &model->definitions.items[i];
    Term sides[2] = {bank_term(bank, bank_apply_operator(bank, one->fun, NULL, 0, 0),
                               funs_result(&bank->funs, one->fun), NULL, 0),
                     one->definition};
    Term equation = build(bank, "=", 0, sides, 2);
    if (equation) VEC_PUSH(&loop->values, equation);
  }
}

/* The constraints of the core go to the fuzz engine; false if it has all of them. */
static bool learn_core(Loop *loop, const SmtAnswer *answer)
{
  assert(answer->answer == ANSWER_UNSAT);
  Engine *engine = loop->engine;
  bool more = false;
  StrBuf line;
  strbuf_init(&line, 0);
  for (size_t i = 0; i < answer->constraints.count; i++) {
    uint32_t number = answer->constraints.items[i];
    strbuf_add_text(&line, i ? " " : "");
    if (engine->settings->trace)
      closedbox_put_term(engine, &line, engine->problem->constraints.items[number]);
    more |= !loop->chosen[number];
    loop->chosen[number] = 1;
  }
  closedbox_say(engine, "  core            %s", strbuf_text(&line));
  strbuf_deinit(&line);
  return more;
}

/* The completed model was wrong: a call inside a constraint answered something else than the SMT engine had assumed. The fuzz
 * engine learns one more such constraint. */
static void learn_call(Loop *loop)
{
  const BoxProblem *problem = loop->engine->problem;
  for (size_t i = 0; i < problem->constraints.count; i++)
    if (!loop->chosen[i] && box_problem_has_box(problem, problem->constraints.items[i])) {
      loop->chosen[i] = 1;
      return;
    }
}

/* A core without values may be one that was not understood: unsat is said only if it follows without any. */
static void conclude_without_values(Engine *engine, uint64_t end)
{
  SmtAnswer answer;
  uint64_t now = clock_monotonic_ns();
  smt_side_check(closedbox_smt(engine), NULL, 0, end > now ? end - now : 1, &answer);
  if (answer.answer == ANSWER_UNSAT)
    closedbox_conclude_unsat(engine, "the SMT engine proves it without the partial model");
  smt_answer_deinit(&answer);
}

/* The SMT engine completes the partial model, or says what is in its way. True if another round may help. */
static bool complete(Loop *loop, const Model *partial, uint64_t end)
{
  Engine *engine = loop->engine;
  SmtSide *smt = closedbox_smt(engine);
  if (!smt) return false;
  make_values(loop, partial);
  SmtAnswer answer;
  uint64_t now = clock_monotonic_ns();
  smt_side_check(smt, loop->values.items, (uint32_t)loop->values.count, end > now ? end - now : 1,
                 &answer);
  closedbox_say(engine, "  SMT engine      %s", answer_name(answer.answer));
  bool more = false;
  uint32_t learnt;
  if (answer.answer == ANSWER_SAT) {
    more = !closedbox_try_model(engine, &answer.model, &learnt) && learnt > 0;
    if (more) learn_call(loop);
  } else if (answer.answer == ANSWER_UNSAT && answer.values.count == 0) {
    conclude_without_values(engine, end);
  } else if (answer.answer == ANSWER_UNSAT) {
    more = learn_core(loop, &answer);
  }
  smt_answer_deinit(&answer);
  return more;
}

static bool step(Loop *loop, uint64_t end)
{
  Engine *engine = loop->engine;
  uint64_t now = clock_monotonic_ns();
  if (now >= end) return false;
  engine->result->iterations++;
  closedbox_poll_background(engine);
  if (engine->decided) return false;
  closedbox_say(engine, "iteration %llu", (unsigned long long)engine->result->iterations);
  say_constraints(loop);
  Model partial = {0};
  bool more = false;
  if (closedbox_run_fuzz(engine, loop->chosen, end - now, UINT64_C(1) << 24, &partial) &&
      !engine->decided) {
    uint32_t learnt;
    more = complete(loop, &partial, end);
    if (more && !engine->decided) closedbox_try_model(engine, &partial, &learnt);
  }
  model_deinit(&partial);
  return more && !engine->decided && !engine->inconsistent;
}

void closedbox_run_cdfl(Engine *engine, uint64_t wall_ns, uint32_t iterations)
{
  Loop loop = {.engine = engine,
               .chosen = mem_alloc_zero(engine->problem->constraints.count + 1, 1)};
  uint64_t end = clock_monotonic_ns() + wall_ns;
  choose_calls(&loop);
  for (uint32_t i = 0; i < iterations && step(&loop, end); i++) continue;
  free(loop.chosen);
  VEC_FREE(&loop.values);
}
