/* Transforms: changes of a script that are about its shape, by name.
 *
 * The result is well sorted, is not equal to the script, and stays within the logic of the settings if
 * the script did. Some transforms keep satisfiability: what the script says of its answers
 * (:status) stays in the result then, and is left out otherwise. */
#ifndef SMT_MUTATE_TRANSFORM_H
#define SMT_MUTATE_TRANSFORM_H

#include "smt/mutate/mutate.h"

typedef enum {
  KEEPS_NOTHING,
  KEEPS_SOMETIMES, /* satisfiability, if the script has only operators that the transform knows */
  KEEPS_ALWAYS
} TransformKeeps;

typedef struct Transformation Transformation; /* private to the module */

typedef struct {
  const char *name;
  const char *help; /* what it does, in a few words */
  TransformKeeps keeps;
  bool (*apply)(Transformation *transformation);
} Transform;

extern const Transform transform_list[];
extern const size_t transform_count;

/* Transforms the script that the mutator was started with; the choice must not be enumerating. `result`
 * is overwritten. STATUS_USAGE: the script has nothing for it. */
Status transform_apply(const Transform *transform, Mutator *mutator, const Script *script,
                       Choice *choice, Script *result, Error *error);

#endif
