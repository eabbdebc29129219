#include "cli/command/fuzz_config.h"

#include <assert.h>

#include "cli/option/option_value.h"
#include "cli/option/option_yaml.h"
#include "language/table.h"

/* What options are that nobody gave, if the campaign looks for bugs: small inputs, of which solvers decide hundreds in
 * the time of a large one, and no long wait for what they do not decide. */
static const LanguageDefault bug_defaults[] = {
    {"depth", "2"},   {"num-asserts", "2"}, {"num-vars", "2"},
    {"num-ufs", "2"}, {"max-width", "64"},  {"timeout", "250ms"},
    {"mode", "best"}, {"reward", "new"},    {NULL, NULL}};

static void set_defaults(FuzzConfig *config, const LanguageDefault *defaults)
{
  OptionTable table = config->command->options;
  for (; defaults && defaults->name; defaults++) {
    const Option *option = option_find(table, defaults->name);
    Error error;
    assert(option);
    if (option_was_given(table, option, &config->options)) continue;
    Status status = option_set(option, defaults->value, &config->options, &error);
    assert(status == STATUS_OK);
    (void)status;
  }
}

/* By the objective, then by the language. One that is not known is refused later. */
static void set_all_defaults(FuzzConfig *config)
{
  const CampaignSpec *spec = &config->options.spec;
  const LanguageInterface *language = spec->language ? language_named(spec->language) : NULL;
  bool time = spec->objective == SPEC_TIME && (spec->cost == COST_CPU || spec->cost == COST_WALL);
  if (spec->objective == SPEC_BUGS) set_defaults(config, bug_defaults);
  if (language && spec->objective == SPEC_BUGS) set_defaults(config, language->bug_defaults);
  if (language && time) set_defaults(config, language->margin_defaults);
}

/* Who gives solvers without a role wants them compared. */
static void set_objective(FuzzConfig *config)
{
  OptionTable table = config->command->options;
  const Option *objective = option_find(table, "objective");
  const CampaignSpec *spec = &config->options.spec;
  assert(objective);
  if (spec->solvers && !spec->targets && !option_was_given(table, objective, &config->options))
    config->options.spec.objective = SPEC_BUGS;
}

/* What is in the file has been given, too. */
static void note_given(FuzzConfig *config)
{
  YamlNode root = tree_root(config->file);
  for (size_t i = 0; root.number && i < tree_pairs(root); i++) {
    OptionTable table = config->command->options;
    const Option *option = option_find(table, tree_text(tree_key(root, i)));
    if (!option) continue;
    config->options.common.given[option - table.items] = true;
  }
}

/* EXIT_FINE, or the message has been printed. */
static int read_file(FuzzConfig *config)
{
  static const char *const refused[] = {"config", "resume", "campaign", NULL};
  const Subcommand *command = config->command;
  const FuzzOptions *given = config->given;
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

int fuzz_config_init(FuzzConfig *config, const Subcommand *command, const FuzzOptions *given)
{
  *config = (FuzzConfig){.command = command, .given = given, .options = *given};
  config->options.extras = (OptionList){0};
  VEC_APPEND(&config->options.extras, given->extras.items, given->extras.count);
  int code = given->config ? read_file(config) : EXIT_FINE;
  if (code == EXIT_FINE) set_objective(config);
  if (code == EXIT_FINE) set_all_defaults(config);
  return code;
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
  VEC_FREE(&config->options.extras);
  if (config->file) tree_destroy(config->file);
}
