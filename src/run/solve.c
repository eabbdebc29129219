#include "run/solve.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/strbuf.h"

/* Words of a command line that is being made. */
typedef struct {
  const SolveRequest *request;
  const char *file; /* what stands for {file} */
  Arena arena;
  VEC(const char *) words;
} CommandLine;

static void add_value(CommandLine *line, const char *name, size_t length, StrBuf *word)
{
  const SolveRequest *request = line->request;
#define IS(text) (length == sizeof(text) - 1 && memcmp(name, text, length) == 0)
  if (IS("{file}"))
    strbuf_add_text(word, line->file);
  else if (IS("{ms}"))
    strbuf_add_u64(word, request->soft_ms);
  else if (IS("{seconds}"))
    strbuf_add_u64(word, request->soft_ms / 1000 + (request->soft_ms % 1000 != 0));
  else if (IS("{megabytes}"))
    strbuf_add_u64(word, request->solver_megabytes);
  else if (IS("{seed}"))
    strbuf_add_u64(word, request->seed);
  else
    strbuf_add(word, name, length);
#undef IS
}

static void add_words(CommandLine *line, const ProfileWords *words)
{
  StrBuf word;
  strbuf_init(&word, 0);
  for (uint32_t i = 0; i < words->items_count; i++) {
    strbuf_clear(&word);
    const char *at = words->items[i];
    for (const char *open; (open = strchr(at, '{'));) {
      strbuf_add(&word, at, (size_t)(open - at));
      const char *close = strchr(open, '}');
      size_t length = close ? (size_t)(close - open) + 1 : 1;
      add_value(line, open, length, &word);
      at = open + length;
    }
    strbuf_add_text(&word, at);
    VEC_PUSH(&line->words, arena_copy_string(&line->arena, strbuf_text(&word), word.length));
  }
  strbuf_deinit(&word);
}

static bool uses_standard_input(const SolveRequest *request)
{
  return !request->path && request->solver->profile->needs_suffix;
}

/* Better an answer than an end. */
static const ProfileWords *time_words(const Profile *profile)
{
  return profile->soft_time.items_count ? &profile->soft_time : &profile->hard_time;
}

/* Options of ours come first, so that the user's win where a solver takes the last. */
static void make_words(CommandLine *line)
{
  const SolveRequest *request = line->request;
  const Solver *solver = request->solver;
  const Profile *profile = solver->profile;
  add_words(line, &profile->runner);
  VEC_PUSH(&line->words, solver->program);
  add_words(line, &profile->always);
  if (request->traits.incremental) add_words(line, &profile->incremental);
  if (request->traits.strings) add_words(line, &profile->strings);
  if (request->traits.floats) add_words(line, &profile->floats);
  if (request->soft_ms) add_words(line, time_words(profile));
  if (request->solver_megabytes) add_words(line, &profile->memory);
  if (request->has_seed) add_words(line, &profile->seed);
  if (request->traits.models) add_words(line, &profile->models);
  if (request->traits.cores) add_words(line, &profile->cores);
  if (request->print_models) add_words(line, &profile->print_models);
  if (request->quiet) add_words(line, &profile->quiet);
  if (request->counter) add_words(line, &profile->counter.words);
  VEC_APPEND(&line->words, solver->parameters.items, solver->parameters.count);
  add_words(line, uses_standard_input(request) ? &profile->standard_input : &profile->file);
  VEC_PUSH(&line->words, NULL);
}

/* A name that cannot be taken for an option. */
static const char *safe_path(Arena *arena, const char *path)
{
  if (path[0] != '-') return path;
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_printf(&text, "./%s", path);
  const char *copy = arena_copy_string(arena, strbuf_text(&text), text.length);
  strbuf_deinit(&text);
  return copy;
}

Status solve_check(const SolveRequest *request, Error *error)
{
  const Profile *profile = request->solver->profile;
  const struct {
    bool wished;
    const ProfileWords *words;
    const char *what;
  } wishes[] = {
      {request->soft_ms != 0, time_words(profile), "a time limit of its own"},
      {request->solver_megabytes != 0, &profile->memory, "a memory limit of its own"},
      {request->has_seed, &profile->seed, "a seed"},
      {request->print_models, &profile->print_models,
       "printing models; the script can say (get-model)"},
      {request->counter, &profile->counter.words, "counting its work"},
  };
  for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++)
    if (wishes[i].wished && wishes[i].words->items_count == 0)
      return error_set(error, STATUS_USAGE, "no option of '%s' is known for %s", profile->name,
                       wishes[i].what);
  return STATUS_OK;
}

RunHandle solve_start(Supervisor *sup, const SolveRequest *request)
{
  CommandLine line = {.request = request};
  line.file = request->path ? safe_path(&line.arena, request->path) : RUN_INPUT_PATH;
  make_words(&line);
  VEC(const char *) environment = {0};
  const ProfileWords *changes = &request->solver->profile->environment;
  VEC_APPEND(&environment, changes->items, changes->items_count);
  VEC_PUSH(&environment, NULL);
  RunRequest run = {
      .argv = line.words.items,
      .environment = environment.items,
      .input = request->path                  ? RUN_INPUT_NONE
               : uses_standard_input(request) ? RUN_INPUT_STDIN
                                              : RUN_INPUT_FILE,
      .bytes = request->bytes,
      .length = request->length,
      .limits = request->limits,
      .count_instructions = request->count_instructions,
      .user = request->user,
  };
  RunHandle handle = supervisor_start(sup, &run);
  VEC_FREE(&environment);
  VEC_FREE(&line.words);
  arena_deinit(&line.arena);
  return handle;
}
