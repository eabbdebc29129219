#include "run/process/isolate.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/mem.h"
#include "run/process/embedded.h"
#include "run/process/launch.h"
#include "run/process/supervisor.h"

#define NAME          "assay-isolate"
#define NAME_APART    "assay-apart"
#define CHECK_WALL_NS UINT64_C(20000000000)

int isolate_open(void)
{
  int fd = launch_raise(memfd_create(NAME, MFD_CLOEXEC));
  size_t done = 0;
  while (fd >= 0 && done < embedded_isolate[0].length) {
    ssize_t written = write(fd, embedded_isolate[0].text + done, embedded_isolate[0].length - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      close(fd);
      return -1;
    }
    done += (size_t)written;
  }
  return fd;
}

const char **isolate_words(const RunRequest *request, const char *path)
{
  size_t count = 0;
  while (request->argv[count]) count++;
  assert(count);
  const char **words = mem_alloc(count + 4, sizeof *words);
  words[0] = request->isolate ? NAME : NAME_APART;
  words[1] = request->folder ? request->folder : "";
  words[2] = path;
  memcpy(words + 3, request->argv, (count + 1) * sizeof *words);
  return words;
}

/* The first line that it printed, without the name before it. */
static void take_reason(const RunResult *result, char *reason, size_t size)
{
  const char *line = result->err.length ? result->err.bytes : run_end_text(result->end);
  if (strncmp(line, NAME ": ", sizeof NAME + 1) == 0) line += sizeof NAME + 1;
  snprintf(reason, size, "%.*s", (int)strcspn(line, "\n"), line);
}

Status isolate_check(Error *error)
{
  static const char *const argv[] = {NAME, NULL};
  char path[64], reason[200];
  RunResult result;
  int fd = isolate_open();
  if (fd < 0)
    return error_set(error, STATUS_IO, "programs cannot be isolated: %s", strerror(errno));
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  RunRequest request = {.argv = argv, .program = path, .limits = {.wall_ns = CHECK_WALL_NS}};
  Status status = run_one(&request, &result, error);
  if (status == STATUS_OK) {
    take_reason(&result, reason, sizeof reason);
    if (result.end != RUN_EXITED || result.exit_code != 0)
      status = error_set(error, STATUS_IO,
                         "programs cannot be isolated here: %s. The kernel has to allow user "
                         "namespaces, which containers and some systems do not",
                         reason);
    run_result_deinit(&result);
  }
  close(fd);
  return status;
}
