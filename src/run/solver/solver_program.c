/* Programs of solvers: where they are, and which version they have. */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/paths.h"
#include "base/strbuf.h"
#include "run/process/launch.h"
#include "run/process/supervisor.h"
#include "run/solver/solver.h"

#define OWN_NAME        "assay"
#define VERSION_WALL_NS UINT64_C(20000000000)
enum { VERSION_OUTPUT = 1 << 16, VERSION_MAX = 60 };

static bool is_file(const char *path, int mode)
{
  struct stat info;
  return stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, mode) == 0;
}

/* What a runner runs need not be executable itself. */
static char *find_readable(const char *name)
{
  const char *folders = getenv("PATH");
  StrBuf path;
  strbuf_init(&path, 0);
  char *found = NULL;
  while (folders && *folders && !found) {
    size_t length = strcspn(folders, ":");
    strbuf_clear(&path);
    strbuf_add(&path, length ? folders : ".", length ? length : 1);
    strbuf_printf(&path, "/%s", name);
    if (is_file(strbuf_text(&path), R_OK)) found = mem_copy_string(path.bytes, path.length);
    folders += length + (folders[length] == ':');
  }
  strbuf_deinit(&path);
  return found;
}

static char *find_file(const char *name, bool runs_by_itself)
{
  if (strchr(name, '/'))
    return is_file(name, runs_by_itself ? X_OK : R_OK) ? mem_copy_string(name, strlen(name)) : NULL;
  if (!runs_by_itself) return find_readable(name);
  char path[PATH_MAX];
  if (launch_find(name, path, sizeof path) != 0) return NULL;
  return mem_copy_string(path, strlen(path));
}

/* PATH may have folders that are relative to where we are. What is found there is meant, also if it is to run in another
 * folder, which a store may name and which may have a program with the same path. */
static char *find_program(const char *name, bool runs_by_itself)
{
  char *path = find_file(name, runs_by_itself);
  if (!path || path[0] == '/') return path;
  char *here = getcwd(NULL, 0), *absolute = here ? path_from(here, path) : NULL;
  free(here);
  free(path);
  return absolute;
}

char *solver_own_program(void)
{
  char path[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0) return NULL;
  path[length] = '\0';
  const char *name = strrchr(path, '/');
  return name && strcmp(name + 1, OWN_NAME) == 0 ? mem_copy_string(path, (size_t)length) : NULL;
}

char *solver_runner_path(const Profile *profile)
{
  if (profile->runner.items_count == 0) return NULL;
  const char *name = profile->runner.items[0];
  char *path = strcmp(name, OWN_NAME) == 0 ? solver_own_program() : NULL;
  return path ? path : find_program(name, true);
}

char *solver_program_path(const Profile *profile)
{
  bool alone = profile->runner.items_count == 0;
  char *runner = solver_runner_path(profile);
  char *path = NULL;
  if (alone || runner)
    for (uint32_t i = 0; i < profile->programs.items_count && !path; i++) {
      const char *name = profile->programs.items[i];
      /* What our own program solves can be run like any solver. Where we are only a library, PATH has it. */
      if (alone && strcmp(name, OWN_NAME) == 0) path = solver_own_program();
      if (!path) path = find_program(name, alone);
    }
  free(runner);
  return path;
}

bool solver_program_is_binary(const char *path)
{
  char magic[4];
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  ssize_t length = fd < 0 ? -1 : descriptor_read(fd, magic, sizeof magic);
  if (fd >= 0) close(fd);
  return length == sizeof magic && memcmp(magic, "\177ELF", sizeof magic) == 0;
}

/* The word after `after`; without one, the first that has a digit in it. */
static char *read_version(const char *text, const char *after)
{
  const char *at = strstr(text, after);
  if (!at) return NULL;
  at += strlen(after);
  if (!*after) at += strcspn(at, "0123456789");
  size_t length = strcspn(at, " \t\r\n,;)");
  if (length == 0 || length > VERSION_MAX) return NULL;
  return mem_copy_string(at, length);
}

char *solver_version(const Solver *solver)
{
  const Profile *profile = solver->profile;
  if (!profile->version.after) return NULL;
  VEC(const char *) argv = {0};
  VEC_APPEND(&argv, profile->runner.items, profile->runner.items_count);
  VEC_PUSH(&argv, solver->program);
  VEC_APPEND(&argv, profile->version.words.items, profile->version.words.items_count);
  VEC_PUSH(&argv, NULL);
  RunRequest request = {.argv = argv.items,
                        .directory = solver->directory,
                        .isolate = solver->isolate,
                        .limits = {.wall_ns = VERSION_WALL_NS,
                                   .stdout_bytes = VERSION_OUTPUT,
                                   .stderr_bytes = VERSION_OUTPUT}};
  RunResult result;
  Error error;
  char *version = NULL;
  if (run_one(&request, &result, &error) == STATUS_OK) {
    if (result.end == RUN_EXITED) {
      version = read_version(result.out.bytes, profile->version.after);
      if (!version) version = read_version(result.err.bytes, profile->version.after);
    }
    run_result_deinit(&result);
  }
  VEC_FREE(&argv);
  return version;
}
