/* Settings of a campaign from a YAML file: `assay fuzz --config FILE`. */
#ifndef CLI_COMMAND_FUZZ_CONFIG_H
#define CLI_COMMAND_FUZZ_CONFIG_H

#include "cli/command/fuzz_options.h"
#include "cli/option/yaml_tree.h"

typedef struct {
  const Subcommand *command;
  const FuzzOptions *given; /* on the command line */
  FuzzOptions options;      /* with those of the file, if there is one */
  YamlTree *file;
} FuzzConfig;

/* EXIT_FINE, or the message has been printed. Has to be released in every case; `given` has to live until then. */
int fuzz_config_init(FuzzConfig *config, const Subcommand *command, const FuzzOptions *given);
void fuzz_config_deinit(FuzzConfig *config);

#endif
