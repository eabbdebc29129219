/* Texts to modules, formulas and conditions: parser and checker together. */
#include <assert.h>

#include "b/text/check.h"
#include "b/text/module.h"
#include "b/text/parse_machine.h"

void b_module_deinit(BModule *module)
{
  VEC_FREE(&module->sets);
  VEC_FREE(&module->elements);
  VEC_FREE(&module->identifiers);
  VEC_FREE(&module->assertions);
}

/* One reading: the parser, what it made, and the terms of that. */
typedef struct {
  BBank *bank;
  BRaw raw;
  BParser parser;
  BTerm *terms, *declared;
} Reading;

static void reading_deinit(Reading *reading)
{
  b_parser_deinit(&reading->parser);
  b_raw_deinit(&reading->raw);
  free(reading->terms);
  free(reading->declared);
}

static Status reading_init(Reading *reading, BBank *bank, const char *text, size_t length,
                           bool parameters, Error *error)
{
  *reading = (Reading){.bank = bank};
  b_raw_init(&reading->raw);
  return b_parser_init(&reading->parser, bank, &reading->raw, text, length, parameters, error);
}

static Status reading_check(Reading *reading, const BCheckContext *context, Error *error)
{
  reading->terms = mem_alloc_zero(reading->raw.nodes.count, sizeof(BTerm));
  reading->declared = mem_alloc_zero(reading->raw.declarations.count + 1, sizeof(BTerm));
  return b_check(reading->bank, &reading->raw, context, reading->terms, reading->declared, error);
}

/* A whole text that is one formula: its node, 0 if it is wrong. */
static BRawNode parse_whole(Reading *reading)
{
  BRawNode node = b_parse_formula(&reading->parser);
  if (node && !b_parse_is(&reading->parser, B_TOKEN_END))
    node = b_parse_unexpected(&reading->parser, "an operator or the end");
  return node;
}

static Status read_predicate(Reading *reading, BModule *module, Error *error)
{
  BRawNode node = parse_whole(reading);
  if (node == 0 || !b_parse_want(&reading->parser, node, true)) return error->status;
  BCheckContext context = {0};
  Status status = reading_check(reading, &context, error);
  if (status != STATUS_OK) return status;
  module->properties = reading->terms[node];
  for (size_t i = 0; i < reading->raw.declarations.count; i++)
    if (!reading->raw.declarations.items[i].bound)
      VEC_PUSH(&module->identifiers, reading->declared[i]);
  module->constant_count = (uint32_t)module->identifiers.count;
  return STATUS_OK;
}

/* Every free name of a machine is a set, an element, a constant or a variable. */
static Status check_names(const Reading *reading, const BRawMachine *machine, Error *error)
{
  size_t count = reading->raw.declarations.count;
  uint8_t *listed = mem_alloc_zero(count + 1, 1);
  for (size_t i = 0; i < machine->constants.count; i++) listed[machine->constants.items[i]] = 1;
  for (size_t i = 0; i < machine->variables.count; i++) listed[machine->variables.items[i]] = 1;
  Status status = STATUS_OK;
  for (size_t i = 0; i < count && status == STATUS_OK; i++) {
    const BDeclaration *declaration = &reading->raw.declarations.items[i];
    if (declaration->bound || declaration->known || listed[i]) continue;
    const SymbolTable *symbols = &reading->bank->symbols;
    status = error_set_at(error, STATUS_SCOPE, declaration->offset, "'%.*s' is not declared",
                          (int)symbols_length(symbols, declaration->name),
                          symbols_text(symbols, declaration->name));
  }
  free(listed);
  return status;
}

static void take_machine(const Reading *reading, const BRawMachine *machine, BModule *module)
{
  for (size_t i = 0; i < machine->constants.count; i++)
    VEC_PUSH(&module->identifiers, reading->declared[machine->constants.items[i]]);
  module->constant_count = (uint32_t)machine->constants.count;
  for (size_t i = 0; i < machine->variables.count; i++)
    VEC_PUSH(&module->identifiers, reading->declared[machine->variables.items[i]]);
  if (machine->properties) module->properties = reading->terms[machine->properties];
  if (machine->invariant) module->invariant = reading->terms[machine->invariant];
  for (size_t i = 0; i < machine->assertions.count; i++)
    VEC_PUSH(&module->assertions, reading->terms[machine->assertions.items[i]]);
}

static Status read_machine(Reading *reading, BModule *module, Error *error)
{
  BRawMachine machine = {0};
  BCheckContext context = {0};
  Status status = b_parse_machine(&reading->parser, module, &machine) ? STATUS_OK : error->status;
  if (status == STATUS_OK) status = check_names(reading, &machine, error);
  if (status == STATUS_OK) status = reading_check(reading, &context, error);
  if (status == STATUS_OK) take_machine(reading, &machine, module);
  b_raw_machine_deinit(&machine);
  return status;
}

Status b_read(BBank *bank, const char *text, size_t length, BModule *module, Error *error)
{
  assert(bank && module && (text || length == 0));
  Reading reading;
  *module = (BModule){0};
  Status status = reading_init(&reading, bank, text, length, false, error);
  if (status == STATUS_OK)
    status = b_parse_is_keyword(&reading.parser, B_KEYWORD_MACHINE)
                 ? read_machine(&reading, module, error)
                 : read_predicate(&reading, module, error);
  reading_deinit(&reading);
  if (status != STATUS_OK) error_locate(error, text, length);
  return status;
}

static void declare_term(BParser *parser, BTerm term)
{
  Symbol name = b_node(parser->bank, term)->data;
  uint32_t declaration = b_parse_declare(parser, name, 0);
  parser->raw->declarations.items[declaration].known = term;
}

static void declare_module(BParser *parser, const BModule *module)
{
  BBank *bank = parser->bank;
  for (size_t i = 0; i < module->sets.count; i++) {
    BGivenSet set = module->sets.items[i];
    declare_term(parser,
                 b_make_name(bank, B_GIVEN_SET, b_type_set(&bank->types, set.type), set.name));
  }
  for (size_t i = 0; i < module->elements.count; i++)
    declare_term(parser, module->elements.items[i]);
  for (size_t i = 0; i < module->identifiers.count; i++)
    declare_term(parser, module->identifiers.items[i]);
}

Status b_read_formula(BBank *bank, const BModule *module, const char *text, size_t length,
                      BTerm *term, Error *error)
{
  assert(bank && term && (text || length == 0));
  Reading reading;
  Status status = reading_init(&reading, bank, text, length, false, error);
  if (status == STATUS_OK) {
    if (module) declare_module(&reading.parser, module);
    BRawNode node = parse_whole(&reading);
    BCheckContext context = {0};
    status = node ? reading_check(&reading, &context, error) : error->status;
    if (status == STATUS_OK) *term = reading.terms[node];
  }
  reading_deinit(&reading);
  if (status != STATUS_OK) error_locate(error, text, length);
  return status;
}

/* The alternative of its types that the operands have. */
static uint32_t alternative_of(BBank *bank, BOperator op, const BTerm *operands)
{
  const BSignature *signature = &bank->signatures[op];
  if (signature->alternative_count == 1) return 0;
  BType type = b_type(bank, operands[0]);
  for (uint32_t i = 0; i < signature->alternative_count; i++)
    if (signature->alternatives[i].operands[0] == type) return i;
  return 0;
}

/* Variables of conditions end with an underscore; more of them make the name free. */
static void rename_variables(const char *text, size_t length, uint32_t extra, StrBuf *out)
{
  for (size_t i = 0; i < length; i++) {
    strbuf_add_char(out, text[i]);
    if (text[i] == '_')
      for (uint32_t k = 0; k < extra; k++) strbuf_add_char(out, '_');
  }
}

/* The largest number of underscores at the end of a free identifier. */
static uint32_t most_underscores(const BBank *bank, const BTerm *operands, uint32_t count)
{
  uint32_t most = 0;
  U32Vec names = {0};
  for (uint32_t i = 0; i < count; i++) b_free_identifiers(bank, operands[i], &names);
  for (size_t i = 0; i < names.count; i++) {
    Symbol name = b_node(bank, names.items[i])->data;
    const char *text = symbols_text(&bank->symbols, name);
    size_t length = symbols_length(&bank->symbols, name);
    uint32_t found = 0;
    while (length && text[--length] == '_') found++;
    if (found > most) most = found;
  }
  VEC_FREE(&names);
  return most;
}

BTerm b_read_pattern(BBank *bank, const char *text, size_t length, const BTerm *operands,
                     uint32_t count)
{
  assert(text && (operands || count == 0));
  bool binds = memchr(text, '_', length) != NULL;
  StrBuf renamed;
  strbuf_init(&renamed, 0);
  rename_variables(text, length, binds ? most_underscores(bank, operands, count) : 0, &renamed);
  Reading reading;
  Error error;
  BTerm result = B_TERM_NONE;
  if (reading_init(&reading, bank, renamed.bytes, renamed.length, true, &error) == STATUS_OK) {
    BRawNode node = parse_whole(&reading);
    BCheckContext context = {operands, count};
    if (node && reading_check(&reading, &context, &error) == STATUS_OK)
      result = reading.terms[node];
  }
  reading_deinit(&reading);
  strbuf_deinit(&renamed);
  return result;
}

BTerm b_read_condition(BBank *bank, BOperator op, const BTerm *operands, uint32_t count)
{
  assert(op > B_NONE && op < B_OPERATOR_COUNT);
  const char *text = b_operator(op)->condition;
  for (uint32_t skip = *text ? alternative_of(bank, op, operands) : 0; skip > 0; skip--)
    text = strchr(text, '|') + 1;
  size_t length = strcspn(text, "|");
  return length ? b_read_pattern(bank, text, length, operands, count) : B_TERM_NONE;
}

BTerm b_module_goal(BBank *bank, const BModule *module)
{
  BTerm parts[2];
  uint32_t count = 0;
  if (module->properties) parts[count++] = module->properties;
  if (module->invariant) parts[count++] = module->invariant;
  return b_make_and(bank, parts, count);
}

void b_module_of_predicate(BBank *bank, const BModule *module, BTerm predicate, BModule *result)
{
  assert(b_type(bank, predicate) == B_PREDICATE);
  *result = (BModule){.name = module ? module->name : 0, .properties = predicate};
  if (module) {
    VEC_APPEND(&result->sets, module->sets.items, module->sets.count);
    VEC_APPEND(&result->elements, module->elements.items, module->elements.count);
  }
  b_free_identifiers(bank, predicate, &result->identifiers);
  result->constant_count = (uint32_t)result->identifiers.count;
}
