/* Limits: when to look at a run, what to look at, and how to end it. */
#include <assert.h>
#include <signal.h>
#include <unistd.h>

#include "base/clock.h"
#include "run/process/meter.h"
#include "run/process/supervisor_internal.h"

enum {
  MILLISECOND = 1000000,
  SOONEST_LOOK = 2 * MILLISECOND,
  FIRST_LOOK = 32 * MILLISECOND,
  LONGEST_GAP = 128 * MILLISECOND,
  CENSUS_AGE = 100 * MILLISECOND, /* of a run whose other processes matter to its limits */
  KILL_AGAIN = 100 * MILLISECOND,
  FILL_BYTES_PER_NS = 8, /* no group of processes fills memory faster */
  COST_SHARE = 50,       /* looking may take one part in so many of the time */
};

static uint64_t smaller(uint64_t a, uint64_t b)
{
  return a < b ? a : b;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
  return a > b ? a : b;
}

static uint64_t after(uint64_t now, uint64_t duration)
{
  return duration > NEVER - now ? NEVER : now + duration;
}

/* Most runs are short, and a look costs more than it tells; a program that is to stay small or fast is
 * looked at sooner. */
static uint64_t first_gap(const RunLimits *limits)
{
  uint64_t gap = FIRST_LOOK;
  if (limits->memory_bytes) gap = smaller(gap, limits->memory_bytes / FILL_BYTES_PER_NS);
  if (limits->cpu_ns) gap = smaller(gap, limits->cpu_ns);
  return larger(gap, SOONEST_LOOK);
}

void watch_start(Run *run)
{
  assert(run->start_ns > 0 && run->state == RUN_RUNNING);
  run->end_at = run->limits.wall_ns ? after(run->start_ns, run->limits.wall_ns) : NEVER;
  run->look_gap = first_gap(&run->limits);
  run->look_at = clock_monotonic_ns() + run->look_gap; /* starting it may have taken long */
  run->query_end_at = NEVER;
  run->noted_at = run->start_ns;
}

void watch_postpone(Run *run, uint64_t duration)
{
  if (run->state != RUN_RUNNING && run->state != RUN_ASKED_TO_END) return;
  if (run->paused_at) return; /* what is stopped has no time to lose */
  run->start_ns += duration;
  run->end_at = after(run->end_at, duration);
  run->query_end_at = after(run->query_end_at, duration);
}

uint64_t watch_next(const Run *run)
{
  if (run->paused_at && run->state == RUN_RUNNING) return NEVER;
  return smaller(smaller(run->end_at, run->look_at), run->query_end_at);
}

/* The time in which it was stopped is over. */
static void forget_pause(Run *run, uint64_t now)
{
  if (!run->paused_at) return;
  assert(now >= run->paused_at);
  uint64_t duration = now - run->paused_at;
  run->paused_at = 0;
  watch_postpone(run, duration);
  run->look_at = now + SOONEST_LOOK;
}

void watch_kill(Run *run, RunEnd end, uint64_t now)
{
  if (run->state == RUN_SWEEPING) return;
  assert(run->pid > 0);
  forget_pause(run, now);
  if (run->state == RUN_RUNNING) run->result.end = end;
  run->state = RUN_KILLED;
  run->query_end_at = NEVER;
  run->end_at = now + RUN_PATIENCE_NS;
  run->look_at = now + KILL_AGAIN;
  /* Until we wait for it, the number is not given to another process. */
  kill(-run->pid, SIGKILL);
}

void watch_end(Run *run, RunEnd end, uint64_t now)
{
  if (run->state != RUN_RUNNING) return;
  assert(run->pid > 0);
  if (run->limits.grace_ns == 0) {
    watch_kill(run, end, now);
    return;
  }
  forget_pause(run, now);
  run->result.end = end;
  run->state = RUN_ASKED_TO_END;
  run->end_at = after(now, run->limits.grace_ns);
  run->query_end_at = NEVER;
  kill(-run->pid, SIGTERM);
  kill(-run->pid, SIGCONT);
}

/* The number of a process may have gone to another one since the census. */
static bool is_still(const Supervisor *sup, const Run *run, pid_t member)
{
  uint32_t slot;
  if (!sup->family.nonce && getsid(member) == run->leader) return true;
  if (!sup->family.nonce && !sup->family.first) return false;
  if (family_slot(&sup->family, member, &slot)) return slot == run->slot;
  pid_t branch = family_branch(&sup->family, member);
  return branch == run->leader || family_is_disguised(&sup->family, member, branch);
}

/* To its group, and to those of its processes that have left it. */
static void signal_all(const Supervisor *sup, const Run *run, int number)
{
  assert(run->pid > 0);
  kill(-run->pid, number);
  for (size_t i = 0; i < run->members.count; i++)
    if (is_still(sup, run, run->members.items[i])) kill(run->members.items[i], number);
}

bool watch_pause(const Supervisor *sup, Run *run, uint64_t now)
{
  if (run->state != RUN_RUNNING || run->paused_at) return false;
  signal_all(sup, run, SIGSTOP);
  run->paused_at = now;
  return true;
}

bool watch_resume(const Supervisor *sup, Run *run, uint64_t now)
{
  if (run->state != RUN_RUNNING || !run->paused_at) return false;
  forget_pause(run, now);
  signal_all(sup, run, SIGCONT);
  return true;
}

/* Resident memory of all processes. Of one process it is exact. Several may share pages, which counting
 * twice would turn into a limit that was never reached. */
static uint64_t group_bytes(const Supervisor *sup, const Run *run, const MeterReading *main,
                            uint32_t *threads)
{
  *threads = main->threads;
  if (run->members.count == 0) return main->resident_bytes;
  uint64_t sum = meter_proportional_bytes(run->pid);
  for (size_t i = 0; i < run->members.count; i++) {
    MeterReading other;
    pid_t pid = run->members.items[i];
    if (!is_still(sup, run, pid) || !meter_read(pid, &other)) continue;
    sum += meter_proportional_bytes(pid);
    *threads += other.threads;
  }
  return sum;
}

uint64_t watch_cpu_ns(const Supervisor *sup, Run *run)
{
  uint64_t sum = run->reaped_cpu_ns + meter_look_cpu_ns(&run->meter, run->had_members);
  for (size_t i = 0; i < run->members.count; i++)
    if (is_still(sup, run, run->members.items[i])) sum += meter_cpu_ns(run->members.items[i]);
  return sum;
}

/* The kernel forgets what processes have used that it ends with their namespace. */
static void note_cpu(const Supervisor *sup, Run *run)
{
  if (run->isolated) run->seen_cpu_ns = larger(run->seen_cpu_ns, watch_cpu_ns(sup, run));
}

void watch_note_peak(Run *run)
{
  MeterReading reading;
  /* What is larger than we are shows in the kernel's record in the end (finish.c). */
  if (run->result.peak_bytes > meter_own_peak_bytes()) return;
  if (meter_look(&run->meter, &reading))
    run->result.peak_bytes = larger(run->result.peak_bytes, reading.peak_bytes);
}

/* Looks at what the processes use, ends the run if it is too much, and says how long that cannot
 * happen again: no longer than it takes to use up what is left. */
static uint64_t measure(const Supervisor *sup, Run *run, uint64_t now)
{
  const RunLimits *limits = &run->limits;
  MeterReading reading;
  uint64_t gap = LONGEST_GAP;
  uint32_t threads;
  if (!meter_look(&run->meter, &reading)) return gap;
  uint64_t bytes = larger(group_bytes(sup, run, &reading, &threads), reading.peak_bytes);
  run->result.peak_bytes = larger(run->result.peak_bytes, bytes);
  if (limits->memory_bytes) {
    if (bytes > limits->memory_bytes) {
      watch_kill(run, RUN_MEMORY_LIMIT, now);
      return gap;
    }
    gap = smaller(gap, (limits->memory_bytes - bytes) / FILL_BYTES_PER_NS);
  }
  if (limits->cpu_ns && run->state == RUN_RUNNING) {
    uint64_t used = watch_cpu_ns(sup, run);
    if (used >= limits->cpu_ns) {
      watch_end(run, RUN_CPU_LIMIT, now);
      return gap;
    }
    uint32_t parallel = threads < sup->processors ? threads : sup->processors;
    gap = smaller(gap, (limits->cpu_ns - used) / (parallel ? parallel : 1));
  }
  return gap;
}

static void look(Supervisor *sup, Run *run, uint64_t now)
{
  if (now >= sup->census_at && (run->isolated || now - run->start_ns >= CENSUS_AGE))
    finish_census(sup);
  uint64_t begin = clock_monotonic_ns();
  note_cpu(sup, run);
  uint64_t gap = measure(sup, run, now);
  if (run->state == RUN_KILLED) return;
  uint64_t end = clock_monotonic_ns();
  gap = larger(smaller(gap, run->look_gap), larger(MILLISECOND, (end - begin) * COST_SHARE));
  run->look_gap = smaller(run->look_gap * 2, LONGEST_GAP);
  run->look_at = end + gap;
}

void watch_look(Supervisor *sup, Run *run, uint64_t now)
{
  switch (run->state) {
  case RUN_RUNNING:
    if (now >= run->end_at) {
      note_cpu(sup, run);
      watch_end(run, RUN_WALL_LIMIT, now);
    } else if (now >= run->query_end_at)
      session_timed_out(run->session, now);
    else if (now >= run->look_at)
      look(sup, run, now);
    break;
  case RUN_ASKED_TO_END:
    if (now >= run->end_at)
      watch_kill(run, run->result.end, now);
    else if (now >= run->look_at)
      look(sup, run, now);
    break;
  case RUN_KILLED:
    if (now >= run->end_at) {
      finish_abandoned(sup, run, now);
      break;
    }
    if (now < run->look_at) break;
    assert(run->pid > 1);
    kill(-run->pid, SIGKILL);
    run->look_at = now + KILL_AGAIN;
    break;
  case RUN_SWEEPING:
    if (now >= run->look_at) finish_sweep(sup, run, now);
    break;
  }
}
