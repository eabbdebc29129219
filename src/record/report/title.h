/* What a finding is called by people: its signature with the message as the solver printed it. Signatures are made to
 * group findings, and have no numbers, addresses and paths. */
#ifndef RECORD_REPORT_TITLE_H
#define RECORD_REPORT_TITLE_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "find/oracle/finding.h"

typedef struct {
  const char *bytes;
  size_t length;
} TitlePart;

/* Appends a text for others: of a path only its last name is of interest. */
void title_add_public(StrBuf *out, TitlePart text);

/* Appends "z3: crash: MESSAGE" if the evidence is "z3: MESSAGE", else the signature. The message is as for others. */
void title_add(StrBuf *out, const char *kind, TitlePart signature, TitlePart evidence);
void title_add_finding(StrBuf *out, const Finding *finding);
/* Whether the title says all that the evidence says, word by word. */
bool title_has_evidence(TitlePart title, TitlePart evidence);

#endif
