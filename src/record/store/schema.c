#include "record/store/schema.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* Where the part of a version begins: after its line. NULL: there is no such version. */
static const char *find_part(const char *text, uint32_t version)
{
  static const char mark[] = "-- version ";
  for (const char *line = text; line != NULL; line = strchr(line, '\n')) {
    if (*line == '\n') line++;
    if (strncmp(line, mark, sizeof mark - 1) != 0) continue;
    if (strtoul(line + sizeof mark - 1, NULL, 10) == version) return strchr(line, '\n');
  }
  return NULL;
}

uint32_t schema_version(const char *text)
{
  uint32_t version = 0;
  while (find_part(text, version + 1) != NULL) version++;
  return version;
}

static Status define_part(Database *db, const char *text, uint32_t version, Error *error)
{
  const char *begin = find_part(text, version);
  const char *end = find_part(text, version + 1);
  assert(begin != NULL);
  char *part = mem_copy_string(begin, end != NULL ? (size_t)(end - begin) : strlen(begin));
  Status status = db->class->define(db, part, error);
  free(part);
  return status;
}

/* Can what reads do without all that a store of this version lacks? */
static bool is_readable(const char *text, uint32_t version, uint32_t last)
{
  static const char mark[] = ", not needed to read";
  for (uint32_t i = version + 1; version > 0 && i <= last; i++) {
    const char *end = find_part(text, i);
    size_t length = sizeof mark - 1;
    if (end == NULL || (size_t)(end - text) < length || strncmp(end - length, mark, length) != 0)
      return false;
  }
  return version > 0;
}

static Status define_missing(Database *db, const char *text, uint32_t last, Error *error)
{
  uint32_t version;
  Status status = db->class->version(db, &version, error); /* someone may have been faster */
  bool behind = status == STATUS_OK && version < last;
  while (status == STATUS_OK && version < last) status = define_part(db, text, ++version, error);
  if (status == STATUS_OK && behind) status = db->class->set_version(db, last, error);
  return status;
}

Status schema_update(Database *db, const char *text, bool writable, Error *error)
{
  uint32_t last = schema_version(text), version;
  Status status = db->class->begin(db, false, error);
  if (status != STATUS_OK) return status;
  status = db->class->version(db, &version, error);
  db->class->rollback(db);
  if (status != STATUS_OK) return status;
  if (version > last)
    return error_set(error, STATUS_IO,
                     "'%s' was written by a newer assay: its schema has version %" PRIu32
                     ", this program knows versions up to %" PRIu32,
                     db->class->name(db), version, last);
  if (version == last || (!writable && is_readable(text, version, last))) return STATUS_OK;
  if (!writable)
    return version == 0
               ? error_set(error, STATUS_IO, "there is no store in '%s'", db->class->name(db))
               : error_set(error, STATUS_IO,
                           "'%s' has an older schema (version %" PRIu32 " of %" PRIu32
                           "): open it for writing once",
                           db->class->name(db), version, last);
  status = db->class->begin(db, true, error);
  if (status != STATUS_OK) return status;
  status = define_missing(db, text, last, error);
  if (status == STATUS_OK) return db->class->commit(db, error);
  db->class->rollback(db);
  return status;
}
