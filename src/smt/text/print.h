/* Writing sorts, terms and scripts as SMT-LIB text.
 *
 * What is written reads back to the same handles, and printing that gives the same text. (Terms made
 * by hand in which an outer variable occurs below a binder of its name are written with a let around
 * that binder; they read back to an equivalent term.) SHARE_DEFINE replaces subterms by constants.
 *
 * Time and memory are linear in the graph of a term and in what is written, not in the bank. The one
 * exception: below 63 open binders around each other, open subterms are bound at the innermost one,
 * and sharing across binders deeper than that is written out. */
#ifndef SMT_TEXT_PRINT_H
#define SMT_TEXT_PRINT_H

#include "base/strbuf.h"
#include "smt/text/script.h"

typedef enum {
  SHARE_LET, /* shared subterms become let bindings $1 $2 ..., as far out as their variables allow */
  SHARE_DEFINE, /* closed ones become define-fun commands $1 $2 ... before the command; others let
                   bindings ?1 ?2 ... A definition is used until a pop or reset ends it. */
  SHARE_TREE    /* written out wherever they occur: can be exponential, use a StrBuf with a limit */
} ShareStyle;

typedef struct {
  ShareStyle share;
  bool pretty;             /* break lines and indent; otherwise one command a line */
  uint32_t width;          /* line width for pretty; 0: 100 */
  uint32_t min_share_size; /* subterms with fewer nodes, as they are written (a name counts as one),
                              are repeated rather than named; 0: 4 */
  bool brief_sorts;        /* sorts by the names that theories have for them: Float32 */
} PrintOptions;

void print_symbol(StrBuf *out, const Bank *bank, Symbol symbol); /* with bars where needed */
void print_sort(StrBuf *out, const Bank *bank, Sort sort);
/* The same; `brief`: by the names that theories have for sorts, Float32 for (_ FloatingPoint 8 24). */
void print_sort_styled(StrBuf *out, const Bank *bank, Sort sort, bool brief);
/* An operator as it stands at the head of an application: bvadd, (_ extract 7 0), (as nil (List Int)) */
void print_operator(StrBuf *out, const Bank *bank, Op op);
void print_operator_styled(StrBuf *out, const Bank *bank, Op op, bool brief);

/* An expression over numeral parameters, as signatures have them: (+ m n), (< i m) */
void print_expr(StrBuf *out, const Bank *bank, Expr expr);

/* A printer keeps its working memory between calls. The bank may grow meanwhile. A StrBuf that
 * overflows ends the printing. */
typedef struct Printer Printer;
Printer *printer_create(const Bank *bank, const PrintOptions *options);
void printer_destroy(Printer *printer);
/* One term, without a newline. With SHARE_DEFINE, definitions made by printer_command are used. */
void printer_term(Printer *printer, StrBuf *out, Term term);
/* One command of a script, with a newline. With SHARE_DEFINE it may be preceded by definitions. */
void printer_command(Printer *printer, StrBuf *out, const Script *script, const Command *command);
void printer_script(Printer *printer, StrBuf *out, const Script *script);

#endif
