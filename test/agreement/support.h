/* What the solvers have no sorts or syntax for. */
#ifndef TEST_AGREEMENT_SUPPORT_H
#define TEST_AGREEMENT_SUPPORT_H

#include "agreement/solver.h"
#include "smt/term/bank.h"

/* False for terms that the solver is known to refuse whatever the operator is. Asking would do no harm, but
 * an error ends cvc5 and hides the answers to all terms that are asked together with it. */
bool is_supported(const Bank *bank, SolverName solver, Term term);

#endif
