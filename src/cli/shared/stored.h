/* What commands that read stores share. */
#ifndef CLI_SHARED_STORED_H
#define CLI_SHARED_STORED_H

#include <stdio.h>

#include "cli/option/command.h"
#include "record/report/data.h"

#define STORED_CAMPAIGN_OPTION(Struct, member)                                                     \
  {                                                                                                \
    OPTION_UNSIGNED(Struct, member), .name = "campaign", .value_name = "ID", .high = INT64_MAX,    \
                                     .initial_note = "the newest",                                 \
                                     .help = "which campaign, if the store has several"            \
  }

/* Opens a store to read: a folder, a file or a URL. EXIT_FINE, or the message has been printed. */
int stored_open(const Subcommand *command, const char *where, Store **store);
/* The data of a report; `campaign` 0 is the newest one. */
int stored_load(const Subcommand *command, Store *store, uint64_t campaign, ReportData **data);
/* A number from 1. The message has been printed if it is none. */
int stored_number(const Subcommand *command, const char *what, const char *text, uint64_t *number);

/* Where a command writes what may be long: a file that is there as a whole or not at all, or standard output
 * (NULL or "-"). */
typedef struct {
  FILE *stream;
  const char *path;
  char *temporary;
} OutputFile;

int output_file_open(OutputFile *file, const Subcommand *command, const char *path);
/* EXIT_FINE: keep it. The code, or a worse one. */
int output_file_close(OutputFile *file, const Subcommand *command, int code);

#endif
