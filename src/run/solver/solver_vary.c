#include <assert.h>
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

/* z3 and a=b: z3(a=b); z3(c=d) and a=b: z3(c=d,a=b) */
static char *make_name(const Solver *solver, const char *const *parameters, size_t count)
{
  size_t length = strlen(solver->name);
  bool has_parameters = count && length && solver->name[length - 1] == ')';
  StrBuf name;
  strbuf_init(&name, 0);
  strbuf_add(&name, solver->name, length - has_parameters);
  for (size_t i = 0; i < count; i++)
    strbuf_printf(&name, "%s%s", i || has_parameters ? "," : "(", parameters[i]);
  if (count) strbuf_add_char(&name, ')');
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
                      .defaults = solver->defaults,
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
