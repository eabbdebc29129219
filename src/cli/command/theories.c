/* assay theories: the theories that assay knows, with their operators. */
#include <string.h>

#include "base/suggest.h"
#include "cli/option/commands.h"
#include "cli/option/json.h"
#include "cli/option/table.h"
#include "cli/shared/input.h"
#include "smt/text/print.h"
#include "smt/text/print_rank.h"

typedef struct {
  CommonOptions common;
  bool operators;
  bool json;
  OptionList theories;
} TheoriesOptions;

static const Option options[] = {
    {OPTION_FLAG(TheoriesOptions, operators), .name = "operators",
     .help = "also list the operators of every theory"},
    {OPTION_FLAG(TheoriesOptions, json), .name = "json", .help = "print a JSON array"},
    INPUT_THEORY_OPTION(TheoriesOptions, theories),
};

static const Example examples[] = {
    {"assay theories", "all theories"},
    {"assay theories FixedSizeBitVectors", "the operators of one theory"},
    {"assay theories --operators --json", "everything, for programs"},
};

static const ExitNote exits[] = {
    {EXIT_FINDING, "there is no theory of this name"},
    {EXIT_ENVIRONMENT, "a theory file cannot be read or is wrong"},
};

static void add_symbol(StrBuf *out, const Bank *bank, Symbol symbol)
{
  strbuf_add(out, symbols_text(&bank->symbols, symbol), symbols_length(&bank->symbols, symbol));
}

/* "2.6", or who has it: "extension: z3 cvc5". */
static void add_origin(StrBuf *out, const Bank *bank, const Theory *theory)
{
  strbuf_add_text(out, theory->standard ? "SMT-LIB " : "extension");
  if (theory->standard) add_symbol(out, bank, theory->standard);
  if (!theory->standard && theory->extension) {
    strbuf_add_text(out, ": ");
    add_symbol(out, bank, theory->extension);
  }
}

static uint64_t count_sorts(const Bank *bank, uint32_t theory)
{
  uint64_t count = 0;
  for (SortCtor i = 1; i < bank->sorts.ctors.count; i++)
    count += bank->sorts.ctors.items[i].theory == theory;
  return count;
}

static bool is_operator_of(const Bank *bank, Fun fun, uint32_t theory)
{
  const FunInfo *info = funs_info(&bank->funs, fun);
  return info->origin == FUN_THEORY && info->theory == theory;
}

static uint64_t count_operators(const Bank *bank, uint32_t theory)
{
  uint64_t count = 0;
  for (Fun fun = 1; fun < bank->funs.items.count; fun++) count += is_operator_of(bank, fun, theory);
  return count;
}

static const TheoryNote *note_of(const Bank *bank, Fun fun)
{
  return &bank->notes.items[funs_info(&bank->funs, fun)->related];
}

/* --- text --------------------------------------------------------------------------------- */

static const TableColumn theory_columns[] = {{"theory", false},
                                             {"from", false},
                                             {"sorts", true},
                                             {"operators", true},
                                             {"description", false}};
static const TableColumn operator_columns[] = {
    {"operator", false}, {"rank", false}, {"attributes", false}};

static void list_theories(const Bank *bank, Style style)
{
  Table table;
  table_init(&table, theory_columns, sizeof theory_columns / sizeof *theory_columns);
  for (uint32_t i = 1; i < bank->theories.count; i++) {
    const Theory *theory = &bank->theories.items[i];
    add_symbol(table_cell(&table), bank, theory->name);
    add_origin(table_cell(&table), bank, theory);
    table_add_count(&table, count_sorts(bank, i));
    table_add_count(&table, count_operators(bank, i));
    StrBuf *description = table_cell(&table);
    if (theory->description) add_symbol(description, bank, theory->description);
  }
  table_print(stdout, &table, style);
  table_deinit(&table);
}

/* One attribute in the list of an operator's. */
static void add_attribute(StrBuf *out, const char *word, const char *text, size_t length)
{
  if (out->length) strbuf_add_text(out, ", ");
  strbuf_add_text(out, word);
  if (length) strbuf_add_char(out, ' ');
  strbuf_add(out, text, length);
}

static void add_symbol_attribute(StrBuf *out, const Bank *bank, const char *word, Symbol symbol)
{
  if (symbol)
    add_attribute(out, word, symbols_text(&bank->symbols, symbol),
                  symbols_length(&bank->symbols, symbol));
}

static void add_attributes(StrBuf *out, const Bank *bank, Fun fun)
{
  const TheoryNote *note = note_of(bank, fun);
  const char *assoc = rank_assoc_name(bank, fun);
  if (assoc[0]) add_attribute(out, assoc, "", 0);
  StrBuf where;
  strbuf_init(&where, 0);
  rank_print_where(&where, bank, fun);
  if (where.length) add_attribute(out, "where", where.bytes, where.length);
  strbuf_deinit(&where);
  add_symbol_attribute(out, bank, "if", note->guard);
  add_symbol_attribute(out, bank, "since", note->since);
  add_symbol_attribute(out, bank, "only", note->extension);
  for (size_t i = 0; i < bank->aliases.count; i++)
    if (bank->aliases.items[i].fun == fun)
      add_symbol_attribute(out, bank, "alias", bank->aliases.items[i].name);
}

static void list_operators(const Bank *bank, uint32_t theory, Style style)
{
  Table table;
  table_init(&table, operator_columns, sizeof operator_columns / sizeof *operator_columns);
  for (Fun fun = 1; fun < bank->funs.items.count; fun++) {
    if (!is_operator_of(bank, fun, theory)) continue;
    rank_print_name(table_cell(&table), bank, fun);
    rank_print_sorts(table_cell(&table), bank, fun);
    add_attributes(table_cell(&table), bank, fun);
  }
  if (table.cells.count) table_print(stdout, &table, style);
  table_deinit(&table);
}

static void print_theory(const Bank *bank, uint32_t index, Style style)
{
  const Theory *theory = &bank->theories.items[index];
  StrBuf head;
  strbuf_init(&head, 0);
  add_symbol(&head, bank, theory->name);
  strbuf_add_text(&head, " (");
  add_origin(&head, bank, theory);
  strbuf_add_char(&head, ')');
  if (theory->description) {
    strbuf_add_text(&head, ": ");
    add_symbol(&head, bank, theory->description);
  }
  text_print_visible(stdout, head.bytes, head.length);
  putchar('\n');
  strbuf_deinit(&head);
  if (count_operators(bank, index)) putchar('\n');
  list_operators(bank, index, style);
}

/* --- JSON --------------------------------------------------------------------------------- */

static json_t *symbol_value(const Bank *bank, Symbol symbol)
{
  if (!symbol) return json_null();
  return json_text(symbols_text(&bank->symbols, symbol), symbols_length(&bank->symbols, symbol));
}

typedef void (*PrintPart)(StrBuf *out, const Bank *bank, Fun fun);

static json_t *printed_value(PrintPart print, const Bank *bank, Fun fun)
{
  StrBuf text;
  strbuf_init(&text, 0);
  print(&text, bank, fun);
  json_t *value = text.length ? json_text(text.bytes, text.length) : json_null();
  strbuf_deinit(&text);
  return value;
}

static json_t *rank_array(const Bank *bank, Fun fun)
{
  json_t *array = json_array();
  for (uint32_t i = 0; i <= funs_info(&bank->funs, fun)->arity; i++) {
    StrBuf text;
    strbuf_init(&text, 0);
    print_sort(&text, bank, funs_rank(&bank->funs, fun)[i]);
    json_array_append_new(array, json_text(text.bytes, text.length));
    strbuf_deinit(&text);
  }
  return array;
}

static json_t *alias_array(const Bank *bank, Fun fun)
{
  json_t *array = json_array();
  for (size_t i = 0; i < bank->aliases.count; i++)
    if (bank->aliases.items[i].fun == fun)
      json_array_append_new(array, symbol_value(bank, bank->aliases.items[i].name));
  return array;
}

static json_t *operator_object(const Bank *bank, Fun fun)
{
  const TheoryNote *note = note_of(bank, fun);
  const char *assoc = rank_assoc_name(bank, fun);
  json_t *object = json_object();
  json_object_set_new(object, "name", symbol_value(bank, funs_info(&bank->funs, fun)->name));
  json_object_set_new(object, "form", printed_value(rank_print_name, bank, fun));
  json_object_set_new(object, "rank", rank_array(bank, fun));
  json_object_set_new(object, "associativity", assoc[0] ? json_string(assoc) : json_null());
  json_object_set_new(object, "where", printed_value(rank_print_where, bank, fun));
  json_object_set_new(object, "guard", symbol_value(bank, note->guard));
  json_object_set_new(object, "since", symbol_value(bank, note->since));
  json_object_set_new(object, "extension", symbol_value(bank, note->extension));
  json_object_set_new(object, "aliases", alias_array(bank, fun));
  return object;
}

static json_t *theory_object(const Bank *bank, uint32_t index, bool with_operators)
{
  const Theory *theory = &bank->theories.items[index];
  json_t *object = json_object();
  json_object_set_new(object, "name", symbol_value(bank, theory->name));
  json_object_set_new(object, "standard", symbol_value(bank, theory->standard));
  json_object_set_new(object, "extension", symbol_value(bank, theory->extension));
  json_object_set_new(object, "description", symbol_value(bank, theory->description));
  json_object_set_new(object, "sort_count", json_count(count_sorts(bank, index)));
  json_object_set_new(object, "operator_count", json_count(count_operators(bank, index)));
  if (!with_operators) return object;
  json_t *array = json_array();
  for (Fun fun = 1; fun < bank->funs.items.count; fun++)
    if (is_operator_of(bank, fun, index)) json_array_append_new(array, operator_object(bank, fun));
  json_object_set_new(object, "operators", array);
  return object;
}

/* --- the command -------------------------------------------------------------------------- */

static int report_unknown(const Bank *bank, const char *name)
{
  char **names = mem_alloc(bank->theories.count, sizeof *names);
  size_t count = 0;
  for (uint32_t i = 1; i < bank->theories.count; i++) {
    Symbol known = bank->theories.items[i].name;
    names[count++] =
        mem_copy_string(symbols_text(&bank->symbols, known), symbols_length(&bank->symbols, known));
  }
  const char *near = suggest_name(name, (const char *const *)names, count);
  int code = near ? command_error(&command_theories, EXIT_FINDING,
                                  "there is no theory '%s'; did you mean '%s'?", name, near)
                  : command_error(&command_theories, EXIT_FINDING,
                                  "there is no theory '%s'; 'assay theories' lists them", name);
  for (size_t i = 0; i < count; i++) free(names[i]);
  free(names);
  return code;
}

/* 0 if there is none. */
static uint32_t find_theory(const Bank *bank, const char *name)
{
  for (uint32_t i = 1; i < bank->theories.count; i++)
    if (symbols_equal(&bank->symbols, bank->theories.items[i].name, name)) return i;
  return 0;
}

static void print_json(const TheoriesOptions *given, const Bank *bank, uint32_t only)
{
  json_t *array = json_array();
  for (uint32_t i = 1; i < bank->theories.count; i++)
    if (!only || only == i)
      json_array_append_new(array, theory_object(bank, i, only || given->operators));
  json_print_pretty(stdout, array);
}

static void print_text(const TheoriesOptions *given, const Bank *bank, uint32_t only)
{
  Style style = style_for(stdout, given->common.color);
  if (only) {
    print_theory(bank, only, style);
    return;
  }
  list_theories(bank, style);
  for (uint32_t i = 1; given->operators && i < bank->theories.count; i++) {
    putchar('\n');
    print_theory(bank, i, style);
  }
}

static int run(const void *values, int count, char **names)
{
  const TheoriesOptions *given = values;
  InputOptions input_options = {
      .command = &command_theories, .theories = given->theories, .color = given->common.color};
  Error error;
  Bank *bank = input_create_bank(&input_options, &error);
  if (!bank) return EXIT_ENVIRONMENT;
  uint32_t only = count ? find_theory(bank, names[0]) : 0;
  int code = EXIT_FINE;
  if (count && !only)
    code = report_unknown(bank, names[0]);
  else if (given->json)
    print_json(given, bank, only);
  else
    print_text(given, bank, only);
  bank_destroy(bank);
  return code;
}

const Subcommand command_theories = {
    .name = "theories",
    .group = GROUP_SCRIPTS,
    .summary = "list the theories and their operators",
    .usage = "[OPTION]... [NAME]",
    .description =
        "Lists the theories that scripts can use: those of SMT-LIB and extensions of solvers. With "
        "the NAME of one, its operators are listed with their ranks, attributes and other names.\n"
        "\n"
        "More theories can be given as files; doc/theories.md describes their form.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {.name = "NAME", .min = 0, .max = 1, .completion = COMPLETE_NOTHING},
    .options_size = sizeof(TheoriesOptions),
    .run = run,
};
