/* A PID namespace for all runs of a supervisor: whatever a program starts and however it hides that, it stays inside, and the
 * kernel ends all of it with the first process of the namespace, which it ends with us.
 *
 * Two processes of ours keep it. The spawner lives in the namespaces and makes the processes of runs. It shares our memory and
 * our descriptors, so that a run costs no copies; and what it makes are children of ours (CLONE_PARENT), which we watch,
 * measure and wait for like any other. Their numbers are those of our namespace wherever the kernel tells them to us. The
 * first process takes in orphans and reports each that ends. Programs inside see a /proc of their own.
 *
 * Root needs no more. Others need a kernel that lets them make user namespaces; programs then run as the same user. */
#ifndef RUN_PROCESS_ENCLOSURE_H
#define RUN_PROCESS_ENCLOSURE_H

#include <stdbool.h>

#include "run/process/enclosure_report.h"
#include "run/process/launch.h"

typedef struct EnclosureExchange EnclosureExchange;

struct Enclosure {
  pid_t spawner, first; /* 0: there is no enclosure */
  int link;             /* to the first process */
  int orders, answers;  /* to the spawner and from it */
  LaunchStack stack;    /* the spawner's */
  EnclosureExchange *exchange;
};

/* 0, or an errno and nothing is left. The thread that calls it has to live as long as the enclosure. */
int enclosure_open(Enclosure *enclosure);
/* Ends all that is inside, and waits for it. Fine without an enclosure. */
void enclosure_close(Enclosure *enclosure);

/* As clone(CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD): gives the number of a child of ours that is inside, or -errno. All
 * signals have to be blocked. */
pid_t enclosure_clone(Enclosure *enclosure, int (*function)(void *), char *stack_top,
                      void *argument, int *pidfd);

/* The next orphan that has ended, with those that have just left the list of children of the first process; false: there is none. */
bool enclosure_take_report(const Enclosure *enclosure, EnclosureReport *report);

#endif
