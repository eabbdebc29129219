/* SMT-LIB from settings: options become settings of the generator, without what one of the solvers does not have. */
#include <string.h>

#include "base/file.h"
#include "base/paths.h"
#include "language/smt/create.h"
#include "language/smt/example_logic.h"
#include "language/smt/restrict.h"
#include "language/smt/smtlib.h"
#include "smt/draw/options.h"
#include "smt/gen/generate.h"
#include "smt/text/theory.h"

typedef struct {
  GenOptions gen;
  TextList theories;
} SmtlibSettings;

#define SETTING_ROW(S, m, type, member, ...) {SETTING_##type(S, m.member), __VA_ARGS__},
#define SETTING_CHOICE_ROW(S, m, member, words, ...)                                               \
  {SETTING_CHOICE(S, m.member, words), __VA_ARGS__},
const LanguageSetting smtlib_settings[] = {
    GEN_LIST(SETTING_ROW, SETTING_CHOICE_ROW, SmtlibSettings,
             gen){SETTING_LIST(SmtlibSettings, theories), .name = "theory", .value_name = "FILE",
                  .reads = true, .help = "also know the theories that FILE declares"},
    {0}};
#undef SETTING_ROW
#undef SETTING_CHOICE_ROW

typedef VEC(FileText) Theories;

/* Into a bank of their own, so that what is wrong with one shows with its place. */
static Status read_theories(const LanguageRequest *request, const TextList *given, Bank *bank,
                            Theories *theories, Error *error)
{
  Status status = STATUS_OK;
  for (size_t i = 0; i < given->count && status == STATUS_OK; i++) {
    FileText text;
    char *path = path_from(request->directory, given->items[i]);
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

static Language *make_language(SmtlibRequest made, const Theories *theories, Error *error)
{
  TextList texts = {0};
  for (size_t i = 0; i < theories->count; i++) VEC_PUSH(&texts, theories->items[i].bytes);
  made.theories = texts.items;
  made.theory_count = texts.count;
  Language *language = smtlib_language_for(&made, error);
  VEC_FREE(&texts);
  if (!language) error_set(error, STATUS_USAGE, "%s", error->message);
  return language;
}

/* With themes an input is for the solvers that have all that is in it, and ALL is what they call so: with sequences and sets, and
 * with functions that only some have, which are tested least. */
static void widen_all(GenSettings *settings)
{
  settings->logic.parts |= LOGIC_SEQUENCES | LOGIC_SETS;
  settings->extensions = settings->standard_27 = true;
  gen_settings_leave_out(settings, "updater"); /* nobody is asked about it, and most have it not */
}

/* Asking solvers may take long: what cannot be generated with all functions is refused before. */
static Status check_settings(const Bank *bank, const GenSettings *settings, Error *error)
{
  Generator generator;
  Bank *copy = bank_copy(bank);
  Status status = generator_init(&generator, copy, settings, error);
  generator_deinit(&generator);
  bank_destroy(copy);
  return status;
}

static Language *create_from(const LanguageRequest *request, const TextList *files,
                             GenSettings *settings, Error *error)
{
  Theories theories = {0};
  SmtlibLacks lacks = {0};
  Language *language = NULL;
  Bank *bank = theory_create_bank();
  Status status = read_theories(request, files, bank, &theories, error);
  if (request->themes && settings->logic.all && request->solver_count) widen_all(settings);
  if (status == STATUS_OK && request->solver_count) status = check_settings(bank, settings, error);
  if (status == STATUS_OK && request->solver_count)
    status = smtlib_restrict(request, request->sup, bank, settings, request->themes ? &lacks : NULL,
                             error);
  if (request->solver_count) smtlib_widen_logic(settings);
  SmtlibRequest made = {.settings = settings, .themes = request->themes, .lacks = &lacks};
  if (request->solver_count) made.solvers = UINT64_MAX >> (64 - request->solver_count);
  if (status == STATUS_OK) language = make_language(made, &theories, error);
  for (size_t i = 0; i < theories.count; i++) file_text_free(&theories.items[i]);
  VEC_FREE(&theories);
  VEC_FREE(&lacks);
  bank_destroy(bank);
  return language;
}

/* A campaign's rows have the logic in force as "logic", even if only theories were given; what was given is
 * "logic.given". */
static const char *row_value(const SettingRows *rows, const char *name)
{
  for (size_t i = 0; i < rows->count; i++)
    if (strcmp(rows->items[i].name, name) == 0) return rows->items[i].value;
  return NULL;
}

/* What was given or, if that says nothing, what was found out when a campaign began, or what the examples have. To be freed. */
static char *find_logic(const LanguageRequest *request, const GenOptions *options)
{
  const char *given = row_value(request->rows, "logic.given");
  StrBuf name;
  strbuf_init(&name, 0);
  if (given)
    strbuf_add_text(&name, given);
  else if (!gen_options_have_theories(options) && row_value(request->rows, "logic"))
    strbuf_add_text(&name, row_value(request->rows, "logic"));
  else if (!gen_options_have_theories(options) && request->examples)
    example_logic(request->examples, &name);
  char *logic = name.length ? mem_copy_string(strbuf_text(&name), name.length) : NULL;
  strbuf_deinit(&name);
  return logic;
}

Language *smtlib_create(const LanguageRequest *request, StrBuf *name, Error *error)
{
  SmtlibSettings from = {0};
  GenSettings settings;
  Language *language = NULL;
  Status status = setting_read_rows(smtlib_settings, request->rows, &from, error);
  from.gen.seed = request->seed;
  char *logic = find_logic(request, &from.gen);
  from.gen.logic = logic;
  char *weights = from.gen.weights ? path_from(request->directory, from.gen.weights) : NULL;
  from.gen.weights = weights;
  if (status == STATUS_OK) {
    status = gen_options_read(&from.gen, &settings, error);
    if (status == STATUS_OK) language = create_from(request, &from.theories, &settings, error);
    if (language) logic_name(&settings.logic, name);
    gen_settings_deinit(&settings);
  }
  setting_free_values(smtlib_settings, &from);
  free(weights);
  free(logic);
  return language;
}
