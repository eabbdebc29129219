/* What commands that run solvers share: the profiles that the user has, and Ctrl-C. */
#ifndef CLI_SHARED_SOLVERS_H
#define CLI_SHARED_SOLVERS_H

#include "cli/option/command.h"
#include "run/solver/profile.h"
#include "run/solver/solve_pool.h"

/* The option that adds profiles, for a command's table. */
#define SOLVERS_PROFILES_OPTION(Struct, member)                                                    \
  {                                                                                                \
    OPTION_LIST(Struct, member), .name = "profiles", .value_name = "FILE",                         \
                                 .help = "also know the solvers that FILE describes"               \
  }

/* The option that chooses how solvers are run. */
#define SOLVERS_MODE_OPTION(Struct, member)                                                        \
  {                                                                                                \
    OPTION_CHOICE(Struct, member, solvers_mode_words),                                             \
        .name = "mode", .value_name = "MODE", .initial = "plain", .help = "how solvers are run"    \
  }
#define SOLVERS_MODE_HELP                                                                          \
  "With --mode solvers are run in ways that save their start, for many short scripts. 'fast': a "  \
  "process for each script as in plain runs, but copied from one that waits before its input; "    \
  "its memory is with what it shares. 'session': one process for many scripts, so that earlier "   \
  "ones may change the result; 'reset' and 'push' say what separates them. 'best': 'fast' where "  \
  "that works, else 'session'. Where a mode cannot be used, the run is plain."
extern const char *const solvers_mode_words[]; /* in the order of SolveMode */

/* The option that isolates them. */
#define SOLVERS_ISOLATE_OPTION(Struct, member)                                                     \
  {                                                                                                \
    OPTION_FLAG(Struct, member), .name = "isolate",                                                \
                                 .help = "let solvers read files and change none, without "        \
                                         "network, in namespaces of their own"                     \
  }

/* All profiles: built in, the user's own, those of the options; `isolate`: for solvers that are isolated. NULL if a file is
 * wrong, or isolating is not possible, and the message has been printed. */
Profiles *solvers_profiles(const Subcommand *command, const OptionList *files, bool isolate);

/* The exit code for an error of solver_find: a wrong expression or a program that is not there. */
ExitCode solvers_exit_code(Status status);

/* NULL, with a message, if there is none. */
Supervisor *solvers_supervisor(const Subcommand *command);

/* The limits of a run by --timeout and --memory. Where we run under a limit of CPU time ourselves, the run ends before that:
 * nobody could tell what the kernel ends from a crash. */
RunLimits solvers_limits(uint64_t timeout_ms, uint64_t memory_bytes);

/* From here on SIGINT and SIGTERM wake the supervisor instead of ending us, so that what is known by
 * then gets printed; until solvers_release_signals. Only while solvers run: nothing else looks. */
void solvers_catch_signals(Supervisor *sup);
void solvers_release_signals(void);
/* The same as such a signal, from any thread. */
void solvers_interrupt(void);
/* Has there been such a signal? */
bool solvers_interrupted(void);

#endif
