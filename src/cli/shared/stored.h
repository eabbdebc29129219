/* What commands that read stores share. */
#ifndef CLI_SHARED_STORED_H
#define CLI_SHARED_STORED_H

#include <stdio.h>

#include "cli/option/command.h"
#include "record/report/data.h"
#include "record/report/finding.h"

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
/* How many inputs pages have in their table. */
#define STORED_INPUTS_OPTION(Struct, member)                                                       \
  {                                                                                                \
    OPTION_UNSIGNED(Struct, member), .name = "inputs", .value_name = "N", .initial = "1000",       \
                                     .high = 1000000,                                              \
                                     .help = "show the newest N inputs in the table of inputs"     \
  }
/* The finding and the place of its store: two words, or the path of a finding's folder, whose parent is the store. The
 * place is to be freed. */
int stored_finding_words(const Subcommand *command, char *const *words, int count, char **place,
                         uint64_t *number);
/* The record of a finding, or of an input if `input`; `campaign` 0 is the newest one. */
int stored_record(const Subcommand *command, Store *store, uint64_t campaign, bool input,
                  uint64_t number, FindingRecord **record);
/* The folder of the store at `place` as a path from the folder of the file `from`: to be freed, or NULL if there is none. */
char *stored_relative_folder(const char *from, const char *place);
/* A number from 0. The message has been printed if it is none. */
int stored_number(const Subcommand *command, const char *what, const char *text, uint64_t *number);

#endif
