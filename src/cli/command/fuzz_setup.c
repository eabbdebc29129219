#include "cli/command/fuzz_setup.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/paths.h"
#include "cli/command/fuzz_known.h"
#include "cli/shared/gen_for.h"
#include "cli/shared/input.h"
#include "cli/shared/solvers.h"
#include "language/smt/smtlib.h"

#define WORD(code, name) name,
const char *const fuzz_objective_words[] = {"time", "memory", "bugs", NULL};
const char *const fuzz_strategy_words[] = {"default", STRATEGY_LIST(WORD) NULL};
const char *const fuzz_agent_words[] = {AGENT_LIST(WORD) NULL};
const char *const fuzz_cost_words[] = {COST_LIST(WORD) NULL};
const char *const fuzz_penalty_words[] = {PENALTY_LIST(WORD) NULL};
const char *const fuzz_reward_words[] = {"any", "new", NULL};

/* One model must not keep all others waiting. */
enum { EVAL_STEPS_MAX = 2000000, EVAL_BYTES_MAX = 256 << 20 };

/* --- solvers --- */

static int add_solvers(FuzzSetup *setup, const char *list)
{
  Error error;
  Status status = solver_find_list(setup->profiles, list, &setup->solvers, &error);
  return status ? command_error(setup->command, solvers_exit_code(status), "%s", error.message)
                : EXIT_FINE;
}

static int check_roles(const FuzzSetup *setup)
{
  const FuzzOptions *given = setup->given;
  bool bugs = given->objective == FUZZ_BUGS;
  if (bugs && (given->targets || given->references))
    return command_usage_error(setup->command, "with --objective bugs all solvers are equal: name "
                                               "them by --solvers LIST");
  if (bugs && !given->solvers)
    return command_usage_error(setup->command, "which solvers? Use --solvers LIST");
  if (!bugs && given->solvers)
    return command_usage_error(setup->command,
                               "--solvers is for --objective bugs; use --target and --reference");
  if (!bugs && !given->targets)
    return command_usage_error(setup->command, "which solver? Use --target LIST");
  return EXIT_FINE;
}

/* Is there something to draw from? */
static int check_tweaks(const FuzzSetup *setup)
{
  if (!setup->given->tweak) return EXIT_FINE;
  if (setup->given->objective != FUZZ_BUGS)
    return command_usage_error(setup->command, "--fuzz-options is for --objective bugs");
  Tweaks tweaks;
  tweaks_init(&tweaks, setup->solvers.items, setup->solvers.count);
  size_t count = tweaks.list.count;
  tweaks_deinit(&tweaks);
  if (count) return EXIT_FINE;
  return command_usage_error(setup->command, "--fuzz-options has nothing to draw from: no profile "
                                             "of these solvers has 'safe_options'");
}

static int find_solvers(FuzzSetup *setup)
{
  const FuzzOptions *given = setup->given;
  int code = check_roles(setup);
  if (code == EXIT_FINE)
    code = add_solvers(setup, given->solvers ? given->solvers : given->targets);
  setup->options.targets = setup->solvers.count;
  if (code == EXIT_FINE && given->references) code = add_solvers(setup, given->references);
  setup->options.references = setup->solvers.count - setup->options.targets;
  if (code == EXIT_FINE && setup->solvers.count > SOLVER_SET_MAX)
    return command_usage_error(setup->command, "at most %d solvers", SOLVER_SET_MAX);
  setup->options.solvers = setup->solvers.items;
  return code ? code : check_tweaks(setup);
}

/* --- numbers --- */

static int read_number(const FuzzSetup *setup, const char *name, const char *text, double low,
                       double high, double *number)
{
  char *end;
  errno = 0;
  *number = strtod(text, &end);
  if (end != text && !*end && isfinite(*number) && *number >= low && *number <= high)
    return EXIT_FINE;
  if (isinf(high))
    return command_usage_error(setup->command, "--%s %s is not a number from %g", name, text, low);
  return command_usage_error(setup->command, "--%s %s is not a number from %g to %g", name, text,
                             low, high);
}

static int set_strategy(FuzzSetup *setup)
{
  const FuzzOptions *given = setup->given;
  StrategyOptions *strategy = &setup->options.strategy;
  bool bugs = given->objective == FUZZ_BUGS;
  strategy->kind = bugs ? STRATEGY_BANDIT1 : STRATEGY_BANDIT2;
  if (given->strategy >= FUZZ_STRATEGY_FIRST)
    strategy->kind = (StrategyKind)(given->strategy - FUZZ_STRATEGY_FIRST);
  if (bugs && strategy->kind == STRATEGY_EVOLUTIONARY)
    return command_usage_error(setup->command, "--strategy evolutionary needs margins to select "
                                               "by: not with --objective bugs");
  if (given->no_enrich && (bugs || strategy->kind != STRATEGY_BANDIT2))
    return command_usage_error(setup->command,
                               "--no-enrich is for margins with --strategy bandit2");
  strategy->enrich = !given->no_enrich;
  strategy->agent = given->agent;
  strategy->seed = given->gen.seed;
  int code = read_number(setup, "decay", given->decay, 0, 1, &strategy->decay);
  if (code == EXIT_FINE && strategy->decay == 0)
    return command_usage_error(setup->command, "--decay 0 would forget everything");
  if (code == EXIT_FINE)
    code = read_number(setup, "repeat", given->repeat, 0, 1, &strategy->repeat);
  if (code == EXIT_FINE && strategy->repeat == 1)
    return command_usage_error(setup->command, "--repeat 1 would never end");
  return code ? code : read_number(setup, "epsilon", given->epsilon, 0, 1, &strategy->epsilon);
}

/* --- costs --- */

static CostKind cost_of(const FuzzOptions *given)
{
  return given->objective == FUZZ_MEMORY ? COST_MEMORY : given->cost;
}

static int check_limits(const FuzzSetup *setup)
{
  const FuzzOptions *given = setup->given;
  CostKind cost = cost_of(given);
  if (given->objective == FUZZ_MEMORY && given->cost != COST_CPU && given->cost != COST_MEMORY)
    return command_usage_error(setup->command,
                               "--objective memory and --cost %s exclude each other",
                               cost_name(given->cost));
  if (!given->timeout_ms)
    return command_usage_error(setup->command, "there has to be a time limit");
  if (cost == COST_MEMORY && !given->memory)
    return command_usage_error(setup->command, "there has to be a limit of memory");
  if (cost == COST_COUNTER && !given->counter_limit)
    return command_usage_error(setup->command, "--cost counter needs --counter-limit N, in the "
                                               "solver's own unit: what counts as unsolved");
  if (given->objective != FUZZ_BUGS && given->mode > SOLVE_FAST)
    return command_usage_error(setup->command,
                               "--mode %s is for --objective bugs: what a run costs "
                               "must not depend on those before it",
                               solve_mode_name(given->mode));
  if (given->mode == SOLVE_FAST && cost == COST_MEMORY)
    return command_usage_error(setup->command, "memory is not measured with --mode fast");
  for (size_t i = 0; cost == COST_COUNTER && i < setup->solvers.count; i++)
    if (!setup->solvers.items[i].profile->counter.after)
      return command_usage_error(setup->command, "%s has no counter of its work",
                                 setup->solvers.items[i].name);
  bool other_mode = given->objective == FUZZ_BUGS && given->mode != SOLVE_PLAIN;
  if (given->compare_modes && !other_mode)
    return command_usage_error(setup->command, "--compare-modes is for --objective bugs with "
                                               "another --mode");
  return EXIT_FINE;
}

static double limit_of(const FuzzOptions *given, CostKind cost)
{
  switch (cost) {
  case COST_MEMORY: return (double)given->memory / (1 << 20);
  case COST_COUNTER: return (double)given->counter_limit;
  default: return (double)given->timeout_ms / 1000;
  }
}

/* A few ticks of the clock, or pages, are nothing. But where inputs take no longer than solvers take to start, a few
 * milliseconds are all that shows the way to harder ones: of CPU time they are more than noise. */
static const char *least_of(const FuzzOptions *given, CostKind cost)
{
  static const char *const usual[] = {
      [COST_CPU] = "0.005", [COST_WALL] = "0.05", [COST_MEMORY] = "1", [COST_COUNTER] = "0"};
  return given->least ? given->least : usual[cost];
}

/* Where CPU time counts, waiting for a processor must not end a run. */
static RunLimits limits_of(const FuzzOptions *given, CostKind cost)
{
  RunLimits limits = {.wall_ns = given->timeout_ms * 1000000, .memory_bytes = given->memory};
  if (given->objective == FUZZ_BUGS || cost != COST_CPU) return limits;
  limits.cpu_ns = limits.wall_ns;
  limits.wall_ns = 3 * limits.cpu_ns + 1000000000;
  return limits;
}

static int set_costs(FuzzSetup *setup)
{
  const FuzzOptions *given = setup->given;
  CampaignOptions *options = &setup->options;
  CostKind cost = cost_of(given);
  int code = check_limits(setup);
  if (code) return code;
  options->rule = (ScoreRule){.cost = cost,
                              .penalty = given->penalty,
                              .limit = limit_of(given, cost),
                              .void_unknown = given->no_unknown};
  options->limits = limits_of(given, cost);
  options->strategy.least.relative = (double)given->least_percent / 100;
  return read_number(setup, "least", least_of(given, cost), 0, INFINITY,
                     &options->strategy.least.absolute);
}

static void set_rest(FuzzSetup *setup)
{
  const FuzzOptions *given = setup->given;
  CampaignOptions *options = &setup->options;
  options->objective = given->objective == FUZZ_BUGS ? OBJECTIVE_BUGS : OBJECTIVE_MARGIN;
  options->runs = (uint32_t)given->runs;
  options->merge = given->mean ? RUNS_MEAN : RUNS_BEST;
  options->eval = (ExamineLimits){EVAL_STEPS_MAX, EVAL_BYTES_MAX};
  options->no_models = given->no_models;
  options->cores = given->cores;
  options->compare_modes = given->compare_modes;
  options->tweak = given->tweak;
  options->mode = given->mode;
  options->reward_new = given->reward == 1;
  options->time_ns = given->time_ms * 1000000;
  options->solver_ns = given->solver_time_ms * 1000000;
  options->inputs = given->inputs;
  options->jobs = (uint32_t)given->jobs;
  options->adapt = (uint32_t)given->adapt;
}

/* --- the language --- */

/* All solvers as one list, as gen_for_solvers wants them. */
static char *solver_list(const FuzzSetup *setup)
{
  const FuzzOptions *given = setup->given;
  StrBuf list;
  strbuf_init(&list, 0);
  strbuf_add_text(&list, given->solvers ? given->solvers : given->targets);
  if (given->references) strbuf_printf(&list, ",%s", given->references);
  char *copy = mem_copy_string(strbuf_text(&list), list.length);
  strbuf_deinit(&list);
  return copy;
}

static int restrict_settings(FuzzSetup *setup, GenSettings *settings)
{
  InputOptions input = {.command = setup->command,
                        .theories = setup->given->theories,
                        .color = setup->given->common.color};
  Error error;
  Bank *bank = input_create_bank(&input, &error);
  if (!bank) return EXIT_ENVIRONMENT;
  int code = EXIT_FINE;
  if (!setup->given->unrestricted) {
    char *list = solver_list(setup);
    code = gen_for_solvers(setup->command, list, &setup->given->profiles, bank, settings);
    free(list);
  }
  bank_destroy(bank);
  return code;
}

static int make_language(FuzzSetup *setup, const GenSettings *settings)
{
  const OptionList *paths = &setup->given->theories;
  VEC(char *) theories = {0};
  Error error = {.status = STATUS_OK};
  int code = EXIT_FINE;
  for (size_t i = 0; i < paths->count && code == EXIT_FINE; i++) {
    FileText text;
    if (file_read(paths->items[i], 0, &text, &error))
      code = command_error(setup->command, EXIT_ENVIRONMENT, "%s", error.message);
    else
      VEC_PUSH(&theories, text.bytes);
  }
  if (code == EXIT_FINE) {
    setup->language =
        smtlib_language(settings, (const char *const *)theories.items, theories.count, &error);
    if (!setup->language) code = command_usage_error(setup->command, "%s", error.message);
  }
  for (size_t i = 0; i < theories.count; i++) free(theories.items[i]);
  VEC_FREE(&theories);
  return code;
}

static int set_language(FuzzSetup *setup)
{
  GenSettings settings;
  int code = gen_options_settings(setup->command, &setup->given->gen, &settings);
  if (code == EXIT_FINE) code = restrict_settings(setup, &settings);
  if (code == EXIT_FINE) code = make_language(setup, &settings);
  if (code == EXIT_FINE) {
    StrBuf name;
    strbuf_init(&name, 0);
    logic_name(&settings.logic, &name);
    setup->logic = mem_copy_string(strbuf_text(&name), name.length);
    strbuf_deinit(&name);
  }
  gen_settings_deinit(&settings);
  return code;
}

/* --- all --- */

int fuzz_setup_init(FuzzSetup *setup, const Subcommand *command, const FuzzOptions *given)
{
  *setup = (FuzzSetup){.command = command, .given = given};
  setup->profiles = solvers_profiles(command, &given->profiles);
  int code = setup->profiles ? find_solvers(setup) : EXIT_ENVIRONMENT;
  if (code == EXIT_FINE) code = set_strategy(setup);
  if (code == EXIT_FINE) code = set_costs(setup);
  if (code == EXIT_FINE) code = fuzz_known_read(setup);
  if (code == EXIT_FINE) code = set_language(setup);
  set_rest(setup);
  return code;
}

void fuzz_setup_deinit(FuzzSetup *setup)
{
  if (setup->language) setup->language->interface->destroy(setup->language);
  solver_vec_free(&setup->solvers);
  if (setup->profiles) profiles_destroy(setup->profiles);
  known_deinit(&setup->known);
  free(setup->logic);
}

/* --- seeds --- */

static Instance *read_seed(const FuzzSetup *setup, const char *path)
{
  FileText text = {0};
  Error error;
  Instance *instance = NULL;
  if (file_read(path, 0, &text, &error) == STATUS_OK)
    instance = setup->language->interface->read(setup->language, text.bytes, text.length, &error);
  if (!instance)
    command_error(setup->command, EXIT_ENVIRONMENT, "%s: %s; going on without it", path,
                  error.message);
  file_text_free(&text);
  return instance;
}

int fuzz_setup_seeds(const FuzzSetup *setup, Campaign *campaign)
{
  PathVec paths = {0};
  size_t good = 0;
  int code = EXIT_FINE;
  for (size_t i = 0; i < setup->given->seeds.count && code == EXIT_FINE; i++) {
    Error error;
    if (paths_add(setup->given->seeds.items[i], ".smt2", &paths, &error))
      code = command_error(setup->command, EXIT_ENVIRONMENT, "%s", error.message);
  }
  for (size_t i = 0; i < paths.count && code == EXIT_FINE; i++) {
    Instance *instance = read_seed(setup, paths.items[i]);
    if (!instance) continue;
    campaign_add_seed(campaign, instance);
    good++;
  }
  if (code == EXIT_FINE && setup->given->seeds.count && !good)
    code = command_error(setup->command, EXIT_ENVIRONMENT, "there is no seed that can be used");
  path_vec_free(&paths);
  return code;
}
