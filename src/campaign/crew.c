#include "campaign/crew.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"

/* --- how workers are called --- */

static void add_word(CrewWords *words, const char *word)
{
  assert(words->count < sizeof words->items / sizeof *words->items);
  words->items[words->count++] = mem_copy_string(word, strlen(word));
}

void crew_words(const CrewCall *call, CrewWords *words)
{
  assert(call->command && call->store && call->campaign >= 0);
  char number[32], lease[32];
  snprintf(number, sizeof number, "%" PRId64, call->campaign);
  snprintf(lease, sizeof lease, "%" PRIu64 "ms", call->lease_ms);
  *words = (CrewWords){0};
  add_word(words, call->command);
  add_word(words, "--store");
  add_word(words, call->store);
  add_word(words, "--join");
  add_word(words, number);
  add_word(words, "--lease");
  add_word(words, lease);
  if (call->trust) add_word(words, "--trust");
}

void crew_words_free(CrewWords *words)
{
  for (size_t i = 0; i < words->count; i++) free(words->items[i]);
}

/* --- processes of this machine --- */

enum { RESTARTS = 10, END_TRIES = 600, END_PAUSE_MS = 50 };

typedef struct {
  Crew base;
  CrewCall call;
  char *program, *store, *logs;
  pid_t *pids; /* 0: it has ended */
  size_t count, restarts;
} LocalCrew;

static void redirect(const char *path)
{
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(null, STDOUT_FILENO) < 0 ||
      dup2(log >= 0 ? log : null, STDERR_FILENO) < 0)
    _exit(127);
}

/* Does not return. It ends with its parent, which may have ended already. */
static void become_worker(const LocalCrew *crew, const char *log, pid_t parent)
{
  CrewWords words;
  const char *arguments[sizeof words.items / sizeof *words.items + 2] = {crew->program};
  crew_words(&crew->call, &words);
  for (size_t i = 0; i < words.count; i++) arguments[i + 1] = words.items[i];
  redirect(log);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(127);
  char *const *argv; /* is not changed by the call */
  const char *const *constant = arguments;
  memcpy(&argv, &constant, sizeof argv);
  execv(crew->program, argv);
  _exit(127);
}

static Status start(LocalCrew *crew, size_t number, Error *error)
{
  StrBuf log;
  strbuf_init(&log, 0);
  strbuf_printf(&log, "%s/worker-%zu.log", crew->logs, number + 1);
  pid_t parent = getpid(), child = fork();
  if (child == 0) become_worker(crew, strbuf_text(&log), parent);
  strbuf_deinit(&log);
  if (child < 0) return error_set(error, STATUS_IO, "cannot start a worker: %s", strerror(errno));
  crew->pids[number] = child;
  return STATUS_OK;
}

/* One that was killed by a signal that nobody sends to end it comes again. */
static void take_end(LocalCrew *crew, size_t number, int status)
{
  Error ignored;
  crew->pids[number] = 0;
  bool killed = WIFSIGNALED(status) && WTERMSIG(status) != SIGTERM && WTERMSIG(status) != SIGINT;
  if (killed && crew->restarts < RESTARTS && start(crew, number, &ignored) == STATUS_OK)
    crew->restarts++;
}

static size_t count_local(Crew *base)
{
  LocalCrew *crew = (LocalCrew *)base;
  size_t alive = 0;
  for (size_t i = 0; i < crew->count; i++) {
    int status;
    if (crew->pids[i] && waitpid(crew->pids[i], &status, WNOHANG) == crew->pids[i])
      take_end(crew, i, status);
    alive += crew->pids[i] != 0;
  }
  return alive;
}

static void signal_all(const LocalCrew *crew, int number)
{
  for (size_t i = 0; i < crew->count; i++)
    if (crew->pids[i]) kill(crew->pids[i], number);
}

static void cancel_local(Crew *base)
{
  LocalCrew *crew = (LocalCrew *)base;
  crew->restarts = RESTARTS;
  signal_all(crew, SIGTERM);
}

/* Who does not end when it is asked to is ended: its lease tells the others. */
static void destroy_local(Crew *base)
{
  static const struct timespec pause = {.tv_nsec = END_PAUSE_MS * 1000000};
  LocalCrew *crew = (LocalCrew *)base;
  cancel_local(base);
  for (int i = 0; i < END_TRIES && count_local(base) > 0; i++) nanosleep(&pause, NULL);
  signal_all(crew, SIGKILL);
  for (size_t i = 0; i < crew->count; i++)
    if (crew->pids[i]) waitpid(crew->pids[i], NULL, 0);
  free(crew->pids);
  free(crew->program);
  free(crew->store);
  free(crew->logs);
  free(crew);
}

static const CrewClass local_class = {
    .count = count_local, .cancel = cancel_local, .destroy = destroy_local};

static char *copy(const char *text)
{
  return mem_copy_string(text, strlen(text));
}

Status crew_start_here(Crew **result, const CrewCall *call, size_t count, const char *logs,
                       Error *error)
{
  assert(count > 0);
  LocalCrew *crew = mem_alloc_zero(1, sizeof *crew);
  crew->base.class = &local_class;
  crew->program = copy(call->program);
  crew->store = copy(call->store);
  crew->logs = copy(logs);
  crew->call = *call;
  crew->call.program = crew->program;
  crew->call.store = crew->store;
  crew->pids = mem_alloc_zero(count, sizeof *crew->pids);
  crew->count = count;
  Status status = STATUS_OK;
  for (size_t i = 0; i < count && status == STATUS_OK; i++) status = start(crew, i, error);
  if (status != STATUS_OK) {
    destroy_local(&crew->base);
    return status;
  }
  *result = &crew->base;
  return STATUS_OK;
}
