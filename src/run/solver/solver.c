#include "run/solver/solver.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/paths.h"
#include "base/strbuf.h"
#include "base/suggest.h"
#include "run/process/launch.h"

void solver_deinit(Solver *solver)
{
  free(solver->name);
  free(solver->program);
  text_vec_free(&solver->parameters);
  *solver = (Solver){0};
}

void solver_vec_free(SolverVec *solvers)
{
  for (size_t i = 0; i < solvers->count; i++) solver_deinit(&solvers->items[i]);
  VEC_FREE(solvers);
}

static Status unknown_name(const Profiles *profiles, const char *name, Error *error)
{
  VEC(const char *) names = {0};
  const Profile *profile;
  for (size_t i = 0; (profile = profiles_at(profiles, i)); i++) VEC_PUSH(&names, profile->name);
  const char *near = suggest_name(name, names.items, names.count);
  if (near)
    error_set(error, STATUS_USAGE, "unknown solver '%s'; did you mean '%s'?", name, near);
  else
    error_set(error, STATUS_USAGE,
              "unknown solver '%s'; 'assay solvers' lists those that are known, and a path such as "
              "'./%s' runs any program",
              name, name);
  VEC_FREE(&names);
  return STATUS_USAGE;
}

static Status not_installed(const Profile *profile, Error *error)
{
  StrBuf names;
  strbuf_init(&names, 0);
  bool runs = profile->runner.items_count > 0;
  bool own = runs && strcmp(profile->runner.items[0], "assay") == 0; /* that is there */
  if (runs && !own) strbuf_printf(&names, "'%s' or ", profile->runner.items[0]);
  for (uint32_t i = 0; i < profile->programs.items_count; i++)
    strbuf_printf(&names, "%s'%s'", i ? " or " : "", profile->programs.items[i]);
  error_set(error, STATUS_IO, "%s is not installed: no %s in PATH%s%s",
            profile->title && !own ? profile->title : profile->name, strbuf_text(&names),
            profile->install ? "; get it: " : "", profile->install ? profile->install : "");
  strbuf_deinit(&names);
  return STATUS_IO;
}

/* Why a program that was given by its path cannot be run; STATUS_OK if it can. */
static Status check_program(const char *path, int mode, Error *error)
{
  struct stat info;
  if (stat(path, &info) != 0)
    return error_set(error, STATUS_IO, "cannot run '%s': %s", path, strerror(errno));
  if (!S_ISREG(info.st_mode))
    return error_set(error, STATUS_IO, "cannot run '%s': it is not a file", path);
  if (access(path, mode) != 0)
    return error_set(error, STATUS_IO,
                     mode == X_OK ? "cannot run '%s': it is not executable (chmod +x may help)"
                                  : "cannot run '%s': it is not readable",
                     path);
  return STATUS_OK;
}

/* A program as the user gave it: a path, or a name in PATH. */
static Status take_program(Solver *solver, const char *program, bool runs_by_itself, Error *error)
{
  char path[4096];
  if (!strchr(program, '/') && runs_by_itself) {
    if (launch_find(program, path, sizeof path) != 0)
      return error_set(error, STATUS_IO, "no program '%s' in PATH", program);
    program = path;
  }
  solver->program = path_from(strchr(program, '/') ? solver->directory : NULL, program);
  return check_program(solver->program, runs_by_itself ? X_OK : R_OK, error);
}

static Status take_parameter(Solver *solver, const char *text, Error *error)
{
  StrBuf word;
  strbuf_init(&word, 0);
  ProfileParameters style = solver->profile->parameters;
  bool equation = style == PARAMETERS_EQUALS || style == PARAMETERS_PREFERENCES;
  if (equation && text[0] != '-' && !strchr(text, '=')) {
    strbuf_deinit(&word);
    return error_set(error, STATUS_USAGE, "'%s' is no parameter of %s: name=value is", text,
                     solver->profile->name);
  }
  if (style == PARAMETERS_DASH && text[0] != '-') strbuf_add_text(&word, "-");
  if (style == PARAMETERS_DASHES && text[0] != '-') strbuf_add_text(&word, "--");
  if (style == PARAMETERS_PREFERENCES && text[0] != '-') strbuf_add_text(&word, "--preference=");
  strbuf_add_text(&word, text);
  VEC_PUSH(&solver->parameters, mem_copy_string(strbuf_text(&word), word.length));
  strbuf_deinit(&word);
  return STATUS_OK;
}

/* Of several profiles with one name, the program's version decides. */
static void choose_profile(const Profiles *profiles, Solver *solver)
{
  const char *name = solver->profile->name;
  if (!profiles_depend_on_version(profiles, name)) return;
  char *version = solver_version(solver);
  const Profile *fitting = version ? profiles_find(profiles, name, version) : NULL;
  if (fitting) solver->profile = fitting;
  free(version);
}

static Status find_named(const Profiles *profiles, const Expression *expression, Solver *solver,
                         Error *error)
{
  solver->profile = profiles_find(profiles, expression->name, NULL);
  if (!solver->profile || solver->profile == solver->generic)
    return unknown_name(profiles, expression->name, error);
  bool alone = solver->profile->runner.items_count == 0;
  Status status = STATUS_OK;
  if (expression->program)
    status = take_program(solver, expression->program, alone, error);
  else if (!(solver->program = solver_program_path(solver->profile)))
    status = not_installed(solver->profile, error);
  if (status == STATUS_OK) choose_profile(profiles, solver);
  for (size_t i = 0; status == STATUS_OK && i < expression->words.count; i++)
    status = take_parameter(solver, expression->words.items[i], error);
  return status;
}

static Status find_command(const Expression *expression, Solver *solver, Error *error)
{
  solver->profile = solver->generic;
  Status status = take_program(solver, expression->words.items[0], true, error);
  for (size_t i = 1; status == STATUS_OK && i < expression->words.count; i++)
    status = take_parameter(solver, expression->words.items[i], error);
  return status;
}

/* The same that is asked several times, in its place. */
static Status take_queries(Solver *solver, uint32_t queries, Error *error)
{
  Solver variant;
  if (queries == 1) return STATUS_OK;
  solver->queries = queries; /* its name says so */
  Status status = solver_repeat(solver, queries, &variant, error);
  if (status != STATUS_OK) return status;
  solver_deinit(solver);
  *solver = variant;
  return STATUS_OK;
}

Status solver_find(const Profiles *profiles, const char *text, Solver *solver, Error *error)
{
  *solver = (Solver){.generic = profiles_generic(profiles),
                     .directory = profiles_directory(profiles),
                     .isolate = profiles_isolated(profiles),
                     .queries = 1};
  Expression expression;
  if (expression_parse(text, &expression, error) != STATUS_OK) return error->status;
  solver->name = mem_copy_string(text, strlen(text));
  uint32_t queries = expression.queries;
  Status status = expression.name ? find_named(profiles, &expression, solver, error)
                                  : find_command(&expression, solver, error);
  expression_deinit(&expression);
  if (status == STATUS_OK)
    solver->takes_descriptor =
        solver->profile->descriptor && solver_program_is_binary(solver->program);
  if (status == STATUS_OK) status = take_queries(solver, queries, error);
  if (status != STATUS_OK) solver_deinit(solver);
  return status;
}

Status solver_find_list(const Profiles *profiles, const char *list, SolverVec *solvers,
                        Error *error)
{
  TextVec items = {0};
  Status status = expression_split_list(list, &items, error);
  size_t before = solvers->count;
  for (size_t i = 0; status == STATUS_OK && i < items.count; i++) {
    Solver solver;
    status = solver_find(profiles, items.items[i], &solver, error);
    if (status == STATUS_OK) VEC_PUSH(solvers, solver);
  }
  text_vec_free(&items);
  while (status != STATUS_OK && solvers->count > before)
    solver_deinit(&solvers->items[--solvers->count]);
  return status;
}

/* Versions and relatives: z3 and z3-wasm, cvc4 and cvc5. Of a plain command nothing is known. */
char *solver_family(const Solver *solver)
{
  assert(solver->name);
  if (solver->profile == solver->generic)
    return mem_copy_string(solver->name, strlen(solver->name));
  const char *name = solver->profile->name;
  return mem_copy_string(name, strcspn(name, "0123456789-"));
}
