/* Between model.c and the readers of its forms. Both add definitions and leave order and duplicates
 * to model.c; the parser has entered the text (solver_value.h). */
#ifndef SMT_TEXT_MODEL_INTERNAL_H
#define SMT_TEXT_MODEL_INTERNAL_H

#include "smt/text/model.h"
#include "smt/text/parse.h"

/* ( ... ) */
Status model_read_list(Parser *parser, Model *model);
/* Lines "x 0101", "a[00] 01". */
Status model_read_lines(Parser *parser, Model *model);

/* Sorts by_fun; two definitions of one function are an error. */
Status model_index(Parser *parser, Model *model);
/* A function of the solver's own. */
Fun model_auxiliary(Parser *parser, Symbol name, const Sort *rank, uint32_t arity);

#endif
