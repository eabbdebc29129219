#include "campaign/crewwork.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/mem.h"
#include "base/seal.h"
#include "record/store/lease.h"

/* How long one call waits for a server that has gone away: who called may have to look at something else. */
enum { WAIT_MS = 3000 };

static Status open_store(CrewWork *work, const char *place, Error *error)
{
  StoreOptions options = {.writable = true, .only_flush = true, .wait_ms = WAIT_MS};
  return store_open(&work->store, place, &options, error);
}

void crewwork_close(CrewWork *work)
{
  store_work_free(&work->record);
  store_close(work->store);
  *work = (CrewWork){0};
}

/* --- the seal --- */

/* All that leads to programs and files. False: the user has no key. */
static bool compute_seal(const StoreWorkStart *start, char seal[SEAL_TEXT])
{
  SealKey key;
  StrBuf text;
  if (!seal_key_of_user(&key)) return false;
  strbuf_init(&text, 0);
  strbuf_printf(&text, "%s %zu %zu %zu\n", start->command, start->words.length,
                strlen(start->directory), strlen(start->facts));
  strbuf_add(&text, start->words.bytes, start->words.length);
  strbuf_add_text(&text, start->directory);
  strbuf_add_text(&text, start->facts);
  seal_compute(&key, text.bytes, text.length, seal);
  strbuf_deinit(&text);
  return true;
}

bool crewwork_is_sealed(const CrewWork *work)
{
  assert(work->record.command); /* it was opened */
  const StoreWorkRecord *record = &work->record;
  char seal[SEAL_TEXT];
  StoreWorkStart start = {.command = record->command,
                          .words = {.bytes = record->words, .length = record->words_length},
                          .directory = record->directory,
                          .facts = record->facts};
  return record->seal && compute_seal(&start, seal) && strcmp(seal, record->seal) == 0;
}

/* --- beginning --- */

static void name_work(const WorkPlan *plan, const char *directory, char identity[32])
{
  Digest digest = digest_text(0, plan->command);
  digest = digest_bytes(digest, plan->words.bytes, plan->words.length);
  digest = digest_text(digest, directory);
  digest = digest_text(digest, plan->facts);
  for (size_t i = 0; i < plan->count; i++) digest = digest_text(digest, plan->units[i]);
  snprintf(identity, 32, "%016" PRIx64, digest);
}

static Status begin_in(CrewWork *work, const WorkPlan *plan, const char *directory, Error *error)
{
  char identity[32], seal[SEAL_TEXT];
  StoreWorkUnits units = {.names = plan->units, .wanted = plan->wanted, .count = plan->count};
  StoreWorkStart start = {.command = plan->command,
                          .words = plan->words,
                          .directory = directory,
                          .facts = plan->facts,
                          .identity = identity};
  name_work(plan, directory, identity);
  work->sealed = compute_seal(&start, seal);
  if (work->sealed) start.seal = seal;
  Status status = store_find_work(work->store, identity, &work->number, error);
  work->continued = work->number > 0;
  if (status == STATUS_OK && !work->continued)
    status = store_begin_work(work->store, &start, &units, &work->number, error);
  if (status == STATUS_OK) status = store_own_campaign(work->store, work->number, error);
  if (status == STATUS_OK && work->continued)
    status = store_continue_work(work->store, work->number, &start, &units, error);
  return status;
}

Status crewwork_begin(CrewWork *work, const char *place, const WorkPlan *plan, Error *error)
{
  assert(plan->count > 0 && plan->facts);
  *work = (CrewWork){.command = plan->command};
  Status status = open_store(work, place, error);
  if (status != STATUS_OK) return status;
  char *directory = getcwd(NULL, 0);
  status = directory
               ? begin_in(work, plan, directory, error)
               : error_set(error, STATUS_IO, "the folder in which this was called is not there");
  free(directory);
  if (status != STATUS_OK) crewwork_close(work);
  return status;
}

Status crewwork_open(CrewWork *work, const char *place, int64_t number, const char *command,
                     Error *error)
{
  *work = (CrewWork){.command = command, .number = number};
  Status status = open_store(work, place, error);
  if (status != STATUS_OK) return status;
  status = store_get_work(work->store, number, &work->record, error);
  if (status == STATUS_OK && !work->record.command)
    status = error_set(error, STATUS_USAGE, "%" PRId64 " is not the number of work in '%s'", number,
                       store_name(work->store));
  else if (status == STATUS_OK && strcmp(work->record.command, command) != 0)
    status = error_set(error, STATUS_USAGE, "%" PRId64 " is work of 'assay %s'", number,
                       work->record.command);
  if (status != STATUS_OK) crewwork_close(work);
  return status;
}

/* --- facts --- */

void crewwork_start_facts(StrBuf *facts)
{
  strbuf_add_text(facts, "assay: " ASSAY_VERSION "\n");
}

Status crewwork_add_file(StrBuf *facts, const char *name, const char *path, Error *error)
{
  assert(name && path);
  Digest digest = 0;
  StrBuf line;
  Status status = digest_file(&digest, path, error);
  if (status != STATUS_OK) return status;
  strbuf_init(&line, 0);
  strbuf_add_char(&line, '\n');
  for (const char *at = name; *at; at++) strbuf_add_char(&line, *at == '\n' ? ' ' : *at);
  strbuf_printf(&line, ": %016" PRIx64 "\n", digest);
  if (!strstr(strbuf_text(facts), strbuf_text(&line)))
    strbuf_add(facts, line.bytes + 1, line.length - 1);
  strbuf_deinit(&line);
  return STATUS_OK;
}

static Status compare_line(const char **then, const char **now, Error *error)
{
  size_t length = strcspn(*then, "\n"), other = strcspn(*now, "\n");
  if (length != other || memcmp(*then, *now, length) != 0)
    return error_set(error, STATUS_IO,
                     "'%.*s' here, and '%.*s' where this was begun: all workers need the same",
                     (int)other, *now, (int)length, *then);
  *then += length + ((*then)[length] == '\n');
  *now += other + ((*now)[other] == '\n');
  return STATUS_OK;
}

Status crewwork_compare_version(const char *then, const char *now, Error *error)
{
  return compare_line(&then, &now, error);
}

Status crewwork_compare_facts(const char *then, const char *now, Error *error)
{
  assert(then && now);
  Status status = STATUS_OK;
  while (status == STATUS_OK && (*then || *now)) status = compare_line(&then, &now, error);
  return status;
}
