/* Messages of the language server protocol over a pair of file descriptors: a header with a length, an empty line, JSON.
 *
 * The other side may send anything. What is no message is skipped up to the next header; memory is bounded by the largest message. */
#ifndef CLI_LSP_CHANNEL_H
#define CLI_LSP_CHANNEL_H

#include "base/status.h"
#include "base/strbuf.h"
#include "record/report/json.h"

enum { LSP_MESSAGE_MAX = 64 << 20, LSP_HEADER_MAX = 4096 };

typedef struct {
  int in, out;
  StrBuf bytes;  /* received, and not yet taken */
  size_t taken;  /* of them */
  uint64_t skip; /* bytes of a message that is too large, still to come */
  bool reported; /* what is skipped has been reported */
  bool broken;   /* nobody reads what is sent */
} LspChannel;

typedef enum {
  LSP_MESSAGE,
  LSP_NOTHING, /* within the time */
  LSP_BAD,     /* the error says what it was */
  LSP_END
} LspReceived;

void lsp_channel_init(LspChannel *channel, int in, int out);
void lsp_channel_deinit(LspChannel *channel);

/* Waits for a message for so long; negative: for ever. The body is valid until the next call. */
LspReceived lsp_receive(LspChannel *channel, int wait_ms, const char **body, size_t *length,
                        Error *error);
/* Sends a message and releases it. */
void lsp_send(LspChannel *channel, json_t *message);

#endif
