/* assay constructs: the parts of a logic that inputs are made of. */
#include "cli/option/commands.h"
#include "cli/option/json.h"
#include "cli/option/table.h"
#include "cli/shared/gen_options.h"
#include "cli/shared/input.h"
#include "smt/draw/construct.h"
#include "smt/text/print_rank.h"

typedef struct {
  CommonOptions common;
  GenOptions gen;
  bool json;
  OptionList theories;
} CommandOptions;

static const Option options[] = {
    {OPTION_FLAG(CommandOptions, json), .name = "json", .help = "print a JSON array"},
    GEN_OPTIONS(CommandOptions, gen) INPUT_THEORY_OPTION(CommandOptions, theories),
};

static const Example examples[] = {
    {"assay constructs --logic QF_S", "the constructs of a logic"},
    {"assay constructs -bv --without bvmul --json", "of theories, for programs"},
};

static const TableColumn columns[] = {
    {"construct", false}, {"class", false}, {"weight", true}, {"ranks", false}};

static void add_ranks(StrBuf *out, const Bank *bank, const ConstructTable *table,
                      const Construct *construct)
{
  for (uint32_t i = 0; i < construct->count; i++) {
    if (i) strbuf_add_text(out, "; ");
    rank_print_sorts(out, bank, table->funs.items[construct->first + i]);
  }
}

static void print_table(const Bank *bank, const ConstructTable *constructs, Style style)
{
  Table table;
  table_init(&table, columns, sizeof columns / sizeof *columns);
  for (size_t i = 0; i < constructs->items.count; i++) {
    const Construct *construct = &constructs->items.items[i];
    strbuf_add_text(table_cell(&table), construct->name);
    strbuf_add_text(table_cell(&table), construct_kind_name(construct->kind));
    strbuf_printf(table_cell(&table), "%g", construct->weight);
    add_ranks(table_cell(&table), bank, constructs, construct);
  }
  table_print(stdout, &table, style);
  table_deinit(&table);
}

static void print_json(const Bank *bank, const ConstructTable *constructs)
{
  json_t *list = json_array();
  for (size_t i = 0; i < constructs->items.count; i++) {
    const Construct *construct = &constructs->items.items[i];
    json_t *ranks = json_array();
    for (uint32_t k = 0; k < construct->count; k++) {
      StrBuf rank;
      strbuf_init(&rank, 0);
      rank_print_sorts(&rank, bank, constructs->funs.items[construct->first + k]);
      json_array_append_new(ranks, json_string(strbuf_text(&rank)));
      strbuf_deinit(&rank);
    }
    json_array_append_new(list, json_pack("{s:s, s:s, s:f, s:o}", "name", construct->name, "class",
                                          construct_kind_name(construct->kind), "weight",
                                          construct->weight, "ranks", ranks));
  }
  json_print_pretty(stdout, list);
}

static int show(const CommandOptions *given, const GenSettings *settings, Bank *bank)
{
  ConstructTable table;
  Error error;
  if (constructs_init(&table, bank, settings, &error))
    return command_usage_error(&command_constructs, "%s", error.message);
  if (given->json)
    print_json(bank, &table);
  else
    print_table(bank, &table, style_for(stdout, given->common.color));
  constructs_deinit(&table);
  return EXIT_FINE;
}

static int run(const void *values, int count, char **positionals)
{
  const CommandOptions *given = values;
  (void)count;
  (void)positionals;
  GenSettings settings;
  int code = gen_options_settings(&command_constructs, &given->gen, &settings);
  if (code == EXIT_FINE) {
    InputOptions input = {
        .command = &command_constructs, .theories = given->theories, .color = given->common.color};
    Error error;
    Bank *bank = input_create_bank(&input, &error);
    code = bank ? show(given, &settings, bank) : EXIT_ENVIRONMENT;
    bank_destroy(bank);
  }
  gen_settings_deinit(&settings);
  return code;
}

const Subcommand command_constructs = {
    .name = "constructs",
    .group = GROUP_INPUTS,
    .summary = "list the constructs that inputs are made of",
    .usage = "--logic NAME [OPTION]...",
    .description =
        "Lists what a generator chooses between and a fuzzer learns to rank: operators, "
        "predicates, connectives, rounding modes, literals, binders and declared functions, each "
        "with its class, its weight and its ranks.\n\n"
        "The options are those of 'assay gen', and the names are those that its --only, --without "
        "and --weights take.",
    COMMAND_EXAMPLES(examples),
    .options = OPTION_TABLE(options),
    .positionals = {.name = "", .min = 0, .max = 0, .completion = COMPLETE_NOTHING},
    .options_size = sizeof(CommandOptions),
    .run = run,
};
