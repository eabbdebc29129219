/* Sorts: names, (_ BitVec 8), (Array Int Real), abbreviations of theories and of define-sort. */
#include <assert.h>

#include "base/arena.h"
#include "base/suggest.h"
#include "smt/term/signature.h"
#include "smt/text/dialect.h"
#include "smt/text/parse.h"

/* The sort in scope whose name is most like the current token; NULL: none is like it. */
static const char *nearest_sort(const Parser *parser, Arena *arena)
{
  enum { SHORTEST = 3 }; /* of shorter words everything is near */
  const SymbolTable *symbols = &parser->bank->symbols;
  Symbol symbol = parser->lexer.symbol;
  if (parser->lexer.kind != TOKEN_SYMBOL || symbols_length(symbols, symbol) < SHORTEST) return NULL;
  VEC(const char *) names = {0};
  for (size_t i = 0; i < parser->scope.sorts.count; i++) {
    Symbol name = parser->scope.sorts.items[i].symbol;
    VEC_PUSH(&names,
             arena_copy_string(arena, symbols_text(symbols, name), symbols_length(symbols, name)));
  }
  char *word =
      arena_copy_string(arena, symbols_text(symbols, symbol), symbols_length(symbols, symbol));
  const char *near = suggest_name(word, names.items, names.count);
  VEC_FREE(&names);
  return near;
}

static Status unknown_sort(Parser *parser, uint64_t offset)
{
  parser->lacks_list |= symbols_equal(&parser->bank->symbols, parser->lexer.symbol, "List");
  Arena names = {0};
  const char *near = nearest_sort(parser, &names);
  Status status = parse_fail(parser, STATUS_SCOPE, offset, "unknown sort '%s'%s%s%s",
                             parse_shown_name(parser, parser->lexer.symbol),
                             near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
  arena_deinit(&names);
  return status;
}

Sort parse_bitvector_sort(Parser *parser, Numeral width)
{
  assert(width > 0);
  if (width != parser->last_width || !parser->last_bitvector) {
    SortTable *sorts = &parser->bank->sorts;
    parser->last_width = width;
    parser->last_bitvector = sorts_make(sorts, sorts->class_ctor[SORT_BITVEC], &width, NULL, 0);
  }
  return parser->last_bitvector;
}

/* Applies what a name of the scope stands for to its arguments. */
static Status apply_scoped(Parser *parser, uint32_t position, const Sort *args, uint32_t count,
                           uint64_t offset, Sort *sort)
{
  assert(position < parser->scope.sorts.count);
  Bank *bank = parser->bank;
  const ScopedSort scoped = parser->scope.sorts.items[position];
  uint32_t arity = scoped.parameter_count;
  if (scoped.kind == SCOPED_TUPLES) {
    Sort tuple = sorts_make(&bank->sorts, bank->sorts.class_ctor[SORT_TUPLE], NULL, args, count);
    *sort = sorts_make(&bank->sorts, scoped.value, NULL, &tuple, 1);
    return STATUS_OK;
  }
  if (scoped.kind == SCOPED_CTOR) {
    const SortCtorInfo *info = &bank->sorts.ctors.items[scoped.value];
    if (info->index_count) {
      const char *name = parse_shown_name(parser, scoped.symbol);
      return parse_fail(parser, STATUS_SORT, offset, "the sort '%s' needs an index, as in (_ %s 8)",
                        name, name);
    }
    arity = info->arity == ARITY_ANY ? count : info->arity;
    if (info->class == SORT_FUNCTION && count < 2) arity = 2;
  }
  if (scoped.kind == SCOPED_CTOR && arity < count &&
      dialect_array_sort(parser, scoped.value, args, count, offset, sort))
    return STATUS_OK;
  if (arity != count)
    return parse_fail(parser, STATUS_SORT, offset,
                      "the sort '%s' takes %u argument%s, but is given %u",
                      parse_shown_name(parser, scoped.symbol), arity, arity == 1 ? "" : "s", count);
  if (scoped.kind == SCOPED_CTOR) {
    bool function = bank->sorts.ctors.items[scoped.value].class == SORT_FUNCTION;
    *sort = function ? sorts_function(&bank->sorts, args, count)
                     : sorts_make(&bank->sorts, scoped.value, NULL, args, count);
    return STATUS_OK;
  }
  assert(count <= SORT_SLOTS);
  SignatureBinding binding;
  signature_clear(&binding);
  for (uint32_t i = 0; i < count; i++) binding.sorts[i] = args[i];
  *sort = count ? signature_instantiate(bank, scoped.value, &binding) : scoped.value;
  return STATUS_OK;
}

static Status read_sort_index(Parser *parser, SortClass class, Numeral *index)
{
  Lexer *lexer = &parser->lexer;
  if (lexer->kind != TOKEN_NUMERAL) return parse_expected(parser, "a numeral");
  if (class != SORT_FIELD) return parse_number(parser, index);
  /* Field orders can have hundreds of digits. */
  size_t length = (size_t)(lexer->end - lexer->start);
  if (length <= 9) return parse_number(parser, index);
  *index = NUMERAL_SYMBOL_TAG | symbols_intern(lexer->symbols, lexer->text + lexer->start, length);
  return STATUS_OK;
}

/* After "(_". */
static Status parse_indexed_sort(Parser *parser, uint64_t offset, Sort *sort)
{
  Bank *bank = parser->bank;
  Status status = parse_next(parser, TOKEN_SYMBOL, "the name of a sort");
  if (status) return status;
  Symbol name = parser->lexer.symbol;
  uint32_t position = scope_sort(&parser->scope, name);
  if (!position || parser->scope.sorts.items[position - 1].kind != SCOPED_CTOR)
    return unknown_sort(parser, parser->lexer.start);
  SortCtor ctor = parser->scope.sorts.items[position - 1].value;
  const SortCtorInfo info = bank->sorts.ctors.items[ctor];
  assert(info.index_count <= NUMERAL_SLOTS);
  Numeral indices[NUMERAL_SLOTS];
  uint32_t count = 0;
  while (lexer_next(&parser->lexer) != TOKEN_CLOSE) {
    Numeral index;
    status = read_sort_index(parser, info.class, &index);
    if (status) return status;
    if (count < NUMERAL_SLOTS) indices[count] = index;
    count++;
  }
  if (count != info.index_count || info.arity)
    return parse_fail(parser, STATUS_SORT, offset, "the sort '%s' takes %u %s, but is given %u",
                      parse_shown_name(parser, name), info.index_count,
                      info.index_count == 1 ? "index" : "indices", count);
  if (!signature_indices_allowed(bank, ctor, indices))
    return parse_fail(parser, STATUS_SORT, offset, "index of sort '%s' out of range",
                      parse_shown_name(parser, name));
  *sort = sorts_make(&bank->sorts, ctor, indices, NULL, 0);
  return STATUS_OK;
}

/* After "(": either an indexed sort, which is finished here, or a new frame. */
static Status open_sort(Parser *parser, uint64_t offset, bool *finished, Sort *sort)
{
  Status status = parse_next(parser, TOKEN_SYMBOL, "the name of a sort");
  if (status) return status;
  *finished = scope_word(&parser->scope, parser->lexer.symbol) == WORD_INDEXED;
  if (*finished) return parse_indexed_sort(parser, offset, sort);
  uint32_t position = scope_sort(&parser->scope, parser->lexer.symbol);
  if (!position) return unknown_sort(parser, parser->lexer.start);
  if (parser->sort_frames.count >= parser->options.max_depth)
    return parse_fail(parser, STATUS_LIMIT, offset, "sorts are nested deeper than %u levels",
                      parser->options.max_depth);
  SortFrame frame = {position - 1, (uint32_t)parser->sort_values.count, (uint32_t)offset};
  VEC_PUSH(&parser->sort_frames, frame);
  return STATUS_OK;
}

static Status close_sort(Parser *parser, Sort *sort)
{
  assert(parser->sort_frames.count > 0);
  SortFrame frame = parser->sort_frames.items[--parser->sort_frames.count];
  assert(frame.base <= parser->sort_values.count);
  uint32_t count = (uint32_t)parser->sort_values.count - frame.base;
  Status status = apply_scoped(parser, frame.scoped, parser->sort_values.items + frame.base, count,
                               frame.offset, sort);
  parser->sort_values.count = frame.base;
  if (status == STATUS_OK && count == 0)
    return parse_fail(parser, STATUS_SYNTAX, frame.offset,
                      "a sort without arguments is written without parentheses");
  return status;
}

Status parse_sort(Parser *parser, Sort *sort)
{
  Lexer *lexer = &parser->lexer;
  size_t outside = parser->sort_frames.count;
  for (;; lexer_next(lexer)) {
    Status status = STATUS_OK;
    bool finished = true;
    uint64_t offset = lexer_token_offset(lexer);
    if (lexer->kind == TOKEN_SYMBOL) {
      uint32_t position = scope_sort(&parser->scope, lexer->symbol);
      if (!position) return unknown_sort(parser, offset);
      status = apply_scoped(parser, position - 1, NULL, 0, offset, sort);
    } else if (lexer->kind == TOKEN_OPEN) {
      status = open_sort(parser, offset, &finished, sort);
    } else if (lexer->kind == TOKEN_CLOSE && parser->sort_frames.count > outside) {
      status = close_sort(parser, sort);
    } else {
      return parse_expected(parser, "a sort");
    }
    if (status) return status;
    if (!finished) continue;
    if (parser->sort_frames.count == outside) return STATUS_OK;
    VEC_PUSH(&parser->sort_values, *sort);
  }
}
