/* A report in Markdown, for people: what came out, without settings and long lists. */
#ifndef RECORD_REPORT_MARKDOWN_H
#define RECORD_REPORT_MARKDOWN_H

#include "base/strbuf.h"
#include "record/report/data.h"

/* Text of others is escaped, so that it shows as it is and nothing of it is markup. */
void report_markdown(const ReportData *data, StrBuf *out);

#endif
