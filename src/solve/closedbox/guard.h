/* Code of others, run inside a worker process so that it can crash, hang or exit without ending the worker.
 *
 *   guard_install(&settings);                 once, in a forked process that runs nothing else
 *   GuardEnd end = guard_run(run, context);   GUARD_FINE, or what happened instead of a return
 *
 * After anything but GUARD_FINE the state of the code is whatever it left behind: locks may be held. Signal
 * handlers need the one static variable of this module. */
#ifndef SOLVE_CLOSEDBOX_GUARD_H
#define SOLVE_CLOSEDBOX_GUARD_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
  GUARD_FINE,
  GUARD_CRASHED, /* a signal: invalid memory, division by zero, abort, stack overflow */
  GUARD_HUNG,    /* longer than the limit */
  GUARD_EXITED,  /* it wanted to end the process */
  GUARD_FAILED,  /* guard_fail */
} GuardEnd;

typedef struct {
  uint64_t call_ns;      /* for one guard_run */
  uint64_t memory_bytes; /* of address space; 0: no limit */
  bool programs;         /* other programs have to be started: no filter of system calls */
} GuardSettings;

/* Standard input, output and error go nowhere from here on; other descriptors are closed. */
void guard_install(const GuardSettings *settings);
/* Changes the limit for one guard_run. */
void guard_set_limit(uint64_t call_ns);

/* Between the two the limit of time is not applied: for calls that have one of their own and must not be left by a
 * jump. */
void guard_suspend(void);
void guard_resume(void);

GuardEnd guard_run(void (*run)(void *context), void *context);
/* Ends the present guard_run. */
_Noreturn void guard_fail(void);
/* Ends the process, past the filter. */
_Noreturn void guard_exit(void);

#endif
