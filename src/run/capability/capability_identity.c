/* What the capabilities of a solver depend on, as one number. */
#include <string.h>
#include <sys/stat.h>

#include "run/capability/capability_cache.h"

#define LIBRARIES_WALL_NS UINT64_C(5000000000)
enum { LIBRARIES_OUTPUT = 1 << 20 };

static Digest digest_number(Digest digest, int64_t number)
{
  return digest_bytes(digest, &number, sizeof number);
}

static Digest digest_words(Digest digest, const ProfileWords *words)
{
  digest = digest_number(digest, words->items_count);
  for (uint32_t i = 0; i < words->items_count; i++) digest = digest_text(digest, words->items[i]);
  return digest;
}

/* What calls of the solver and the reading of its output are made of. */
static Digest digest_profile(Digest digest, const Profile *profile)
{
  const ProfileWords *lists[] = {&profile->runner,         &profile->always,      &profile->file,
                                 &profile->standard_input, &profile->incremental, &profile->strings,
                                 &profile->floats,         &profile->models,      &profile->cores,
                                 &profile->environment};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) digest = digest_words(digest, lists[i]);
  for (uint32_t i = 0; i < profile->exits_count; i++) {
    digest = digest_number(digest, profile->exits[i].code);
    digest = digest_number(digest, profile->exits[i].means);
  }
  for (uint32_t i = 0; i < profile->patterns_count; i++) {
    digest = digest_text(digest, profile->patterns[i].contains);
    digest = digest_text(digest, profile->patterns[i].begins);
    digest = digest_number(digest, profile->patterns[i].means);
  }
  digest = digest_number(digest, profile->needs_suffix);
  return digest_number(digest, profile->descriptor);
}

/* A library's contents are not read: it is another one if it is another file or was written again. */
static Digest digest_library(Digest digest, const char *path)
{
  struct stat info;
  if (stat(path, &info) != 0) return digest;
  digest = digest_text(digest, path);
  digest = digest_number(digest, (int64_t)info.st_ino);
  digest = digest_number(digest, info.st_size);
  digest = digest_number(digest, info.st_mtim.tv_sec);
  return digest_number(digest, info.st_mtim.tv_nsec);
}

/* The lines "name => /path (address)" of the dynamic loader. */
static Digest digest_libraries(Digest digest, char *lines)
{
  for (char *line = strtok(lines, "\n"); line; line = strtok(NULL, "\n")) {
    char *path = strstr(line, "=> /"), *end = path ? strstr(path, " (") : NULL;
    if (!end) continue;
    *end = 0;
    digest = digest_library(digest, path + 3);
  }
  return digest;
}

/* The loader lists the shared libraries of a program instead of running it if this variable is set. What
 * is no dynamic program runs with the words that ask for its version, and says something else. */
static Digest ask_libraries(Supervisor *sup, const Solver *solver, Digest digest)
{
  static const char *const environment[] = {"LD_TRACE_LOADED_OBJECTS=1", NULL};
  const ProfileWords *words = &solver->profile->version.words;
  if (solver->profile->runner.items_count) return digest;
  VEC(const char *) argv = {0};
  VEC_PUSH(&argv, solver->program);
  VEC_APPEND(&argv, words->items, words->items_count);
  VEC_PUSH(&argv, NULL);
  RunRequest request = {.argv = argv.items,
                        .environment = environment,
                        .isolate = solver->isolate,
                        .limits = {.wall_ns = LIBRARIES_WALL_NS,
                                   .stdout_bytes = LIBRARIES_OUTPUT,
                                   .stderr_bytes = LIBRARIES_OUTPUT}};
  RunHandle handle = supervisor_start(sup, &request);
  VEC_FREE(&argv);
  for (RunEvent event;;) {
    RunEventKind kind = supervisor_wait(sup, SUPERVISOR_FOREVER, &event);
    if (kind == RUN_EVENT_WOKEN) supervisor_cancel(sup, handle);
    if (kind != RUN_EVENT_FINISHED) continue;
    if (event.result.end == RUN_EXITED) digest = digest_libraries(digest, event.result.out.bytes);
    run_result_deinit(&event.result);
    return digest;
  }
}

Status capability_identify(Supervisor *sup, const Solver *solver, const CapabilityList *list,
                           CapabilityIdentity *identity, Error *error)
{
  Digest digest = list->digest;
  Status status = digest_file(&digest, solver->program, error);
  if (status != STATUS_OK) return status;
  char *version = solver_version(solver);
  digest = digest_text(digest, version);
  free(version);
  digest = ask_libraries(sup, solver, digest);
  digest = digest_profile(digest, solver->profile);
  digest = digest_profile(digest, solver->generic);
  for (size_t i = 0; i < solver->parameters.count; i++)
    digest = digest_text(digest, solver->parameters.items[i]);
  *identity = (CapabilityIdentity){solver, digest};
  return STATUS_OK;
}
