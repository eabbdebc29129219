/* Types that are being found: unification with variables.
 *
 * Types are numbers of a table that only grows; unifying makes two of them one. A type may become a part
 * of itself, which b_infer_type then refuses. */
#ifndef B_TEXT_INFER_H
#define B_TEXT_INFER_H

#include "b/term/bank.h"

typedef uint32_t BOpenType;

typedef struct {
  BTypeKind kind; /* B_TYPE_NONE: not known yet */
  uint32_t first, second;
  BOpenType link; /* itself, or what it was unified with */
  BType closed;   /* once known */
  bool in_progress;
} BOpenNode;

typedef struct {
  BOpenType type, link; /* as it was before */
} BInferChange;

typedef struct {
  BBank *bank;
  VEC(BOpenNode) nodes;
  VEC(BField) fields; /* of records: names and open types */
  U32Vec work;
  VEC(BInferChange) changes; /* of links by the unification in progress */
  bool unifying;
} BInfer;

void b_infer_init(BInfer *infer, BBank *bank);
void b_infer_deinit(BInfer *infer);
BOpenType b_infer_new(BInfer *infer);
/* A known type; parameters are those of the list, made where they are 0. */
BOpenType b_infer_of(BInfer *infer, BType type, BOpenType *parameters);
BOpenType b_infer_make(BInfer *infer, BTypeKind kind, uint32_t first, uint32_t second);
/* The names are taken in any order. */
BOpenType b_infer_record(BInfer *infer, const Symbol *names, const BOpenType *types,
                         uint32_t count);
/* What stands for a type now. */
BOpenType b_infer_find(BInfer *infer, BOpenType type);
static inline const BOpenNode *b_infer_node(BInfer *infer, BOpenType type)
{
  return &infer->nodes.items[b_infer_find(infer, type)];
}
/* False if they cannot be the same: nothing has changed then. */
bool b_infer_unify(BInfer *infer, BOpenType a, BOpenType b);
/* The closed type: B_TYPE_NONE if a part of it is open or contains itself, or if it is larger than
 * B_TYPE_SIZE_MAX. */
BType b_infer_type(BInfer *infer, BOpenType type);
/* As far as it is known, '?' for what is open, dots below a few levels. */
void b_infer_print(BInfer *infer, BOpenType type, StrBuf *out);

#endif
