/* assay gen: random scripts. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "cli/commands.h"
#include "cli/gen_for.h"
#include "cli/gen_options.h"
#include "cli/input.h"
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

enum { FLUSH_BYTES = 1 << 16 };

static int write_file(const char *directory, uint64_t index, const StrBuf *text)
{
  StrBuf path;
  Error error;
  strbuf_init(&path, 0);
  strbuf_printf(&path, "%s/%08llu.smt2", directory, (unsigned long long)index);
  Status status = file_write(strbuf_text(&path), text->bytes, text->length, &error);
  strbuf_deinit(&path);
  return status ? command_error(&command_gen, EXIT_ENVIRONMENT, "%s", error.message) : EXIT_FINE;
}

static int make_directory(const char *path)
{
  if (mkdir(path, 0777) == 0 || errno == EEXIST) return EXIT_FINE;
  return command_error(&command_gen, EXIT_ENVIRONMENT, "cannot make the directory '%s': %s", path,
                       strerror(errno));
}

static int write_text(StrBuf *text)
{
  bool good = fwrite(text->bytes, 1, text->length, stdout) == text->length;
  strbuf_clear(text);
  return good ? EXIT_FINE
              : command_error(&command_gen, EXIT_ENVIRONMENT, "cannot write: %s", strerror(errno));
}

static int print_scripts(Generator *generator, const CommandOptions *given)
{
  StrBuf text;
  strbuf_init(&text, 0);
  int code = EXIT_FINE;
  for (uint64_t i = 0; i < given->count && code == EXIT_FINE; i++) {
    if (i) strbuf_add_text(&text, "(reset)\n");
    generator_text(generator, given->from + i, &text);
    if (text.length >= FLUSH_BYTES) code = write_text(&text);
  }
  if (code == EXIT_FINE) code = write_text(&text);
  strbuf_deinit(&text);
  return code;
}

static int write_scripts(Generator *generator, const CommandOptions *given)
{
  StrBuf text;
  strbuf_init(&text, 0);
  int code = make_directory(given->out);
  for (uint64_t i = 0; i < given->count && code == EXIT_FINE; i++) {
    strbuf_clear(&text);
    generator_text(generator, given->from + i, &text);
    strbuf_add_text(&text, "(exit)\n");
    code = write_file(given->out, given->from + i, &text);
  }
  strbuf_deinit(&text);
  return code;
}

static int generate(const CommandOptions *given, const GenSettings *settings, Bank *bank)
{
  Generator generator;
  Error error;
  int code;
  if (generator_init(&generator, bank, settings, &error))
    code = command_usage_error(&command_gen, "%s", error.message);
  else
    code = given->out ? write_scripts(&generator, given) : print_scripts(&generator, given);
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
