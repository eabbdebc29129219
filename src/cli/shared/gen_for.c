#include "cli/shared/gen_for.h"

#include <string.h>

#include "cli/option/progress.h"
#include "cli/shared/solvers.h"
#include "run/capability/capability.h"
#include "run/capability/capability_cache.h"
#include "smt/draw/construct.h"
#include "smt/draw/permit.h"

typedef struct {
  const SolverVec *solvers;
  Bank *bank;
  GenSettings *settings;
  CapabilityList *list;
  VEC(Capabilities) found;
} Restriction;

static void show_progress(void *user, size_t done, size_t total)
{
  (void)total;
  progress_update(user, done);
}

static Status ask(Restriction *restriction, Supervisor *sup, const char *folder, Error *error)
{
  for (size_t i = 0; i < restriction->solvers->count; i++) {
    const Solver *solver = &restriction->solvers->items[i];
    Progress progress;
    CapabilityOptions options = {
        .jobs = 2, .cache = folder, .progress = show_progress, .user = &progress};
    Capabilities found;
    progress_start(&progress, solver->name, restriction->list->batches.count);
    Status status = capabilities_find(sup, solver, restriction->list, &options, &found, error);
    progress_hide(&progress);
    if (solvers_interrupted()) return error_set(error, STATUS_IO, "interrupted");
    if (status) return error_set(error, STATUS_IO, "%s", error->message);
    VEC_PUSH(&restriction->found, found);
  }
  return STATUS_OK;
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
    if (!any) fprintf(stderr, "left out for %s: ", restriction->solvers->items[solver].name);
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

static Status run_restriction(Restriction *restriction, Error *error)
{
  Supervisor *sup;
  if (restriction->solvers->count > LEFT_OUT_SOLVERS)
    return error_set(error, STATUS_USAGE, "too many solvers");
  if (supervisor_create(&sup, error) != STATUS_OK) return error->status;
  restriction->list = capability_list_create(restriction->bank, NULL, 0);
  char *folder = capability_cache_folder();
  solvers_catch_signals(sup);
  Status status = ask(restriction, sup, folder, error);
  solvers_release_signals();
  if (status == STATUS_OK) restrict_settings(restriction);
  free(folder);
  supervisor_destroy(sup);
  return status;
}

Status gen_for_found(const SolverVec *solvers, Bank *bank, GenSettings *settings, Error *error)
{
  Restriction restriction = {.solvers = solvers, .bank = bank, .settings = settings};
  Status status = run_restriction(&restriction, error);
  for (size_t i = 0; i < restriction.found.count; i++)
    capabilities_deinit(&restriction.found.items[i]);
  VEC_FREE(&restriction.found);
  if (restriction.list) capability_list_destroy(restriction.list);
  return status;
}

int gen_for_solvers(const Subcommand *command, const char *list, const OptionList *files,
                    Bank *bank, GenSettings *settings)
{
  Profiles *profiles = solvers_profiles(command, files);
  SolverVec solvers = {0};
  Error error;
  if (!profiles) return EXIT_ENVIRONMENT;
  Status status = solver_find_list(profiles, list, &solvers, &error);
  if (status == STATUS_OK) status = gen_for_found(&solvers, bank, settings, &error);
  solver_vec_free(&solvers);
  profiles_destroy(profiles);
  return status == STATUS_OK ? EXIT_FINE : command_refuse(command, &error);
}
