/* A string builder with a maximum size.
 *
 * Text that could grow without bound (the tree form of a shared term, a solver's output) is built
 * here: the first piece that would pass `limit` bytes and everything after it are dropped and
 * `overflow` is set; the caller checks it once at the end. The text is always NUL-terminated when
 * asked for by strbuf_text. */
#ifndef BASE_STRBUF_H
#define BASE_STRBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
  char *bytes;
  size_t length;
  size_t capacity;
  size_t limit; /* 0: no limit */
  bool overflow;
} StrBuf;

void strbuf_init(StrBuf *buf, size_t limit);
void strbuf_deinit(StrBuf *buf);
void strbuf_clear(StrBuf *buf); /* keeps the memory and the limit */
const char *strbuf_text(StrBuf *buf);

/* Makes room; false (and overflow set) if the limit forbids it. */
bool strbuf_reserve(StrBuf *buf, size_t extra);

void strbuf_printf(StrBuf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));
void strbuf_add_u64(StrBuf *buf, uint64_t value);
/* A word that a shell takes for exactly this text: in quotes, where it needs them. */
void strbuf_add_shell_word(StrBuf *buf, const char *text);
/* On one line: white space and control characters become a blank, and there is none at the ends. */
void strbuf_add_line(StrBuf *buf, const char *bytes, size_t length);

static inline void strbuf_add(StrBuf *buf, const char *bytes, size_t length)
{
  if (length == 0) return; /* an empty buffer has no memory to copy to */
  if (buf->capacity - buf->length < length && !strbuf_reserve(buf, length)) return;
  memcpy(buf->bytes + buf->length, bytes, length);
  buf->length += length;
}

/* The same for bytes of which STRBUF_PIECE can be read whatever the length is: short ones then cost no
 * call. */
enum { STRBUF_PIECE = 16 };

static inline void strbuf_add_piece(StrBuf *buf, const char *bytes, size_t length)
{
  if (length > STRBUF_PIECE || buf->capacity - buf->length < STRBUF_PIECE) {
    strbuf_add(buf, bytes, length);
    return;
  }
  memcpy(buf->bytes + buf->length, bytes, STRBUF_PIECE);
  buf->length += length;
}

static inline void strbuf_add_char(StrBuf *buf, char c)
{
  if (buf->capacity == buf->length && !strbuf_reserve(buf, 1)) return;
  buf->bytes[buf->length++] = c;
}

static inline void strbuf_add_text(StrBuf *buf, const char *text)
{
  strbuf_add(buf, text, strlen(text));
}

#endif
