/* Types of B: hash-consed, so that equal types have equal 32-bit handles.
 *
 * Predicates have a type of their own, which no expression has. Parameters stand for any type in the
 * signatures of operators. Relations are sets of pairs, and sequences are relations. */
#ifndef B_TERM_TYPE_H
#define B_TERM_TYPE_H

#include "base/index.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "smt/term/symbol.h"

typedef uint32_t BType;

typedef enum {
  B_TYPE_NONE,
  B_TYPE_PREDICATE,
  B_TYPE_INTEGER,
  B_TYPE_REAL,
  B_TYPE_BOOL,
  B_TYPE_STRING,
  B_TYPE_GIVEN,     /* a deferred or enumerated set, by its name */
  B_TYPE_SET,       /* first: of what */
  B_TYPE_PAIR,      /* first, second */
  B_TYPE_RECORD,    /* fields, sorted by their symbols */
  B_TYPE_PARAMETER, /* first: which */
} BTypeKind;

/* The handles of the simple types are their kinds. */
enum { B_PREDICATE = B_TYPE_PREDICATE, B_INT = B_TYPE_INTEGER, B_REALS = B_TYPE_REAL };

typedef struct {
  BTypeKind kind;
  uint32_t first;  /* BType, Symbol, number of a parameter, or place of the fields in the pool */
  uint32_t second; /* BType, or number of fields */
  uint32_t size;   /* nodes of its tree */
} BTypeNode;

/* Larger types are not made by readers and generators. */
enum { B_TYPE_SIZE_MAX = 1000 };

typedef struct {
  Symbol name;
  BType type;
} BField;

typedef struct {
  VEC(BTypeNode) nodes;
  VEC(BField) fields;
  Index index;
} BTypes;

void b_types_init(BTypes *types);
void b_types_deinit(BTypes *types);

static inline const BTypeNode *b_type_node(const BTypes *types, BType type)
{
  return &types->nodes.items[type];
}

static inline BTypeKind b_type_kind(const BTypes *types, BType type)
{
  return types->nodes.items[type].kind;
}

BType b_type_set(BTypes *types, BType of);
BType b_type_pair(BTypes *types, BType first, BType second);
BType b_type_given(BTypes *types, Symbol name);
BType b_type_parameter(BTypes *types, uint32_t number);
/* The fields are sorted in place; their names are different. */
BType b_type_record(BTypes *types, BField *fields, uint32_t count);
/* The fields of a record type, valid until the next record type is made. */
const BField *b_type_fields(const BTypes *types, BType type, uint32_t *count);
/* The set of pairs. */
BType b_type_relation(BTypes *types, BType first, BType second);
/* Of what a set is one. */
static inline BType b_type_member(const BTypes *types, BType set)
{
  return types->nodes.items[set].first;
}
bool b_type_is_relation(const BTypes *types, BType type);
/* Is a given set in it? */
bool b_type_has_given(const BTypes *types, BType type);
/* As in B: POW(INTEGER*BOOL), struct(aa:INTEGER). */
void b_type_print(const BTypes *types, const SymbolTable *symbols, BType type, StrBuf *out);

#endif
