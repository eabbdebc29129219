/* Calls of boxes from a process that must survive them: each call is made by a worker of its own. */
#ifndef SOLVE_CLOSEDBOX_REMOTE_H
#define SOLVE_CLOSEDBOX_REMOTE_H

#include "solve/closedbox/verify.h"

typedef struct {
  const Boxes *boxes;
  CallLimits limits;
  WorkerRoom room;
  Status status; /* not STATUS_OK: the boxes cannot be loaded */
  Error error;
} RemoteCaller;

/* False if there is no memory. */
bool remote_init(RemoteCaller *remote, const Boxes *boxes, const CallLimits *limits);
void remote_deinit(RemoteCaller *remote);
/* Can the boxes be loaded? The same as `status` from then on. */
Status remote_load(RemoteCaller *remote);
/* For the exact evaluator; lives as long as the remote caller. */
BoxCaller remote_for_machine(RemoteCaller *remote);

#endif
