/* The Core theory, and z3's counting constraints. Undetermined arguments are allowed where the others
 * decide. */
#include <assert.h>

#include "smt/value/core.h"

#include "smt/value/ball.h"

static Value core_true(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)args, (void)count;
  return value_bool(true);
}

static Value core_false(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)args, (void)count;
  return value_bool(false);
}

static Value core_not(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)count;
  return value_bool(!args[0].word);
}

/* `decisive` if one argument is, otherwise undetermined if one is. */
static Value junction(const Value *args, uint32_t count, bool decisive)
{
  Value result = value_bool(!decisive);
  for (uint32_t i = 0; i < count; i++) {
    if (value_is_unknown(args[i]))
      result = args[i];
    else if (args[i].word == decisive)
      return args[i];
  }
  return result;
}

static Value core_and(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call;
  return junction(args, count, false);
}

static Value core_or(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call;
  return junction(args, count, true);
}

/* a => b => c is not a or not b or c. */
static Value core_implies(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  assert(count > 0);
  (void)eval, (void)call;
  Value premises = junction(args, count - 1, false);
  Value conclusion = args[count - 1];
  if (value_is_false(premises) || value_is_true(conclusion)) return value_bool(true);
  return value_is_unknown(premises) ? premises : conclusion;
}

static Value core_xor(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)count;
  return value_bool(args[0].word != args[1].word);
}

/* More is found out about numbers than value_equal knows. */
static Value equal_numbers(Eval *eval, const Call *call, const Value *args)
{
  int sign;
  if (!ball_compare(eval, args[0], args[1], &sign)) return ball_unknown(eval, call->term);
  return value_bool(sign == 0);
}

Value core_equal(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  if (value_is_ball(args[0]) || value_is_ball(args[1])) return equal_numbers(eval, call, args);
  Truth truth = value_equal(args[0], args[1]);
  if (truth == TRUTH_UNKNOWN) return value_unknown(REASON_FUNCTION_EQUALITY, call->term);
  return value_bool(truth == TRUTH_TRUE);
}

static Value core_distinct(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  Value equal = core_equal(eval, call, args, count);
  return value_is_unknown(equal) ? equal : value_bool(!equal.word);
}

Value core_ite(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)count;
  if (!value_is_unknown(args[0])) return args[0].word ? args[1] : args[2];
  if (value_is_unknown(args[1]) || value_is_unknown(args[2])) return args[0];
  return value_equal(args[1], args[2]) == TRUTH_TRUE ? args[1] : args[0];
}

/* Counting */

/* The least and the most that the weights of the true arguments can add up to. Without `weights`
 * each counts 1. */
static void weigh(const Value *args, uint32_t count, const Numeral *weights, uint64_t *least,
                  uint64_t *most)
{
  *least = *most = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint64_t weight = weights ? weights[i] : 1;
    if (value_is_true(args[i])) *least += weight;
    if (!value_is_false(args[i])) *most += weight;
  }
}

static Value first_unknown(const Value *args, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (value_is_unknown(args[i])) return args[i];
  return value_unknown(REASON_NO_SEMANTICS, 0);
}

static bool all_plain(const Call *call)
{
  for (uint32_t i = 0; i < call->index_count; i++)
    if (!numeral_is_plain(call->indices[i])) return false;
  return true;
}

static Value at_most(const Call *call, const Value *args, uint32_t count, const Numeral *weights)
{
  assert(call->index_count == (weights ? count + 1 : 1));
  uint64_t least, most;
  if (!all_plain(call)) return value_unknown(REASON_NO_SEMANTICS, call->term);
  weigh(args, count, weights, &least, &most);
  if (most <= call->indices[0]) return value_bool(true);
  if (least > call->indices[0]) return value_bool(false);
  return first_unknown(args, count);
}

static Value at_least(const Call *call, const Value *args, uint32_t count, const Numeral *weights)
{
  assert(call->index_count == (weights ? count + 1 : 1));
  uint64_t least, most;
  if (!all_plain(call)) return value_unknown(REASON_NO_SEMANTICS, call->term);
  weigh(args, count, weights, &least, &most);
  if (least >= call->indices[0]) return value_bool(true);
  if (most < call->indices[0]) return value_bool(false);
  return first_unknown(args, count);
}

static Value core_at_most(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval;
  return at_most(call, args, count, NULL);
}

static Value core_at_least(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval;
  return at_least(call, args, count, NULL);
}

static Value core_pble(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval;
  return at_most(call, args, count, call->indices + 1);
}

static Value core_pbge(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval;
  return at_least(call, args, count, call->indices + 1);
}

static Value core_pbeq(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  Value both[] = {core_pble(eval, call, args, count), core_pbge(eval, call, args, count)};
  return junction(both, 2, false);
}

Value core_apply(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  assert(count > 0);
  return eval_apply(eval, args[0], args + 1, count - 1, call->term);
}

const KernelEntry core_kernels[] = {
    {"true", "", core_true, KERNEL_PLAIN},
    {"false", "", core_false, KERNEL_PLAIN},
    {"not", "b", core_not, KERNEL_PLAIN},
    {"=>", "bb", core_implies, KERNEL_LENIENT | KERNEL_VARIADIC},
    {"and", "bb", core_and, KERNEL_LENIENT | KERNEL_VARIADIC},
    {"or", "bb", core_or, KERNEL_LENIENT | KERNEL_VARIADIC},
    {"xor", "bb", core_xor, KERNEL_PLAIN},
    {"=", "**", core_equal, KERNEL_PLAIN},
    {"distinct", "**", core_distinct, KERNEL_PLAIN},
    {"ite", "b**", core_ite, KERNEL_LENIENT},
    {"at-most", "b", core_at_most, KERNEL_LENIENT | KERNEL_VARIADIC},
    {"at-least", "b", core_at_least, KERNEL_LENIENT | KERNEL_VARIADIC},
    {"pble", "b", core_pble, KERNEL_LENIENT | KERNEL_VARIADIC},
    {"pbge", "b", core_pbge, KERNEL_LENIENT | KERNEL_VARIADIC},
    {"pbeq", "b", core_pbeq, KERNEL_LENIENT | KERNEL_VARIADIC},
    {"@", "h*", core_apply, KERNEL_VARIADIC},
    {0},
};
