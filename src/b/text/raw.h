/* Formulas as they are read: not typed yet, with their places. Nodes come after their operands. */
#ifndef B_TEXT_RAW_H
#define B_TEXT_RAW_H

#include "b/term/bank.h"
#include "base/status.h"

/* A node by its number, from 1; 0 is none. */
typedef uint32_t BRawNode;

typedef struct {
  uint16_t op; /* BOperator; overloaded signs have the first operator of their spelling */
  uint16_t depth;
  bool predicate;
  uint32_t offset;
  uint32_t
      data; /* identifiers: the declaration; binders: number of variables; else a Symbol, or the
                    number of a parameter (B_NONE) */
  uint32_t first, count;
} BRawInfo;

/* A name and where it is bound, or first used if it is free. */
typedef struct {
  Symbol name;
  uint32_t offset;
  BTerm known; /* the term that it stands for, if that was known before: then its type is, too */
  bool bound;
} BDeclaration;

typedef struct {
  VEC(BRawInfo) nodes;
  U32Vec args;
  U32Vec fields; /* names of record fields: of node n at its first, as the args */
  VEC(BDeclaration) declarations;
} BRaw;

void b_raw_init(BRaw *raw);
void b_raw_deinit(BRaw *raw);

static inline const BRawInfo *b_raw_info(const BRaw *raw, BRawNode node)
{
  return &raw->nodes.items[node];
}

static inline BRawNode b_raw_arg(const BRaw *raw, BRawNode node, uint32_t i)
{
  return raw->args.items[raw->nodes.items[node].first + i];
}

/* Adds a node. 0, with the error set, if it is nested too deeply. */
BRawNode b_raw_add(BRaw *raw, BRawInfo info, const BRawNode *args, uint32_t count, Error *error);

#endif
