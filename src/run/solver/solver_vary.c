#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "run/solver/solver.h"

/* As in expressions: the dashes may be left out. */
static void add_parameter(Solver *variant, const char *parameter)
{
  ProfileParameters style = variant->profile->parameters;
  StrBuf word;
  strbuf_init(&word, 0);
  if (style == PARAMETERS_DASH && parameter[0] != '-') strbuf_add_text(&word, "-");
  if (style == PARAMETERS_DASHES && parameter[0] != '-') strbuf_add_text(&word, "--");
  if (style == PARAMETERS_PREFERENCES && parameter[0] != '-')
    strbuf_add_text(&word, "--preference=");
  strbuf_add_text(&word, parameter);
  VEC_PUSH(&variant->parameters, mem_copy_string(strbuf_text(&word), word.length));
  strbuf_deinit(&word);
}

/* Without "*16" at the end, if it is asked so often. */
static size_t length_of_one(const Solver *solver)
{
  const char *star = solver->queries > 1 ? strrchr(solver->name, '*') : NULL;
  return star ? (size_t)(star - solver->name) : strlen(solver->name);
}

/* z3 and a=b: z3(a=b); z3(c=d) and a=b: z3(c=d,a=b) */
static char *make_name(const Solver *solver, const char *const *parameters, size_t count)
{
  size_t length = length_of_one(solver);
  bool has_parameters = count && length && solver->name[length - 1] == ')';
  StrBuf name;
  strbuf_init(&name, 0);
  strbuf_add(&name, solver->name, length - has_parameters);
  for (size_t i = 0; i < count; i++)
    strbuf_printf(&name, "%s%s", i || has_parameters ? "," : "(", parameters[i]);
  if (count) strbuf_add_char(&name, ')');
  strbuf_add_text(&name, solver->name + length_of_one(solver));
  char *copy = mem_copy_string(strbuf_text(&name), name.length);
  strbuf_deinit(&name);
  return copy;
}

void solver_vary(const Solver *solver, const char *const *parameters, size_t count, Solver *variant)
{
  assert(!count || solver->profile != solver->generic);
  *variant = (Solver){.name = make_name(solver, parameters, count),
                      .takes_descriptor = solver->takes_descriptor,
                      .profile = solver->profile,
                      .generic = solver->generic,
                      .directory = solver->directory,
                      .isolate = solver->isolate,
                      .defaults = solver->defaults,
                      .queries = solver->queries,
                      .program = mem_copy_string(solver->program, strlen(solver->program))};
  for (size_t i = 0; i < solver->parameters.count; i++) {
    const char *word = solver->parameters.items[i];
    VEC_PUSH(&variant->parameters, mem_copy_string(word, strlen(word)));
  }
  for (size_t i = 0; i < count; i++) add_parameter(variant, parameters[i]);
}

bool solver_make_default(const Solver *solver, Solver *variant)
{
  const Profile *profile = solver->profile;
  solver_vary(solver, NULL, 0, variant);
  variant->defaults = profile->strings.items_count || profile->floats.items_count;
  return variant->defaults && !solver->defaults;
}

/* By words of its profile, or by a script that says everything several times. */
static bool can_repeat(const Solver *solver)
{
  const char *scripts = profile_language(solver->generic);
  return solver->profile->queries.items_count ||
         strcmp(profile_language(solver->profile), scripts) == 0;
}

Status solver_repeat(const Solver *solver, uint32_t queries, Solver *variant, Error *error)
{
  assert(queries >= 1);
  if (queries > 1 && !can_repeat(solver))
    return error_set(error, STATUS_USAGE,
                     "a process of '%s' cannot be asked several times: its profile has no words "
                     "for 'queries'",
                     solver->profile->name);
  solver_vary(solver, NULL, 0, variant);
  variant->queries = queries;
  StrBuf text;
  strbuf_init(&text, 0);
  strbuf_add(&text, solver->name, length_of_one(solver));
  if (queries > 1) strbuf_printf(&text, "*%u", (unsigned)queries);
  free(variant->name);
  variant->name = mem_copy_string(strbuf_text(&text), text.length);
  strbuf_deinit(&text);
  return STATUS_OK;
}
