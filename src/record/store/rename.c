/* Groups of earlier versions get the present names of kinds. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "find/oracle/finding.h"
#include "record/store/sql.h"

typedef struct {
  int64_t id;
  char *kind, *signature; /* as they are to be */
} Renamed;
typedef VEC(Renamed) RenamedVec;

/* A signature that was cut keeps its digest, which is of the text that it was: only its kind is renamed. */
static char *present_signature(const DbValue *value)
{
  char *present = value->length < STORE_SIGNATURE_MOST
                      ? finding_present_signature(value->bytes, value->length)
                      : NULL;
  return present ? present : sql_copy_of(value);
}

static Status find_groups(Store *store, int64_t campaign, RenamedVec *found, Error *error)
{
  DbCursor *cursor;
  Status status =
      SQL_QUERY(store, "SELECT id, kind, signature FROM finding_group WHERE campaign = $1", &cursor,
                error, db_integer(campaign));
  if (status != STATUS_OK) return status;
  while (sql_next(cursor, &status, error)) {
    const DbValue *row = cursor->row;
    char *kind = sql_copy_of(&row[1]);
    const char *present = finding_present_name(kind);
    if (strcmp(present, kind) != 0 && row[2].kind == DB_BYTES)
      VEC_PUSH(found, ((Renamed){.id = sql_integer_of(&row[0]),
                                 .kind = mem_copy_string(present, strlen(present)),
                                 .signature = present_signature(&row[2])}));
    free(kind);
  }
  sql_end(cursor);
  return status;
}

static Status rename_groups(Store *store, void *user, Error *error)
{
  const int64_t *campaign = user;
  RenamedVec found = {0};
  Status status = find_groups(store, *campaign, &found, error);
  for (size_t i = 0; i < found.count; i++) {
    const Renamed *group = &found.items[i];
    if (status == STATUS_OK)
      status =
          SQL_RUN(store, "UPDATE finding_group SET kind = $2, signature = $3 WHERE id = $1", NULL,
                  error, db_integer(group->id), sql_word(group->kind), sql_text(group->signature));
    free(group->kind);
    free(group->signature);
  }
  VEC_FREE(&found);
  return status;
}

Status store_rename_kinds(Store *store, int64_t campaign, Error *error)
{
  return store_transact(store, rename_groups, &campaign, error);
}
