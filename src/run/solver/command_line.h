/* The command line of a solver for a request, as its profile says. */
#ifndef RUN_SOLVER_COMMAND_LINE_H
#define RUN_SOLVER_COMMAND_LINE_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "run/solver/solve.h"

typedef struct {
  VEC(const char *) words;       /* these and the next end with NULL */
  VEC(const char *) environment; /* changes, as in RunRequest */
  Arena arena;                   /* that holds the texts */
} CommandLine;

typedef enum { CALL_FILE, CALL_STANDARD_INPUT, CALL_SESSION } CallForm;

/* `path` is what the solver gets as its file, `files` the several files that its input is, written; one of them is NULL.
 * Where one file is expected, there are all of them. `tuned`: with the profile's settings for speed. */
void command_line_init(CommandLine *line, const SolveRequest *request, CallForm form,
                       const char *path, const InputFiles *files, bool tuned);
void command_line_deinit(CommandLine *line);
/* Appends a word as a shell takes it, and a whole command line. */
void shell_add_word(const char *word, StrBuf *out);
void command_line_text(const CommandLine *line, StrBuf *out);
/* Appends bytes that are the same for equal command lines only. */
void command_line_key(const CommandLine *line, StrBuf *key);

/* How the solver gets the script of a plain run. */
CallForm command_line_form(const SolveRequest *request);
/* Its own time limit: better an answer than an end. */
const ProfileWords *command_line_time_words(const Profile *profile);

#endif
