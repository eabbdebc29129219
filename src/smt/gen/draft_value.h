/* The truth of drafts in a drawn model, straight from their numbers: much faster than by terms, and the bank does not
 * grow.
 *
 * A model gives each constant one of a few values that its sort has in the world, and each function such a value,
 * whatever its arguments are. A quantifier is taken for its body with one value of the variable, so the truth of
 * quantified assertions is a guess. */
#ifndef SMT_GEN_DRAFT_VALUE_H
#define SMT_GEN_DRAFT_VALUE_H

#include "smt/gen/grow.h"
#include "smt/value/value.h"

typedef struct DraftEvaluator DraftEvaluator;

/* For drafts of one grammar, which must outlive it. */
DraftEvaluator *draft_evaluator_create(Grammar *grammar);
void draft_evaluator_destroy(DraftEvaluator *evaluator);

/* Draws a model for the functions that the grower has used. */
void draft_evaluator_draw(DraftEvaluator *evaluator, const Grower *grower);
/* The truth of an assertion in it. */
Truth draft_truth(DraftEvaluator *evaluator, const Grower *grower, size_t from, size_t until);

#endif
