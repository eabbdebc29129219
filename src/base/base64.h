/* Base64 (RFC 4648): bytes as text. */
#ifndef BASE_BASE64_H
#define BASE_BASE64_H

#include "base/strbuf.h"

/* Appends the text of the bytes, with the padding at its end. */
void base64_encode(const void *bytes, size_t length, StrBuf *out);
/* Appends the bytes of a text. False: it is none; `out` may have some of them. */
bool base64_decode(const char *text, size_t length, StrBuf *out);

#endif
