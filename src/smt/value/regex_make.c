/* Making regular expressions. */
#include <assert.h>
#include <string.h>

#include "base/index.h"
#include "smt/value/regex.h"

static int order(uint64_t a, uint64_t b)
{
  return (a > b) - (a < b);
}

int regex_order(const RegexObject *a, const RegexObject *b)
{
  if (a->kind != b->kind) return order(a->kind, b->kind);
  if (a->count != b->count) return order(a->count, b->count);
  if (a->low != b->low) return order(a->low, b->low);
  if (a->high != b->high) return order(a->high, b->high);
  if (a->kind != REGEX_STRING) return 0;
  Value string_a = {.kind = VALUE_STRING, .string = a->string};
  Value string_b = {.kind = VALUE_STRING, .string = b->string};
  return value_compare(string_a, string_b);
}

/* Room for an object with so many parts, which are filled in before it is closed. */
static RegexObject *room(Eval *eval, RegexKind kind, uint32_t count, Term term, Value *failure)
{
  if (!eval_spend(eval, count)) {
    *failure = value_unknown(REASON_STEPS, term);
    return NULL;
  }
  *failure = value_unknown(REASON_MEMORY, term);
  RegexObject *regex =
      heap_alloc(&eval->heap, 1, sizeof *regex + count * sizeof(const RegexObject *));
  if (regex) *regex = (RegexObject){.kind = kind, .count = count};
  return regex;
}

static Value close(RegexObject *regex)
{
  assert(regex->kind != REGEX_STRING || regex->string);
  uint64_t hash = hash_mix(hash_mix(hash_mix(5, regex->kind), regex->low), regex->high);
  if (regex->string) hash = hash_mix(hash, regex->string->hash);
  for (uint32_t i = 0; i < regex->count; i++) hash = hash_mix(hash, regex->parts[i]->hash);
  regex->hash = hash;
  return regex_value(regex);
}

/* What can be seen from an expression itself */

static bool is_none(Value v)
{
  return v.regex->kind == REGEX_NONE;
}

static bool is_empty_string(Value v)
{
  return v.regex->kind == REGEX_STRING && v.regex->string->length == 0;
}

static bool is_star(Value v)
{
  return v.regex->kind == REGEX_LOOP && v.regex->low == 0 && v.regex->high == REGEX_UNBOUNDED;
}

static bool is_all(Value v)
{
  if (!is_star(v)) return false;
  const RegexObject *part = v.regex->parts[0];
  return part->kind == REGEX_RANGE && part->low == 0 && part->high == STRING_ALPHABET - 1;
}

/* Leaves */

Value regex_none(Eval *eval, Term term)
{
  Value failure;
  RegexObject *regex = room(eval, REGEX_NONE, 0, term, &failure);
  return regex ? close(regex) : failure;
}

Value regex_string(Eval *eval, Value string, Term term)
{
  assert(string.kind == VALUE_STRING);
  Value failure;
  RegexObject *regex = room(eval, REGEX_STRING, 0, term, &failure);
  if (!regex) return failure;
  regex->string = string.string;
  return close(regex);
}

static Value empty_string(Eval *eval, Term term)
{
  StringObject *string = value_string_room(&eval->heap, 0);
  if (!string) return value_unknown(REASON_MEMORY, term);
  return regex_string(eval, value_string(string), term);
}

Value regex_range(Eval *eval, uint32_t low, uint32_t high, Term term)
{
  assert(high < STRING_ALPHABET);
  if (low > high) return regex_none(eval, term);
  Value failure;
  RegexObject *regex = room(eval, REGEX_RANGE, 0, term, &failure);
  if (!regex) return failure;
  regex->low = low;
  regex->high = high;
  return close(regex);
}

Value regex_all(Eval *eval, Term term)
{
  Value any = regex_range(eval, 0, STRING_ALPHABET - 1, term);
  return value_is_unknown(any) ? any : regex_loop(eval, any, 0, REGEX_UNBOUNDED, term);
}

/* Combinations */

Value regex_concat(Eval *eval, const Value *parts, uint32_t count, Term term)
{
  Value failure;
  RegexObject *regex = room(eval, REGEX_CONCAT, count, term, &failure);
  if (!regex) return failure;
  regex->count = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (is_none(parts[i])) return parts[i];
    if (!is_empty_string(parts[i])) regex->parts[regex->count++] = parts[i].regex;
  }
  if (regex->count == 0) return empty_string(eval, term);
  return regex->count == 1 ? regex_value(regex->parts[0]) : close(regex);
}

static int compare_parts(const void *a, const void *b)
{
  const RegexObject *const *x = a;
  const RegexObject *const *y = b;
  return value_compare(regex_value(*x), regex_value(*y));
}

static void sort_parts(RegexObject *regex)
{
  assert(regex->count > 0);
  qsort(regex->parts, regex->count, sizeof(const RegexObject *), compare_parts);
  uint32_t kept = 1;
  for (uint32_t i = 1; i < regex->count; i++)
    if (compare_parts(&regex->parts[i], &regex->parts[kept - 1]) != 0)
      regex->parts[kept++] = regex->parts[i];
  regex->count = kept;
}

/* Union and intersection: one language absorbs all others, another adds nothing. */
static Value combine(Eval *eval, RegexKind kind, bool (*absorbs)(Value), bool (*is_neutral)(Value),
                     const Value *parts, uint32_t count, Term term)
{
  assert(count > 0);
  Value failure;
  RegexObject *regex = room(eval, kind, count, term, &failure);
  if (!regex) return failure;
  regex->count = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (absorbs(parts[i])) return parts[i];
    if (!is_neutral(parts[i])) regex->parts[regex->count++] = parts[i].regex;
  }
  if (regex->count == 0) return parts[0];
  sort_parts(regex);
  return regex->count == 1 ? regex_value(regex->parts[0]) : close(regex);
}

Value regex_union(Eval *eval, const Value *parts, uint32_t count, Term term)
{
  return combine(eval, REGEX_UNION, is_all, is_none, parts, count, term);
}

Value regex_inter(Eval *eval, const Value *parts, uint32_t count, Term term)
{
  return combine(eval, REGEX_INTER, is_none, is_all, parts, count, term);
}

Value regex_complement(Eval *eval, Value part, Term term)
{
  assert(part.kind == VALUE_REGEX);
  if (is_none(part)) return regex_all(eval, term);
  if (is_all(part)) return regex_none(eval, term);
  if (part.regex->kind == REGEX_COMPLEMENT) return regex_value(part.regex->parts[0]);
  Value failure;
  RegexObject *regex = room(eval, REGEX_COMPLEMENT, 1, term, &failure);
  if (!regex) return failure;
  regex->parts[0] = part.regex;
  return close(regex);
}

Value regex_loop(Eval *eval, Value part, uint64_t low, uint64_t high, Term term)
{
  assert(part.kind == VALUE_REGEX);
  if (low > high) return regex_none(eval, term);
  if (high == 0 || (is_none(part) && low == 0)) return empty_string(eval, term);
  if (is_none(part) || is_empty_string(part) || is_star(part) || (low == 1 && high == 1))
    return part;
  Value failure;
  RegexObject *regex = room(eval, REGEX_LOOP, 1, term, &failure);
  if (!regex) return failure;
  regex->low = low;
  regex->high = high;
  regex->parts[0] = part.regex;
  return close(regex);
}
