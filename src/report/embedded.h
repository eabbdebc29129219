/* The page of reports inside the binary, made from page/. */
#ifndef REPORT_EMBEDDED_H
#define REPORT_EMBEDDED_H

#include "base/embedded.h"

extern const EmbeddedFile embedded_page[];
extern const size_t embedded_page_count;

#endif
