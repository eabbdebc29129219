/* assay solvers: which solvers are there, and do they work? */
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/json.h"
#include "cli/progress.h"
#include "cli/solvers.h"
#include "cli/table.h"
#include "run/smoke.h"

typedef struct {
  CommonOptions common;
  bool check;
  bool json;
  OptionList profiles;
} SolversOptions;

static const Option options[] = {
    {OPTION_FLAG(SolversOptions, check), .name = "check", .letter = 'c',
     .help = "run a satisfiable and an unsatisfiable script of each theory on each solver"},
    {OPTION_FLAG(SolversOptions, json), .name = "json",
     .help = "print one JSON object for each solver, each on its own line"},
    SOLVERS_PROFILES_OPTION(SolversOptions, profiles),
};

static const Example examples[] = {
    {"assay solvers", "what is installed, and what is known beside that"},
    {"assay solvers --check z3 'cvc5(--bitblast=eager)'", "which theories two solvers know"},
    {"assay solvers --json", "the same for programs"},
};

static const ExitNote exits[] = {
    {EXIT_FINE, "the solvers are listed; with --check, nothing is wrong"},
    {EXIT_FINDING, "--check found a wrong answer or an error"},
    {EXIT_ENVIRONMENT, "a solver that was named is not there"},
};

/* One call of the command. */
typedef struct {
  const SolversOptions *given;
  Profiles *profiles;
  SolverVec solvers;
  VEC(char *) versions;         /* of each; NULL: not known */
  VEC(const Profile *) missing; /* known, but not installed */
  VEC(SmokeResult) smoke;       /* for each solver all theories */
  VEC(char *) messages;         /* the same; NULL: none */
} Listing;

static void listing_deinit(Listing *listing)
{
  for (size_t i = 0; i < listing->versions.count; i++) free(listing->versions.items[i]);
  for (size_t i = 0; i < listing->messages.count; i++) free(listing->messages.items[i]);
  solver_vec_free(&listing->solvers);
  VEC_FREE(&listing->versions);
  VEC_FREE(&listing->missing);
  VEC_FREE(&listing->smoke);
  VEC_FREE(&listing->messages);
  if (listing->profiles) profiles_destroy(listing->profiles);
}

/* --- which --- */

static int compare_profiles(const void *a, const void *b)
{
  const Profile *const *left = a, *const *right = b;
  return strcmp((*left)->name, (*right)->name);
}

static bool is_listed(const Listing *listing, const char *name)
{
  for (size_t i = 0; i < listing->solvers.count; i++)
    if (strcmp(listing->solvers.items[i].name, name) == 0) return true;
  for (size_t i = 0; i < listing->missing.count; i++)
    if (strcmp(listing->missing.items[i]->name, name) == 0) return true;
  return false;
}

/* All that are known, by name. */
static void find_all(Listing *listing)
{
  VEC(const Profile *) all = {0};
  const Profile *profile;
  for (size_t i = 0; (profile = profiles_at(listing->profiles, i)); i++) VEC_PUSH(&all, profile);
  qsort(all.items, all.count, sizeof *all.items, compare_profiles);
  for (size_t i = 0; i < all.count; i++) {
    const char *name = all.items[i]->name;
    Solver solver;
    Error error;
    if (strcmp(name, "generic") == 0 || is_listed(listing, name)) continue;
    if (solver_find(listing->profiles, name, &solver, &error) == STATUS_OK)
      VEC_PUSH(&listing->solvers, solver);
    else
      VEC_PUSH(&listing->missing, profiles_find(listing->profiles, name, NULL));
  }
  VEC_FREE(&all);
}

static int find_named(Listing *listing, int count, char **expressions)
{
  for (int i = 0; i < count; i++) {
    Error error;
    Status status = solver_find_list(listing->profiles, expressions[i], &listing->solvers, &error);
    if (status == STATUS_USAGE) return command_usage_error(&command_solvers, "%s", error.message);
    if (status != STATUS_OK)
      return command_error(&command_solvers, EXIT_ENVIRONMENT, "%s", error.message);
  }
  return EXIT_FINE;
}

/* --- smoke test --- */

static int check(Listing *listing)
{
  Supervisor *sup = solvers_supervisor(&command_solvers);
  if (!sup) return EXIT_ENVIRONMENT;
  Progress progress;
  size_t total = listing->solvers.count * smoke_test_count;
  progress_start(&progress, "theories", total);
  int code = EXIT_FINE;
  solvers_catch_signals(sup);
  for (size_t i = 0; i < total && !solvers_interrupted(); i++) {
    progress_update(&progress, i);
    SmokeResult result;
    char *message;
    smoke_run(sup, &listing->solvers.items[i / smoke_test_count],
              &smoke_tests[i % smoke_test_count], &result, &message);
    VEC_PUSH(&listing->smoke, result);
    VEC_PUSH(&listing->messages, message);
    if (result >= SMOKE_ERROR) code = EXIT_FINDING;
  }
  progress_hide(&progress);
  solvers_release_signals();
  supervisor_destroy(sup);
  if (solvers_interrupted())
    return command_error(&command_solvers, EXIT_ENVIRONMENT, "interrupted");
  return code;
}

/* --- printing --- */

static void add_logics(StrBuf *cell, const ProfileWords *logics)
{
  enum { SHOWN = 4 };
  for (uint32_t i = 0; i < logics->items_count && i < SHOWN; i++)
    strbuf_printf(cell, "%s%s", i ? " " : "", logics->items[i]);
  if (logics->items_count > SHOWN) strbuf_printf(cell, " and %u more", logics->items_count - SHOWN);
}

static void print_table(const Listing *listing, Style style)
{
  static const TableColumn columns[] = {
      {"solver", false}, {"version", false}, {"program", false}, {"logics", false}};
  Table table;
  table_init(&table, columns, sizeof columns / sizeof *columns);
  for (size_t i = 0; i < listing->solvers.count; i++) {
    const Solver *solver = &listing->solvers.items[i];
    const char *version = listing->versions.items[i];
    table_add_text(&table, solver->name);
    table_add_text(&table, version ? version : "?");
    table_add_text(&table, solver->program);
    add_logics(table_cell(&table), &solver->profile->logics);
  }
  if (listing->solvers.count)
    table_print(stdout, &table, style);
  else
    puts("no solver is installed");
  table_deinit(&table);
}

static void print_missing(const Listing *listing)
{
  if (!listing->missing.count) return;
  printf("\nknown, but not installed:");
  for (size_t i = 0; i < listing->missing.count; i++)
    printf("%s %s", i ? "," : "", listing->missing.items[i]->name);
  putchar('\n');
}

/* Theories down, solvers across. */
static void print_smoke(const Listing *listing, Style style)
{
  VEC(TableColumn) columns = {0};
  VEC_PUSH(&columns, ((TableColumn){"theory", false}));
  for (size_t i = 0; i < listing->solvers.count; i++)
    VEC_PUSH(&columns, ((TableColumn){listing->solvers.items[i].name, false}));
  Table table;
  table_init(&table, columns.items, columns.count);
  for (size_t row = 0; row < smoke_test_count; row++) {
    table_add_text(&table, smoke_tests[row].theory);
    for (size_t i = 0; i < listing->solvers.count; i++) {
      size_t at = i * smoke_test_count + row;
      bool known = at < listing->smoke.count;
      table_add_text(&table, known ? smoke_result_name(listing->smoke.items[at]) : "");
    }
  }
  table_print(stdout, &table, style);
  table_deinit(&table);
  VEC_FREE(&columns);
  for (size_t at = 0; at < listing->smoke.count; at++) {
    const char *message = listing->messages.items[at];
    if (listing->smoke.items[at] < SMOKE_ERROR || !message) continue;
    printf("%s, %s: ", listing->solvers.items[at / smoke_test_count].name,
           smoke_tests[at % smoke_test_count].theory);
    text_print_visible(stdout, message, strlen(message));
    putchar('\n');
  }
}

static json_t *words_array(const ProfileWords *words)
{
  json_t *list = json_array();
  for (uint32_t i = 0; i < words->items_count; i++)
    json_array_append_new(list, json_text(words->items[i], strlen(words->items[i])));
  return list;
}

static json_t *smoke_object(const Listing *listing, size_t solver)
{
  json_t *object = json_object();
  for (size_t i = 0; i < smoke_test_count; i++) {
    size_t at = solver * smoke_test_count + i;
    if (at < listing->smoke.count)
      json_object_set_new(object, smoke_tests[i].theory,
                          json_string(smoke_result_name(listing->smoke.items[at])));
  }
  return object;
}

static void set_text(json_t *object, const char *key, const char *text)
{
  json_object_set_new(object, key, text ? json_text(text, strlen(text)) : json_null());
}

static void print_json(const Listing *listing)
{
  for (size_t i = 0; i < listing->solvers.count; i++) {
    const Solver *solver = &listing->solvers.items[i];
    json_t *object = json_object();
    set_text(object, "solver", solver->name);
    set_text(object, "profile", solver->profile->name);
    json_object_set_new(object, "installed", json_true());
    set_text(object, "version", listing->versions.items[i]);
    set_text(object, "program", solver->program);
    json_object_set_new(object, "logics", words_array(&solver->profile->logics));
    json_object_set_new(object, "variants", words_array(&solver->profile->variants));
    if (listing->given->check) json_object_set_new(object, "theories", smoke_object(listing, i));
    json_print_line(stdout, object);
  }
  for (size_t i = 0; i < listing->missing.count; i++) {
    const Profile *profile = listing->missing.items[i];
    json_t *object = json_object();
    set_text(object, "solver", profile->name);
    json_object_set_new(object, "installed", json_false());
    set_text(object, "install", profile->install);
    json_print_line(stdout, object);
  }
}

static int list(Listing *listing)
{
  const SolversOptions *given = listing->given;
  int code = EXIT_FINE;
  if (given->check) code = check(listing);
  if (!given->check || given->json)
    for (size_t i = 0; i < listing->solvers.count; i++)
      VEC_PUSH(&listing->versions, solver_version(&listing->solvers.items[i]));
  Style style = style_for(stdout, given->common.color);
  if (given->json) {
    print_json(listing);
  } else if (given->check) {
    print_smoke(listing, style);
  } else {
    print_table(listing, style);
    print_missing(listing);
  }
  return code;
}

static int run(const void *values, int count, char **expressions)
{
  Listing listing = {.given = values};
  listing.profiles = solvers_profiles(&command_solvers, &listing.given->profiles);
  int code = listing.profiles ? EXIT_FINE : EXIT_ENVIRONMENT;
  if (code == EXIT_FINE && count) code = find_named(&listing, count, expressions);
  if (code == EXIT_FINE && !count) find_all(&listing);
  if (code == EXIT_FINE) code = list(&listing);
  listing_deinit(&listing);
  return code;
}

const Subcommand command_solvers = {
    .name = "solvers",
    .group = GROUP_SOLVERS,
    .summary = "list the solvers that are installed, and test them",
    .usage = "[OPTION]... [SOLVER]...",
    .description =
        "Lists the solvers that are found in PATH with their versions and logics, then those that "
        "are known but not installed. With SOLVER only these are looked at: names, programs and "
        "parameters as for 'assay run', several separated by commas.\n"
        "\n"
        "--check runs two small scripts of each theory, one satisfiable and one not, and says for "
        "each whether the solver works, does not support it, cannot decide it, fails with an "
        "error, or answers wrong.\n"
        "\n"
        "Solvers of your own are described in files (see doc/solvers.md): those of --profiles, and "
        "solvers.yaml in $XDG_CONFIG_HOME/assay or ~/.config/assay.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {.name = "SOLVER",
                    .min = 0,
                    .max = POSITIONALS_UNLIMITED,
                    .completion = COMPLETE_FILES},
    .options_size = sizeof(SolversOptions),
    .run = run,
};
