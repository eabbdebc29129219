/* String values. */
#ifndef SMT_VALUE_STRING_H
#define SMT_VALUE_STRING_H

#include "base/strbuf.h"
#include "smt/value/slice.h"

/* The STRING that a literal of the bank (OP_STRING, in canonical escapes) denotes, and its text
 * without the quotes. */
Value string_of_literal(Eval *eval, Symbol text, Term term);
void string_to_literal(Value string, StrBuf *text);

/* A copy of `count` characters. */
Value string_of_chars(Eval *eval, const uint32_t *chars, uint64_t count, Term term);
Value string_reverse(Eval *eval, Value string, Term term);

/* The string with `replacement` in the place of each of the slices, which are disjoint and in
 * order. */
Value string_splice(Eval *eval, Value string, const SliceVec *slices, Value replacement, Term term);

#endif
