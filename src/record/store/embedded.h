/* The schema inside the binary, made from schema.sql. */
#ifndef RECORD_STORE_EMBEDDED_H
#define RECORD_STORE_EMBEDDED_H

#include "base/embedded.h"

extern const EmbeddedFile embedded_schema[];
extern const size_t embedded_schema_count;

#endif
