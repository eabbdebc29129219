/* Symbols, and the texts that a printer keeps. */
#include <assert.h>

#include "smt/text/command.h"
#include "smt/text/lexer.h"
#include "smt/text/print_text.h"

/* Reserved words of the standard, and the names of commands. */
#define WORD(text)                      {text, sizeof(text) - 1},
#define COMMAND_WORD(kind, text, flags) WORD(text)
static const struct {
  const char *text;
  size_t length;
} reserved[] = {WORD("!") WORD("_") WORD("as") WORD("BINARY") WORD("DECIMAL") WORD("exists")
                    WORD("HEXADECIMAL") WORD("forall") WORD("lambda") WORD("let") WORD("match")
                        WORD("NUMERAL") WORD("par") WORD("STRING") COMMAND_LIST(COMMAND_WORD)};
#undef COMMAND_WORD
#undef WORD

/* Reserved words begin with one of these; most names do not. */
static const char first_letters[] = "!_aBDefHlmNpSsdcrg";

static bool is_reserved(const char *text, size_t length)
{
  assert(length > 0);
  if (!memchr(first_letters, text[0], sizeof first_letters - 1)) return false;
  for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
    if (reserved[i].length == length && memcmp(reserved[i].text, text, length) == 0) return true;
  return false;
}

static bool needs_bars(const SymbolTable *table, Symbol symbol)
{
  const char *text = symbols_text(table, symbol);
  size_t length = symbols_length(table, symbol);
  return !lexer_is_simple_symbol(text, length) || is_reserved(text, length);
}

void print_symbol(StrBuf *out, const Bank *bank, Symbol symbol)
{
  const SymbolTable *table = &bank->symbols;
  bool bars = needs_bars(table, symbol);
  if (bars) strbuf_add_char(out, '|');
  strbuf_add(out, symbols_text(table, symbol), symbols_length(table, symbol));
  if (bars) strbuf_add_char(out, '|');
}

Symbol texts_named(const Texts *texts, Op op)
{
  assert(bank_has_op(texts->bank, op));
  const SymbolTable *table = &texts->bank->symbols;
  const OperatorInfo *info = bank_operator(texts->bank, op);
  if (info->kind != OPERATOR_ANNOTATION || info->fun != texts->keyword_named || !info->first)
    return 0;
  const char *text = symbols_text(table, info->first);
  size_t length = symbols_length(table, info->first);
  bool bars = length >= 2 && text[0] == '|';
  return bars ? symbols_find(table, text + 1, length - 2) : info->first;
}

static bool is_numbered(const SymbolTable *table, Symbol symbol)
{
  const char *text = symbols_text(table, symbol);
  return symbols_length(table, symbol) > 1 && (text[0] == '$' || text[0] == '?') &&
         text[1] >= '1' && text[1] <= '9';
}

static void add_flag(Texts *texts, Symbol symbol, uint8_t flag)
{
  assert(symbol < texts->symbols.count);
  const uint8_t both = SYMBOL_FUNCTION | SYMBOL_VARIABLE;
  uint8_t *flags = &texts->symbols.items[symbol];
  *flags |= flag;
  texts->has_hiding |= (*flags & both) == both;
  texts->has_number |= is_numbered(&texts->bank->symbols, symbol);
}

void texts_update(Texts *texts)
{
  const Bank *bank = texts->bank;
  FIT_ZERO(&texts->symbols, symbols_count(&bank->symbols));
  FIT_ZERO(&texts->operators, bank->operators.count);
  FIT_ZERO(&texts->name_bits, symbols_count(&bank->symbols));
  for (; texts->fun_count < bank->funs.items.count; texts->fun_count++)
    add_flag(texts, bank->funs.items.items[texts->fun_count].name, SYMBOL_FUNCTION);
  for (; texts->variable_count < bank->variables.count; texts->variable_count++)
    add_flag(texts, bank->variables.items[texts->variable_count].name, SYMBOL_VARIABLE);
  if (!texts->keyword_named) texts->keyword_named = symbols_find(&bank->symbols, ":named", 6);
  for (; texts->operator_count < bank->operators.count; texts->operator_count++) {
    Symbol name = texts_named(texts, (Op)texts->operator_count);
    if (!name) continue;
    texts->symbols.items[name] |= SYMBOL_NAMED;
    texts->has_named = true;
  }
}

void texts_deinit(Texts *texts)
{
  VEC_FREE(&texts->symbols);
  VEC_FREE(&texts->name_bits);
  strbuf_deinit(&texts->bytes);
  strbuf_deinit(&texts->scratch);
  VEC_FREE(&texts->operators);
}

bool texts_look_at(Texts *texts, Symbol symbol)
{
  assert(symbol < texts->symbols.count);
  bool bars = needs_bars(&texts->bank->symbols, symbol);
  texts->symbols.items[symbol] |= SYMBOL_LOOKED_AT | (bars ? SYMBOL_BARS : 0);
  return bars;
}

uint64_t texts_make_name_bit(Texts *texts, Symbol symbol)
{
  assert(symbol < texts->name_bits.count);
  const SymbolTable *table = &texts->bank->symbols;
  uint32_t hash = hash_bytes(symbols_text(table, symbol), symbols_length(table, symbol));
  texts->name_bits.items[symbol] = (uint8_t)(1 + hash % 64);
  return UINT64_C(1) << (hash % 64);
}

/* The longest text that is kept, and how much is kept in all. */
enum { KEPT_LENGTH = 4096, KEPT_TOTAL = 1 << 30 };

TextSpan texts_make_operator(Texts *texts, Op op)
{
  assert(op < texts->operators.count);
  StrBuf *scratch = &texts->scratch;
  scratch->limit = KEPT_LENGTH;
  strbuf_clear(scratch);
  print_operator_styled(scratch, texts->bank, op, texts->brief_sorts);
  if (scratch->overflow || texts->bytes.length > KEPT_TOTAL) return (TextSpan){0};
  TextSpan span = {(uint32_t)texts->bytes.length, (uint32_t)scratch->length};
  strbuf_add(&texts->bytes, scratch->bytes, scratch->length);
  texts->operators.items[op] = span;
  return span;
}
