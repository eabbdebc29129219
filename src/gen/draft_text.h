/* Drafts as text, straight from their numbers. */
#ifndef GEN_DRAFT_TEXT_H
#define GEN_DRAFT_TEXT_H

#include "base/strbuf.h"
#include "gen/grow.h"
#include "smtlib/print.h"

typedef struct {
  uint32_t start, length;
} PieceSpan;

/* Texts that are made once: of operators and of leaves. For one bank. */
typedef struct {
  const Bank *bank;
  Printer *printer;
  StrBuf bytes;
  VEC(PieceSpan) heads;  /* by Op: "(bvadd" */
  VEC(PieceSpan) leaves; /* by Term: " x" */
  VEC(uint32_t) open;    /* while printing: arguments that are still to come */
} DraftText;

void draft_text_init(DraftText *text, const Bank *bank);
void draft_text_deinit(DraftText *text);

/* Appends the term that a part of the draft is, with a blank before it. */
void draft_print(DraftText *text, StrBuf *out, const Grower *grower, size_t from, size_t until);

#endif
