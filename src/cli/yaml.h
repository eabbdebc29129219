/* YAML files whose keys are names of options, so that no schema can be written down for them; each value
 * knows its line. */
#ifndef CLI_YAML_H
#define CLI_YAML_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

typedef struct YamlFile YamlFile;

/* One value of a file. */
typedef struct {
  const YamlFile *file;
  int number; /* in the file, from 1; 0: there is none */
} YamlNode;

/* Errors of all functions begin with "PATH:LINE: ". Aliases are not allowed. NULL: the error says why. */
YamlFile *yaml_read(const char *path, Error *error);
void yaml_destroy(YamlFile *file);

/* The document; none if the file is empty. */
YamlNode yaml_root(const YamlFile *file);

/* The text of a scalar; NULL: it is something else, or null. */
const char *yaml_text(YamlNode node);
/* The number of values of a sequence or mapping; SIZE_MAX: it is something else. */
size_t yaml_items(YamlNode node);
size_t yaml_pairs(YamlNode node);
YamlNode yaml_item(YamlNode sequence, size_t place);
YamlNode yaml_key(YamlNode mapping, size_t place);
YamlNode yaml_value(YamlNode mapping, size_t place);

/* STATUS_SYNTAX, with a message about this place. */
Status yaml_error(YamlNode node, Error *error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
