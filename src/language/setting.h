/* Settings of a language: what a campaign's inputs are to be like. A language has a table of them, from which
 * options of `assay fuzz --language NAME` follow; a campaign's spec keeps them as rows of texts; reading the rows fills a
 * struct of the language.
 *
 *   typedef struct { uint64_t depth; bool sets; TextList only; } BSettings;
 *   static const LanguageSetting settings[] = {
 *       {SETTING_UNSIGNED(BSettings, depth), .name = "depth", .value_name = "N", .initial = "3", .low = 1, .high = 99,
 *        .help = "operators on the way from a predicate to its leaves"},
 *       {SETTING_FLAG(BSettings, sets), .name = "sets", .help = "also sets of sets"},
 *       {SETTING_LIST(BSettings, only), .name = "only", .value_name = "NAMES", .help = "only these constructs"},
 *       {0}};
 *   BSettings values = {0};
 *   setting_read_rows(settings, request->rows, &values, error); */
#ifndef LANGUAGE_SETTING_H
#define LANGUAGE_SETTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text_list.h"
#include "base/value.h"

typedef struct {
  const char *name, *value;
} SettingRow;
typedef VEC(SettingRow) SettingRows;

typedef enum {
  SETTING_IS_FLAG,     /* bool: "true" or "false" */
  SETTING_IS_UNSIGNED, /* uint64_t in [low, high] */
  SETTING_IS_RANGE,    /* ValueRange within [low, high] */
  SETTING_IS_STRING,   /* const char * */
  SETTING_IS_CHOICE,   /* an enum: the position in `words` */
  SETTING_IS_LIST      /* TextList: may be given several times; as rows NAME.1, NAME.2 ... */
} LanguageSettingKind;

typedef struct {
  const char *name;  /* of the option, without dashes; NULL ends a table */
  const char *alias; /* another name of the option, on the command line only; NULL: none */
  const char *old;   /* an earlier name, also in rows; NULL: none */
  LanguageSettingKind kind;
  size_t offset;            /* of the member */
  const char *value_name;   /* in help; NULL: a flag, or the words of a choice */
  const char *initial;      /* NULL: zero */
  const char *help;         /* lower case, no full stop */
  const char *const *words; /* of a choice, ends with NULL */
  uint64_t low, high;       /* of a number; high 0: no limit */
  char letter;              /* a short form on the command line; 0: none */
  char old_letter;          /* an earlier one; 0: none */
  bool one_dash;            /* -name instead of --name */
  bool reads;               /* a list of files that are read */
} LanguageSetting;

#define SETTING_OFFSET(Struct, member, Type)                                                       \
  (offsetof(Struct, member) + _Generic(((Struct *)0)->member, Type : 0u))
#define SETTING_FLAG(Struct, member)                                                               \
  .kind = SETTING_IS_FLAG, .offset = SETTING_OFFSET(Struct, member, bool)
#define SETTING_UNSIGNED(Struct, member)                                                           \
  .kind = SETTING_IS_UNSIGNED, .offset = SETTING_OFFSET(Struct, member, uint64_t)
#define SETTING_RANGE(Struct, member)                                                              \
  .kind = SETTING_IS_RANGE, .offset = SETTING_OFFSET(Struct, member, ValueRange)
#define SETTING_STRING(Struct, member)                                                             \
  .kind = SETTING_IS_STRING, .offset = SETTING_OFFSET(Struct, member, const char *)
#define SETTING_LIST(Struct, member)                                                               \
  .kind = SETTING_IS_LIST, .offset = SETTING_OFFSET(Struct, member, TextList)
#define SETTING_CHOICE(Struct, member, list)                                                       \
  .kind = SETTING_IS_CHOICE, .words = (list),                                                      \
  .offset = offsetof(Struct, member) +                                                             \
            0 * sizeof(char[sizeof(((Struct *)0)->member) == sizeof(int) ? 1 : -1])

/* By its name; NULL: there is none. */
const LanguageSetting *setting_find(const LanguageSetting *table, const char *name);
/* Is that a value of it? STATUS_USAGE says what is expected. */
Status setting_check(const LanguageSetting *setting, const char *value, Error *error);
/* Writes what is initial and what the rows say into zeroed memory. Rows of other names do not matter: versions of ours may
 * have other settings. Texts are not copied. Has to be released in every case. */
Status setting_read_rows(const LanguageSetting *table, const SettingRows *rows, void *values,
                         Error *error);
/* Appends the files that the rows have read, in the order in which they are. Texts are not copied. */
void setting_add_files(const LanguageSetting *table, const SettingRows *rows, TextList *files);
/* Frees the lists. */
void setting_free_values(const LanguageSetting *table, void *values);

#endif
