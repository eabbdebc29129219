/* Terms and modules as text in the ASCII notation, with the parentheses that ProB and Atelier B agree on.
 *
 * Reading the text gives the same term again. Shared parts are written wherever they occur: give the
 * builder a limit, and check its overflow. */
#ifndef B_TEXT_PRINT_H
#define B_TEXT_PRINT_H

#include "b/text/module.h"

typedef struct {
  bool
      classical; /* forms that only newer versions of ProB read are written in classical B, which means the
                     same, but is another term: @finite(S) as S : FIN(S), btrue as 0 = 0 ... */
  bool typing; /* of modules: state the types of identifiers first, unless the predicate does */
  bool lines;  /* of modules: a line for each conjunct */
} BPrintOptions;

void b_print(const BBank *bank, BTerm term, const BPrintOptions *options, StrBuf *out);
void b_print_module(BBank *bank, const BModule *module, const BPrintOptions *options, StrBuf *out);
/* A quoted string of B. */
void b_print_string(const char *text, size_t length, StrBuf *out);
/* The set of all values of a type, as an expression: POW(INTEGER * BOOL). */
BTerm b_type_expression(BBank *bank, BType type);

#endif
