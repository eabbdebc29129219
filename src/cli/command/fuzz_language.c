/* The language of a campaign: its settings from options of the command line, and the language that a spec describes. */
#include <stdio.h>
#include <string.h>

#include "campaign/seeds.h"
#include "cli/command/fuzz_options.h"
#include "cli/option/option_value.h"
#include "cli/shared/gen_for.h"
#include "language/table.h"

/* --- options that only some languages have --- */

static OptionKind kind_of(LanguageSettingKind kind)
{
  static const OptionKind kinds[] = {[SETTING_IS_FLAG] = OPTION_KIND_FLAG,
                                     [SETTING_IS_UNSIGNED] = OPTION_KIND_UNSIGNED,
                                     [SETTING_IS_STRING] = OPTION_KIND_STRING,
                                     [SETTING_IS_CHOICE] = OPTION_KIND_CHOICE,
                                     [SETTING_IS_LIST] = OPTION_KIND_LIST};
  return kinds[kind];
}

static Option option_of(const LanguageSetting *setting)
{
  return (Option){.kind = kind_of(setting->kind),
                  .name = setting->name,
                  .value_name = setting->value_name,
                  .help = setting->help,
                  .initial = setting->initial,
                  .words = setting->words,
                  .low = setting->low,
                  .high = setting->high};
}

/* The options of SMT-LIB are in the command's table; those of other languages that have the same names, too. */
bool fuzz_language_extra(size_t number, Option *option, const char **of)
{
  const LanguageInterface *language;
  const LanguageSetting *usual = language_at(0)->settings;
  for (size_t i = 1; (language = language_at(i)); i++)
    for (const LanguageSetting *setting = language->settings; setting && setting->name; setting++) {
      if (setting_find(usual, setting->name) || number-- > 0) continue;
      *option = option_of(setting);
      *of = language->name;
      return true;
    }
  return false;
}

/* --- to rows --- */

typedef struct {
  const LanguageInterface *language;
  SpecRows *rows;
  Arena *texts;
  Error *error;
} RowMaker;

static void push_row(RowMaker *maker, const StrBuf *name, const char *value)
{
  SpecRow row = {arena_copy_string(maker->texts, name->bytes, name->length),
                 arena_copy_string(maker->texts, value, strlen(value))};
  VEC_PUSH(maker->rows, row);
}

/* "logic" is the name of the logic in force, even if only theories were given. */
static const char *row_name(const char *option)
{
  return strcmp(option, "logic") == 0 ? "logic.given" : option;
}

static Status add_option(RowMaker *maker, const Option *option, const FuzzOptions *given)
{
  const LanguageSetting *setting = setting_find(maker->language->settings, option->name);
  Status status = STATUS_OK;
  StrBuf name, value;
  strbuf_init(&name, 0);
  strbuf_init(&value, 0);
  for (size_t i = 0; i < option_value_count(option, given) && status == STATUS_OK; i++) {
    strbuf_clear(&name);
    strbuf_clear(&value);
    strbuf_add_text(&name, row_name(option->name));
    if (option->kind == OPTION_KIND_LIST) strbuf_printf(&name, ".%zu", i + 1);
    option_value_text(option, given, i, &value);
    status = setting_check(setting, strbuf_text(&value), maker->error);
    push_row(maker, &name, strbuf_text(&value));
  }
  strbuf_deinit(&name);
  strbuf_deinit(&value);
  return status;
}

static size_t count_before(const OptionList *extras, size_t end)
{
  size_t count = 0;
  for (size_t i = 0; i < end; i += 2) count += strcmp(extras->items[i], extras->items[end]) == 0;
  return count;
}

static Status add_extra(RowMaker *maker, const OptionList *extras, size_t at)
{
  const char *option = extras->items[at], *value = extras->items[at + 1];
  const LanguageSetting *setting = setting_find(maker->language->settings, option);
  if (!setting)
    return error_set(maker->error, STATUS_USAGE, "'--%s' is no option of %s", option,
                     maker->language->name);
  StrBuf name;
  strbuf_init(&name, 0);
  strbuf_add_text(&name, option);
  if (setting->kind == SETTING_IS_LIST) strbuf_printf(&name, ".%zu", count_before(extras, at) + 1);
  push_row(maker, &name, value);
  strbuf_deinit(&name);
  return setting_check(setting, value, maker->error);
}

static const LanguageInterface *find_language(const CampaignSpec *spec, Error *error)
{
  const LanguageInterface *language =
      spec->language ? language_named(spec->language) : language_at(0);
  if (!language)
    error_set(error, STATUS_USAGE, "unknown language '%s'", spec->language);
  else if (!language->create)
    error_set(error, STATUS_USAGE, "there are no campaigns in %s", language->name);
  return language && language->create ? language : NULL;
}

/* The seed is a member of the spec. Of other languages than the usual one there are rows for what was given only. */
Status fuzz_language_rows(const OptionTable *table, const FuzzOptions *given, SpecRows *rows,
                          Arena *texts, Error *error)
{
  RowMaker maker = {find_language(&given->spec, error), rows, texts, error};
  if (!maker.language) return STATUS_USAGE;
  bool usual = maker.language == language_at(0);
  Status status = STATUS_OK;
  for (size_t i = 0; i < table->count && status == STATUS_OK; i++) {
    const Option *option = &table->items[i];
    bool was_given = option_was_given(*table, option, given);
    if (!setting_find(language_at(0)->settings, option->name) || strcmp(option->name, "seed") == 0)
      continue;
    if (setting_find(maker.language->settings, option->name)) {
      if (usual || was_given) status = add_option(&maker, option, given);
    } else if (was_given) {
      status = error_set(error, STATUS_USAGE, "'%s%s' is an option of %s, and not of %s",
                         option->one_dash ? "-" : "--", option->name, language_at(0)->name,
                         maker.language->name);
    }
  }
  for (size_t i = 0; i < given->extras.count && status == STATUS_OK; i += 2)
    status = add_extra(&maker, &given->extras, i);
  return status;
}

/* --- from rows --- */

typedef struct {
  const LanguageInterface *interface;
  Language *language;
  StrBuf *name;
} Making;

static Status create(void *user, const LanguageRequest *request, Error *error)
{
  Making *making = user;
  making->language = making->interface->create(request, making->name, error);
  return making->language ? STATUS_OK : error->status;
}

Status fuzz_language_make(void *user, const CampaignSpec *spec, const SolverVec *solvers,
                          Language **language, StrBuf *name, Error *error)
{
  (void)user;
  Making making = {.interface = find_language(spec, error), .name = name};
  LanguageRequest request = {.rows = &spec->settings,
                             .seed = spec->seed,
                             .small = spec->objective == SPEC_BUGS,
                             .themes = spec->objective == SPEC_BUGS && !spec->no_themes &&
                                       spec->candidates > 1,
                             .directory = spec->directory,
                             .solvers = solvers->items,
                             .solver_count = spec->unrestricted ? 0 : solvers->count};
  if (!making.interface ||
      language_check_solvers(making.interface, solvers->items, solvers->count, error) != STATUS_OK)
    return error->status;
  PathVec seeds = {0};
  Error ignored; /* what is wrong with seeds is told by who needs them */
  if (seeds_find(spec, making.interface, &seeds, &ignored) == STATUS_OK) request.examples = &seeds;
  Status status = spec->unrestricted ? create(&making, &request, error)
                                     : gen_for_request(&request, create, &making, error);
  path_vec_free(&seeds);
  *language = making.language;
  return status;
}
