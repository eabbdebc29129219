/* Keeping generated scripts to what given solvers have. */
#ifndef LANGUAGE_SMT_RESTRICT_H
#define LANGUAGE_SMT_RESTRICT_H

#include "language/language.h"
#include "language/smt/lacks.h"
#include "smt/draw/settings.h"

/* Leaves out of the settings what one of the solvers of the request lacks or, if there is a place for `lacks`, what all
 * of them lack, and notes what that is, as far as the logic has it. Their capabilities are asked once and kept. The bank is the one that will be generated with. */
Status smtlib_restrict(const LanguageRequest *request, Supervisor *sup, Bank *bank,
                       GenSettings *settings, SmtlibLacks *lacks, Error *error);
/* The scripts' logic is called ALL, whatever they have of it. */
void smtlib_write_all(GenSettings *settings);
/* The same if solvers may refuse the name of the logic: none takes a name with sequences such as QF_SEQLIA, and cvc5 has bags
 * only under ALL. It is also the name under which they were asked for what they have. */
void smtlib_widen_logic(GenSettings *settings);

#endif
