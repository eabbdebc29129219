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

#include "base/descriptor.h"
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
    size_t room = capacity - length;
    ssize_t got =
        descriptor_read(descriptor, bytes + length, room < LARGEST_READ ? room : LARGEST_READ);
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

/* The path that is replaced: of a symbolic link the target, not the link. */
static char *target_of(const char *path)
{
  char *resolved = realpath(path, NULL);
  return resolved ? resolved : mem_copy_string(path, strlen(path));
}

/* A device or a pipe is written, never replaced; nor is what stands for an open file (/dev/stdout, a process
 * substitution). */
static bool is_replaced(const char *path)
{
  struct stat info;
  if (strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0) return false;
  return stat(path, &info) < 0 || S_ISREG(info.st_mode) || S_ISDIR(info.st_mode);
}

/* Opens what is written in the end; -1 with errno set on failure. */
static int open_output(FileOutput *file, const char *path)
{
  struct stat info;
  if (!is_replaced(path)) return open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY);
  if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
    errno = EISDIR;
    return -1;
  }
  file->target = target_of(path);
  size_t size = strlen(file->target) + 48; /* a dot, a process id, an attempt and the ending */
  file->temporary = mem_alloc(size, 1);
  return create_beside(file->target, file->temporary, size);
}

static void free_output(FileOutput *file)
{
  free(file->path);
  free(file->target);
  free(file->temporary);
  *file = (FileOutput){0};
}

Status file_output_open(FileOutput *file, const char *path, Error *error)
{
  assert(file && path && error);
  const char *name = shown_name(path, "standard output");
  *file = (FileOutput){.stream = stdout, .path = mem_copy_string(name, strlen(name))};
  if (name != path) return STATUS_OK;
  int descriptor = open_output(file, path);
  file->stream = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  if (file->stream) return STATUS_OK;
  int code = errno;
  if (descriptor >= 0) close(descriptor);
  if (descriptor >= 0 && file->temporary) unlink(file->temporary);
  free_output(file);
  return fail(error, "write", path, code);
}

/* The mode of a file that is replaced is kept, and what it says is on the disk before its name is. */
static int settle(const FileOutput *file)
{
  struct stat old;
  int descriptor = fileno(file->stream);
  if (stat(file->target, &old) == 0 && fchmod(descriptor, old.st_mode & 07777) < 0) return errno;
  return fsync(descriptor) < 0 ? errno : 0;
}

/* Why writing failed, which the stream does not remember: a further byte of a file that is not kept tells. */
static int why_failed(const FileOutput *file)
{
  if (file->temporary && write(fileno(file->stream), "", 1) < 0) return errno;
  return EIO;
}

Status file_output_close(FileOutput *file, bool keep, Error *error)
{
  assert(file && file->stream && file->path && error);
  int code = fflush(file->stream) != 0 ? errno : ferror(file->stream) ? why_failed(file) : 0;
  if (keep && !code && file->target) code = settle(file);
  if (file->stream != stdout && fclose(file->stream) != 0 && !code) code = errno;
  bool replace = keep && !code && file->target;
  if (replace && rename(file->temporary, file->target) < 0) code = errno;
  if (replace && !code)
    sync_folder(file->target);
  else if (file->temporary)
    unlink(file->temporary);
  Status status = keep && code ? fail(error, "write", file->path, code) : STATUS_OK;
  free_output(file);
  return status;
}

Status file_write(const char *path, const char *bytes, size_t length, Error *error)
{
  assert(path && error && (bytes || !length));
  FileOutput file;
  Status status = file_output_open(&file, path, error);
  if (status != STATUS_OK) return status;
  fwrite(bytes, 1, length, file.stream); /* a failure is seen when it is closed */
  return file_output_close(&file, true, error);
}

Status file_write_fast(const char *path, const char *bytes, size_t length, Error *error)
{
  assert(path && error && (bytes || !length));
  int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666),
      code = 0;
  if (descriptor < 0) return fail(error, "write", path, errno);
  if (!descriptor_write(descriptor, bytes, length)) code = errno;
  if (close(descriptor) < 0 && !code) code = errno;
  return code ? fail(error, "write", path, code) : STATUS_OK;
}
