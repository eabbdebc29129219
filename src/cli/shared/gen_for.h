/* Keeping generated inputs to what given solvers have, and telling the user about it. */
#ifndef CLI_SHARED_GEN_FOR_H
#define CLI_SHARED_GEN_FOR_H

#include "cli/option/command.h"
#include "language/language.h"
#include "smt/draw/settings.h"

typedef Status GenForAction(void *user, const LanguageRequest *request, Error *error);

/* Calls the action with a request that can ask solvers: notes and progress go to stderr, Ctrl-C ends it. */
Status gen_for_request(LanguageRequest *request, GenForAction *action, void *user, Error *error);
/* Leaves out of the settings what one of the solvers "z3,cvc5,..." lacks. EXIT_FINE, or the message has been printed. The
 * bank is the one that will be generated with. */
int gen_for_solvers(const Subcommand *command, const char *solvers, const OptionList *profiles,
                    Bank *bank, GenSettings *settings);

#endif
