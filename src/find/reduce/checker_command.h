/* The behaviour of a command on a file: how it ends, and what it prints. */
#ifndef FIND_REDUCE_CHECKER_COMMAND_H
#define FIND_REDUCE_CHECKER_COMMAND_H

#include "find/reduce/checker.h"
#include "language/language.h"

typedef struct {
  const LanguageInterface *language; /* of the texts */
  const char *const *
      words; /* of the command, ends with NULL; {} in any of them stands for the file, else it is last */
  bool any_end;            /* how it ends does not matter */
  int exit_code;           /* it ends with this one; below 0: as the original does */
  int signal;              /* it ends by this one; 0: as the original does */
  bool same_out, same_err; /* it prints the same bytes */
  const char *out_pattern; /* a regular expression (POSIX, extended) is found in it; NULL: none */
  const char *err_pattern;
  uint64_t timeout_ns; /* 0: learnt from the original */
  uint64_t memory_bytes;
  bool isolate; /* see run/process/isolate.h */
} CommandBehaviour;

/* With several rounds the original is run as often, until it shows what is asked for; if nothing is, what is worst of what it does
 * is kept: a signal, else an exit code that is not 0, else a timeout. The strings of the behaviour have to outlive the check. The candidates are files in a folder of
 * their own below TMPDIR, which goes with the check. */
Status checker_command_create(const CommandBehaviour *behaviour, Checker **check, Error *error);

#endif
