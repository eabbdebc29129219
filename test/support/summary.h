/* Values of the JSON that a command prints. */
#ifndef TEST_SUPPORT_SUMMARY_H
#define TEST_SUPPORT_SUMMARY_H

#include <jansson.h>
#include <stdbool.h>

#include "support/run_command.h"

/* What the command printed, which ended with this exit code; the result is freed. The caller releases the document. */
json_t *summary_of(CommandResult result, int code);

/* Members of an object. What is missing or of another kind is "", 0, false. */
const char *text_of(const json_t *object, const char *key);
double number_of(const json_t *object, const char *key);
bool is_true(const json_t *object, const char *key);

#endif
