#include "run/solver/doubt.h"

#include <assert.h>
#include <limits.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/paths.h"
#include "run/process/launch.h"
#include "run/solver/solver.h"

void solver_add_owner(StrBuf *out, const char *path)
{
  struct stat info;
  if (stat(path, &info) != 0) {
    strbuf_add_text(out, "not there");
    return;
  }
  const struct passwd *user = getpwuid(info.st_uid);
  if (user)
    strbuf_printf(out, "owner %s", user->pw_name);
  else
    strbuf_printf(out, "owner %ju", (uintmax_t)info.st_uid);
}

/* The path that would be run: a text to free. */
static char *path_of(const char *program, const char *directory)
{
  char found[PATH_MAX];
  if (strchr(program, '/')) return path_from(directory, program);
  if (launch_find(program, found, sizeof found) == 0) program = found;
  return mem_copy_string(program, strlen(program));
}

static bool is_same_file(const char *one, const char *other)
{
  struct stat first, second;
  return stat(one, &first) == 0 && stat(other, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

static void doubt_program(const char *expression, const char *path, const char *why, StrBuf *lines)
{
  strbuf_printf(lines, "%s: runs '%s' (", expression, path);
  solver_add_owner(lines, path);
  strbuf_printf(lines, "), %s\n", why);
}

static bool has_word(const ProfileWords *words, const char *word)
{
  for (uint32_t i = 0; i < words->items_count; i++)
    if (strcmp(words->items[i], word) == 0) return true;
  return false;
}

/* The first parameter that the profile does not know to be harmless; NULL: there is none. */
static const char *strange_parameter(const Profile *profile, const Expression *expression)
{
  for (size_t i = 0; i < expression->words.count; i++) {
    const char *word = expression->words.items[i];
    if (!has_word(&profile->safe_options, word) && !has_word(&profile->variants, word)) return word;
  }
  return NULL;
}

static void doubt_named(const Profiles *installed, const Expression *expression, const char *text,
                        const char *directory, StrBuf *lines)
{
  const Profile *profile = profiles_find(installed, expression->name, NULL);
  const char *parameter = profile ? strange_parameter(profile, expression) : NULL;
  char *own = profile ? solver_program_path(profile) : NULL;
  char *path = expression->program ? path_of(expression->program, directory) : NULL;
  if (!profile)
    strbuf_printf(lines, "%s: there is no installed profile '%s'\n", text, expression->name);
  else if (path && (!own || !is_same_file(path, own)))
    doubt_program(text, path, "which is not the program of the installed profile", lines);
  else if (parameter)
    strbuf_printf(lines, "%s: '%s' is not among the options that its profile calls safe\n", text,
                  parameter);
  free(path);
  free(own);
}

void solver_doubt(const Profiles *installed, const char *text, const char *directory, StrBuf *lines)
{
  Expression expression;
  Error error;
  if (expression_parse(text, &expression, &error) != STATUS_OK) {
    strbuf_printf(lines, "%s: %s\n", text, error.message);
    return;
  }
  if (expression.name) {
    doubt_named(installed, &expression, text, directory, lines);
  } else {
    assert(expression.words.count > 0);
    char *path = path_of(expression.words.items[0], directory);
    doubt_program(text, path, "which is not an installed solver", lines);
    free(path);
  }
  expression_deinit(&expression);
}

void solver_doubt_list(const Profiles *installed, const char *list, const char *directory,
                       StrBuf *lines)
{
  TextVec items = {0};
  Error error;
  if (expression_split_list(list, &items, &error) != STATUS_OK)
    strbuf_printf(lines, "%s: %s\n", list, error.message);
  for (size_t i = 0; i < items.count; i++)
    solver_doubt(installed, items.items[i], directory, lines);
  text_vec_free(&items);
}
