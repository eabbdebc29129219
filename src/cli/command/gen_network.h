/* assay gen --language nn: random networks with properties. */
#ifndef CLI_COMMAND_GEN_NETWORK_H
#define CLI_COMMAND_GEN_NETWORK_H

#include "cli/option/command.h"

typedef struct {
  int class, spec; /* places in the words */
  const char *config;
  bool print_config, suite;
  const char *folder;
  uint64_t seed, from, count;
} NetworkRequest;

extern const char *const gen_network_classes[];
extern const char *const gen_network_specs[];

int gen_network(const Subcommand *command, const NetworkRequest *request);

#endif
