/* Reading VNN-LIB with the lexer of SMT-LIB.
 *
 * The full reader of SMT-LIB is not used: -0.5 and 1e-05, which almost all properties have, are not numbers
 * there. Lists being read are frames on a stack; values of terms are runs of coefficients on another one, so
 * that a sum costs nothing and a bound of an input two numbers. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "nn/property/canonical.h"
#include "nn/property/decimal.h"
#include "nn/property/property.h"
#include "smt/text/lexer.h"
#include "smt/text/sexpr.h"

#define OPERATOR_LIST(X)                                                                           \
  X(READ_ASSERT, "assert")                                                                         \
  X(READ_AND, "and")                                                                               \
  X(READ_OR, "or")                                                                                 \
  X(READ_LE, "<=")                                                                                 \
  X(READ_GE, ">=")                                                                                 \
  X(READ_LT, "<")                                                                                  \
  X(READ_GT, ">")                                                                                  \
  X(READ_EQ, "=")                                                                                  \
  X(READ_ADD, "+")                                                                                 \
  X(READ_SUB, "-")                                                                                 \
  X(READ_MUL, "*")                                                                                 \
  X(READ_DIV, "/")

#define OPERATOR_ENUM(kind, name) kind,
typedef enum { OPERATOR_LIST(OPERATOR_ENUM) READ_COUNT } ReadOperator;
#undef OPERATOR_ENUM

static const char *const operator_names[] = {
#define OPERATOR_NAME(kind, name) [kind] = name,
    OPERATOR_LIST(OPERATOR_NAME)
#undef OPERATOR_NAME
};

/* While reading, variable 2i is X_i and 2i + 1 is Y_i, since declarations come in any order. */
#define CONSTANT UINT32_MAX

typedef struct {
  bool formula;
  uint32_t at; /* the node, or where the coefficients of the term begin */
} ReadValue;

typedef struct {
  ReadOperator op;
  uint32_t values; /* where its arguments begin */
  uint64_t offset;
} ReadFrame;

typedef struct {
  Property *property;
  SymbolTable symbols;
  Lexer lexer;
  Error *error;
  VEC(ReadFrame) frames;
  VEC(ReadValue) values;
  VEC(PropertyCoefficient) terms; /* all initialised up to term_room */
  size_t term_room;
  VEC(uint8_t) declared[2]; /* of inputs and outputs, by number */
  uint32_t declared_count[2];
} Reader;

static Status fail(Reader *reader, Status status, uint64_t offset, const char *message)
{
  return error_set_at(reader->error, status, offset, "%s", message);
}

/* --- numbers and variables --- */

static PropertyCoefficient *push_term(Reader *reader, uint32_t variable)
{
  if (reader->terms.count == reader->term_room) {
    VEC_RESERVE(&reader->terms, 1);
    for (; reader->term_room < reader->terms.capacity; reader->term_room++)
      mpq_init(reader->terms.items[reader->term_room].value);
  }
  PropertyCoefficient *term = &reader->terms.items[reader->terms.count++];
  term->variable = variable;
  return term;
}

/* X_12 or Y_3; false if the text is no such name. */
static bool variable_of(const char *text, size_t length, uint32_t *variable)
{
  if (length < 3 || (text[0] != 'X' && text[0] != 'Y') || text[1] != '_') return false;
  if (length > 10 || (text[2] == '0' && length > 3)) return false;
  uint32_t number = 0;
  for (size_t i = 2; i < length; i++) {
    if (text[i] < '0' || text[i] > '9') return false;
    number = number * 10 + (uint32_t)(text[i] - '0');
  }
  *variable = number * 2 + (text[0] == 'Y');
  return number < PROPERTY_MAX_VARIABLES;
}

static bool is_declared(const Reader *reader, uint32_t variable)
{
  uint32_t kind = variable & 1, number = variable >> 1;
  return number < reader->declared[kind].count && reader->declared[kind].items[number];
}

/* A number ends before a space, a parenthesis, a comment or the end: 1.5.3 and 3-2 are none. */
static bool ends_number(char next)
{
  return next == 0 || strchr(" \t\r\n();", next);
}

static Status read_leaf(Reader *reader)
{
  Lexer *lexer = &reader->lexer;
  const char *text = lexer->text + lexer->start;
  size_t length = (size_t)(lexer->end - lexer->start), number = decimal_length(text);
  uint32_t at = (uint32_t)reader->terms.count, variable;
  if (number > 0 && (lexer->kind == TOKEN_BAD || number == length)) {
    if (!ends_number(text[number]))
      return error_set_at(reader->error, STATUS_SYNTAX, lexer->start,
                          "the number '%.*s' is followed by other characters",
                          (int)(number > 60 ? 60 : number), text);
    PropertyCoefficient *term = push_term(reader, CONSTANT);
    if (decimal_read(text, number, term->value, reader->error))
      return error_set_at(reader->error, STATUS_LIMIT, lexer->start, "%s", reader->error->message);
    /* 1e-05 is no token of SMT-LIB. */
    if (lexer->kind == TOKEN_BAD) lexer_seek(lexer, lexer->start + number);
  } else if (lexer->kind == TOKEN_SYMBOL && variable_of(text, length, &variable)) {
    if (!is_declared(reader, variable))
      return error_set_at(reader->error, STATUS_SCOPE, lexer->start, "'%.*s' is not declared",
                          (int)length, text);
    mpq_set_ui(push_term(reader, variable)->value, 1, 1);
  } else {
    if (lexer->kind == TOKEN_BAD) return reader->error->status;
    return error_set_at(reader->error, STATUS_SYNTAX, lexer->start,
                        "'%.*s' is no number, input X_i or output Y_i",
                        (int)(length > 60 ? 60 : length), text);
  }
  VEC_PUSH(&reader->values, ((ReadValue){false, at}));
  return STATUS_OK;
}

/* --- terms --- */

static size_t term_end(const Reader *reader, size_t value)
{
  return value + 1 < reader->values.count ? reader->values.items[value + 1].at
                                          : reader->terms.count;
}

static void negate_from(Reader *reader, size_t start, size_t end)
{
  for (size_t i = start; i < end; i++)
    mpq_neg(reader->terms.items[i].value, reader->terms.items[i].value);
}

/* The value of a term without variables; false if it has one. */
static bool constant_of(const Reader *reader, size_t value, mpq_t sum)
{
  mpq_set_ui(sum, 0, 1);
  for (size_t i = reader->values.items[value].at; i < term_end(reader, value); i++) {
    if (reader->terms.items[i].variable != CONSTANT) return false;
    mpq_add(sum, sum, reader->terms.items[i].value);
  }
  return true;
}

/* Products and quotients: all factors but one are constants. */
static Status multiply(Reader *reader, const ReadFrame *frame)
{
  size_t first = frame->values, count = reader->values.count - first, keep = first;
  mpq_t factor, product;
  mpq_inits(factor, product, NULL);
  mpq_set_ui(product, 1, 1);
  Status status = STATUS_OK;
  bool kept = false;
  for (size_t i = first; i < first + count && !status; i++) {
    bool constant = constant_of(reader, i, factor);
    if (frame->op == READ_DIV && i > first) {
      if (!constant || mpq_sgn(factor) == 0)
        status =
            fail(reader, STATUS_SORT, frame->offset, "the divisor is not a constant other than 0");
      else
        mpq_div(product, product, factor);
    } else if ((!constant || frame->op == READ_DIV || i == first + count - 1) && !kept) {
      keep = i;
      kept = true;
    } else if (!constant) {
      status = fail(reader, STATUS_SORT, frame->offset, "the product is not linear");
    } else {
      mpq_mul(product, product, factor);
    }
  }
  size_t start = reader->values.items[first].at, from = reader->values.items[keep].at;
  size_t length = term_end(reader, keep) - from;
  for (size_t i = 0; i < length && !status; i++) {
    PropertyCoefficient *to = &reader->terms.items[start + i];
    to->variable = reader->terms.items[from + i].variable;
    mpq_mul(to->value, reader->terms.items[from + i].value, product);
  }
  reader->terms.count = start + length;
  mpq_clears(factor, product, NULL);
  return status;
}

static Status close_term(Reader *reader, const ReadFrame *frame)
{
  size_t count = reader->values.count - frame->values;
  const ReadValue *values = reader->values.items + frame->values;
  if (frame->op == READ_SUB) {
    size_t from = count == 1 ? values[0].at : values[1].at;
    negate_from(reader, from, reader->terms.count);
  } else if (frame->op != READ_ADD) {
    Status status = multiply(reader, frame);
    if (status) return status;
  }
  reader->values.count = frame->values + 1u;
  return STATUS_OK;
}

/* --- comparisons --- */

static int by_variable(const void *a, const void *b)
{
  uint32_t x = ((const PropertyCoefficient *)a)->variable;
  uint32_t y = ((const PropertyCoefficient *)b)->variable;
  return (x > y) - (x < y);
}

/* Adds the atom sum(terms[start ..]) <= 0, taking the terms off the stack. */
static uint32_t add_atom(Reader *reader, size_t start, bool strict)
{
  Property *property = reader->property;
  PropertyCoefficient *terms = reader->terms.items + start;
  size_t count = reader->terms.count - start;
  PropertyAtom atom = {.first = (uint32_t)property->coefficients.count, .strict = strict};
  mpq_init(atom.bound);
  if (count > 1) qsort(terms, count, sizeof *terms, by_variable);
  for (size_t i = 0; i < count;) {
    PropertyCoefficient sum = {.variable = terms[i].variable};
    mpq_init(sum.value);
    for (; i < count && terms[i].variable == sum.variable; i++)
      mpq_add(sum.value, sum.value, terms[i].value);
    if (sum.variable == CONSTANT) mpq_neg(atom.bound, sum.value);
    if (sum.variable == CONSTANT || mpq_sgn(sum.value) == 0) {
      mpq_clear(sum.value);
      continue;
    }
    VEC_PUSH(&property->coefficients, sum);
    atom.count++;
  }
  if (atom.count == 1) {
    mpq_t *value = &property->coefficients.items[atom.first].value, size;
    mpq_init(size);
    mpq_abs(size, *value);
    mpq_div(atom.bound, atom.bound, size);
    mpq_set_si(*value, mpq_sgn(*value), 1);
    mpq_clear(size);
  }
  reader->terms.count = start;
  VEC_PUSH(&property->atoms, atom);
  return (uint32_t)property->atoms.count - 1;
}

/* Adds the atom left - right <= 0 for two terms of the stack. */
static uint32_t compare(Reader *reader, size_t left, size_t right, bool strict)
{
  size_t start = reader->terms.count;
  size_t sides[2] = {left, right};
  for (size_t side = 0; side < 2; side++) {
    size_t first = reader->values.items[sides[side]].at;
    size_t end =
        sides[side] + 1 < reader->values.count ? reader->values.items[sides[side] + 1].at : start;
    for (size_t i = first; i < end; i++) {
      PropertyCoefficient *copy = push_term(reader, reader->terms.items[i].variable);
      mpq_set(copy->value, reader->terms.items[i].value);
      if (side == 1) mpq_neg(copy->value, copy->value);
    }
  }
  uint32_t atom = add_atom(reader, start, strict);
  return canonical_add_atom_node(reader->property, atom);
}

static Status close_comparison(Reader *reader, const ReadFrame *frame)
{
  size_t first = frame->values, count = reader->values.count - first;
  if (count < 2)
    return fail(reader, STATUS_SYNTAX, frame->offset, "a comparison has less than two sides");
  bool less = frame->op == READ_LE || frame->op == READ_LT || frame->op == READ_EQ;
  bool greater = frame->op == READ_GE || frame->op == READ_GT || frame->op == READ_EQ;
  bool strict = frame->op == READ_LT || frame->op == READ_GT;
  uint32_t start = reader->values.items[first].at;
  U32Vec nodes = {0};
  for (size_t i = first; i + 1 < first + count; i++) {
    if (less) VEC_PUSH(&nodes, compare(reader, i, i + 1, strict));
    if (greater) VEC_PUSH(&nodes, compare(reader, i + 1, i, strict));
  }
  uint32_t node = nodes.items[0];
  if (nodes.count > 1)
    node = canonical_add_node(reader->property, PROPERTY_AND, nodes.items, nodes.count);
  VEC_FREE(&nodes);
  reader->terms.count = start;
  reader->values.count = first;
  VEC_PUSH(&reader->values, ((ReadValue){true, node}));
  return STATUS_OK;
}

static Status close_connective(Reader *reader, const ReadFrame *frame)
{
  Property *property = reader->property;
  size_t first = frame->values, count = reader->values.count - first;
  U32Vec nodes = {0};
  for (size_t i = 0; i < count; i++) VEC_PUSH(&nodes, reader->values.items[first + i].at);
  uint32_t node = nodes.items[0];
  if (count > 1)
    node = canonical_add_node(property, frame->op == READ_AND ? PROPERTY_AND : PROPERTY_OR,
                              nodes.items, count);
  VEC_FREE(&nodes);
  reader->values.count = first;
  VEC_PUSH(&reader->values, ((ReadValue){true, node}));
  return STATUS_OK;
}

/* --- lists --- */

static bool takes_formulas(ReadOperator op)
{
  return op <= READ_OR;
}

static Status close_frame(Reader *reader)
{
  ReadFrame frame = reader->frames.items[--reader->frames.count];
  size_t count = reader->values.count - frame.values;
  if (count == 0)
    return error_set_at(reader->error, STATUS_SYNTAX, frame.offset, "'%s' has no arguments",
                        operator_names[frame.op]);
  for (size_t i = frame.values; i < reader->values.count; i++)
    if (reader->values.items[i].formula != takes_formulas(frame.op))
      return error_set_at(reader->error, STATUS_SORT, frame.offset, "an argument of '%s' is no %s",
                          operator_names[frame.op], takes_formulas(frame.op) ? "formula" : "term");
  if (frame.op == READ_ASSERT) {
    if (count != 1) return fail(reader, STATUS_SYNTAX, frame.offset, "'assert' takes one formula");
    VEC_PUSH(&reader->property->assertions, reader->values.items[frame.values].at);
    reader->values.count = frame.values;
    return STATUS_OK;
  }
  if (takes_formulas(frame.op)) return close_connective(reader, &frame);
  return frame.op <= READ_EQ ? close_comparison(reader, &frame) : close_term(reader, &frame);
}

static Status open_frame(Reader *reader)
{
  Lexer *lexer = &reader->lexer;
  uint64_t offset = lexer->start;
  if (lexer_next(lexer) == TOKEN_SYMBOL) {
    size_t length = (size_t)(lexer->end - lexer->start);
    for (ReadOperator op = READ_AND; op < READ_COUNT; op++)
      if (strlen(operator_names[op]) == length &&
          memcmp(operator_names[op], lexer->text + lexer->start, length) == 0) {
        VEC_PUSH(&reader->frames, ((ReadFrame){op, (uint32_t)reader->values.count, offset}));
        return STATUS_OK;
      }
    return error_set_at(reader->error, STATUS_SYNTAX, lexer->start,
                        "'%.*s' is no operator of VNN-LIB", (int)(length > 60 ? 60 : length),
                        lexer->text + lexer->start);
  }
  if (lexer->kind == TOKEN_BAD) return reader->error->status;
  return fail(reader, STATUS_SYNTAX, offset, "an operator is missing");
}

/* The current token follows (assert. */
static Status read_assertion(Reader *reader, uint64_t offset)
{
  VEC_PUSH(&reader->frames, ((ReadFrame){READ_ASSERT, 0, offset}));
  while (reader->frames.count > 0) {
    Status status;
    switch (lexer_next(&reader->lexer)) {
    case TOKEN_END: return fail(reader, STATUS_SYNTAX, offset, "the list is never closed");
    case TOKEN_OPEN: status = open_frame(reader); break;
    case TOKEN_CLOSE: status = close_frame(reader); break;
    default: status = read_leaf(reader);
    }
    if (status) return status;
  }
  return STATUS_OK;
}

/* --- commands --- */

static Status expect(Reader *reader, TokenKind kind, const char *what)
{
  if (lexer_next(&reader->lexer) == kind) return STATUS_OK;
  if (reader->lexer.kind == TOKEN_BAD) return reader->error->status;
  return error_set_at(reader->error, STATUS_SYNTAX, reader->lexer.start, "%s is missing", what);
}

static bool token_is(const Lexer *lexer, const char *text)
{
  size_t length = (size_t)(lexer->end - lexer->start);
  return lexer->kind == TOKEN_SYMBOL && strlen(text) == length &&
         memcmp(text, lexer->text + lexer->start, length) == 0;
}

static Status read_declaration(Reader *reader, bool function)
{
  Lexer *lexer = &reader->lexer;
  Status status = expect(reader, TOKEN_SYMBOL, "a name");
  if (status) return status;
  uint32_t variable;
  size_t length = (size_t)(lexer->end - lexer->start);
  const char *name = lexer->text + lexer->start;
  if (!variable_of(name, length, &variable))
    return error_set_at(reader->error, STATUS_SYNTAX, lexer->start,
                        "'%.*s' is no input X_i or output Y_i with i below %d",
                        (int)(length > 60 ? 60 : length), name, PROPERTY_MAX_VARIABLES);
  if (is_declared(reader, variable))
    return error_set_at(reader->error, STATUS_SCOPE, lexer->start, "'%.*s' is declared twice",
                        (int)length, name);
  if (function) {
    if ((status = expect(reader, TOKEN_OPEN, "'()'")) ||
        (status = expect(reader, TOKEN_CLOSE, "')'")))
      return status;
  }
  if ((status = expect(reader, TOKEN_SYMBOL, "the sort Real"))) return status;
  if (!token_is(lexer, "Real"))
    return fail(reader, STATUS_SORT, lexer->start, "the sort is not Real");
  uint32_t kind = variable & 1, number = variable >> 1;
  /* All before it are declared as well: that needs more text than there is. */
  if (number > lexer->length)
    return error_set(reader->error, STATUS_SCOPE, "not all variables before %c_%u are declared",
                     kind ? 'Y' : 'X', number);
  while (reader->declared[kind].count <= number) VEC_PUSH(&reader->declared[kind], 0);
  reader->declared[kind].items[number] = 1;
  reader->declared_count[kind]++;
  return expect(reader, TOKEN_CLOSE, "')'");
}

static Status read_command(Reader *reader)
{
  Lexer *lexer = &reader->lexer;
  uint64_t offset = lexer->start;
  Status status = expect(reader, TOKEN_SYMBOL, "a command");
  if (status) return status;
  if (token_is(lexer, "assert")) return read_assertion(reader, offset);
  if (token_is(lexer, "declare-const")) return read_declaration(reader, false);
  if (token_is(lexer, "declare-fun")) return read_declaration(reader, true);
  if (token_is(lexer, "set-logic") || token_is(lexer, "set-info") ||
      token_is(lexer, "set-option") || token_is(lexer, "check-sat") || token_is(lexer, "exit")) {
    StrBuf ignored;
    strbuf_init(&ignored, 0);
    lexer_next(lexer);
    status = lexer->kind == TOKEN_CLOSE ? STATUS_OK : sexpr_copy_rest(lexer, &ignored);
    strbuf_deinit(&ignored);
    return status;
  }
  size_t length = (size_t)(lexer->end - lexer->start);
  return error_set_at(reader->error, STATUS_SYNTAX, lexer->start, "'%.*s' is no command of VNN-LIB",
                      (int)(length > 60 ? 60 : length), lexer->text + lexer->start);
}

static Status read_commands(Reader *reader)
{
  Status status;
  for (;;) {
    switch (lexer_next(&reader->lexer)) {
    case TOKEN_END: return STATUS_OK;
    case TOKEN_OPEN:
      if ((status = read_command(reader))) return status;
      break;
    case TOKEN_BAD: return reader->error->status;
    default: return fail(reader, STATUS_SYNTAX, reader->lexer.start, "a command is missing");
    }
  }
}

/* Numbers variables with inputs first. */
static Status finish(Reader *reader)
{
  Property *property = reader->property;
  for (size_t kind = 0; kind < 2; kind++)
    for (uint32_t i = 0; i < reader->declared[kind].count; i++)
      if (!reader->declared[kind].items[i])
        return error_set(reader->error, STATUS_SCOPE, "%c_%u is not declared, but %c_%u is",
                         "XY"[kind], i, "XY"[kind], (uint32_t)reader -> declared[kind].count - 1);
  property->inputs = reader->declared_count[0];
  property->outputs = reader->declared_count[1];
  if (property->inputs == 0 || property->outputs == 0)
    return error_set(reader->error, STATUS_SCOPE, "the property declares no %s",
                     property->inputs == 0 ? "inputs X_i" : "outputs Y_i");
  for (size_t i = 0; i < property->coefficients.count; i++) {
    uint32_t *variable = &property->coefficients.items[i].variable;
    *variable = (*variable >> 1) + (*variable & 1 ? property->inputs : 0);
  }
  for (size_t i = 0; i < property->atoms.count; i++) {
    const PropertyAtom *atom = &property->atoms.items[i];
    if (atom->count > 1)
      qsort(property->coefficients.items + atom->first, atom->count, sizeof(PropertyCoefficient),
            by_variable);
  }
  return canonical_finish(property, reader->error);
}

Status property_read(Property *property, const char *text, uint64_t length, Error *error)
{
  *property = (Property){0};
  if (length >= UINT32_MAX) return error_set(error, STATUS_LIMIT, "the property has 4 GiB or more");
  Reader reader = {.property = property, .error = error};
  *error = (Error){0};
  symbols_init(&reader.symbols);
  lexer_init(&reader.lexer, &reader.symbols, text, length, error);
  Status status = read_commands(&reader);
  if (status) error_locate(error, text, length);
  if (!status) status = finish(&reader);
  for (size_t i = 0; i < reader.term_room; i++) mpq_clear(reader.terms.items[i].value);
  VEC_FREE(&reader.terms);
  VEC_FREE(&reader.values);
  VEC_FREE(&reader.frames);
  for (size_t kind = 0; kind < 2; kind++) VEC_FREE(&reader.declared[kind]);
  symbols_deinit(&reader.symbols);
  if (status) property_deinit(property);
  return status;
}
