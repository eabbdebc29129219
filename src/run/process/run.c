#include "run/process/run.h"

#include <assert.h>
#include <stdlib.h>

#define RUN_END_TEXT(code, text) [code] = text,
static const char *const end_texts[] = {RUN_END_LIST(RUN_END_TEXT)};
#undef RUN_END_TEXT

const char *run_end_text(RunEnd end)
{
  assert(end < RUN_END_COUNT);
  return end_texts[end];
}

#define RUN_MANNER_TEXT(code, text) [code] = text,
static const char *const manner_texts[] = {RUN_MANNER_LIST(RUN_MANNER_TEXT)};
#undef RUN_MANNER_TEXT

const char *run_manner_text(RunManner manner)
{
  assert(manner < RUN_MANNER_COUNT);
  return manner_texts[manner];
}

bool run_is_reused(RunManner manner, uint32_t scripts_before)
{
  assert(manner < RUN_MANNER_COUNT);
  return manner == RUN_FORKED || (manner == RUN_IN_SESSION && scripts_before > 0);
}

void run_result_deinit(RunResult *result)
{
  free(result->out.bytes);
  free(result->err.bytes);
  *result = (RunResult){.exit_code = -1};
}
