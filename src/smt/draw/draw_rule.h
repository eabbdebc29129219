/* Private to draw_rank: arguments for functions whose rank is computed by a rule. */
#ifndef SMT_DRAW_DRAW_RULE_H
#define SMT_DRAW_DRAW_RULE_H

#include "smt/draw/draw_rank.h"

/* Fills in arguments and indices that the rule may accept, or not: the caller asks it. */
void draw_rule(Bank *bank, Random *random, DrawnRank *rank);

#endif
