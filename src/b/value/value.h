/* Values of B: exact, hash-consed, so that equal values have equal 32-bit handles.
 *
 * Integers are of any size, reals are rational numbers. A set lists its elements in order. Sets that are
 * infinite, or large, stay lazy: an operator and the values that it is applied to. Of these only intervals of
 * integers, whose ends may be open, are in canonical form; another lazy value may be equal to one with another
 * handle. Elements of sets are never lazy, apart from intervals. Everything lives until b_heap_deinit. */
#ifndef B_VALUE_VALUE_H
#define B_VALUE_VALUE_H

#include <gmp.h>

#include "b/term/bank.h"

typedef uint32_t BValue;

/* Handles with a meaning. The first three are no values. */
enum {
  B_VALUE_NONE,
  B_VALUE_UNDEFINED, /* not well defined */
  B_VALUE_UNKNOWN,   /* cannot be computed */
  B_VALUE_FALSE,
  B_VALUE_TRUE,
  B_VALUE_EMPTY, /* the empty set, of any type */
};

typedef enum {
  B_KIND_NONE,
  B_KIND_BOOL,
  B_KIND_INTEGER,
  B_KIND_REAL,
  B_KIND_STRING,
  B_KIND_ELEMENT, /* of a given set */
  B_KIND_PAIR,
  B_KIND_RECORD,
  B_KIND_SET,
  B_KIND_LAZY,
} BKind;

typedef struct {
  uint8_t kind;  /* BKind */
  uint8_t solid; /* canonical: there is nothing lazy in it but intervals */
  uint16_t op;   /* lazy: BOperator */
  uint32_t
      first; /* parts; a pair: its first; an integer or real: its number in a table, if big; an element: the type */
  uint32_t count; /* of parts; a pair: its second; a big integer: 1 */
  int64_t
      number; /* a small integer; a Symbol; the number of an element; of a lazy binder: its BTerm */
} BValueNode;

typedef struct {
  mpz_t number;
} BBig;

typedef struct {
  mpq_t number;
} BRational;

typedef struct {
  BBank *bank;
  VEC(BValueNode) nodes;
  U32Vec parts;
  VEC(BBig) bigs;
  VEC(BRational) rationals;
  Index index;
} BHeap;

/* Intervals of at most this many integers are listed. */
enum { B_LISTED_INTERVAL = 256 };

void b_heap_init(BHeap *heap, BBank *bank);
void b_heap_deinit(BHeap *heap);

static inline const BValueNode *b_value_node(const BHeap *heap, BValue value)
{
  return &heap->nodes.items[value];
}
static inline BKind b_kind(const BHeap *heap, BValue value)
{
  return (BKind)heap->nodes.items[value].kind;
}
static inline BValue b_part(const BHeap *heap, BValue value, uint32_t i)
{
  return heap->parts.items[heap->nodes.items[value].first + i];
}
static inline bool b_is_value(BValue value)
{
  return value > B_VALUE_UNKNOWN;
}
static inline BValue b_bool(bool truth)
{
  return truth ? B_VALUE_TRUE : B_VALUE_FALSE;
}
static inline bool b_is_solid(const BHeap *heap, BValue value)
{
  return heap->nodes.items[value].solid;
}

BValue b_int(BHeap *heap, int64_t number);
BValue b_int_mpz(BHeap *heap, mpz_srcptr number);
BValue b_real(BHeap *heap, mpq_srcptr number);
BValue b_string(BHeap *heap, Symbol text);
/* An element of a given set: of an enumerated one by its name, which is the upper half of the number; of a deferred
 * one by a small number. */
BValue b_element(BHeap *heap, BType type, int64_t number);
static inline int64_t b_element_number(Symbol name)
{
  return (int64_t)name << 32;
}
BValue b_pair(BHeap *heap, BValue first, BValue second);
BValue b_record(BHeap *heap, const BValue *fields, uint32_t count);
/* The set of the elements, which are sorted in place and may repeat. Elements are solid. */
BValue b_set(BHeap *heap, BValue *elements, size_t count);
/* The same of elements that are in order and different already. */
BValue b_set_sorted(BHeap *heap, const BValue *elements, size_t count);
/* An interval; B_VALUE_NONE is an open end. */
BValue b_interval(BHeap *heap, BValue low, BValue high);
/* The integers from `low` on as a list to go through. It is not canonical: an equal interval has another handle. */
BValue b_interval_list(BHeap *heap, BValue low, uint32_t count);
BValue b_lazy(BHeap *heap, BOperator op, int64_t number, const BValue *parts, uint32_t count);

static inline BValue b_first(const BHeap *heap, BValue pair)
{
  return heap->nodes.items[pair].first;
}
static inline BValue b_second(const BHeap *heap, BValue pair)
{
  return heap->nodes.items[pair].count;
}
static inline bool b_is_lazy(const BHeap *heap, BValue value, BOperator op)
{
  const BValueNode *node = &heap->nodes.items[value];
  return node->kind == B_KIND_LAZY && node->op == op;
}

/* A total order on solid values of one type: < 0, 0, > 0. */
int b_compare(const BHeap *heap, BValue a, BValue b);
/* Is it an element of a listed set? */
bool b_set_has(const BHeap *heap, BValue set, BValue element);
/* The place of the first element that is not less. */
uint32_t b_set_find(const BHeap *heap, BValue set, BValue element);

/* As expressions of B: {1, 2}, (1 |-> TRUE), rec(aa : 1); elements of deferred sets are their name and number. Lazy values
 * are printed as far as a name can be given to them. */
void b_value_print(const BHeap *heap, BType type, BValue value, StrBuf *out);

#endif
