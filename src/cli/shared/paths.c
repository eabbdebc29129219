#include "cli/shared/paths.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

#include "base/strbuf.h"

void path_vec_free(PathVec *paths)
{
  for (size_t i = 0; i < paths->count; i++) free(paths->items[i]);
  VEC_FREE(paths);
}

static int compare_paths(const void *a, const void *b)
{
  char *const *left = a, *const *right = b;
  return strcmp(*left, *right);
}

static bool is_script(const char *name)
{
  static const char suffix[] = ".smt2";
  size_t length = strlen(name);
  return length >= sizeof suffix - 1 && strcmp(name + length - (sizeof suffix - 1), suffix) == 0;
}

static char *join(const char *folder, const char *name)
{
  StrBuf text;
  strbuf_init(&text, 0);
  size_t length = strlen(folder);
  strbuf_printf(&text, "%s%s%s", folder, length && folder[length - 1] == '/' ? "" : "/", name);
  char *path = mem_copy_string(strbuf_text(&text), text.length);
  strbuf_deinit(&text);
  return path;
}

/* A folder to look into, or a script to take. Takes the path over. */
static void sort_out(char *path, const char *name, PathVec *folders, PathVec *scripts)
{
  struct stat itself, target;
  bool there = name[0] != '.' && lstat(path, &itself) == 0 && stat(path, &target) == 0;
  if (there && S_ISDIR(itself.st_mode))
    VEC_PUSH(folders, path);
  else if (there && S_ISREG(target.st_mode) && is_script(name))
    VEC_PUSH(scripts, path);
  else
    free(path);
}

/* Folders that cannot be read below the one that was named are no reason to stop. */
static Status list_folder(const char *folder, PathVec *folders, PathVec *scripts, Error *error)
{
  DIR *listing = opendir(folder);
  if (!listing) return error_set(error, STATUS_IO, "cannot read '%s': %s", folder, strerror(errno));
  for (const struct dirent *entry; (entry = readdir(listing));)
    sort_out(join(folder, entry->d_name), entry->d_name, folders, scripts);
  closedir(listing);
  return STATUS_OK;
}

Status paths_add(const char *path, PathVec *paths, Error *error)
{
  bool standard_input = strcmp(path, "-") == 0;
  struct stat info;
  if (!standard_input && stat(path, &info) != 0)
    return error_set(error, STATUS_IO, "cannot open '%s': %s", path, strerror(errno));
  if (standard_input || !S_ISDIR(info.st_mode)) {
    VEC_PUSH(paths, mem_copy_string(path, strlen(path)));
    return STATUS_OK;
  }
  PathVec folders = {0}, found = {0};
  Status status = list_folder(path, &folders, &found, error);
  while (folders.count) {
    Error ignored;
    char *folder = folders.items[--folders.count];
    (void)list_folder(folder, &folders, &found, &ignored);
    free(folder);
  }
  if (found.count) qsort(found.items, found.count, sizeof *found.items, compare_paths);
  VEC_APPEND(paths, found.items, found.count);
  VEC_FREE(&folders);
  VEC_FREE(&found);
  return status;
}
