/* JSON output, on top of jansson. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A string of any bytes: what is not UTF-8 becomes U+FFFD, for JSON has no other way. */
json_t *json_text(const char *bytes, size_t length);
/* A count, or null if it is too large for the integers of most readers of JSON. */
json_t *json_count(uint64_t count);

/* Prints and releases a value: in one line, or indented. */
void json_print_line(FILE *out, json_t *value);
void json_print_pretty(FILE *out, json_t *value);

#endif
