#include "cli/shared/stored.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/value.h"
#include "record/store/vocabulary.h"

int stored_open(const Subcommand *command, const char *where, Store **store)
{
  Error error;
  Status status = store_open(store, where, &(StoreOptions){0}, &error);
  return status == STATUS_OK ? EXIT_FINE : command_refuse(command, &error);
}

int stored_load(const Subcommand *command, Store *store, uint64_t campaign, ReportData **data)
{
  Error error;
  Status status = report_load(data, store, (int64_t)campaign, &error);
  return status == STATUS_OK ? EXIT_FINE : command_refuse(command, &error);
}

/* The real path of the folder that a file is in, to be freed, or NULL. */
static char *folder_of(const char *path)
{
  const char *slash = strrchr(path, '/');
  if (!slash) return realpath(".", NULL);
  char *folder = mem_copy_string(path, slash == path ? 1 : (size_t)(slash - path));
  char *full = realpath(folder, NULL);
  free(folder);
  return full;
}

char *stored_relative_folder(const char *from, const char *place)
{
  struct stat info;
  bool is_folder = stat(place, &info) == 0 && S_ISDIR(info.st_mode);
  char *to = is_folder ? realpath(place, NULL) : folder_of(place);
  char *start = folder_of(from);
  char *result = NULL;
  if (to && start) {
    StrBuf path;
    size_t same = 0; /* up to the last slash that both have, or the end of both */
    strbuf_init(&path, 0);
    for (size_t i = 0;; i++) {
      if ((start[i] == '/' || !start[i]) && (to[i] == '/' || !to[i])) same = i;
      if (!start[i] || start[i] != to[i]) break;
    }
    for (const char *at = start + same; *at; at++)
      if (*at == '/' && at[1]) strbuf_add_text(&path, "../");
    const char *rest = to + same + (to[same] == '/');
    strbuf_printf(&path, "%s%s", rest, *rest ? "/" : "");
    result = mem_copy_string(strbuf_text(&path), path.length);
    strbuf_deinit(&path);
  }
  free(to);
  free(start);
  return result;
}

int stored_number(const Subcommand *command, const char *what, const char *text, uint64_t *number)
{
  if (value_parse_unsigned(text, number) == VALUE_OK && *number <= INT64_MAX) return EXIT_FINE;
  return command_usage_error(command, "'%s' is not the number of %s; 'assay list' shows them", text,
                             what);
}

/* The last part of a path, without slashes after it. */
static const char *last_part(const char *path, size_t *length)
{
  size_t end = strlen(path);
  while (end > 1 && path[end - 1] == '/') end--;
  size_t start = end;
  while (start > 0 && path[start - 1] != '/') start--;
  *length = end - start;
  return path + start;
}

/* A finding as people name it, by its number: "2", "finding-02", or the path of its folder. The message has been printed
 * if it is none. */
static int stored_finding(const Subcommand *command, const char *text, uint64_t *number)
{
  size_t length;
  const char *name = last_part(text, &length);
  *number = store_finding_number(name, length);
  if (*number > 0) return EXIT_FINE;
  if (value_parse_unsigned(text, number) == VALUE_OK && *number > 0 && *number <= INT64_MAX)
    return EXIT_FINE;
  return command_usage_error(command,
                             "'%s' is not a finding: 'assay list DIR' has names such as "
                             "'finding-02'; '2' and the path of its folder will do, too",
                             text);
}

/* The folder that a path names up to its last part, without slashes at its end. */
static char *parent_of(const char *path, const char *last)
{
  size_t length = (size_t)(last - path);
  while (length > 1 && path[length - 1] == '/') length--;
  return mem_copy_string(path, length);
}

int stored_finding_words(const Subcommand *command, char *const *words, int count, char **place,
                         uint64_t *number)
{
  assert(count == 1 || count == 2);
  size_t length;
  const char *name = last_part(words[0], &length);
  bool is_folder = count == 1 && store_finding_number(name, length) > 0;
  *place = NULL;
  if (count == 1 && !is_folder)
    return command_usage_error(command, "which finding? Give its name, such as 'finding-02'; "
                                        "'assay list' lists them");
  int code = stored_finding(command, words[count - 1], number);
  if (code != EXIT_FINE) return code;
  *place = !is_folder         ? mem_copy_string(words[0], strlen(words[0]))
           : name == words[0] ? mem_copy_string(".", 1)
                              : parent_of(words[0], name);
  return EXIT_FINE;
}

int stored_record(const Subcommand *command, Store *store, uint64_t campaign, bool input,
                  uint64_t number, FindingRecord **record)
{
  assert(store && record);
  Error error;
  int64_t found;
  Status status = report_find_campaign(store, (int64_t)campaign, &found, &error);
  if (status == STATUS_OK)
    status = input ? report_finding_load_input(record, store, found, number, &error)
                   : report_finding_load(record, store, found, number, &error);
  return status == STATUS_OK ? EXIT_FINE : command_refuse(command, &error);
}
