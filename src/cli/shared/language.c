#include "cli/shared/language.h"

#include <assert.h>
#include <string.h>
#include <sys/stat.h>

static const LanguageInterface *unknown_language(const Subcommand *command, const char *name)
{
  StrBuf names;
  const LanguageInterface *language;
  strbuf_init(&names, 0);
  for (size_t i = 0; (language = language_at(i)); i++)
    strbuf_printf(&names, "%s%s", i ? ", " : "", language->name);
  command_usage_error(command, "unknown language '%s'; there is: %s", name, strbuf_text(&names));
  strbuf_deinit(&names);
  return NULL;
}

/* By its name; NULL, with a message, if there is none. No name (NULL) is SMT-LIB. */
static const LanguageInterface *language_by_name(const Subcommand *command, const char *name)
{
  const LanguageInterface *language = name ? language_named(name) : language_at(0);
  assert(language || name);
  return language ? language : unknown_language(command, name);
}

const LanguageInterface *language_for_path(const Subcommand *command, const char *name,
                                           const char *path)
{
  const LanguageInterface *language = name ? NULL : language_of_path(path);
  return language ? language : language_by_name(command, name);
}

static bool is_folder(const char *path)
{
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* The first language of which a folder has inputs. */
static const LanguageInterface *language_in_folder(const char *path)
{
  const LanguageInterface *language, *found = NULL;
  for (size_t i = 0; !found && (language = language_at(i)); i++) {
    PathVec inputs = {0};
    Error ignored;
    if (language_find_inputs(language, path, &inputs, &ignored) == STATUS_OK && inputs.count)
      found = language;
    path_vec_free(&inputs);
  }
  return found;
}

static const LanguageInterface *guess(int count, char **paths)
{
  const LanguageInterface *language = NULL;
  for (int i = 0; i < count && !language; i++)
    if (!is_folder(paths[i])) language = language_of_path(paths[i]);
  for (int i = 0; i < count && !language; i++)
    if (is_folder(paths[i])) language = language_in_folder(paths[i]);
  return language ? language : language_at(0);
}

/* Files of another language are a mistake, not inputs. */
static int check_path(const Subcommand *command, const LanguageInterface *language,
                      const char *path)
{
  const LanguageInterface *other = is_folder(path) ? NULL : language_of_path(path);
  if (!other || other == language) return EXIT_FINE;
  return command_usage_error(command,
                             "'%s' is %s, and other inputs are %s; --language NAME says what all "
                             "are",
                             path, other->name, language->name);
}

static bool join(const char *path, const char *next)
{
  const LanguageInterface *language;
  for (size_t i = 0; (language = language_at(i)); i++)
    if (language->joins && language->joins(path, next)) return true;
  return false;
}

void language_join_paths(int count, char **paths, PathVec *joined)
{
  assert(count >= 0);
  StrBuf path;
  strbuf_init(&path, 0);
  for (int i = 0; i < count; i++) {
    strbuf_clear(&path);
    strbuf_add_text(&path, paths[i]);
    if (i + 1 < count && join(paths[i], paths[i + 1])) strbuf_printf(&path, ":%s", paths[++i]);
    VEC_PUSH(joined, mem_copy_string(strbuf_text(&path), path.length));
  }
  strbuf_deinit(&path);
}

int language_find_each(const Subcommand *command, const char *name, int count, char **paths,
                       PathVec *inputs)
{
  PathVec joined = {0};
  int code = EXIT_FINE;
  language_join_paths(count, paths, &joined);
  for (size_t i = 0; i < joined.count; i++) {
    char *path = joined.items[i];
    const LanguageInterface *language;
    Error error;
    if (!is_folder(path)) {
      VEC_PUSH(inputs, mem_copy_string(path, strlen(path)));
      continue;
    }
    language = name ? language_by_name(command, name) : guess(1, &path);
    if (!language) {
      code = EXIT_USAGE;
      break;
    }
    size_t before = inputs->count;
    if (language_find_inputs(language, path, inputs, &error) != STATUS_OK)
      code = command_error(command, EXIT_ENVIRONMENT, "%s", error.message);
    else if (inputs->count == before)
      code = command_error(command, EXIT_ENVIRONMENT, "there is no *%s file in '%s'",
                           language->extension, path);
  }
  path_vec_free(&joined);
  return code;
}

static size_t without_ending(const char *path, const char *ending)
{
  size_t length = strlen(path), wanted = strlen(ending);
  bool ends = length > wanted && strcmp(path + length - wanted, ending) == 0;
  return ends ? length - wanted : length;
}

char *language_output_path(const LanguageInterface *language, const char *path, const char *ending)
{
  assert(path && ending);
  /* of an input of two files: beside the second */
  const char *colon = language->load ? strrchr(path, ':') : NULL;
  if (colon) path = colon + 1;
  size_t length = without_ending(path, language->extension);
  for (size_t i = 0; language->alternatives && language->alternatives[i]; i++) {
    size_t shorter = without_ending(path, language->alternatives[i]);
    if (shorter < length) length = shorter;
  }
  StrBuf name;
  strbuf_init(&name, 0);
  strbuf_add(&name, path, length);
  strbuf_add_text(&name, ending);
  char *copy = mem_copy_string(strbuf_text(&name), name.length);
  strbuf_deinit(&name);
  return copy;
}

static int find_all(const Subcommand *command, const char *name, int count, char **paths,
                    const LanguageInterface **language, PathVec *inputs)
{
  int code = EXIT_FINE;
  *language = name ? language_by_name(command, name) : guess(count, paths);
  if (!*language) return EXIT_USAGE;
  for (int i = 0; i < count && !name; i++)
    if (check_path(command, *language, paths[i]) != EXIT_FINE) return EXIT_USAGE;
  for (int i = 0; i < count; i++) {
    Error error;
    if (language_find_inputs(*language, paths[i], inputs, &error) != STATUS_OK)
      code = command_error(command, EXIT_ENVIRONMENT, "%s", error.message);
  }
  if (inputs->count == 0 && code == EXIT_FINE)
    code = command_error(command, EXIT_ENVIRONMENT, "there is no *%s file", (*language)->extension);
  return code;
}

int language_find_all(const Subcommand *command, const char *name, int count, char **paths,
                      const LanguageInterface **language, PathVec *inputs)
{
  PathVec joined = {0};
  language_join_paths(count, paths, &joined);
  int code = find_all(command, name, (int)joined.count, joined.items, language, inputs);
  path_vec_free(&joined);
  return code;
}
