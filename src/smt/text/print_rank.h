/* The functions of theories as people read them: rank, attributes, other names. */
#ifndef SMT_TEXT_PRINT_RANK_H
#define SMT_TEXT_PRINT_RANK_H

#include "base/strbuf.h"
#include "smt/term/bank.h"

/* The function as its theory file writes it: (_ extract i j). */
void rank_print_name(StrBuf *out, const Bank *bank, Fun fun);
/* The sorts of the arguments and of the result: "(_ BitVec m) -> (_ BitVec (+ i m))". */
void rank_print_sorts(StrBuf *out, const Bank *bank, Fun fun);
/* How many arguments it takes beyond its rank: "left-assoc", or "" if no more. */
const char *rank_assoc_name(const Bank *bank, Fun fun);
/* The condition on the indices, or nothing. */
void rank_print_where(StrBuf *out, const Bank *bank, Fun fun);

#endif
