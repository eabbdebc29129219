/* Calls and searches in a newly executed process: before unsat rests on what boxes answered. Forks of our process have
 * its addresses, so a box that depends on these would look like a function. */
#ifndef SOLVE_CLOSEDBOX_FRESH_H
#define SOLVE_CLOSEDBOX_FRESH_H

#include "solve/closedbox/search_task.h"
#include "solve/closedbox/verify.h"

/* Runs the task; the room then has its outcome. `program` calls fresh_main when it is started as WORKER_NAME. */
WorkerEnd fresh_search(const char *program, const WorkerRoom *room, const WorkerSettings *settings,
                       const Boxes *boxes, const SearchTask *task);
/* Makes the calls of a table again, as closedbox_verify_calls does; the room has what verification_get reads. */
WorkerEnd fresh_calls(const char *program, const WorkerRoom *room, const WorkerSettings *settings,
                      const Boxes *boxes, const CallLimits *limits, const CallTable *calls);

/* The new process. */
_Noreturn void fresh_main(void);

#endif
