/* YAML whose keys are names of options, so that no schema (base/yaml_schema.h) can be written down for it: a file as a tree
 * of values, each of which knows its line. */
#ifndef CLI_OPTION_YAML_TREE_H
#define CLI_OPTION_YAML_TREE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

typedef struct YamlTree YamlTree;

/* One value of a file. */
typedef struct {
  const YamlTree *file;
  int number; /* in the file, from 1; 0: there is none */
} YamlNode;

/* Errors of all functions begin with "PATH:LINE: ". Aliases are not allowed. NULL: the error says why. */
YamlTree *tree_read(const char *path, Error *error);
void tree_destroy(YamlTree *file);

/* The document; none if the file is empty. */
YamlNode tree_root(const YamlTree *file);

/* The text of a scalar; NULL: it is something else, or null. */
const char *tree_text(YamlNode node);
/* The number of values of a sequence or mapping; SIZE_MAX: it is something else. */
size_t tree_items(YamlNode node);
size_t tree_pairs(YamlNode node);
YamlNode tree_item(YamlNode sequence, size_t place);
YamlNode tree_key(YamlNode mapping, size_t place);
YamlNode tree_value(YamlNode mapping, size_t place);

/* STATUS_SYNTAX, with a message about this place. */
Status tree_error(YamlNode node, Error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
