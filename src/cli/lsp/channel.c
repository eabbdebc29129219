#include "cli/lsp/channel.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <strings.h>
#include <unistd.h>

#include "base/mem.h"

static const char label[] = "Content-Length:";
enum { LABEL_SIZE = sizeof label - 1, CHUNK = 1 << 16 };

void lsp_channel_init(LspChannel *channel, int in, int out)
{
  *channel = (LspChannel){.in = in, .out = out};
  strbuf_init(&channel->bytes, (size_t)LSP_MESSAGE_MAX + LSP_HEADER_MAX + 2 * CHUNK);
}

void lsp_channel_deinit(LspChannel *channel)
{
  strbuf_deinit(&channel->bytes);
}

/* --- bytes --- */

static const char *rest(const LspChannel *channel, size_t *length)
{
  *length = channel->bytes.length - channel->taken;
  return channel->bytes.bytes + channel->taken;
}

static void take(LspChannel *channel, size_t count)
{
  assert(count <= channel->bytes.length - channel->taken);
  channel->taken += count;
}

/* Moves what is left to the front: once for each message at most, or when there is little left. */
static void compact(LspChannel *channel)
{
  if (channel->taken == 0) return;
  size_t length;
  const char *from = rest(channel, &length);
  memmove(channel->bytes.bytes, from, length);
  channel->bytes.length = length;
  channel->taken = 0;
}

/* Reads some bytes. LSP_MESSAGE: there are more. */
static LspReceived fill(LspChannel *channel, int wait_ms)
{
  struct pollfd poll_in = {.fd = channel->in, .events = POLLIN};
  int ready = poll(&poll_in, 1, wait_ms);
  if (ready == 0 || (ready < 0 && errno == EINTR)) return LSP_NOTHING;
  if (!strbuf_reserve(&channel->bytes, CHUNK)) return LSP_END; /* cannot be: messages are smaller */
  ssize_t count = read(channel->in, channel->bytes.bytes + channel->bytes.length, CHUNK);
  if (count < 0 && errno == EINTR) return LSP_NOTHING;
  if (count <= 0) return LSP_END;
  channel->bytes.length += (size_t)count;
  return LSP_MESSAGE;
}

/* --- headers --- */

typedef enum { HEADER_FOUND, HEADER_PARTIAL, HEADER_GARBAGE } HeaderKind;

typedef struct {
  size_t begin, body; /* where it begins, and what follows it */
  uint64_t length;
} Header;

static size_t find_label(const char *bytes, size_t length)
{
  for (size_t i = 0; i + LABEL_SIZE <= length; i++)
    if ((bytes[i] | 0x20) == 'c' && strncasecmp(bytes + i, label, LABEL_SIZE) == 0) return i;
  return SIZE_MAX;
}

/* The end of the header lines from `at` on: after an empty line. 0: it has not come yet. */
static size_t find_header_end(const char *bytes, size_t length, size_t at)
{
  for (; at < length; at++) {
    if (bytes[at] != '\n') continue;
    if (at + 1 < length && bytes[at + 1] == '\n') return at + 2;
    if (at + 2 < length && bytes[at + 1] == '\r' && bytes[at + 2] == '\n') return at + 3;
  }
  return 0;
}

static HeaderKind read_header(const char *bytes, size_t length, Header *header)
{
  size_t begin = find_label(bytes, length);
  if (begin == SIZE_MAX) return HEADER_PARTIAL;
  *header = (Header){.begin = begin};
  size_t at = begin + LABEL_SIZE;
  while (at < length && (bytes[at] == ' ' || bytes[at] == '\t')) at++;
  size_t digits = at;
  for (; at < length && bytes[at] >= '0' && bytes[at] <= '9'; at++)
    if (header->length <= UINT64_MAX / 100)
      header->length = header->length * 10 + (uint64_t)(bytes[at] - '0');
  if (at == length) return at - begin > LSP_HEADER_MAX ? HEADER_GARBAGE : HEADER_PARTIAL;
  bool is_number = at > digits && (bytes[at] == '\r' || bytes[at] == '\n');
  if (!is_number) return HEADER_GARBAGE;
  header->body = find_header_end(bytes, length, at);
  if (header->body) return HEADER_FOUND;
  return length - begin > LSP_HEADER_MAX ? HEADER_GARBAGE : HEADER_PARTIAL;
}

/* Other fields may stand before the length. */
static bool is_garbage(const char *bytes, size_t length)
{
  static const char field[] = "Content-Type:";
  bool is_field = length >= sizeof field - 1 && strncasecmp(bytes, field, sizeof field - 1) == 0;
  for (size_t i = 0; !is_field && i < length; i++)
    if (bytes[i] != '\r' && bytes[i] != '\n' && bytes[i] != ' ') return true;
  return false;
}

/* Drops bytes before a header. LSP_BAD: they were something, and it is worth saying so. */
static LspReceived drop(LspChannel *channel, size_t count, Error *error)
{
  size_t length;
  const char *bytes = rest(channel, &length);
  bool garbage = is_garbage(bytes, count);
  take(channel, count);
  if (!garbage || channel->reported) return LSP_NOTHING;
  channel->reported = true;
  error_set(error, STATUS_SYNTAX,
            "expected a header 'Content-Length: N' and an empty line; skipping to the next one");
  return LSP_BAD;
}

/* Of bytes without a header all but the end, where one may begin. */
static size_t droppable(size_t length)
{
  return length > LSP_HEADER_MAX ? length - LABEL_SIZE : 0;
}

static LspReceived skip_large(LspChannel *channel)
{
  size_t length;
  rest(channel, &length);
  size_t count = channel->skip < length ? (size_t)channel->skip : length;
  take(channel, count);
  channel->skip -= count;
  return LSP_NOTHING;
}

/* --- messages --- */

/* A message from what is there. LSP_NOTHING: it is not complete. */
static LspReceived next_message(LspChannel *channel, const char **body, size_t *length,
                                Error *error)
{
  if (channel->skip) return skip_large(channel);
  size_t available;
  const char *bytes = rest(channel, &available);
  Header header = {0};
  switch (read_header(bytes, available, &header)) {
  case HEADER_PARTIAL: return drop(channel, header.begin ? 0 : droppable(available), error);
  case HEADER_GARBAGE: return drop(channel, header.begin + LABEL_SIZE, error);
  case HEADER_FOUND: break;
  }
  if (header.begin) return drop(channel, header.begin, error);
  if (header.length > LSP_MESSAGE_MAX) {
    take(channel, header.body);
    channel->skip = header.length;
    error_set(error, STATUS_LIMIT, "a message of %llu bytes is larger than %d and is skipped",
              (unsigned long long)header.length, LSP_MESSAGE_MAX);
    return LSP_BAD;
  }
  if (available - header.body < header.length) return LSP_NOTHING;
  *body = bytes + header.body;
  *length = (size_t)header.length;
  take(channel, header.body + (size_t)header.length);
  channel->reported = false;
  return LSP_MESSAGE;
}

LspReceived lsp_receive(LspChannel *channel, int wait_ms, const char **body, size_t *length,
                        Error *error)
{
  for (;;) {
    size_t before = channel->taken;
    LspReceived received = next_message(channel, body, length, error);
    if (received != LSP_NOTHING) return received;
    if (channel->taken != before)
      continue; /* something was skipped: there may be a message after it */
    compact(channel);
    received = fill(channel, wait_ms);
    if (received != LSP_MESSAGE) return received;
  }
}

void lsp_send(LspChannel *channel, json_t *message)
{
  char *text = json_dumps(message, JSON_COMPACT);
  json_decref(message);
  if (!text || channel->broken) {
    free(text);
    return;
  }
  StrBuf out;
  strbuf_init(&out, 0);
  strbuf_printf(&out, "Content-Length: %zu\r\n\r\n", strlen(text));
  strbuf_add_text(&out, text);
  free(text);
  for (size_t done = 0; done < out.length && !channel->broken;) {
    ssize_t count = write(channel->out, out.bytes + done, out.length - done);
    if (count > 0) done += (size_t)count;
    channel->broken = count < 0 && errno != EINTR;
  }
  strbuf_deinit(&out);
}
