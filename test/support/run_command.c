#include "support/run_command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { DEFAULT_TIMEOUT_MS = 20000, PAUSE_NS = 1000000 };

/* Aborts unless a call that only fails on a broken machine went well. */
static void need(bool well, const char *what)
{
  if (well) return;
  fprintf(stderr, "run_command: %s: %s\n", what, strerror(errno));
  abort();
}

/* A file that has no name: output never blocks the program, however much it writes. */
static int scratch_file(const char *bytes, size_t length)
{
  char path[] = "/tmp/run_command.XXXXXX";
  int fd = mkostemp(path, O_CLOEXEC);
  need(fd >= 0, "mkostemp");
  need(unlink(path) == 0, "unlink");
  need(length == 0 || write(fd, bytes, length) == (ssize_t)length, "write");
  need(lseek(fd, 0, SEEK_SET) == 0, "lseek");
  return fd;
}

static char *read_back(int fd, size_t *length)
{
  off_t size = lseek(fd, 0, SEEK_END);
  need(size >= 0, "lseek");
  char *bytes = malloc((size_t)size + 1);
  need(bytes != NULL, "malloc");
  size_t done = 0;
  while (done < (size_t)size) {
    ssize_t got = pread(fd, bytes + done, (size_t)size - done, (off_t)done);
    need(got > 0, "pread");
    done += (size_t)got;
  }
  bytes[done] = '\0';
  *length = done;
  close(fd);
  return bytes;
}

/* Whether `entry` of the environment has the name that `change` sets or removes. */
static bool same_variable(const char *entry, const char *change)
{
  size_t length = strcspn(change, "=");
  return strncmp(entry, change, length) == 0 && entry[length] == '=';
}

static bool is_changed(const char *entry, const char *const *changes)
{
  for (size_t i = 0; changes && changes[i]; i++)
    if (same_variable(entry, changes[i])) return true;
  return false;
}

/* Strings of the environment and of the changes are shared, not copied. */
static char **changed_environment(const char *const *changes)
{
  size_t count = 0;
  for (char **entry = environ; *entry; entry++) count++;
  for (size_t i = 0; changes && changes[i]; i++) count++;
  char **result = malloc((count + 1) * sizeof *result);
  need(result != NULL, "malloc");
  size_t used = 0;
  for (char **entry = environ; *entry; entry++)
    if (!is_changed(*entry, changes)) result[used++] = *entry;
  for (size_t i = 0; changes && changes[i]; i++)
    if (strchr(changes[i], '=')) memcpy(&result[used++], &changes[i], sizeof *result);
  result[used] = NULL;
  return result;
}

static long long now_ms(void)
{
  struct timespec now;
  need(clock_gettime(CLOCK_MONOTONIC, &now) == 0, "clock_gettime");
  return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

/* Waits for the end and kills the whole group at the limit. */
static int wait_until(pid_t pid, int timeout_ms, bool *timed_out)
{
  long long deadline = now_ms() + timeout_ms;
  int status = 0;
  for (;;) {
    pid_t ended = waitpid(pid, &status, WNOHANG);
    need(ended >= 0 || errno == EINTR, "waitpid");
    if (ended == pid) break;
    if (!*timed_out && now_ms() >= deadline) {
      *timed_out = true;
      kill(-pid, SIGKILL);
    }
    nanosleep(&(struct timespec){.tv_nsec = PAUSE_NS}, NULL);
  }
  return status;
}

static int spawn(const char *const *argv, const CommandSettings *settings, int in, int out, int err,
                 pid_t *pid)
{
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  need(posix_spawn_file_actions_init(&actions) == 0, "posix_spawn_file_actions_init");
  need(posix_spawnattr_init(&attributes) == 0, "posix_spawnattr_init");
  bool well = posix_spawn_file_actions_adddup2(&actions, in, 0) == 0;
  if (settings->output_path)
    well = well && posix_spawn_file_actions_addopen(&actions, 1, settings->output_path,
                                                    O_WRONLY | O_CREAT | O_TRUNC, 0666) == 0;
  else
    well = well && posix_spawn_file_actions_adddup2(&actions, out, 1) == 0;
  well = well && posix_spawn_file_actions_adddup2(&actions, err, 2) == 0;
  if (settings->directory)
    well = well && posix_spawn_file_actions_addchdir_np(&actions, settings->directory) == 0;
  well = well && posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP) == 0;
  need(well, "posix_spawn attributes");
  char **environment = changed_environment(settings->environment);
  /* argv is not changed by the call; its type only comes from times before const. */
  char *const *words;
  memcpy(&words, &argv, sizeof words);
  int failure = posix_spawnp(pid, argv[0], &actions, &attributes, words, environment);
  free(environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}

CommandResult run_command_with(const char *const *argv, CommandSettings settings)
{
  CommandResult result = {.exit_code = -1};
  int in = settings.input ? scratch_file(settings.input, settings.input_length)
                          : open("/dev/null", O_RDONLY | O_CLOEXEC);
  need(in >= 0, "open /dev/null");
  int out = scratch_file("", 0);
  int err = scratch_file("", 0);
  pid_t pid = 0;
  int failure = spawn(argv, &settings, in, out, err, &pid);
  if (failure == 0) {
    int limit = settings.timeout_ms ? settings.timeout_ms : DEFAULT_TIMEOUT_MS;
    int status = wait_until(pid, limit, &result.timed_out);
    if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  } else {
    result.exit_code = 127;
    dprintf(err, "cannot run '%s': %s\n", argv[0], strerror(failure));
  }
  close(in);
  result.out = read_back(out, &result.out_length);
  result.err = read_back(err, &result.err_length);
  return result;
}

CommandResult run_command(const char *const *argv)
{
  return run_command_with(argv, (CommandSettings){0});
}

void command_result_free(CommandResult *result)
{
  free(result->out);
  free(result->err);
  *result = (CommandResult){.exit_code = -1};
}

const char *assay_program(void)
{
  const char *path = getenv("ASSAY");
  if (path) return path;
  fprintf(stderr, "the environment variable ASSAY does not name the program\n");
  abort();
}
