#include "base/paths.h"

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

static bool ends_with(const char *name, const char *ending)
{
  size_t length = strlen(name), end = strlen(ending);
  return length >= end && strcmp(name + length - end, ending) == 0;
}

static bool ends_with_any(const char *name, const TextList *endings)
{
  for (size_t i = 0; i < endings->count; i++)
    if (ends_with(name, endings->items[i])) return true;
  return false;
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

char *path_from(const char *folder, const char *path)
{
  bool is_relative = *path != '/' && strcmp(path, "-") != 0;
  return folder && is_relative ? join(folder, path) : mem_copy_string(path, strlen(path));
}

/* What is gathered. */
typedef struct {
  const TextList *endings;
  PathVec folders, files; /* to look into; that were found */
} Gathering;

/* A folder to look into, or a file to take. Takes the path over. */
static void sort_out(Gathering *gathering, char *path, const char *name)
{
  struct stat itself, target;
  bool there = name[0] != '.' && lstat(path, &itself) == 0 && stat(path, &target) == 0;
  if (there && S_ISDIR(itself.st_mode))
    VEC_PUSH(&gathering->folders, path);
  else if (there && S_ISREG(target.st_mode) && ends_with_any(name, gathering->endings))
    VEC_PUSH(&gathering->files, path);
  else
    free(path);
}

/* Folders that cannot be read below the one that was named are no reason to stop. */
static Status list_folder(Gathering *gathering, const char *folder, Error *error)
{
  DIR *listing = opendir(folder);
  if (!listing) return error_set(error, STATUS_IO, "cannot read '%s': %s", folder, strerror(errno));
  for (const struct dirent *entry; (entry = readdir(listing));)
    sort_out(gathering, join(folder, entry->d_name), entry->d_name);
  closedir(listing);
  return STATUS_OK;
}

Status paths_add_any(const char *path, const TextList *endings, PathVec *paths, Error *error)
{
  bool standard_input = strcmp(path, "-") == 0;
  struct stat info;
  if (!standard_input && stat(path, &info) != 0)
    return error_set(error, STATUS_IO, "cannot open '%s': %s", path, strerror(errno));
  if (standard_input || !S_ISDIR(info.st_mode)) {
    VEC_PUSH(paths, mem_copy_string(path, strlen(path)));
    return STATUS_OK;
  }
  Gathering gathering = {.endings = endings};
  Status status = list_folder(&gathering, path, error);
  PathVec *folders = &gathering.folders, *found = &gathering.files;
  while (folders->count) {
    Error ignored;
    char *folder = folders->items[--folders->count];
    (void)list_folder(&gathering, folder, &ignored);
    free(folder);
  }
  if (found->count) qsort(found->items, found->count, sizeof *found->items, compare_paths);
  VEC_APPEND(paths, found->items, found->count);
  VEC_FREE(folders);
  VEC_FREE(found);
  return status;
}

Status paths_add(const char *path, const char *ending, PathVec *paths, Error *error)
{
  TextList endings = {0};
  VEC_PUSH(&endings, ending);
  Status status = paths_add_any(path, &endings, paths, error);
  VEC_FREE(&endings);
  return status;
}
