/* Positions of arithmetic in terms that are there already. */
#ifndef SMT_GEN_POSITION_H
#define SMT_GEN_POSITION_H

#include "smt/gen/grammar.h"

/* A place whose term has to stay what it is at its root, and one that stays as a whole. */
enum { POSITION_FIXED = POSITION_DIFFERENCE + 1, POSITION_CLOSED, POSITION_COUNT };

/* Does the position take this term, as far as the shape of the term goes? */
bool position_holds(const Bank *bank, Position position, Term term);

/* What is known of all functions, for the logic of the settings. */
typedef struct {
  const Bank *bank;
  const GenSettings *settings;
  VEC(uint8_t) roles; /* ArithmeticRole, by Fun of the theories */
} PositionRules;

void position_rules_init(PositionRules *rules, const Bank *bank, const GenSettings *settings);
void position_rules_deinit(PositionRules *rules);

/* The position of an argument of a term which is in a position itself (also POSITION_FIXED): what takes
 * its place keeps the whole within the logic if it was. */
uint32_t position_of_argument(const PositionRules *rules, Term term, uint32_t position, uint32_t i);

#endif
