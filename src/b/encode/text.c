#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "b/encode/internal.h"

/* --- texts --- */

enum { BYTES_MAX = 64 << 20 };

const char *encode_print(Encoder *encoder, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  va_list copy;
  va_copy(copy, arguments);
  int length = vsnprintf(NULL, 0, format, copy);
  va_end(copy);
  encoder->bytes += length > 0 ? (size_t)length : 0;
  char *text = NULL;
  if (length >= 0 && encoder->bytes <= BYTES_MAX && !encoder->failed) {
    text = arena_alloc(&encoder->arena, (size_t)length + 1, 1);
    vsnprintf(text, (size_t)length + 1, format, arguments);
  }
  va_end(arguments);
  return text ? text : encode_refuse(encoder, "the translation is too large");
}

const char *encode_refuse(Encoder *encoder, const char *format, ...)
{
  if (!encoder->failed) {
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    error_set(encoder->error, STATUS_LIMIT, "not translatable: %s", text);
  }
  encoder->failed = true;
  return "false";
}

const BCode *encode_refuse_term(Encoder *encoder, BTerm term)
{
  const char *token;
  size_t length = b_operator_token(b_op(encoder->bank, term), &token);
  if (length == 0) token = b_operator(b_op(encoder->bank, term))->node, length = strlen(token);
  encode_refuse(encoder, "'%.*s' here", (int)length, token);
  return encode_atom(encoder, "false");
}

const BCode *encode_atom(Encoder *encoder, const char *text)
{
  BCode *code = arena_alloc(&encoder->arena, 1, sizeof *code);
  *code = (BCode){.text = text};
  return code;
}

const BCode *encode_pair(Encoder *encoder, const BCode *first, const BCode *second)
{
  BCode *code = arena_alloc(&encoder->arena, 1, sizeof *code);
  *code = (BCode){.first = first, .second = second};
  return code;
}

const char *encode_text(Encoder *encoder, const BCode *code)
{
  assert(code && (code->text || (code->first && code->second)));
  if (code->text) return code->text;
  return encode_print(encoder, "(%s %s %s)", encode_is_sets(encoder) ? "tuple" : "pair",
                      encode_text(encoder, code->first), encode_text(encoder, code->second));
}

const BCode *encode_first(Encoder *encoder, const BCode *code)
{
  if (!code->text) return code->first;
  return encode_atom(encoder,
                     encode_print(encoder,
                                  encode_is_sets(encoder) ? "((_ tuple.select 0) %s)" : "(fst %s)",
                                  code->text));
}

const BCode *encode_second(Encoder *encoder, const BCode *code)
{
  if (!code->text) return code->second;
  return encode_atom(encoder,
                     encode_print(encoder,
                                  encode_is_sets(encoder) ? "((_ tuple.select 1) %s)" : "(snd %s)",
                                  code->text));
}

const char *encode_symbol(Encoder *encoder, Symbol symbol)
{
  const SymbolTable *symbols = &encoder->bank->symbols;
  return arena_copy_string(&encoder->arena, symbols_text(symbols, symbol),
                           symbols_length(symbols, symbol));
}

const char *encode_number(Encoder *encoder, int64_t number)
{
  if (number >= 0) return encode_print(encoder, "%" PRId64, number);
  return encode_print(encoder, "(- %" PRIu64 ")", (uint64_t)0 - (uint64_t)number);
}

/* --- connectives --- */

static bool is(const char *text, const char *word)
{
  return strcmp(text, word) == 0;
}

const char *encode_and(Encoder *encoder, const char *a, const char *b)
{
  if (is(a, "true") || is(b, "false")) return b;
  if (is(b, "true") || is(a, "false")) return a;
  return encode_print(encoder, "(and %s %s)", a, b);
}

const char *encode_or(Encoder *encoder, const char *a, const char *b)
{
  if (is(a, "false") || is(b, "true")) return b;
  if (is(b, "false") || is(a, "true")) return a;
  return encode_print(encoder, "(or %s %s)", a, b);
}

const char *encode_implies(Encoder *encoder, const char *a, const char *b)
{
  if (is(a, "true")) return b;
  if (is(a, "false") || is(b, "true")) return "true";
  return encode_print(encoder, "(=> %s %s)", a, b);
}

const char *encode_not(Encoder *encoder, const char *a)
{
  if (is(a, "true")) return "false";
  return is(a, "false") ? "true" : encode_print(encoder, "(not %s)", a);
}

const char *encode_same(Encoder *encoder, const BCode *a, const BCode *b)
{
  if (a->text && b->text) return encode_print(encoder, "(= %s %s)", a->text, b->text);
  return encode_and(encoder,
                    encode_same(encoder, encode_first(encoder, a), encode_first(encoder, b)),
                    encode_same(encoder, encode_second(encoder, a), encode_second(encoder, b)));
}

/* --- binders --- */

/* A finite set of cvc5 stands for any set: what is said of all of them may be wrong. */
static void note_quantified(Encoder *encoder, BType type)
{
  if (encode_is_sets(encoder) && encode_may_be_infinite(encoder, type))
    encoder->result = (BEncodeResult){false, false};
}

const BCode *encode_variable(Encoder *encoder, BType type)
{
  const BTypeNode node = *b_type_node(&encoder->bank->types, type);
  if (node.kind == B_TYPE_PAIR && !encode_is_sets(encoder)) {
    const BCode *first = encode_variable(encoder, node.first);
    return encode_pair(encoder, first, encode_variable(encoder, node.second));
  }
  note_quantified(encoder, type);
  BBound bound = {.name = encode_print(encoder, "x.%u", encoder->next++),
                  .sort = encode_sort(encoder, type)};
  VEC_PUSH(&encoder->bound, bound);
  return encode_atom(encoder, bound.name);
}

const char *encode_quantify(Encoder *encoder, size_t mark, bool forall, const char *body)
{
  assert(mark <= encoder->bound.count);
  const char *list = "";
  for (size_t i = mark; i < encoder->bound.count; i++)
    list = encode_print(encoder, "%s%s(%s %s)", list, *list ? " " : "",
                        encoder->bound.items[i].name, encoder->bound.items[i].sort);
  encoder->bound.count = mark;
  if (!*list || is(body, "true") || is(body, "false")) return body;
  return encode_print(encoder, "(%s (%s) %s)", forall ? "forall" : "exists", list, body);
}

/* --- names of B --- */

void encode_bind(Encoder *encoder, BTerm variable, const BCode *code)
{
  BBinding binding = {b_node(encoder->bank, variable)->data, code};
  VEC_PUSH(&encoder->scope, binding);
}

/* Tuples are nested to the left. */
void encode_bind_tuple(Encoder *encoder, BTerm binder, uint32_t count, const BCode *tuple)
{
  assert(count > 0 && count <= b_variable_count(encoder->bank, binder));
  for (uint32_t i = count; i-- > 0;) {
    const BCode *part = i > 0 ? encode_second(encoder, tuple) : tuple;
    encode_bind(encoder, b_arg(encoder->bank, binder, i), part);
    if (i > 0) tuple = encode_first(encoder, tuple);
  }
}

void encode_bind_variables(Encoder *encoder, BTerm binder, uint32_t count)
{
  assert(count > 0 && count <= b_variable_count(encoder->bank, binder));
  for (uint32_t i = 0; i < count; i++) {
    BTerm variable = encode_arg(encoder, binder, i);
    encode_bind(encoder, variable, encode_variable(encoder, b_type(encoder->bank, variable)));
  }
}

void encode_forget(Encoder *encoder, size_t mark)
{
  assert(mark <= encoder->scope.count);
  encoder->scope.count = mark;
}

const BCode *encode_find(const Encoder *encoder, Symbol name)
{
  for (size_t i = encoder->scope.count; i-- > 0;)
    if (encoder->scope.items[i].name == name) return encoder->scope.items[i].code;
  return NULL;
}
