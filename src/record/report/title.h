/* What a finding is called by people: its signature with the message as the solver printed it. Signatures are made to
 * group findings, and have no numbers, addresses and paths. */
#ifndef RECORD_REPORT_TITLE_H
#define RECORD_REPORT_TITLE_H

#include "base/strbuf.h"
#include "find/oracle/finding.h"

typedef struct {
  const char *bytes;
  size_t length;
} TitlePart;

/* Appends "z3: crash: MESSAGE" if the evidence is "z3: MESSAGE", else the signature. */
void title_add(StrBuf *out, const char *kind, TitlePart signature, TitlePart evidence);
void title_add_finding(StrBuf *out, const Finding *finding);

#endif
