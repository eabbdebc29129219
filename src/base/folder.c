#include "base/folder.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/strbuf.h"

Status path_make_folders(const char *folder, mode_t mode, Error *error)
{
  char *path = mem_copy_string(folder, strlen(folder));
  int code = 0;
  for (char *at = path + 1; *path; at++) {
    if (*at && *at != '/') continue;
    char end = *at;
    *at = 0;
    code = mkdir(path, mode) == 0 || errno == EEXIST ? 0 : errno;
    *at = end;
    if (!end || code) break;
  }
  free(path);
  return code ? error_set(error, STATUS_IO, "cannot make '%s': %s", folder, strerror(code))
              : STATUS_OK;
}

static Status make_below(const char *usual, const char *prefix, char **path, Error *error)
{
  assert(*prefix && !strchr(prefix, '/'));
  const char *parent = getenv("TMPDIR");
  StrBuf name;
  strbuf_init(&name, 0);
  strbuf_printf(&name, "%s/%s-XXXXXX", parent && *parent ? parent : usual, prefix);
  *path = mem_copy_string(strbuf_text(&name), name.length);
  strbuf_deinit(&name);
  if (mkdtemp(*path)) return STATUS_OK;
  error_set(error, STATUS_IO, "cannot make the folder '%s': %s", *path, strerror(errno));
  free(*path);
  *path = NULL;
  return STATUS_IO;
}

Status temp_folder_make(const char *prefix, char **path, Error *error)
{
  return make_below("/tmp", prefix, path, error);
}

Status temp_folder_make_in_memory(const char *prefix, char **path, Error *error)
{
  bool usable = access("/dev/shm", W_OK | X_OK) == 0;
  return make_below(usable ? "/dev/shm" : "/tmp", prefix, path, error);
}

void temp_folder_remove(const char *path)
{
  DIR *listing = opendir(path);
  if (!listing) return;
  for (const struct dirent *entry; (entry = readdir(listing));)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      unlinkat(dirfd(listing), entry->d_name, 0);
  closedir(listing);
  rmdir(path);
}
