/* Options of commands that compute features, and the source that they make. */
#ifndef CLI_SHARED_FEATURE_OPTIONS_H
#define CLI_SHARED_FEATURE_OPTIONS_H

#include "cli/option/option.h"
#include "solve/select/feature_source.h"

typedef struct {
  int set; /* 1: only those of MachSMT */
  const char *command;
  const char *table;
  uint64_t limit_ms;
} FeatureSettings;

extern const char *const feature_set_words[];

/* The options, for the member `m` of the command's struct. */
#define FEATURE_OPTIONS(Struct, m)                                                                 \
  {OPTION_CHOICE(Struct, m.set, feature_set_words), .name = "set", .initial = "all",               \
   .help = "which features of scripts: those of MachSMT, or these and ours"},                      \
      {OPTION_STRING(Struct, m.command), .name = "feature-command", .value_name = "PROGRAM",       \
       .help = "also what PROGRAM, called with the file's name, prints as lines NAME=VALUE"},      \
      {OPTION_STRING(Struct, m.table), .name = "feature-table", .value_name = "FILE",              \
       .help = "also the columns of this CSV file, whose column 'benchmark' has the file's name"}, \
  {                                                                                                \
    OPTION_DURATION(Struct, m.limit_ms), .name = "feature-limit", .value_name = "TIME",            \
                                         .initial = "10s", .low = 1, .high = 86400000,             \
                                         .help = "features that take longer are -1"                \
  }

FeatureSource *feature_settings_source(const FeatureSettings *settings, Error *error);

#endif
