#include "language/setting.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"

const LanguageSetting *setting_find(const LanguageSetting *table, const char *name)
{
  for (; table && table->name; table++)
    if (strcmp(table->name, name) == 0 || (table->old && strcmp(table->old, name) == 0))
      return table;
  return NULL;
}

/* --- values --- */

static Status refuse(const LanguageSetting *setting, const char *value, const char *expected,
                     Error *error)
{
  return error_set(error, STATUS_USAGE, "invalid value '%s' for '%s': expected %s", value,
                   setting->name, expected);
}

static Status set_unsigned(const LanguageSetting *setting, const char *value, uint64_t *to,
                           Error *error)
{
  char expected[100];
  uint64_t high = setting->high ? setting->high : UINT64_MAX;
  if (value_parse_unsigned(value, to) == VALUE_OK && *to >= setting->low && *to <= high)
    return STATUS_OK;
  snprintf(expected, sizeof expected, "a whole number from %" PRIu64 " to %" PRIu64, setting->low,
           high);
  return refuse(setting, value, expected, error);
}

static Status set_range(const LanguageSetting *setting, const char *value, ValueRange *to,
                        Error *error)
{
  char expected[120];
  if (value_parse_range(value, to) == VALUE_OK && to->low >= setting->low &&
      to->high <= setting->high)
    return STATUS_OK;
  snprintf(expected, sizeof expected,
           "a whole number from %" PRIu64 " to %" PRIu64 ", or a range such as 3-5", setting->low,
           setting->high);
  return refuse(setting, value, expected, error);
}

static Status set_choice(const LanguageSetting *setting, const char *value, int *to, Error *error)
{
  StrBuf words;
  strbuf_init(&words, 0);
  for (*to = 0; setting->words[*to]; ++*to) {
    if (strcmp(setting->words[*to], value) == 0) {
      strbuf_deinit(&words);
      return STATUS_OK;
    }
    strbuf_printf(&words, "%s%s", *to ? ", " : "one of ", setting->words[*to]);
  }
  Status status = refuse(setting, value, strbuf_text(&words), error);
  strbuf_deinit(&words);
  return status;
}

static Status set_value(const LanguageSetting *setting, const char *value, void *values,
                        Error *error)
{
  void *to = (char *)values + setting->offset;
  bool flag;
  switch (setting->kind) {
  case SETTING_IS_UNSIGNED: return set_unsigned(setting, value, to, error);
  case SETTING_IS_RANGE: return set_range(setting, value, to, error);
  case SETTING_IS_CHOICE: return set_choice(setting, value, to, error);
  case SETTING_IS_STRING: *(const char **)to = value; return STATUS_OK;
  case SETTING_IS_LIST: VEC_PUSH((TextList *)to, value); return STATUS_OK;
  case SETTING_IS_FLAG: break;
  }
  *(bool *)to = flag = strcmp(value, "true") == 0;
  return flag || strcmp(value, "false") == 0 ? STATUS_OK
                                             : refuse(setting, value, "true or false", error);
}

Status setting_check(const LanguageSetting *setting, const char *value, Error *error)
{
  union {
    bool flag;
    uint64_t count;
    ValueRange range;
    int choice;
    const char *text;
  } ignored;
  LanguageSetting alone = *setting;
  alone.offset = 0;
  return setting->kind == SETTING_IS_LIST ? STATUS_OK : set_value(&alone, value, &ignored, error);
}

/* --- rows --- */

static const char *value_of(const SettingRows *rows, const char *name)
{
  for (size_t i = 0; i < rows->count; i++)
    if (strcmp(rows->items[i].name, name) == 0) return rows->items[i].value;
  return NULL;
}

/* Rows have an order of their own: only.10 comes before only.2. */
static Status read_list(const LanguageSetting *setting, const SettingRows *rows, void *values,
                        Error *error)
{
  Status status = STATUS_OK;
  for (size_t i = 1; status == STATUS_OK; i++) {
    char name[64];
    snprintf(name, sizeof name, "%s.%zu", setting->name, i);
    const char *value = value_of(rows, name);
    if (!value) break;
    status = set_value(setting, value, values, error);
  }
  return status;
}

Status setting_read_rows(const LanguageSetting *table, const SettingRows *rows, void *values,
                         Error *error)
{
  Status status = STATUS_OK;
  for (const LanguageSetting *setting = table; setting->name && status == STATUS_OK; setting++) {
    const char *value = value_of(rows, setting->name);
    if (!value && setting->old) value = value_of(rows, setting->old);
    assert(setting->kind != SETTING_IS_CHOICE || setting->words);
    if (setting->kind == SETTING_IS_LIST)
      status = read_list(setting, rows, values, error);
    else if (value || setting->initial)
      status = set_value(setting, value ? value : setting->initial, values, error);
  }
  return status;
}

void setting_add_files(const LanguageSetting *table, const SettingRows *rows, TextList *files)
{
  Error ignored;
  for (; table && table->name; table++) {
    if (!table->reads) continue;
    assert(table->kind == SETTING_IS_LIST);
    LanguageSetting alone = *table;
    alone.offset = 0;
    read_list(&alone, rows, files, &ignored);
  }
}

void setting_free_values(const LanguageSetting *table, void *values)
{
  for (; table->name; table++)
    if (table->kind == SETTING_IS_LIST) VEC_FREE((TextList *)((char *)values + table->offset));
}
