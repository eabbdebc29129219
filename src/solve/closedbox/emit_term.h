/* Private to emit: single applications as C, and their distances. Term number n is the variable tn: a 64-bit word, a double
 * or float, or a pointer to the words of something larger. */
#ifndef SOLVE_CLOSEDBOX_EMIT_TERM_H
#define SOLVE_CLOSEDBOX_EMIT_TERM_H

#include "base/strbuf.h"
#include "solve/closedbox/emit.h"

const char *emit_c_type(Layout layout);
/* Is it a pointer to words? */
static inline bool emit_is_pointer(Layout layout)
{
  return layout.kind == LAYOUT_WIDE || layout.kind == LAYOUT_STRING || layout.kind == LAYOUT_BYTES;
}

/* Defines the variable of any term that can be run. */
void emit_put_term(StrBuf *out, const EmitPlan *plan, const BoxProblem *problem, Term term);
/* The number of a rounding mode for f_rounding; -1: this is none that is known. */
int emit_rounding(const Bank *bank, Term term);
/* Does a template say how to write this application of a theory function? */
bool emit_has_template(const Bank *bank, Term term);
/* Defines the variable of such a term. */
void emit_put_application(StrBuf *out, const Bank *bank, Term term);
/* A vector of at most 64 bits as a signed number. */
void emit_put_signed(StrBuf *out, const Bank *bank, Term term);

/* Defines yn and nn: how far the Bool term n is from being true, and from being false. */
void emit_put_cost(StrBuf *out, const Bank *bank, Term term);

#endif
