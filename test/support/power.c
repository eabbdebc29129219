#include "support/power.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/vec.h"

enum { SECTOR = 512, FILES = 16 };

/* A change that was not synced: of one sector, or of the length of the file. */
typedef struct {
  bool truncates;
  uint64_t at; /* or the length */
  uint32_t length;
  char bytes[SECTOR];
} Change;

typedef struct {
  char *path;
  char *bytes; /* what is certainly there */
  uint64_t length;
  bool durable;           /* the file itself is */
  bool removed, may_stay; /* deleted; and not certainly */
  VEC(Change) changes;
} DiskFile;

struct PowerDisk {
  sqlite3_vfs vfs, *real;
  Random *random;
  PowerHook *hook;
  void *user;
  bool lying;
  DiskFile files[FILES];
  size_t count;
};

typedef struct {
  sqlite3_file base;
  PowerDisk *disk;
  DiskFile *file;    /* NULL: a temporary file */
  bool syncs_folder; /* as SQLite does when it first syncs a log that it may have made */
  sqlite3_file *real;
} OpenFile;

static void hook(PowerDisk *disk)
{
  PowerHook *function = disk->hook;
  disk->hook = NULL; /* not while it works */
  if (function) function(disk->user);
  disk->hook = function;
}

static DiskFile *file_of(PowerDisk *disk, const char *path)
{
  for (size_t i = 0; i < disk->count; i++)
    if (strcmp(disk->files[i].path, path) == 0) return &disk->files[i];
  assert(disk->count < FILES);
  disk->files[disk->count] = (DiskFile){.path = mem_copy_string(path, strlen(path))};
  return &disk->files[disk->count++];
}

/* --- changes --- */

static void grow(char **bytes, uint64_t *length, uint64_t wanted)
{
  if (wanted <= *length) return;
  *bytes = mem_resize(*bytes, wanted, 1);
  memset(*bytes + *length, 0, wanted - *length);
  *length = wanted;
}

static void apply(const Change *change, char **bytes, uint64_t *length)
{
  if (change->truncates) {
    grow(bytes, length, change->at);
    *length = change->at;
  } else {
    grow(bytes, length, change->at + change->length);
    memcpy(*bytes + change->at, change->bytes, change->length);
  }
}

static void note_write(OpenFile *open, const char *bytes, uint64_t length, uint64_t at)
{
  hook(open->disk);
  while (open->file && length > 0) {
    uint64_t piece = SECTOR - at % SECTOR;
    Change change = {.at = at, .length = (uint32_t)(piece < length ? piece : length)};
    memcpy(change.bytes, bytes, change.length);
    VEC_PUSH(&open->file->changes, change);
    bytes += change.length;
    at += change.length;
    length -= change.length;
  }
}

static void note_sync(OpenFile *open)
{
  hook(open->disk);
  DiskFile *file = open->file;
  if (!file || open->disk->lying) return;
  for (size_t i = 0; i < file->changes.count; i++)
    apply(&file->changes.items[i], &file->bytes, &file->length);
  file->changes.count = 0;
  file->durable = true;
  for (size_t i = 0; i < open->disk->count && open->syncs_folder; i++)
    open->disk->files[i].durable = true, open->disk->files[i].may_stay = false;
  open->syncs_folder = false;
}

/* The content after some of the changes, in any order. */
static void mix(PowerDisk *disk, const DiskFile *file, char **bytes, uint64_t *length)
{
  size_t count = file->changes.count;
  U64Vec order = {0};
  grow(bytes, length, file->length);
  if (file->length) memcpy(*bytes, file->bytes, file->length);
  for (size_t i = 0; i < count; i++) {
    size_t place = random_below(disk->random, i + 1);
    VEC_PUSH(&order, i);
    order.items[i] = order.items[place];
    order.items[place] = i;
  }
  /* Everything, nothing, or any part. */
  uint64_t kept = random_below(disk->random, 4);
  for (size_t i = 0; i < count; i++)
    if (kept == 0 || (kept > 1 && random_chance(disk->random, 1, 2)))
      apply(&file->changes.items[kept == 0 ? i : order.items[i]], bytes, length);
  VEC_FREE(&order);
}

void power_lose(PowerDisk *disk, const char *folder)
{
  for (size_t i = 0; i < disk->count; i++) {
    const DiskFile *file = &disk->files[i];
    bool gone = file->removed && !(file->may_stay && random_chance(disk->random, 1, 2));
    if (gone || (!file->durable && random_chance(disk->random, 1, 2))) continue;
    char path[4096], *bytes = NULL;
    uint64_t length = 0;
    Error error;
    snprintf(path, sizeof path, "%s/%s", folder, strrchr(file->path, '/') + 1);
    mix(disk, file, &bytes, &length);
    if (file_write_fast(path, bytes ? bytes : "", length, &error) != STATUS_OK) abort();
    free(bytes);
  }
}

/* --- what SQLite calls --- */

static sqlite3_file *real_of(sqlite3_file *base)
{
  return ((OpenFile *)base)->real;
}

static int file_close(sqlite3_file *base)
{
  return real_of(base)->pMethods->xClose(real_of(base));
}

static int file_read_at(sqlite3_file *base, void *bytes, int length, sqlite3_int64 at)
{
  return real_of(base)->pMethods->xRead(real_of(base), bytes, length, at);
}

static int file_write_at(sqlite3_file *base, const void *bytes, int length, sqlite3_int64 at)
{
  note_write((OpenFile *)base, bytes, (uint64_t)length, (uint64_t)at);
  return real_of(base)->pMethods->xWrite(real_of(base), bytes, length, at);
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 length)
{
  OpenFile *open = (OpenFile *)base;
  Change change = {.truncates = true, .at = (uint64_t)length};
  hook(open->disk);
  if (open->file) VEC_PUSH(&open->file->changes, change);
  return real_of(base)->pMethods->xTruncate(real_of(base), length);
}

/* The real disk need not hurry: nobody takes our power. */
static int file_sync(sqlite3_file *base, int flags)
{
  (void)flags;
  note_sync((OpenFile *)base);
  return SQLITE_OK;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size)
{
  return real_of(base)->pMethods->xFileSize(real_of(base), size);
}

static int file_lock(sqlite3_file *base, int level)
{
  return real_of(base)->pMethods->xLock(real_of(base), level);
}

static int file_unlock(sqlite3_file *base, int level)
{
  return real_of(base)->pMethods->xUnlock(real_of(base), level);
}

static int file_check_lock(sqlite3_file *base, int *result)
{
  return real_of(base)->pMethods->xCheckReservedLock(real_of(base), result);
}

static int file_control(sqlite3_file *base, int what, void *argument)
{
  return real_of(base)->pMethods->xFileControl(real_of(base), what, argument);
}

static int file_sector(sqlite3_file *base)
{
  (void)base;
  return SECTOR;
}

static int file_traits(sqlite3_file *base)
{
  return real_of(base)->pMethods->xDeviceCharacteristics(real_of(base));
}

static int shm_map(sqlite3_file *base, int page, int size, int extend, void volatile **at)
{
  return real_of(base)->pMethods->xShmMap(real_of(base), page, size, extend, at);
}

static int shm_lock(sqlite3_file *base, int offset, int count, int flags)
{
  return real_of(base)->pMethods->xShmLock(real_of(base), offset, count, flags);
}

static void shm_barrier(sqlite3_file *base)
{
  real_of(base)->pMethods->xShmBarrier(real_of(base));
}

static int shm_unmap(sqlite3_file *base, int removes)
{
  return real_of(base)->pMethods->xShmUnmap(real_of(base), removes);
}

static const sqlite3_io_methods METHODS = {.iVersion = 2,
                                           .xClose = file_close,
                                           .xRead = file_read_at,
                                           .xWrite = file_write_at,
                                           .xTruncate = file_truncate,
                                           .xSync = file_sync,
                                           .xFileSize = file_size,
                                           .xLock = file_lock,
                                           .xUnlock = file_unlock,
                                           .xCheckReservedLock = file_check_lock,
                                           .xFileControl = file_control,
                                           .xSectorSize = file_sector,
                                           .xDeviceCharacteristics = file_traits,
                                           .xShmMap = shm_map,
                                           .xShmLock = shm_lock,
                                           .xShmBarrier = shm_barrier,
                                           .xShmUnmap = shm_unmap};

/* A file that is created anew after it was removed has nothing of the old one. */
static void forget(DiskFile *file)
{
  free(file->bytes);
  VEC_FREE(&file->changes);
  *file = (DiskFile){.path = file->path};
}

static int open_file(sqlite3_vfs *vfs, const char *path, sqlite3_file *base, int flags, int *out)
{
  PowerDisk *disk = vfs->pAppData;
  OpenFile *open = (OpenFile *)base;
  *open = (OpenFile){.disk = disk, .real = (sqlite3_file *)(open + 1)};
  int code = disk->real->xOpen(disk->real, path, open->real, flags, out);
  if (code != SQLITE_OK) return code;
  base->pMethods = &METHODS;
  if (!path) return SQLITE_OK;
  open->syncs_folder =
      (flags & SQLITE_OPEN_CREATE) && (flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL));
  open->file = file_of(disk, path);
  if (open->file->removed) forget(open->file);
  return SQLITE_OK;
}

static int delete_file(sqlite3_vfs *vfs, const char *path, int sync)
{
  PowerDisk *disk = vfs->pAppData;
  hook(disk);
  DiskFile *file = file_of(disk, path);
  file->removed = true;
  file->may_stay = !sync;
  return disk->real->xDelete(disk->real, path, sync);
}

PowerDisk *power_create(Random *random)
{
  PowerDisk *disk = mem_alloc_zero(1, sizeof *disk);
  disk->real = sqlite3_vfs_find("unix");
  assert(disk->real);
  disk->random = random;
  disk->vfs = *disk->real;
  disk->vfs.zName = "power";
  disk->vfs.szOsFile = disk->real->szOsFile + (int)sizeof(OpenFile);
  disk->vfs.pNext = NULL;
  disk->vfs.pAppData = disk;
  disk->vfs.xOpen = open_file;
  disk->vfs.xDelete = delete_file;
  power_use(disk, true);
  return disk;
}

void power_use(PowerDisk *disk, bool use)
{
  if (!use) sqlite3_vfs_unregister(&disk->vfs);
  sqlite3_vfs_register(use ? &disk->vfs : disk->real, true);
}

void power_set_hook(PowerDisk *disk, PowerHook *function, void *user)
{
  disk->hook = function;
  disk->user = user;
}

void power_set_lying(PowerDisk *disk, bool lying)
{
  disk->lying = lying;
}

void power_destroy(PowerDisk *disk)
{
  power_use(disk, false);
  for (size_t i = 0; i < disk->count; i++) {
    free(disk->files[i].path);
    free(disk->files[i].bytes);
    VEC_FREE(&disk->files[i].changes);
  }
  free(disk);
}
