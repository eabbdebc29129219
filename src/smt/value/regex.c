/* The operators of regular expressions. */
#include <assert.h>

#include "smt/value/regex.h"

#include "smt/value/string.h"

/* Bounds of loops */

/* A numeral as the bound of a loop. False if it is larger than REGEX_MOST. */
static bool read_bound(const Eval *eval, Numeral index, uint64_t *bound)
{
  assert(!numeral_is_expr(index));
  if (numeral_is_plain(index)) {
    *bound = index;
    return true;
  }
  const SymbolTable *symbols = &eval->bank->symbols;
  const char *digits = symbols_text(symbols, numeral_symbol(index));
  *bound = 0;
  for (size_t i = 0; i < symbols_length(symbols, numeral_symbol(index)); i++) {
    if (digits[i] < '0' || digits[i] > '9') return false;
    *bound = *bound * 10 + (uint64_t)(digits[i] - '0');
    if (*bound > REGEX_MOST) return false;
  }
  return true;
}

/* The same for an argument, which must not be negative. */
static bool read_bound_value(Value integer, uint64_t *bound)
{
  int64_t position = slice_position(integer);
  *bound = (uint64_t)position;
  return position >= 0 && *bound <= REGEX_MOST;
}

/* Constants and conversions */

static Value kernel_none(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)args, (void)count;
  return regex_none(eval, call->term);
}

static Value kernel_all(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)args, (void)count;
  return regex_all(eval, call->term);
}

static Value kernel_allchar(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)args, (void)count;
  return regex_range(eval, 0, STRING_ALPHABET - 1, call->term);
}

static Value kernel_to_re(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return regex_string(eval, args[0], call->term);
}

static Value kernel_range(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  assert(args[0].kind == VALUE_STRING && args[1].kind == VALUE_STRING);
  (void)count;
  if (args[0].string->length != 1 || args[1].string->length != 1)
    return regex_none(eval, call->term);
  return regex_range(eval, args[0].string->chars[0], args[1].string->chars[0], call->term);
}

/* Combinations */

static Value kernel_concat(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  return regex_concat(eval, args, count, call->term);
}

static Value kernel_union(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  return regex_union(eval, args, count, call->term);
}

static Value kernel_inter(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  return regex_inter(eval, args, count, call->term);
}

static Value kernel_comp(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return regex_complement(eval, args[0], call->term);
}

static Value kernel_diff(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  Value without = regex_complement(eval, args[1], call->term);
  if (value_is_unknown(without)) return without;
  Value parts[] = {args[0], without};
  return regex_inter(eval, parts, 2, call->term);
}

static Value kernel_reverse(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return regex_reverse(eval, args[0], call->term);
}

/* Repetition */

static Value kernel_star(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return regex_loop(eval, args[0], 0, REGEX_UNBOUNDED, call->term);
}

static Value kernel_plus(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return regex_loop(eval, args[0], 1, REGEX_UNBOUNDED, call->term);
}

static Value kernel_opt(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return regex_loop(eval, args[0], 0, 1, call->term);
}

static Value kernel_power(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  uint64_t times;
  if (!read_bound(eval, call->indices[0], &times))
    return value_unknown(REASON_NO_SEMANTICS, call->term);
  return regex_loop(eval, args[0], times, times, call->term);
}

/* (_ re.loop i j), and z3's (_ re.loop i), which has no upper bound. */
static Value kernel_loop(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  uint64_t low, high = REGEX_UNBOUNDED;
  if (!read_bound(eval, call->indices[0], &low) ||
      (call->index_count > 1 && !read_bound(eval, call->indices[1], &high)))
    return value_unknown(REASON_NO_SEMANTICS, call->term);
  return regex_loop(eval, args[0], low, high, call->term);
}

/* z3's (re.loop r i j) and (re.loop r i). */
static Value kernel_plain_loop(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  uint64_t low, high = REGEX_UNBOUNDED;
  if (!read_bound_value(args[1], &low) || (count > 2 && !read_bound_value(args[2], &high)))
    return eval_open(eval, call, args, count, REASON_OUT_OF_RANGE);
  return regex_loop(eval, args[0], low, high, call->term);
}

/* Strings */

static Value kernel_in_re(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return regex_match(eval, args[0], args[1], call->term);
}

static Value replace(Eval *eval, const Call *call, const Value *args, bool all)
{
  SliceVec found = {0};
  Value result = regex_search(eval, args[0], args[1], 0, all, &found, call->term);
  if (!value_is_unknown(result)) result = string_splice(eval, args[0], &found, args[2], call->term);
  VEC_FREE(&found);
  return result;
}

static Value kernel_replace(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return replace(eval, call, args, false);
}

static Value kernel_replace_all(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return replace(eval, call, args, true);
}

static Value kernel_indexof(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  assert(args[0].kind == VALUE_STRING && args[1].kind == VALUE_REGEX);
  (void)count;
  int64_t from = slice_position(args[2]);
  if (from < 0 || (uint64_t)from > args[0].string->length) return value_small_int(-1);
  SliceVec found = {0};
  Value result = regex_search(eval, args[0], args[1], (uint64_t)from, false, &found, call->term);
  if (!value_is_unknown(result))
    result = value_small_int(found.count > 0 ? (int64_t)found.items[0].start : -1);
  VEC_FREE(&found);
  return result;
}

const KernelEntry regex_kernels[] = {
    {"re.none", "", kernel_none, KERNEL_PLAIN},
    {"re.all", "", kernel_all, KERNEL_PLAIN},
    {"re.allchar", "", kernel_allchar, KERNEL_PLAIN},
    {"str.to_re", "s", kernel_to_re, KERNEL_PLAIN},
    {"re.range", "ss", kernel_range, KERNEL_PLAIN},
    {"re.++", "ee", kernel_concat, KERNEL_VARIADIC},
    {"re.union", "ee", kernel_union, KERNEL_VARIADIC},
    {"re.inter", "ee", kernel_inter, KERNEL_VARIADIC},
    {"re.diff", "ee", kernel_diff, KERNEL_PLAIN},
    {"re.comp", "e", kernel_comp, KERNEL_PLAIN},
    {"re.reverse", "e", kernel_reverse, KERNEL_PLAIN},
    {"re.*", "e", kernel_star, KERNEL_PLAIN},
    {"re.+", "e", kernel_plus, KERNEL_PLAIN},
    {"re.opt", "e", kernel_opt, KERNEL_PLAIN},
    {"re.^", "e", kernel_power, KERNEL_PLAIN},
    {"re.loop", "e", kernel_loop, KERNEL_PLAIN},
    {"re.loop", "eii", kernel_plain_loop, KERNEL_PLAIN},
    {"re.loop", "ei", kernel_plain_loop, KERNEL_PLAIN},
    {"str.in_re", "se", kernel_in_re, KERNEL_PLAIN},
    {"str.replace_re", "ses", kernel_replace, KERNEL_PLAIN},
    {"str.replace_re_all", "ses", kernel_replace_all, KERNEL_PLAIN},
    {"str.indexof_re", "sei", kernel_indexof, KERNEL_PLAIN},
    {0},
};
