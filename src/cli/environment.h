/* The machine that results come from. */
#ifndef CLI_ENVIRONMENT_H
#define CLI_ENVIRONMENT_H

#include "cli/json.h"

/* An object with what is known of "cpu" (the model), "cores", "memory_bytes" and "system". */
json_t *environment_json(void);

#endif
