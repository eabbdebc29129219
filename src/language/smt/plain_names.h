/* Names that a script gives and that a solver has a reason to refuse. */
#ifndef LANGUAGE_SMT_PLAIN_NAMES_H
#define LANGUAGE_SMT_PLAIN_NAMES_H

#include "smt/text/script.h"

/* Are all names that it declares and defines ones that scripts may give: not reserved for solvers (@x, .x), no names
 * of functions or sorts that some theory has? */
bool smtlib_has_plain_names(const Bank *bank, const Script *script);
/* Does its text declare datatypes as version 2.5 does? */
bool smtlib_has_old_datatypes(const Script *script, const char *text, size_t length);

#endif
