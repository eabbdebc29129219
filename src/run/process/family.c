#include "run/process/family.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/descriptor.h"
#include "run/process/procfs.h"

enum { MAX_ANCESTORS = 64, MAX_CLIMBS = 16, LIST_BYTES = 4096, MAX_PURSUITS = 2000 };

static uint64_t random_nonce(void)
{
  uint64_t bits = 0;
  if (getrandom(&bits, sizeof bits, GRND_NONBLOCK) != sizeof bits) bits = clock_monotonic_ns();
  /* Never 0, and the mark stays below 2^63. */
  return (bits | 1) & ((UINT64_C(1) << 42) - 1);
}

int family_init(Family *family)
{
  *family = (Family){.self = getpid(), .children = -1, .orphans = -1, .processes = -1};
  if (prctl(PR_GET_CHILD_SUBREAPER, &family->was_subreaper) != 0 ||
      prctl(PR_SET_CHILD_SUBREAPER, 1) != 0)
    return errno;
  struct rlimit locks;
  if (getrlimit(RLIMIT_LOCKS, &locks) == 0 && locks.rlim_cur == RLIM_INFINITY &&
      locks.rlim_max == RLIM_INFINITY)
    family->nonce = random_nonce();
  /* The kernel gives orphans to the first thread of a process. */
  char path[64];
  snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)family->self);
  family->children = open(path, O_RDONLY | O_CLOEXEC);
  family->processes = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (family->processes < 0) return errno;
  /* Limits cannot be enforced without what it says of processes. */
  char text[PROCFS_STAT_BYTES];
  if (procfs_read(family->self, "stat", text, sizeof text)) return 0;
  return errno == EMFILE || errno == ENFILE ? errno : ENOSYS;
}

void family_deinit(Family *family)
{
  if (family->children >= 0) close(family->children);
  if (family->orphans >= 0) close(family->orphans);
  if (family->processes >= 0) close(family->processes);
  prctl(PR_SET_CHILD_SUBREAPER, family->was_subreaper);
}

void family_enclose(Family *family, pid_t first, pid_t spawner)
{
  assert(first > 0 && spawner > 0 && !family->first);
  char name[64];
  snprintf(name, sizeof name, "task/%d/children", (int)first);
  family->first = first;
  family->spawner = spawner;
  family->orphans = procfs_open(first, name);
}

rlim_t family_mark(const Family *family, uint32_t slot)
{
  assert(slot >> FAMILY_SLOT_BITS == 0);
  return family->nonce ? family->nonce << FAMILY_SLOT_BITS | slot : RLIM_INFINITY;
}

bool family_slot(const Family *family, pid_t pid, uint32_t *slot)
{
  struct rlimit locks;
  assert(pid > 0); /* 0 would be ourselves */
  return family->nonce && prlimit(pid, RLIMIT_LOCKS, NULL, &locks) == 0 &&
         family_read_mark(family, locks.rlim_cur, slot);
}

bool family_read_mark(const Family *family, rlim_t mark, uint32_t *slot)
{
  if (!family->nonce || mark >> FAMILY_SLOT_BITS != family->nonce) return false;
  *slot = (uint32_t)(mark & ((1u << FAMILY_SLOT_BITS) - 1));
  return true;
}

/* Adds the numbers in a list of children; false if there is none. */
static bool add_children(int list, PidVec *pids)
{
  char text[LIST_BYTES];
  off_t offset = 0;
  pid_t pid = 0;
  for (;;) {
    ssize_t got = list < 0 ? -1 : descriptor_read_at(list, text, sizeof text, offset);
    if (got < 0) return false;
    if (got == 0) return true;
    offset += got;
    /* Each number is followed by a space, perhaps only in the next piece. */
    for (ssize_t i = 0; i < got; i++) {
      if (text[i] >= '0' && text[i] <= '9') {
        pid = pid * 10 + (text[i] - '0');
      } else if (pid != 0) {
        VEC_PUSH(pids, pid);
        pid = 0;
      }
    }
  }
}

bool family_children(const Family *family, PidVec *pids)
{
  size_t kept = pids->count;
  if (!add_children(family->children, pids)) return false;
  for (size_t i = kept; i < pids->count; i++) {
    pid_t pid = pids->items[i];
    if (pid != family->first && pid != family->spawner) pids->items[kept++] = pid;
  }
  pids->count = kept;
  return !family->first || add_children(family->orphans, pids);
}

/* Adds the numbers among the names in a directory that was just opened or rewound. */
static void add_numbers(int directory, PidVec *pids)
{
  _Alignas(struct dirent64) char entries[8 * LIST_BYTES];
  for (;;) {
    long got = syscall(SYS_getdents64, directory, entries, sizeof entries);
    if (got <= 0) return;
    for (long offset = 0; offset < got;) {
      const struct dirent64 *entry = (const void *)(entries + offset);
      if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9')
        VEC_PUSH(pids, (pid_t)strtol(entry->d_name, NULL, 10));
      offset += entry->d_reclen;
    }
  }
}

bool family_is_childless(pid_t pid)
{
  assert(pid > 0);
  PidVec threads = {0};
  bool childless = true;
  int directory = procfs_open(pid, "task");
  if (directory >= 0) {
    add_numbers(directory, &threads);
    close(directory);
  }
  for (size_t i = 0; i < threads.count && childless; i++) {
    char name[64], text[PROCFS_STAT_BYTES];
    snprintf(name, sizeof name, "task/%d/children", (int)threads.items[i]);
    childless = !procfs_read(pid, name, text, sizeof text);
  }
  VEC_FREE(&threads);
  return childless;
}

void family_everyone(const Family *family, PidVec *pids)
{
  if (lseek(family->processes, 0, SEEK_SET) == 0) add_numbers(family->processes, pids);
}

/* Kills those with the mark that are listed from here on, the newest first, as these may be about to start others. `*after` is the
 * place in the list behind the last of them. False: the list is at its end. */
static bool kill_listed(int processes, uint64_t wanted, unsigned shift, unsigned *killed,
                        off_t *after)
{
  _Alignas(struct dirent64) char entries[2 * LIST_BYTES];
  const struct dirent64 *listed[sizeof entries / offsetof(struct dirent64, d_name)];
  size_t count = 0;
  bool found = false;
  long got = syscall(SYS_getdents64, processes, entries, sizeof entries);
  for (long offset = 0; offset < got; offset += listed[count++]->d_reclen)
    listed[count] = (const void *)(entries + offset);
  while (count > 0) {
    const struct dirent64 *entry = listed[--count];
    struct rlimit locks;
    if (entry->d_name[0] < '1' || entry->d_name[0] > '9') continue;
    pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
    if (prlimit(pid, RLIMIT_LOCKS, NULL, &locks) != 0 || locks.rlim_cur >> shift != wanted)
      continue;
    *killed += kill(pid, SIGKILL) == 0;
    if (!found) *after = (off_t)entry->d_off;
    found = true;
  }
  return got > 0;
}

unsigned family_kill_marked(int processes, uint64_t wanted, unsigned shift)
{
  unsigned killed = 0, before = 0;
  off_t after = 0;
  if (lseek(processes, 0, SEEK_SET) != 0) return 0;
  while (kill_listed(processes, wanted, shift, &killed, &after)) continue;
  for (int i = 0; i < MAX_PURSUITS && killed > before; i++) {
    before = killed;
    if (lseek(processes, after, SEEK_SET) != after) break;
    while (kill_listed(processes, wanted, shift, &killed, &after)) continue;
  }
  return killed;
}

/* 0: nobody that we can see; -1: it has ended. */
static pid_t parent_of(pid_t pid)
{
  char text[PROCFS_STAT_BYTES];
  return procfs_read(pid, "stat", text, sizeof text) ? (pid_t)procfs_stat_field(text, STAT_PARENT)
                                                     : -1;
}

/* `*broken`: an ancestor has ended meanwhile, so that somebody else is the parent now. */
static pid_t climb(const Family *family, pid_t pid, bool *broken)
{
  *broken = false;
  for (int i = 0; i < MAX_ANCESTORS && pid > 1; i++) {
    pid_t parent = parent_of(pid);
    *broken = parent < 0 && i > 0;
    if (parent <= 0) return 0;
    if (parent == family->self || parent == family->first) return pid;
    pid = parent;
  }
  return 0;
}

pid_t family_branch(const Family *family, pid_t pid)
{
  assert(pid > 0);
  if (pid == family->first || pid == family->spawner) return 0;
  bool broken = true;
  pid_t branch = 0;
  for (int i = 0; i < MAX_CLIMBS && broken; i++) branch = climb(family, pid, &broken);
  return branch;
}

bool family_is_disguised(const Family *family, pid_t pid, pid_t branch)
{
  struct rlimit locks;
  if (family->first && branch && parent_of(branch) == family->first) return true;
  return family->nonce && prlimit(pid, RLIMIT_LOCKS, NULL, &locks) == 0 &&
         (locks.rlim_cur != RLIM_INFINITY || locks.rlim_max != RLIM_INFINITY) &&
         locks.rlim_cur >> FAMILY_SLOT_BITS != family->nonce;
}
