/* Keeping generated inputs to what given solvers have. */
#ifndef CLI_SHARED_GEN_FOR_H
#define CLI_SHARED_GEN_FOR_H

#include "cli/option/command.h"
#include "smt/draw/settings.h"

/* Leaves out of the settings what one of the solvers "z3,cvc5,..." lacks, and says on stderr what that is,
 * as far as the logic has it. Their capabilities are asked once and kept. EXIT_FINE, or the message has been
 * printed. The bank is the one that will be generated with. */
int gen_for_solvers(const Subcommand *command, const char *solvers, const OptionList *profiles,
                    Bank *bank, GenSettings *settings);

#endif
