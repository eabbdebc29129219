#include "run/solver/command_line.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A command line that is being made. */
typedef struct {
  CommandLine *line;
  const SolveRequest *request;
  const char *file;        /* what stands for {file}, or */
  const InputFiles *files; /* several that have placeholders of their own; NULL: none */
} Maker;

static void add_word(const Maker *maker, const char *word)
{
  CommandLine *line = maker->line;
  VEC_PUSH(&line->words, arena_copy_string(&line->arena, word, strlen(word)));
}

/* The time that we give it, for programs that have to be told one. */
static uint64_t limit_seconds(const RunLimits *limits)
{
  static const uint64_t second = UINT64_C(1000000000), none = 24 * 3600;
  uint64_t ns = limits->wall_ns && (!limits->cpu_ns || limits->wall_ns < limits->cpu_ns)
                    ? limits->wall_ns
                    : limits->cpu_ns;
  return ns ? ns / second + (ns % second != 0) : none;
}

static void add_value(const Maker *maker, const char *name, size_t length, StrBuf *word)
{
  const SolveRequest *request = maker->request;
#define IS(text) (length == sizeof(text) - 1 && memcmp(name, text, length) == 0)
  const InputFile *file =
      maker->files && length > 2 ? input_files_find(maker->files, name, length) : NULL;
  if (file)
    strbuf_add_text(word, file->path);
  else if (IS("{file}") && maker->file)
    strbuf_add_text(word, maker->file);
  else if (IS("{ms}"))
    strbuf_add_u64(word, request->soft_ms);
  else if (IS("{seconds}"))
    strbuf_add_u64(word, request->soft_ms / 1000 + (request->soft_ms % 1000 != 0));
  else if (IS("{megabytes}"))
    strbuf_add_u64(word, request->solver_megabytes);
  else if (IS("{limit}"))
    strbuf_add_u64(word, limit_seconds(&request->limits));
  else if (IS("{queries}"))
    strbuf_add_u64(word, request->solver->queries);
  else if (IS("{seed}"))
    strbuf_add_u64(word, request->seed);
  else
    strbuf_add(word, name, length);
#undef IS
}

static void add_words(const Maker *maker, const ProfileWords *words)
{
  StrBuf word;
  strbuf_init(&word, 0);
  for (uint32_t i = 0; i < words->items_count; i++) {
    strbuf_clear(&word);
    const char *at = words->items[i];
    if (maker->files && strcmp(at, "{file}") == 0) {
      for (size_t k = 0; k < maker->files->count; k++)
        if (!maker->files->items[k].results) add_word(maker, maker->files->items[k].path);
      continue;
    }
    for (const char *open; (open = strchr(at, '{'));) {
      strbuf_add(&word, at, (size_t)(open - at));
      const char *close = strchr(open, '}');
      size_t length = close ? (size_t)(close - open) + 1 : 1;
      add_value(maker, open, length, &word);
      at = open + length;
    }
    strbuf_add_text(&word, at);
    add_word(maker, strbuf_text(&word));
  }
  strbuf_deinit(&word);
}

static bool uses_standard_input(const SolveRequest *request)
{
  return !request->path && request->solver->profile->needs_suffix;
}

CallForm command_line_form(const SolveRequest *request)
{
  return !request->traits.unpack && uses_standard_input(request) ? CALL_STANDARD_INPUT : CALL_FILE;
}

const ProfileWords *command_line_time_words(const Profile *profile)
{
  return profile->soft_time.items_count ? &profile->soft_time : &profile->hard_time;
}

static const ProfileWords *last_words(const Profile *profile, CallForm form)
{
  switch (form) {
  case CALL_STANDARD_INPUT: return &profile->standard_input;
  case CALL_SESSION: return &profile->session;
  case CALL_FILE: break;
  }
  return &profile->file;
}

/* Options of ours come first, so that the user's win where a solver takes the last. */
static void make_words(const Maker *maker, CallForm form)
{
  const SolveRequest *request = maker->request;
  const Solver *solver = request->solver;
  const Profile *profile = solver->profile;
  size_t first = maker->line->words.count;
  add_words(maker, &profile->runner);
  char *runner = profile->runner.items_count && strcmp(profile->runner.items[0], "assay") == 0
                     ? solver_runner_path(profile)
                     : NULL;
  if (runner)
    maker->line->words.items[first] =
        arena_copy_string(&maker->line->arena, runner, strlen(runner));
  free(runner);
  add_word(maker, solver->program);
  add_words(maker, &profile->always);
  /* The words for a session are for many queries as they are. */
  if (request->traits.incremental && form != CALL_SESSION) add_words(maker, &profile->incremental);
  if (solver->queries > 1) add_words(maker, &profile->queries);
  if (request->traits.strings && !solver->defaults) add_words(maker, &profile->strings);
  if (request->traits.floats && !solver->defaults) add_words(maker, &profile->floats);
  if (request->soft_ms) add_words(maker, command_line_time_words(profile));
  if (request->solver_megabytes) add_words(maker, &profile->memory);
  if (request->has_seed) add_words(maker, &profile->seed);
  if (request->traits.models) add_words(maker, &profile->models);
  if (request->traits.cores) add_words(maker, &profile->cores);
  if (request->print_models) add_words(maker, &profile->print_models);
  if (request->quiet) add_words(maker, &profile->quiet);
  if (request->counter) add_words(maker, &profile->counter.words);
  for (size_t i = 0; i < solver->parameters.count; i++)
    add_word(maker, solver->parameters.items[i]);
  add_words(maker, last_words(profile, form));
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

static void add_environment(CommandLine *line, const ProfileWords *changes)
{
  for (uint32_t i = 0; i < changes->items_count; i++)
    VEC_PUSH(&line->environment,
             arena_copy_string(&line->arena, changes->items[i], strlen(changes->items[i])));
}

void command_line_init(CommandLine *line, const SolveRequest *request, CallForm form,
                       const char *path, const InputFiles *files, bool tuned)
{
  assert(request->solver && request->solver->profile);
  const Profile *profile = request->solver->profile;
  *line = (CommandLine){0};
  assert((path != NULL) != (files != NULL));
  Maker maker = {line, request, path ? safe_path(&line->arena, path) : NULL, files};
  make_words(&maker, form);
  VEC_PUSH(&line->words, NULL); // NOLINT(bugprone-sizeof-expression): pointers are meant
  add_environment(line, &profile->environment);
  if (tuned) add_environment(line, &profile->fast_environment);
  VEC_PUSH(&line->environment, NULL); // NOLINT(bugprone-sizeof-expression): pointers are meant
}

void shell_add_word(const char *word, StrBuf *out)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                              "_.+-/:=,@%";
  if (*word && !word[strspn(word, plain)]) {
    strbuf_add_text(out, word);
    return;
  }
  strbuf_add_char(out, '\'');
  for (; *word; word++) {
    if (*word == '\'')
      strbuf_add_text(out, "'\\''");
    else
      strbuf_add_char(out, *word);
  }
  strbuf_add_char(out, '\'');
}

void command_line_text(const CommandLine *line, StrBuf *out)
{
  for (size_t i = 0; i < line->words.count && line->words.items[i]; i++) {
    if (i) strbuf_add_char(out, ' ');
    shell_add_word(line->words.items[i], out);
  }
}

void command_line_deinit(CommandLine *line)
{
  VEC_FREE(&line->words);
  VEC_FREE(&line->environment);
  arena_deinit(&line->arena);
}

static void add_key(const char *const *texts, StrBuf *key)
{
  for (; *texts; texts++) strbuf_add(key, *texts, strlen(*texts) + 1);
  strbuf_add_char(key, '\0');
}

void command_line_key(const CommandLine *line, StrBuf *key)
{
  add_key(line->words.items, key);
  add_key(line->environment.items, key);
}
