/* The bank: owner of the names, types and terms of B.
 *
 * Terms are immutable, typed, shared and hash-consed: equal terms have equal 32-bit handles. Predicates are terms
 * of type B_PREDICATE. A variable is its name and its type, whoever binds it: the innermost binder of the name
 * counts. Everything lives until b_bank_destroy. Pointers into the tables are valid until the next
 * addition. No term is deeper than B_DEPTH_MAX, so that what walks through terms may call itself. */
#ifndef B_TERM_BANK_H
#define B_TERM_BANK_H

#include "b/term/signature.h"

typedef uint32_t BTerm;

enum { B_TERM_NONE = 0, B_DEPTH_MAX = 1500 };

typedef struct {
  uint16_t op; /* BOperator */
  uint16_t depth;
  BType type;
  uint32_t
      data; /* Symbol of a literal, identifier, element, given set or field; number of variables of a binder */
  uint32_t first; /* in args */
  uint32_t
      count; /* a binder: its variables, then its bodies; LET: the variable, its value, the body */
} BNode;

typedef struct {
  SymbolTable symbols;
  BTypes types;
  BSignature signatures[B_OPERATOR_COUNT];
  VEC(uint16_t)
  words; /* by Symbol, as far as it goes: 0, a BOperator, or B_OPERATOR_COUNT + BKeyword */
  VEC(BNode) nodes;
  U32Vec args;
  Index index;
} BBank;

BBank *b_bank_create(void);
void b_bank_destroy(BBank *bank);

/* What a name means in B: 0 if nothing, so that it can be an identifier; see BBank.words. */
static inline uint16_t b_word(const BBank *bank, Symbol symbol)
{
  return symbol < bank->words.count ? bank->words.items[symbol] : 0;
}

static inline const BNode *b_node(const BBank *bank, BTerm term)
{
  return &bank->nodes.items[term];
}

static inline BOperator b_op(const BBank *bank, BTerm term)
{
  return (BOperator)bank->nodes.items[term].op;
}

static inline bool b_term_is_empty(const BBank *bank, BTerm term)
{
  return b_operator_is_empty(b_op(bank, term));
}

static inline BType b_type(const BBank *bank, BTerm term)
{
  return bank->nodes.items[term].type;
}

/* An argument; of a binder all count: variables and bodies. */
static inline BTerm b_arg(const BBank *bank, BTerm term, uint32_t i)
{
  return bank->args.items[bank->nodes.items[term].first + i];
}

static inline uint32_t b_arg_count(const BBank *bank, BTerm term)
{
  return bank->nodes.items[term].count;
}

/* The number of variables that a term binds. */
static inline uint32_t b_variable_count(const BBank *bank, BTerm term)
{
  const BNode *node = b_node(bank, term);
  return b_operator_binds((BOperator)node->op) ? node->data : 0;
}

/* The term of an operator, type, data and arguments, which may not point into the bank's args. B_TERM_NONE if
 * it would be too deep. The types are the caller's: see b/text/check.h for what finds them. */
BTerm b_make(BBank *bank, BOperator op, BType type, uint32_t data, const BTerm *args,
             uint32_t count);

/* Shorthands. The result type is known from the operands; the arguments may not be B_TERM_NONE. */
BTerm b_make_name(BBank *bank, BOperator op, BType type, Symbol name);
BTerm b_make_constant(BBank *bank,
                      BOperator op); /* without operands and type parameters: BOOL, TRUE ... */
BTerm b_make_not(BBank *bank, BTerm predicate);
/* Conjunctions are flat; of none it is the true predicate, of one that itself. Nothing is simplified. */
BTerm b_make_and(BBank *bank, const BTerm *terms, uint32_t count);
BTerm b_make_predicate(BBank *bank, BOperator op, BTerm left, BTerm right);
BTerm b_make_integer(BBank *bank, int64_t number);
BTerm b_make_string(BBank *bank, const char *text, size_t length);
BTerm b_make_identifier(BBank *bank, const char *name, BType type);

/* The type of the tuple of the variables (or other terms): pairs, nested to the left. */
BType b_tuple_type(BBank *bank, const BTerm *terms, uint32_t count);
/* The result type of an operator with a signature on operands of these types, or B_TYPE_NONE if they do not fit
 * or leave it open. Binders: the types of the bodies. */
BType b_result_type(BBank *bank, BOperator op, const BType *operands, uint32_t count);

/* The number of different nodes below a term, and the nodes of the tree (at most UINT64_MAX). */
uint64_t b_term_size(const BBank *bank, BTerm term, uint64_t *tree_size);
/* Appends the free identifiers of a term, each once, in the order of their first use. */
void b_free_identifiers(const BBank *bank, BTerm term, U32Vec *out);

#endif
