/* assay solve: the answer to a script. */
#include "cli/command/solve.h"

#include <string.h>

#include "cli/option/commands.h"
#include "cli/shared/solvers.h"

static const Option options[] = {
    {OPTION_STRING(SolveOptions, solvers), .name = "solvers", .letter = 's', .value_name = "LIST",
     .initial = "z3,cvc5", .help = "use these, as for 'assay run', separated by commas"},
    {OPTION_DURATION(SolveOptions, timeout_ms), .name = "timeout", .letter = 't',
     .value_name = "TIME", .initial = "20m", .help = "give up after TIME; 0 is no limit"},
    {OPTION_SIZE(SolveOptions, memory), .name = "memory", .value_name = "SIZE", .initial = "4G",
     .help = "end a solver when it uses more than SIZE; 0 is no limit"},
    {OPTION_UNSIGNED(SolveOptions, jobs), .name = "jobs", .letter = 'j', .value_name = "N",
     .initial = "1", .low = 1, .high = 64, .help = "run N solvers at a time"},
    {OPTION_FLAG(SolveOptions, no_check), .name = "no-check",
     .help = "do not ask for models and check them before sat is printed"},
    {OPTION_FLAG(SolveOptions, confirm), .name = "confirm",
     .help = "print unsat only if solvers of two families say so"},
    {OPTION_FLAG(SolveOptions, verbose), .name = "verbose", .letter = 'v',
     .help = "tell on standard error which solver does what"},
    SOLVERS_PROFILES_OPTION(SolveOptions, profiles),
};

static const Example examples[] = {
    {"assay solve script.smt2", "the answer, as a solver prints it"},
    {"assay solve -v -s z3,cvc5,cvc4 -j 2 script.smt2", "three solvers, two at a time"},
    {"assay solve - < script.smt2", "a script from standard input"},
};

static const ExitNote exits[] = {
    {EXIT_FINE, "the script was run; the answers may be unknown"},
    {EXIT_FINDING, "the same, with an error in what was printed"},
    {EXIT_ENVIRONMENT, "a solver or the file is not there, or it was interrupted"},
};

static int run(const void *values, int count, char **arguments)
{
  (void)count;
  FileText text;
  Error error;
  /* Whoever writes to us may wait for an answer before going on. */
  if (strcmp(arguments[0], "-") == 0) return solve_portfolio(values, NULL);
  if (file_read(arguments[0], 0, &text, &error) != STATUS_OK)
    return command_error(&command_solve, EXIT_ENVIRONMENT, "%s", error.message);
  return solve_portfolio(values, &text);
}

const Subcommand command_solve = {
    .name = "solve",
    .group = GROUP_SOLVERS,
    .summary = "solve a script with several solvers",
    .usage = "[OPTION]... FILE",
    .description =
        "Solves a script ('-' is standard input, with answers as soon as they are asked for) and "
        "prints what a solver would print, and nothing "
        "else: the answers, and the models, values and cores that the script asks for.\n"
        "\n"
        "Solvers run one after the other for a short time, then again for longer; who has had its "
        "time is stopped and goes on later. The first that answers all of the script's check-sat "
        "with sat or unsat wins. Models are asked for and checked exactly: a solver whose model "
        "makes an assertion false is left out. An answer that contradicts the script's own status, "
        "and unsat with --confirm, has to be confirmed by a solver of another family.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {.name = "FILE", .min = 1, .max = 1, .completion = COMPLETE_FILES},
    .options_size = sizeof(SolveOptions),
    .run = run,
};
