#include "base/file_below.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.h"

enum { FOLDER_FLAGS = O_RDONLY | O_DIRECTORY | O_CLOEXEC };

/* The folder below `parent`, made where it is missing; -1 with errno set on failure. A symbolic link is ENOTDIR. */
static int open_below(int parent, const char *name)
{
  if (mkdirat(parent, name, 0777) < 0 && errno != EEXIST) return -1;
  return openat(parent, name, FOLDER_FLAGS | O_NOFOLLOW);
}

/* 0, or the errno of what failed. rename takes the place of a link, it does not follow it. */
static int replace(int folder, const char *name, const char *bytes, size_t length)
{
  char temporary[64];
  int code = 0, descriptor = -1;
  for (unsigned attempt = 0; attempt < 100; attempt++) {
    snprintf(temporary, sizeof temporary, ".%ld-%u.tmp", (long)getpid(), attempt);
    descriptor = openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor >= 0 || (errno != EEXIST && errno != EINTR)) break;
  }
  if (descriptor < 0) return errno;
  if (!descriptor_write(descriptor, bytes, length) || fsync(descriptor) < 0) code = errno;
  if (close(descriptor) < 0 && !code) code = errno;
  if (!code && renameat(folder, temporary, folder, name) < 0) code = errno;
  if (code)
    unlinkat(folder, temporary, 0);
  else
    fsync(folder); /* some file systems refuse it, and the content is right */
  return code;
}

Status file_write_below(const char *folder, const char *below, const char *name, const char *bytes,
                        size_t length, Error *error)
{
  assert(folder && name && !strchr(name, '/') && !(below && strchr(below, '/')));
  int top = open(folder, FOLDER_FLAGS);
  int at = top >= 0 && below ? open_below(top, below) : top;
  int code = at < 0 ? errno : replace(at, name, bytes, length);
  if (at >= 0 && at != top) close(at);
  if (top >= 0) close(top);
  if (!code) return STATUS_OK;
  return error_set(error, STATUS_IO, "cannot write '%s/%s%s%s': %s", folder, below ? below : "",
                   below ? "/" : "", name, strerror(code));
}
