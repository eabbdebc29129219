/* Random datatypes. */
#ifndef SMT_DRAW_DRAW_DATATYPE_H
#define SMT_DRAW_DRAW_DATATYPE_H

#include "base/random.h"
#include "base/strbuf.h"
#include "smt/term/bank.h"

/* Writes declarations of one to three datatypes, whose fields are of the sorts given, of each other
 * and of themselves: enumerations, records, recursive ones, and one with a parameter now and then.
 * Every one of them has a finite value. Each command declares one or several. `number` is
 * that of the first one, for the names. */
void draw_datatypes(const Bank *bank, Random *random, const Sort *fields, uint32_t count,
                    uint32_t number, StrBuf *text);

/* The sort of a datatype, with its parameters replaced by some of the sorts. */
Sort draw_datatype_sort(Bank *bank, Random *random, uint32_t datatype, const Sort *sorts,
                        uint32_t count);

#endif
