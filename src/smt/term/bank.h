/* The bank: owner of symbols, sorts, functions, operators and terms.
 *
 * Terms are immutable, shared and hash-consed: equal terms have equal 32-bit handles. A term is a
 * node of 16 bytes in a flat array plus its arguments in another. Everything lives until
 * bank_destroy. Pointers into the tables are valid until the next addition to that table; handles
 * are valid for ever. Terms have no `let`: sharing is in the graph and shown by the printer. */
#ifndef SMT_TERM_BANK_H
#define SMT_TERM_BANK_H

#include "smt/term/function.h"
#include "smt/term/marks.h"

/* Operators below OP_FIRST_APPLICATION are structural. */
enum {
  OP_NONE,
  OP_VARIABLE, /* bound variable; first: index in variables */
  OP_INTEGER,  /* literals; first: Symbol of the canonical text */
  OP_REAL,
  OP_BITVEC, /* text "#x0f", or "#b101" where the width is not a multiple of 4 */
  OP_STRING, /* text between the quotes, in canonical escapes */
  OP_FIELD,  /* finite field element; text is the number */
  OP_FORALL, /* binders; arguments: the variables, then the bodies (bank_bodies) */
  OP_EXISTS,
  OP_LAMBDA,
  OP_WITNESS,
  OP_COMPREHENSION, /* cvc5's set.comprehension: predicate and element */
  OP_MATCH,         /* arguments: the term, then OPERATOR_CASE terms */
  OP_FIRST_APPLICATION
};

typedef enum {
  OPERATOR_STRUCTURAL,
  OPERATOR_APPLY,
  OPERATOR_ANNOTATION, /* (! t :key value): arguments are t and, for patterns, their terms */
  OPERATOR_CASE        /* one case of a match: arguments are its variables, then the result */
} TermShape;

typedef struct {
  uint32_t fun;   /* APPLY, CASE: the Fun (0: a case that matches all); ANNOTATION: the keyword */
  uint32_t first; /* APPLY: indices in index_pool; ANNOTATION: text of the value, or 0 */
  Sort as;        /* APPLY: the result sort, if the function needs it */
  uint32_t index_count : 24;
  uint32_t kind : 8; /* OperatorKind */
} OperatorInfo;

enum { OPERATOR_MAX_INDICES = 0xFFFFFF };

/* Equal terms are found through their youngest argument: most have few parents, and a term is mostly
 * made soon after its arguments, so the search stays within a few cache lines. The hash index is for
 * terms without arguments or on leaves only, and for the parents of terms that have many. */
typedef struct {
  Term parent; /* the last made of the terms that have this one as their youngest argument, or
                  PARENTS_HASHED once there are more than LINKED_PARENTS */
  Term next;   /* the one before this term in the list of their youngest argument */
} TermLink;

enum { LINKED_PARENTS = 3 };
#define PARENTS_HASHED UINT32_MAX

typedef struct {
  Op op;
  Sort sort;
  uint32_t first; /* in args, or as said for the structural operators */
  uint32_t count; /* number of arguments */
} TermNode;

/* A bound variable. Variables of one name, sort and level are the same term. The level is the number
 * of binders of the same name around its own, so that an outer variable is never mistaken for it. */
typedef struct {
  Symbol name;
  Sort sort;
  uint32_t level;
} Variable;

typedef struct {
  Symbol name;
  Symbol standard;  /* "2.6", "2.7", or 0 for an extension */
  Symbol extension; /* names of solvers that have it, or 0 */
  Symbol description;
} Theory;

/* What a theory file says of a function beyond its rank. related of a FUN_THEORY function. */
typedef struct {
  Symbol guard;     /* text of the condition under which the result is determined, or 0 */
  Symbol since;     /* version of the standard, or 0 */
  Symbol extension; /* solvers that have it although the standard has not, or 0 */
} TheoryNote;

typedef struct {
  Symbol name; /* an older or other spelling of a theory function */
  Fun fun;
} TheoryAlias;

/* A name of a theory that stands for a sort: Float32, or (Relation A B) for (Set (Tuple A B)). */
typedef struct {
  Symbol name;
  Sort sort;          /* 0 where tuples_in is set */
  SortCtor tuples_in; /* the constructor around the tuple of the arguments, or 0 */
} SortAbbreviation;

/* A datatype: its constructors in order. */
typedef struct {
  SortCtor ctor;
  uint32_t parameter_count;
  bool codatatype;
  U32Vec constructors; /* Fun */
  U32Vec selectors;    /* Fun: those of the first constructor, then those of the second ... */
} Datatype;

/* The free variables of an open term that binds others: at most FREE_LIST_MAX of them are kept. */
typedef struct {
  Term binder;
  uint32_t first, count; /* in free_pool */
  Term least;
  bool overflow; /* there are more */
} FreeList;

enum { FREE_LIST_MAX = 64 };

typedef struct Bank {
  SymbolTable symbols;
  ExprTable exprs;
  SortTable sorts;
  FunTable funs;
  VEC(OperatorInfo) operators;
  U32Vec index_pool;
  Index operator_index;
  VEC(TermNode) terms;
  VEC(TermLink) links; /* by Term */
  U32Vec args;
  Index term_index;
  U32Vec open; /* per term: its free variable with the smallest handle, 0 if closed (see FreeList
                  for the one exception). Shorter than terms: what is missing is closed. */
  VEC(Variable) variables;
  TermMarks scratch; /* for walks that add no terms */
  VEC(FreeList) free_lists;
  U32Vec free_pool;
  Index free_index;
  VEC(Theory) theories; /* theories.items[0] is unused */
  VEC(TheoryNote) notes;
  VEC(TheoryAlias) aliases;
  VEC(SortAbbreviation) abbreviations;
  VEC(Datatype) datatypes; /* datatypes.items[0] is unused */
  U32Vec theory_funs;      /* first theory function by Symbol; shorter than symbols: none */
  Sort bool_sort, int_sort, real_sort, string_sort; /* 0 until a theory declares them */
  Fun to_real;                                      /* the coercion that mixed arithmetic needs */
} Bank;

Bank *bank_create(void);
/* A bank of its own with the same contents and handles. It costs a small part of reading theories again. */
Bank *bank_copy(const Bank *bank);
void bank_destroy(Bank *bank);

/* Are these handles of the bank? 0 (none) is one. For asserts. */
static inline bool bank_has_term(const Bank *bank, Term term)
{
  return term == 0 || term < bank->terms.count;
}
static inline bool bank_has_sort(const Bank *bank, Sort sort)
{
  return sort == 0 || sort < bank->sorts.nodes.count;
}
static inline bool bank_has_fun(const Bank *bank, Fun fun)
{
  return fun == 0 || fun < bank->funs.items.count;
}
static inline bool bank_has_op(const Bank *bank, Op op)
{
  return op == 0 || op < bank->operators.count;
}
static inline bool bank_has_terms(const Bank *bank, const Term *terms, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (terms[i] == 0 || terms[i] >= bank->terms.count) return false;
  return true;
}

static inline const TermNode *bank_node(const Bank *bank, Term term)
{
  return &bank->terms.items[term];
}
static inline Sort bank_sort(const Bank *bank, Term term)
{
  return bank->terms.items[term].sort;
}
static inline const Term *bank_args(const Bank *bank, Term term)
{
  return bank->args.items + bank->terms.items[term].first;
}
static inline const OperatorInfo *bank_operator(const Bank *bank, Op op)
{
  return &bank->operators.items[op];
}
/* The free variable with the smallest handle, or 0 if the term is closed. */
static inline Term bank_open(const Bank *bank, Term term)
{
  return term < bank->open.count ? bank->open.items[term] : 0;
}
static inline bool bank_is_binder(Op op)
{
  return op >= OP_FORALL && op <= OP_COMPREHENSION;
}
/* Number of bodies that follow the variables of a binder. */
static inline uint32_t bank_bodies(Op op)
{
  return op == OP_COMPREHENSION ? 2 : 1;
}
/* The function applied by a term, or 0. */
static inline Fun bank_fun(const Bank *bank, Term term)
{
  const OperatorInfo *info = &bank->operators.items[bank->terms.items[term].op];
  return info->kind == OPERATOR_APPLY ? info->fun : 0;
}
/* Number of leading arguments of a term that are variables it binds. */
uint32_t bank_bound_count(const Bank *bank, Term term);
static inline Fun bank_theory_fun(const Bank *bank, Symbol name)
{
  return name < bank->theory_funs.count ? bank->theory_funs.items[name] : 0;
}

/* Arrays given to the functions below must not lie in the bank's own tables, which may move.
 *
 * Functions. bank_add_theory_fun always adds; bank_script_fun finds an equal one first: name,
 * origin, rank, related, version and definition together are its identity. */
Fun bank_add_theory_fun(Bank *bank, const FunInfo *info, const Sort *rank);
/* Another name for a theory function. False if the name is taken. */
bool bank_add_theory_alias(Bank *bank, Symbol name, Fun fun);
Fun bank_script_fun(Bank *bank, const FunInfo *info, const Sort *rank);

/* The i-th selector of a constructor. */
Fun bank_selector(const Bank *bank, Fun constructor, uint32_t i);
/* The function that tests for a constructor, and the one that replaces a field. */
Fun bank_tester(Bank *bank, Fun constructor);
Fun bank_updater(Bank *bank, Fun selector);

/* Operators. */
Op bank_apply_operator(Bank *bank, Fun fun, const Numeral *indices, uint32_t index_count, Sort as);
Op bank_annotation_operator(Bank *bank, Symbol keyword, Symbol value);
Op bank_case_operator(Bank *bank, Fun constructor);

/* Terms. The caller has checked the sorts (signature.h does it for applications). */
Term bank_term(Bank *bank, Op op, Sort sort, const Term *args, uint32_t count);
Term bank_literal(Bank *bank, Op op, Sort sort, Symbol text);
Term bank_variable(Bank *bank, Symbol name, Sort sort, uint32_t level);
static inline const Variable *bank_variable_info(const Bank *bank, Term term)
{
  return &bank->variables.items[bank->terms.items[term].first];
}
/* forall, exists, lambda and the like over `count` variables. `sort` is the sort of the result. */
Term bank_binder(Bank *bank, Op op, Sort sort, const Term *variables, uint32_t count,
                 const Term *bodies);
/* A term as a Real: literals are converted, other Int terms wrapped in to_real. */
Term bank_coerce_to_real(Bank *bank, Term term);

#endif
