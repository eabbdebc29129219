/* assay train and assay select --language nn: models that choose engines of 'assay verify'. */
#ifndef CLI_COMMAND_TRAIN_NETWORK_H
#define CLI_COMMAND_TRAIN_NETWORK_H

#include "cli/option/command.h"
#include "cli/option/style.h"

typedef struct {
  const char *runs, *root, *output;
  const char *learner;
  uint64_t timeout_ms, size, seed; /* timeout_ms 0: the longest run */
} NetworkTraining;

/* Both return exit codes. */
int train_network(const Subcommand *command, const NetworkTraining *training);
/* Predictions for each pair NETWORK PROPERTY of `paths`, by a model file or the model of the program (NULL). */
int select_network(const Subcommand *command, const char *model_path, bool json, Style style,
                   int count, char **paths);

#endif
