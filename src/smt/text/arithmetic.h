/* Which class of arithmetic terms belong to: a scan over all terms, children before parents.
 *
 * Difference logic is taken by the letter of SMT-LIB's QF_IDL, QF_RDL and QF_UFIDL. Linear is what
 * solvers accept as such: products with one factor that is not constant, and div, mod, / with a
 * divisor that is a constant other than 0. */
#ifndef SMT_TEXT_ARITHMETIC_H
#define SMT_TEXT_ARITHMETIC_H

#include "smt/text/logic.h"

/* What a function does to the class of arithmetic. */
typedef enum {
  ROLE_NONE,
  ROLE_EQUALITY, /* =, distinct: on numbers as on everything else */
  ROLE_ORDER,
  ROLE_ADD,
  ROLE_SUBTRACT,
  ROLE_MULTIPLY,
  ROLE_DIVIDE, /* exact */
  ROLE_MODULO, /* div, mod, rem */
  ROLE_CONVERT,
  ROLE_LINEAR,
  ROLE_NONLINEAR
} ArithmeticRole;

/* Of a function of any theory. */
ArithmeticRole arithmetic_role(const Bank *bank, Fun fun);
/* Of all functions of the bank, as ArithmeticRole by Fun. */
void arithmetic_roles(const Bank *bank, uint8_t *found);

typedef struct {
  const Bank *bank;
  uint8_t *forms;          /* by Term */
  uint8_t *roles;          /* by Fun */
  bool outside_difference; /* of QF_IDL and QF_RDL */
  bool outside_offset;     /* of QF_UFIDL */
  bool nonlinear;
  bool on_ints; /* an operator of arithmetic is applied to more than constants */
  bool on_reals;
} ArithmeticScan;

void arithmetic_init(ArithmeticScan *scan, const Bank *bank);
void arithmetic_deinit(ArithmeticScan *scan);
/* The arguments of the term have been seen before, and definitions before their uses. */
void arithmetic_see(ArithmeticScan *scan, Term term);
/* Of what has been seen; at least ARITH_DIFFERENCE. */
Arithmetic arithmetic_class(const ArithmeticScan *scan);

#endif
