/* Models as boolector -m prints them: a line for each constant, "x 01xx", and one for each position
 * of an array that matters, "a[0011] 00000001". Numbers are binary; an x can be either digit. */
#include <assert.h>
#include <string.h>

#include "smt/text/literal.h"
#include "smt/text/model_internal.h"
#include "smt/text/print.h"
#include "smt/text/scan.h"

/* One line, as offsets. */
typedef struct {
  uint64_t name, name_end;
  uint64_t index, index_end; /* equal if there is none */
  uint64_t value, value_end;
} Line;

typedef struct {
  Parser *parser;
  Model *model;
  U32Vec indices; /* of the array whose lines are being read */
} LineReader;

static Symbol word(Parser *parser, const char *text)
{
  return symbols_intern(&parser->bank->symbols, text, strlen(text));
}

static bool is_binary(const char *text, uint64_t start, uint64_t end)
{
  for (uint64_t i = start; i < end; i++)
    if (text[i] != '0' && text[i] != '1' && text[i] != 'x') return false;
  return end > start;
}

static Status split_line(Parser *parser, uint64_t start, uint64_t end, Line *line)
{
  assert(start < end && end <= parser->lexer.length);
  const char *text = parser->lexer.text;
  const char *bad = "expected a line such as 'x 0101' or 'a[00] 1'";
  uint64_t at = end;
  while (at > start && !scan_is_blank(text[at - 1])) at--;
  line->value = at;
  line->value_end = end;
  while (at > start && scan_is_blank(text[at - 1])) at--;
  line->index = line->index_end = at;
  if (at > start && text[at - 1] == ']') {
    uint64_t open = at - 1;
    while (open > start && text[open - 1] != '[' && text[open - 1] != '|') open--;
    if (open > start && text[open - 1] == '[') {
      line->index = open;
      line->index_end = at - 1;
      at = open - 1;
    }
  }
  bool bars = at - start > 2 && text[start] == '|' && text[at - 1] == '|';
  line->name = start + bars;
  line->name_end = at - bars;
  if (line->name >= line->name_end) return parse_fail(parser, STATUS_SYNTAX, start, "%s", bad);
  for (uint64_t i = line->name; i < line->name_end; i++)
    if (text[i] == '|' || text[i] == 0 ||
        (!bars && (scan_is_blank(text[i]) || strchr("()\";", text[i]))))
      return parse_fail(parser, STATUS_SYNTAX, i, "%s", bad);
  if (end - start > NUMERAL_MAX / 4)
    return parse_fail(parser, STATUS_LIMIT, start, "the line is too long");
  if (!is_binary(text, line->value, line->value_end))
    return parse_fail(parser, STATUS_SYNTAX, line->value, "the value is not a binary number");
  if (line->index < line->index_end && !is_binary(text, line->index, line->index_end))
    return parse_fail(parser, STATUS_SYNTAX, line->index, "the index is not a binary number");
  return STATUS_OK;
}

static Sort bitvec_sort(Bank *bank, uint32_t width)
{
  assert(width > 0);
  return sorts_make(&bank->sorts, bank->sorts.class_ctor[SORT_BITVEC], &width, NULL, 0);
}

/* The digits as a value of this sort, or an error if they are not as many as its width. */
static Status read_value(Parser *parser, uint64_t start, uint64_t end, Sort sort, Term *term)
{
  assert(sort && start < end && end <= parser->lexer.length);
  Bank *bank = parser->bank;
  const char *text = parser->lexer.text;
  SortClass class = sorts_class(&bank->sorts, sort);
  uint32_t width = class == SORT_BITVEC ? sorts_index(&bank->sorts, sort, 0) : class == SORT_BOOL;
  if (width != end - start) {
    strbuf_clear(&parser->text);
    print_sort(&parser->text, bank, sort);
    return parse_fail(parser, STATUS_SORT, start, "a number of %u digits is no value of sort %s",
                      (unsigned)(end - start), strbuf_text(&parser->text));
  }
  if (class == SORT_BOOL)
    return resolve_constant(parser, word(parser, text[start] == '1' ? "true" : "false"), term);
  StrBuf *out = &parser->text;
  strbuf_clear(out);
  strbuf_add_text(out, "#b");
  for (uint64_t i = start; i < end; i++) strbuf_add_char(out, text[i] == '1' ? '1' : '0');
  char *bits = mem_copy_string(out->bytes, out->length);
  *term = bank_literal(bank, OP_BITVEC, sort,
                       literal_bits(&bank->symbols, bits, end - start + 2, &width));
  free(bits);
  return STATUS_OK;
}

/* An array that is 0 wherever nothing else is said. */
static Status empty_array(Parser *parser, uint64_t offset, Sort sort, Term *term)
{
  assert(sorts_class(&parser->bank->sorts, sort) == SORT_ARRAY);
  Bank *bank = parser->bank;
  Sort element = sorts_arg(&bank->sorts, sort, 1);
  if (sorts_class(&bank->sorts, element) != SORT_BITVEC)
    return parse_fail(parser, STATUS_SORT, offset, "unexpected sort of an array");
  uint32_t width = sorts_index(&bank->sorts, element, 0);
  Status status = parse_allow_bits(parser, width, offset);
  if (status) return status;
  Symbol text = literal_bits_of_decimal(&bank->symbols, "0", 1, width);
  Term zero = bank_literal(bank, OP_BITVEC, element, text);
  Head head = {.name = word(parser, "const"), .as = sort};
  return resolve_qualified(parser, &head, &zero, 1, 0, term);
}

/* The function of this name, with the sort its line shows if the script does not declare it. */
static void find_function(Parser *parser, const Line *line, Definition *definition)
{
  assert(line->name < line->name_end && line->value < line->value_end);
  Bank *bank = parser->bank;
  Symbol name = symbols_intern(&bank->symbols, parser->lexer.text + line->name,
                               (size_t)(line->name_end - line->name));
  uint32_t position = scope_binding(&parser->scope, name)->fun;
  *definition = (Definition){.offset = line->name};
  if (position) {
    definition->fun = parser->scope.funs.items[position - 1].fun;
    bool declared = funs_info(&bank->funs, definition->fun)->origin == FUN_DECLARED;
    definition->kind = declared ? DEFINITION_DECLARED : DEFINITION_DEFINED;
    return;
  }
  Sort sort = bitvec_sort(bank, (uint32_t)(line->value_end - line->value));
  if (line->index < line->index_end) {
    Sort parts[2] = {bitvec_sort(bank, (uint32_t)(line->index_end - line->index)), sort};
    sort = sorts_make(&bank->sorts, bank->sorts.class_ctor[SORT_ARRAY], NULL, parts, 2);
  }
  definition->kind = DEFINITION_AUXILIARY;
  definition->fun = model_auxiliary(parser, name, &sort, 0);
}

static Definition *last_definition(Model *model)
{
  size_t count = model->definitions.count;
  return count ? &model->definitions.items[count - 1] : NULL;
}

static int compare_terms(const void *a, const void *b)
{
  Term x = *(const Term *)a, y = *(const Term *)b;
  return x < y ? -1 : x > y;
}

/* After the lines of an array: has it one position twice? */
static Status check_positions(LineReader *reader)
{
  U32Vec *indices = &reader->indices;
  if (indices->count > 1)
    qsort(indices->items, indices->count, sizeof *indices->items, compare_terms);
  for (size_t i = 1; i < indices->count; i++) {
    if (indices->items[i] != indices->items[i - 1]) continue;
    return parse_fail(reader->parser, STATUS_SCOPE, last_definition(reader->model)->offset,
                      "the model gives two values for one position of the array");
  }
  return STATUS_OK;
}

static Status add_position(LineReader *reader, const Line *line, Sort sort, Term *array)
{
  assert(*array && sorts_class(&reader->parser->bank->sorts, sort) == SORT_ARRAY);
  Parser *parser = reader->parser;
  const SortTable *sorts = &parser->bank->sorts;
  Term parts[3] = {*array};
  Sort index = sorts_arg(sorts, sort, 0), element = sorts_arg(sorts, sort, 1);
  Status status = read_value(parser, line->index, line->index_end, index, &parts[1]);
  if (status == STATUS_OK)
    status = read_value(parser, line->value, line->value_end, element, &parts[2]);
  if (status) return status;
  VEC_PUSH(&reader->indices, parts[1]);
  return resolve_application(parser, word(parser, "store"), parts, 3, 0, array);
}

static Status add_line(LineReader *reader, const Line *line)
{
  Parser *parser = reader->parser;
  Bank *bank = parser->bank;
  Model *model = reader->model;
  Definition definition;
  find_function(parser, line, &definition);
  Sort sort = funs_result(&bank->funs, definition.fun);
  bool array = sorts_class(&bank->sorts, sort) == SORT_ARRAY;
  bool indexed = line->index < line->index_end;
  if (funs_info(&bank->funs, definition.fun)->arity || array != indexed)
    return parse_fail(parser, STATUS_SORT, line->name,
                      array ? "an array has no index here" : "this is not an array");
  Definition *last = last_definition(model);
  if (array && last && last->fun == definition.fun)
    return add_position(reader, line, sort, &last->definition);
  Status status = check_positions(reader);
  reader->indices.count = 0;
  if (status) return status;
  status = array ? empty_array(parser, line->name, sort, &definition.definition)
                 : read_value(parser, line->value, line->value_end, sort, &definition.definition);
  if (status == STATUS_OK && array)
    status = add_position(reader, line, sort, &definition.definition);
  VEC_PUSH(&model->definitions, definition);
  return status;
}

Status model_read_lines(Parser *parser, Model *model)
{
  LineReader reader = {.parser = parser, .model = model};
  const char *text = parser->lexer.text;
  uint64_t length = parser->lexer.length;
  Status status = STATUS_OK;
  for (uint64_t at = 0; at < length && status == STATUS_OK;) {
    const char *newline = memchr(text + at, '\n', (size_t)(length - at));
    uint64_t start = at, end = newline ? (uint64_t)(newline - text) : length;
    at = end + 1;
    while (end > start && scan_is_blank(text[end - 1])) end--;
    while (start < end && scan_is_blank(text[start])) start++;
    if (start == end) continue;
    Line line;
    status = split_line(parser, start, end, &line);
    if (status == STATUS_OK) status = add_line(&reader, &line);
  }
  if (status == STATUS_OK) status = check_positions(&reader);
  if (status == STATUS_OK) status = model_index(parser, model);
  VEC_FREE(&reader.indices);
  return status;
}
