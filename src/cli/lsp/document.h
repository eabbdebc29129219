/* The texts that an editor has open, with places as the protocol has them: lines, and columns in units of UTF-16. */
#ifndef CLI_LSP_DOCUMENT_H
#define CLI_LSP_DOCUMENT_H

#include "base/status.h"
#include "record/report/json.h"
#include "smt/inspect/outline.h"

typedef enum { LSP_SMT_LIB, LSP_B, LSP_VNN_LIB } LspLanguage;

typedef struct {
  char *uri;
  LspLanguage language;
  StrBuf text;     /* UTF-8; a zero byte follows */
  U64Vec lines;    /* where they begin */
  json_t *version; /* of the client, or NULL */
  bool dirty;      /* its diagnostics are older than its text */
  bool outlined;
  InspectOutline outline; /* if outlined: see lsp_document_outline */
  /* The place that was asked for last: those after it on its line are found from there. */
  uint64_t last_offset, last_line, last_column;
} LspDocument;

enum { LSP_DOCUMENTS_MAX = 1000 };
#define LSP_DOCUMENTS_BYTES_MAX ((size_t)512 << 20)

typedef struct {
  VEC(LspDocument *) items;
  size_t bytes; /* of all texts */
} LspDocuments;

void lsp_documents_free(LspDocuments *documents);
/* NULL: it is not open. */
LspDocument *lsp_documents_find(const LspDocuments *documents, const char *uri);
/* A document that was open under this name is replaced. NULL: there are too many; the error says so. */
LspDocument *lsp_documents_open(LspDocuments *documents, const char *uri, const char *text,
                                size_t length, Error *error);
void lsp_documents_close(LspDocuments *documents, const char *uri);
/* One element of contentChanges: a range with its new text, or all of the text. */
Status lsp_documents_change(LspDocuments *documents, LspDocument *document, const json_t *change,
                            Error *error);

/* The outline of the text of now. */
const InspectOutline *lsp_document_outline(LspDocument *document);
/* A place of the protocol; places beyond the end of a line or of the text are at that end. False: it is none. */
bool lsp_document_offset(const LspDocument *document, const json_t *position, uint64_t *offset);
json_t *lsp_document_range(LspDocument *document, InspectSpan span);

#endif
