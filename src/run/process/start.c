/* Starting a run: its input, its pipes, its environment. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clock.h"
#include "run/process/fork_server.h"
#include "run/process/isolate.h"
#include "run/process/supervisor_internal.h"

extern char **environ;

/* Does `entry` of an environment have the name that `change` sets or removes? */
static bool same_name(const char *entry, const char *change)
{
  size_t length = strcspn(change, "=");
  return strncmp(entry, change, length) == 0 && entry[length] == '=';
}

static bool is_changed(const char *entry, const char *const *changes)
{
  for (; *changes; changes++)
    if (same_name(entry, *changes)) return true;
  return false;
}

/* Ours with the changes; the strings are shared. */
static char **environment_with(Supervisor *sup, const char *const *changes)
{
  if (!changes) return environ;
  sup->environment.count = 0;
  for (char **entry = environ; *entry; entry++)
    if (!is_changed(*entry, changes)) VEC_PUSH(&sup->environment, *entry);
  for (; *changes; changes++) {
    if (!strchr(*changes, '=')) continue;
    char *entry;
    memcpy(&entry, changes, sizeof entry);
    VEC_PUSH(&sup->environment, entry);
  }
  VEC_PUSH(&sup->environment, NULL);
  return sup->environment.items;
}

/* A file that has no name, and lives as long as someone has it open. */
static int file_of_bytes(const char *bytes, size_t length)
{
  int fd = launch_raise(memfd_create("input", MFD_CLOEXEC));
  if (fd < 0) return -1;
  size_t done = 0;
  while (done < length) {
    ssize_t written = pwrite(fd, bytes + done, length - done, (off_t)done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      int failure = written < 0 ? errno : ENOSPC;
      close(fd);
      errno = failure;
      return -1;
    }
    done += (size_t)written;
  }
  return fd;
}

/* The ends of the child, open only until it has them. */
typedef struct {
  int in, out, err, input, library;
  bool in_is_shared;
} ChildEnds;

static void close_ends(const ChildEnds *ends)
{
  if (ends->in >= 0 && !ends->in_is_shared) close(ends->in);
  if (ends->out >= 0) close(ends->out);
  if (ends->err >= 0) close(ends->err);
  if (ends->input >= 0) close(ends->input);
  if (ends->library >= 0) close(ends->library);
}

/* A pipe whose end for us does not block. */
static bool make_pipe(int *ours, int *childs, bool we_write)
{
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  *ours = launch_raise(ends[we_write]);
  *childs = launch_raise(ends[!we_write]);
  return *ours >= 0 && *childs >= 0 && fcntl(*ours, F_SETFL, O_NONBLOCK) == 0;
}

static bool make_input(const Supervisor *sup, Run *run, const RunRequest *request, ChildEnds *ends)
{
  if (request->input == RUN_INPUT_DESCRIPTOR) {
    ends->input = fcntl(request->descriptor, F_DUPFD_CLOEXEC, 3);
    if (ends->input < 0) return false;
  }
  if (request->library) {
    ends->library = fcntl(request->library, F_DUPFD_CLOEXEC, 5);
    if (ends->library < 0) return false;
  }
  if (run->session) return make_pipe(&run->in_fd, &ends->in, true);
  switch (request->input) {
  case RUN_INPUT_NONE:
  case RUN_INPUT_DESCRIPTOR: break;
  case RUN_INPUT_STDIN: return (ends->in = file_of_bytes(request->bytes, request->length)) >= 0;
  case RUN_INPUT_FILE:
    if ((ends->input = file_of_bytes(request->bytes, request->length)) < 0) return false;
    break;
  case RUN_INPUT_PATH_STDIN:
    return (ends->in = launch_raise(open(request->input_path, O_RDONLY | O_CLOEXEC))) >= 0;
  }
  ends->in = sup->null;
  ends->in_is_shared = true;
  return true;
}

static int counter_socket(Supervisor *sup, const RunRequest *request)
{
  if (!request->count_instructions) return -1;
  if (!sup->counters_tried) counter_channel_init(&sup->counters);
  sup->counters_tried = true;
  return sup->counters.child;
}

/* By a process that is there already. */
static int fork_off(Supervisor *sup, Run *run, const ChildEnds *ends, ForkServer *server)
{
  run->start_ns = clock_monotonic_ns();
  ForkRun wanted = {.limits = &run->limits,
                    .family = &sup->family,
                    .slot = run->slot,
                    .descriptors = {ends->in, ends->out, ends->err, ends->input}};
  return fork_server_copy(server, &wanted, &run->pid, &run->pidfd);
}

/* The same program by the one that isolates it. */
static int launch_isolated(Supervisor *sup, const Launch *launch, pid_t *pid, int *pidfd)
{
  char path[64];
  if (sup->isolator < 0) sup->isolator = isolate_open();
  if (sup->isolator < 0) return errno;
  snprintf(path, sizeof path, "/proc/self/fd/%d", sup->isolator);
  RunRequest request = *launch->request;
  Launch isolated = *launch;
  const char **words = isolate_words(&request, launch->program);
  request.argv = words;
  isolated.request = &request;
  isolated.program = path;
  /* It has a namespace of its own. */
  int failure = launch_process(&isolated, &sup->stack, NULL, pid, pidfd);
  free(words);
  return failure;
}

static int launch(Supervisor *sup, Run *run, const RunRequest *request, const ChildEnds *ends)
{
  char program[PATH_MAX];
  Launch launch = {
      .request = request,
      .program = program,
      .environment = environment_with(sup, request->environment),
      .in = ends->in,
      .out = ends->out,
      .err = ends->err,
      .input = ends->input,
      .library = ends->library,
      .counter_socket = counter_socket(sup, request),
      .mark = family_mark(&sup->family, run->slot),
  };
  const char *name = request->program ? request->program : request->argv ? request->argv[0] : "";
  int failure = request->call ? 0 : launch_find(name, program, sizeof program);
  if (failure) return failure;
  run->start_ns = clock_monotonic_ns();
  Enclosure *enclosure = sup->enclosure.first ? &sup->enclosure : NULL;
  failure = run->isolated ? launch_isolated(sup, &launch, &run->pid, &run->pidfd)
                          : launch_process(&launch, &sup->stack, enclosure, &run->pid, &run->pidfd);
  /* Also after a failure: it may have come after the sending. */
  if (launch.counter_socket >= 0) run->counter = counter_receive(&sup->counters);
  return failure;
}

int start_run(Supervisor *sup, Run *run, const RunRequest *request, ForkServer *server)
{
  ChildEnds ends = {-1, -1, -1, -1, -1, false};
  int failure = 0;
  assert(!request->call || !server);
  assert(!run->isolated || (!request->call && !request->serves && !server));
  if (request->failure) return request->failure;
  if (!server && !request->call && (!request->argv || !request->argv[0])) return EINVAL;
  if (!make_input(sup, run, request, &ends) || !make_pipe(&run->out_fd, &ends.out, false) ||
      !make_pipe(&run->err_fd, &ends.err, false))
    failure = errno;
  if (!failure)
    failure = server ? fork_off(sup, run, &ends, server) : launch(sup, run, request, &ends);
  close_ends(&ends);
  run->leader = run->pid;
  return failure;
}

bool start_watching(Supervisor *sup, const Run *run)
{
  assert(run->pid > 1 && run->state == RUN_RUNNING);
  return capture_watch(sup, run, WATCH_PIDFD, run->pidfd) &&
         capture_watch(sup, run, WATCH_OUT, run->out_fd) &&
         capture_watch(sup, run, WATCH_ERR, run->err_fd);
}
