#include "b/term/operator.h"

#include <assert.h>
#include <string.h>

#define PROB    B_DIALECT_PROB
#define ATELIER B_DIALECT_ATELIER
#define BOTH    B_DIALECT_BOTH

static const BOperatorInfo operators[B_OPERATOR_COUNT] = {
#define OPERATOR(NAME, node, form, ascii, unicode, priority, types, condition, dialects)           \
  [B_##NAME] = {node, ascii, unicode, types, condition, B_FORM_##form, priority, dialects},
#include "b/term/operators.def"
#undef OPERATOR
};

const char *const b_keywords[B_KEYWORD_COUNT] = {
#define WORD(name) #name,
#include "b/term/keywords.def"
#undef WORD
};

const BOperatorInfo *b_operator(BOperator op)
{
  assert(op > B_NONE && op < B_OPERATOR_COUNT);
  return &operators[op];
}

bool b_operator_binds(BOperator op)
{
  switch (b_operator(op)->form) {
  case B_FORM_QUANTIFIER:
  case B_FORM_BINDER:
  case B_FORM_COMPREHENSION:
  case B_FORM_LET: return true;
  default: return false;
  }
}

bool b_operator_is_between_sets(BOperator op)
{
  assert(op < B_OPERATOR_COUNT);
  switch (op) {
  case B_RELATIONS:
  case B_TOTAL_RELATION:
  case B_SURJECTION_RELATION:
  case B_TOTAL_SURJECTION_RELATION:
  case B_PARTIAL_FUNCTION:
  case B_TOTAL_FUNCTION:
  case B_PARTIAL_INJECTION:
  case B_TOTAL_INJECTION:
  case B_PARTIAL_SURJECTION:
  case B_TOTAL_SURJECTION:
  case B_PARTIAL_BIJECTION:
  case B_TOTAL_BIJECTION: return true;
  default: return false;
  }
}

size_t b_operator_token(BOperator op, const char **token)
{
  *token = b_operator(op)->ascii;
  return strcspn(*token, " ");
}

BOperator b_operator_named(const char *name)
{
  size_t length = strlen(name);
  if (length == 0) return B_NONE;
  for (BOperator op = B_NONE + 1; op < B_OPERATOR_COUNT; op++)
    if (strcmp(operators[op].node, name) == 0) return op;
  for (BOperator op = B_NONE + 1; op < B_OPERATOR_COUNT; op++) {
    const char *token;
    size_t size = b_operator_token(op, &token);
    if (size == length && memcmp(token, name, length) == 0) return op;
    if (strcmp(operators[op].unicode, name) == 0) return op;
  }
  return B_NONE;
}

bool b_operator_compares(BOperator op)
{
  return op >= B_EQUAL && op <= B_PARTITION;
}
