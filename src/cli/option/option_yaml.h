/* Options of a command in a YAML file: a mapping from their long names to their values, where options that may be given
 * several times have sequences. */
#ifndef CLI_OPTION_OPTION_YAML_H
#define CLI_OPTION_OPTION_YAML_H

#include "cli/option/option_value.h"
#include "cli/option/yaml_tree.h"

/* Is given each value, `text` at `at`, of an option that lives for the call only if it is an extra one; any other status than STATUS_OK ends it. */
typedef Status (*OptionYamlTake)(void *user, const Option *option, YamlNode at, const char *text,
                                 Error *error);

/* Goes through the mapping. `others` are keys that are not options, ending with NULL: they are left to the caller. Unknown
 * keys, keys that are there twice and values of the wrong shape are errors with their line. */
Status option_yaml_each(OptionTable table, YamlNode mapping, const char *const *others,
                        OptionYamlTake take, void *user, Error *error);

/* Sets the options of the file, except for those that were given on the command line. Texts point into the file.
 * `refused` are options that make no sense in a file, ending with NULL. */
Status option_yaml_set(OptionTable table, const YamlTree *file, const char *const *refused,
                       void *values, Error *error);

#endif
