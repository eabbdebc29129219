/* The machine that results come from. */
#ifndef CAMPAIGN_ENVIRONMENT_H
#define CAMPAIGN_ENVIRONMENT_H

#include "record/report/json.h"

/* An object with what is known of "cpu" (the model), "cores", "memory_bytes" and "system". */
json_t *environment_json(void);

#endif
