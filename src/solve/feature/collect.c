#include "solve/feature/collect.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

/* Sizes of trees grow without bound as lets nest. */
static const double TREE_MAX = 1e30;

static const struct {
  const char *text;
  FeatureWord word;
} constructs[] = {
#define CONSTRUCT(text, word) {text, word},
#include "solve/feature/constructs.def"
#undef CONSTRUCT
};

static_assert(sizeof constructs / sizeof *constructs == FEATURE_CONSTRUCTS, "as the paper has");

static SymbolFacts *facts_of(Collector *collector, Symbol symbol)
{
  if (symbol >= collector->facts.count) {
    VEC_RESERVE(&collector->facts, symbol + 1 - collector->facts.count);
    while (collector->facts.count <= symbol)
      collector->facts.items[collector->facts.count++] = (SymbolFacts){0};
  }
  return &collector->facts.items[symbol];
}

static SymbolFacts *facts_by_name(Collector *collector, const char *text)
{
  return facts_of(collector, symbols_intern(collector->lexer->symbols, text, strlen(text)));
}

void collect_init(Collector *collector, Lexer *lexer)
{
  assert(lexer);
  *collector = (Collector){.lexer = lexer};
  for (size_t i = 0; i < FEATURE_CONSTRUCTS; i++) {
    if (strchr(constructs[i].text, '#')) continue; /* the one before counts */
    SymbolFacts *facts = facts_by_name(collector, constructs[i].text);
    facts->construct = (uint16_t)(i + 1);
    facts->word = (uint8_t)constructs[i].word;
  }
  facts_by_name(collector, "_")->word = WORD_INDEX;
  facts_by_name(collector, ":pattern")->word = WORD_PATTERN;
  facts_by_name(collector, ":named")->word = WORD_NAMED;
}

void collect_deinit(Collector *collector)
{
  VEC_FREE(&collector->lists);
  VEC_FREE(&collector->facts);
}

static void raise(double *value, double at_least)
{
  if (*value < at_least) *value = at_least;
}

static List *innermost(Collector *collector)
{
  return collector->lists.count ? &collector->lists.items[collector->lists.count - 1] : NULL;
}

static bool holds_terms(const List *list)
{
  return list->role == LIST_TERM || list->role == LIST_BINDING;
}

/* --- lists that open ---------------------------------------------------------------------- */

static ListRole role_in_command(const List *command)
{
  if (command->word == WORD_ASSERT) return LIST_TERM;
  /* (define-fun name arguments sort body) */
  return command->word == WORD_DEFINE && command->parts == 4 ? LIST_TERM : LIST_OTHER;
}

static ListRole role_of(const List *parent)
{
  switch ((ListRole)parent->role) {
  case LIST_COMMAND: return role_in_command(parent);
  case LIST_BINDINGS: return LIST_BINDING;
  case LIST_VARIABLES: return LIST_VARIABLE;
  case LIST_BINDING: return LIST_TERM;
  case LIST_TERM: break;
  default: return LIST_OTHER;
  }
  if (parent->parts == 0) return LIST_HEAD;
  if (parent->parts > 1) return LIST_TERM;
  if (parent->word == WORD_LET) return LIST_BINDINGS;
  return parent->word == WORD_FORALL || parent->word == WORD_EXISTS ? LIST_VARIABLES : LIST_TERM;
}

/* Datatypes, constructors and fields are told by how deep their lists are. */
static void count_datatype_list(Collector *collector)
{
  const List *command = &collector->lists.items[0];
  if (command->word != WORD_DATATYPE && command->word != WORD_DATATYPES) return;
  size_t depth = collector->lists.count - (command->word == WORD_DATATYPES);
  bool sorts = command->word == WORD_DATATYPES && command->parts == 1;
  double *values = collector->values;
  if (sorts)
    values[FEATURE_DATATYPES] += depth == 2;
  else if (depth == 3)
    values[FEATURE_CONSTRUCTORS]++;
  else if (depth == 4)
    values[FEATURE_FIELDS]++;
}

static void open_list(Collector *collector)
{
  const List *parent = innermost(collector);
  List list = {.role = LIST_COMMAND, .nodes = (uint64_t)collector->values[FEATURE_NODES]};
  if (parent) {
    list.role = (uint8_t)role_of(parent);
    list.quantifiers = parent->quantifiers;
    list.alternations = parent->alternations;
    list.quantifier = parent->quantifier;
  }
  VEC_PUSH(&collector->lists, list);
  raise(&collector->values[FEATURE_WRITTEN_DEPTH], (double)collector->lists.count);
  count_datatype_list(collector);
}

/* --- atoms -------------------------------------------------------------------------------- */

static void begin_quantifier(Collector *collector, List *list)
{
  if (list->quantifiers < UINT16_MAX) list->quantifiers++;
  if (list->quantifier && list->quantifier != list->word && list->alternations < UINT16_MAX)
    list->alternations++;
  list->quantifier = list->word;
  collector->quantifiers++;
  collector->nesting += list->quantifiers;
  raise(&collector->values[FEATURE_QUANTIFIER_DEPTH], list->quantifiers);
  raise(&collector->values[FEATURE_ALTERNATIONS], list->alternations);
}

static void add_child(List *list, double tree, uint32_t depth)
{
  list->tree = fmin(list->tree + tree, TREE_MAX);
  if (depth > list->depth) list->depth = depth;
}

static void take_head(Collector *collector, List *list, Symbol symbol, uint8_t word)
{
  list->head = symbol;
  list->word = word;
  if (list->role == LIST_TERM && (word == WORD_FORALL || word == WORD_EXISTS))
    begin_quantifier(collector, list);
}

static void take_symbol(Collector *collector)
{
  Symbol symbol = collector->lexer->symbol;
  SymbolFacts *facts = facts_of(collector, symbol);
  if (facts->uses < UINT32_MAX) facts->uses++;
  if (facts->construct && !collector->lexer->quoted) collector->values[facts->construct - 1]++;
  List *list = innermost(collector);
  if (!list) return;
  if (list->parts == 0) {
    take_head(collector, list, symbol, collector->lexer->quoted ? WORD_PLAIN : facts->word);
  } else {
    if (list->parts == 1) list->name = symbol;
    list->child = facts->word;
    if (holds_terms(list)) {
      collector->values[FEATURE_NODES]++;
      collector->binding_uses += facts->declared == SYMBOL_BOUND;
      add_child(list, facts->tree > 0 ? (double)facts->tree : 1, facts->depth ? facts->depth : 1);
    } else if (list->role == LIST_COMMAND) {
      add_child(list, facts->tree > 0 ? (double)facts->tree : 1, facts->depth ? facts->depth : 1);
    }
  }
  list->parts++;
}

/* Bits of a numeral, by its length, and exactly for what fits into a word. */
static double numeral_bits(const char *text, size_t length, uint64_t *value)
{
  *value = 0;
  if (length > 18) return (double)length * 3.3219;
  for (size_t i = 0; i < length && text[i] >= '0' && text[i] <= '9'; i++)
    *value = *value * 10 + (uint64_t)(text[i] - '0');
  return *value ? log2((double)*value) + 1 : 0;
}

static void take_number(Collector *collector)
{
  const Lexer *lexer = collector->lexer;
  List *list = innermost(collector);
  uint64_t value;
  double bits =
      numeral_bits(lexer->text + lexer->start, (size_t)(lexer->end - lexer->start), &value);
  if (!list) return;
  list->parts++;
  if (list->word == WORD_INDEX || list->role == LIST_COMMAND)
    list->variables = value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
  if (list->word == WORD_INDEX || !holds_terms(list)) return;
  collector->values[lexer->kind == TOKEN_DECIMAL ? FEATURE_DECIMALS : FEATURE_NUMERALS]++;
  collector->values[FEATURE_NODES]++;
  collector->bits += bits;
  collector->small += bits <= 1;
  raise(&collector->values[FEATURE_NUMERAL_BITS_MAX], bits);
  list->literals++;
  add_child(list, 1, 1);
}

static void add_width(Collector *collector, double width)
{
  collector->width += width;
  collector->widths++;
  raise(&collector->values[FEATURE_WIDTH_MAX], width);
}

static void take_bit_literal(Collector *collector)
{
  const Lexer *lexer = collector->lexer;
  double digits = (double)(lexer->end - lexer->start) - 2;
  add_width(collector, lexer->kind == TOKEN_HEX ? 4 * digits : digits);
  collector->values[FEATURE_BV_LITERALS]++;
  collector->values[FEATURE_NODES]++;
  List *list = innermost(collector);
  if (!list) return;
  list->parts++;
  list->literals++;
  add_child(list, 1, 1);
}

static void take_string(Collector *collector)
{
  double length = (double)(collector->lexer->end - collector->lexer->start);
  List *list = innermost(collector);
  if (!list) return;
  list->parts++;
  if (!holds_terms(list)) return;
  collector->values[FEATURE_STRING_BYTES] += length;
  collector->values[FEATURE_NODES]++;
  raise(&collector->values[FEATURE_STRING_LONGEST], length);
  add_child(list, 1, 1);
}

static void take_keyword(Collector *collector)
{
  uint8_t word = facts_of(collector, collector->lexer->symbol)->word;
  if (word == WORD_PATTERN) collector->values[FEATURE_PATTERNS]++;
  if (word == WORD_NAMED) collector->values[FEATURE_NAMED]++;
  List *list = innermost(collector);
  if (list) list->parts++;
}

/* --- lists that close --------------------------------------------------------------------- */

/* A chain of stores, adders or ite that its parent does not continue. */
static void end_chain(Collector *collector, FeatureWord word, uint32_t length)
{
  if (word == WORD_BVADD) {
    collector->adders[length < CHAIN_BINS ? length : CHAIN_BINS - 1]++;
    raise(&collector->values[FEATURE_ADDER_CHAIN_MAX], length);
  } else if (word == WORD_STORE) {
    collector->store_chain += length;
    collector->store_chains++;
    raise(&collector->values[FEATURE_STORE_CHAIN_MAX], length);
  } else if (word == WORD_ITE) {
    raise(&collector->values[FEATURE_ITE_DEPTH], length);
  }
}

static void close_chain(Collector *collector, const List *list, List *parent)
{
  if (list->word != WORD_BVADD && list->word != WORD_STORE && list->word != WORD_ITE) return;
  uint32_t length = list->chain + 1;
  if (parent && parent->role == LIST_TERM && parent->word == list->word) {
    if (parent->chain < length) parent->chain = length;
  } else {
    end_chain(collector, list->word, length);
  }
}

static void count_application(Collector *collector, const List *list)
{
  double *values = collector->values;
  uint32_t arguments = list->parts ? list->parts - 1 : 0;
  switch ((FeatureWord)list->word) {
  case WORD_TIMES:
    values[FEATURE_COEFFICIENTS] += list->literals > 0;
    values[FEATURE_NONLINEAR] += arguments >= list->literals + 2;
    raise(&values[FEATURE_DEGREE_MAX], arguments - list->literals);
    return;
  case WORD_PLUS:
    collector->plus_arity += arguments;
    collector->pluses++;
    raise(&values[FEATURE_SUM_MAX], arguments);
    return;
  case WORD_AND: raise(&values[FEATURE_AND_MAX], arguments); return;
  case WORD_OR:
    collector->or_arity += arguments;
    raise(&values[FEATURE_OR_MAX], arguments);
    return;
  case WORD_FORALL:
  case WORD_EXISTS: raise(&values[FEATURE_VARIABLES_MAX], list->variables); return;
  default: break;
  }
  if (list->head && facts_of(collector, list->head)->declared == SYMBOL_FUNCTION) {
    values[FEATURE_UF_APPLICATIONS]++;
    collector->uf_arity += arguments;
  }
}

/* (_ BitVec 8), (_ bv5 8): the number is a width. */
static void close_indexed(Collector *collector, const List *list)
{
  if (!list->name) return;
  const SymbolTable *symbols = collector->lexer->symbols;
  const char *name = symbols_text(symbols, list->name);
  bool literal = symbols_length(symbols, list->name) > 2 && name[0] == 'b' && name[1] == 'v' &&
                 name[2] >= '0' && name[2] <= '9';
  bool sort = facts_of(collector, list->name)->word == WORD_BITVEC;
  if (literal) collector->values[FEATURE_BV_LITERALS]++;
  if (literal || sort) add_width(collector, list->variables);
}

static void close_term(Collector *collector, const List *list, List *parent)
{
  collector->values[FEATURE_NODES]++;
  bool indexed = list->word == WORD_INDEX;
  if (indexed) close_indexed(collector, list);
  count_application(collector, list);
  close_chain(collector, list, parent);
  double tree = indexed ? 1 : list->word == WORD_LET ? list->tree : list->tree + 1;
  uint32_t depth = indexed ? 1 : list->word == WORD_LET ? list->depth : list->depth + 1;
  add_child(parent, tree, depth);
  bool number = list->word == WORD_MINUS && list->parts == 2 && list->literals == 1;
  parent->literals += number || indexed;
}

static void close_binding(Collector *collector, const List *list)
{
  SymbolFacts *facts = facts_of(collector, list->head);
  facts->tree = (float)fmax(list->tree, 1);
  facts->depth = list->depth;
  if (facts->declared == SYMBOL_UNKNOWN) facts->declared = SYMBOL_BOUND;
  collector->values[FEATURE_BINDINGS]++;
}

static void close_variables(Collector *collector, const List *list, List *parent)
{
  bool forall = parent->word == WORD_FORALL;
  parent->variables = list->parts;
  collector->values[forall ? FEATURE_FORALL_VARIABLES : FEATURE_EXISTS_VARIABLES] += list->parts;
}

/* A sort, or arguments of a declaration. */
static void close_other(Collector *collector, const List *list, List *parent)
{
  if (list->word == WORD_INDEX) close_indexed(collector, list);
  if (list->word == WORD_ARRAY) {
    raise(&collector->values[FEATURE_ARRAY_NESTING], list->chain + 1);
    if (parent->chain < list->chain + 1) parent->chain = list->chain + 1;
  }
  if (parent->role == LIST_COMMAND && parent->word == WORD_DECLARE_FUN && parent->parts == 2)
    parent->variables = list->parts;
}

static void close_assertion(Collector *collector, const List *list)
{
  double *values = collector->values;
  collector->tree = fmin(collector->tree + list->tree, TREE_MAX);
  collector->depth += list->depth;
  raise(&values[FEATURE_DEPTH], list->depth);
  raise(&values[FEATURE_ASSERTION_MAX], values[FEATURE_NODES] - (double)list->nodes);
}

static void close_declaration(Collector *collector, const List *list)
{
  bool function = list->word == WORD_DECLARE_FUN && list->variables > 0;
  facts_of(collector, list->name)->declared = function ? SYMBOL_FUNCTION : SYMBOL_CONSTANT;
  collector->values[function ? FEATURE_FUNCTIONS : FEATURE_CONSTANTS]++;
  collector->values[FEATURE_ARRAYS] += list->child == WORD_ARRAY;
  if (function) raise(&collector->values[FEATURE_ARITY_MAX], list->variables);
}

static void close_definition(Collector *collector, const List *list)
{
  SymbolFacts *facts = facts_of(collector, list->name);
  facts->tree = (float)fmax(list->tree, 1);
  facts->depth = list->depth;
  collector->values[FEATURE_DEFINITIONS]++;
}

static void close_command(Collector *collector, const List *list)
{
  uint64_t levels = list->parts > 1 ? list->variables : 1;
  switch ((FeatureWord)list->word) {
  case WORD_ASSERT: close_assertion(collector, list); return;
  case WORD_CHECK: collector->checks++; return;
  case WORD_DECLARE_CONST:
  case WORD_DECLARE_FUN: close_declaration(collector, list); return;
  case WORD_DEFINE: close_definition(collector, list); return;
  case WORD_DATATYPE: collector->values[FEATURE_DATATYPES]++; return;
  case WORD_PUSH:
    collector->level += levels;
    raise(&collector->values[FEATURE_LEVEL_MAX], (double)collector->level);
    return;
  case WORD_POP: collector->level -= levels < collector->level ? levels : collector->level; return;
  default: return;
  }
}

static void note_logic(Collector *collector, const List *list)
{
  const SymbolTable *symbols = collector->lexer->symbols;
  size_t length = symbols_length(symbols, list->name);
  if (list->name == SYMBOL_NONE || length >= sizeof collector->logic) return;
  memcpy(collector->logic, symbols_text(symbols, list->name), length);
  collector->logic[length] = 0;
}

static void close_list(Collector *collector)
{
  if (collector->lists.count == 0) return; /* one parenthesis too many */
  List list = collector->lists.items[--collector->lists.count];
  List *parent = innermost(collector);
  if (!parent) {
    if (list.word == WORD_SET_LOGIC) note_logic(collector, &list);
    close_command(collector, &list);
    return;
  }
  switch ((ListRole)list.role) {
  case LIST_TERM: close_term(collector, &list, parent); break;
  case LIST_HEAD:
    parent->head = list.name ? list.name : list.head;
    parent->word = facts_of(collector, parent->head)->word;
    break;
  case LIST_BINDING: close_binding(collector, &list); break;
  case LIST_VARIABLES: close_variables(collector, &list, parent); break;
  default: close_other(collector, &list, parent); break;
  }
  parent->child = list.word;
  parent->parts++;
}

void collect_token(Collector *collector)
{
  assert(collector->lexer);
  switch (collector->lexer->kind) {
  case TOKEN_OPEN: open_list(collector); return;
  case TOKEN_CLOSE: close_list(collector); return;
  case TOKEN_SYMBOL: take_symbol(collector); return;
  case TOKEN_KEYWORD: take_keyword(collector); return;
  case TOKEN_NUMERAL:
  case TOKEN_DECIMAL: take_number(collector); return;
  case TOKEN_HEX:
  case TOKEN_BINARY: take_bit_literal(collector); return;
  case TOKEN_STRING: take_string(collector); return;
  default: return;
  }
}
