/* Random predicates of B: full trees of a given depth, well typed.
 *
 * A generator makes terms in its bank. Predicates are conjunctions; what they are made of depends only on the settings and on
 * the number, not on what was made before. Bound variables are typed by a conjunct of their own. */
#ifndef B_GEN_GEN_H
#define B_GEN_GEN_H

#include "b/text/module.h"
#include "base/random.h"

/* Kinds of types and operators that can be left out. */
typedef enum {
#define CLASS(name) B_GEN_##name,
#include "b/gen/classes.def"
#undef CLASS
  B_GEN_CLASS_COUNT
} BGenClass;

extern const char *const b_gen_classes[B_GEN_CLASS_COUNT];

typedef struct {
  uint32_t classes;     /* bits of BGenClass */
  uint32_t depth;       /* nodes from the root of a conjunct to its leaves */
  uint32_t least, most; /* conjuncts */
  uint32_t identifiers; /* of one type, at most */
  bool infinite; /* infinite sets, and what depends on the tool: INTEGER, closure, MAXINT ... */
  uint32_t weights[B_OPERATOR_COUNT]; /* 0: left out; 1 is usual */
  uint64_t seed;
} BGenSettings;

/* 2 to 4 conjuncts of depth 3, all classes but trees. */
BGenSettings b_gen_settings_default(void);

/* Full trees: each level doubles them. */
enum { B_GEN_DEPTH_MAX = 12 };

/* The classes of a list "INTEGER,sets", and the range of conjuncts "2-4" or "3". */
Status b_gen_read_types(const char *text, BGenSettings *settings, Error *error);
Status b_gen_read_conjuncts(const char *text, BGenSettings *settings, Error *error);
/* "closure1=20,union=0": the weights of operators. */
Status b_gen_read_weights(const char *text, BGenSettings *settings, Error *error);

/* An operator that can make a type: op with the number of its alternative. */
typedef struct {
  BOperator op;
  uint8_t alternative;
} BGenRule;

typedef struct {
  BBank *bank;
  BGenSettings settings;
  BModule sets;                           /* the given sets that predicates may use */
  VEC(BGenRule) rules[B_TYPE_RECORD + 1]; /* by kind of the result */
  VEC(BGenRule) general;                  /* whose result can be of any type */
  U32Vec scope;                           /* variables that are bound here */
  Random random;
  uint32_t next_variable;
  BOperator hint; /* to be tried first for the next term: its type was chosen for it */
} BGenerator;

void b_generator_init(BGenerator *generator, BBank *bank, const BGenSettings *settings);
void b_generator_deinit(BGenerator *generator);
/* Is the operator one that is generated? */
bool b_generator_has(const BGenerator *generator, BOperator op);
/* Predicate `number`. */
BTerm b_generate(BGenerator *generator, uint64_t number);
/* Is a given set, or an element or identifier of one, in the predicate? */
bool b_uses_given(const BBank *bank, BTerm predicate);
/* The module of a predicate of this generator. */
void b_generate_module(BGenerator *generator, BTerm predicate, BModule *module);

/* For the mutator, which sets random and scope before: a term of a type and depth, and one whose root is the operator; that is
 * B_TERM_NONE if it cannot make the type. Operands that fit are taken from the list (and removed) before new ones are made. */
BTerm b_generate_term(BGenerator *generator, BType type, uint32_t depth);
BTerm b_generate_root(BGenerator *generator, BOperator op, BType type, uint32_t depth,
                      U32Vec *operands);
BType b_generate_type(BGenerator *generator, uint32_t levels);
/* A type that the operator can give. */
BType b_generate_result(BGenerator *generator, BOperator op);

#endif
