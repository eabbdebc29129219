/* assay solvers: which solvers are there, and do they work? */
#include <assert.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "cli/option/commands.h"
#include "cli/option/json.h"
#include "cli/option/progress.h"
#include "cli/option/table.h"
#include "cli/shared/capability_report.h"
#include "cli/shared/input.h"
#include "cli/shared/solvers.h"
#include "run/capability/capability_cache.h"
#include "run/process/isolate.h"
#include "run/solver/smoke.h"
#include "smt/text/theory.h"

typedef struct {
  CommonOptions common;
  bool check;
  bool operators;
  bool refresh;
  bool json;
  uint64_t jobs;
  const char *cache;
  OptionList only;
  OptionList profiles;
} SolversOptions;

static const Option options[] = {
    {OPTION_FLAG(SolversOptions, check), .name = "check", .old_letter = 'c',
     .help = "test each solver: each theory, and each operator, sort, literal and command"},
    {OPTION_FLAG(SolversOptions, operators), .name = "operators",
     .help = "print what --check found as a table with a line for each operator"},
    {OPTION_LIST(SolversOptions, only), .name = "only", .value_name = "PATTERN",
     .help = "check only what fits PATTERN, such as 'bv*', Strings or commands, and do not keep "
             "the result"},
    {OPTION_FLAG(SolversOptions, refresh), .name = "refresh",
     .help = "check again what is known from an earlier check"},
    {OPTION_STRING(SolversOptions, cache), .name = "cache", .value_name = "FOLDER",
     .help = "keep the results of checks in FOLDER", .initial_note = "see below"},
    {OPTION_UNSIGNED(SolversOptions, jobs), .name = "jobs", .letter = 'j', .value_name = "N",
     .low = 1, .high = 64, .initial = "2", .help = "run N checks at a time"},
    {OPTION_FLAG(SolversOptions, json), .name = "json",
     .help = "print one JSON object for each solver, each on its own line"},
    SOLVERS_PROFILES_OPTION(SolversOptions, profiles),
};

static const Example examples[] = {
    {"assay solvers", "what is installed, and what is known beside that"},
    {"assay solvers --check z3 cvc5", "which theories, operators and commands they know"},
    {"assay solvers --check --only 'str.*' --operators", "string operators, one by one"},
    {"assay solvers --json", "the same for programs"},
};

static const ExitNote exits[] = {
    {EXIT_FINE, "the solvers are listed; with --check, nothing is wrong"},
    {EXIT_FINDING, "--check found a wrong answer, a crash or an error"},
    {EXIT_ENVIRONMENT, "a solver that was named is not there"},
};

/* One call of the command. */
typedef struct {
  const SolversOptions *given;
  Profiles *profiles;
  SolverVec solvers;
  VEC(char *) versions;         /* of each; NULL: not known */
  VEC(const Profile *) missing; /* known, but not installed */
  VEC(const SmokeTest *) tests; /* of theories, that are to be run */
  VEC(SmokeResult) smoke;       /* for each solver all tests */
  VEC(char *) messages;         /* the same; NULL: none */
  Bank *bank;
  CapabilityList *list;
  VEC(Capabilities) capabilities; /* of each solver; without list: not known */
} Listing;

static void listing_deinit(Listing *listing)
{
  for (size_t i = 0; i < listing->versions.count; i++) free(listing->versions.items[i]);
  for (size_t i = 0; i < listing->messages.count; i++) free(listing->messages.items[i]);
  solver_vec_free(&listing->solvers);
  VEC_FREE(&listing->versions);
  VEC_FREE(&listing->missing);
  VEC_FREE(&listing->tests);
  VEC_FREE(&listing->smoke);
  VEC_FREE(&listing->messages);
  for (size_t i = 0; i < listing->capabilities.count; i++)
    if (listing->capabilities.items[i].list) capabilities_deinit(&listing->capabilities.items[i]);
  VEC_FREE(&listing->capabilities);
  if (listing->list) capability_list_destroy(listing->list);
  if (listing->bank) bank_destroy(listing->bank);
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

/* --- checks --- */

static void choose_tests(Listing *listing)
{
  const OptionList *only = &listing->given->only;
  for (size_t i = 0; i < smoke_test_count; i++) {
    bool wanted = only->count == 0;
    for (size_t k = 0; k < only->count && !wanted; k++)
      wanted = fnmatch(only->items[k], smoke_tests[i].theory, 0) == 0;
    if (wanted) VEC_PUSH(&listing->tests, &smoke_tests[i]);
  }
}

/* Two scripts of each theory. */
static int check_theories(Listing *listing, Supervisor *sup, const Solver *solver)
{
  int code = EXIT_FINE;
  for (size_t i = 0; i < listing->tests.count && !solvers_interrupted(); i++) {
    SmokeResult result;
    char *message;
    smoke_run(sup, solver, listing->tests.items[i], &result, &message);
    VEC_PUSH(&listing->smoke, result);
    VEC_PUSH(&listing->messages, message);
    if (result >= SMOKE_ERROR) code = EXIT_FINDING;
  }
  return code;
}

static void show_progress(void *user, size_t done, size_t total)
{
  (void)total;
  progress_update(user, done);
}

static bool has_failure(const Capabilities *capabilities)
{
  for (size_t i = 0; i < capabilities->list->items.count; i++)
    if (capabilities->results[i].status >= CAPABILITY_FAILS) return true;
  return false;
}

/* Everything, one by one. */
static int check_capabilities(Listing *listing, Supervisor *sup, const Solver *solver,
                              const char *cache, Progress *progress)
{
  const SolversOptions *given = listing->given;
  CapabilityOptions asking = {.jobs = (uint32_t)given->jobs,
                              .cache = given->only.count ? NULL : cache,
                              .refresh = given->refresh,
                              .progress = show_progress,
                              .user = progress};
  Capabilities found;
  Error error;
  Status status = capabilities_find(sup, solver, listing->list, &asking, &found, &error);
  progress_hide(progress);
  VEC_PUSH(&listing->capabilities, status == STATUS_OK ? found : (Capabilities){0});
  if (status != STATUS_OK && !solvers_interrupted())
    return command_error(&command_solvers, EXIT_FINDING, "%s", error.message);
  if (status != STATUS_OK) return EXIT_ENVIRONMENT;
  if (found.not_kept)
    command_error(&command_solvers, EXIT_FINE, "the result is not kept: %s", found.not_kept);
  return has_failure(&found) ? EXIT_FINDING : EXIT_FINE;
}

static int check(Listing *listing)
{
  const SolversOptions *given = listing->given;
  Supervisor *sup = solvers_supervisor(&command_solvers);
  if (!sup) return EXIT_ENVIRONMENT;
  choose_tests(listing);
  listing->bank = theory_create_bank();
  listing->list = capability_list_create(listing->bank, given->only.items, given->only.count);
  char *folder = given->cache ? NULL : capability_cache_folder();
  int code = EXIT_FINE;
  solvers_catch_signals(sup);
  for (size_t i = 0; i < listing->solvers.count && !solvers_interrupted(); i++) {
    const Solver *solver = &listing->solvers.items[i];
    Progress progress;
    progress_start(&progress, solver->name, listing->list->batches.count);
    code = input_worse(code, check_theories(listing, sup, solver));
    if (solvers_interrupted() || listing->list->items.count == 0) continue;
    code = input_worse(code, check_capabilities(listing, sup, solver,
                                                given->cache ? given->cache : folder, &progress));
  }
  free(folder);
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
  for (size_t row = 0; row < listing->tests.count; row++) {
    table_add_text(&table, listing->tests.items[row]->theory);
    for (size_t i = 0; i < listing->solvers.count; i++) {
      size_t at = i * listing->tests.count + row;
      bool known = at < listing->smoke.count;
      table_add_text(&table, known ? smoke_result_name(listing->smoke.items[at]) : "");
    }
  }
  table_print(stdout, &table, style);
  table_deinit(&table);
  VEC_FREE(&columns);
  for (size_t at = 0; at < listing->smoke.count; at++) {
    assert(listing->tests.count > 0); /* a result for each of them and each solver */
    const char *message = listing->messages.items[at];
    if (listing->smoke.items[at] < SMOKE_ERROR || !message) continue;
    printf("%s, %s: ", listing->solvers.items[at / listing->tests.count].name,
           listing->tests.items[at % listing->tests.count]->theory);
    text_print_visible(stdout, message, strlen(message));
    putchar('\n');
  }
}

static void print_capabilities(const Listing *listing, Style style)
{
  VEC(const char *) names = {0};
  for (size_t i = 0; i < listing->capabilities.count; i++)
    VEC_PUSH(&names, listing->solvers.items[i].name);
  CapabilityReport report = {listing->list, names.items, listing->capabilities.items, names.count};
  if (listing->given->operators) {
    capability_print_table(&report, style);
  } else {
    capability_print_counts(&report, style);
    capability_print_missing(&report);
  }
  VEC_FREE(&names);
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
  for (size_t i = 0; i < listing->tests.count; i++) {
    size_t at = solver * listing->tests.count + i;
    if (at < listing->smoke.count)
      json_object_set_new(object, listing->tests.items[i]->theory,
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
    if (listing->smoke.count) json_object_set_new(object, "theories", smoke_object(listing, i));
    if (i < listing->capabilities.count && listing->capabilities.items[i].list)
      json_object_set_new(object, "capabilities",
                          capability_object(&listing->capabilities.items[i]));
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

/* How programs are held on this machine. */
static void print_supervision(void)
{
  Error error;
  Supervisor *sup;
  const char *reason = NULL;
  if (supervisor_create(&sup, &error) != STATUS_OK) {
    printf("\n%s\n", error.message);
    return;
  }
  Supervision supervision = supervisor_supervision(sup, &reason);
  printf("\nprograms are held by %s", supervision == SUPERVISION_NAMESPACE
                                          ? "the kernel, in a PID namespace"
                                      : supervision == SUPERVISION_MARKS ? "marks and a watchdog"
                                                                         : "their sessions");
  if (reason) printf(" (no PID namespace: %s)", reason);
  supervisor_destroy(sup);
  bool possible = isolate_check(&error) == STATUS_OK;
  printf("; --isolate: %s\n", possible ? "by the kernel, in namespaces" : error.message);
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
    if (listing->smoke.count) print_smoke(listing, style);
    if (listing->smoke.count && listing->list->items.count) putchar('\n');
    if (listing->list->items.count) print_capabilities(listing, style);
    if (!given->only.count) print_supervision();
  } else {
    print_table(listing, style);
    print_missing(listing);
  }
  return code;
}

static int run(const void *values, int count, char **expressions)
{
  Listing listing = {.given = values};
  listing.profiles = solvers_profiles(&command_solvers, &listing.given->profiles, false);
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
        "error, or answers wrong. Then it asks about each operator, sort, literal, binder and "
        "command, and says what the solver does not have. This is kept by solver program in "
        "$ASSAY_CACHE, $XDG_CACHE_HOME/assay or ~/.cache/assay, and asked again only when the "
        "program, its parameters or the questions change.\n"
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
