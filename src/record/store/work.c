#include "record/store/work.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "record/store/lease.h"
#include "record/store/sql.h"

/* Settings of the campaign that it is; store_open_campaigns knows it by the first. */
#define SETTING_WORK      "work"
#define SETTING_WORDS     "words"
#define SETTING_DIRECTORY "directory"
#define SETTING_FACTS     "facts"
#define SETTING_IDENTITY  "identity"
#define SETTING_SEAL      "seal"

typedef struct {
  const StoreWorkStart *start;
  const StoreWorkUnits *units;
  const char *command, *identity;
  StoreWorkRecord *record;
  int64_t number;
} WorkCall;

static Status add_setting(Store *store, int64_t number, const char *name, DbValue value,
                          Error *error)
{
  return SQL_RUN(store, "INSERT INTO setting (campaign, name, value) VALUES ($1, $2, $3)", NULL,
                 error, db_integer(number), sql_word(name), value);
}

static Status add_settings(Store *store, const WorkCall *call, Error *error)
{
  const StoreWorkStart *start = call->start;
  const struct {
    const char *name;
    DbValue value;
  } settings[] = {{SETTING_WORK, sql_text(start->command)},
                  {SETTING_WORDS, sql_bytes(start->words.bytes, start->words.length)},
                  {SETTING_DIRECTORY, sql_text(start->directory)},
                  {SETTING_FACTS, sql_text(start->facts)},
                  {SETTING_IDENTITY, sql_text(start->identity)}};
  Status status = STATUS_OK;
  for (size_t i = 0; i < sizeof settings / sizeof *settings && status == STATUS_OK; i++)
    status = add_setting(store, call->number, settings[i].name, settings[i].value, error);
  if (status == STATUS_OK && start->seal)
    status = add_setting(store, call->number, SETTING_SEAL, sql_text(start->seal), error);
  return status;
}

/* The share says anew that workers may work. */
static Status open_units(Store *store, void *user, Error *error)
{
  const WorkCall *call = user;
  const StoreWorkUnits *units = call->units;
  Status status = store_add_units(store, call->number, call->command, units->names, units->wanted,
                                  units->count, error);
  if (status != STATUS_OK) return status;
  return store_create_share(store, call->number, &(StoreShareStart){.next_number = 1}, error);
}

static Status begin(Store *store, void *user, Error *error)
{
  WorkCall *call = user;
  StrBuf name;
  strbuf_init(&name, 0);
  strbuf_printf(&name, "assay %s", call->command);
  StoreCampaign campaign = {.name = strbuf_text(&name)};
  Status status = store_begin_campaign(store, &campaign, error);
  strbuf_deinit(&name);
  call->number = campaign.id;
  if (status == STATUS_OK) status = add_settings(store, call, error);
  return status == STATUS_OK ? open_units(store, call, error) : status;
}

Status store_begin_work(Store *store, const StoreWorkStart *start, const StoreWorkUnits *units,
                        int64_t *number, Error *error)
{
  WorkCall call = {.start = start, .units = units, .command = start->command};
  Status status = store_transact(store, begin, &call, error);
  *number = call.number;
  return status;
}

/* Whoever wrote there what is to be done: from now on it is what this process says. */
static Status go_on(Store *store, void *user, Error *error)
{
  const WorkCall *call = user;
  Status status = SQL_RUN(store, "DELETE FROM setting WHERE campaign = $1", NULL, error,
                          db_integer(call->number));
  if (status == STATUS_OK) status = add_settings(store, call, error);
  return status == STATUS_OK ? open_units(store, user, error) : status;
}

Status store_continue_work(Store *store, int64_t number, const StoreWorkStart *start,
                           const StoreWorkUnits *units, Error *error)
{
  assert(number > 0);
  WorkCall call = {.start = start, .units = units, .command = start->command, .number = number};
  return store_transact(store, go_on, &call, error);
}

/* --- finding it --- */

static Status find(Store *store, void *user, Error *error)
{
  WorkCall *call = user;
  DbValue values[] = {sql_text(call->identity)};
  call->number = 0;
  return sql_number(store,
                    "SELECT max(s.campaign) FROM setting s WHERE s.name = '" SETTING_IDENTITY
                    "' AND s.value = $1 AND EXISTS (SELECT 1 FROM unit u WHERE u.campaign = "
                    "s.campaign AND u.state <> 'kept')",
                    values, 1, &call->number, NULL, error);
}

Status store_find_work(Store *store, const char *identity, int64_t *number, Error *error)
{
  WorkCall call = {.identity = identity};
  Status status = store_inspect(store, find, &call, error);
  *number = status == STATUS_OK ? call.number : 0;
  return status;
}

static Status find_unkept(Store *store, void *user, Error *error)
{
  WorkCall *call = user;
  call->number = 0;
  return sql_number(store, "SELECT 1 FROM unit WHERE state <> 'kept' LIMIT 1", NULL, 0,
                    &call->number, NULL, error);
}

Status store_has_unkept(Store *store, bool *found, Error *error)
{
  WorkCall call = {0};
  Status status = store_inspect(store, find_unkept, &call, error);
  *found = status == STATUS_OK && call.number == 1;
  return status;
}

static Status read_settings(Store *store, void *user, Error *error)
{
  WorkCall *call = user;
  StoreWorkRecord *record = call->record;
  DbCursor *cursor;
  store_work_free(record);
  Status status = SQL_QUERY(store, "SELECT name, value FROM setting WHERE campaign = $1", &cursor,
                            error, db_integer(call->number));
  if (status != STATUS_OK) return status;
  while (sql_next(cursor, &status, error)) {
    char *name = sql_copy_of(&cursor->row[0]), *value = sql_copy_of(&cursor->row[1]);
    char **place = strcmp(name, SETTING_WORK) == 0        ? &record->command
                   : strcmp(name, SETTING_WORDS) == 0     ? &record->words
                   : strcmp(name, SETTING_DIRECTORY) == 0 ? &record->directory
                   : strcmp(name, SETTING_FACTS) == 0     ? &record->facts
                   : strcmp(name, SETTING_SEAL) == 0      ? &record->seal
                                                          : NULL;
    if (place == &record->words) record->words_length = cursor->row[1].length;
    if (place)
      *place = value;
    else
      free(value);
    free(name);
  }
  sql_end(cursor);
  return status;
}

Status store_get_work(Store *store, int64_t number, StoreWorkRecord *record, Error *error)
{
  assert(number > 0 && record);
  *record = (StoreWorkRecord){0};
  WorkCall call = {.number = number, .record = record};
  Status status = store_inspect(store, read_settings, &call, error);
  /* Settings of a campaign may have the same names. */
  if (!record->command || !record->words || !record->directory || !record->facts)
    store_work_free(record);
  return status;
}

void store_work_free(StoreWorkRecord *record)
{
  free(record->command);
  free(record->words);
  free(record->directory);
  free(record->facts);
  free(record->seal);
  *record = (StoreWorkRecord){0};
}

static Status find_shared(Store *store, void *user, Error *error)
{
  WorkCall *call = user;
  return sql_number(store, "SELECT max(campaign) FROM share", NULL, 0, &call->number, NULL, error);
}

Status store_find_shared(Store *store, int64_t *number, Error *error)
{
  WorkCall call = {0};
  *number = 0;
  if (!store->has_shares) return STATUS_OK;
  Status status = store_inspect(store, find_shared, &call, error);
  *number = call.number;
  return status;
}
