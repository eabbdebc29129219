/* Writing sorts, terms and scripts as SMT-LIB text. What is written reads back to the same handles. */
#ifndef SMTLIB_PRINT_H
#define SMTLIB_PRINT_H

#include "base/strbuf.h"
#include "smtlib/script.h"

typedef enum {
  SHARE_LET,    /* shared subterms become let bindings, at the assertion or the binder they need */
  SHARE_DEFINE, /* closed shared subterms become define-fun commands before their first use */
  SHARE_TREE    /* written out wherever they occur: can be exponential, use a StrBuf with a limit */
} ShareStyle;

typedef struct {
  ShareStyle share;
  bool pretty;             /* break lines and indent; otherwise one command a line */
  uint32_t width;          /* line width for pretty; 0: 100 */
  uint32_t min_share_size; /* subterms with fewer nodes are repeated rather than named; 0: 4 */
} PrintOptions;

void print_symbol(StrBuf *out, const Bank *bank, Symbol symbol); /* with bars where needed */
void print_sort(StrBuf *out, const Bank *bank, Sort sort);
/* An operator as it stands at the head of an application: bvadd, (_ extract 7 0), (as nil (List Int)) */
void print_operator(StrBuf *out, const Bank *bank, Op op);

/* A printer keeps its working memory between calls. */
typedef struct Printer Printer;
Printer *printer_create(const Bank *bank, const PrintOptions *options);
void printer_destroy(Printer *printer);
void printer_term(Printer *printer, StrBuf *out, Term term);
/* One command of a script, with a newline. With SHARE_DEFINE it may be preceded by definitions. */
void printer_command(Printer *printer, StrBuf *out, const Script *script, const Command *command);
void printer_script(Printer *printer, StrBuf *out, const Script *script);

#endif
