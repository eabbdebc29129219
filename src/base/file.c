#include "base/file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

enum { FIRST_READ = 1 << 16, LARGEST_READ = 1 << 30 };

static const size_t LIMIT_DEFAULT = UINT32_MAX;

static const char *shown_name(const char *path, const char *stream)
{
  return strcmp(path, "-") == 0 ? stream : path;
}

/* The system's text for `code`, with a small letter in front as all our messages have. */
static Status fail(Error *error, const char *what, const char *name, int code)
{
  char text[128];
  const char *reason = strerror_r(code, text, sizeof text);
  /* The GNU strerror_r may return a constant; copy it to change its first letter. */
  if (reason != text) snprintf(text, sizeof text, "%s", reason);
  bool acronym = text[0] >= 'A' && text[0] <= 'Z' && text[1] >= 'A' && text[1] <= 'Z';
  if (text[0] >= 'A' && text[0] <= 'Z' && !acronym) text[0] = (char)(text[0] - 'A' + 'a');
  return error_set(error, STATUS_IO, "cannot %s '%s': %s", what, name, text);
}

/* One read that is not interrupted; -1 with errno set on failure. */
static ssize_t read_some(int descriptor, char *to, size_t size)
{
  ssize_t got;
  do {
    got = read(descriptor, to, size < LARGEST_READ ? size : LARGEST_READ);
  } while (got < 0 && errno == EINTR);
  return got;
}

static Status too_large(Error *error, const char *name, size_t limit)
{
  return error_set(error, STATUS_LIMIT, "'%s' is too large (the limit is %zu bytes)", name, limit);
}

static Status read_all(int descriptor, const char *name, size_t limit, FileText *text, Error *error)
{
  struct stat info;
  if (fstat(descriptor, &info) < 0) return fail(error, "read", name, errno);
  if (S_ISDIR(info.st_mode)) return fail(error, "read", name, EISDIR);
  /* Only a hint: a file can grow while it is read, and those of /proc say they have 0 bytes. One
   * byte more than it has lets the read that meets the end happen without growth. */
  uint64_t expected = S_ISREG(info.st_mode) ? (uint64_t)info.st_size : 0;
  if (expected > limit) return too_large(error, name, limit);
  size_t capacity = expected < FIRST_READ ? FIRST_READ : (size_t)expected + 1;
  char *bytes = mem_alloc(capacity + FILE_PADDING, 1);
  mem_prefer_huge_pages(bytes, capacity + FILE_PADDING);
  size_t length = 0;
  Status status = STATUS_OK;
  for (;;) {
    if (length == capacity) {
      if (capacity > SIZE_MAX / 2) mem_exhausted(SIZE_MAX);
      capacity *= 2;
      bytes = mem_resize(bytes, capacity + FILE_PADDING, 1);
    }
    ssize_t got = read_some(descriptor, bytes + length, capacity - length);
    if (got < 0) {
      status = fail(error, "read", name, errno);
      break;
    }
    if (got == 0) break;
    const char *chunk = bytes + length;
    length += (size_t)got;
    if (length > limit) {
      status = too_large(error, name, limit);
      break;
    }
    if (memchr(chunk, '\0', (size_t)got)) break;
  }
  if (status != STATUS_OK) {
    free(bytes);
    return status;
  }
  memset(bytes + length, 0, FILE_PADDING);
  *text = (FileText){bytes, length};
  return STATUS_OK;
}

Status file_read(const char *path, size_t limit, FileText *text, Error *error)
{
  assert(path && text && error);
  *text = (FileText){0};
  if (limit == 0) limit = LIMIT_DEFAULT;
  const char *name = shown_name(path, "standard input");
  if (name != path) return read_all(STDIN_FILENO, name, limit, text, error);
  int descriptor;
  do {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  } while (descriptor < 0 && errno == EINTR);
  if (descriptor < 0) return fail(error, "read", name, errno);
  Status status = read_all(descriptor, name, limit, text, error);
  close(descriptor);
  return status;
}

void file_text_free(FileText *text)
{
  free(text->bytes);
  *text = (FileText){0};
}

/* True if all bytes went out; else errno says why. */
static bool write_all(int descriptor, const char *bytes, size_t length)
{
  while (length) {
    ssize_t put = write(descriptor, bytes, length < LARGEST_READ ? length : LARGEST_READ);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    bytes += put;
    length -= (size_t)put;
  }
  return true;
}

/* Makes the rename itself durable. A failure here cannot be repaired and the content is right, so
 * it is not an error (some file systems refuse to sync a folder). */
static void sync_folder(const char *path)
{
  const char *slash = strrchr(path, '/');
  char *folder =
      slash ? mem_copy_string(path, (size_t)(slash - path) + 1) : mem_copy_string(".", 1);
  int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor >= 0) {
    fsync(descriptor);
    close(descriptor);
  }
  free(folder);
}

/* Opens a file of a new name beside `path`; -1 with errno set on failure. The mode is what any
 * program's new file gets, which mkstemp would not give. */
static int create_beside(const char *path, char *name, size_t size)
{
  int descriptor = -1;
  for (unsigned attempt = 0; attempt < 100; attempt++) {
    snprintf(name, size, "%s.%ld-%u.tmp", path, (long)getpid(), attempt);
    descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || (errno != EEXIST && errno != EINTR)) break;
  }
  return descriptor;
}

/* Fills the temporary file and renames it; 0 or the errno of what failed. The mode of a file that
 * is replaced is kept. */
static int write_and_rename(int descriptor, const char *temporary, const char *path,
                            const char *bytes, size_t length)
{
  int code = 0;
  struct stat old;
  if (stat(path, &old) == 0 && fchmod(descriptor, old.st_mode & 07777) < 0) code = errno;
  if (!code && (!write_all(descriptor, bytes, length) || fsync(descriptor) < 0)) code = errno;
  if (close(descriptor) < 0 && !code) code = errno;
  if (!code && rename(temporary, path) < 0) code = errno;
  return code;
}

static Status replace_file(const char *path, const char *bytes, size_t length, Error *error)
{
  /* Of a symbolic link the target is replaced, not the link. */
  char *resolved = realpath(path, NULL);
  const char *target = resolved ? resolved : path;
  size_t size = strlen(target) + 48; /* a dot, a process id, an attempt and the ending */
  char *temporary = mem_alloc(size, 1);
  int code = 0;
  int descriptor = create_beside(target, temporary, size);
  if (descriptor < 0) {
    code = errno;
  } else {
    code = write_and_rename(descriptor, temporary, target, bytes, length);
    if (code)
      unlink(temporary);
    else
      sync_folder(target);
  }
  free(temporary);
  free(resolved);
  return code ? fail(error, "write", path, code) : STATUS_OK;
}

Status file_write(const char *path, const char *bytes, size_t length, Error *error)
{
  assert(path && error);
  const char *name = shown_name(path, "standard output");
  if (name != path) {
    fflush(stdout); /* what was printed before comes first */
    if (!write_all(STDOUT_FILENO, bytes, length)) return fail(error, "write", name, errno);
    return STATUS_OK;
  }
  struct stat info;
  if (stat(path, &info) == 0 && !S_ISREG(info.st_mode)) {
    if (S_ISDIR(info.st_mode)) return fail(error, "write", name, EISDIR);
    /* A device or a pipe (/dev/null, a process substitution) is written, never replaced. */
    int descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0) return fail(error, "write", name, errno);
    int code = write_all(descriptor, bytes, length) ? 0 : errno;
    close(descriptor);
    return code ? fail(error, "write", name, code) : STATUS_OK;
  }
  return replace_file(path, bytes, length, error);
}
