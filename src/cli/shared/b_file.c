#include "cli/shared/b_file.h"

#include <assert.h>
#include <string.h>

#include "b/text/print.h"
#include "cli/option/commands.h"
#include "cli/option/diagnostic.h"
#include "cli/option/json.h"
#include "cli/option/table.h"

static bool ends_with(const char *path, const char *end)
{
  size_t length = strlen(path), tail = strlen(end);
  return length > tail && strcmp(path + length - tail, end) == 0;
}

bool b_file_is_named(const char *path)
{
  return ends_with(path, ".b") || ends_with(path, ".mch");
}

int b_file_read(const Subcommand *command, const char *path, ColorMode color, bool silent,
                BFile *file)
{
  assert(command && path);
  *file = (BFile){.path = path, .bank = b_bank_create()};
  int code = EXIT_FINE;
  if (file_read(path, 0, &file->text, &file->error) != STATUS_OK)
    code = EXIT_ENVIRONMENT;
  else if (b_read(file->bank, file->text.bytes, file->text.length, &file->module, &file->error) !=
           STATUS_OK)
    code = EXIT_FINDING;
  if (code == EXIT_FINE || silent) return code;
  fflush(stdout);
  if (file->error.line == 0)
    command_error(command, code, "%s", file->error.message);
  else
    diagnostic_print(stderr, color, path, file->text.bytes, file->text.length, &file->error);
  return code;
}

void b_file_deinit(BFile *file)
{
  b_module_deinit(&file->module);
  b_bank_destroy(file->bank);
  file_text_free(&file->text);
}

static uint32_t conjunct_count(const BBank *bank, BTerm goal)
{
  if (b_op(bank, goal) == B_BTRUE) return 0;
  return b_op(bank, goal) == B_AND ? b_arg_count(bank, goal) : 1;
}

static void check_json(BFile *file, int code)
{
  assert(code == EXIT_FINE || file->error.status != STATUS_OK);
  json_t *object = json_object();
  json_object_set_new(object, "file", json_text(file->path, strlen(file->path)));
  json_object_set_new(object, "ok", json_boolean(code == EXIT_FINE));
  if (code == EXIT_FINE) {
    BTerm goal = b_module_goal(file->bank, &file->module);
    json_object_set_new(object, "kind", json_string(file->module.name ? "machine" : "predicate"));
    json_object_set_new(object, "identifiers", json_count(file->module.identifiers.count));
    json_object_set_new(object, "conjuncts", json_count(conjunct_count(file->bank, goal)));
    json_object_set_new(object, "nodes", json_count(b_term_size(file->bank, goal, NULL)));
  } else {
    json_object_set_new(object, "error", json_error_object(&file->error));
  }
  json_print_line(stdout, object);
}

static void check_text(const BFileCheck *check, BFile *file)
{
  Style style = style_for(stdout, check->color);
  BTerm goal = b_module_goal(file->bank, &file->module);
  size_t identifiers = file->module.identifiers.count;
  uint32_t conjuncts = conjunct_count(file->bank, goal);
  uint64_t nodes = b_term_size(file->bank, goal, NULL);
  printf("%s: %sok%s, %s, %zu identifier%s, %u conjunct%s, %llu node%s\n", file->path, style.green,
         style.reset, file->module.name ? "machine" : "predicate", identifiers,
         text_plural(identifiers), conjuncts, text_plural(conjuncts), (unsigned long long)nodes,
         text_plural(nodes));
}

int b_file_check(const BFileCheck *check, const char *path)
{
  BFile file;
  int code = b_file_read(&command_check, path, check->color, check->json, &file);
  if (check->json && !(check->quiet && code == EXIT_FINE))
    check_json(&file, code);
  else if (code == EXIT_FINE && !check->quiet)
    check_text(check, &file);
  b_file_deinit(&file);
  return code;
}

int b_file_format(const BFileFormat *format, const char *path, StrBuf *text, FileText *original)
{
  BFile file;
  int code = b_file_read(&command_fmt, path, format->color, false, &file);
  if (code == EXIT_FINE) {
    BPrintOptions print = {.classical = !format->exact, .typing = true, .lines = !format->flat};
    b_print_module(file.bank, &file.module, &print, text);
    *original = file.text;
    file.text = (FileText){0};
  }
  b_file_deinit(&file);
  return code;
}

/* What info tells of a module. */
typedef struct {
  BFile *file;
  BTerm goal;
  uint64_t nodes, tree;
  uint64_t counts[B_OPERATOR_COUNT];
} Info;

static void count_operators(Info *info)
{
  const BBank *bank = info->file->bank;
  uint8_t *seen = mem_alloc_zero((size_t)info->goal + 1, 1);
  seen[info->goal] = 1;
  for (BTerm at = info->goal; at > B_TERM_NONE; at--) {
    if (!seen[at]) continue;
    assert(b_op(bank, at) < B_OPERATOR_COUNT);
    info->counts[b_op(bank, at)]++;
    for (uint32_t i = 0; i < b_arg_count(bank, at); i++) seen[b_arg(bank, at, i)] = 1;
  }
  free(seen);
}

static void type_text(const Info *info, BTerm identifier, StrBuf *text)
{
  const BBank *bank = info->file->bank;
  b_print(bank, identifier, NULL, text);
  strbuf_add_text(text, " : ");
  b_type_print(&bank->types, &bank->symbols, b_type(bank, identifier), text);
}

static void info_json(const Info *info)
{
  const BModule *module = &info->file->module;
  json_t *object = json_object(), *names = json_object(), *operators = json_object();
  for (size_t i = 0; i < module->identifiers.count; i++) {
    BBank *bank = info->file->bank;
    StrBuf name, type;
    strbuf_init(&name, 0);
    strbuf_init(&type, 0);
    b_print(bank, module->identifiers.items[i], NULL, &name);
    b_type_print(&bank->types, &bank->symbols, b_type(bank, module->identifiers.items[i]), &type);
    json_object_set_new(names, strbuf_text(&name), json_text(strbuf_text(&type), type.length));
    strbuf_deinit(&name);
    strbuf_deinit(&type);
  }
  for (BOperator op = B_NONE + 1; op < B_OPERATOR_COUNT; op++)
    if (info->counts[op])
      json_object_set_new(operators, b_operator(op)->node, json_count(info->counts[op]));
  json_object_set_new(object, "file", json_text(info->file->path, strlen(info->file->path)));
  json_object_set_new(object, "kind", json_string(module->name ? "machine" : "predicate"));
  json_object_set_new(object, "sets", json_count(module->sets.count));
  json_object_set_new(object, "identifiers", names);
  json_object_set_new(object, "conjuncts",
                      json_count(conjunct_count(info->file->bank, info->goal)));
  json_object_set_new(object, "nodes", json_count(info->nodes));
  json_object_set_new(object, "tree_size", json_count(info->tree));
  json_object_set_new(object, "depth", json_count(b_node(info->file->bank, info->goal)->depth));
  json_object_set_new(object, "operators", operators);
  json_print_pretty(stdout, object);
}

enum { LABEL_WIDTH = 14 };

static const TableColumn columns[] = {{"operator", false}, {"written", false}, {"nodes", true}};

static void info_text(const Info *info, ColorMode color)
{
  const BModule *module = &info->file->module;
  Style style = style_for(stdout, color);
  Table table;
  printf("%-*s%s%s%s\n", LABEL_WIDTH, "file", style.bold, info->file->path, style.reset);
  printf("%-*s%s\n", LABEL_WIDTH, "kind", module->name ? "machine" : "predicate");
  if (module->skipped)
    printf("%-*ssubstitutions (INITIALISATION, OPERATIONS)\n", LABEL_WIDTH, "not read");
  for (size_t i = 0; i < module->identifiers.count; i++) {
    StrBuf text;
    strbuf_init(&text, 0);
    type_text(info, module->identifiers.items[i], &text);
    printf("%-*s%s\n", LABEL_WIDTH, i < module->constant_count ? "identifier" : "variable",
           strbuf_text(&text));
    strbuf_deinit(&text);
  }
  printf("%-*s%u\n", LABEL_WIDTH, "conjuncts", conjunct_count(info->file->bank, info->goal));
  printf("%-*s%llu\n", LABEL_WIDTH, "nodes", (unsigned long long)info->nodes);
  printf("%-*s%llu\n", LABEL_WIDTH, "tree size", (unsigned long long)info->tree);
  printf("%-*s%u\n\n", LABEL_WIDTH, "depth", b_node(info->file->bank, info->goal)->depth);
  table_init(&table, columns, sizeof columns / sizeof *columns);
  for (BOperator op = B_NONE + 1; op < B_OPERATOR_COUNT; op++) {
    if (!info->counts[op]) continue;
    const char *token;
    size_t length = b_operator_token(op, &token);
    table_add_text(&table, b_operator(op)->node);
    strbuf_add(table_cell(&table), token, length);
    table_add_count(&table, info->counts[op]);
  }
  table_print(stdout, &table, style);
  table_deinit(&table);
}

int b_file_info(const char *path, bool json, ColorMode color)
{
  BFile file;
  int code = b_file_read(&command_info, path, color, false, &file);
  if (code == EXIT_FINE) {
    Info info = {.file = &file, .goal = b_module_goal(file.bank, &file.module)};
    info.nodes = b_term_size(file.bank, info.goal, &info.tree);
    count_operators(&info);
    if (json)
      info_json(&info);
    else
      info_text(&info, color);
  }
  b_file_deinit(&file);
  return code;
}
