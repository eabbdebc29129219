#include "solve/closedbox/cache.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "run/process/launch.h"

#define HEADER "assay calls 1 "

enum { FILE_MAX = 64 << 20 };

/* --- the key --- */

static bool add_file(Digest *key, const char *path, BoxKind kind)
{
  char found[PATH_MAX];
  Error error;
  if (kind == BOX_PROGRAM) {
    if (launch_find(path, found, sizeof found) != 0) return false;
    path = found;
  } else if (!strchr(path, '/') && kind == BOX_LIBRARY) {
    return false;
  }
  return digest_file(key, path, &error) == STATUS_OK;
}

bool call_cache_key(const Boxes *boxes, Digest *key)
{
  StrBuf bytes;
  strbuf_init(&bytes, 0);
  boxes_put(&bytes, boxes);
  *key = digest_bytes(0, bytes.bytes, bytes.length);
  strbuf_deinit(&bytes);
  bool fine = true;
  for (size_t i = 0; i < boxes->files.count && fine; i++)
    fine = add_file(key, boxes->files.items[i], boxes->file_kinds.items[i]);
  for (size_t i = 0; i < boxes->items.count && fine; i++)
    if (boxes->items.items[i].path)
      fine = add_file(key, boxes->items.items[i].path, boxes->items.items[i].kind);
  return fine;
}

/* --- the file: a line with the key and a digest of what follows, then the table in hexadecimal --- */

static void put_path(StrBuf *path, const char *folder, Digest key)
{
  strbuf_init(path, 0);
  strbuf_printf(path, "%s/%016" PRIx64 ".calls", folder, key);
}

static void put_header(StrBuf *out, Digest key, Digest contents)
{
  strbuf_printf(out, HEADER "%016" PRIx64 " %016" PRIx64 "\n", key, contents);
}

static int digit_of(char c)
{
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool get_bytes(const char *text, size_t length, StrBuf *bytes)
{
  for (size_t i = 0; i + 1 < length; i += 2) {
    int high = digit_of(text[i]), low = digit_of(text[i + 1]);
    if (high < 0 || low < 0) return false;
    strbuf_add_char(bytes, (char)(high * 16 + low));
  }
  return length % 2 == 0;
}

/* All or nothing. */
static void take_bytes(const StrBuf *bytes, const Boxes *boxes, CallTable *calls)
{
  CallTable kept = {0};
  ByteReader in = {.bytes = bytes->bytes, .length = bytes->length};
  bool fine = call_table_get(&in, boxes, &kept);
  for (size_t i = 0; i < kept.records.count && fine; i++) {
    const CallRecord *record = &kept.records.items[i], *other;
    const uint64_t *args = kept.words.items + record->first;
    if (!record->failed)
      call_table_add(calls, boxes, record->box, args, args + boxes->items.items[record->box].words,
                     false, &other);
  }
  call_table_deinit(&kept);
}

void call_cache_load(const char *folder, Digest key, const Boxes *boxes, CallTable *calls)
{
  assert(folder);
  StrBuf path, header, bytes;
  FileText text;
  Error error;
  put_path(&path, folder, key);
  Status status = file_read(strbuf_text(&path), FILE_MAX, &text, &error);
  strbuf_deinit(&path);
  if (status != STATUS_OK) return;
  strbuf_init(&header, 0);
  strbuf_init(&bytes, 0);
  const char *line = memchr(text.bytes, '\n', text.length);
  size_t start = line ? (size_t)(line - text.bytes) + 1 : text.length;
  if (get_bytes(text.bytes + start, text.length - start, &bytes)) {
    put_header(&header, key, digest_bytes(0, bytes.bytes, bytes.length));
    if (header.length == start && memcmp(header.bytes, text.bytes, start) == 0)
      take_bytes(&bytes, boxes, calls);
  }
  strbuf_deinit(&header);
  strbuf_deinit(&bytes);
  file_text_free(&text);
}

Status call_cache_save(const char *folder, Digest key, const Boxes *boxes, const CallTable *calls,
                       Error *error)
{
  assert(folder);
  StrBuf path, bytes, text;
  put_path(&path, folder, key);
  strbuf_init(&bytes, 0);
  strbuf_init(&text, 0);
  call_table_put(&bytes, boxes, calls);
  put_header(&text, key, digest_bytes(0, bytes.bytes, bytes.length));
  for (size_t i = 0; i < bytes.length; i++) strbuf_printf(&text, "%02x", (uint8_t)bytes.bytes[i]);
  assert(!text.overflow);
  Status status = file_write(strbuf_text(&path), text.bytes, text.length, error);
  strbuf_deinit(&path);
  strbuf_deinit(&bytes);
  strbuf_deinit(&text);
  return status;
}

void call_cache_remove(const char *folder, Digest key)
{
  StrBuf path;
  put_path(&path, folder, key);
  unlink(strbuf_text(&path));
  strbuf_deinit(&path);
}
