/* assay mutate: scripts that differ from a script in one place. */
#include <string.h>

#include "base/suggest.h"
#include "cli/command/gen_b.h"
#include "cli/command/mutate_network.h"
#include "cli/option/commands.h"
#include "cli/shared/b_file.h"
#include "cli/shared/gen_for.h"
#include "cli/shared/gen_options.h"
#include "cli/shared/input.h"
#include "cli/shared/network.h"
#include "cli/shared/script_output.h"
#include "cli/shared/solvers.h"
#include "smt/mutate/fuse.h"
#include "smt/mutate/skeleton.h"
#include "smt/mutate/transform.h"

typedef struct {
  CommonOptions common;
  GenOptions gen;
  const char *construct;
  const char *transform;
  const char *fuse;
  int kind;
  bool unknown, skeleton;
  bool all;
  uint64_t count, from;
  const char *out;
  const char *solvers;
  OptionList profiles, theories;
} CommandOptions;

static const Option options[] = {
    {OPTION_STRING(CommandOptions, construct), .name = "construct", .letter = 'c',
     .value_name = "NAME",
     .help = "what to put into the script, as 'assay constructs' lists them; without it one is "
             "chosen at random for each mutant"},
    {OPTION_STRING(CommandOptions, transform), .name = "transform", .value_name = "NAME",
     .initial = "construct",
     .help =
         "the kind of change: construct, indices, sort, operators, literals, multiply, reverse, "
         "rotate, translate, nest, commute, negate, variable, duplicate, drop"},
    {OPTION_STRING(CommandOptions, fuse), .name = "fuse", .value_name = "FILE",
     .help = "make one script of this one and FILE, which have the same :status; the result has "
             "it, too"},
    {OPTION_CHOICE(CommandOptions, kind, mutate_network_kinds), .name = "kind", .initial = "graph",
     .help =
         "of a network and its property: another operator in a node, another bound, one node more "
         "or less, or bounds that keep the property satisfiable or unsatisfiable"},
    {OPTION_FLAG(CommandOptions, unknown), .name = "unknown",
     .help = "with --fuse: also scripts without :status; the result is sat if both are, and says "
             "nothing"},
    {OPTION_FLAG(CommandOptions, skeleton), .name = "skeleton",
     .help = "keep connectives and quantifiers, and put new atoms in the place of all others"},
    {OPTION_FLAG(CommandOptions, all), .name = "all",
     .help = "every outcome that the construct has, each once, up to --count of them (1000)"},
    {OPTION_UNSIGNED(CommandOptions, count), .name = "count", .letter = 'n', .value_name = "N",
     .help = "how many mutants (1)"},
    {OPTION_UNSIGNED(CommandOptions, from), .name = "from", .value_name = "N", .initial = "0",
     .help = "the number of the first one"},
    {OPTION_STRING(CommandOptions, out), .name = "out", .letter = 'o', .value_name = "DIR",
     .help = "write a file for each mutant into DIR, which is made if needed; without it they are "
             "printed, with (reset) between them"},
    {OPTION_STRING(CommandOptions, solvers), .name = "for", .value_name = "SOLVERS",
     .help = "put in nothing that one of these solvers does not have; they are asked once for "
             "each logic"},
    SOLVERS_PROFILES_OPTION(CommandOptions, profiles),
    {OPTION_STRING(CommandOptions, gen.logic), .name = "logic", .value_name = "NAME",
     .help = "the logic to stay in; without it that of the script"},
    GEN_TERM_OPTIONS(CommandOptions, gen) INPUT_THEORY_OPTION(CommandOptions, theories),
};

static const Example examples[] = {
    {"assay mutate --construct bvxor --seed 3 samples/overflow.smt2",
     "replace one operator by bvxor"},
    {"assay mutate --construct fp.abs --all samples/float-assoc.smt2", "all ways to place fp.abs"},
    {"assay mutate --count 1000 --out DIR script.smt2",
     "a thousand mutants, each with a random construct"},
    {"assay mutate --transform operators samples/overflow.smt2",
     "replace one operator by another of the same rank"},
    {"assay mutate --fuse b.smt2 a.smt2", "fuse two scripts with the same answer"},
};

static const ExitNote exits[] = {
    {EXIT_FINDING, "the script is wrong"},
    {EXIT_USAGE, "the logic has no such construct"},
    {EXIT_ENVIRONMENT,
     "a file cannot be read or written, the script has no place for the construct "
     "or nothing for the transform, or two scripts cannot be fused"},
};

enum { STREAM_MUTANT = 4, ALL_COUNT = 1000 };

typedef struct {
  const CommandOptions *given;
  Mutator mutator;
  const Script *script;
  const Script *other; /* --fuse */
  FuseAnswer answer;
  const Transform *transform; /* NULL: one of those below */
  ConstructId construct;      /* CONSTRUCT_NONE: any */
  ScriptOutput output;
  Printer *printer;
  uint64_t number;
  int code;
} Job;

/* --- transforms --------------------------------------------------------------------------- */

static Status place_construct(Job *job, Choice *choice, Script *result, Error *error)
{
  Mutator *mutator = &job->mutator;
  if (job->construct != CONSTRUCT_NONE)
    return mutator_mutate(mutator, job->construct, choice, result, error);
  return mutate_any(mutator, choice, result, error);
}

static Status change_indices(Job *job, Choice *choice, Script *result, Error *error)
{
  return mutate_indices(&job->mutator, choice, result, error);
}

static Status change_sort(Job *job, Choice *choice, Script *result, Error *error)
{
  return mutate_sort(&job->mutator, choice, result, error);
}

static Status transform_script(Job *job, Choice *choice, Script *result, Error *error)
{
  return transform_apply(job->transform, &job->mutator, job->script, choice, result, error);
}

static Status fuse_scripts(Job *job, Choice *choice, Script *result, Error *error)
{
  return fuse_pair(job->mutator.bank, job->script, job->other, job->answer, choice, result, error);
}

static Status fill_skeleton(Job *job, Choice *choice, Script *result, Error *error)
{
  return skeleton_fill(&job->mutator, choice, result, error);
}

/* A change of the script: a result for each stream of decisions. */
typedef struct {
  const char *name;
  Status (*apply)(Job *job, Choice *choice, Script *result, Error *error);
  const Transform *transform; /* of transform_script */
} Change;

static const Change changes[] = {
    {"construct", place_construct, NULL},
    {"indices", change_indices, NULL},
    {"sort", change_sort, NULL},
};

enum { CHANGE_COUNT = sizeof changes / sizeof *changes };

static bool find_change(const char *name, Change *change)
{
  size_t count = CHANGE_COUNT + transform_count;
  const char **names = mem_alloc_zero(count, sizeof *names);
  bool found = false;
  for (size_t i = 0; i < count && !found; i++) {
    const Transform *transform = i < CHANGE_COUNT ? NULL : &transform_list[i - CHANGE_COUNT];
    *change = transform ? (Change){transform->name, transform_script, transform} : changes[i];
    names[i] = change->name;
    found = strcmp(change->name, name) == 0;
  }
  if (!found) {
    const char *near = suggest_name(name, names, count);
    command_usage_error(&command_mutate, "unknown transform '%s'%s%s%s", name,
                        near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
  }
  free(names);
  return found;
}

/* --- mutants ------------------------------------------------------------------------------ */

static bool write_mutant(void *context, const Script *mutant)
{
  Job *job = context;
  script_output_next(&job->output);
  printer_script(job->printer, &job->output.text, mutant);
  job->code = script_output_end(&job->output, job->number++);
  return job->code == EXIT_FINE;
}

static void write_random(Job *job, const Change *change)
{
  const CommandOptions *given = job->given;
  Script mutant = {0};
  Choice choice;
  Error error;
  uint64_t count = given->count ? given->count : 1;
  choice_init(&choice, random_stream(given->gen.seed, STREAM_MUTANT, 0));
  for (uint64_t i = 0; i < count && job->code == EXIT_FINE; i++) {
    choice.random = random_stream(given->gen.seed, STREAM_MUTANT, job->number);
    if (change->apply(job, &choice, &mutant, &error))
      job->code = command_refuse(&command_mutate, &error);
    else
      write_mutant(job, &mutant);
  }
  choice_deinit(&choice);
  script_deinit(&mutant);
}

static void write_all(Job *job)
{
  Error error;
  uint64_t limit = job->given->count ? job->given->count : ALL_COUNT;
  if (mutate_all(&job->mutator, job->construct, limit, write_mutant, job, &error))
    job->code = command_refuse(&command_mutate, &error);
}

static void write_mutants(Job *job, const Change *change, Bank *bank)
{
  PrintOptions print = {.share = SHARE_LET};
  job->number = job->given->from;
  job->code = script_output_begin(&job->output, &command_mutate, job->given->out);
  job->printer = printer_create(bank, &print);
  if (job->code == EXIT_FINE) {
    if (job->given->all)
      write_all(job);
    else
      write_random(job, change);
  }
  printer_destroy(job->printer);
  job->code = script_output_close(&job->output, job->code);
}

/* --- the command -------------------------------------------------------------------------- */

static int report_unknown_construct(const ConstructTable *table, const char *name)
{
  const char **names = mem_alloc_zero(table->items.count + 1, sizeof *names);
  for (size_t i = 0; i < table->items.count; i++) names[i] = table->items.items[i].name;
  const char *near = suggest_name(name, names, table->items.count);
  int code =
      command_usage_error(&command_mutate, "the logic has no construct '%s'%s%s%s", name,
                          near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
  free(names);
  return code;
}

static int mutate_input(const CommandOptions *given, const GenSettings *settings,
                        const Change *change, const Input *input, const Script *other,
                        FuseAnswer answer)
{
  Job job = {.given = given,
             .script = &input->script,
             .other = other,
             .answer = answer,
             .transform = change->transform,
             .construct = CONSTRUCT_NONE};
  Error error;
  int code = EXIT_FINE;
  if (mutator_init(&job.mutator, input->bank, settings, &error)) {
    code = command_usage_error(&command_mutate, "%s", error.message);
  } else if (given->construct) {
    job.construct = constructs_find(&job.mutator.constructs, given->construct);
    if (job.construct == CONSTRUCT_NONE)
      code = report_unknown_construct(&job.mutator.constructs, given->construct);
  }
  if (code == EXIT_FINE) {
    mutator_start(&job.mutator, &input->script);
    write_mutants(&job, change, input->bank);
    code = job.code;
  }
  mutator_deinit(&job.mutator);
  return code;
}

/* The answer that both scripts have. One without a status makes it unknown. */
static int find_answer(const CommandOptions *given, const Input *input, const Input *other,
                       FuseAnswer *answer)
{
  FuseAnswer first = fuse_answer_of(input->bank, &input->script);
  FuseAnswer second = fuse_answer_of(other->bank, &other->script);
  *answer = first == second ? first : FUSE_UNKNOWN;
  if (*answer != FUSE_UNKNOWN) return EXIT_FINE;
  if (first != FUSE_UNKNOWN && second != FUSE_UNKNOWN)
    return command_error(&command_mutate, EXIT_ENVIRONMENT, "'%s' and '%s' have different statuses",
                         input->name, other->name);
  if (given->unknown) return EXIT_FINE;
  return command_error(&command_mutate, EXIT_ENVIRONMENT,
                       "'%s' has no (set-info :status ...) of sat or unsat",
                       first == FUSE_UNKNOWN ? input->name : other->name);
}

static int choose_settings(const CommandOptions *given, const Input *input, GenSettings *settings)
{
  Logic logic = mutate_logic_of_script(input->bank, &input->script);
  if (given->gen.logic && !logic_parse(given->gen.logic, strlen(given->gen.logic), &logic)) {
    Error error;
    gen_settings_init(settings);
    logic_refuse_name(given->gen.logic, &error);
    return command_refuse(&command_mutate, &error);
  }
  int code = gen_options_settings_of(&command_mutate, &given->gen, &logic, settings);
  if (code == EXIT_FINE && given->solvers)
    code =
        gen_for_solvers(&command_mutate, given->solvers, &given->profiles, input->bank, settings);
  return code;
}

/* Of the kinds of change that options name, one. */
static int choose_change(const CommandOptions *given, Change *change)
{
  bool construct = strcmp(given->transform, "construct") == 0;
  if ((given->fuse != NULL) + given->skeleton + !construct > 1)
    return command_usage_error(&command_mutate,
                               "--transform, --fuse and --skeleton exclude each other");
  if (given->unknown && !given->fuse)
    return command_usage_error(&command_mutate, "--unknown is for --fuse");
  if (!find_change(given->transform, change)) return EXIT_USAGE;
  if (given->fuse) *change = (Change){"fuse", fuse_scripts, NULL};
  if (given->skeleton) *change = (Change){"skeleton", fill_skeleton, NULL};
  if (given->all && !given->construct)
    return command_usage_error(&command_mutate, "--all needs --construct NAME");
  if (given->construct && change->apply != place_construct)
    return command_usage_error(&command_mutate, "--construct is not for --%s%s",
                               construct ? "" : "transform ", change->name);
  return EXIT_FINE;
}

/* Solvers may refuse the name of the script's logic. */
static void call_logic_all(Bank *bank, Script *script)
{
  Symbol all = symbols_intern(&bank->symbols, "ALL", 3);
  for (size_t i = 0; i < script->commands.count; i++)
    if (script->commands.items[i].kind == CMD_SET_LOGIC) script->commands.items[i].a = all;
  if (script->logic) script->logic = all;
}

static int mutate_with_settings(const CommandOptions *given, const Change *change, Input *input,
                                const Script *other, FuseAnswer answer)
{
  GenSettings settings;
  int code = choose_settings(given, input, &settings);
  if (given->solvers && settings.logic.all) call_logic_all(input->bank, &input->script);
  if (code == EXIT_FINE) code = mutate_input(given, &settings, change, input, other, answer);
  gen_settings_deinit(&settings);
  return code;
}

static int run(const void *values, int count, char **positionals)
{
  const CommandOptions *given = values;
  if (network_is_model(positionals[0])) {
    NetworkMutants wanted = {.kind = given->kind,
                             .network = positionals[0],
                             .property = count > 1 ? positionals[1] : NULL,
                             .folder = given->out,
                             .seed = given->gen.seed,
                             .from = given->from,
                             .count = given->count ? given->count : 1};
    return mutate_network(&command_mutate, &wanted);
  }
  if (count > 1)
    return command_usage_error(&command_mutate, "only a network can have a second FILE");
  if (b_file_is_named(positionals[0])) {
    BMutateRequest request = {.path = positionals[0],
                              .construct = given->construct,
                              .out = given->out,
                              .color = given->common.color,
                              .depth = given->gen.depth.high,
                              .seed = given->gen.seed,
                              .from = given->from,
                              .count = given->count ? given->count : 1,
                              .raw = true};
    return mutate_b(&command_mutate, &request);
  }
  Change change = {0};
  int code = choose_change(given, &change);
  if (code != EXIT_FINE) return code;
  InputOptions input_options = {
      .command = &command_mutate, .theories = given->theories, .color = given->common.color};
  Input input, other = {0};
  FuseAnswer answer = FUSE_UNKNOWN;
  code = input_read(&input_options, positionals[0], &input);
  if (code == EXIT_FINE && given->fuse) {
    code = input_read_more(&input_options, given->fuse, &input, &other);
    if (code == EXIT_FINE) code = find_answer(given, &input, &other, &answer);
  }
  if (code == EXIT_FINE) code = mutate_with_settings(given, &change, &input, &other.script, answer);
  input_deinit(&other);
  input_deinit(&input);
  return code;
}

const Subcommand command_mutate = {
    .name = "mutate",
    .group = GROUP_INPUTS,
    .summary = "change a script, or fuse two",
    .usage = "[--construct NAME] [OPTION]... FILE\n"
             "--transform NAME [OPTION]... FILE\n--fuse FILE [OPTION]... FILE\n"
             "--skeleton [OPTION]... FILE\n--kind KIND --out DIR [OPTION]... NETWORK PROPERTY",
    .description =
        "Puts one more occurrence of a construct into a script: one place that holds something of "
        "the same sort and class gets the construct instead. The terms below it stay where they "
        "fit, and what is missing grows. If the sort does not occur in the script, one assertion "
        "is replaced by a new one that has the construct.\n\n"
        "--transform NAME makes another kind of change. nest, commute and duplicate keep "
        "satisfiability, and reverse and translate do where all operators on strings allow it: "
        "(set-info :status ...) stays then, and is left out otherwise.\n\n"
        "Every mutant is well sorted, stays in the logic of the script, and differs from it. "
        "--fuse makes one script of two that have the same answer, and --skeleton keeps only the "
        "connectives and quantifiers of a script.\n\n"
        "FILE may be - for standard input. Mutant number N of a seed and options is always the "
        "same.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {"FILE", 1, 2, .completion = COMPLETE_FILES},
    .options_size = sizeof(CommandOptions),
    .run = run,
};
