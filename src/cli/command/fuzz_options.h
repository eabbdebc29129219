/* What `assay fuzz` is told, and how it becomes the spec of a campaign. */
#ifndef CLI_COMMAND_FUZZ_OPTIONS_H
#define CLI_COMMAND_FUZZ_OPTIONS_H

#include "base/arena.h"
#include "campaign/setup.h"
#include "cli/option/command.h"
#include "cli/shared/gen_options.h"
#include "cli/shared/workers.h"

typedef struct {
  CommonOptions common;
  GenOptions gen;
  OptionList theories;
  OptionList extras; /* options of the language and their values, in turn */
  CampaignSpec spec; /* what options can say as it is; the rest follows */
  const char *decay, *epsilon, *repeat, *least; /* numbers */
  const char *config, *resume;
  WorkersSettings workers; /* the store is that of the spec */
  uint64_t campaign;
  bool json, events, quiet;
  bool trust; /* run the programs that the store names */
} FuzzOptions;

/* The whole spec of a new campaign. */
typedef struct {
  CampaignSpec spec;
  Arena texts; /* of the rows of the language */
} FuzzSpec;

/* The options have to live as long. STATUS_USAGE: they cannot be meant. Has to be released in every case. */
Status fuzz_spec_init(FuzzSpec *spec, const OptionTable *table, const FuzzOptions *given,
                      Error *error);
void fuzz_spec_deinit(FuzzSpec *spec);

/* What options say anew of a campaign that is resumed. */
typedef struct {
  SpecRows rows;
  Arena texts;
} FuzzChanges;

/* STATUS_USAGE: an option was given that cannot be changed. Has to be released in every case. */
Status fuzz_changes_init(FuzzChanges *changes, const OptionTable *table, const FuzzOptions *given,
                         Error *error);
void fuzz_changes_deinit(FuzzChanges *changes);

/* fuzz_language.c: the rows of the language that options say, and the language that a spec describes; `user` is not used. */
Status fuzz_language_rows(const OptionTable *table, const FuzzOptions *given, SpecRows *rows,
                          Arena *texts, Error *error);
/* Options of other languages than SMT-LIB that the command's table does not have: see OptionExtras. */
bool fuzz_language_extra(size_t number, Option *option, const char **of);
LanguageFunction fuzz_language_make;

#endif
