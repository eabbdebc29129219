/* A language server: the life of a connection, and what it answers. It reads messages, one after the other, until the client ends. */
#ifndef CLI_LSP_SERVER_H
#define CLI_LSP_SERVER_H

#include "cli/lsp/channel.h"
#include "cli/lsp/document.h"
#include "smt/term/bank.h"

typedef struct {
  LspChannel channel;
  LspDocuments documents;
  const Bank *theories;
  bool initialized, shut_down, ended;
  bool plain; /* the client shows plain text rather than Markdown */
} LspServer;

/* Serves until the client says exit or closes the connection. True: it said shutdown before. */
bool lsp_serve(LspServer *server, const Bank *theories, int in, int out);

/* What a request asks for (lsp/feature.c): the result, or NULL, and the error says why. */
typedef json_t *(*LspFeature)(LspServer *server, const json_t *params, Error *error);
/* NULL: there is no such request. */
LspFeature lsp_feature(const char *method);
/* Sends what is wrong with the document. */
void lsp_publish_diagnostics(LspServer *server, LspDocument *document);

#endif
