/* What running processes use, as the kernel tells it in /proc. */
#ifndef RUN_PROCESS_METER_H
#define RUN_PROCESS_METER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

typedef struct {
  uint64_t resident_bytes;
  uint64_t peak_bytes;
  uint32_t threads;
} MeterReading;

/* A process that is looked at more than once: its files stay open. */
typedef struct {
  pid_t pid;
  int status, stat; /* -1: not opened yet */
} Meter;

Meter meter_of(pid_t pid);
void meter_close(Meter *meter);

/* False if the process has ended. */
bool meter_look(Meter *meter, MeterReading *reading);
bool meter_read(pid_t pid, MeterReading *reading);
/* Resident memory where a page that n processes share counts as 1/n; takes time in proportion to the
 * memory. 0 if the process has ended. */
uint64_t meter_proportional_bytes(pid_t pid);
/* User and system time of the process and, if it had any, of those children that it has waited for. */
uint64_t meter_look_cpu_ns(Meter *meter, bool had_children);
uint64_t meter_cpu_ns(pid_t pid);
uint64_t meter_usage_ns(const struct rusage *usage);
/* The largest size that we ourselves have had; UINT64_MAX if it cannot be told. */
uint64_t meter_own_peak_bytes(void);

#endif
