/* What terms have become, while others are made from them. */
#ifndef SMT_TERM_CHANGES_H
#define SMT_TERM_CHANGES_H

#include "smt/term/bank.h"

/* Zeroed is empty and valid. */
typedef struct {
  Index index; /* by old term; ids are positions in the lists, plus 1 */
  U32Vec olds, news;
} Changes;

void changes_add(Changes *changes, Term old, Term new);
/* Terms that were not added have stayed what they are. */
Term changes_find(const Changes *changes, Term term);
/* The term with its arguments as they have become. */
Term changes_apply(const Changes *changes, Bank *bank, Term term);
void changes_deinit(Changes *changes);

#endif
