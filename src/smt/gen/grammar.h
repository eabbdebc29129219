/* The grammar of one universe: for each sort, what a term of it can be.
 *
 * A goal is a sort in a position: positions of linear arithmetic and difference logic take only some
 * terms. Its alternatives are constructs, each with some productions: an operator with its indices and
 * the goals of its arguments. Goals are made when they are first asked for, and what they are depends
 * on nothing but the universe and the seed, so that the order of questions does not matter.
 *
 * In a lazy grammar that holds for the productions of each alternative, too: it is for scripts that are asked for a
 * few productions only. There an alternative may turn out to have none. */
#ifndef SMT_GEN_GRAMMAR_H
#define SMT_GEN_GRAMMAR_H

#include "base/index.h"
#include "smt/draw/construct.h"
#include "smt/draw/permit.h"
#include "smt/draw/universe.h"

typedef uint32_t Goal; /* 0: none */

typedef enum {
  POSITION_ANY,
  POSITION_LITERAL,   /* a literal */
  POSITION_NONZERO,   /* a literal other than 0 */
  POSITION_SYMBOL,    /* a constant or variable */
  POSITION_DIFFERENCE /* of two symbols */
} Position;

typedef enum {
  PRODUCTION_APPLY,
  PRODUCTION_BINDER,
  PRODUCTION_MATCH, /* of a term and cases */
  PRODUCTION_CASE
} ProductionKind;

/* How a term is made: the operator on the variables that it binds and on terms of the goals. */
typedef struct {
  Op op;
  Sort sort;
  uint8_t kind;          /* ProductionKind */
  bool guarded;          /* the last argument is a divisor that has to be made different from 0 */
  uint16_t bound, count; /* of variables, and of arguments */
  uint32_t first;        /* in Grammar.pool: the sorts of the variables, then the goals */
  uint32_t alternative;  /* that it belongs to, or PRODUCTION_GUARD */
  uint64_t needs;        /* declarations of the universe, for the sorts of the variables */
} Production;

#define PRODUCTION_GUARD UINT32_MAX

typedef struct {
  ConstructId construct;
  Fun fun; /* 0: a form that is no function */
  Goal goal;
  bool made;             /* the productions are known: see grammar_alternative */
  bool declares;         /* the script has to declare the function */
  uint32_t first, count; /* productions; at least one if the grammar is not lazy */
  uint64_t needs;        /* declarations of the universe, beyond those of the sorts */
} Alternative;

typedef struct {
  Sort sort;
  Position position;
  Permission permission;
  bool made;             /* what follows is known: see grammar_info */
  bool forced;           /* has alternatives and no leaves: the depth does not matter */
  uint32_t first, count; /* alternatives that take arguments */
  uint32_t weight;       /* of all of them */
  uint64_t needs;        /* declarations of the universe */
  U32Vec constants;      /* Term: of the script */
  U32Vec literals;       /* Term */
  U32Vec nullary;        /* Term: theory functions and constructors without arguments */
  uint64_t stream;       /* the number of its random stream, from the sort */
} GoalInfo;

typedef struct {
  Bank *bank;
  const GenSettings *settings;
  const ConstructTable *constructs;
  const Universe *universe;
  uint64_t seed;
  bool lazy;
  VEC(GoalInfo) goals; /* items[0] is unused */
  VEC(Alternative) alternatives;
  U32Vec
      untils; /* by alternative: the weights of the goal's ones up to and with this one, summed up */
  VEC(Production) productions;
  U32Vec pool;
  Index goal_index; /* by sort and position */
  U32Vec guards;    /* sort, then the productions (ite Bool S S) and (= S S) */
} Grammar;

/* Everything given has to outlive the grammar. */
void grammar_init(Grammar *grammar, Bank *bank, const GenSettings *settings,
                  const ConstructTable *constructs, const Universe *universe, uint64_t seed,
                  bool lazy);
void grammar_deinit(Grammar *grammar);

/* The goal of a sort; 0 if the logic does not allow the sort. */
Goal grammar_goal(Grammar *grammar, Sort sort, Position position);
/* The goals of the arguments. */
static inline const Goal *grammar_arguments(const Grammar *grammar, const Production *production)
{
  return grammar->pool.items + production->first + production->bound;
}
void grammar_make(Grammar *grammar, Goal goal); /* private to grammar_info */
/* What a goal can be. Adds goals: pointers to others are void then. */
static inline const GoalInfo *grammar_info(Grammar *grammar, Goal goal)
{
  if (!grammar->goals.items[goal].made) grammar_make(grammar, goal);
  return &grammar->goals.items[goal];
}
void grammar_make_alternative(Grammar *grammar, uint32_t number); /* private to the next one */
/* One of the alternatives of a goal, with its productions. Adds productions and goals: pointers to others are void
 * then, in a lazy grammar. */
static inline const Alternative *grammar_alternative(Grammar *grammar, uint32_t number)
{
  if (!grammar->alternatives.items[number].made) grammar_make_alternative(grammar, number);
  return &grammar->alternatives.items[number];
}

#endif
