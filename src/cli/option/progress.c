#include "cli/option/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"

static const uint64_t FIRST_NS = 1000000000;
static const uint64_t PERIOD_NS = 100000000;

void progress_start(Progress *progress, const char *unit, size_t total)
{
  *progress = (Progress){.unit = unit, .total = total};
  progress->visible = isatty(STDERR_FILENO) == 1;
  progress->next_ns = clock_monotonic_ns() + FIRST_NS;
}

void progress_update(Progress *progress, size_t done)
{
  if (!progress->visible) return;
  uint64_t now = clock_monotonic_ns();
  if (now < progress->next_ns) return;
  progress->next_ns = now + PERIOD_NS;
  progress->shown = true;
  fflush(stdout);
  fprintf(stderr, "\r%zu of %zu %s", done, progress->total, progress->unit);
}

void progress_hide(Progress *progress)
{
  if (progress->shown) fprintf(stderr, "\r%*s\r", 60, "");
  progress->shown = false;
}
