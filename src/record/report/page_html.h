/* Parts of the page that are made of a document: see page.h. */
#ifndef RECORD_REPORT_PAGE_HTML_H
#define RECORD_REPORT_PAGE_HTML_H

#include <jansson.h>

#include "base/strbuf.h"

/* Appends a text so that it is nothing but text, between tags and in attributes. */
void html_add_text(StrBuf *out, const char *text);

/* Appends the essentials as tables, for readers whose browser runs no scripts. */
void html_add_essentials(StrBuf *out, const json_t *report);

#endif
