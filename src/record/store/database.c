#include "record/store/database.h"

#include <string.h>

Status database_open(const char *where, const DbSettings *settings, Database **db, Error *error)
{
  bool is_url = strncmp(where, "postgresql://", 13) == 0 || strncmp(where, "postgres://", 11) == 0;
  return is_url ? postgresql_open(where, settings, db, error)
                : sqlite_open(where, settings, db, error);
}
