#include <assert.h>

#include "smt/text/scan.h"

static bool ends_atom(char c)
{
  return scan_is_blank(c) || c == '(' || c == ')' || c == '"' || c == '|' || c == ';';
}

/* The position after the next `mark`, or 0 if there is none. */
static uint64_t behind(const Scan *scan, uint64_t from, char mark)
{
  if (from >= scan->length) return 0;
  const char *found = memchr(scan->text + from, mark, (size_t)(scan->length - from));
  return found ? (uint64_t)(found - scan->text) + 1 : 0;
}

static uint64_t behind_string(const Scan *scan, uint64_t from)
{
  uint64_t end = behind(scan, from, '"');
  while (end && end < scan->length && scan->text[end] == '"') end = behind(scan, end + 1, '"');
  return end;
}

static void skip_blank(Scan *scan)
{
  while (scan->at < scan->length) {
    if (scan->text[scan->at] == ';') {
      uint64_t line = behind(scan, scan->at, '\n');
      scan->at = line ? line : scan->length;
    } else if (scan_is_blank(scan->text[scan->at])) {
      scan->at++;
    } else {
      return;
    }
  }
}

static ScanKind delimited(Scan *scan, ScanKind kind, uint64_t end)
{
  scan->at = end ? end : scan->length;
  return end ? kind : SCAN_UNCLOSED;
}

ScanKind scan_next(Scan *scan)
{
  assert(scan->at <= scan->length);
  skip_blank(scan);
  scan->start = scan->at;
  if (scan->at >= scan->length) return SCAN_END;
  switch (scan->text[scan->at]) {
  case '(': scan->at++; return SCAN_OPEN;
  case ')': scan->at++; return SCAN_CLOSE;
  case '"': return delimited(scan, SCAN_STRING, behind_string(scan, scan->at + 1));
  case '|': return delimited(scan, SCAN_QUOTED, behind(scan, scan->at + 1, '|'));
  default: break;
  }
  while (scan->at < scan->length && !ends_atom(scan->text[scan->at])) scan->at++;
  return SCAN_ATOM;
}

bool scan_list_end(const char *text, uint64_t length, uint64_t at, uint64_t *end)
{
  Scan scan = {.text = text, .length = length, .at = at};
  uint64_t depth = 0;
  do {
    switch (scan_next(&scan)) {
    case SCAN_END:
    case SCAN_UNCLOSED: return false;
    case SCAN_OPEN: depth++; break;
    case SCAN_CLOSE:
      if (depth == 0) return false;
      depth--;
      break;
    default: break;
    }
  } while (depth);
  *end = scan.at;
  return true;
}
