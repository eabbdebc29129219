#include "run/process/meter.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "run/process/procfs.h"

/* The number in the line that starts with `name`, 0 without one. The names we ask for are after the
 * one field that a process can choose (its name, which has no line breaks). */
static uint64_t number_in(const char *text, const char *name)
{
  const char *line = strstr(text, name);
  return line ? strtoull(line + strlen(name), NULL, 10) : 0;
}

Meter meter_of(pid_t pid)
{
  return (Meter){.pid = pid, .status = -1, .stat = -1};
}

void meter_close(Meter *meter)
{
  if (meter->status >= 0) close(meter->status);
  if (meter->stat >= 0) close(meter->stat);
  meter->status = meter->stat = -1;
}

bool meter_look(Meter *meter, MeterReading *reading)
{
  char text[4096];
  assert(meter->pid > 0);
  if (meter->status < 0) meter->status = procfs_open(meter->pid, "status");
  if (!procfs_read_open(meter->status, text, sizeof text)) return false;
  *reading = (MeterReading){
      .resident_bytes = number_in(text, "\nVmRSS:") * 1024,
      .peak_bytes = number_in(text, "\nVmHWM:") * 1024,
      .threads = (uint32_t)number_in(text, "\nThreads:"),
  };
  return true;
}

bool meter_read(pid_t pid, MeterReading *reading)
{
  Meter meter = meter_of(pid);
  bool lives = meter_look(&meter, reading);
  meter_close(&meter);
  return lives;
}

uint64_t meter_proportional_bytes(pid_t pid)
{
  char text[4096];
  if (!procfs_read(pid, "smaps_rollup", text, sizeof text)) return 0;
  return number_in(text, "\nPss:") * 1024;
}

/* Time of the children it has waited for. */
static uint64_t children_cpu_ns(Meter *meter)
{
  char text[PROCFS_STAT_BYTES];
  if (meter->stat < 0) meter->stat = procfs_open(meter->pid, "stat");
  if (!procfs_read_open(meter->stat, text, sizeof text)) return 0;
  uint64_t ticks =
      procfs_stat_field(text, STAT_CHILD_USER) + procfs_stat_field(text, STAT_CHILD_SYSTEM);
  return ticks * (1000000000u / (uint64_t)sysconf(_SC_CLK_TCK));
}

uint64_t meter_look_cpu_ns(Meter *meter, bool had_children)
{
  clockid_t clock;
  struct timespec used;
  assert(meter->pid > 0); /* 0 would be ourselves */
  if (clock_getcpuclockid(meter->pid, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
  return (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec +
         (had_children ? children_cpu_ns(meter) : 0);
}

uint64_t meter_cpu_ns(pid_t pid)
{
  Meter meter = meter_of(pid);
  uint64_t used = meter_look_cpu_ns(&meter, true);
  meter_close(&meter);
  return used;
}

static uint64_t timeval_ns(struct timeval time)
{
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_usec * 1000u;
}

uint64_t meter_usage_ns(const struct rusage *usage)
{
  return timeval_ns(usage->ru_utime) + timeval_ns(usage->ru_stime);
}

uint64_t meter_own_peak_bytes(void)
{
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t)usage.ru_maxrss * 1024 : UINT64_MAX;
}
