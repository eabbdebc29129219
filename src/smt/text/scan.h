/* A forgiving view of S-expressions in text from elsewhere: any byte may occur anywhere.
 *
 * Only parentheses, blanks, comments, strings and quoted symbols are told apart; nothing is interned
 * and nothing is an error. Used to find the borders of what the lexer then reads strictly. */
#ifndef SMT_TEXT_SCAN_H
#define SMT_TEXT_SCAN_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef enum {
  SCAN_END,
  SCAN_OPEN,
  SCAN_CLOSE,
  SCAN_ATOM,
  SCAN_QUOTED,  /* |...| with its bars */
  SCAN_STRING,  /* "..." with its quotes; "" is a quote within */
  SCAN_UNCLOSED /* a string or quoted symbol that runs to the end of the text */
} ScanKind;

typedef struct {
  const char *text;
  uint64_t length;
  uint64_t start, at; /* the piece is text[start .. at) */
} Scan;

ScanKind scan_next(Scan *scan);

/* The end of the list whose parenthesis is at `at`. False if it is not closed. */
bool scan_list_end(const char *text, uint64_t length, uint64_t at, uint64_t *end);

static inline bool scan_is_blank(char c)
{
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Is the last piece this word, or does it begin with it? */
static inline bool scan_is(const Scan *scan, const char *word)
{
  size_t length = strlen(word);
  return scan->at - scan->start == length && memcmp(scan->text + scan->start, word, length) == 0;
}

static inline bool scan_begins(const Scan *scan, const char *word)
{
  size_t length = strlen(word);
  return scan->at - scan->start >= length && memcmp(scan->text + scan->start, word, length) == 0;
}

#endif
