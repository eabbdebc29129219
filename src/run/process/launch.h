/* Starting one process, at a cost that does not depend on the size of ours. */
#ifndef RUN_PROCESS_LAUNCH_H
#define RUN_PROCESS_LAUNCH_H

#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "run/process/run.h"

/* Where the child starts to run before it is another program; one for all, used one at a time. */
typedef struct {
  char *bytes;
} LaunchStack;

int launch_stack_init(LaunchStack *stack); /* 0 or an errno */
void launch_stack_deinit(LaunchStack *stack);
char *launch_stack_top(const LaunchStack *stack);

typedef struct Enclosure Enclosure; /* see enclosure.h */

/* libc's clone by the name that sanitizers leave alone: theirs takes a child that shares our memory for a copy. */
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern int __clone(int (*function)(void *), void *stack_top, int flags, void *argument, ...);

typedef struct {
  const RunRequest *request;
  const char *program; /* path */
  char **environment;
  int in, out, err;   /* become 0, 1, 2; all are above 2 */
  int input;          /* becomes 3; -1: none */
  int library;        /* becomes 4; -1: none */
  int counter_socket; /* where the child sends its instruction counter; -1: nowhere */
  rlim_t mark;        /* for the soft RLIMIT_LOCKS; RLIM_INFINITY: leave it */
} Launch;

/* 0, and `*pid` is a child of ours that runs the program, `*pidfd` its descriptor; or an errno. NULL: it is in no enclosure. A
 * call is never in one. */
int launch_process(const Launch *launch, const LaunchStack *stack, Enclosure *enclosure, pid_t *pid,
                   int *pidfd);

/* The path of the program `name` by PATH, in `path`; 0 or an errno. */
int launch_find(const char *name, char *path, size_t size);

/* A descriptor above 2, so that making it 0, 1 or 2 of a child overwrites nothing; -1 stays. */
int launch_raise(int fd);

#endif
