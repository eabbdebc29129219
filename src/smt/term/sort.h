/* Sorts: hash-consed, by 32-bit handle.
 *
 * A sort is a constructor applied to indices and argument sorts: (_ BitVec 8), (Array Int Real).
 * Signatures use the same sorts as patterns: a sort that holds a sort parameter or a numeral
 * expression is `open` and is matched against closed ones (signature.h). */
#ifndef SMT_TERM_SORT_H
#define SMT_TERM_SORT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/index.h"
#include "base/vec.h"
#include "smt/term/numeral.h"
#include "smt/term/symbol.h"

typedef uint32_t Sort;     /* 0: none */
typedef uint32_t SortCtor; /* 0: none */

/* What the code must know about a sort beyond its declaration. */
#define SORT_CLASS_LIST(X)                                                                         \
  X(SORT_OTHER, "")                                                                                \
  X(SORT_BOOL, "Bool")                                                                             \
  X(SORT_INT, "Int")                                                                               \
  X(SORT_REAL, "Real")                                                                             \
  X(SORT_BITVEC, "BitVec")                                                                         \
  X(SORT_FLOAT, "FloatingPoint")                                                                   \
  X(SORT_ROUNDING, "RoundingMode")                                                                 \
  X(SORT_STRING, "String")                                                                         \
  X(SORT_REGLAN, "RegLan")                                                                         \
  X(SORT_ARRAY, "Array")                                                                           \
  X(SORT_SEQ, "Seq")                                                                               \
  X(SORT_SET, "Set")                                                                               \
  X(SORT_BAG, "Bag")                                                                               \
  X(SORT_FIELD, "FiniteField")                                                                     \
  X(SORT_TUPLE, "Tuple")                                                                           \
  X(SORT_FUNCTION, "->")                                                                           \
  X(SORT_UNINTERPRETED, "")                                                                        \
  X(SORT_DATATYPE, "")                                                                             \
  X(SORT_PARAMETER, "")

#define SORT_CLASS_ENUM(name, text) name,
typedef enum { SORT_CLASS_LIST(SORT_CLASS_ENUM) SORT_CLASS_COUNT } SortClass;
#undef SORT_CLASS_ENUM

enum { SORT_SLOTS = 16 };
#define ARITY_ANY UINT32_MAX

typedef struct {
  Symbol name;
  uint32_t arity; /* number of argument sorts, or ARITY_ANY */
  uint32_t index_count;
  SortClass class;
  Expr where;        /* condition on the indices, in slots 0 .. index_count - 1 */
  uint32_t theory;   /* 0 for what a script declares */
  uint32_t version;  /* tells apart declarations of one name with other contents */
  uint32_t datatype; /* its datatype (datatype.h), or 0 */
} SortCtorInfo;

typedef struct {
  SortCtor ctor;
  uint32_t first; /* in pool: indices, then arguments; a parameter's indices are slot and name */
  uint32_t arg_count;
  uint16_t index_count;
  uint8_t class; /* SortClass */
  uint8_t open;
} SortNode;

typedef struct {
  VEC(SortCtorInfo) ctors;
  VEC(SortNode) nodes;
  U32Vec pool;
  Index ctor_index;
  Index index;
  SortCtor class_ctor[SORT_CLASS_COUNT]; /* the theory's constructor of each class, once loaded */
} SortTable;

/* A new table knows sort parameters and "->"; all other constructors come from theories and scripts. */
void sorts_init(SortTable *table, SymbolTable *symbols);
void sorts_deinit(SortTable *table);

/* The class that a theory's sort of this name has. */
SortClass sorts_class_of_name(const SymbolTable *symbols, Symbol name);

/* The constructor with this name, arity, index count, class and version; made if it is not there. */
SortCtor sorts_ctor(SortTable *table, const SortCtorInfo *info);

/* The sort of a constructor with its indices and arguments, whose numbers must fit. */
Sort sorts_make(SortTable *table, SortCtor ctor, const Numeral *indices, const Sort *args,
                uint32_t arg_count);
Sort sorts_parameter(SortTable *table, uint32_t slot, Symbol name);
/* (-> A B C) of at least two parts, the result last. (-> A (-> B C)) is the same sort. */
Sort sorts_function(SortTable *table, const Sort *parts, uint32_t count);
/* The sort of a class without indices and arguments (SORT_BOOL, SORT_INT ...), or 0 if no theory
 * declares it. */
Sort sorts_plain(SortTable *table, SortClass class);

static inline const SortNode *sorts_node(const SortTable *table, Sort sort)
{
  return &table->nodes.items[sort];
}
static inline SortClass sorts_class(const SortTable *table, Sort sort)
{
  return (SortClass)table->nodes.items[sort].class;
}
static inline Numeral sorts_index(const SortTable *table, Sort sort, uint32_t i)
{
  return table->pool.items[table->nodes.items[sort].first + i];
}
static inline Sort sorts_arg(const SortTable *table, Sort sort, uint32_t i)
{
  const SortNode *node = &table->nodes.items[sort];
  return table->pool.items[node->first + node->index_count + i];
}

#endif
