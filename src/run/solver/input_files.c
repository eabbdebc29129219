#include "run/solver/input_files.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/folder.h"
#include "base/mem.h"
#include "base/strbuf.h"

void input_files_add(InputFiles *files, const char *extension, char *bytes, size_t length)
{
  assert(files->count < INPUT_FILES_MAX && extension[0] == '.' && extension[1]);
  assert(bytes || length == 0);
  files->items[files->count++] =
      (InputFile){.extension = extension, .bytes = bytes, .length = length};
}

void input_files_add_results(InputFiles *files)
{
  input_files_add(files, ".results", NULL, 0);
  files->items[files->count - 1].results = true;
}

void input_files_deinit(InputFiles *files)
{
  for (size_t i = 0; i < files->count; i++) {
    free(files->items[i].bytes);
    free(files->items[i].path);
  }
  free(files->folder);
  *files = (InputFiles){0};
}

static bool write_bytes(const InputFile *file)
{
  int fd = open(file->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  int failure = fd < 0 || !descriptor_write(fd, file->bytes, file->length) ? errno : 0;
  if (fd >= 0 && close(fd) < 0 && !failure) failure = errno;
  errno = failure;
  return failure == 0;
}

void input_files_name(InputFiles *files, const char *stem)
{
  StrBuf path;
  strbuf_init(&path, 0);
  for (size_t i = 0; i < files->count; i++) {
    InputFile *file = &files->items[i];
    assert(!file->path);
    strbuf_clear(&path);
    strbuf_printf(&path, "%s%s", stem, file->extension);
    file->path = mem_copy_string(strbuf_text(&path), path.length);
  }
  strbuf_deinit(&path);
}

static void name_in_folder(InputFiles *files)
{
  StrBuf stem;
  strbuf_init(&stem, 0);
  strbuf_printf(&stem, "%s/input", files->folder);
  input_files_name(files, strbuf_text(&stem));
  strbuf_deinit(&stem);
}

static Status make_folder(InputFiles *files, bool in_memory, Error *error)
{
  enum { SMALL = 1 << 20 };
  static const char prefix[] = "assay-input";
  size_t length = 0;
  for (size_t i = 0; i < files->count; i++) length += files->items[i].length;
  return in_memory && length <= SMALL ? temp_folder_make_in_memory(prefix, &files->folder, error)
                                      : temp_folder_make(prefix, &files->folder, error);
}

Status input_files_write(InputFiles *files, bool in_memory, Error *error)
{
  assert(files->count && !files->folder);
  Status status = make_folder(files, in_memory, error);
  if (status == STATUS_OK) name_in_folder(files);
  for (size_t i = 0; i < files->count && status == STATUS_OK; i++)
    if (!write_bytes(&files->items[i]))
      status = error_set(error, STATUS_IO, "cannot write '%s': %s", files->items[i].path,
                         strerror(errno));
  if (status != STATUS_OK && files->folder) temp_folder_remove(files->folder);
  return status;
}

const InputFile *input_files_find(const InputFiles *files, const char *placeholder, size_t length)
{
  assert(length >= 2 && placeholder[0] == '{');
  for (size_t i = 0; i < files->count; i++) {
    const char *name = files->items[i].extension + 1;
    if (strlen(name) == length - 2 && memcmp(name, placeholder + 1, length - 2) == 0)
      return &files->items[i];
  }
  return NULL;
}
