/* Inside the printer: the texts of symbols and operators, made once and kept. */
#ifndef SMT_TEXT_PRINT_TEXT_H
#define SMT_TEXT_PRINT_TEXT_H

#include "smt/text/print.h"

/* Extends a vector to `size` elements, the new ones zero. */
#define FIT_ZERO(v, size)                                                                          \
  do {                                                                                             \
    size_t fit_old_ = (v)->count;                                                                  \
    if (fit_old_ < (size)) {                                                                       \
      VEC_RESERVE(v, (size)-fit_old_);                                                             \
      memset((v)->items + fit_old_, 0, ((size)-fit_old_) * sizeof *(v)->items);                    \
      (v)->count = (size);                                                                         \
    }                                                                                              \
  } while (0)

/* What is known of a symbol. */
enum {
  SYMBOL_LOOKED_AT = 1, /* the next bit is valid */
  SYMBOL_BARS = 2,      /* needs bars */
  SYMBOL_FUNCTION = 4,  /* names a function: a bound variable can hide it */
  SYMBOL_VARIABLE = 8,  /* names a bound variable */
  SYMBOL_NAMED = 16     /* names a term, by (! t :named n) */
};

typedef struct {
  uint32_t start, length; /* in Texts.bytes; a length of 0: not there */
} TextSpan;

/* Zeroed, but for the bank, is empty and valid. */
typedef struct {
  const Bank *bank;
  bool brief_sorts;       /* as in PrintOptions */
  VEC(uint8_t) symbols;   /* by Symbol */
  VEC(uint8_t) name_bits; /* by Symbol: 1 + the bit of texts_name_bit, 0: not computed */
  /* How much of the bank the flags cover. */
  size_t fun_count, variable_count, operator_count;
  Symbol keyword_named;
  bool has_named;  /* there is a SYMBOL_NAMED */
  bool has_hiding; /* a symbol names both a function and a variable */
  bool has_number; /* a function or variable has a name such as $1 or ?1 */
  StrBuf bytes, scratch;
  VEC(TextSpan) operators; /* by Op */
} Texts;

/* Takes in what was added to the bank since the last time. */
void texts_update(Texts *texts);
void texts_deinit(Texts *texts);
/* The symbol that an annotation operator :named gives to its term; 0 for other operators. */
Symbol texts_named(const Texts *texts, Op op);
bool texts_look_at(Texts *texts, Symbol symbol);
uint64_t texts_make_name_bit(Texts *texts, Symbol symbol);
TextSpan texts_make_operator(Texts *texts, Op op);

static inline bool texts_needs_bars(Texts *texts, Symbol symbol)
{
  uint8_t flags = texts->symbols.items[symbol];
  return flags & SYMBOL_LOOKED_AT ? (flags & SYMBOL_BARS) != 0 : texts_look_at(texts, symbol);
}

/* One of 64 bits that depends on the text of the symbol only: for sets of names. */
static inline uint64_t texts_name_bit(Texts *texts, Symbol symbol)
{
  uint8_t known = texts->name_bits.items[symbol];
  return known ? UINT64_C(1) << (known - 1) : texts_make_name_bit(texts, symbol);
}

/* An operator as print_operator writes it; empty if it is too long to be kept. */
static inline TextSpan texts_operator(Texts *texts, Op op)
{
  TextSpan span = texts->operators.items[op];
  return span.length ? span : texts_make_operator(texts, op);
}

static inline void texts_print_symbol(Texts *texts, StrBuf *out, Symbol symbol)
{
  const SymbolTable *table = &texts->bank->symbols;
  bool bars = texts_needs_bars(texts, symbol);
  if (bars) strbuf_add_char(out, '|');
  strbuf_add(out, symbols_text(table, symbol), symbols_length(table, symbol));
  if (bars) strbuf_add_char(out, '|');
}

static inline void texts_print_operator(Texts *texts, StrBuf *out, Op op)
{
  TextSpan span = texts_operator(texts, op);
  if (span.length)
    strbuf_add(out, texts->bytes.bytes + span.start, span.length);
  else
    print_operator_styled(out, texts->bank, op, texts->brief_sorts);
}

#endif
