/* Models: what solvers answer to get-model, as definitions in the bank.
 *
 * Read are the forms of z3, cvc5, cvc4 and others, (model ...) and ((define-fun ...) ...), and the
 * lines of boolector -m. Values may be written in ways that only solvers use (solver_value.h). */
#ifndef SMT_TEXT_MODEL_H
#define SMT_TEXT_MODEL_H

#include "smt/text/parser.h"

typedef enum {
  DEFINITION_DECLARED, /* of a function that the script declares */
  DEFINITION_DEFINED,  /* of one that the script itself defines: a macro, a recursive function, the
                          name of a term. The script's definition counts. */
  DEFINITION_AUXILIARY /* of a function of the solver's own: k!0, div0, /0 ... */
} DefinitionKind;

typedef struct {
  Fun fun;
  Term definition; /* the value of a constant, or an OP_LAMBDA over the parameters. The value of an
                      array can be an OP_LAMBDA with the sort of the array. */
  DefinitionKind kind;
  uint64_t offset; /* in the text of the model */
} Definition;

/* Definitions may refer to declared and auxiliary functions, in any order. */
typedef struct {
  VEC(Definition) definitions; /* in the order of the text */
  U32Vec by_fun;               /* positions in definitions, by ascending Fun */
  U32Vec elements; /* Term: the abstract values that the text declares (z3's universes) */
} Model;

void model_deinit(Model *model); /* a zeroed Model is empty and valid */

/* Reads the text of a model into an empty Model. The parser must have read the script up to where
 * the model was asked for; its declarations and its place in the script stay as they are. Errors,
 * with line and column in `text`: text that is malformed or breaks off, two definitions of one
 * function, a definition with another rank than the declaration. */
Status model_read(Parser *parser, const char *text, uint64_t length, Model *model, Error *error);

/* The same of an answer to get-value: the pairs whose term is a constant that the script declares. */
Status model_read_values(Parser *parser, const char *text, uint64_t length, Model *model,
                         Error *error);

/* The definition of a function, or NULL. */
const Definition *model_find(const Model *model, Fun fun);

/* Appends the abstract values of this sort (Term), each once: those declared, then those used. */
void model_universe(const Bank *bank, const Model *model, Sort sort, U32Vec *values);

/* Constants that stand for values without syntax: elements of an uninterpreted sort, and algebraic
 * numbers, of sort Real. The name of the constant is the solver's text. */
bool model_is_abstract(const Bank *bank, Term term);
bool model_is_algebraic(const Bank *bank, Term term);

#endif
