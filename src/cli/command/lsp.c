/* assay lsp: a language server for editors. */
#include <signal.h>
#include <unistd.h>

#include "cli/lsp/server.h"
#include "cli/option/commands.h"
#include "cli/shared/input.h"

typedef struct {
  CommonOptions common;
  bool stdio;
  OptionList theories;
} LspOptions;

static const Option options[] = {
    {OPTION_FLAG(LspOptions, stdio), .name = "stdio",
     .help =
         "speak over standard input and output, which is the only way; editors add this option"},
    INPUT_THEORY_OPTION(LspOptions, theories),
};

static const Example examples[] = {
    {"assay lsp", "the command line that an editor is told"},
    {"assay lsp --theory mine.smt2", "the same, with operators of your own"},
};

static const ExitNote exits[] = {
    {EXIT_FINE, "the editor ended the connection as the protocol wants it: shutdown, then exit"},
    {EXIT_FINDING, "it ended it otherwise"},
    {EXIT_ENVIRONMENT, "a theory file cannot be read or is wrong"},
};

static int run(const void *values, int count, char **arguments)
{
  const LspOptions *given = values;
  (void)count;
  (void)arguments;
  InputOptions input = {
      .command = &command_lsp, .theories = given->theories, .color = given->common.color};
  Error error;
  Bank *theories = input_create_bank(&input, &error);
  if (!theories) return EXIT_ENVIRONMENT;
  signal(SIGPIPE, SIG_IGN); /* a client that goes away is seen when writing to it */
  LspServer server;
  bool clean = lsp_serve(&server, theories, STDIN_FILENO, STDOUT_FILENO);
  bank_destroy(theories);
  return clean ? EXIT_FINE : EXIT_FINDING;
}

const Subcommand command_lsp = {
    .name = "lsp",
    .group = GROUP_SCRIPTS,
    .summary = "serve editors: errors while you type, sorts of terms, definitions",
    .usage = "[OPTION]...",
    .description =
        "A server of the language server protocol, which editors start and speak to over standard "
        "input and output. It knows SMT-LIB: errors in every command with their exact place, the "
        "sort of a term and the ranks of an operator under the mouse, the declaration of a name, "
        "the names that a script declares, formatting as with 'assay fmt' (comments stay), "
        "completion. In predicates of the B method and properties in VNN-LIB it shows the first "
        "error.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .options_size = sizeof(LspOptions),
    .run = run,
};
