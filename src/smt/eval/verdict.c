#include "smt/eval/verdict.h"

#include <assert.h>

static Verdict verdict_of(Value value)
{
  if (value_is_unknown(value))
    return (Verdict){TRUTH_UNKNOWN, (Reason)value.tag, (Term)value.word, false};
  return (Verdict){.truth = value.word ? TRUTH_TRUE : TRUTH_FALSE};
}

static void evaluate(Bank *bank, const Model *model, const EvalLimits *limits, const Term *terms,
                     uint32_t count, Verdict *verdicts)
{
  assert(bank_has_terms(bank, terms, count));
  Machine *machine = machine_create(bank, model, limits, false);
  Program *program = program_create(machine, terms, count);
  program_run(program);
  for (uint32_t i = 0; i < count; i++) verdicts[i] = verdict_of(program_value(program, i));
  program_destroy(program);
  machine_destroy(machine);
}

/* The parts that must all be true: conjunctions are split, so that progress can be seen. */
static void split(const Bank *bank, const Term *terms, uint32_t count, U32Vec *parts)
{
  assert(bank_has_terms(bank, terms, count));
  U32Vec todo = {0};
  TermMarks seen = {0};
  marks_clear(&seen, bank->terms.count);
  for (uint32_t i = count; i-- > 0;) VEC_PUSH(&todo, terms[i]);
  while (todo.count > 0) {
    Term term = todo.items[--todo.count];
    if (!marks_add(&seen, term)) continue;
    Fun fun = bank_fun(bank, term);
    bool and = fun && funs_info(&bank->funs, fun)->origin == FUN_THEORY &&
               symbols_equal(&bank->symbols, funs_info(&bank->funs, fun)->name, "and");
    if (!and) VEC_PUSH(parts, term);
    for (uint32_t i = and? bank_node(bank, term)->count : 0; i-- > 0;)
      VEC_PUSH(&todo, bank_args(bank, term)[i]);
  }
  marks_deinit(&seen);
  VEC_FREE(&todo);
}

static bool can_be_completed(Bank *bank, const Model *model, const EvalLimits *limits,
                             const Term *terms, uint32_t count)
{
  assert(bank_has_terms(bank, terms, count));
  U32Vec parts = {0};
  split(bank, terms, count, &parts);
  Machine *machine = machine_create(bank, model, limits, true);
  Program *program = program_create(machine, parts.items, (uint32_t)parts.count);
  VEC_FREE(&parts);
  bool success = program_complete(program);
  program_destroy(program);
  machine_destroy(machine);
  return success;
}

static uint32_t number_of(const Verdict *verdicts, uint32_t count, Truth truth)
{
  uint32_t number = 0;
  for (uint32_t i = 0; i < count; i++) number += verdicts[i].truth == truth;
  return number;
}

void checks_verdict_of_terms(Bank *bank, const Model *model, const EvalLimits *limits,
                             const Term *terms, uint32_t count, Verdict *verdicts)
{
  assert(bank_has_terms(bank, terms, count));
  evaluate(bank, model, limits, terms, count, verdicts);
  if (number_of(verdicts, count, TRUTH_FALSE) || !number_of(verdicts, count, TRUTH_UNKNOWN)) return;
  if (!can_be_completed(bank, model, limits, terms, count)) return;
  for (uint32_t i = 0; i < count; i++)
    if (verdicts[i].truth == TRUTH_UNKNOWN)
      verdicts[i] = (Verdict){.truth = TRUTH_TRUE, .completed = true};
}
