/* A program that has been started once and stopped where it opens its script, and copies of it that go on
 * from there, one for each script.
 *
 * A copy is a run of the supervisor like any other, with the same limits and the same kind of result,
 * except that the peak of memory counts pages that are shared with the original, too, and that CPU time is without
 * that of starting. All copies have the same addresses, so what depends on those does not vary.
 *
 * The program has to be dynamically linked and to open RUN_INPUT_PATH by itself, with one thread, no timer
 * and no children at that moment; whether that is so is found out by trying. */
#ifndef RUN_PROCESS_FORK_SERVER_H
#define RUN_PROCESS_FORK_SERVER_H

#include "run/process/family.h"
#include "run/process/fork_protocol.h"
#include "run/process/supervisor.h"

typedef struct ForkServer ForkServer;

/* Starts the program of the request and waits until it opens its script; other runs go on meanwhile.
 * What the request points to has to live as long as the server. On error, which says why there is no
 * such server, nothing is left. */
Status fork_server_create(Supervisor *sup, const RunRequest *request, ForkServer **server,
                          Error *error);
/* Copies that run are not touched. */
void fork_server_destroy(ForkServer *server);
/* Can it make copies? */
bool fork_server_is_alive(const ForkServer *server);

/* As supervisor_start, with a copy instead of a new program: argv, environment, directory and processor
 * are those of the server, and the input has to be RUN_INPUT_FILE. 0: there is no copy, and the server is
 * of no use any more. */
RunHandle fork_server_start(ForkServer *server, const RunRequest *request);

/* For the supervisor. */
typedef struct {
  const RunLimits *limits;
  const Family *family;
  uint32_t slot;
  int descriptors[FORK_DESCRIPTORS];
} ForkRun;

/* 0, and `*pid` is a child of ours that goes on with the script, `*pidfd` its descriptor; or an errno. */
int fork_server_copy(ForkServer *server, const ForkRun *wanted, pid_t *pid, int *pidfd);

#endif
