/* Terms. A machine with its own stack: a frame for each open parenthesis, a stack of finished terms.
 * No recursion, so the depth of a term is limited only by ParserOptions. */
#include <assert.h>
#include <string.h>

#include "base/bug.h"
#include "smt/text/dialect.h"
#include "smt/text/parse_frame.h"
#include "smt/text/sexpr.h"
#include "smt/text/solver_value.h"

/* --- identifiers with indices or a sort --- */

/* The current token as an index: a number, a name, or the text of anything else. */
static Status read_index(Parser *parser, Numeral *index)
{
  const Lexer *lexer = &parser->lexer;
  size_t length = (size_t)(lexer->end - lexer->start);
  if (lexer->kind == TOKEN_NUMERAL && length <= 9) return parse_number(parser, index);
  if (lexer->kind == TOKEN_SYMBOL) {
    *index = NUMERAL_SYMBOL_TAG | lexer->symbol;
    return STATUS_OK;
  }
  strbuf_clear(&parser->text);
  Status status = sexpr_copy(&parser->lexer, &parser->text);
  if (status) return status;
  *index = NUMERAL_SYMBOL_TAG |
           symbols_intern(&parser->bank->symbols, parser->text.bytes, parser->text.length);
  return STATUS_OK;
}

/* Is the current token the sort that (_ fmf.card S n) begins with? */
static bool is_sort_index(Parser *parser, const Head *head)
{
  const Bank *bank = parser->bank;
  TokenKind kind = parser->lexer.kind;
  if ((kind != TOKEN_SYMBOL && kind != TOKEN_OPEN) || parser->head_indices.count != head->first ||
      scope_binding(&parser->scope, head->name)->fun)
    return false;
  Fun fun = bank_theory_fun(bank, head->name);
  return fun && funs_info(&bank->funs, fun)->rule == RULE_FMF_CARD;
}

/* Such a sort is a name that is known. */
static Status read_sort_as_index(Parser *parser, Numeral *index)
{
  Sort sort;
  if (parser->lexer.kind != TOKEN_SYMBOL) return parse_expected(parser, "the name of a sort");
  *index = NUMERAL_SYMBOL_TAG | parser->lexer.symbol;
  return parse_sort(parser, &sort);
}

/* After "(_": the name and its indices, up to and with the closing parenthesis. */
static Status read_indexed(Parser *parser, Head *head)
{
  Status status = parse_next(parser, TOKEN_SYMBOL, "the name of an operator");
  if (status) return status;
  head->name = parser->lexer.symbol;
  head->first = (uint32_t)parser->head_indices.count;
  while (lexer_next(&parser->lexer) != TOKEN_CLOSE) {
    Numeral index;
    status = is_sort_index(parser, head) ? read_sort_as_index(parser, &index)
                                         : read_index(parser, &index);
    if (status) return status;
    VEC_PUSH(&parser->head_indices, index);
    if (parser->head_indices.count - head->first > OPERATOR_MAX_INDICES)
      return parse_fail(parser, STATUS_LIMIT, parser->lexer.start, "too many indices");
  }
  head->index_count = (uint32_t)parser->head_indices.count - head->first;
  if (head->index_count == 0) return parse_expected(parser, "an index");
  return STATUS_OK;
}

/* After "(as": identifier and sort, up to and with the closing parenthesis. */
static Status read_ascribed(Parser *parser, Head *head)
{
  Status status;
  head->first = (uint32_t)parser->head_indices.count;
  if (lexer_next(&parser->lexer) == TOKEN_OPEN) {
    status = parse_next(parser, TOKEN_SYMBOL, "'_'");
    if (status == STATUS_OK && scope_word(&parser->scope, parser->lexer.symbol) != WORD_INDEXED)
      status = parse_expected(parser, "'_'");
    if (status == STATUS_OK) status = read_indexed(parser, head);
    if (status) return status;
  } else if (parser->lexer.kind == TOKEN_SYMBOL) {
    head->name = parser->lexer.symbol;
  } else {
    return parse_expected(parser, "an identifier");
  }
  lexer_next(&parser->lexer);
  status = parse_sort(parser, &head->as);
  return status ? status : parse_next(parser, TOKEN_CLOSE, "')'");
}

static Status read_head(Parser *parser, Word word, Head *head)
{
  *head = (Head){0};
  return word == WORD_AS ? read_ascribed(parser, head) : read_indexed(parser, head);
}

/* A qualified identifier that stands alone: (_ bv1 8), (as nil (List Int)). */
static Status qualified_constant(Parser *parser, Word word, uint64_t offset, Term *term)
{
  Head head;
  Status status = read_head(parser, word, &head);
  if (status == STATUS_OK)
    status = resolve_qualified(parser, &head, NULL, 0, (uint32_t)offset, term);
  parser->head_indices.count = head.first;
  return status;
}

/* --- let --- */

/* After the opening parenthesis of a binding or, if `first`, of the list of bindings. */
static Status next_let_binding(Parser *parser)
{
  Status status;
  switch (lexer_next(&parser->lexer)) {
  case TOKEN_OPEN: {
    lexer_next(&parser->lexer);
    Symbol name;
    status = parse_name(parser, &name);
    if (status == STATUS_OK) VEC_PUSH(&parser->names, name);
    return status;
  }
  case TOKEN_CLOSE: break;
  default: return parse_expected(parser, "a binding or ')'");
  }
  ParseFrame *frame = parse_top_frame(parser);
  uint32_t first = frame->extra;
  assert(parser->values.count - frame->base == parser->names.count - first);
  size_t outside = parser->scope.locals.count;
  for (size_t i = first; i < parser->names.count; i++) {
    Symbol name = parser->names.items[i];
    uint32_t bound = scope_binding(&parser->scope, name)->local;
    if (bound > outside)
      dialect_note(parser, frame->offset, "a let that binds a name twice: the last value counts");
    scope_add_local(&parser->scope, name, parser->values.items[frame->base + i - first], false);
  }
  parser->names.count = first;
  frame->kind = FRAME_LET_BODY;
  frame->extra = (uint32_t)outside;
  return STATUS_OK;
}

static Status open_let(Parser *parser, uint64_t offset)
{
  Status status = parse_push_frame(parser, FRAME_LET, 0, offset);
  if (status == STATUS_OK) status = parse_next(parser, TOKEN_OPEN, "the bindings of let");
  if (status) return status;
  parse_top_frame(parser)->extra = (uint32_t)parser->names.count;
  return next_let_binding(parser);
}

/* --- binders --- */

Status parse_sorted_names(Parser *parser, U32Vec *names, U32Vec *sorts)
{
  Status status = parse_next(parser, TOKEN_OPEN, "a list of sorted variables");
  while (status == STATUS_OK && lexer_next(&parser->lexer) == TOKEN_OPEN) {
    Symbol name;
    Sort sort;
    lexer_next(&parser->lexer);
    status = parse_name(parser, &name);
    if (status) return status;
    VEC_PUSH(names, name);
    lexer_next(&parser->lexer);
    status = parse_sort(parser, &sort);
    if (status) return status;
    VEC_PUSH(sorts, sort);
    status = parse_next(parser, TOKEN_CLOSE, "')'");
  }
  if (status) return status;
  return parser->lexer.kind == TOKEN_CLOSE ? STATUS_OK
                                           : parse_expected(parser, "(name SORT) or ')'");
}

Term parse_bind_variable(Parser *parser, Symbol name, Sort sort)
{
  assert(name && sort);
  Scope *scope = &parser->scope;
  const Binding *binding = scope_binding(scope, name);
  uint32_t level = 0;
  uint32_t hidden = binding->local ? scope->locals.items[binding->local - 1].variable : 0;
  if (hidden)
    level = bank_variable_info(parser->bank, scope->locals.items[hidden - 1].term)->level + 1;
  Term variable = bank_variable(parser->bank, name, sort, level);
  scope_add_local(scope, name, variable, true);
  return variable;
}

static Status open_binder(Parser *parser, Op op, uint64_t offset)
{
  U32Vec names = {0}, sorts = {0};
  Status status = parse_push_frame(parser, FRAME_BINDER, op, offset);
  if (status == STATUS_OK) status = parse_sorted_names(parser, &names, &sorts);
  if (status == STATUS_OK && names.count == 0)
    status = parse_fail(parser, STATUS_SYNTAX, offset, "a binder needs at least one variable");
  if (status == STATUS_OK) {
    size_t outside = parser->scope.locals.count;
    parse_top_frame(parser)->extra = (uint32_t)outside;
    for (size_t i = 0; i < names.count; i++) /* of two equal names the second hides the first */
      VEC_PUSH(&parser->values, parse_bind_variable(parser, names.items[i], sorts.items[i]));
  }
  VEC_FREE(&names);
  VEC_FREE(&sorts);
  return status;
}

Symbol parse_fresh_name(Bank *bank, Symbol name)
{
  for (uint32_t i = 1;; i++) {
    StrBuf buf;
    strbuf_init(&buf, 0);
    strbuf_add(&buf, symbols_text(&bank->symbols, name), symbols_length(&bank->symbols, name));
    strbuf_printf(&buf, "!%u", i);
    Symbol fresh = symbols_intern(&bank->symbols, buf.bytes, buf.length);
    strbuf_deinit(&buf);
    if (!bank->symbols.declared.items[fresh]) return fresh;
  }
}

static Sort binder_sort(Parser *parser, Op op, const Term *variables, uint32_t count, Term body)
{
  assert(bank_is_binder(op) && count > 0);
  Bank *bank = parser->bank;
  if (op == OP_WITNESS) return bank_sort(bank, variables[0]);
  if (op == OP_FORALL || op == OP_EXISTS) return bank->bool_sort;
  Sort sort = bank_sort(bank, body);
  if (op == OP_COMPREHENSION)
    return sorts_make(&bank->sorts, bank->sorts.class_ctor[SORT_SET], NULL, &sort, 1);
  if (parser->options.solver_values && count == 1) {
    Sort array = answer_value_lambda_sort(parser, bank_sort(bank, variables[0]), sort);
    if (array) return array;
  }
  U32Vec parts = {0};
  for (uint32_t i = 0; i < count; i++) VEC_PUSH(&parts, bank_sort(bank, variables[i]));
  VEC_PUSH(&parts, sort);
  Sort made = sorts_function(&bank->sorts, parts.items, (uint32_t)parts.count);
  VEC_FREE(&parts);
  return made;
}

/* A body of a binder has been read; the last one ends it. */
static Status continue_binder(Parser *parser)
{
  assert(parse_top_frame(parser)->kind == FRAME_BINDER);
  Bank *bank = parser->bank;
  const ParseFrame frame = *parse_top_frame(parser);
  Op op = frame.head;
  uint32_t bodies = bank_bodies(op);
  uint32_t variables = (uint32_t)parser->scope.locals.count - frame.extra;
  Term *values = parser->values.items + frame.base;
  uint32_t count = (uint32_t)parser->values.count - frame.base;
  assert(variables > 0 && count >= variables);
  if (count < variables + bodies) return STATUS_OK;
  Status status = parse_next(parser, TOKEN_CLOSE, "')'");
  if (status == STATUS_OK && op != OP_LAMBDA)
    status = resolve_coerce(parser, bank->bool_sort, frame.offset, "the body of the binder",
                            &values[variables]);
  if (status) return status;
  scope_drop_locals(&parser->scope, frame.extra);
  Sort sort = binder_sort(parser, op, values, variables, values[variables + bodies - 1]);
  parse_finish_frame(parser, bank_term(bank, op, sort, values, count));
  return STATUS_OK;
}

/* --- annotations --- */

static Status define_name(Parser *parser, Symbol name, Term term, uint64_t offset)
{
  Bank *bank = parser->bank;
  if (bank_open(bank, term))
    return parse_fail(parser, STATUS_SCOPE, offset, "a named term cannot have free variables");
  if (scope_binding(&parser->scope, name)->fun)
    return parse_fail(parser, STATUS_SCOPE, offset, "'%s' is already declared",
                      parse_shown_name(parser, name));
  Sort sort = bank_sort(bank, term);
  FunInfo info = {.name = name, .origin = FUN_DEFINED, .definition = term};
  scope_add_fun(&parser->scope, bank, name, bank_script_fun(bank, &info, &sort));
  return STATUS_OK;
}

/* Wraps the annotated term, which is the first value of the top frame. */
static void annotate(Parser *parser, Op op, uint32_t base, uint32_t count)
{
  assert(count > 0 && base + count <= parser->values.count);
  Term *values = parser->values.items + base;
  Term term = bank_term(parser->bank, op, bank_sort(parser->bank, values[0]), values, count);
  parser->values.count = base;
  VEC_PUSH(&parser->values, term);
}

static Status annotate_with_text(Parser *parser, Symbol keyword)
{
  ParseFrame *frame = parse_top_frame(parser);
  strbuf_clear(&parser->text);
  uint64_t offset = lexer_token_offset(&parser->lexer);
  bool is_name = keyword == parser->word_named;
  if (is_name && parser->lexer.kind != TOKEN_SYMBOL) return parse_expected(parser, "a name");
  Symbol name = parser->lexer.symbol;
  Status status = sexpr_copy(&parser->lexer, &parser->text);
  if (status) return status;
  Symbol value = symbols_intern(&parser->bank->symbols, parser->text.bytes, parser->text.length);
  if (is_name) status = define_name(parser, name, parser->values.items[frame->base], offset);
  if (status) return status;
  annotate(parser, bank_annotation_operator(parser->bank, keyword, value), frame->base, 1);
  return STATUS_OK;
}

/* The attributes from the current token on, until the end of the annotation or a pattern, whose
 * terms the machine reads. */
static Status continue_annotation(Parser *parser)
{
  Lexer *lexer = &parser->lexer;
  while (lexer->kind == TOKEN_KEYWORD) {
    Symbol keyword = lexer->symbol;
    lexer_next(lexer);
    Status status = STATUS_OK;
    if (lexer->kind == TOKEN_KEYWORD || lexer->kind == TOKEN_CLOSE) {
      if (keyword == parser->word_named) return parse_expected(parser, "a name");
      annotate(parser, bank_annotation_operator(parser->bank, keyword, 0),
               parse_top_frame(parser)->base, 1);
      continue;
    }
    if (keyword == parser->word_pattern && lexer->kind == TOKEN_OPEN) {
      uint32_t base = parse_top_frame(parser)->base;
      status = parse_push_frame(parser, FRAME_PATTERN, keyword, lexer->start);
      if (status == STATUS_OK) parse_top_frame(parser)->base = base;
      return status;
    }
    status = annotate_with_text(parser, keyword);
    if (status) return status;
    lexer_next(lexer);
  }
  if (lexer->kind != TOKEN_CLOSE) return parse_expected(parser, "a keyword or ')'");
  Op op = bank_node(parser->bank, parser->values.items[parser->values.count - 1])->op;
  if (bank_operator(parser->bank, op)->kind != OPERATOR_ANNOTATION)
    dialect_note(parser, parse_top_frame(parser)->offset, "an annotation without attributes");
  parse_finish_frame(parser, parser->values.items[parser->values.count - 1]);
  return STATUS_OK;
}

static Status close_pattern(Parser *parser)
{
  assert(parse_top_frame(parser)->kind == FRAME_PATTERN && parser->frames.count > 1);
  const ParseFrame frame = *parse_top_frame(parser);
  uint32_t count = (uint32_t)parser->values.count - frame.base;
  parser->frames.count--;
  Symbol empty = count < 2 ? symbols_intern(&parser->bank->symbols, "()", 2) : SYMBOL_NONE;
  annotate(parser, bank_annotation_operator(parser->bank, frame.head, empty), frame.base, count);
  lexer_next(&parser->lexer);
  return continue_annotation(parser);
}

/* --- the machine --- */

/* After "(" with a special word. *term is set if the form is complete. */
static Status open_word(Parser *parser, Word word, uint64_t offset, Term *term)
{
  switch (word) {
  case WORD_LET: return open_let(parser, offset);
  case WORD_FORALL: return open_binder(parser, OP_FORALL, offset);
  case WORD_EXISTS: return open_binder(parser, OP_EXISTS, offset);
  case WORD_LAMBDA: return open_binder(parser, OP_LAMBDA, offset);
  case WORD_WITNESS: return open_binder(parser, OP_WITNESS, offset);
  case WORD_COMPREHENSION: return open_binder(parser, OP_COMPREHENSION, offset);
  case WORD_MATCH: return parse_push_frame(parser, FRAME_MATCH, 0, offset);
  case WORD_ANNOTATE: return parse_push_frame(parser, FRAME_ANNOTATION, 0, offset);
  case WORD_INDEXED:
  case WORD_AS: return qualified_constant(parser, word, offset, term);
  default: return parse_expected(parser, "a term");
  }
}

static Word special_word(Parser *parser)
{
  Word word = scope_word(&parser->scope, parser->lexer.symbol);
  if (word == WORD_NONE || parser->lexer.quoted) return WORD_NONE;
  const Binding *binding = scope_binding(&parser->scope, parser->lexer.symbol);
  bool is_name = word == WORD_LAMBDA || word == WORD_WITNESS || word == WORD_COMPREHENSION;
  return is_name && (binding->fun || binding->local) ? WORD_NONE : word;
}

/* After "((": an identifier with indices or a sort, or a function that is itself a term. */
static Status open_nested(Parser *parser, uint64_t offset, Term *term)
{
  uint64_t inner = parser->lexer.start;
  lexer_next(&parser->lexer);
  Word word = parser->lexer.kind == TOKEN_SYMBOL ? special_word(parser) : WORD_NONE;
  if (word == WORD_INDEXED || word == WORD_AS) {
    Head head;
    Status status = read_head(parser, word, &head);
    if (status) return status;
    VEC_PUSH(&parser->heads, head);
    return parse_push_frame(parser, FRAME_QUALIFIED, (uint32_t)parser->heads.count - 1, offset);
  }
  Status status = parse_push_frame(parser, FRAME_HIGHER_ORDER, 0, offset);
  if (status) return status;
  if (parser->lexer.kind == TOKEN_OPEN) {
    /* One more level of parentheses: the token is read again as the start of a term. */
    lexer_seek(&parser->lexer, inner);
    return STATUS_OK;
  }
  if (parser->lexer.kind != TOKEN_SYMBOL) return parse_expected(parser, "a function");
  if (word != WORD_NONE) return open_word(parser, word, inner, term);
  return parse_push_frame(parser, FRAME_APPLY, parser->lexer.symbol, inner);
}

/* The current token is "(". */
static Status open_term(Parser *parser, Term *term)
{
  uint64_t offset = parser->lexer.start;
  switch (lexer_next(&parser->lexer)) {
  case TOKEN_SYMBOL: {
    if (parser->options.solver_values && answer_value_opens(parser))
      return answer_value_read(parser, offset, term);
    Word word = special_word(parser);
    if (word != WORD_NONE) return open_word(parser, word, offset, term);
    return parse_push_frame(parser, FRAME_APPLY, parser->lexer.symbol, offset);
  }
  case TOKEN_OPEN: return open_nested(parser, offset, term);
  default: return parse_expected(parser, "a function");
  }
}

static Status close_application(Parser *parser)
{
  const ParseFrame frame = *parse_top_frame(parser);
  const Term *args = parser->values.items + frame.base;
  uint32_t count = (uint32_t)parser->values.count - frame.base;
  Term term;
  Status status;
  if (count == 0) {
    return parse_fail(parser, STATUS_SYNTAX, frame.offset,
                      "an application needs arguments; a constant is written without parentheses");
  } else if (frame.kind == FRAME_APPLY) {
    status = resolve_application(parser, frame.head, args, count, frame.offset, &term);
  } else if (frame.kind == FRAME_QUALIFIED) {
    const Head head = parser->heads.items[frame.head];
    status = resolve_qualified(parser, &head, args, count, frame.offset, &term);
    parser->heads.count = frame.head;
    parser->head_indices.count = head.first;
  } else {
    status = resolve_higher_order(parser, args[0], args + 1, count - 1, frame.offset, &term);
  }
  if (status == STATUS_OK) parse_finish_frame(parser, term);
  return status;
}

/* The current token is ")". */
static Status close_frame(Parser *parser)
{
  switch (parse_top_frame(parser)->kind) {
  case FRAME_APPLY:
  case FRAME_QUALIFIED:
  case FRAME_HIGHER_ORDER: return close_application(parser);
  case FRAME_PATTERN: return close_pattern(parser);
  default: return parse_expected(parser, "a term");
  }
}

/* A term has been finished and is the last value: forms that count their parts go on from it. */
static Status continue_frame(Parser *parser)
{
  ParseFrame *frame = parse_top_frame(parser);
  Status status;
  switch (frame->kind) {
  case FRAME_LET:
    status = parse_next(parser, TOKEN_CLOSE, "')' after the value of a let variable");
    return status ? status : next_let_binding(parser);
  case FRAME_LET_BODY:
    status = parse_next(parser, TOKEN_CLOSE, "')' after the body of let");
    if (status) return status;
    scope_drop_locals(&parser->scope, frame->extra);
    parse_finish_frame(parser, parser->values.items[parser->values.count - 1]);
    return STATUS_OK;
  case FRAME_BINDER: return continue_binder(parser);
  case FRAME_ANNOTATION: lexer_next(&parser->lexer); return continue_annotation(parser);
  case FRAME_MATCH: return parse_cases(parser);
  case FRAME_CASE: return parse_case_end(parser);
  default: BUG("a frame of kind %d has no parts", frame->kind);
  }
}

static bool counts_parts(const ParseFrame *frame)
{
  return frame->kind > FRAME_HIGHER_ORDER && frame->kind != FRAME_PATTERN;
}

void parse_abandon(Parser *parser)
{
  parser->frames.count = parser->values.count = parser->names.count = 0;
  parser->heads.count = parser->head_indices.count = 0;
  parser->sort_frames.count = parser->sort_values.count = 0;
  scope_drop_locals(&parser->scope, 0);
}

/* One token, and what follows from it. */
static Status step(Parser *parser, bool *finished)
{
  Lexer *lexer = &parser->lexer;
  Status status;
  Term term = 0;
  *finished = false;
  lexer_next(lexer);
  uint64_t start = lexer_token_offset(lexer);
  switch (lexer->kind) {
  case TOKEN_SYMBOL: status = resolve_constant(parser, lexer->symbol, &term); break;
  case TOKEN_OPEN: status = open_term(parser, &term); break;
  case TOKEN_CLOSE:
    if (parser->frames.count == 0) return parse_expected(parser, "a term");
    status = close_frame(parser);
    *finished = status == STATUS_OK;
    break;
  default: status = parse_literal(parser, &term); break;
  }
  if (term && status == STATUS_OK) {
    parse_observe(parser, start, term);
    VEC_PUSH(&parser->values, term);
    *finished = true;
  }
  return status;
}

Status parse_term(Parser *parser, Term *result)
{
  assert(parser->frames.count == 0 && parser->values.count == 0);
  for (;;) {
    bool finished;
    Status status = step(parser, &finished);
    /* A finished term may finish the form around it, and so on. */
    while (status == STATUS_OK && finished && parser->frames.count &&
           counts_parts(parse_top_frame(parser))) {
      size_t frames = parser->frames.count;
      status = continue_frame(parser);
      finished = parser->frames.count < frames;
    }
    if (status) {
      if (parser->lexer.kind == TOKEN_END && parser->frames.count)
        status = error_set_at(parser->error, STATUS_SYNTAX, parser->frames.items[0].offset,
                              "unclosed parenthesis");
      parse_abandon(parser);
      return status;
    }
    if (finished && parser->frames.count == 0) break;
  }
  assert(parser->values.count == 1);
  *result = parser->values.items[0];
  parser->values.count = 0;
  return STATUS_OK;
}
