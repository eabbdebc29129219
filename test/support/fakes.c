#include "support/fakes.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static char list[4096];

const char *fakes_list(const char *name, const char *const *steps)
{
  size_t used = 0;
  for (size_t i = 0; steps[i]; i++) {
    used += (size_t)snprintf(list + used, sizeof list - used, "%s%s act %s %s%zu", i ? "," : "",
                             getenv("ASSAY_FAKE"), steps[i], name, i);
    assert(used < sizeof list);
  }
  return list;
}
