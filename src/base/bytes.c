#include "base/bytes.h"

#include "base/mem.h"

void bytes_put_u64(StrBuf *out, uint64_t number)
{
  char bytes[8];
  for (int i = 0; i < 8; i++) bytes[i] = (char)(unsigned char)(number >> (8 * i));
  strbuf_add(out, bytes, sizeof bytes);
}

void bytes_put_double(StrBuf *out, double number)
{
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  bytes_put_u64(out, bits);
}

void bytes_put_text(StrBuf *out, const char *text, size_t length)
{
  bytes_put_u64(out, length);
  strbuf_add(out, text, length);
}

static bool has(ByteReader *reader, uint64_t count)
{
  reader->failed |= count > reader->length - reader->at;
  return !reader->failed;
}

uint64_t bytes_get_u64(ByteReader *reader)
{
  uint64_t number = 0;
  if (!has(reader, 8)) return 0;
  for (int i = 0; i < 8; i++)
    number |= (uint64_t)(unsigned char)reader->bytes[reader->at++] << (8 * i);
  return number;
}

uint64_t bytes_get_below(ByteReader *reader, uint64_t bound)
{
  uint64_t number = bytes_get_u64(reader);
  reader->failed |= number >= bound;
  return reader->failed ? 0 : number;
}

bool bytes_get_bool(ByteReader *reader)
{
  return bytes_get_below(reader, 2) == 1;
}

double bytes_get_double(ByteReader *reader, double low, double high)
{
  uint64_t bits = bytes_get_u64(reader);
  double number;
  memcpy(&number, &bits, sizeof number);
  reader->failed |= !(number >= low && number <= high);
  return reader->failed ? 0 : number;
}

char *bytes_get_text(ByteReader *reader, size_t *length)
{
  uint64_t count = bytes_get_u64(reader);
  const char *start = reader->bytes + reader->at;
  *length = has(reader, count) ? (size_t)count : 0;
  reader->at += *length;
  return mem_copy_string(*length ? start : "", *length);
}

size_t bytes_get_count(ByteReader *reader, size_t size)
{
  uint64_t count = bytes_get_u64(reader);
  reader->failed |= count > (reader->length - reader->at) / size;
  return reader->failed ? 0 : (size_t)count;
}

bool bytes_all_read(const ByteReader *reader)
{
  return !reader->failed && reader->at == reader->length;
}
