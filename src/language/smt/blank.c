#include "language/smt/blank.h"

#include <string.h>

#include "smt/text/scan.h"

static void blank(char *text, uint64_t start, uint64_t end)
{
  for (uint64_t i = start; i < end; i++)
    if (text[i] != '\n') text[i] = ' ';
}

void smtlib_blank_statuses(char *text, uint64_t length)
{
  Scan scan = {.text = text, .length = length};
  uint64_t depth = 0, start = 0;
  /* How much of "( set-info :status" has been seen of the command at `start`. */
  enum { NOTHING, OPEN, SET_INFO, STATUS } seen = NOTHING;
  if (!memmem(text, length, ":status", strlen(":status"))) return;
  for (;;) {
    ScanKind kind = scan_next(&scan);
    if (kind == SCAN_END || kind == SCAN_UNCLOSED) return;
    if (kind == SCAN_OPEN && depth++ == 0) {
      start = scan.start;
      seen = OPEN;
      continue;
    }
    if (kind == SCAN_CLOSE && depth && --depth == 0 && seen == STATUS) blank(text, start, scan.at);
    if (seen == OPEN && kind == SCAN_ATOM && scan_is(&scan, "set-info"))
      seen = SET_INFO;
    else if (seen == SET_INFO && kind == SCAN_ATOM && scan_is(&scan, ":status"))
      seen = STATUS;
    else if (seen != STATUS)
      seen = NOTHING;
  }
}
