/* JSON output. */
#ifndef CLI_OPTION_JSON_H
#define CLI_OPTION_JSON_H

#include <stdio.h>

#include "base/status.h"
#include "record/report/json.h"

/* Prints and releases a value: in one line, or indented. */
void json_print_line(FILE *out, json_t *value);
void json_print_pretty(FILE *out, json_t *value);

/* Line, column and message; null for a place that is not known. */
json_t *json_error_object(const Error *error);

#endif
