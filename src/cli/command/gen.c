/* assay gen: random scripts. */
#include "cli/command/gen_b.h"
#include "cli/command/gen_boxes.h"
#include "cli/command/gen_exhaustive.h"
#include "cli/command/gen_network.h"
#include "cli/option/commands.h"
#include "cli/shared/gen_for.h"
#include "cli/shared/gen_options.h"
#include "cli/shared/input.h"
#include "cli/shared/script_output.h"
#include "cli/shared/solvers.h"
#include "smt/gen/enumerate.h"
#include "smt/known/known.h"

typedef struct {
  CommonOptions common;
  GenOptions gen;
  uint64_t count, from, max_size, boxes;
  bool exhaustive, count_only;
  const char *out;
  const char *solvers;
  OptionList profiles;
  OptionList theories;
  KnownAnswer known;
  bool with_model;
  int language, class, spec;
  const char *config;
  bool print_config, suite;
  const char *types, *conjuncts;
  bool raw, infinite;
} CommandOptions;

static const char *const known_words[] = {"no", "sat", "unsat", NULL};

static const char *const language_words[] = {"smt", "nn", "b", NULL};

static const Option options[] = {
    {OPTION_UNSIGNED(CommandOptions, count), .name = "count", .letter = 'n', .value_name = "N",
     .initial = "1", .help = "how many scripts"},
    {OPTION_UNSIGNED(CommandOptions, from), .name = "from", .value_name = "N", .initial = "0",
     .help = "the number of the first one"},
    {OPTION_STRING(CommandOptions, out), .name = "out", .letter = 'o', .value_name = "DIR",
     .help = "write a file for each script into DIR, which is made if needed; without it they are "
             "printed, with (reset) between them"},
    {OPTION_STRING(CommandOptions, solvers), .name = "for", .value_name = "SOLVERS",
     .help = "leave out what one of these solvers does not have; they are asked once for each "
             "logic; of B: what their encodings have no translation for"},
    {OPTION_CHOICE(CommandOptions, known, known_words), .name = "known", .initial = "no",
     .help = "the answer is known by construction, and written as (set-info :status ...), of B as "
             "a comment"},
    {OPTION_FLAG(CommandOptions, with_model), .name = "with-model",
     .help = "with --known sat: also the model, in DIR/N.model, or without --out in comments"},
    SOLVERS_PROFILES_OPTION(CommandOptions, profiles),
    {OPTION_FLAG(CommandOptions, exhaustive), .name = "exhaustive",
     .help = "every formula of at most --max-size nodes instead of random scripts, one a script"},
    {OPTION_UNSIGNED(CommandOptions, max_size), .name = "max-size", .value_name = "N", .low = 1,
     .high = ENUMERATION_SIZE_MAX, .initial = "4", .help = "operators and leaves of a formula"},
    {OPTION_FLAG(CommandOptions, count_only), .name = "count-only",
     .help = "only say how many formulas there are of each size, as JSON"},
    {OPTION_UNSIGNED(CommandOptions, boxes), .name = "boxes", .value_name = "N", .initial = "0",
     .high = BOXGEN_MOST,
     .help = "scripts with N closed boxes, and C source that computes them, into --out, for 'assay "
             "solve --box'; with --known, --seed and --num-asserts only"},
    {OPTION_CHOICE(CommandOptions, language, language_words), .name = "language", .initial = "smt",
     .help = "nn: networks with properties instead of scripts, into --out; b: predicates of the B "
             "method"},
    {OPTION_CHOICE(CommandOptions, class, gen_network_classes), .name = "class",
     .initial = "vnnlib",
     .help = "of networks: random graphs, decision trees, layers, or layers that verifiers know"},
    {OPTION_CHOICE(CommandOptions, spec, gen_network_specs), .name = "spec", .initial = "rand",
     .help = "of properties: random, satisfied by a witness, probably unsatisfiable, satisfied but "
             "hard to hit, unsatisfiable for certain"},
    {OPTION_STRING(CommandOptions, config), .name = "config", .value_name = "FILE",
     .help = "settings of networks, in YAML"},
    {OPTION_FLAG(CommandOptions, suite), .name = "suite",
     .help = "networks: a suite of 10,000 instances: 4,950 units operator by operator, 4,950 of "
             "medium size over the classes, 100 of the size of competitions; --from and --count "
             "select a part"},
    {OPTION_FLAG(CommandOptions, print_config), .name = "print-config",
     .help = "print the settings of networks with comments instead"},
    {OPTION_STRING(CommandOptions, types), .name = "types", .value_name = "LIST",
     .help = "of B: INTEGER, BOOL, REAL, STRING, pairs, sets, relations, functions, sequences, "
             "records, given, trees; all but trees otherwise"},
    {OPTION_STRING(CommandOptions, conjuncts), .name = "conjuncts", .value_name = "A-B",
     .initial = "2-4", .help = "of B: so many conjuncts"},
    {OPTION_FLAG(CommandOptions, raw), .name = "raw",
     .help = "of B: do not insert conditions of well-definedness"},
    {OPTION_FLAG(CommandOptions, infinite), .name = "infinite",
     .help = "of B: also infinite sets, and what depends on the tool, such as MAXINT"},
    GEN_OPTIONS(CommandOptions, gen) INPUT_THEORY_OPTION(CommandOptions, theories),
};

static const Example examples[] = {
    {"assay gen --logic QF_BV", "a script of 5 assertions"},
    {"assay gen --logic QF_UFBVFP --depth 4 --seed 7 --count 1000 --out DIR", "a thousand files"},
    {"assay gen --logic ALL --for z3,cvc5", "only what these solvers have"},
    {"assay gen -qf -bv -fp -uf --num-asserts 1 --num-vars 1 --num-ufs 1",
     "theories one by one; the name of the logic follows"},
    {"assay gen --logic QF_ABV --shape layers --nodes 1000 --num-asserts 1",
     "a graph with sharing instead of trees"},
    {"assay gen --exhaustive --logic QF_LIA --max-size 6 --from 0 --count 100000",
     "the first of all formulas of at most 6 nodes"},
    {"assay gen --logic QF_UFLIA --known sat --with-model --count 100 --out DIR",
     "satisfiable ones, with their models"},
    {"assay gen --language b --depth 3 --conjuncts 2-4 --count 100 --out DIR",
     "predicates of the B method"},
    {"assay gen --language nn --class dnn --spec sat --count 100 --out DIR",
     "networks with properties that have a witness"},
    {"assay gen --boxes 2 --known unsat --count 100 --out DIR",
     "scripts over functions that can only be called, with their source"},
    {"assay gen -int -l --only and,or,not,+,\\<,=,numeral", "some constructs only"},
};

static const ExitNote exits[] = {
    {EXIT_USAGE, "nothing can be generated with these options"},
    {EXIT_ENVIRONMENT, "a file cannot be read or written, or a theory file is wrong"},
};

/* One script, with its model where that is wanted. */
static int write_script(const CommandOptions *given, Generator *generator, uint64_t index,
                        ScriptOutput *output)
{
  StrBuf model;
  strbuf_init(&model, 0);
  script_output_next(output);
  known_text(generator, given->known, index, &output->text, given->with_model ? &model : NULL,
             given->out ? "" : "; model: ");
  if (given->out)
    strbuf_add_text(&output->text, "(exit)\n");
  else
    strbuf_add(&output->text, model.bytes, model.length);
  int code = script_output_end(output, index);
  if (code == EXIT_FINE && given->out && given->with_model)
    code = script_output_file(output, index, "model", &model);
  strbuf_deinit(&model);
  return code;
}

/* Has the bank grown so large that it is better to begin anew? Evaluation takes memory for every term of
 * it. */
static bool is_large(const CommandOptions *given, const Generator *generator)
{
  enum { EVALUATED_MAX = 40000 };
  if (given->known != KNOWN_NOTHING) return generator->bank->terms.count > EVALUATED_MAX;
  return generator_is_large(generator);
}

/* Scripts until the bank has grown large. */
static int write_some(const CommandOptions *given, const GenSettings *settings, Bank *bank,
                      ScriptOutput *output, uint64_t *done)
{
  Generator generator;
  Error error;
  Status status = generator_init(&generator, bank, settings, &error);
  if (!status) status = known_check(&generator, given->known, &error);
  int code = status ? command_usage_error(&command_gen, "%s", error.message) : EXIT_FINE;
  for (; code == EXIT_FINE && *done < given->count && !is_large(given, &generator); ++*done)
    code = write_script(given, &generator, given->from + *done, output);
  generator_deinit(&generator);
  return code;
}

/* Terms stay in their bank for ever, so that many scripts are made in several banks: memory is
 * bounded. */
static int generate(const CommandOptions *given, const GenSettings *settings,
                    const InputOptions *input)
{
  ScriptOutput output;
  uint64_t done = 0;
  int code = script_output_begin(&output, &command_gen, given->out);
  do {
    Error error;
    Bank *bank = code == EXIT_FINE ? input_create_bank(input, &error) : NULL;
    if (code == EXIT_FINE && !bank) code = EXIT_ENVIRONMENT;
    if (code == EXIT_FINE) code = write_some(given, settings, bank, &output, &done);
    bank_destroy(bank);
  } while (code == EXIT_FINE && done < given->count);
  return script_output_close(&output, code);
}

static int generate_all(const CommandOptions *given, GenSettings *settings, Bank *bank)
{
  Generator generator;
  Error error;
  int code;
  enumeration_settings(settings);
  FormulaRange range = {.command = &command_gen,
                        .folder = given->out,
                        .max_size = (uint32_t)given->max_size,
                        .from = given->from,
                        .count = given->count,
                        .count_only = given->count_only};
  if (generator_init(&generator, bank, settings, &error))
    code = command_usage_error(&command_gen, "%s", error.message);
  else
    code = gen_exhaustive(&generator, &range);
  generator_deinit(&generator);
  return code;
}

/* Options that do not go together. */
static int check_options(const CommandOptions *given)
{
  bool known = given->known != KNOWN_NOTHING;
  if (given->count_only && !given->exhaustive)
    return command_usage_error(&command_gen, "--count-only needs --exhaustive");
  if (given->with_model && given->known != KNOWN_SAT)
    return command_usage_error(&command_gen, "--with-model needs --known sat: nothing else has a "
                                             "model that is known");
  if (known && (given->exhaustive || given->gen.incremental || given->gen.shape != SHAPE_TREE))
    return command_usage_error(&command_gen,
                               "--known is for trees: without --exhaustive, --incremental and "
                               "--shape layers");
  return EXIT_FINE;
}

/* Scripts with closed boxes have sorts and operators of their own. */
static int generate_boxes(const CommandOptions *given)
{
  const Option *logic = option_find(command_gen.options, "logic");
  if (!given->out)
    return command_usage_error(&command_gen,
                               "--boxes needs --out: each script has a source beside it");
  if (given->exhaustive || given->with_model || given->solvers ||
      option_was_given(command_gen.options, logic, given))
    return command_usage_error(&command_gen,
                               "--boxes goes with --known, --seed, --num-asserts, --from, --count "
                               "and --out only: its scripts are of one kind");
  BoxgenSettings settings = {.seed = given->gen.seed,
                             .boxes = (uint32_t)given->boxes,
                             .assertions = (uint32_t)given->gen.num_asserts.high,
                             .unsat = given->known == KNOWN_UNSAT};
  if (settings.assertions == 0) settings.assertions = 1;
  return gen_boxes(&command_gen, &settings, given->out, given->from, given->count);
}

static int run(const void *values, int count, char **positionals)
{
  const CommandOptions *given = values;
  (void)count;
  (void)positionals;
  if (given->language == 1) {
    /* A suite is written as a whole, unless a part of it is asked for. */
    bool whole = given->suite && given->count == 1;
    NetworkRequest request = {.class = given->class,
                              .spec = given->spec,
                              .config = given->config,
                              .print_config = given->print_config,
                              .suite = given->suite,
                              .folder = given->out,
                              .seed = given->gen.seed,
                              .from = given->from,
                              .count = whole ? UINT64_MAX : given->count};
    return gen_network(&command_gen, &request);
  }
  if (given->boxes > 0) return generate_boxes(given);
  if (given->language == 2) {
    BGenRequest request = {.types = given->types,
                           .conjuncts = given->conjuncts,
                           .out = given->out,
                           .depth = given->gen.depth.high,
                           .seed = given->gen.seed,
                           .from = given->from,
                           .count = given->count,
                           .raw = given->raw,
                           .infinite = given->infinite,
                           .known = given->known,
                           .with_model = given->with_model,
                           .solvers = given->solvers,
                           .profiles = &given->profiles};
    if (given->with_model && given->known != KNOWN_SAT) return check_options(given);
    return gen_b(&command_gen, &request);
  }
  GenSettings settings;
  int code = gen_options_settings(&command_gen, &given->gen, &settings);
  if (code == EXIT_FINE) code = check_options(given);
  if (code == EXIT_FINE) {
    InputOptions input = {
        .command = &command_gen, .theories = given->theories, .color = given->common.color};
    Error error;
    Bank *bank = input_create_bank(&input, &error);
    code = bank ? EXIT_FINE : EXIT_ENVIRONMENT;
    if (bank && given->solvers)
      code = gen_for_solvers(&command_gen, given->solvers, &given->profiles, bank, &settings);
    if (code == EXIT_FINE && given->exhaustive) code = generate_all(given, &settings, bank);
    bank_destroy(bank);
    if (code == EXIT_FINE && !given->exhaustive) code = generate(given, &settings, &input);
  }
  gen_settings_deinit(&settings);
  return code;
}

const Subcommand command_gen = {
    .name = "gen",
    .group = GROUP_INPUTS,
    .summary = "generate random scripts",
    .usage = "--logic NAME [OPTION]...\n-bv -fp ... [OPTION]...",
    .description =
        "Generates scripts of a logic, or of the theories that are named, from the signatures of "
        "all their operators. Every script is well sorted and within the logic.\n\n"
        "Script number N of a seed and options is always the same, so a job can be split with "
        "--from and --count.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {.name = "", .min = 0, .max = 0, .completion = COMPLETE_NOTHING},
    .options_size = sizeof(CommandOptions),
    .run = run,
};
