/* Programs that see the system and can change nothing in it.
 *
 * An isolated run (RunRequest.isolate) has namespaces of its own for users, mounts, processes, the network and IPC. It sees all
 * files read-only, but for a scratch folder laid over /tmp and /dev/shm, which go with the run, and the run's own folder. There is
 * no network, no device, no socket below /run, and no right that another user has. When it ends in any way, or we do, the
 * kernel ends all that it has started, whatever that did to hide, and its account has all of it. Ordinary users can do this
 * where the kernel lets them make user namespaces. It costs three processes and some milliseconds a run. */
#ifndef RUN_PROCESS_ISOLATE_H
#define RUN_PROCESS_ISOLATE_H

#include "base/status.h"
#include "run/process/run.h"

/* Can programs be isolated here? Takes a run; the message says what the kernel refuses. */
Status isolate_check(Error *error);

/* The program that isolates others, as a file without a name; -1 and errno. */
int isolate_open(void);

/* The words that have the program `path` run isolated, with those of the request: an array to free. */
const char **isolate_words(const RunRequest *request, const char *path);

#endif
