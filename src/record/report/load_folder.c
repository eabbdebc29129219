/* What the folders of findings have on disk. */
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/report/load.h"

enum { FILES_MOST = 40 };

/* The folder of the campaign, open, or -1: the store is elsewhere. */
static int open_campaign(const char *place)
{
  int folder = open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0 || errno != ENOTDIR) return folder;
  char *path = mem_copy_string(place, strlen(place));
  char *slash = strrchr(path, '/');
  if (slash) *slash = 0;
  folder = open(slash ? path : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  free(path);
  return folder;
}

static bool read_file(int file, StrBuf *bytes)
{
  char piece[16 << 10];
  ssize_t got = 1;
  while (bytes->length < REPORT_TEXT_MOST && (got = read(file, piece, sizeof piece)) > 0)
    strbuf_add(bytes, piece, (size_t)got);
  return got >= 0;
}

/* Links are not followed: a page is sent to others, and has only what the folder itself has. */
static void load_file(Loader *loader, int folder, const char *name, ReportGroup *group)
{
  struct stat info;
  int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return;
  StrBuf bytes;
  strbuf_init(&bytes, 0);
  if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) && read_file(file, &bytes)) {
    ReportFile found = {.name = loader_copy(loader, name), .bytes = (uint64_t)info.st_size};
    StoreText text = {
        .bytes = strbuf_text(&bytes), .length = bytes.length, .full_length = found.bytes};
    if (!bytes.length || !memchr(bytes.bytes, 0, bytes.length))
      found.text = loader_copy_text(loader, text);
    VEC_PUSH(&group->files, found);
  }
  strbuf_deinit(&bytes);
  close(file);
}

static int compare_names(const void *a, const void *b)
{
  return strcmp(((const ReportFile *)a)->name, ((const ReportFile *)b)->name);
}

static void load_folder(Loader *loader, int campaign, ReportGroup *group)
{
  assert(campaign >= 0 && group->name);
  int folder = openat(campaign, group->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *listing = folder >= 0 ? fdopendir(folder) : NULL;
  if (!listing) {
    if (folder >= 0) close(folder);
    return;
  }
  for (const struct dirent *entry; group->files.count < FILES_MOST && (entry = readdir(listing));)
    if (entry->d_name[0] != '.') load_file(loader, dirfd(listing), entry->d_name, group);
  if (group->files.count)
    qsort(group->files.items, group->files.count, sizeof *group->files.items, compare_names);
  closedir(listing);
}

void report_load_folders(ReportData *data)
{
  assert(data->place);
  Loader loader = {.data = data};
  int campaign = open_campaign(data->place);
  if (campaign < 0) return;
  for (size_t i = 0; i < data->groups.count; i++)
    load_folder(&loader, campaign, &data->groups.items[i]);
  close(campaign);
}
