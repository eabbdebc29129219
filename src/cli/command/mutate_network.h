/* assay mutate for networks. */
#ifndef CLI_COMMAND_MUTATE_NETWORK_H
#define CLI_COMMAND_MUTATE_NETWORK_H

#include "cli/option/command.h"

typedef struct {
  int kind; /* place in the words */
  const char *network, *property, *folder;
  uint64_t seed, from, count;
} NetworkMutants;

extern const char *const mutate_network_kinds[];

/* Writes N.onnx and N.vnnlib into the folder. */
int mutate_network(const Subcommand *command, const NetworkMutants *wanted);

#endif
