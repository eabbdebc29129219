#include "solve/select/zip.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/mem.h"

enum { READ_SIZE = 1 << 18 };

static Status read_stream(gzFile file, const char *path, FileText *text, Error *error)
{
  size_t capacity = READ_SIZE;
  text->bytes = mem_alloc(capacity + FILE_PADDING, 1);
  for (;;) {
    if (capacity - text->length < READ_SIZE) {
      capacity *= 2;
      text->bytes = mem_resize(text->bytes, capacity + FILE_PADDING, 1);
    }
    int got = gzread(file, text->bytes + text->length, READ_SIZE);
    if (got < 0) return error_set(error, STATUS_IO, "cannot read '%s': it is damaged", path);
    if (got == 0) break;
    text->length += (size_t)got;
    if (text->length > ZIP_LIMIT)
      return error_set(error, STATUS_LIMIT, "'%s' is too large (the limit is %d bytes)", path,
                       ZIP_LIMIT);
  }
  memset(text->bytes + text->length, 0, FILE_PADDING);
  return STATUS_OK;
}

static Status open_file(const char *path, int *descriptor, Error *error)
{
  struct stat info;
  *descriptor = strcmp(path, "-") == 0 ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
  int code = *descriptor < 0 || fstat(*descriptor, &info) < 0 ? errno : 0;
  if (code == 0 && S_ISDIR(info.st_mode)) code = EISDIR;
  if (code == 0) return STATUS_OK;
  if (*descriptor >= 0) close(*descriptor);
  const char *reason = code == ENOENT   ? "no such file or directory"
                       : code == EISDIR ? "is a directory"
                                        : strerror(code);
  return error_set(error, STATUS_IO, "cannot read '%s': %s", path, reason);
}

Status zip_read(const char *path, FileText *text, Error *error)
{
  *text = (FileText){0};
  int descriptor;
  Status status = open_file(path, &descriptor, error);
  if (status != STATUS_OK) return status;
  gzFile file = gzdopen(descriptor, "rb");
  if (!file) {
    close(descriptor);
    return error_set(error, STATUS_IO, "cannot read '%s'", path);
  }
  status = read_stream(file, path, text, error);
  int closed = gzclose(file);
  if (status == STATUS_OK && closed != Z_OK)
    status = error_set(error, STATUS_IO, "cannot read '%s': it ends too early", path);
  if (status != STATUS_OK) file_text_free(text);
  return status;
}
