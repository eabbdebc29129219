/* Values: what terms evaluate to. Exact, immutable and in canonical form.
 *
 * A value is 16 bytes, passed by copy. What does not fit is an object in a Heap. Equal values have
 * equal representations, except those that are `loose` (see value_equal). Values of different sorts
 * are never compared with each other. */
#ifndef SMT_VALUE_VALUE_H
#define SMT_VALUE_VALUE_H

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

#include "smt/term/function.h"
#include "smt/value/heap.h"
#include "smt/value/reason.h"

typedef enum {
  VALUE_NONE,      /* zeroed: not computed yet */
  VALUE_UNKNOWN,   /* undetermined; tag: Reason, word: the Term that is to blame */
  VALUE_BOOL,      /* word: 0 or 1 */
  VALUE_INT,       /* integer, or big */
  VALUE_REAL,      /* integer, or ratio: a rational number in lowest terms */
  VALUE_ALGEBRAIC, /* algebraic: a Real that is not rational (algebraic.h) */
  VALUE_BALL,      /* ball: a Real that an expression gives (ball.h) */
  VALUE_BITVEC,    /* tag: width. word up to 64 bits, then big; unused upper bits are 0 */
  VALUE_FLOAT,    /* tag: width of the whole. Its bits like a BITVEC, as IEEE 754 lays them out; the
                      one NaN has sign 0 and only the upper bit of the fraction set */
  VALUE_ROUNDING, /* word: RoundingMode */
  VALUE_CHAR,     /* word: code point (z3's Unicode) */
  VALUE_STRING,   /* string */
  VALUE_REGEX,    /* regex (regex.h) */
  VALUE_SEQ,      /* list */
  VALUE_TUPLE,    /* list */
  VALUE_DATATYPE, /* tag: the constructor (Fun); list: its fields */
  VALUE_ARRAY,    /* array (array.h) */
  VALUE_SET,      /* map: the elements, with any value (map.h) */
  VALUE_BAG,      /* map: the elements with their multiplicities, which are positive Ints */
  VALUE_FIELD,    /* word up to 64 bits, then big; below the prime */
  VALUE_FUNCTION, /* closure (closure.h) */
  VALUE_ABSTRACT  /* word: the Term that stands for it (model_is_abstract) */
} ValueKind;

typedef enum { ROUND_RNE, ROUND_RNA, ROUND_RTP, ROUND_RTN, ROUND_RTZ } RoundingMode;

/* Every object starts with its hash, a function of the contents only. */
typedef struct {
  uint64_t hash;
  int32_t size; /* number of limbs, negative for a negative number */
  mp_limb_t limbs[];
} BigInt;

typedef struct {
  uint64_t hash;
  const BigInt *numerator, *denominator; /* canonical: coprime, denominator positive */
} Ratio;

typedef struct {
  uint64_t hash;
  uint64_t length;
  uint32_t chars[]; /* code points below STRING_ALPHABET */
} StringObject;

typedef struct Value Value;
typedef struct ListObject ListObject;
typedef struct AlgebraicObject AlgebraicObject;
typedef struct BallObject BallObject;
typedef struct RegexObject RegexObject;
typedef struct ArrayObject ArrayObject;
typedef struct MapNode MapNode;
typedef struct ClosureObject ClosureObject;

struct Value {
  uint8_t kind; /* ValueKind */
  bool boxed;   /* the number is a `big` or a `ratio` */
  bool loose;   /* holds a function given by a formula, a regular expression or a BALL, somewhere */
  uint32_t tag;
  union {
    uint64_t word;
    int64_t integer;
    const uint64_t *hash; /* of the object, whatever it is */
    const BigInt *big;
    const Ratio *ratio;
    const AlgebraicObject *algebraic;
    const BallObject *ball;
    const StringObject *string;
    const RegexObject *regex;
    const ListObject *list;
    const ArrayObject *array;
    const MapNode *map; /* NULL: empty */
    const ClosureObject *closure;
  };
};

struct ListObject {
  uint64_t hash;
  uint64_t length;
  Value items[];
};

_Static_assert(sizeof(Value) == 16, "values are copied all the time");

enum { STRING_ALPHABET = 0x30000 };

/* Undetermined. */
static inline Value value_unknown(Reason reason, Term term)
{
  return (Value){.kind = VALUE_UNKNOWN, .tag = reason, .word = term};
}
static inline bool value_is_unknown(Value v)
{
  return v.kind == VALUE_UNKNOWN;
}

/* Why it may be unknown what a loose value is equal to. */
static inline Reason value_doubt(Value v)
{
  return v.kind == VALUE_BALL ? REASON_TRANSCENDENTAL : REASON_FUNCTION_EQUALITY;
}

/* Simple values. */
static inline Value value_bool(bool truth)
{
  return (Value){.kind = VALUE_BOOL, .word = truth};
}
static inline bool value_is_true(Value v)
{
  return v.kind == VALUE_BOOL && v.word;
}
static inline bool value_is_false(Value v)
{
  return v.kind == VALUE_BOOL && !v.word;
}
static inline Value value_rounding(RoundingMode mode)
{
  return (Value){.kind = VALUE_ROUNDING, .word = mode};
}
/* `word` must be below 2^width, and width at most 64. */
static inline Value value_small_bits(ValueKind kind, uint32_t width, uint64_t word)
{
  return (Value){.kind = (uint8_t)kind, .tag = width, .word = word};
}
static inline Value value_small_int(int64_t integer)
{
  return (Value){.kind = VALUE_INT, .integer = integer};
}
static inline Value value_small_real(int64_t integer)
{
  return (Value){.kind = VALUE_REAL, .integer = integer};
}

/* The makers below give REASON_MEMORY where the heap's limit is reached; `term` is to blame then.
 * Numbers are copied from their arguments. */
Value value_int(Heap *heap, mpz_srcptr number, Term term);
Value value_real(Heap *heap, mpq_srcptr number, Term term); /* which must be canonical */
/* kind: BITVEC, FLOAT or FIELD (tag 0); the number is not negative and fits. */
Value value_bits(Heap *heap, ValueKind kind, uint32_t width, mpz_srcptr number, Term term);

/* Room for a string or list to be filled in and then closed with value_string or value_list. NULL if
 * the limit is reached. */
StringObject *value_string_room(Heap *heap, uint64_t length);
Value value_string(StringObject *string);
ListObject *value_list_room(Heap *heap, uint64_t length);
Value value_list(ValueKind kind, uint32_t tag, ListObject *list);

/* A view of the integer in an INT, BITVEC, FLOAT or FIELD (unsigned, as bits), valid while the value
 * and the view are. */
typedef struct {
  mpz_t number;
  mp_limb_t limb;
} IntView;
mpz_srcptr value_view(Value v, IntView *view);
/* The same for numerator and denominator of a REAL. */
typedef struct {
  IntView numerator, denominator;
  mpq_t number;
} RatioView;
mpq_srcptr value_view_real(Value v, RatioView *view);

/* Does an INT fit, and what is it? */
static inline bool value_get_int64(Value v, int64_t *integer)
{
  *integer = v.integer;
  return !v.boxed;
}

uint64_t value_hash(Value v);
/* A total order on values of one sort that are not loose: 0 only for equal ones. It is by hash, so
 * it says nothing about magnitude. No recursion. */
int value_compare(Value a, Value b);

typedef enum { TRUTH_FALSE, TRUTH_TRUE, TRUTH_UNKNOWN } Truth;

/* Equality of values of one sort. TRUTH_UNKNOWN where it depends on whether two functions that are
 * given by different formulas, two regular expressions that are written differently, or two real
 * numbers that are given by expressions and close to each other, are equal. */
Truth value_equal(Value a, Value b);

#endif
