#include "campaign/folder.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file_below.h"
#include "base/paths.h"
#include "record/report/json.h"
#include "record/store/vocabulary.h"

/* --- the folder itself --- */

enum { NAMES_MAX = 10000 };

static Status refuse_full(const char *path, bool folder, Error *error)
{
  if (!folder) return error_set(error, STATUS_IO, "'%s' is there and is not a folder", path);
  return error_set(error, STATUS_IO,
                   "'%s' is there and not an empty folder: results of an earlier campaign are not "
                   "overwritten; 'assay fuzz --resume %s' resumes it, and --out names another",
                   path, path);
}

static bool is_empty(const char *path)
{
  DIR *directory = opendir(path);
  if (!directory) return false;
  size_t entries = 0;
  while (readdir(directory)) entries++;
  closedir(directory);
  return entries <= 2; /* itself and its parent */
}

static Status refuse(const CampaignFolder *folder, int number, Error *error)
{
  return error_set(error, STATUS_IO, "cannot make the folder '%s': %s", folder->path,
                   strerror(number));
}

Status folder_check(const CampaignSpec *spec, Error *error)
{
  if (!spec->out) return STATUS_OK;
  struct stat info;
  char *path = path_from(spec->directory, spec->out);
  bool there = stat(path, &info) == 0, is_free = !there || is_empty(path);
  free(path);
  return is_free ? STATUS_OK : refuse_full(spec->out, S_ISDIR(info.st_mode), error);
}

static Status make_given(CampaignFolder *folder, const char *path, Error *error)
{
  folder->path = path_from(folder->setup->spec->directory, path);
  if (mkdir(folder->path, 0777) == 0) return STATUS_OK;
  if (errno != EEXIST) return refuse(folder, errno, error);
  if (is_empty(folder->path)) return STATUS_OK;
  struct stat info;
  return refuse_full(path, stat(folder->path, &info) == 0 && S_ISDIR(info.st_mode), error);
}

static Status make_new(CampaignFolder *folder, Error *error)
{
  const CampaignSetup *setup = folder->setup;
  for (int i = 1; i <= NAMES_MAX; i++) {
    StrBuf name;
    strbuf_init(&name, 0);
    strbuf_printf(&name, "fuzz-%s-%ju", setup->logic, (uintmax_t)setup->spec->seed);
    if (i > 1) strbuf_printf(&name, "-%d", i);
    free(folder->path);
    folder->path = path_from(setup->spec->directory, strbuf_text(&name));
    strbuf_deinit(&name);
    if (mkdir(folder->path, 0777) == 0) return STATUS_OK;
    if (errno != EEXIST) return refuse(folder, errno, error);
  }
  return refuse(folder, EEXIST, error);
}

Status folder_create(CampaignFolder *folder, const CampaignSetup *setup,
                     const CampaignListener *listener, Error *error)
{
  *folder = (CampaignFolder){.setup = setup, .listener = listener};
  return setup->spec->out ? make_given(folder, setup->spec->out, error) : make_new(folder, error);
}

Status folder_reopen(CampaignFolder *folder, const CampaignSetup *setup,
                     const CampaignListener *listener, const char *path, Error *error)
{
  *folder = (CampaignFolder){.setup = setup, .listener = listener};
  folder->path = path_from(setup->spec->directory, path);
  if (mkdir(folder->path, 0777) != 0 && errno != EEXIST) return refuse(folder, errno, error);
  return STATUS_OK;
}

void folder_omit(CampaignFolder *folder, const CampaignSetup *setup,
                 const CampaignListener *listener)
{
  *folder = (CampaignFolder){.setup = setup, .listener = listener};
}

void folder_deinit(CampaignFolder *folder)
{
  free(folder->path);
}

/* --- files --- */

/* The campaign goes on without it: there may be room again later. */
static void complain(CampaignFolder *folder, const char *message)
{
  if (!folder->failed) listener_warn(folder->listener, "%s", message);
  folder->failed = true;
}

static void write_file(CampaignFolder *folder, const char *below, const char *name,
                       const char *bytes, size_t length)
{
  Error error;
  if (folder->path && file_write_below(folder->path, below, name, bytes, length, &error))
    complain(folder, error.message);
}

/* The files that solvers read of an input, if they are several. */
static void write_parts(CampaignFolder *folder, const char *below, const char *name,
                        const char *text, size_t length)
{
  ScriptTraits traits = folder->setup->language->interface->traits(text, length);
  InputFiles files = {0};
  if (!traits.unpack) return;
  traits.unpack(text, length, &files);
  input_files_name(&files, name);
  for (size_t i = 0; i < files.count; i++)
    if (!files.items[i].results)
      write_file(folder, below, files.items[i].path, files.items[i].bytes, files.items[i].length);
  input_files_deinit(&files);
}

/* An input, with the extension of its language. */
static void write_input(CampaignFolder *folder, const char *below, const char *name,
                        const char *text, size_t length)
{
  char file[64];
  snprintf(file, sizeof file, "%s%s", name, folder->setup->language->interface->extension);
  write_file(folder, below, file, text, length);
  write_parts(folder, below, name, text, length);
}

void folder_write_best(CampaignFolder *folder, const char *text, size_t length)
{
  write_input(folder, NULL, "best", text, length);
}

void folder_write_reduced_best(CampaignFolder *folder, const char *text, size_t length)
{
  write_input(folder, NULL, "best-reduced", text, length);
}

void folder_write_suspect(CampaignFolder *folder, uint64_t number, const char *text, size_t length)
{
  char name[32];
  snprintf(name, sizeof name, "suspect-%ju", (uintmax_t)number);
  write_input(folder, NULL, name, text, length);
}

void folder_write_revealing(CampaignFolder *folder, uint64_t number, const char *text,
                            size_t length)
{
  char name[32];
  snprintf(name, sizeof name, "input-%ju", (uintmax_t)number);
  write_input(folder, "revealing", name, text, length);
}

void folder_write_summary(CampaignFolder *folder, const json_t *summary)
{
  char *text = json_dumps(summary, JSON_INDENT(2) | JSON_ENSURE_ASCII | JSON_SHORT_REALS);
  if (!text) return;
  StrBuf lines;
  strbuf_init(&lines, 0);
  strbuf_add_text(&lines, text);
  strbuf_add_char(&lines, '\n');
  write_file(folder, NULL, "campaign.json", lines.bytes, lines.length);
  strbuf_deinit(&lines);
  free(text);
}

/* --- findings --- */

void folder_write_group(CampaignFolder *folder, const FindingGroups *groups, size_t number)
{
  assert(number < groups->count);
  const FindingGroup *group = &groups->items[number];
  StrBuf report, entry;
  char below[STORE_FINDING_NAME];
  strbuf_init(&report, 0);
  strbuf_init(&entry, 0);
  store_finding_name(number + 1, below);
  folder_report(folder, group, &report);
  write_input(folder, below, "input", group->text, group->length);
  if (group->script) write_input(folder, below, "script", group->script, strlen(group->script));
  if (group->reduction.text)
    write_input(folder, below, "reduced", group->reduction.text, group->reduction.length);
  folder_known_entry(folder, group, &entry);
  write_file(folder, below, "known.yaml", entry.bytes, entry.length);
  write_file(folder, below, "README.md", report.bytes, report.length);
  strbuf_clear(&report);
  folder_issue(folder, group, &report);
  write_file(folder, below, "issue.md", report.bytes, report.length);
  strbuf_deinit(&entry);
  strbuf_deinit(&report);
}

/* --- going on --- */

static void path_of_finding(const CampaignFolder *folder, size_t number, StrBuf *path)
{
  strbuf_clear(path);
  char name[STORE_FINDING_NAME];
  store_finding_name(number, name);
  strbuf_printf(path, "%s/%s", folder->path, name);
}

/* The first name that is free. */
static void rename_finding(const CampaignFolder *folder, size_t number)
{
  StrBuf from, to;
  struct stat status;
  strbuf_init(&from, 0);
  strbuf_init(&to, 0);
  path_of_finding(folder, number, &from);
  for (int i = 1; i <= NAMES_MAX; i++) {
    strbuf_clear(&to);
    strbuf_printf(&to, "%s-unrecorded-%d", strbuf_text(&from), i);
    if (lstat(strbuf_text(&to), &status) != 0) break;
  }
  if (rename(strbuf_text(&from), strbuf_text(&to)) == 0)
    listener_warn(folder->listener,
                  "'%s' was found just before the campaign was ended, and not recorded; it is "
                  "'%s' now",
                  strbuf_text(&from), strbuf_text(&to));
  strbuf_deinit(&from);
  strbuf_deinit(&to);
}

void folder_adjust(CampaignFolder *folder, const CampaignState *state)
{
  StrBuf path;
  struct stat status;
  strbuf_init(&path, 0);
  for (size_t i = state->groups->count + 1;; i++) {
    path_of_finding(folder, i, &path);
    if (lstat(strbuf_text(&path), &status) != 0) break;
    rename_finding(folder, i);
  }
  strbuf_deinit(&path);
  if (!state->best) return;
  size_t length;
  const char *text = folder->setup->language->interface->text(state->best, &length);
  folder_write_best(folder, text, length);
}
