/* Random instances of the functions of theories.
 *
 * The rank of a theory function has parameters: numerals (widths, formats, counts) and sorts. Drawing
 * gives them values so that the function's condition holds, and says which sorts the arguments then
 * have. */
#ifndef SMT_DRAW_DRAW_RANK_H
#define SMT_DRAW_DRAW_RANK_H

#include "base/random.h"
#include "smt/term/bank.h"

enum { DRAW_ARGS = 8, DRAW_INDICES = 9 };

typedef struct {
  Fun fun;
  uint32_t index_count, arg_count;
  Numeral indices[DRAW_INDICES];
  Sort args[DRAW_ARGS];
  Sort result;
} DrawnRank;

/* False if no instance was found: the function takes too many arguments, or its condition or rule is
 * one that trying at random does not meet. Functions of any number of arguments get two to four,
 * seldom the least number that they take. */
bool draw_rank(Bank *bank, Random *random, Fun fun, DrawnRank *rank);

/* How many arguments to give a function: some number, where it takes any. */
uint32_t draw_arg_count(Random *random, const FunInfo *info);
/* The entry of the rank for one of `count` arguments; what is beyond it is like its neighbours. */
Sort draw_argument_pattern(const Bank *bank, Fun fun, uint32_t i, uint32_t count);

/* The application to arguments of these sorts. */
Term draw_apply(Bank *bank, const DrawnRank *rank, const Term *args);

#endif
