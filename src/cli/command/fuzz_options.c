#include "cli/command/fuzz_options.h"

#include <math.h>
#include <string.h>

#include "cli/option/option_value.h"

/* --- a new campaign --- */

static Status set_numbers(CampaignSpec *spec, const FuzzOptions *given, Error *error)
{
  const struct {
    const char *name, *value;
  } numbers[] = {{"decay", given->decay},
                 {"epsilon", given->epsilon},
                 {"repeat", given->repeat},
                 {"min-gain", given->least}};
  Status status = STATUS_OK;
  spec->least = NAN;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers && status == STATUS_OK; i++)
    if (numbers[i].value) status = spec_set(spec, numbers[i].name, numbers[i].value, error);
  return status;
}

/* Lists of options belong to the options. */
static void copy_list(const OptionList *from, TextList *to)
{
  *to = (TextList){0};
  VEC_APPEND(to, from->items, from->count);
}

Status fuzz_spec_init(FuzzSpec *spec, const OptionTable *table, const FuzzOptions *given,
                      Error *error)
{
  *spec = (FuzzSpec){.spec = given->spec};
  copy_list(&given->spec.known, &spec->spec.known);
  copy_list(&given->spec.seeds, &spec->spec.seeds);
  copy_list(&given->spec.profiles, &spec->spec.profiles);
  spec->spec.seed = given->gen.seed;
  Status status = fuzz_language_rows(table, given, &spec->spec.settings, &spec->texts, error);
  return status == STATUS_OK ? set_numbers(&spec->spec, given, error) : status;
}

void fuzz_spec_deinit(FuzzSpec *spec)
{
  spec_deinit(&spec->spec);
  arena_deinit(&spec->texts);
}

/* --- one that is resumed --- */

static bool is_among(const char *name, const char *const *names)
{
  for (; *names; names++)
    if (strcmp(name, *names) == 0) return true;
  return false;
}

Status fuzz_changes_init(FuzzChanges *changes, const OptionTable *table, const FuzzOptions *given,
                         Error *error)
{
  static const char *const others[] = {"json",    "events", "quiet",   "resume", "campaign",
                                       "workers", "lease",  "cluster", "sbatch", "detach",
                                       "dry-run", "trust",  NULL};
  *changes = (FuzzChanges){0};
  if (given->extras.count)
    return error_set(error, STATUS_USAGE,
                     "'--%s' cannot be changed: a campaign resumes with its own options",
                     given->extras.items[0]);
  for (size_t i = 0; i < table->count; i++) {
    const Option *option = &table->items[i];
    if (!option_was_given(*table, option, given) || is_among(option->name, others)) continue;
    if (!is_among(option->name, spec_resumable))
      return error_set(error, STATUS_USAGE,
                       "'%s%s' cannot be changed: a campaign resumes with its own options, but for "
                       "--time, --solver-time, --inputs and --jobs",
                       option->one_dash ? "-" : "--", option->name);
    StrBuf value;
    strbuf_init(&value, 0);
    option_value_text(option, given, 0, &value);
    SpecRow row = {option->name, arena_copy_string(&changes->texts, value.bytes, value.length)};
    VEC_PUSH(&changes->rows, row);
    strbuf_deinit(&value);
  }
  return STATUS_OK;
}

void fuzz_changes_deinit(FuzzChanges *changes)
{
  VEC_FREE(&changes->rows);
  arena_deinit(&changes->texts);
}
