/* YAML whose shape is fixed: it is checked against a schema of libcyaml, with the place of what is wrong, and becomes
 * records of C. Where keys are names of options there is cli/option/yaml_tree.h. Names with yaml_ are libyaml's. */
#ifndef BASE_YAML_SCHEMA_H
#define BASE_YAML_SCHEMA_H

#include <cyaml/cyaml.h>
#include <stdbool.h>

#include "base/status.h"

/* The value of a text, to be released with schema_free. `what` says in messages what the text should be: "not
 * a list of solvers: ...". The error has the line of the value that is wrong, or of one shortly before it.
 * `count` is for a schema that is a sequence, else NULL. */
Status yaml_schema_read(const char *text, size_t length, const cyaml_schema_value_t *schema,
                        const char *what, void **value, unsigned *count, Error *error);
void yaml_schema_free(const cyaml_schema_value_t *schema, void *value, unsigned count);

/* Is a text nested so deeply that libyaml, which takes quadratic time for it, should not see it? Brackets in quotes
 * count, too: nobody has so many of them. */
bool yaml_schema_is_too_deep(const char *text, size_t length);

/* Puts "path:line: " or "path: " before the message, and keeps the line. */
Status yaml_schema_locate(const char *path, Error *error);

#endif
