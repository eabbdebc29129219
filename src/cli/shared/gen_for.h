/* Keeping generated inputs to what given solvers have. */
#ifndef CLI_SHARED_GEN_FOR_H
#define CLI_SHARED_GEN_FOR_H

#include "cli/option/command.h"
#include "run/solver/solver.h"
#include "smt/draw/settings.h"

/* Leaves out of the settings what one of the solvers lacks, and says on stderr what that is, as far as the logic
 * has it. Their capabilities are asked once and kept. The bank is the one that will be generated with. */
Status gen_for_found(const SolverVec *solvers, Bank *bank, GenSettings *settings, Error *error);
/* The same for solvers "z3,cvc5,...". EXIT_FINE, or the message has been printed. */
int gen_for_solvers(const Subcommand *command, const char *solvers, const OptionList *profiles,
                    Bank *bank, GenSettings *settings);

#endif
