/* Messages that are the same for the same defect. */
#include <string.h>

#include "run/solver/outcome.h"

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_of_path(char c)
{
  return is_letter(c) || is_digit(c) || (c && strchr("/.-+~@%", c));
}

/* Files of the solver itself say where it failed; all others are the user's. */
static bool is_source_file(const char *name, size_t length)
{
  static const char *const suffixes[] = {".c",  ".h",    ".cc", ".cpp", ".hpp",
                                         ".rs", ".java", ".y",  ".l",   ".g"};
  for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
    size_t suffix = strlen(suffixes[i]);
    if (length > suffix && memcmp(name + length - suffix, suffixes[i], suffix) == 0) return true;
  }
  return false;
}

static bool is_script_file(const char *name, size_t length)
{
  return length > 5 && memcmp(name + length - 5, ".smt2", 5) == 0;
}

/* The path at the start of the text, or 0. A full stop after it is the sentence's. */
static size_t path_length(const char *text, size_t length)
{
  size_t end = 0;
  while (end < length && is_of_path(text[end])) end++;
  while (end && strchr(".-", text[end - 1])) end--;
  if (end < 2) return 0;
  return memchr(text, '/', end) || is_script_file(text, end) ? end : 0;
}

static void add_numbers(const char *text, size_t length, StrBuf *out);

static void add_path(const char *text, size_t length, StrBuf *out)
{
  const char *slash = memrchr(text, '/', length);
  const char *name = slash ? slash + 1 : text;
  size_t name_length = length - (size_t)(name - text);
  if (is_source_file(name, name_length))
    add_numbers(name, name_length, out);
  else
    strbuf_add_text(out, "PATH");
}

static size_t number_length(const char *text, size_t length)
{
  size_t end = 0;
  if (length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
    for (end = 2; end < length && (is_digit(text[end]) || strchr("abcdefABCDEF", text[end]));)
      end++;
  if (end > 2) return end;
  for (end = 0; end < length && is_digit(text[end]);) end++;
  return end;
}

static void add_numbers(const char *text, size_t length, StrBuf *out)
{
  for (size_t i = 0; i < length;) {
    size_t size = number_length(text + i, length - i);
    if (size)
      strbuf_add_char(out, 'N');
    else
      strbuf_add_char(out, text[i]);
    i += size ? size : 1;
  }
}

void outcome_normalise(const char *message, size_t length, StrBuf *out)
{
  for (size_t i = 0; i < length;) {
    bool word_start = i == 0 || !is_of_path(message[i - 1]);
    size_t path = word_start ? path_length(message + i, length - i) : 0;
    size_t number = path ? 0 : number_length(message + i, length - i);
    if (path)
      add_path(message + i, path, out);
    else if (number)
      strbuf_add_char(out, 'N');
    else
      strbuf_add_char(out, message[i]);
    i += path ? path : number ? number : 1;
  }
}
