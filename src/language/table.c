#include "language/table.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

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

const LanguageInterface *language_of_path(const char *path)
{
  size_t length = strlen(path);
  for (size_t i = 0; i < LANGUAGE_COUNT; i++) {
    const char *extension = languages[i]->extension;
    assert(extension[0] == '.');
    size_t wanted = strlen(extension);
    if (length > wanted && strcmp(path + length - wanted, extension) == 0) return languages[i];
  }
  return NULL;
}
