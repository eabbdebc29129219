#include "run/solver/outcome_frames.h"

#include <assert.h>
#include <stdint.h>

/* How many are named, how far into a stack it is looked, and how long a name may get. */
enum { FRAMES_NAMED = 3, LINES_MAX = 200, NAME_MAX_BYTES = 120 };

static bool begins(const char *text, const char *end, const char *prefix)
{
  size_t length = strlen(prefix);
  assert(text <= end);
  return (size_t)(end - text) >= length && memcmp(text, prefix, length) == 0;
}

/* Where failures are reported, not where they happen. */
static bool is_machinery(const char *name, const char *end)
{
  static const char *const prefixes[] = {
      "__interceptor_", "__asan",          "__ubsan",        "__sanitizer",  "__GI_",
      "__libc_",        "__assert",        "__pthread_kill", "pthread_kill", "raise",
      "gsignal",        "abort",           "__cxa_",         "_start",       "std::terminate",
      "operator new",   "operator delete", "__mem",          "__str"};
  static const char *const names[] = {"malloc", "free",    "calloc", "realloc",
                                      "memcpy", "memmove", "strlen"};
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
    if (begins(name, end, prefixes[i])) return true;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if ((size_t)(end - name) == strlen(names[i]) && begins(name, end, names[i])) return true;
  return false;
}

static const char *skip_blanks(const char *at, const char *end)
{
  while (at < end && (*at == ' ' || *at == '\t')) at++;
  return at;
}

static const char *skip_digits(const char *at, const char *end)
{
  while (at < end && *at >= '0' && *at <= '9') at++;
  return at;
}

/* After "#12 0xaddress in ", where the name of a frame begins; NULL if the line is no frame. */
static const char *frame_name(const char *line, const char *end, bool *innermost)
{
  const char *at = skip_blanks(line, end);
  if (at == end || *at++ != '#') return NULL;
  const char *number = at;
  at = skip_digits(at, end);
  if (at == number) return NULL;
  *innermost = at == number + 1 && *number == '0';
  at = skip_blanks(at, end);
  if (begins(at, end, "0x")) {
    while (at < end && *at != ' ') at++;
    at = skip_blanks(at, end);
    if (!begins(at, end, "in ")) return NULL; /* a frame without a name */
    at = skip_blanks(at + 3, end);
  }
  return at < end ? at : NULL;
}

/* A name ends before its arguments or its file. */
static const char *name_end(const char *name, const char *end)
{
  static const char unnamed[] = "(anonymous namespace)", call[] = "operator()";
  const char *at = name;
  int templates = 0; /* blanks within their arguments belong to the name */
  while (at < end) {
    if (begins(at, end, unnamed)) {
      at += sizeof unnamed - 1;
      continue;
    }
    if (begins(at, end, call)) {
      at += sizeof call - 1;
      continue;
    }
    templates += (*at == '<') - (*at == '>');
    if (templates <= 0 && (*at == '(' || *at == ' ' || *at == '\r')) break;
    at++;
  }
  return at;
}

bool frames_add(const char *text, size_t length, StrBuf *out)
{
  const char *at = text, *end = text + length;
  unsigned named = 0, stacks = 0;
  for (unsigned lines = 0; at < end && lines < LINES_MAX && named < FRAMES_NAMED; lines++) {
    const char *line_end = memchr(at, '\n', (size_t)(end - at));
    if (!line_end) line_end = end;
    bool innermost = false;
    const char *name = frame_name(at, line_end, &innermost);
    if (name && innermost && ++stacks > 1) break;
    const char *stop = name ? name_end(name, line_end) : NULL;
    if (name && stop > name && !is_machinery(name, stop)) {
      size_t size = (size_t)(stop - name);
      if (named++) strbuf_add_text(out, " < ");
      strbuf_add(out, name, size < NAME_MAX_BYTES ? size : NAME_MAX_BYTES);
    }
    at = line_end + 1;
  }
  return named > 0;
}
