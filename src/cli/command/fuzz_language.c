/* SMT-LIB as the language of a campaign: its options as rows of a spec, and back. */
#include <string.h>

#include "base/file.h"
#include "base/paths.h"
#include "cli/command/fuzz_options.h"
#include "cli/option/option_value.h"
#include "cli/shared/gen_for.h"
#include "cli/shared/input.h"
#include "language/smt/smtlib.h"
#include "smt/text/theory.h"

typedef struct {
  CommonOptions common;
  GenOptions gen;
  OptionList theories;
} LanguageOptions;

static const Option options[] = {
    GEN_OPTIONS(LanguageOptions, gen),
    INPUT_THEORY_OPTION(LanguageOptions, theories),
};
static const OptionTable language_table = OPTION_TABLE(options);

/* "logic" is the name of the logic in force, even if only theories were given. */
static const char *row_name(const Option *option)
{
  return strcmp(option->name, "logic") == 0 ? "logic.given" : option->name;
}

/* --- to rows --- */

static void add_rows(const Option *option, const FuzzOptions *given, SpecRows *rows, Arena *texts)
{
  StrBuf name, value;
  strbuf_init(&name, 0);
  strbuf_init(&value, 0);
  for (size_t i = 0; i < option_value_count(option, given); i++) {
    strbuf_clear(&name);
    strbuf_clear(&value);
    strbuf_add_text(&name, row_name(option));
    if (option->kind == OPTION_KIND_LIST) strbuf_printf(&name, ".%zu", i + 1);
    option_value_text(option, given, i, &value);
    SpecRow row = {arena_copy_string(texts, name.bytes, name.length),
                   arena_copy_string(texts, value.bytes, value.length)};
    VEC_PUSH(rows, row);
  }
  strbuf_deinit(&name);
  strbuf_deinit(&value);
}

/* The seed is a member of the spec. */
void fuzz_language_rows(const OptionTable *table, const FuzzOptions *given, SpecRows *rows,
                        Arena *texts)
{
  for (size_t i = 0; i < table->count; i++) {
    const Option *option = &table->items[i];
    if (option_find(language_table, option->name) && strcmp(option->name, "seed") != 0)
      add_rows(option, given, rows, texts);
  }
}

/* --- from rows --- */

static const char *value_of(const SpecRows *rows, const char *name)
{
  for (size_t i = 0; i < rows->count; i++)
    if (strcmp(rows->items[i].name, name) == 0) return rows->items[i].value;
  return NULL;
}

static Status read_list(const Option *option, const SpecRows *rows, LanguageOptions *to,
                        Error *error)
{
  Status status = STATUS_OK;
  for (size_t i = 1; status == STATUS_OK; i++) {
    char name[64];
    snprintf(name, sizeof name, "%s.%zu", option->name, i);
    const char *value = value_of(rows, name);
    if (!value) break;
    status = option_set(option, value, to, error);
  }
  return status;
}

static Status read_rows(const CampaignSpec *spec, LanguageOptions *to, Error *error)
{
  Status status = STATUS_OK;
  for (size_t i = 0; i < language_table.count && status == STATUS_OK; i++) {
    const Option *option = &language_table.items[i];
    const char *value = value_of(&spec->language, row_name(option));
    if (option->kind == OPTION_KIND_LIST)
      status = read_list(option, &spec->language, to, error);
    else if (value)
      status = option_set(option, value, to, error);
  }
  to->gen.seed = spec->seed;
  return status;
}

/* --- the language --- */

typedef VEC(FileText) Theories;

/* Into a bank of their own, so that what is wrong with one shows with its place. */
static Status read_theories(const CampaignSpec *spec, const OptionList *given, Bank *bank,
                            Theories *theories, Error *error)
{
  Status status = STATUS_OK;
  for (size_t i = 0; i < given->count && status == STATUS_OK; i++) {
    FileText text;
    char *path = path_from(spec->directory, given->items[i]);
    status = file_read(path, 0, &text, error);
    if (status == STATUS_OK) {
      VEC_PUSH(theories, text);
      if (theory_read(bank, text.bytes, text.length, error) != STATUS_OK)
        status = error_set(error, STATUS_IO, "%s:%u:%u: %s", path, error->line, error->column,
                           error->message);
    }
    free(path);
  }
  return status;
}

static Status make_smtlib(const GenSettings *settings, const Theories *theories,
                          Language **language, Error *error)
{
  VEC(const char *) texts = {0};
  for (size_t i = 0; i < theories->count; i++) VEC_PUSH(&texts, theories->items[i].bytes);
  *language = smtlib_language(settings, texts.items, texts.count, error);
  VEC_FREE(&texts);
  return *language ? STATUS_OK : error_set(error, STATUS_USAGE, "%s", error->message);
}

/* Without what one of the solvers does not have. */
static Status make(const CampaignSpec *spec, const SolverVec *solvers, const LanguageOptions *from,
                   GenSettings *settings, Language **language, Error *error)
{
  Theories theories = {0};
  Bank *bank = theory_create_bank();
  Status status = read_theories(spec, &from->theories, bank, &theories, error);
  if (status == STATUS_OK && !spec->unrestricted)
    status = gen_for_found(solvers, bank, settings, error);
  if (status == STATUS_OK) status = make_smtlib(settings, &theories, language, error);
  for (size_t i = 0; i < theories.count; i++) file_text_free(&theories.items[i]);
  VEC_FREE(&theories);
  bank_destroy(bank);
  return status;
}

Status fuzz_language_make(void *user, const CampaignSpec *spec, const SolverVec *solvers,
                          Language **language, StrBuf *name, Error *error)
{
  (void)user;
  LanguageOptions from = {0};
  GenSettings settings;
  options_init(language_table, &from);
  Status status = read_rows(spec, &from, error);
  char *weights = from.gen.weights ? path_from(spec->directory, from.gen.weights) : NULL;
  from.gen.weights = weights;
  if (status == STATUS_OK) {
    status = gen_options_read(&from.gen, &settings, error);
    if (status == STATUS_OK) status = make(spec, solvers, &from, &settings, language, error);
    if (status == STATUS_OK) logic_name(&settings.logic, name);
    gen_settings_deinit(&settings);
  }
  options_deinit(language_table, &from);
  free(weights);
  return status;
}
