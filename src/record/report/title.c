#include "record/report/title.h"

#include <assert.h>
#include <string.h>

static bool ends_path(char c)
{
  return strchr(" \t\n'\"():,;<>`@=", c) != NULL; /* a NUL, too */
}

/* The path at the beginning of a text: its last name. The text that a solver reads as a descriptor has none. */
static size_t add_path(StrBuf *out, TitlePart text)
{
  static const char descriptor[] = "/proc/self/fd/";
  size_t length = 0, name = 0;
  for (; length < text.length && !ends_path(text.bytes[length]); length++)
    if (text.bytes[length] == '/') name = length + 1;
  if (length >= sizeof descriptor && memcmp(text.bytes, descriptor, sizeof descriptor - 1) == 0)
    strbuf_add_text(out, "input");
  else
    strbuf_add(out, text.bytes + name, length - name);
  assert(length > 0);
  return length;
}

void title_add_public(StrBuf *out, TitlePart text)
{
  bool start = true;
  for (size_t i = 0; i < text.length;) {
    bool path = start && text.bytes[i] == '/';
    start = !path && ends_path(text.bytes[i]);
    if (path)
      i += add_path(out, (TitlePart){text.bytes + i, text.length - i});
    else
      strbuf_add_char(out, text.bytes[i++]);
  }
}

void title_add(StrBuf *out, const char *kind, TitlePart signature, TitlePart evidence)
{
  assert(kind && (signature.bytes || signature.length == 0));
  StrBuf middle;
  strbuf_init(&middle, 0);
  strbuf_printf(&middle, ": %s: ", kind);
  const char *at = signature.length
                       ? memmem(signature.bytes, signature.length, middle.bytes, middle.length)
                       : NULL;
  size_t solver = at ? (size_t)(at - signature.bytes) : 0; /* and the colon and blank after it */
  bool is_message = at && evidence.length > solver + 2 &&
                    memcmp(evidence.bytes, signature.bytes, solver) == 0 &&
                    memcmp(evidence.bytes + solver, ": ", 2) == 0;
  if (is_message) {
    strbuf_add(out, signature.bytes, solver);
    strbuf_add(out, middle.bytes, middle.length);
    title_add_public(out, (TitlePart){evidence.bytes + solver + 2, evidence.length - solver - 2});
  } else {
    strbuf_add(out, signature.bytes, signature.length);
  }
  strbuf_deinit(&middle);
}

bool title_has_evidence(TitlePart title, TitlePart evidence)
{
  const char *colon = memmem(evidence.bytes, evidence.length, ": ", 2);
  size_t solver = colon ? (size_t)(colon - evidence.bytes) + 2 : 0;
  size_t message = evidence.length - solver;
  return solver && title.length >= evidence.length &&
         memcmp(title.bytes, evidence.bytes, solver) == 0 &&
         memcmp(title.bytes + title.length - message, evidence.bytes + solver, message) == 0;
}

void title_add_finding(StrBuf *out, const Finding *finding)
{
  title_add(out, finding_name(finding->kind),
            (TitlePart){finding->signature, strlen(finding->signature)},
            (TitlePart){finding->evidence, strlen(finding->evidence)});
}
