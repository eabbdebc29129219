/* Other scripts whose answer follows from that of a script: the same question in other words. Whoever answers both and
 * contradicts itself is wrong, whatever the right answer is. */
#ifndef LANGUAGE_SMT_RELATION_H
#define LANGUAGE_SMT_RELATION_H

#include "language/smt/examination.h"

/* Their names, "push and pop" ...; ends with NULL. */
extern const char *const smtlib_relations[];

/* Appends a script that is related to the one examined, which has one check-sat. `number` makes all choices. *rule becomes what
 * is true of its answers. False: there is none for this script. */
bool smtlib_relate(Examination *examination, size_t relation, uint64_t number, RelationRule *rule,
                   StrBuf *out);

#endif
