/* Private to the grammar: how goals get their alternatives. */
#ifndef SMT_GEN_GRAMMAR_INTERNAL_H
#define SMT_GEN_GRAMMAR_INTERNAL_H

#include "smt/gen/grammar.h"

/* A goal while its alternatives are made. The goals of arguments are named by sort and position; they
 * are made afterwards, so that nothing recurses. */
typedef struct {
  Grammar *grammar;
  Goal goal;
  Sort sort;
  Position position;
  Random random;
  VEC(Alternative) own; /* made so far */
  U32Vec untils;        /* of these, as in the grammar */
  uint32_t weight;      /* of these */
} GoalMaker;

/* Starts an alternative; its productions follow. */
void grammar_begin(GoalMaker *maker, ConstructId construct, Fun fun, uint64_t needs);
/* Adds a production whose arguments are of these sorts in these positions. False if one of them is not
 * allowed. `bound` are the sorts of the variables that it binds. */
bool grammar_produce(GoalMaker *maker, const Production *form, const Sort *bound, const Sort *args,
                     const Position *positions);
/* Ends it: without productions it is dropped. */
void grammar_end(GoalMaker *maker, double weight);
/* An alternative whose productions are made when they are asked for, by grammar_add_productions. */
void grammar_defer(GoalMaker *maker, ConstructId construct, Fun fun, double weight);
/* A goal with one alternative of one production: a case of a match. Not between begin and end. */
Goal grammar_forced(GoalMaker *maker, const Production *form, const Sort *bound, Goal argument);

/* grammar_operator.c: functions of theories, with arguments and without. */
void grammar_add_operators(GoalMaker *maker);
/* Those of one function with arguments, to the last alternative. */
void grammar_add_productions(GoalMaker *maker, Fun fun);
/* grammar_form.c: declared functions, datatypes, binders. */
void grammar_add_forms(GoalMaker *maker);

/* The production (ite Bool S S), or (= S S), that guards divisors of sort S. */
uint32_t grammar_guard(Grammar *grammar, Sort sort, bool conditional);
/* A literal of a number, for divisors; 0 if the sort has none. */
Term grammar_number(Bank *bank, Sort sort, uint32_t number);

#endif
