/* Failing calls: see torture.c. */
#ifndef TEST_TORTURE_TORTURE_H
#define TEST_TORTURE_TORTURE_H

#include <stdbool.h>

/* Calls that are counted together, by the name that ASSAY_TORTURE has for them. */
#define TORTURE_TABLE(X)                                                                           \
  X(ALLOC, "alloc")                                                                                \
  X(OPEN, "open")                                                                                  \
  X(READ, "read")                                                                                  \
  X(WRITE, "write")                                                                                \
  X(SYNC, "sync")                                                                                  \
  X(RENAME, "rename")                                                                              \
  X(WAIT, "wait")                                                                                  \
  X(START, "start")                                                                                \
  X(DESCRIPTOR, "descriptor")                                                                      \
  X(FOLDER, "folder")                                                                              \
  X(LIST, "list")                                                                                  \
  X(MAP, "map")                                                                                    \
  X(LENGTH, "length")                                                                              \
  X(STREAM, "stream")                                                                              \
  X(SQLITE_ALLOC, "sqlite-alloc")                                                                  \
  X(SQLITE_OPEN, "sqlite-open")                                                                    \
  X(SQLITE_READ, "sqlite-read")                                                                    \
  X(SQLITE_WRITE, "sqlite-write")                                                                  \
  X(SQLITE_SYNC, "sqlite-sync")                                                                    \
  X(SQLITE_LENGTH, "sqlite-length")                                                                \
  X(SQLITE_LOCK, "sqlite-lock")                                                                    \
  X(SQLITE_MAP, "sqlite-map")                                                                      \
  X(LIBPQ, "libpq")

typedef enum {
#define TORTURE_MEMBER(kind, name) TORTURE_##kind,
  TORTURE_TABLE(TORTURE_MEMBER)
#undef TORTURE_MEMBER
      TORTURE_KINDS
} TortureKind;

/* No error number: less is done than was asked for. */
enum { TORTURE_SHORT = 10000 };

/* Counts a call. If it is to fail, how: an error number, which errno has, or TORTURE_SHORT. 0: it is to work. */
int torture_fails(TortureKind kind);
/* Calls of this thread are not counted and work; returns what was set before. */
bool torture_hush(bool hush);

/* Puts failing calls below SQLite. ASSAY_TORTURE_KEPT=FILE gets, after each transaction that was committed, how many
 * rows each table with rows that must not be lost has. */
void torture_sqlite_begin(void);

#endif
