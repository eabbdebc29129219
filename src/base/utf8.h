/* UTF-8, as far as string literals and quoted symbols need it. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Decodes one character of at most `limit` bytes. Returns its length, or 0 if it is malformed,
 * overlong, a surrogate or cut off. */
size_t utf8_decode(const char *bytes, size_t limit, uint32_t *code);

#endif
