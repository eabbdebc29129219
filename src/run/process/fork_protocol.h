/* What assay and the library in the solver say to each other: see fork_server.h.
 *
 * They talk over a socket that keeps messages apart, which the solver has as the descriptor that it will
 * want to open as its script. */
#ifndef RUN_PROCESS_FORK_PROTOCOL_H
#define RUN_PROCESS_FORK_PROTOCOL_H

#include <stdint.h>

enum { FORK_SOCKET = 3, FORK_LIBRARY = 4, FORK_MAGIC = 0x61737379 };
#define FORK_INPUT_PATH "/proc/self/fd/3"

/* From the solver, once it is there and before each run. Who speaks, the solver at first and then each new process, is told by the
 * kernel: in a PID namespace it has another number than outside. */
typedef struct {
  uint32_t magic;
  int32_t problem; /* an errno: it cannot serve, or the process could not be made ready */
  int32_t has_timer;
} ForkNotice;

/* A run that is wanted. Its standard input, output, error and its script come as descriptors. */
typedef struct {
  uint32_t magic;
  uint64_t mark;                /* for RLIMIT_LOCKS; UINT64_MAX: leave it */
  uint64_t address_space_bytes; /* 0: no limit */
  uint64_t cpu_seconds;         /* 0: no limit */
} ForkOrder;

enum { FORK_IN, FORK_OUT, FORK_ERR, FORK_SCRIPT, FORK_DESCRIPTORS };

#endif
