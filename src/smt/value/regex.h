/* Regular expressions as values, and matching strings against them by derivatives.
 *
 * An expression is a graph of objects that are shared. It is kept nearly as it was written, so that
 * making one takes time in the number of its own parts only: what is simplified can be seen from the
 * parts themselves. Different expressions may have the same language: all are `loose`. */
#ifndef SMT_VALUE_REGEX_H
#define SMT_VALUE_REGEX_H

#include "smt/value/operator.h"
#include "smt/value/slice.h"

typedef enum {
  REGEX_NONE,   /* no string */
  REGEX_STRING, /* one string */
  REGEX_RANGE,  /* one character, from `low` to `high` */
  REGEX_CONCAT,
  REGEX_UNION, /* the parts are in the order of value_compare, none of them twice */
  REGEX_INTER, /* the same */
  REGEX_COMPLEMENT,
  REGEX_LOOP /* `low` to `high` times the part */
} RegexKind;

struct RegexObject {
  uint64_t hash;
  uint64_t low, high;
  const StringObject *string;
  RegexKind kind;
  uint32_t count; /* of the parts */
  const RegexObject *parts[];
};

#define REGEX_UNBOUNDED UINT64_MAX          /* as `high` of a loop */
#define REGEX_MOST      (UINT64_C(1) << 62) /* other bounds are at most this */

static inline Value regex_value(const RegexObject *regex)
{
  return (Value){.kind = VALUE_REGEX, .loose = true, .regex = regex};
}

/* Makers: REGEX values, or unknown (steps, memory). */
Value regex_none(Eval *eval, Term term);
Value regex_all(Eval *eval, Term term); /* every string */
Value regex_string(Eval *eval, Value string, Term term);
Value regex_range(Eval *eval, uint32_t low, uint32_t high, Term term);
Value regex_concat(Eval *eval, const Value *parts, uint32_t count, Term term);
Value regex_union(Eval *eval, const Value *parts, uint32_t count, Term term);
Value regex_inter(Eval *eval, const Value *parts, uint32_t count, Term term);
Value regex_complement(Eval *eval, Value part, Term term);
Value regex_loop(Eval *eval, Value part, uint64_t low, uint64_t high, Term term);
/* The language of the reversed strings. */
Value regex_reverse(Eval *eval, Value regex, Term term);

/* Does the string belong to the language? A BOOL, or unknown (steps, memory). */
Value regex_match(Eval *eval, Value string, Value regex, Term term);

/* Adds the shortest of the leftmost matches that start at `from` or after it to `found`, if there is
 * one. With `all`: that match, the next after its end and so on, of those that are not empty. `from`
 * is at most the length of the string. NONE, or unknown (steps, memory). */
Value regex_search(Eval *eval, Value string, Value regex, uint64_t from, bool all, SliceVec *found,
                   Term term);

/* For value_compare on equal hashes: an order on two objects as they are written, without their
 * parts. Where it is 0 they have equally many. */
int regex_order(const RegexObject *a, const RegexObject *b);

#endif
