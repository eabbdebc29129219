/* Foreign text that cannot steer what shows it. */
#ifndef RECORD_REPORT_VISIBLE_H
#define RECORD_REPORT_VISIBLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

/* Appends a character, or several that are plain, and returns how many bytes it took. Control characters, bytes that are not
 * UTF-8 and characters that reverse the direction of text become \xNN or \u{NNNN}; newline and tab pass with `lines`. */
size_t visible_add_piece(StrBuf *out, const char *bytes, size_t length, bool lines);
/* All of them. */
void visible_add(StrBuf *out, const char *bytes, size_t length, bool lines);

#endif
