/* assay gen: random scripts. */
#include "cli/commands.h"
#include "cli/gen_for.h"
#include "cli/gen_options.h"
#include "cli/input.h"
#include "cli/script_output.h"
#include "cli/solvers.h"
#include "gen/generate.h"

typedef struct {
  CommonOptions common;
  GenOptions gen;
  uint64_t count, from;
  const char *out;
  const char *solvers;
  OptionList profiles;
  OptionList theories;
} CommandOptions;

static const Option options[] = {
    {OPTION_UNSIGNED(CommandOptions, count), .name = "count", .letter = 'n', .value_name = "N",
     .initial = "1", .help = "how many scripts"},
    {OPTION_UNSIGNED(CommandOptions, from), .name = "from", .value_name = "N", .initial = "0",
     .help = "the number of the first one"},
    {OPTION_STRING(CommandOptions, out), .name = "out", .letter = 'o', .value_name = "DIR",
     .help = "write a file for each script into DIR, which is made if needed; without it they are "
             "printed, with (reset) between them"},
    {OPTION_STRING(CommandOptions, solvers), .name = "for", .value_name = "SOLVERS",
     .help = "leave out what one of these solvers does not have; they are asked once, which takes "
             "half a minute"},
    SOLVERS_PROFILES_OPTION(CommandOptions, profiles),
    GEN_OPTIONS(CommandOptions, gen),
    INPUT_THEORY_OPTION(CommandOptions, theories),
};

static const Example examples[] = {
    {"assay gen --logic QF_BV", "a script of 5 assertions"},
    {"assay gen --logic QF_UFBVFP --depth 4 --seed 7 --count 1000 --out DIR", "a thousand files"},
    {"assay gen --logic ALL --for z3,cvc5", "only what these solvers have"},
    {"assay gen -qf -bv -fp -uf --num-asserts 1 --num-vars 1 --num-ufs 1",
     "theories one by one; the name of the logic follows"},
    {"assay gen -int -l --only and,or,not,+,\\<,=,numeral", "some constructs only"},
};

static const ExitNote exits[] = {
    {EXIT_USAGE, "nothing can be generated with these options"},
    {EXIT_ENVIRONMENT, "a file cannot be read or written"},
};

static int write_scripts(Generator *generator, const CommandOptions *given)
{
  ScriptOutput output;
  int code = script_output_begin(&output, &command_gen, given->out);
  for (uint64_t i = 0; i < given->count && code == EXIT_FINE; i++) {
    script_output_next(&output);
    generator_text(generator, given->from + i, &output.text);
    if (given->out) strbuf_add_text(&output.text, "(exit)\n");
    code = script_output_end(&output, given->from + i);
  }
  return script_output_close(&output, code);
}

static int generate(const CommandOptions *given, const GenSettings *settings, Bank *bank)
{
  Generator generator;
  Error error;
  int code;
  if (generator_init(&generator, bank, settings, &error))
    code = command_usage_error(&command_gen, "%s", error.message);
  else
    code = write_scripts(&generator, given);
  generator_deinit(&generator);
  return code;
}

static int run(const void *values, int count, char **positionals)
{
  const CommandOptions *given = values;
  (void)count;
  (void)positionals;
  GenSettings settings;
  int code = gen_options_settings(&command_gen, &given->gen, &settings);
  if (code == EXIT_FINE) {
    InputOptions input = {
        .command = &command_gen, .theories = given->theories, .color = given->common.color};
    Error error;
    Bank *bank = input_create_bank(&input, &error);
    code = bank ? EXIT_FINE : EXIT_ENVIRONMENT;
    if (bank && given->solvers)
      code = gen_for_solvers(&command_gen, given->solvers, &given->profiles, bank, &settings);
    if (code == EXIT_FINE) code = generate(given, &settings, bank);
    bank_destroy(bank);
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
