/* The user's consent to run programs that a store or a model names and that are not installed solvers. */
#ifndef CLI_SHARED_CONSENT_H
#define CLI_SHARED_CONSENT_H

#include "campaign/resume.h"
#include "cli/option/command.h"

#define CONSENT_OPTION(Struct, member)                                                             \
  {                                                                                                \
    OPTION_FLAG(Struct, member), .name = "trust",                                                  \
                                 .help = "the store is from a source that is trusted: run the "    \
                                         "programs that it names, also those that are not "        \
                                         "installed solvers"                                       \
  }

/* Asks on a terminal whether what `lines` say may be done; without one it is refused. `trusted`: --trust was given. Nothing
 * in the lines: there is nothing to ask, and `what` may be NULL. EXIT_FINE, or the message has been printed. */
int consent_ask(const Subcommand *command, const char *what, StrBuf *lines, bool trusted);

/* The same for all that a stored campaign would run and write (campaign/trust.h); `writes`: it is resumed. */
int consent_campaign(const Subcommand *command, const CampaignResume *resume, bool writes,
                     bool trusted);

#endif
