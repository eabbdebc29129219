/* Drafts as text, straight from their numbers. */
#ifndef SMT_GEN_DRAFT_TEXT_H
#define SMT_GEN_DRAFT_TEXT_H

#include "base/strbuf.h"
#include "smt/gen/grow.h"
#include "smt/gen/share.h"
#include "smt/text/print.h"

typedef struct {
  uint32_t start, length;
} PieceSpan;

/* Texts that are made once: of operators and of leaves. For one bank. */
typedef struct {
  const Bank *bank;
  Printer *printer;
  bool declare_fun; /* constants are declared as functions */
  StrBuf bytes;
  VEC(PieceSpan) heads;        /* by Op: " (bvadd"; of a case " ((cons", or " (nil" */
  VEC(PieceSpan) leaves;       /* by Term: " x" */
  VEC(PieceSpan) variables;    /* by Term: "(q0 Int)" */
  VEC(PieceSpan) declarations; /* by Fun: "(declare-const x Int)" and a line break */
  U32Vec open;                 /* while printing: arguments that are still to come */
} DraftText;

void draft_text_init(DraftText *text, const Bank *bank);
void draft_text_deinit(DraftText *text);

/* Appends the term that a part of the draft is, with a blank before it. A subterm that is in two places gets a
 * name by let. */
void draft_print(DraftText *text, StrBuf *out, const Grower *grower, size_t from, size_t until,
                 const SharedPlaces *shared);
/* Appends the declaration of a constant or function. */
void draft_print_declaration(DraftText *text, StrBuf *out, Fun fun);

#endif
