/* The machine that results come from. */
#ifndef CLI_SHARED_ENVIRONMENT_H
#define CLI_SHARED_ENVIRONMENT_H

#include "cli/option/json.h"

/* An object with what is known of "cpu" (the model), "cores", "memory_bytes" and "system". */
json_t *environment_json(void);

#endif
