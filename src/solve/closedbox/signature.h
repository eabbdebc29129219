/* Calls of boxes as C text: the types that a box gets for the sorts of its arguments. */
#ifndef SOLVE_CLOSEDBOX_SIGNATURE_H
#define SOLVE_CLOSEDBOX_SIGNATURE_H

#include "base/strbuf.h"
#include "solve/closedbox/box.h"

/* Types and unions that the other texts need; for the start of a source. */
void box_signature_prelude(StrBuf *out);

/* "((u32 (*)(u32, u32))ADDRESS)((u32)A, (u32)B)", with the result cut to its width. `args` are C expressions:
 * u64 for bits, double, float, or a pointer to the words. Only for a box whose result is one word. */
void box_signature_call(StrBuf *out, const Box *box, const char *address, const char *const *args);
/* Has the result one word, so that the call is an expression? */
bool box_signature_is_expression(const Box *box);

/* "int thunk_N(void *f, const u64 *a, u64 *r)", which calls f with the words of its arguments and writes those of
 * its result; not 0 if the result is no value. */
void box_signature_thunk(StrBuf *out, const Box *box, uint32_t number);

#endif
