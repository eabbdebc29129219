/* A report as one HTML page that needs nothing but itself: style, scripts, data and figures are in it, and its policy lets
 * nothing else run or load. The parts are in page/, and put together by script/page.py.
 *
 * Texts of others are data of the page. Its scripts make text nodes of them, never markup. */
#ifndef RECORD_REPORT_PAGE_H
#define RECORD_REPORT_PAGE_H

#include <jansson.h>
#include <stdbool.h>

#include "base/strbuf.h"
#include "record/report/data.h"

/* {"progress": {"svg": TEXT}, "ranking": {"error": REASON}, ...}: all figures, or why there is none. */
json_t *page_figures(const ReportData *data);

/* Appends the page of a document (record/report/document.h). A live one follows the server it comes from. */
void page_write(const json_t *report, const json_t *figures, bool live, StrBuf *out);

/* The same from the start. */
void page_render(const ReportData *data, bool live, StrBuf *out);

#endif
