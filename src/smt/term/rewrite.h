/* Rewriting terms bottom up, without recursion. */
#ifndef SMT_TERM_REWRITE_H
#define SMT_TERM_REWRITE_H

#include "smt/term/bank.h"

/* What becomes of a node: `args` are its arguments after they were rewritten, which the visitor may
 * change. It returns the new term, of the same sort, or 0 to keep the operator on `args`. */
typedef Term RewriteNode(void *context, Term old, Term *args);

/* The term with every node of its graph rewritten, each shared one once, arguments first. The
 * caller sees to it that no variable that is free in a new term is bound where it is put (closed terms
 * are always safe), and that variables stay variables. Time is linear in the graph. */
Term rewrite_term(Bank *bank, Term term, RewriteNode *rewrite, void *context);

#endif
