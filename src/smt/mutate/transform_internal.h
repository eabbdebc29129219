/* Private to the transforms. */
#ifndef SMT_MUTATE_TRANSFORM_INTERNAL_H
#define SMT_MUTATE_TRANSFORM_INTERNAL_H

#include "smt/mutate/transform.h"
#include "smt/term/rewrite.h"

struct Transformation {
  Mutator *mutator;
  Bank *bank;
  const Script *script; /* as it was given */
  Choice *choice;
  Script *result;
  bool within; /* the script keeps to its logic, so the result has to */
  bool kept;   /* satisfiability is the same */
};

/* Each of the following returns false if the script has nothing for it. */
bool transform_operators(Transformation *transformation);
bool transform_rotate(Transformation *transformation);
bool transform_commute(Transformation *transformation);
bool transform_negate(Transformation *transformation);
bool transform_variable(Transformation *transformation);
bool transform_literals(Transformation *transformation);
bool transform_multiply(Transformation *transformation);
bool transform_reverse(Transformation *transformation);
bool transform_translate(Transformation *transformation);
bool transform_nest(Transformation *transformation);
bool transform_duplicate(Transformation *transformation);
bool transform_drop(Transformation *transformation);

/* Tries places, beginning with any, until one changes: the function returns the new term of a place, or 0.
 * Places that hold a name stay. */
typedef Term PlaceChange(Transformation *transformation, uint32_t place);
bool transform_place(Transformation *transformation, PlaceChange *change);
/* Rewrites all assertions. `kept` is cleared if what is not an assertion would have to change, too. */
bool transform_all(Transformation *transformation, RewriteNode *rewrite, void *context);

/* The application of a theory function by name; 0 if the logic has it not, the script declares that
 * name, or it does not fit. */
Term transform_build(Transformation *transformation, const char *name, const Term *args,
                     uint32_t count);
/* Can the function be used in the script? */
bool transform_allows(const Transformation *transformation, Fun fun);
/* Does the script use one of these names for something of its own? */
bool transform_hides(const Transformation *transformation, const char *const *names);
/* The theory function that a term applies; 0: none. */
Fun transform_theory_fun(const Bank *bank, Term term);
/* Does the term apply the theory function of this name, or one of these? */
bool transform_is(const Bank *bank, Term term, const char *name);
bool transform_is_one_of(const Bank *bank, Term term, const char *const *names);
/* Solvers want a literal in this place. */
bool transform_wants_literal(const Transformation *transformation, const Place *place);

/* transform_literal.c: the characters of a string literal, and back. */
void transform_read_string(const Bank *bank, Term literal, U32Vec *codes);
Term transform_write_string(Bank *bank, const U32Vec *codes);

#endif
