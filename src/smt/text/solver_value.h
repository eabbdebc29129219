/* Values that solvers write and SMT-LIB has no syntax for, and text of solvers in general. Part of
 * the parser; in force with ParserOptions.solver_values.
 *
 * - Abstract values of uninterpreted sorts become constants: U!val!0 (z3), (as @U_0 U) (cvc5),
 *   @uc_U_0 (cvc4), cbv_S_0 (cvc5, within cyclic codatatype values).
 * - Algebraic numbers become constants of sort Real whose name is their text, one blank between its
 *   parts: (root-obj (+ (^ x 2) (- 2)) 1), (_ real_algebraic_number <...>).
 * - (_ as-array f) and lambdas of one variable are arrays: OP_LAMBDA terms of an array sort. Lambdas
 *   stay functions in higher-order logics and where a function is the value asked for.
 * - (seq.unit (_ Char 97)), which is a string for z3, becomes the string literal.
 * - nil alone is taken for (as nil (List Int)) if the script has no other sort of lists. */
#ifndef SMT_TEXT_SOLVER_VALUE_H
#define SMT_TEXT_SOLVER_VALUE_H

#include "smt/term/signature.h"
#include "smt/text/parse.h"

/* Versions (FunInfo) that tell the constants and functions of solvers from those of scripts. */
#define SOLVER_VERSION_VALUE     UINT32_MAX
#define SOLVER_VERSION_AUXILIARY (UINT32_MAX - 1)

static inline bool solver_value_is_own(const Bank *bank, Fun fun)
{
  return funs_info(&bank->funs, fun)->version >= SOLVER_VERSION_AUXILIARY;
}

/* Does the name have the form of an abstract value? */
bool answer_value_is_name(const SymbolTable *symbols, Symbol name);
/* Are there values of the sort that have only a name? Those of other sorts are written out. */
bool answer_value_may_name(const Bank *bank, Sort sort);
/* A constant that stands for a value of such a sort, or for an algebraic number. */
Fun answer_value_fun(Bank *bank, Symbol name, Sort sort);

/* The current token is the symbol after "(" at `offset`: does it open a form that only solvers
 * write? If so, answer_value_read reads it, closing parenthesis included. */
bool answer_value_opens(const Parser *parser);
Status answer_value_read(Parser *parser, uint64_t offset, Term *term);

/* The last resort for a name with arguments that could not be resolved. False if it is no value. */
bool answer_value_resolve(Parser *parser, const Head *head, const Application *application,
                          const Term *args, Term *term);

/* The array sort that a lambda from `from` to `to` has, or 0 if it is a function. */
Sort answer_value_lambda_sort(Parser *parser, Sort from, Sort to);

/* Reading another text with the declarations of a parser, between two commands of its script. */
typedef struct {
  char *text;
  Lexer lexer;
  Error *error;
  ParserOptions options;
  Script *script; /* what is not standard is noted there for the script only */
} SolverText;

Status answer_text_enter(Parser *parser, const char *text, uint64_t length, Error *error,
                         SolverText *outer);
/* Puts everything back as it was. Returns `status`, and locates its error. */
Status answer_text_leave(Parser *parser, SolverText *outer, Status status);

#endif
