/* Drawn models: a value for every constant and a table for every function that a script declares.
 *
 * Each uninterpreted sort gets a few elements, all of which the model lists. */
#ifndef SMT_KNOWN_PLANT_MODEL_H
#define SMT_KNOWN_PLANT_MODEL_H

#include "base/random.h"
#include "base/strbuf.h"
#include "smt/text/model.h"

/* Draws definitions of declared functions that the model has none of yet, in this order. False: the
 * result sort of one has no values that can be drawn (the model then has the definitions before it). */
bool plant_define(Model *model, Bank *bank, Random *random, const Fun *funs, size_t count);

/* Draws another definition in place of one, by its position. False: there is none. */
bool plant_redefine(Model *model, Bank *bank, Random *random, size_t place);

/* Appends the model in the form in which solvers write models and `assay eval --model` reads them; each
 * line begins with `prefix`. Definitions are written of those functions only that are listed. */
void plant_print_model(const Model *model, const Bank *bank, const Fun *funs, size_t count,
                       const char *prefix, StrBuf *out);

#endif
