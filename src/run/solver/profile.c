#include "run/solver/profile.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/bug.h"
#include "base/file.h"
#include "base/strbuf.h"
#include "base/yaml_schema.h"
#include "run/solver/embedded.h"
#include "run/solver/profile_read.h"
#include "run/solver/response.h"

typedef struct {
  Profile *items;
  unsigned count;
  const EmbeddedFile
      *unread; /* the file whose profiles these are, as long as nobody has asked for one */
} ProfileList;

struct Profiles {
  VEC(ProfileList) lists; /* the binary's, then the user's, in the order in which they were read */
  char *directory;        /* where programs run; NULL: where we do */
  bool isolated;
};

enum { PROFILE_FILE_MAX = 1 << 20 };

static const char *profile_meaning_name(ProfileMeaning meaning)
{
#define MEANING_NAME(code, name) [code] = name,
  static const char *const names[] = {PROFILE_MEANING_LIST(MEANING_NAME)};
#undef MEANING_NAME
  assert(meaning < MEANING_COUNT);
  return names[meaning];
}

static const char smtlib_name[] = "SMT-LIB", generic_name[] = "generic";

const char *profile_language(const Profile *profile)
{
  return profile->language ? profile->language : smtlib_name;
}

bool profile_reads(const Profile *profile, const char *language)
{
  return strcmp(profile->name, generic_name) == 0 ||
         strcasecmp(profile_language(profile), language) == 0;
}

/* --- what the form of the file cannot say --- */

/* Which words may hold which placeholders. */
#define PROFILE_PLACEHOLDERS(X)                                                                    \
  X(runner, "")                                                                                    \
  X(programs, "")                                                                                  \
  X(version.words, "")                                                                             \
  X(always, "")                                                                                    \
  X(file, "{file}")                                                                                \
  X(standard_input, "")                                                                            \
  X(session, "")                                                                                   \
  X(queries, "{queries}")                                                                          \
  X(incremental, "")                                                                               \
  X(strings, "")                                                                                   \
  X(soft_time, "{ms}{seconds}")                                                                    \
  X(hard_time, "{ms}{seconds}")                                                                    \
  X(memory, "{megabytes}")                                                                         \
  X(seed, "{seed}")                                                                                \
  X(models, "")                                                                                    \
  X(print_models, "")                                                                              \
  X(cores, "")                                                                                     \
  X(quiet, "")                                                                                     \
  X(counter.words, "")

typedef struct {
  const char *key;
  const ProfileWords *words;
  const char *allowed;
} WordsRule;

/* A brace that begins no placeholder is only a brace. */
static bool is_placeholder(const char *at, size_t *length)
{
  *length = 1 + strspn(at + 1, "abcdefghijklmnopqrstuvwxyz");
  return *length > 1 && at[*length] == '}' && ++*length;
}

/* Inputs of other languages may be several files, which have placeholders that only these languages know. */
static bool may_have_files(const Profile *profile, const WordsRule *rule)
{
  return profile->language && rule->words == &profile->file;
}

static Status check_words(const Profile *profile, const WordsRule *rule, Error *error)
{
  bool found = false;
  for (uint32_t i = 0; i < rule->words->items_count; i++) {
    const char *word = rule->words->items[i];
    for (const char *at = strchr(word, '{'); at; at = strchr(at + 1, '{')) {
      size_t length;
      if (!is_placeholder(at, &length)) continue;
      char name[64];
      snprintf(name, sizeof name, "%.*s", (int)length, at);
      if (!strstr(rule->allowed, name) && !may_have_files(profile, rule))
        return error_set(error, STATUS_SYNTAX, "solver '%s': '%s' in '%s' cannot be filled in",
                         profile->name, name, rule->key);
      found = true;
    }
  }
  if (rule->words->items_count && *rule->allowed && !found)
    return error_set(error, STATUS_SYNTAX, "solver '%s': no word of '%s' has %s", profile->name,
                     rule->key, rule->allowed);
  return STATUS_OK;
}

static Status check_patterns(const Profile *profile, Error *error)
{
  for (uint32_t i = 0; i < profile->patterns_count; i++) {
    const ProfilePattern *pattern = &profile->patterns[i];
    const char *text = pattern->contains ? pattern->contains : pattern->begins;
    if (!text || !*text || (pattern->contains && pattern->begins))
      return error_set(error, STATUS_SYNTAX,
                       "solver '%s': pattern %u needs a text in 'contains' or in 'begins'",
                       profile->name, i + 1);
    if (pattern->means >= MEANS_SAT && pattern->means <= MEANS_UNKNOWN)
      return error_set(error, STATUS_SYNTAX, "solver '%s': pattern %u cannot mean '%s'",
                       profile->name, i + 1, profile_meaning_name(pattern->means));
  }
  return STATUS_OK;
}

/* They become part of solver expressions as they are. */
static Status check_safe_options(const Profile *profile, Error *error)
{
  for (uint32_t i = 0; i < profile->safe_options.items_count; i++) {
    const char *word = profile->safe_options.items[i];
    bool named = profile->parameters != PARAMETERS_EQUALS || strchr(word, '=');
    if (!*word || !named || word[strcspn(word, " \t\n,()'\"{}\\")])
      return error_set(error, STATUS_SYNTAX, "solver '%s': '%s' in 'safe_options' is no parameter",
                       profile->name, word);
  }
  return STATUS_OK;
}

/* They are names of the language, without indices. */
static Status check_experimental(const Profile *profile, Error *error)
{
  for (uint32_t i = 0; i < profile->experimental.items_count; i++) {
    const char *word = profile->experimental.items[i];
    if (!*word || word[strcspn(word, " \t\n()'\"|;")])
      return error_set(error, STATUS_SYNTAX, "solver '%s': '%s' in 'experimental' is no name",
                       profile->name, word);
  }
  return STATUS_OK;
}

static Status check_profile(const Profile *profile, Error *error)
{
  static const char name_chars[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                   "_.+-";
  if (profile->name[strspn(profile->name, name_chars)] || profile->name[0] == '-')
    return error_set(error, STATUS_SYNTAX,
                     "'%s' is no name for a solver: letters, digits and _ . + - make one",
                     profile->name);
  if (profile->programs.items_count == 0 && strcmp(profile->name, generic_name) != 0)
    return error_set(error, STATUS_SYNTAX, "solver '%s' has no 'programs'", profile->name);
  if (profile->file.items_count == 0)
    return error_set(error, STATUS_SYNTAX, "solver '%s' has no words for a 'file'", profile->name);
#define WORDS_RULE(member, allowed) {#member, &profile->member, allowed},
  const WordsRule rules[] = {PROFILE_PLACEHOLDERS(WORDS_RULE)};
#undef WORDS_RULE
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (check_words(profile, &rules[i], error) != STATUS_OK) return error->status;
  if (!response_reader_find(profile->answers))
    return error_set(error, STATUS_SYNTAX, "solver '%s': no reader of 'answers' is called '%s'",
                     profile->name, profile->answers);
  if (check_safe_options(profile, error) != STATUS_OK) return error->status;
  if (check_experimental(profile, error) != STATUS_OK) return error->status;
  return check_patterns(profile, error);
}

/* --- the set --- */

static Status read_list(ProfileList *list, const char *text, size_t length, Error *error)
{
  *list = (ProfileList){0};
  Status status = profile_list_read(text, length, &list->items, &list->count, error);
  for (unsigned i = 0; status == STATUS_OK && i < list->count; i++)
    status = check_profile(&list->items[i], error);
  if (status != STATUS_OK) profile_list_free(list->items, list->count);
  return status;
}

Status profiles_read(Profiles *profiles, const char *text, size_t length, Error *error)
{
  ProfileList list;
  Status status = read_list(&list, text, length, error);
  if (status == STATUS_OK) VEC_PUSH(&profiles->lists, list);
  return status;
}

/* Reading YAML is most of the start of a short command: the binary's files are read when they are needed. */
static void need_list(ProfileList *list)
{
  const EmbeddedFile *file = list->unread;
  Error error = {0};
  if (!file || read_list(list, file->text, file->length, &error) == STATUS_OK) return;
  BUG("built-in profile '%s', line %u: %s", file->name, error.line, error.message);
}

/* Does a line of the file begin a profile with this name? */
static bool has_name(const EmbeddedFile *file, const char *name)
{
  static const char BEGIN[] = "- name: ";
  size_t length = strlen(name);
  for (const char *line = file->text; line; line = strchr(line, '\n'), line += line != NULL) {
    if (strncmp(line, BEGIN, sizeof BEGIN - 1) != 0) continue;
    const char *found = line + sizeof BEGIN - 1;
    if (strncmp(found, name, length) == 0 && (found[length] == '\n' || !found[length])) return true;
  }
  return false;
}

Status profiles_read_file(Profiles *profiles, const char *path, Error *error)
{
  FileText text = {0};
  Status status = file_read(path, PROFILE_FILE_MAX, &text, error);
  if (status == STATUS_OK) {
    status = profiles_read(profiles, text.bytes, text.length, error);
    if (status != STATUS_OK) yaml_schema_locate(path, error);
  }
  file_text_free(&text);
  return status;
}

Status profiles_read_own(Profiles *profiles, Error *error)
{
  const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
  StrBuf path;
  strbuf_init(&path, 0);
  /* The base directory specification lets relative paths be ignored. */
  if (config && config[0] == '/')
    strbuf_printf(&path, "%s/assay/solvers.yaml", config);
  else if (home && home[0] == '/')
    strbuf_printf(&path, "%s/.config/assay/solvers.yaml", home);
  Status status = STATUS_OK;
  if (path.length && access(strbuf_text(&path), F_OK) == 0)
    status = profiles_read_file(profiles, strbuf_text(&path), error);
  strbuf_deinit(&path);
  return status;
}

Profiles *profiles_create(void)
{
  Profiles *profiles = mem_alloc_zero(1, sizeof *profiles);
  for (size_t i = 0; i < embedded_profiles_count; i++)
    VEC_PUSH(&profiles->lists, ((ProfileList){.unread = &embedded_profiles[i]}));
  return profiles;
}

void profiles_destroy(Profiles *profiles)
{
  for (size_t i = 0; i < profiles->lists.count; i++)
    profile_list_free(profiles->lists.items[i].items, profiles->lists.items[i].count);
  VEC_FREE(&profiles->lists);
  free(profiles->directory);
  free(profiles);
}

void profiles_set_directory(Profiles *profiles, const char *directory)
{
  assert(directory[0] == '/' && !profiles->directory);
  profiles->directory = mem_copy_string(directory, strlen(directory));
}

void profiles_set_isolated(Profiles *profiles)
{
  profiles->isolated = true;
}

bool profiles_isolated(const Profiles *profiles)
{
  return profiles->isolated;
}

const char *profiles_directory(const Profiles *profiles)
{
  return profiles->directory;
}

const Profile *profiles_at(const Profiles *profiles, size_t index)
{
  for (size_t i = profiles->lists.count; i-- > 0;) {
    ProfileList *list = &profiles->lists.items[i];
    need_list(list);
    if (index < list->count) return &list->items[list->count - 1 - index];
    index -= list->count;
  }
  return NULL;
}

static bool is_for_version(const Profile *profile, const char *version)
{
  if (!version || profile->versions.items_count == 0) return true;
  for (uint32_t i = 0; i < profile->versions.items_count; i++) {
    const char *begin = profile->versions.items[i];
    if (strncmp(version, begin, strlen(begin)) == 0) return true;
  }
  return false;
}

const Profile *profiles_find(const Profiles *profiles, const char *name, const char *version)
{
  for (size_t i = profiles->lists.count; i-- > 0;) {
    ProfileList *list = &profiles->lists.items[i];
    if (list->unread && !has_name(list->unread, name)) continue;
    need_list(list);
    for (unsigned k = list->count; k-- > 0;)
      if (strcmp(list->items[k].name, name) == 0 && is_for_version(&list->items[k], version))
        return &list->items[k];
  }
  return NULL;
}

bool profiles_depend_on_version(const Profiles *profiles, const char *name)
{
  const Profile *latest = profiles_find(profiles, name, NULL);
  return latest && latest->versions.items_count > 0;
}

const Profile *profiles_generic(const Profiles *profiles)
{
  return profiles_find(profiles, generic_name, NULL);
}
