/* The operators of B: what operators.def says of each. */
#ifndef B_TERM_OPERATOR_H
#define B_TERM_OPERATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
  B_NONE,
#define OPERATOR(NAME, node, form, ascii, unicode, priority, types, condition, dialects) B_##NAME,
#include "b/term/operators.def"
#undef OPERATOR
  B_OPERATOR_COUNT
} BOperator;

typedef enum {
  B_FORM_WORD,          /* BOOL */
  B_FORM_CALL,          /* card(S) */
  B_FORM_INFIX,         /* S \/ T */
  B_FORM_PREFIX,        /* -E */
  B_FORM_POSTFIX,       /* r~ */
  B_FORM_QUANTIFIER,    /* !(x).(P => Q), #(x).(P) */
  B_FORM_BINDER,        /* SIGMA(x).(P | E) */
  B_FORM_COMPREHENSION, /* {x | P}, {x . P | E} */
  B_FORM_EXTENSION,     /* {E, F}, [E, F] */
  B_FORM_LET,           /* LET x BE x = E IN F END */
  B_FORM_IF,            /* IF P THEN E ELSE F END */
  B_FORM_IMAGE,         /* r[S] */
  B_FORM_APPLICATION,   /* f(E) */
  B_FORM_RECORD,        /* rec(a : E) */
  B_FORM_FIELD,         /* E'a */
  B_FORM_LITERAL,
  B_FORM_IDENTIFIER
} BForm;

/* Tools that have an operator. */
enum { B_DIALECT_PROB = 1, B_DIALECT_ATELIER = 2, B_DIALECT_BOTH = 3 };

typedef struct {
  const char *node;      /* its name: "union" */
  const char *ascii;     /* as it is written: "\/"; other spellings after blanks */
  const char *unicode;   /* "" if there is none */
  const char *types;     /* see operators.def */
  const char *condition; /* of well-definedness, "" if there is none of its own */
  BForm form;
  uint8_t priority;
  uint8_t dialects;
} BOperatorInfo;

/* Words that are neither operators nor identifiers. */
typedef enum {
#define WORD(name) B_KEYWORD_##name,
#include "b/term/keywords.def"
#undef WORD
  B_KEYWORD_COUNT
} BKeyword;

extern const char *const b_keywords[B_KEYWORD_COUNT];

/* Of an operator that is not B_NONE. */
const BOperatorInfo *b_operator(BOperator op);
/* Does it bind variables? */
bool b_operator_binds(BOperator op);
/* Is its value a set of relations or functions between two sets, as that of <-> and +->? */
bool b_operator_is_between_sets(BOperator op);
/* {} or [], whose type only what stands beside it can tell. */
static inline bool b_operator_is_empty(BOperator op)
{
  return op == B_EMPTY_SET || op == B_EMPTY_SEQUENCE;
}
/* By the name of its node or by how it is written, the first of several; B_NONE if there is none. */
BOperator b_operator_named(const char *name);
/* How it is written, without other spellings. */
size_t b_operator_token(BOperator op, const char **token);
/* Is it a comparison: a predicate on two or more expressions? */
bool b_operator_compares(BOperator op);

#endif
