/* Records as bytes, the same on every machine: written into a string builder, and read with every doubt.
 *
 * A reader remembers that something was wrong: too short, out of range. From then on everything is 0 or empty, so
 * that the caller checks once, before it uses what it has read. */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include "base/strbuf.h"

void bytes_put_u64(StrBuf *out, uint64_t number);
void bytes_put_double(StrBuf *out, double number);
/* Of any bytes, with their length. */
void bytes_put_text(StrBuf *out, const char *text, size_t length);

typedef struct {
  const char *bytes;
  size_t length, at;
  bool failed;
} ByteReader;

uint64_t bytes_get_u64(ByteReader *reader);
/* A number below `bound`. */
uint64_t bytes_get_below(ByteReader *reader, uint64_t bound);
bool bytes_get_bool(ByteReader *reader);
/* A number from low to high; not a NAN. */
double bytes_get_double(ByteReader *reader, double low, double high);
/* A copy to free, with a NUL byte after it; empty if something is wrong. */
char *bytes_get_text(ByteReader *reader, size_t *length);
/* How many records follow, of at least `size` bytes each: never more than there are bytes for. */
size_t bytes_get_count(ByteReader *reader, size_t size);
/* Nothing was wrong, and nothing is left. */
bool bytes_all_read(const ByteReader *reader);

#endif
