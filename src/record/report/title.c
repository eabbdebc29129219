#include "record/report/title.h"

#include <assert.h>
#include <string.h>

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
    strbuf_add(out, evidence.bytes + solver + 2, evidence.length - solver - 2);
  } else {
    strbuf_add(out, signature.bytes, signature.length);
  }
  strbuf_deinit(&middle);
}

void title_add_finding(StrBuf *out, const Finding *finding)
{
  title_add(out, finding_name(finding->kind),
            (TitlePart){finding->signature, strlen(finding->signature)},
            (TitlePart){finding->evidence, strlen(finding->evidence)});
}
