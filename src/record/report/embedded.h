/* The page of reports inside the binary, made from page/. */
#ifndef RECORD_REPORT_EMBEDDED_H
#define RECORD_REPORT_EMBEDDED_H

#include "base/embedded.h"

extern const EmbeddedFile embedded_page[];
extern const size_t embedded_page_count;

#endif
