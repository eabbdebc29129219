/* The exit codes of every command. */
#ifndef CLI_OPTION_EXIT_H
#define CLI_OPTION_EXIT_H

typedef enum {
  EXIT_FINE = 0,
  EXIT_FINDING = 1, /* a finding or a negative answer */
  EXIT_USAGE = 2,   /* the command line is wrong */
  EXIT_ENVIRONMENT =
      3, /* a file, a program or memory that is needed is not there, or cannot be used */
  EXIT_INTERNAL = 4, /* a defect of assay itself */
  EXIT_OPEN = 5      /* there is no answer: undetermined, or it does not reproduce */
} ExitCode;

#endif
