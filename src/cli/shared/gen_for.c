#include "cli/shared/gen_for.h"

#include <string.h>

#include "cli/option/progress.h"
#include "cli/shared/solvers.h"
#include "run/capability/capability.h"
#include "run/capability/capability_cache.h"
#include "smt/draw/construct.h"
#include "smt/draw/permit.h"

typedef struct {
  const Subcommand *command;
  Bank *bank;
  GenSettings *settings;
  SolverVec solvers;
  CapabilityList *list;
  VEC(Capabilities) found;
} Restriction;

static void show_progress(void *user, size_t done, size_t total)
{
  (void)total;
  progress_update(user, done);
}

static int ask(Restriction *restriction, Supervisor *sup, const char *folder)
{
  for (size_t i = 0; i < restriction->solvers.count; i++) {
    const Solver *solver = &restriction->solvers.items[i];
    Progress progress;
    CapabilityOptions options = {
        .jobs = 2, .cache = folder, .progress = show_progress, .user = &progress};
    Capabilities found;
    Error error;
    progress_start(&progress, solver->name, restriction->list->batches.count);
    Status status = capabilities_find(sup, solver, restriction->list, &options, &found, &error);
    progress_hide(&progress);
    if (solvers_interrupted())
      return command_error(restriction->command, EXIT_ENVIRONMENT, "interrupted");
    if (status) return command_error(restriction->command, EXIT_ENVIRONMENT, "%s", error.message);
    VEC_PUSH(&restriction->found, found);
  }
  return EXIT_FINE;
}

/* --- leaving out -------------------------------------------------------------------------- */

/* Would it be generated otherwise? */
static bool is_used(const Restriction *restriction, const Capability *item)
{
  return item->fun && permit_function(restriction->bank, restriction->settings, item->fun);
}

static void leave_out(Restriction *restriction, const Capability *item)
{
  GenSettings *settings = restriction->settings;
  if (item->fun && item->form == FORM_PLAIN)
    VEC_PUSH(&settings->excluded, item->fun);
  else if (item->fun)
    VEC_PUSH(&settings->exact, item->fun);
  else if (strcmp(item->group, "binders") == 0 && construct_is_form(item->name))
    gen_settings_leave_out(settings, item->name);
  else if (strcmp(item->group, "commands") == 0 && strcmp(item->name, "declare-const") == 0)
    settings->declare_fun = true;
}

static void report(const Restriction *restriction, size_t solver, const LeftOuts *left_out)
{
  bool any = false;
  for (size_t i = 0; i < left_out->count; i++) {
    const Capability *item = &restriction->list->items.items[left_out->items[i].item];
    if (!(left_out->items[i].solvers >> solver & 1) || !is_used(restriction, item)) continue;
    if (!any) fprintf(stderr, "left out for %s: ", restriction->solvers.items[solver].name);
    fprintf(stderr, "%s%s", any ? ", " : "", item->name);
    any = true;
  }
  if (any) fputc('\n', stderr);
}

static void restrict_settings(Restriction *restriction)
{
  LeftOuts left_out = {0};
  capabilities_left_out(restriction->found.items, restriction->found.count, &left_out);
  for (size_t i = 0; i < restriction->found.count; i++) report(restriction, i, &left_out);
  for (size_t i = 0; i < left_out.count; i++)
    leave_out(restriction, &restriction->list->items.items[left_out.items[i].item]);
  VEC_FREE(&left_out);
}

/* ------------------------------------------------------------------------------------------ */

static int run_restriction(Restriction *restriction, const Profiles *profiles, const char *list)
{
  Error error;
  Status status = solver_find_list(profiles, list, &restriction->solvers, &error);
  if (status)
    return command_error(restriction->command, solvers_exit_code(status), "%s", error.message);
  if (restriction->solvers.count > LEFT_OUT_SOLVERS)
    return command_usage_error(restriction->command, "too many solvers");
  Supervisor *sup = solvers_supervisor(restriction->command);
  if (!sup) return EXIT_ENVIRONMENT;
  restriction->list = capability_list_create(restriction->bank, NULL, 0);
  char *folder = capability_cache_folder();
  solvers_catch_signals(sup);
  int code = ask(restriction, sup, folder);
  solvers_release_signals();
  if (code == EXIT_FINE) restrict_settings(restriction);
  free(folder);
  supervisor_destroy(sup);
  return code;
}

int gen_for_solvers(const Subcommand *command, const char *solvers, const OptionList *profiles,
                    Bank *bank, GenSettings *settings)
{
  Restriction restriction = {.command = command, .bank = bank, .settings = settings};
  Profiles *known = solvers_profiles(command, profiles);
  if (!known) return EXIT_ENVIRONMENT;
  int code = run_restriction(&restriction, known, solvers);
  for (size_t i = 0; i < restriction.found.count; i++)
    capabilities_deinit(&restriction.found.items[i]);
  VEC_FREE(&restriction.found);
  if (restriction.list) capability_list_destroy(restriction.list);
  solver_vec_free(&restriction.solvers);
  profiles_destroy(known);
  return code;
}
