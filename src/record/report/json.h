/* Values of JSON, on top of jansson. */
#ifndef RECORD_REPORT_JSON_H
#define RECORD_REPORT_JSON_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

/* For jansson's printers: 0.266209133, and not 0.26620913299999999. */
#define JSON_SHORT_REALS JSON_REAL_PRECISION(15)

/* A string of any bytes: what is not UTF-8 becomes U+FFFD, for JSON has no other way. */
json_t *json_text(const char *bytes, size_t length);
/* A count, or null if it is too large for the integers of most readers of JSON. */
json_t *json_count(uint64_t count);
/* A number, or null if it is none. */
json_t *json_number(double value);

/* jansson's function, which takes the value over; it cannot fail for our names. */
static inline void json_set(json_t *object, const char *name, json_t *value)
{
  json_object_set_new(object, name, value);
}

#endif
