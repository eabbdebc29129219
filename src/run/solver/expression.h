/* The text that names a solver, taken apart; see solver.h for what the parts mean.
 *
 *   z3                          name
 *   z3@/opt/z3/bin/z3           name and program
 *   z3(sat.euf=true,rlimit=9)   name and parameters
 *   z3(sat.euf=true)*16         the same, and how often a process is asked
 *   ./mysolver --flag 'a b'     command: it has a slash or a blank before any parenthesis
 */
#ifndef RUN_SOLVER_EXPRESSION_H
#define RUN_SOLVER_EXPRESSION_H

#include <stdbool.h>

#include "base/status.h"
#include "base/vec.h"

typedef VEC(char *) TextVec;

void text_vec_free(TextVec *texts); /* with the texts */

typedef struct {
  char *name;       /* NULL: a command */
  char *program;    /* NULL: none given */
  TextVec words;    /* parameters, or the words of the command */
  uint32_t queries; /* that one process gets; 1 unless it is said */
} Expression;

enum { EXPRESSION_QUERIES_MAX = 10000 };

/* On error nothing has to be released. */
Status expression_parse(const char *text, Expression *expression, Error *error);
void expression_deinit(Expression *expression);

/* Splits a list at its commas, except those in parentheses or quotes. */
Status expression_split_list(const char *text, TextVec *items, Error *error);

#endif
