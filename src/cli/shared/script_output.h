/* Many scripts as a command writes them: to standard output with (reset) between them, or into a
 * folder, a file for each. */
#ifndef CLI_SHARED_SCRIPT_OUTPUT_H
#define CLI_SHARED_SCRIPT_OUTPUT_H

#include "base/strbuf.h"
#include "cli/option/command.h"

typedef struct {
  const Subcommand *command; /* who speaks */
  const char *folder;        /* NULL: standard output */
  StrBuf text;               /* what is not written yet; append a script, then end it */
  bool any;
} ScriptOutput;

/* Makes the folder if it is not there. EXIT_FINE, or the message has been printed. */
int script_output_begin(ScriptOutput *output, const Subcommand *command, const char *folder);
/* Before a script is appended to the text. */
void script_output_next(ScriptOutput *output);
/* The script is in the text. Files are named by its number. */
int script_output_end(ScriptOutput *output, uint64_t number);
/* Another file of the same number beside a script's, with another ending; only with a folder. */
int script_output_file(const ScriptOutput *output, uint64_t number, const char *ending,
                       const StrBuf *text);
/* Writes what is left, if `code` is EXIT_FINE, and gives back the memory. The code, or a worse one. */
int script_output_close(ScriptOutput *output, int code);

#endif
