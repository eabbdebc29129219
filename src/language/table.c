#include "language/table.h"

#include <assert.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#define LANGUAGE(interface) extern const LanguageInterface interface;
#include "language/languages.def"
#undef LANGUAGE

#define LANGUAGE(interface) &interface,
static const LanguageInterface *const languages[] = {
#include "language/languages.def"
};
#undef LANGUAGE

enum { LANGUAGE_COUNT = sizeof languages / sizeof *languages };

const LanguageInterface *language_at(size_t number)
{
  return number < LANGUAGE_COUNT ? languages[number] : NULL;
}

const LanguageInterface *language_named(const char *name)
{
  for (size_t i = 0; i < LANGUAGE_COUNT; i++)
    if (strcasecmp(languages[i]->name, name) == 0) return languages[i];
  return NULL;
}

static bool ends_with(const char *path, const char *extension)
{
  size_t length = strlen(path), wanted = strlen(extension);
  assert(extension[0] == '.');
  return length > wanted && strcmp(path + length - wanted, extension) == 0;
}

/* The extensions of a language, its own first; NULL: there are no more. */
static const char *extension_at(const LanguageInterface *language, size_t number)
{
  if (number == 0) return language->extension;
  return language->alternatives ? language->alternatives[number - 1] : NULL;
}

const LanguageInterface *language_of_path(const char *path)
{
  for (size_t i = 0; i < LANGUAGE_COUNT; i++) {
    const char *extension;
    for (size_t k = 0; (extension = extension_at(languages[i], k)); k++)
      if (ends_with(path, extension)) return languages[i];
    for (size_t k = 0; languages[i]->parts && (extension = languages[i]->parts[k]); k++)
      if (ends_with(path, extension)) return languages[i];
  }
  return NULL;
}

Status language_load(const LanguageInterface *language, const char *path, FileText *text,
                     Error *error)
{
  if (!language->load || strcmp(path, "-") == 0) return file_read(path, 0, text, error);
  return language->load(path, text, error);
}

Status language_find_inputs(const LanguageInterface *language, const char *path, PathVec *paths,
                            Error *error)
{
  TextList endings = {0};
  struct stat info;
  const char *extension;
  /* What is no file may be a name that the language understands. */
  if (language->load && stat(path, &info) != 0) {
    VEC_PUSH(paths, mem_copy_string(path, strlen(path)));
    return STATUS_OK;
  }
  for (size_t i = 0; (extension = extension_at(language, i)); i++) VEC_PUSH(&endings, extension);
  Status status = paths_add_any(path, &endings, paths, error);
  VEC_FREE(&endings);
  return status;
}

Status language_check_solvers(const LanguageInterface *language, const Solver *solvers,
                              size_t count, Error *error)
{
  for (size_t i = 0; i < count; i++)
    if (!profile_reads(solvers[i].profile, language->name))
      return error_set(error, STATUS_USAGE, "%s reads %s, and the inputs are %s", solvers[i].name,
                       profile_language(solvers[i].profile), language->name);
  return STATUS_OK;
}
