/* The types that operators take and give, as operators.def states them. */
#ifndef B_TERM_SIGNATURE_H
#define B_TERM_SIGNATURE_H

#include "b/term/operator.h"
#include "b/term/type.h"

enum { B_ALTERNATIVES_MAX = 2, B_OPERANDS_MAX = 4, B_PARAMETERS_MAX = 4 };

typedef struct {
  BType operands[B_OPERANDS_MAX]; /* with parameters */
  BType result;
} BAlternative;

typedef struct {
  BAlternative alternatives[B_ALTERNATIVES_MAX];
  uint8_t alternative_count;
  uint8_t operand_count;
  bool more; /* any number of operands of the last type */
} BSignature;

/* Reads the types of an operator, which are right: another text is a bug. */
BSignature b_signature_read(BTypes *types, const char *text);
/* Does a type fit a pattern of operators.def, with the parameters that are bound so far? Binds more of them. */
bool b_type_matches(const BTypes *types, BType pattern, BType type, BType *bound);

#endif
