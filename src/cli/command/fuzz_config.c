#include "cli/command/fuzz_config.h"

#include "cli/option/option_yaml.h"

/* What is in the file has been given, too. */
static void note_given(FuzzConfig *config)
{
  TreeNode root = tree_root(config->file);
  for (size_t i = 0; root.number && i < tree_pairs(root); i++) {
    OptionTable table = config->command->options;
    const Option *option = option_find(table, tree_text(tree_key(root, i)));
    config->options.common.given[option - table.items] = true;
  }
}

int fuzz_config_init(FuzzConfig *config, const Subcommand *command, const FuzzOptions *given)
{
  static const char *const refused[] = {"config", "resume", "campaign", NULL};
  *config = (FuzzConfig){.command = command, .given = given, .options = *given};
  if (!given->config) return EXIT_FINE;
  Error error;
  config->file = tree_read(given->config, &error);
  Status status = config->file ? option_yaml_set(command->options, config->file, refused,
                                                 &config->options, &error)
                               : error.status;
  if (status == STATUS_OK) {
    note_given(config);
    return EXIT_FINE;
  }
  return command_error(command, status == STATUS_IO ? EXIT_ENVIRONMENT : EXIT_USAGE, "%s",
                       error.message);
}

/* Lists of the command line are those of its options; only others were made here. */
void fuzz_config_deinit(FuzzConfig *config)
{
  OptionTable table = config->command->options;
  for (size_t i = 0; config->file && i < table.count; i++) {
    const Option *option = &table.items[i];
    if (option->kind == OPTION_KIND_LIST && !option_was_given(table, option, config->given))
      VEC_FREE((OptionList *)option_member(option, &config->options));
  }
  if (config->file) tree_destroy(config->file);
}
