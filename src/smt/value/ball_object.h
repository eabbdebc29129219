/* How numbers given by expressions are kept: for the files that make up ball.h. */
#ifndef SMT_VALUE_BALL_OBJECT_H
#define SMT_VALUE_BALL_OBJECT_H

#include <arb.h>

#include "smt/value/ball.h"

/* Bits of the enclosures that objects hold, which have no memory outside of the heap then, and of the
 * best that are computed. */
enum { BALL_BITS = 128, BALL_BITS_MAX = 4096 };

struct BallObject {
  uint64_t hash; /* of the expression */
  BallOperation operation;
  Value operands[2];
  arb_struct enclosure; /* finite */
};

uint32_t ball_arity(BallOperation operation);

/* Encloses the result of an operation on all numbers in the enclosures of its operands; not finite if
 * it is not defined for all of them. */
void ball_compute(arb_t result, BallOperation operation, const arb_struct *const *operands,
                  slong bits);
/* Encloses a REAL or ALGEBRAIC. */
void ball_enclose(arb_t result, Value v, slong bits);
/* Steps that one of these takes: of a BALL, those for its operation without those for its operands. */
uint64_t ball_cost(Value v, uint64_t bits);
uint64_t ball_operation_cost(BallOperation operation, const Value *operands, uint64_t bits);

/* Is this what was to be found out? `enclosures` are those of the roots. */
typedef bool BallTest(const arb_struct *const *enclosures, slong bits, void *data);
/* Encloses the roots (at most two) with BALL_BITS, then with more and more bits, until the test is
 * passed. False if it never is within the limits: at most half of the steps are taken. */
bool ball_refine(Eval *eval, const Value *roots, uint32_t count, BallTest *test, void *data);

#endif
