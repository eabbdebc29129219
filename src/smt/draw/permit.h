/* Which sorts and theory functions a logic allows, exactly.
 *
 * Some sorts are only there as arguments and results of another theory's functions: integers with
 * strings, bit-vectors and reals with floating-point numbers. They have no constants and no operators
 * of their own then. */
#ifndef SMT_DRAW_PERMIT_H
#define SMT_DRAW_PERMIT_H

#include "smt/draw/settings.h"

typedef enum {
  PERMIT_NOT,
  PERMIT_LITERALS, /* only as literals */
  PERMIT_VALUES,   /* as literals and as results of functions, without constants */
  PERMIT_FULLY
} Permission;

Permission permit_sort(const Bank *bank, const Logic *logic, Sort sort);
/* In QF_ABV and its relatives arrays are from bit-vectors to bit-vectors, by the letter. */
bool permit_only_bit_arrays(const Logic *logic);
/* Does the logic have a function of a theory, whatever else is set? */
bool permit_in_logic(const Bank *bank, const Logic *logic, Fun fun);
/* A function of a theory, also by what the settings say of versions, extensions and division. */
bool permit_function(const Bank *bank, const GenSettings *settings, Fun fun);
/* Does guarding division mean that its last argument has to be made different from 0? */
bool permit_needs_divisor(const Bank *bank, const GenSettings *settings, Fun fun);
/* Can the result of the function be of the sort at all? Most functions are told apart by this. */
bool permit_result(const Bank *bank, Fun fun, Sort sort);

#endif
