/* The end of a run: waiting for its processes, killing what it left behind, making its result. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/descriptor.h"
#include "run/process/meter.h"
#include "run/process/supervisor_internal.h"

enum {
  MILLISECOND = 1000000,
  SHORTEST_CENSUS_GAP = 50 * MILLISECOND,
  LONGEST_CENSUS_GAP = 1000 * MILLISECOND,
  CENSUS_SHARE = 100, /* it may take one part in so many of the time */
  LONGEST_SWEEP_GAP = 16 * MILLISECOND,
};

static Run *run_of_leader(const Supervisor *sup, pid_t leader)
{
  for (size_t i = 0; i < sup->active.count; i++)
    if (sup->active.items[i]->leader == leader) return sup->active.items[i];
  return NULL;
}

/* The run that a process without any tie is likely to be of: one whose program has ended and whose other processes are being
 * looked for, or the only one. */
static Run *likely_run(const Supervisor *sup)
{
  for (size_t i = 0; i < sup->active.count; i++)
    if (sup->active.items[i]->state == RUN_SWEEPING) return sup->active.items[i];
  return sup->active.count == 1 ? sup->active.items[0] : NULL;
}

/* Does a process without a mark belong to a run, by its ancestors or since it has changed its mark? */
static bool unmarked_owner(const Supervisor *sup, pid_t pid, Run **run)
{
  pid_t branch = family_branch(&sup->family, pid);
  *run = branch ? run_of_leader(sup, branch) : NULL;
  if (*run || !branch || !family_is_disguised(&sup->family, pid, branch)) return *run != NULL;
  *run = likely_run(sup);
  return true;
}

/* Does the process belong to a run of ours? `*run` is NULL if that run has ended, or nobody knows which it was. Whoever has a mark
 * has it from us; it is of no use to ask for the ancestors, which may be ending at this moment. */
static bool owner(const Supervisor *sup, pid_t pid, Run **run)
{
  uint32_t slot;
  if (!sup->family.nonce) {
    *run = run_of_leader(sup, getsid(pid));
    if (*run) return family_branch(&sup->family, pid) != 0;
    return sup->family.first && unmarked_owner(sup, pid, run);
  }
  if (!family_slot(&sup->family, pid, &slot)) return unmarked_owner(sup, pid, run);
  *run = slot < sup->slots.count ? sup->slots.items[slot] : NULL;
  return true;
}

/* Waits for an orphan that has ended, and keeps its account with its run. */
static bool reap_orphan(Run *run, pid_t pid)
{
  int status;
  struct rusage usage;
  assert(pid > 1); /* smaller ones mean several processes */
  if (wait4(pid, &status, WNOHANG, &usage) != pid) return false;
  if (!run) return true;
  run->had_members = true;
  run->orphans_ended++;
  run->reaped_cpu_ns += meter_usage_ns(&usage);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) run->result.strays_killed++;
  return true;
}

/* The same for those that the first process of our enclosure has waited for. */
static void take_reports(Supervisor *sup)
{
  EnclosureReport report;
  while (enclosure_take_report(&sup->enclosure, &report)) {
    uint32_t slot;
    Run *run = family_read_mark(&sup->family, report.mark, &slot)
                   ? slot < sup->slots.count ? sup->slots.items[slot] : NULL
                   : likely_run(sup);
    if (!run) continue;
    run->had_members = true;
    run->orphans_ended++;
    run->reaped_cpu_ns += report.cpu_ns;
    run->result.strays_killed += report.killed;
  }
}

/* Everybody of the system is asked for its mark. */
static void take_census(Supervisor *sup)
{
  sup->pids.count = 0;
  take_reports(sup);
  family_everyone(&sup->family, &sup->pids);
  for (size_t i = 0; i < sup->active.count; i++) sup->active.items[i]->members.count = 0;
  for (size_t i = 0; i < sup->pids.count; i++) {
    pid_t pid = sup->pids.items[i];
    Run *run;
    if (pid == sup->family.self || !owner(sup, pid, &run) || (run && run->pid == pid) ||
        reap_orphan(run, pid))
      continue;
    if (run) {
      VEC_PUSH(&run->members, pid);
      run->had_members = true;
      if (!sup->watchdog.pid && sup->family.nonce && !sup->enclosure.first)
        watchdog_start(&sup->watchdog, sup->family.nonce);
    } else {
      kill(pid, SIGKILL);
    }
  }
}

/* Orphans below us become our children, so that whoever belongs to a run is below its leader or below
 * another child of ours. */
static bool only_leaders(Supervisor *sup)
{
  sup->pids.count = 0;
  if (!family_children(&sup->family, &sup->pids)) return false;
  for (size_t i = 0; i < sup->pids.count; i++)
    if (sup->pids.items[i] != sup->watchdog.pid && !run_of_leader(sup, sup->pids.items[i]))
      return false;
  for (size_t i = 0; i < sup->active.count; i++) {
    const Run *run = sup->active.items[i];
    if (run->members.count || (run->pid && !family_is_childless(run->pid))) return false;
  }
  return true;
}

void finish_census(Supervisor *sup)
{
  uint64_t begin = clock_monotonic_ns();
  if (!only_leaders(sup)) take_census(sup);
  uint64_t end = clock_monotonic_ns(), gap = (end - begin) * CENSUS_SHARE;
  if (gap < SHORTEST_CENSUS_GAP) gap = SHORTEST_CENSUS_GAP;
  if (gap > LONGEST_CENSUS_GAP) gap = LONGEST_CENSUS_GAP;
  sup->census_at = end + gap;
}

/* Have we got a child, dead or alive, that belongs to the run, or to one that has ended if `others`? `unknown`: the kernel does not
 * tell. */
static bool has_orphans(Supervisor *sup, const Run *run, bool others, bool unknown)
{
  sup->pids.count = 0;
  if (!family_children(&sup->family, &sup->pids)) return unknown;
  for (size_t i = 0; i < sup->pids.count; i++) {
    pid_t pid = sup->pids.items[i];
    Run *its_run;
    if (run_of_leader(sup, pid) || !owner(sup, pid, &its_run)) continue;
    if (its_run == run || (!its_run && others)) return true;
  }
  return false;
}

/* When a program has ended, its children are ours: one look at the list of our children tells in
 * nearly all cases that nothing is left of the run. */
static bool left_something(Supervisor *sup, const Run *run)
{
  return has_orphans(sup, run, true, true);
}

static void take_output(StrBuf *from, RunOutput *output)
{
  strbuf_text(from);
  *output = (RunOutput){.bytes = from->bytes, .length = from->length, .cut = from->overflow};
  output->complete =
      !output->cut && (output->length == 0 || output->bytes[output->length - 1] == '\n');
  strbuf_init(from, 0);
}

/* The file may be anything by now: only what a regular one has counts. */
static void take_results(Run *run)
{
  enum { CHUNK = 1 << 16 };
  assert(run->results);
  int fd = open(run->results, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  struct stat info;
  if (fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_size > 0) {
    strbuf_clear(&run->out);
    strbuf_clear(&run->err);
    for (ssize_t got = 1; got > 0 && strbuf_reserve(&run->out, CHUNK);) {
      got = descriptor_read(fd, run->out.bytes + run->out.length, CHUNK);
      if (got > 0) run->out.length += (size_t)got;
    }
  }
  if (fd >= 0) close(fd);
}

static void close_all(Supervisor *sup, Run *run)
{
  capture_close(sup, &run->pidfd);
  capture_close(sup, &run->out_fd);
  capture_close(sup, &run->err_fd);
  capture_close(sup, &run->in_fd);
  meter_close(&run->meter);
  if (run->counter >= 0) close(run->counter);
  run->counter = -1;
}

static void finish(Supervisor *sup, Run *run)
{
  RunResult *result = &run->result;
  capture_drain(sup, run);
  result->has_instructions = counter_read(run->counter, &result->instructions);
  close_all(sup, run);
  if (run->results) take_results(run);
  take_output(&run->out, &result->out);
  take_output(&run->err, &result->err);
  result->cpu_ns = run->seen_cpu_ns > run->reaped_cpu_ns ? run->seen_cpu_ns : run->reaped_cpu_ns;
  if (run->had_members) result->peak_exact = false;
  if (run->no_peak) result->peak_bytes = 0, result->peak_exact = false;
  if ((result->out.cut || result->err.cut) &&
      (result->end == RUN_EXITED || result->end == RUN_SIGNALLED))
    result->end = RUN_OUTPUT_LIMIT;
  if (run->session)
    session_run_finished(run->session, result);
  else
    supervisor_push(sup, &(RunEvent){.kind = RUN_EVENT_FINISHED, .result = *result});
  supervisor_release(sup, run);
}

void finish_undone(Supervisor *sup, Run *run)
{
  assert(run->pid == 0 && !run->session);
  run->result.strays_left = true; /* perhaps: the next census kills what has its mark */
  close_all(sup, run);
  supervisor_release(sup, run);
}

void finish_unstarted(Supervisor *sup, Run *run, int error_number)
{
  assert(error_number > 0 && run->pid == 0);
  run->result.end = RUN_NOT_STARTED;
  run->result.error_number = error_number;
  finish(sup, run);
}

void finish_unwatched(Supervisor *sup, Run *run, int error_number)
{
  assert(run->pid > 1);
  kill(-run->pid, SIGKILL);
  while (wait4(run->pid, NULL, 0, NULL) < 0 && errno == EINTR) continue;
  run->pid = 0;
  finish_unstarted(sup, run, error_number);
}

void finish_abandoned(Supervisor *sup, Run *run, uint64_t now)
{
  assert(run->state == RUN_KILLED && now >= run->start_ns);
  run->result.wall_ns = (run->paused_at ? run->paused_at : now) - run->start_ns;
  run->result.strays_left = true;
  finish(sup, run);
}

/* Nobody may count what was printed by who goes on running somewhere. */
static void note_strays_left(RunResult *result)
{
  result->strays_left = true;
  if (result->end != RUN_CANCELLED) result->end = RUN_ESCAPED;
}

/* Nothing is left if a look at everybody has found none, and nobody has ended meanwhile: one who is started during the look and is
 * not seen has a parent that was seen, or that has ended and is, or was, a dead child of ours. */
void finish_sweep(Supervisor *sup, Run *run, uint64_t now)
{
  assert(run->state == RUN_SWEEPING && run->pid == 0);
  uint32_t ended = run->orphans_ended;
  if (sup->family.nonce)
    family_kill_marked(sup->family.processes, family_mark(&sup->family, run->slot), 0);
  take_census(sup);
  take_reports(sup);
  bool left =
      run->members.count != 0 || run->orphans_ended != ended || has_orphans(sup, run, false, false);
  if (!left || now >= run->end_at) {
    if (left) note_strays_left(&run->result);
    finish(sup, run);
    return;
  }
  for (size_t i = 0; i < run->members.count; i++) kill(run->members.items[i], SIGKILL);
  run->look_at = now + run->look_gap;
  if (run->look_gap < LONGEST_SWEEP_GAP) run->look_gap *= 2;
}

/* The largest size that one process of the run had, from the kernel's books. Until it is another program
 * a child shares our memory, and these books remember it: only what is above our own peak is its own. A copy never did. */
static void note_peak(RunResult *result, const struct rusage *usage)
{
  uint64_t bytes = (uint64_t)usage->ru_maxrss * 1024;
  if (result->manner != RUN_FORKED && bytes <= meter_own_peak_bytes()) return;
  if (bytes > result->peak_bytes) result->peak_bytes = bytes;
  result->peak_exact = true;
}

static void note_status(Run *run, int status)
{
  RunResult *result = &run->result;
  bool by_itself = run->state == RUN_RUNNING;
  if (WIFEXITED(status)) {
    result->exit_code = WEXITSTATUS(status);
    if (by_itself) result->end = RUN_EXITED;
    return;
  }
  result->signal = WTERMSIG(status);
  if (!by_itself) return;
  /* The limit that the kernel enforces, for the case that we did not. */
  bool by_kernel = run->limits.cpu_ns && run->reaped_cpu_ns >= run->limits.cpu_ns &&
                   (result->signal == SIGKILL || result->signal == SIGXCPU);
  result->end = by_kernel ? RUN_CPU_LIMIT : RUN_SIGNALLED;
}

void finish_exited(Supervisor *sup, Run *run, uint64_t now)
{
  int status;
  struct rusage usage;
  if (run->state == RUN_SWEEPING) return;
  assert(run->pid > 1 && run->leader == run->pid && now >= run->start_ns);
  uint32_t ended = run->orphans_ended;
  bool left = left_something(sup, run);
  take_reports(sup);
  left |= run->orphans_ended != ended;
  if (left) kill(-run->pid, SIGKILL); /* before its number can be given away */
  run->result.wall_ns = (run->paused_at ? run->paused_at : now) - run->start_ns;
  if (wait4(run->pid, &status, WNOHANG, &usage) == run->pid) {
    run->reaped_cpu_ns += meter_usage_ns(&usage);
    note_peak(&run->result, &usage);
    note_status(run, status);
  } else {
    /* Somebody in this process waits for children that are not his. */
    run->result.end = RUN_NOT_STARTED;
    run->result.error_number = ECHILD;
  }
  run->pid = 0;
  capture_close(sup, &run->pidfd);
  if (!left) {
    finish(sup, run);
    return;
  }
  run->state = RUN_SWEEPING;
  run->query_end_at = NEVER;
  run->end_at = now + RUN_PATIENCE_NS;
  run->look_gap = MILLISECOND / 2;
  finish_sweep(sup, run, now);
}
