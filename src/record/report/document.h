/* A report as one JSON document: what `assay report --format json` prints and the page reads. doc/report.md says
 * what is in it. */
#ifndef RECORD_REPORT_DOCUMENT_H
#define RECORD_REPORT_DOCUMENT_H

#include <jansson.h>

#include "record/report/data.h"

/* "format" of the document; larger if something in it has changed its meaning or is gone. */
enum { REPORT_FORMAT = 2 };

/* The value is the caller's. All strings are UTF-8; one that was cut says so at its end. */
json_t *report_document(const ReportData *data);

#endif
