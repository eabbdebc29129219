/* What names mean while a script is read: let and bound variables, functions and sorts, with the
 * levels of push and pop. */
#ifndef SMT_TEXT_SCOPE_H
#define SMT_TEXT_SCOPE_H

#include "smt/term/bank.h"

/* Words that open a special form of term. */
typedef enum {
  WORD_NONE,
  WORD_LET,
  WORD_FORALL,
  WORD_EXISTS,
  WORD_LAMBDA,
  WORD_WITNESS,
  WORD_COMPREHENSION,
  WORD_MATCH,
  WORD_ANNOTATE, /* ! */
  WORD_INDEXED,  /* _ */
  WORD_AS,
  WORD_PAR,
  WORD_RESERVED /* any other word that cannot be a name */
} Word;

/* The meaning of one symbol: positions + 1 in the stacks below, 0 for none. */
typedef struct {
  Term term;    /* what the symbol alone stands for, if that is known without looking further */
  Term literal; /* what a numeral or #x literal of this text stands for, once it has been met */
  uint32_t local, fun;
} Binding;

/* A let variable or a bound variable, innermost last. */
typedef struct {
  Symbol symbol;
  uint32_t outer; /* what the symbol was bound to before */
  Term term;
  uint32_t variable; /* nearest bound variable of this name, itself included; 0 for none */
} Local;

typedef struct {
  Symbol symbol;
  uint32_t outer;
  Fun fun;
  Term constant; /* the term, for functions without arguments */
} ScopedFun;

typedef enum { SCOPED_CTOR, SCOPED_MACRO, SCOPED_TUPLES } ScopedSortKind;

typedef struct {
  Symbol symbol;
  uint32_t outer;
  ScopedSortKind kind;
  uint32_t value;           /* SCOPED_CTOR and SCOPED_TUPLES: SortCtor; SCOPED_MACRO: Sort */
  uint32_t parameter_count; /* SCOPED_MACRO */
} ScopedSort;

/* Levels that were pushed together, and how many declarations there were before. */
typedef struct {
  size_t funs, sorts;
  uint32_t count;
} ScopeLevel;

/* The words of the language itself, in a table of their own: few symbols are among them. */
typedef struct {
  uint16_t word;    /* Word */
  uint16_t command; /* CommandKind + 1 */
} WordMeaning;

typedef struct {
  VEC(Binding) bindings;  /* by Symbol */
  VEC(WordMeaning) words; /* by Symbol; shorter than symbols */
  U32Vec sort_of;         /* by Symbol; shorter than symbols: position + 1 in sorts */
  VEC(Local) locals;
  VEC(ScopedFun) funs;
  VEC(ScopedSort) sorts;
  U32Vec versions;     /* by Symbol; shorter than symbols: see scope_next_version */
  ScopeLevel theories; /* what is declared before the script */
  VEC(ScopeLevel) levels;
  uint64_t depth; /* number of levels pushed */
} Scope;

/* A scope with the sorts of the bank's theories. */
void scope_init(Scope *scope, Bank *bank);
void scope_deinit(Scope *scope);

void scope_grow(Scope *scope, Symbol symbol);
static inline Binding *scope_binding(Scope *scope, Symbol symbol)
{
  if (symbol >= scope->bindings.count) scope_grow(scope, symbol);
  return &scope->bindings.items[symbol];
}

static inline Word scope_word(const Scope *scope, Symbol symbol)
{
  return symbol < scope->words.count ? (Word)scope->words.items[symbol].word : WORD_NONE;
}
/* The sort of this name: position + 1 in sorts, or 0. */
static inline uint32_t scope_sort(const Scope *scope, Symbol symbol)
{
  return symbol < scope->sort_of.count ? scope->sort_of.items[symbol] : 0;
}
static inline uint32_t scope_command(const Scope *scope, Symbol symbol)
{
  return symbol < scope->words.count ? scope->words.items[symbol].command : 0;
}

void scope_add_local(Scope *scope, Symbol symbol, Term term, bool is_variable);
void scope_drop_locals(Scope *scope, size_t count); /* back to this many */
void scope_add_fun(Scope *scope, Bank *bank, Symbol symbol, Fun fun);
void scope_add_sort(Scope *scope, Symbol symbol, ScopedSortKind kind, uint32_t value,
                    uint32_t parameter_count);
void scope_drop_funs(Scope *scope, size_t count);
void scope_drop_sorts(Scope *scope, size_t count);

/* The number of times that this was asked for the symbol. Names that are declared again and again,
 * between push and pop, count their declarations with it. */
uint32_t scope_next_version(Scope *scope, Symbol symbol);
/* Forgets what literals stand for, given the number of symbols there are. */
void scope_forget_literals(Scope *scope, size_t symbols);

void scope_push(Scope *scope, uint32_t levels);
/* Drops the declarations made since the matching push, unless they are to be kept. At most
 * scope->depth levels can be popped. */
void scope_pop(Scope *scope, uint64_t levels, bool keep);
/* Back to the theories only. */
void scope_reset(Scope *scope);

#endif
