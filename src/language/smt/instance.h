/* Instances of SMT-LIB are texts: an instance outlives every bank, and what is made of it must not depend on how it was made, so that
 * campaigns that are resumed or replayed make the same. What is known of the terms of a text is kept as long as its bank is there: a
 * script that we have made need not be read to look at its terms. */
#ifndef LANGUAGE_SMT_INSTANCE_H
#define LANGUAGE_SMT_INSTANCE_H

#include "language/language.h"
#include "language/smt/gen_context.h"

/* Of what the generator has drawn, script `number` of it. */
Instance *smtlib_instance_generated(GenContext *context, Generator *generator, uint64_t number);
/* Of a script of the context's bank. */
Instance *smtlib_instance_of_script(GenContext *context, const Script *script);
/* Of a text of any origin. NULL: the error says why. */
Instance *smtlib_instance_read(GenContext *context, const char *bytes, size_t length, Error *error);
void smtlib_instance_release(Instance *instance);

const char *smtlib_instance_text(const Instance *instance, size_t *length);
uint64_t smtlib_instance_size(const Instance *instance);

/* What is read of the text, valid until the context is refreshed or the instance released. */
const Script *smtlib_instance_script(GenContext *context, const Instance *instance);
/* A walk over all terms of that script: begins it, and gives each term once; 0: there are no more. */
void smtlib_instance_walk(GenContext *context, const Instance *instance);
/* The same of the assertions in force at a query, by its number from 1; of all terms, if there are definitions, which assertions may
 * need. */
void smtlib_instance_walk_query(GenContext *context, const Instance *instance, uint32_t query);
Term smtlib_instance_next(GenContext *context);

#endif
