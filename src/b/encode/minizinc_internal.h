/* What the files of the encoder for MiniZinc share. */
#ifndef B_ENCODE_MINIZINC_INTERNAL_H
#define B_ENCODE_MINIZINC_INTERNAL_H

#include "b/encode/minizinc.h"
#include "base/arena.h"

enum { MZ_PARTS = 8, MZ_LIMIT = 1 << 24, MZ_LOOP = 1 << 16 };

/* All integers in a value are in it; low > high: there are none. */
typedef struct {
  int64_t low, high;
} MzRange;

/* A value that is no set: the texts of its parts. */
typedef struct {
  uint32_t count;
  const char *parts[MZ_PARTS];
} MzTuple;

/* The ranges of the parts of a type, with integers in a range. */
typedef struct {
  uint32_t count;
  MzRange parts[MZ_PARTS];
} MzShape;

typedef struct {
  Symbol name;
  MzRange range;
  MzTuple tuple; /* none: a set that is an identifier */
  const char *set;
  uint32_t outer; /* the one of this name that it hides, from 1; 0: none */
} MzBinding;

typedef struct {
  BBank *bank;
  const BModule *module;
  uint32_t scope;
  BTerm goal;
  Arena arena;
  size_t bytes;
  VEC(MzBinding) scope_list;
  U32Vec latest; /* by name: the innermost of scope_list, from 1; 0: none */
  size_t hidden; /* that many of scope_list are not found */
  /* Conjuncts of the goal that begin with a term, in their order, from 1: the first of each term, the next of each conjunct. */
  U32Vec first_about, next_about;
  uint32_t next;
  bool failed;
  Error *error;
} Mz;

const char *mz_print(Mz *mz, const char *format, ...)
    __attribute__((format(printf, 2, 3), returns_nonnull));
const char *mz_refuse(Mz *mz, const char *why) __attribute__((returns_nonnull));
const char *mz_refuse_term(Mz *mz, BTerm term) __attribute__((returns_nonnull));

static inline BTerm mz_arg(const Mz *mz, BTerm term, uint32_t i)
{
  return b_arg(mz->bank, term, i);
}
static inline BType mz_member_type(const Mz *mz, BTerm set)
{
  return b_type_member(&mz->bank->types, b_type(mz->bank, set));
}
static inline bool mz_is_set(const Mz *mz, BTerm term)
{
  return b_type_kind(&mz->bank->types, b_type(mz->bank, term)) == B_TYPE_SET;
}

/* minizinc.c */
MzShape mz_shape(Mz *mz, BType type, MzRange integers);
MzTuple mz_slice(const MzTuple *tuple, uint32_t first, uint32_t count);
MzTuple mz_join(Mz *mz, const MzTuple *a, const MzTuple *b);
uint32_t mz_width(Mz *mz, BType type); /* parts of a value of the type */
const MzBinding *mz_find(const Mz *mz, Symbol name);
void mz_bind(Mz *mz, BTerm variable, MzRange range, const MzTuple *tuple);
/* Leaves the first ones of scope_list. */
void mz_unbind(Mz *mz, size_t count);
/* New variables for all tuples of a type: appends "i1 in 0..3, i2 in 0..1" to a text. */
MzTuple mz_loop(Mz *mz, BType type, MzRange integers, const char **generators);
/* A binder's variables: bound, with loops. Undo by mz_unbind. */
MzTuple mz_open(Mz *mz, BTerm binder, BTerm predicate, const char **generators);
const char *mz_same(Mz *mz, const MzTuple *a, const MzTuple *b);

/* minizinc_range.c */
MzRange mz_range(Mz *mz, BTerm term);
/* To be called once, before the range of a variable is asked for. */
void mz_index_goal(Mz *mz);
MzRange mz_range_of_variable(Mz *mz, BTerm variable, BTerm predicate, bool *found);
/* Forgets the range of an identifier. Undo by mz_unbind. */
void mz_hide(Mz *mz, BTerm identifier);
/* The range of one variable must not rest on an outer one that another variable of the binder hides. */
void mz_hide_variables(Mz *mz, BTerm binder);
/* How many values of a type there are, at most MZ_LIMIT + 1. */
int64_t mz_count(Mz *mz, BType type, MzRange integers);
MzRange mz_hull(MzRange a, MzRange b);

/* minizinc_value.c */
MzTuple mz_value(Mz *mz, BTerm term);
const char *mz_number(Mz *mz, BTerm term);
const char *mz_predicate(Mz *mz, BTerm term);
const char *mz_card(Mz *mz, BTerm set);

/* minizinc_member.c */
const char *mz_member(Mz *mz, const MzTuple *tuple, BTerm set);
/* forall or exists over the elements of a set. */
typedef const char *MzBody(Mz *mz, const MzTuple *element, const void *data);
const char *mz_each(Mz *mz, BTerm set, bool forall, MzBody *body, const void *data);
const char *mz_subset(Mz *mz, BTerm a, BTerm b);
/* Is a set that is a term one of a set of sets: POW(S), S --> T, seq(S)? */
const char *mz_in_sets(Mz *mz, BTerm set, BTerm sets);

#endif
