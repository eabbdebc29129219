/* Scripts that are made of a part of another one, to ask solvers something about it.
 *
 * They have the commands before a query that declare, define, assert, push and pop, and one query. */
#ifndef LANGUAGE_SMT_DERIVE_H
#define LANGUAGE_SMT_DERIVE_H

#include "base/strbuf.h"
#include "smt/text/script.h"

/* The name that (assert (! t :named NAME)) gives its assertion; 0: it has none. */
Symbol smtlib_derive_name_of(Bank *bank, const Command *command);

/* What an unsat core claims to be unsatisfiable: of the assertions with a name only those with one of
 * `names` (Symbol; NULL: all), all without a name, and the terms of `assumed`. `query` is the position
 * of its command. */
void smtlib_derive_core(Bank *bank, const Script *script, size_t query, const U32Vec *names,
                        const U32Vec *assumed, StrBuf *out);

/* The query alone, with names for all assertions, and asking for its core or, if it is a
 * check-sat-assuming, for the assumptions that failed. */
void smtlib_derive_question(Bank *bank, const Script *script, size_t query, StrBuf *out);

#endif
