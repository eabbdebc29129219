#include "run/solver/fast.h"

#include <assert.h>
#include <string.h>

#include "run/process/fork_server.h"
#include "run/solver/command_line.h"
#include "run/solver/self_test.h"

enum {
  LINES_MAX = 64,  /* command lines that are remembered */
  SERVERS_MAX = 8, /* each is a process with the memory of a solver */
  DEATHS_MAX = 3,  /* of servers, until it is not worth while */
};

typedef enum {
  WAY_UNKNOWN, /* not wanted often enough */
  WAY_SERVER,
  WAY_TUNED, /* only the settings */
  WAY_PLAIN,
} Way;

typedef struct {
  char *key;
  size_t key_length;
  CommandLine line; /* for a file at RUN_INPUT_PATH, with the settings */
  Way way;
  ForkServer *server; /* of WAY_SERVER; NULL: to be created again */
  uint32_t deaths;
  const char *reason; /* of WAY_PLAIN, one of the reasons */
  uint64_t used_at;
} FastLine;

struct Fast {
  Supervisor *sup;
  VEC(FastLine *) lines;
  TextVec reasons; /* results refer to them, also when their lines are forgotten */
  uint64_t now;    /* counts uses */
};

Fast *fast_create(Supervisor *sup)
{
  Fast *fast = mem_alloc_zero(1, sizeof *fast);
  fast->sup = sup;
  return fast;
}

static void line_destroy(FastLine *line)
{
  fork_server_destroy(line->server);
  command_line_deinit(&line->line);
  free(line->key);
  free(line);
}

void fast_destroy(Fast *fast)
{
  if (!fast) return;
  for (size_t i = 0; i < fast->lines.count; i++) line_destroy(fast->lines.items[i]);
  VEC_FREE(&fast->lines);
  text_vec_free(&fast->reasons);
  free(fast);
}

/* --- command lines --- */

/* The one that was not wanted for the longest time; `with_server`: of those that have one. */
static size_t oldest(const Fast *fast, bool with_server)
{
  size_t found = fast->lines.count;
  for (size_t i = 0; i < fast->lines.count; i++) {
    const FastLine *line = fast->lines.items[i];
    if (with_server && !line->server) continue;
    if (found == fast->lines.count || line->used_at < fast->lines.items[found]->used_at) found = i;
  }
  return found;
}

static FastLine *add_line(Fast *fast, CommandLine *made, const StrBuf *key)
{
  FastLine *line = mem_alloc_zero(1, sizeof *line);
  line->key = mem_copy_string(key->bytes, key->length);
  line->key_length = key->length;
  line->line = *made;
  *made = (CommandLine){0};
  if (fast->lines.count == LINES_MAX) {
    size_t last = oldest(fast, false);
    assert(last < fast->lines.count);
    line_destroy(fast->lines.items[last]);
    fast->lines.items[last] = line;
  } else {
    VEC_PUSH(&fast->lines, line); // NOLINT(bugprone-sizeof-expression): pointers are meant
  }
  return line;
}

static FastLine *find_line(Fast *fast, const SolveRequest *request, bool *is_new)
{
  CommandLine made;
  StrBuf key;
  FastLine *found = NULL;
  strbuf_init(&key, 0);
  command_line_init(&made, request, CALL_FILE, RUN_INPUT_PATH, NULL, true);
  command_line_key(&made, &key);
  for (size_t i = 0; i < fast->lines.count && !found; i++) {
    FastLine *line = fast->lines.items[i];
    if (line->key_length == key.length && memcmp(line->key, key.bytes, key.length) == 0)
      found = line;
  }
  *is_new = !found;
  if (!found) found = add_line(fast, &made, &key);
  found->used_at = ++fast->now;
  command_line_deinit(&made);
  strbuf_deinit(&key);
  return found;
}

/* --- ways --- */

static RunRequest make_request(const FastLine *line, const SolveRequest *request)
{
  return (RunRequest){.argv = line->line.words.items,
                      .environment = line->line.environment.items,
                      .directory = request->solver->directory,
                      .input = RUN_INPUT_FILE,
                      .bytes = request->bytes,
                      .length = request->length,
                      .limits = request->limits,
                      .user = request->user};
}

static RunHandle start(Fast *fast, const FastLine *line, const SolveRequest *request, Way way)
{
  assert(way == WAY_SERVER || way == WAY_TUNED);
  RunRequest run = make_request(line, request);
  if (way == WAY_SERVER) return line->server ? fork_server_start(line->server, &run) : 0;
  run.manner = RUN_TUNED;
  return supervisor_start(fast->sup, &run);
}

typedef struct {
  Fast *fast;
  const FastLine *line;
  Way way;
} Candidate;

static bool test_run(void *user, const SolveRequest *request, Outcome *outcome)
{
  const Candidate *candidate = user;
  RunResult result;
  RunHandle handle = start(candidate->fast, candidate->line, request, candidate->way);
  if (!handle) return false;
  supervisor_await(candidate->fast->sup, handle, &result);
  outcome_read(request, &result, outcome);
  return true;
}

static const char *test_way(Fast *fast, const FastLine *line, const SolveRequest *request, Way way)
{
  Candidate candidate = {fast, line, way};
  /* Statistics are not the same twice. */
  return self_test(fast->sup, request, !request->counter, test_run, &candidate);
}

static bool make_server(Fast *fast, FastLine *line, const SolveRequest *request, Error *error)
{
  size_t servers = 0;
  for (size_t i = 0; i < fast->lines.count; i++) servers += fast->lines.items[i]->server != NULL;
  if (servers >= SERVERS_MAX) {
    FastLine *last = fast->lines.items[oldest(fast, true)];
    fork_server_destroy(last->server);
    last->server = NULL;
  }
  RunRequest program = make_request(line, request);
  return fork_server_create(fast->sup, &program, &line->server, error) == STATUS_OK;
}

static void drop_server(FastLine *line)
{
  fork_server_destroy(line->server);
  line->server = NULL;
}

static const char *keep_reason(Fast *fast, const char *reason)
{
  for (size_t i = 0; i < fast->reasons.count; i++)
    if (strcmp(fast->reasons.items[i], reason) == 0) return fast->reasons.items[i];
  char *copy = mem_copy_string(reason, strlen(reason));
  VEC_PUSH(&fast->reasons, copy); // NOLINT(bugprone-sizeof-expression): pointers are meant
  return copy;
}

static void refuse(Fast *fast, FastLine *line, const char *reason)
{
  drop_server(line);
  line->way = WAY_PLAIN;
  line->reason = keep_reason(fast, reason);
}

static void choose_way(Fast *fast, FastLine *line, const SolveRequest *request)
{
  Error error;
  const char *reason;
  if (make_server(fast, line, request, &error)) {
    reason = test_way(fast, line, request, WAY_SERVER);
    if (!reason) {
      line->way = WAY_SERVER;
      return;
    }
    drop_server(line);
  } else {
    reason = error.message;
  }
  bool tunable = request->solver->profile->fast_environment.items_count > 0;
  if (tunable && !test_way(fast, line, request, WAY_TUNED))
    line->way = WAY_TUNED;
  else
    refuse(fast, line, reason);
}

/* Makes the server again that has been given up or has died. */
static void revive(Fast *fast, FastLine *line, const SolveRequest *request)
{
  Error error;
  if (line->server) line->deaths++;
  drop_server(line);
  if (line->deaths >= DEATHS_MAX)
    refuse(fast, line, "it ends by itself");
  else if (!make_server(fast, line, request, &error))
    refuse(fast, line, error.message);
}

static const char *unfit(const SolveRequest *request)
{
  const Profile *profile = request->solver->profile;
  if (!request->bytes) return "the script is only known as a file";
  if (request->traits.unpack) return "the input is several files";
  if (request->solver->isolate) return "it is isolated";
  if (profile->needs_suffix) return "it reads the script from standard input";
  if (request->count_instructions) return "its instructions are to be counted";
  if (request->soft_ms && profile->soft_time.items_count == 0)
    return "its own time limit begins before it reads the script";
  return NULL;
}

RunHandle fast_start(Fast *fast, const SolveRequest *request, const char **reason, bool *never)
{
  bool is_new;
  *reason = unfit(request);
  *never = true;
  if (*reason) return 0;
  FastLine *line = find_line(fast, request, &is_new);
  if (is_new) {
    *reason = "it is the first run with these options";
    *never = false;
    return 0;
  }
  if (line->way == WAY_UNKNOWN) choose_way(fast, line, request);
  RunHandle handle = 0;
  while (!handle && line->way != WAY_PLAIN) {
    if (line->way == WAY_SERVER && !(line->server && fork_server_is_alive(line->server)))
      revive(fast, line, request);
    handle = line->way == WAY_PLAIN ? 0 : start(fast, line, request, line->way);
  }
  *reason = line->reason;
  return handle;
}
