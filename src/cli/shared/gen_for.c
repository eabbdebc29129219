#include "cli/shared/gen_for.h"

#include <assert.h>

#include "cli/option/progress.h"
#include "cli/shared/solvers.h"
#include "language/smt/restrict.h"

typedef struct {
  Progress progress;
  const char *shown; /* whose progress is shown; NULL: nobody's */
} Asking;

static void show_note(void *user, const char *line)
{
  (void)user;
  fprintf(stderr, "%s\n", line);
}

static void show_progress(void *user, const char *what, size_t done, size_t total)
{
  assert(done <= total || total == 0);
  Asking *asking = user;
  if (asking->shown && asking->shown != what) progress_hide(&asking->progress);
  if (total && asking->shown != what) progress_start(&asking->progress, what, total);
  asking->shown = total ? what : NULL;
  if (total)
    progress_update(&asking->progress, done);
  else
    progress_hide(&asking->progress);
}

static bool is_interrupted(void *user)
{
  (void)user;
  return solvers_interrupted();
}

Status gen_for_request(LanguageRequest *request, GenForAction *action, void *user, Error *error)
{
  assert(request && action);
  Asking asking = {0};
  Supervisor *sup;
  if (supervisor_create(&sup, error) != STATUS_OK) return error->status;
  request->sup = sup;
  request->note = show_note;
  request->progress = show_progress;
  request->interrupted = is_interrupted;
  request->user = &asking;
  solvers_catch_signals(sup);
  Status status = action(user, request, error);
  solvers_release_signals();
  supervisor_destroy(sup);
  return status;
}

typedef struct {
  Bank *bank;
  GenSettings *settings;
} Restriction;

static Status restrict_settings(void *user, const LanguageRequest *request, Error *error)
{
  const Restriction *restriction = user;
  Status status =
      smtlib_restrict(request, request->sup, restriction->bank, restriction->settings, NULL, error);
  if (status == STATUS_OK) smtlib_widen_logic(restriction->settings);
  return status;
}

int gen_for_solvers(const Subcommand *command, const char *list, const OptionList *files,
                    Bank *bank, GenSettings *settings)
{
  Profiles *profiles = solvers_profiles(command, files, false);
  SolverVec solvers = {0};
  Error error;
  if (!profiles) return EXIT_ENVIRONMENT;
  Status status = solver_find_list(profiles, list, &solvers, &error);
  if (status == STATUS_OK) {
    LanguageRequest request = {.solvers = solvers.items, .solver_count = solvers.count};
    Restriction restriction = {bank, settings};
    status = gen_for_request(&request, restrict_settings, &restriction, &error);
  }
  solver_vec_free(&solvers);
  profiles_destroy(profiles);
  return status == STATUS_OK ? EXIT_FINE : command_refuse(command, &error);
}
