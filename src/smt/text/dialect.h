/* Forms that are not in the standard and that solvers, mostly z3, read all the same. They are read as the standard term that means the same,
 * and noted in the script (Script.dialects), so that whoever insists on the standard can say so.
 *
 * A form is tried only where the standard has no meaning for the text. */
#ifndef SMT_TEXT_DIALECT_H
#define SMT_TEXT_DIALECT_H

#include "smt/text/parse.h"

/* Notes that the script has such a form at this offset. The text is a constant. */
void dialect_note(Parser *parser, uint64_t offset, const char *what);

/* (Array I J V) as (Array I (Array J V)). False: it is something else. */
bool dialect_array_sort(Parser *parser, SortCtor ctor, const Sort *args, uint32_t count,
                        uint64_t offset, Sort *sort);

/* A lambda as the array that has its values, of the sort that is wanted. False: it is none. */
bool dialect_lambda(Parser *parser, Sort wanted, uint64_t offset, Term *term);

/* An application that has no meaning in the standard. False: it has none here either; the error may be set. */
bool dialect_resolve(Parser *parser, const Head *head, const Term *args, uint32_t count,
                     uint32_t offset, Term *term);

/* The constructor that (_ is f) or (_ is (f (S) S)) names; SYMBOL_NONE: it is no name. */
Symbol dialect_constructor(Parser *parser, Numeral index);

/* Declares z3's datatype List, if that is why the last command failed: it can then be read once more. */
bool dialect_declare_list(Parser *parser);

#endif
