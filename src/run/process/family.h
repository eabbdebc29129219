/* Which processes belong to which run, whatever they did to hide it.
 *
 * Each run has a number, its mark, that its processes inherit and that survives fork, exec, setsid and
 * a change of parents: the soft limit RLIMIT_LOCKS, which Linux keeps but has not used for twenty years.
 * The hard limit is the same, except in programs that make processes of other runs. If our own limit is
 * finite already (we run below another supervisor), there is no room for marks and the session of a
 * process has to do. A process may change its limits: it is known by its ancestors as long as these live, and by
 * a limit that nobody else has. Only processes below ours are ever counted in. */
#ifndef RUN_PROCESS_FAMILY_H
#define RUN_PROCESS_FAMILY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "base/vec.h"

typedef VEC(pid_t) PidVec;

typedef struct {
  pid_t self;
  pid_t first, spawner; /* of our enclosure (enclosure.h); 0: there is none */
  int children;         /* the kernel's list of our children; -1: not there */
  int orphans;          /* that of the children of `first` */
  int processes;        /* /proc */
  uint64_t nonce;       /* upper bits of our marks; 0: no marks */
  int was_subreaper;
} Family;

enum { FAMILY_SLOT_BITS = 20 };

/* Also makes us the parent of orphans below us, until deinit. 0 or an errno. */
int family_init(Family *family);
void family_deinit(Family *family);

/* From now on orphans are children of `first` instead of ours. */
void family_enclose(Family *family, pid_t first, pid_t spawner);

/* The mark of the run in `slot`; RLIM_INFINITY if there are no marks. */
rlim_t family_mark(const Family *family, uint32_t slot);
/* Does the process have a mark of ours? Then `*slot` is its run's. */
bool family_slot(const Family *family, pid_t pid, uint32_t *slot);
/* Is it a mark of ours? */
bool family_read_mark(const Family *family, rlim_t mark, uint32_t *slot);

/* Adds our children and orphans of runs, dead ones too; false if the kernel does not tell. */
bool family_children(const Family *family, PidVec *pids);
/* Has the process no children, dead ones neither? Only where the kernel tells ours. */
bool family_is_childless(pid_t pid);
/* Adds all processes of the system that we can see. */
void family_everyone(const Family *family, PidVec *pids);
/* Kills the processes whose mark, without its lowest `shift` bits, is `wanted`, as soon as it sees them, and then those that
 * came meanwhile, until there are none above the last: who starts another process and ends is caught up with. Dead ones that nobody
 * has waited for count, too. `processes` is /proc, open. Only system calls, and no memory is asked for. How many there were. */
unsigned family_kill_marked(int processes, uint64_t wanted, unsigned shift);
/* The process that is a child of ours or an orphan of a run, and has this one below it, or is it; 0: it is not below us, or has
 * ended. */
pid_t family_branch(const Family *family, pid_t pid);
/* Is a process that has no mark of ours of a run all the same? It is if it has a limit as only marks are, which it has changed, or
 * if its branch is an orphan in our enclosure. */
bool family_is_disguised(const Family *family, pid_t pid, pid_t branch);

#endif
