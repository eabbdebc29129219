/* A report in Markdown, for people: what came out, without settings and long lists. */
#ifndef REPORT_MARKDOWN_H
#define REPORT_MARKDOWN_H

#include "base/strbuf.h"
#include "report/data.h"

/* Text of others is escaped, so that it shows as it is and nothing of it is markup. */
void report_markdown(const ReportData *data, StrBuf *out);

#endif
