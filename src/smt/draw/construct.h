/* Constructs: the parts of the language that are chosen between, and that a fuzzer learns to rank.
 *
 * A construct is a name, with all theory functions of that name that the settings allow, or one of
 * the forms below that are not functions of a theory. Their order is the same on every machine. */
#ifndef SMT_DRAW_CONSTRUCT_H
#define SMT_DRAW_CONSTRUCT_H

#include "smt/draw/settings.h"

#define CONSTRUCT_LIST(X)                                                                          \
  X(CONSTRUCT_CONNECTIVE, "connective")  /* Bool from Bools only */                                \
  X(CONSTRUCT_PREDICATE, "predicate")    /* Bool from other sorts, also */                         \
  X(CONSTRUCT_OPERATOR, "operator")      /* any other sort, from at least one argument */          \
  X(CONSTRUCT_ROUNDING, "rounding mode") /* RNE ... */                                             \
  X(CONSTRUCT_CONSTANT, "constant")      /* other theory functions without arguments */            \
  X(CONSTRUCT_LITERAL, "literal")        /* "numeral", "decimal", "bits", "string", "float" ... */ \
  X(CONSTRUCT_BINDER, "binder")          /* forall, exists */                                      \
  X(CONSTRUCT_FREE, "function")          /* "uf": application of an uninterpreted function; */     \
                                         /* "define-fun": of a defined one */                      \
  X(CONSTRUCT_DATATYPE, "datatype") /* "constructor", "selector", "tester", "updater", "match" */

#define CONSTRUCT_ENUM(kind, name) kind,
typedef enum { CONSTRUCT_LIST(CONSTRUCT_ENUM) CONSTRUCT_KIND_COUNT } ConstructKind;
#undef CONSTRUCT_ENUM

typedef struct {
  char *name;
  ConstructKind kind;
  double weight;
  uint32_t first, count; /* functions, in ConstructTable.funs */
} Construct;

typedef uint32_t ConstructId; /* index in the table */
#define CONSTRUCT_NONE UINT32_MAX

enum { CONSTRUCT_FORMS = 14 };

typedef struct {
  VEC(Construct) items;
  U32Vec funs;   /* Fun */
  U32Vec of_fun; /* ConstructId by Fun of the theories; CONSTRUCT_NONE: not allowed */
  ConstructId of_form[CONSTRUCT_FORMS]; /* likewise, by form */
} ConstructTable;

/* Those that the settings give a weight. STATUS_USAGE: a name in the weights is no construct of the
 * logic. */
Status constructs_init(ConstructTable *table, Bank *bank, const GenSettings *settings,
                       Error *error);
void constructs_deinit(ConstructTable *table);
const char *construct_kind_name(ConstructKind kind);
/* Is it the name of a form that is no function of a theory? */
bool construct_is_form(const char *name);
/* Does the logic have this form? */
bool construct_form_in(const Logic *logic, const char *name);
/* The same text, which lives for ever; NULL if it is none. */
const char *construct_form_name(const char *name);
/* Such a form by its name; CONSTRUCT_NONE if the settings leave it out. */
ConstructId constructs_form(const ConstructTable *table, const char *name);
/* By name; CONSTRUCT_NONE if there is none. */
ConstructId constructs_find(const ConstructTable *table, const char *name);
/* What a term is at its root; CONSTRUCT_NONE for constants and variables of the script and for what
 * the settings leave out. */
ConstructId constructs_of_term(const ConstructTable *table, const Bank *bank, Term term);

#endif
