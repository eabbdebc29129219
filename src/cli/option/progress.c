#include "cli/option/progress.h"

#include <assert.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"

static const uint64_t FIRST_NS = 1000000000;
static const uint64_t PERIOD_NS = 100000000;

void progress_start(Progress *progress, const char *unit, size_t total)
{
  assert(unit);
  *progress = (Progress){.unit = unit, .total = total};
  progress->visible = isatty(STDERR_FILENO) == 1;
  progress->start_ns = clock_monotonic_ns();
  progress->next_ns = progress->start_ns + FIRST_NS;
}

void progress_estimate(Progress *progress, size_t done)
{
  progress->estimates = true;
  progress->before = done;
}

/* As if the rest were like what was done. */
static void show_estimate(const Progress *progress, size_t done, uint64_t now)
{
  static const double MINUTE = 60, HOUR = 3600, NS = 1e-9;
  if (!progress->estimates || done <= progress->before || done > progress->total) return;
  double each = (double)(now - progress->start_ns) * NS / (double)(done - progress->before);
  double left = each * (double)(progress->total - done);
  if (left < 2 * MINUTE)
    fprintf(stderr, ", about %.0f s left   ", left);
  else if (left < 2 * HOUR)
    fprintf(stderr, ", about %.0f min left   ", left / MINUTE);
  else
    fprintf(stderr, ", about %.1f h left   ", left / HOUR);
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
  show_estimate(progress, done, now);
}

void progress_hide(Progress *progress)
{
  if (progress->shown) fprintf(stderr, "\r%*s\r", 60, "");
  progress->shown = false;
}
