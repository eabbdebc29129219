#include "cli/shared/gen_options.h"

int gen_options_settings(const Subcommand *command, const GenOptions *options,
                         GenSettings *settings)
{
  Error error;
  Status status = gen_options_read(options, settings, &error);
  return status == STATUS_OK ? EXIT_FINE : command_refuse(command, &error);
}

int gen_options_settings_of(const Subcommand *command, const GenOptions *options,
                            const Logic *logic, GenSettings *settings)
{
  Error error;
  Status status = gen_options_read_for(options, logic, settings, &error);
  return status == STATUS_OK ? EXIT_FINE : command_refuse(command, &error);
}
