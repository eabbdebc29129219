/* What SQLite asks of the system and of the allocator, failing; and what was committed, written down. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "torture.h"

static sqlite3_mem_methods allocator;

static void *failing_malloc(int size)
{
  return torture_fails(TORTURE_SQLITE_ALLOC) ? NULL : allocator.xMalloc(size);
}

static void *failing_realloc(void *block, int size)
{
  return torture_fails(TORTURE_SQLITE_ALLOC) ? NULL : allocator.xRealloc(block, size);
}

static int failing_open(const char *path, int flags, int mode)
{
  return torture_fails(TORTURE_SQLITE_OPEN) ? -1 : openat(AT_FDCWD, path, flags, mode);
}

static ssize_t failing_read(int fd, void *bytes, size_t size)
{
  int failure = torture_fails(TORTURE_SQLITE_READ);
  if (failure && failure != TORTURE_SHORT) return -1;
  return syscall(SYS_read, fd, bytes, failure && size > 1 ? 1 : size);
}

static ssize_t failing_pread(int fd, void *bytes, size_t size, off_t offset)
{
  int failure = torture_fails(TORTURE_SQLITE_READ);
  if (failure && failure != TORTURE_SHORT) return -1;
  return syscall(SYS_pread64, fd, bytes, failure && size > 1 ? 1 : size, offset);
}

static ssize_t failing_write(int fd, const void *bytes, size_t size)
{
  int failure = torture_fails(TORTURE_SQLITE_WRITE);
  if (failure && failure != TORTURE_SHORT) return -1;
  return syscall(SYS_write, fd, bytes, failure && size > 1 ? 1 : size);
}

static ssize_t failing_pwrite(int fd, const void *bytes, size_t size, off_t offset)
{
  int failure = torture_fails(TORTURE_SQLITE_WRITE);
  if (failure && failure != TORTURE_SHORT) return -1;
  return syscall(SYS_pwrite64, fd, bytes, failure && size > 1 ? 1 : size, offset);
}

static int failing_ftruncate(int fd, off_t length)
{
  return torture_fails(TORTURE_SQLITE_LENGTH) ? -1 : (int)syscall(SYS_ftruncate, fd, length);
}

/* Only of locks: other uses of fcntl do not fail. */
static int failing_fcntl(int fd, int command, void *argument)
{
  if (command == F_SETLK && torture_fails(TORTURE_SQLITE_LOCK)) return -1;
  return (int)syscall(SYS_fcntl, fd, command, argument);
}

static void *failing_mmap(void *at, size_t size, int access, int flags, int fd, off_t offset)
{
  return torture_fails(TORTURE_SQLITE_MAP) ? MAP_FAILED : mmap(at, size, access, flags, fd, offset);
}

/* SQLite has no table entry for it: the name is found here before it is in the C library. */
int fdatasync(int fd)
{
  return torture_fails(TORTURE_SQLITE_SYNC) ? -1 : (int)syscall(SYS_fdatasync, fd);
}

static void replace(sqlite3_vfs *vfs, const char *name, void (*function)(void))
{
  sqlite3_syscall_ptr pointer;
  memcpy(&pointer, &function, sizeof pointer);
  vfs->xSetSystemCall(vfs, name, pointer);
}

#define REPLACE(vfs, name, function) replace(vfs, name, (void (*)(void))(function))

void torture_sqlite_begin(void)
{
  sqlite3_config(SQLITE_CONFIG_GETMALLOC, &allocator);
  sqlite3_mem_methods failing = allocator;
  failing.xMalloc = failing_malloc;
  failing.xRealloc = failing_realloc;
  sqlite3_config(SQLITE_CONFIG_MALLOC, &failing);
  sqlite3_vfs *vfs = sqlite3_vfs_find(NULL);
  if (!vfs) abort();
  REPLACE(vfs, "open", failing_open);
  REPLACE(vfs, "read", failing_read);
  REPLACE(vfs, "pread", failing_pread);
  REPLACE(vfs, "pread64", failing_pread);
  REPLACE(vfs, "write", failing_write);
  REPLACE(vfs, "pwrite", failing_pwrite);
  REPLACE(vfs, "pwrite64", failing_pwrite);
  REPLACE(vfs, "ftruncate", failing_ftruncate);
  REPLACE(vfs, "fcntl", failing_fcntl);
  REPLACE(vfs, "mmap", failing_mmap);
}

/* --- what was committed --- */

typedef int ExecFunction(sqlite3 *db, const char *sql,
                         int (*callback)(void *, int, char **, char **), void *argument,
                         char **message);
ExecFunction __real_sqlite3_exec, __wrap_sqlite3_exec;

static int note(void *file, int columns, char **values, char **names)
{
  (void)names;
  for (int i = 0; i < columns; i++) dprintf(*(int *)file, "%s%s", i ? " " : "", values[i]);
  dprintf(*(int *)file, "\n");
  return 0;
}

int __wrap_sqlite3_exec(sqlite3 *db, const char *sql,
                        int (*callback)(void *, int, char **, char **), void *argument,
                        char **message)
{
  const char *path = getenv("ASSAY_TORTURE_KEPT");
  int code = __real_sqlite3_exec(db, sql, callback, argument, message);
  if (code != SQLITE_OK || !path || strcmp(sql, "COMMIT") != 0) return code;
  bool before = torture_hush(true);
  int file = openat(AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  __real_sqlite3_exec(db,
                      "SELECT (SELECT count(*) FROM instance), (SELECT count(*) FROM run),"
                      "(SELECT count(*) FROM finding), (SELECT count(*) FROM instance_text)",
                      note, &file, NULL);
  close(file);
  torture_hush(before);
  return code;
}
