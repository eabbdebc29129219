#include "cli/command/fuzz_suggest.h"

#include <stdio.h>
#include <string.h>

#include "cli/option/commands.h"
#include "cli/shared/solvers.h"

/* Enough for a list of examples. */
enum { SOLVERS_MOST = 8 };

typedef struct {
  char *names[SOLVERS_MOST];
  size_t count;
} Seen;

bool fuzz_suggest_is_wanted(const FuzzOptions *given)
{
  for (size_t i = 0; i < command_fuzz.options.count; i++)
    if (given->common.given[i]) return false;
  return given->extras.count == 0;
}

/* Those that read SMT-LIB, are there, and are not assay itself; each name once. */
static void look(const Profiles *profiles, Seen *seen)
{
  const Profile *profile;
  for (size_t i = 0; (profile = profiles_at(profiles, i)) && seen->count < SOLVERS_MOST; i++) {
    Solver solver;
    Error error;
    bool again = strncmp(profile->name, "assay", 5) == 0 || !profile_reads(profile, "smt-lib");
    for (size_t k = 0; k < seen->count; k++) again |= strcmp(seen->names[k], profile->name) == 0;
    if (again || solver_find(profiles, profile->name, &solver, &error) != STATUS_OK) continue;
    solver_deinit(&solver);
    seen->names[seen->count++] = mem_copy_string(profile->name, strlen(profile->name));
  }
}

static void print_list(const Seen *seen, const char *separator)
{
  for (size_t i = 0; i < seen->count; i++) printf("%s%s", i ? separator : "", seen->names[i]);
}

static void print_suggestions(const Seen *seen)
{
  printf("assay fuzz needs solvers and a logic. Solvers that are installed: ");
  print_list(seen, ", ");
  printf("\n\nFor example:\n\n  assay fuzz --logic QF_BV --solvers ");
  print_list(seen, ",");
  printf("\n      wrong answers, wrong models and crashes, in small inputs\n");
  if (seen->count > 1)
    printf("  assay fuzz --logic QF_NIA --target %s --reference %s\n"
           "      inputs that are hard for %s and easy for %s\n",
           seen->names[0], seen->names[1], seen->names[0], seen->names[1]);
  printf("  assay fuzz --logic QF_FP --target %s\n"
         "      inputs that cost %s much time\n"
         "\n'assay fuzz --help' shows the common options, 'assay help fuzz' all of them.\n",
         seen->names[0], seen->names[0]);
}

int fuzz_suggest(void)
{
  Seen seen = {0};
  Profiles *profiles = solvers_profiles(&command_fuzz, &(OptionList){0}, false);
  if (!profiles) return EXIT_ENVIRONMENT;
  look(profiles, &seen);
  if (seen.count)
    print_suggestions(&seen);
  else
    command_error(&command_fuzz, EXIT_USAGE,
                  "needs solvers and a logic, and no solver is installed: "
                  "'assay solvers' lists those that are known");
  for (size_t i = 0; i < seen.count; i++) free(seen.names[i]);
  profiles_destroy(profiles);
  return EXIT_USAGE;
}
