/* The pass over the tokens: what is gathered, and the lists that are open. */
#ifndef SOLVE_FEATURE_COLLECT_H
#define SOLVE_FEATURE_COLLECT_H

#include "base/vec.h"
#include "smt/text/lexer.h"
#include "solve/feature/features.h"

/* What a word means for the pass, beyond being counted. */
typedef enum {
  WORD_PLAIN,
  WORD_ASSERT,
  WORD_CHECK,
  WORD_DECLARE_CONST,
  WORD_DECLARE_FUN,
  WORD_DATATYPE,
  WORD_DATATYPES,
  WORD_DEFINE,
  WORD_PUSH,
  WORD_POP,
  WORD_SET_LOGIC,
  WORD_FORALL,
  WORD_EXISTS,
  WORD_LET,
  WORD_AND,
  WORD_OR,
  WORD_ITE,
  WORD_ARRAY,
  WORD_SELECT,
  WORD_STORE,
  WORD_BITVEC,
  WORD_BVADD,
  WORD_PLUS,
  WORD_MINUS,
  WORD_TIMES,
  WORD_INDEX, /* _ */
  WORD_PATTERN,
  WORD_NAMED,
} FeatureWord;

/* What is known of a symbol. */
typedef struct {
  float tree;     /* size of the term that it stands for, without bound; 0: nothing is known */
  uint32_t depth; /* of that term */
  uint32_t uses;
  uint16_t construct; /* its number plus 1; 0: none */
  uint8_t word;       /* FeatureWord */
  uint8_t declared;   /* SymbolRole */
} SymbolFacts;

typedef enum { SYMBOL_UNKNOWN, SYMBOL_CONSTANT, SYMBOL_FUNCTION, SYMBOL_BOUND } SymbolRole;

/* Where a list stands. */
typedef enum {
  LIST_TERM,
  LIST_COMMAND,
  LIST_HEAD,
  LIST_BINDINGS,
  LIST_BINDING,
  LIST_VARIABLES,
  LIST_VARIABLE,
  LIST_OTHER
} ListRole;

/* An open list. */
typedef struct {
  double tree;       /* of the children so far */
  uint64_t nodes;    /* that the script had when it began */
  Symbol head, name; /* name: the second word */
  uint32_t parts;    /* with the head */
  uint32_t depth;    /* of the deepest child */
  uint32_t chain;    /* of stores, adders, ite or Array sorts below */
  uint32_t literals; /* children that are numbers */
  uint32_t variables;
  uint16_t quantifiers, alternations; /* around it, this one included */
  uint8_t role;                       /* ListRole */
  uint8_t word;                       /* of the head */
  uint8_t quantifier;                 /* FeatureWord of the nearest one */
  uint8_t child;                      /* FeatureWord of the head of the last child */
} List;

enum { CHAIN_BINS = 1024 };

typedef struct {
  Lexer *lexer;
  VEC(List) lists;
  VEC(SymbolFacts) facts; /* by symbol */
  double values[FEATURE_COUNT];
  /* Sums and counts that means are made of. */
  double tree, depth, nesting, uf_arity, width, bits, plus_arity, or_arity, store_chain;
  uint64_t quantifiers, widths, pluses, small, store_chains, binding_uses, checks, level;
  uint64_t adders[CHAIN_BINS]; /* chains of adders by their length */
  char logic[64];
} Collector;

void collect_init(Collector *collector, Lexer *lexer);
void collect_deinit(Collector *collector);
/* The current token of the lexer. */
void collect_token(Collector *collector);

#endif
