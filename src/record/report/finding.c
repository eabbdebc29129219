#include "record/report/finding.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "record/store/vocabulary.h"

/* Runs of one input that are kept. */
enum { RUNS_MOST = 1024 };

static const char *copy(FindingRecord *record, const char *text)
{
  return arena_copy_string(&record->texts, text, strlen(text));
}

static StoreText copy_text(FindingRecord *record, StoreText text)
{
  assert(text.bytes || text.length == 0);
  text.bytes = arena_copy_string(&record->texts, text.bytes, text.length);
  return text;
}

static void take_finding(FindingRecord *record, const StoreFinding *finding)
{
  record->finding = *finding;
  record->finding.kind = copy(record, finding->kind);
  record->finding.signature = copy_text(record, finding->signature);
  record->finding.evidence = copy_text(record, finding->evidence);
}

/* The group with this number, and which finding is its example. */
static Status find_group(const FindingRecord *record, Store *store, StoreGroup *found, Error *error)
{
  assert(record->number > 0);
  StoreCursor *cursor;
  StoreGroup group;
  uint64_t count = 0;
  *found = (StoreGroup){0};
  Status status = store_open_groups(store, record->campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_group(cursor, &group))
    if (++count == record->number) *found = (StoreGroup){.id = group.id, .first = group.first};
  status = store_end(cursor, error);
  if (status != STATUS_OK || found->id != 0) return status;
  char name[STORE_FINDING_NAME];
  store_finding_name(record->number, name);
  return error_set(error, STATUS_USAGE,
                   "there is no %s in campaign %" PRId64 " of '%s'; it has %" PRIu64 " finding%s",
                   name, record->campaign, store_name(store), count, count == 1 ? "" : "s");
}

static Status find(FindingRecord *record, Store *store, Error *error)
{
  StoreCursor *cursor;
  StoreFinding finding;
  StoreGroup group;
  Status status = find_group(record, store, &group, error);
  if (status == STATUS_OK)
    status = store_open_findings(store, record->campaign, group.id, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_finding(cursor, &finding))
    if (finding.id == group.first) take_finding(record, &finding);
  status = store_end(cursor, error);
  if (status == STATUS_OK && record->finding.id == 0)
    return error_set(error, STATUS_IO, "the example of finding %" PRIu64 " is not in '%s'",
                     record->number, store_name(store));
  return status;
}

static Status load_instance(FindingRecord *record, Store *store, uint64_t number, Error *error)
{
  StoreCursor *cursor;
  Status status = store_open_instances(store, record->campaign, number, &cursor, error);
  if (status != STATUS_OK) return status;
  bool found = store_next_instance(cursor, &record->instance) && record->instance.number == number;
  StoreText *drawn = &record->instance.options;
  if (found) *drawn = copy_text(record, *drawn);
  if (found && drawn->length) VEC_PUSH(&record->parts, ((FindingText){"drawn", *drawn}));
  status = store_end(cursor, error);
  if (status == STATUS_OK && !found)
    return error_set(error, STATUS_USAGE,
                     "there is no input %" PRIu64 " in campaign %" PRId64 " of '%s'", number,
                     record->campaign, store_name(store));
  return status;
}

static Status load_origin(FindingRecord *record, Store *store, Error *error)
{
  StrBuf names;
  strbuf_init(&names, 0);
  Status status = store_get_origin(store, record->campaign, record->instance.number, &names, error);
  if (status == STATUS_OK && names.length) {
    StoreText text = {strbuf_text(&names), names.length, names.length};
    VEC_PUSH(&record->parts, ((FindingText){"made of", copy_text(record, text)}));
  }
  strbuf_deinit(&names);
  return status;
}

static Status load_input_text(FindingRecord *record, Store *store, Error *error)
{
  StrBuf bytes;
  StoreText text = {0};
  bool found;
  strbuf_init(&bytes, 0);
  Status status = store_get_text(store, record->campaign, record->instance.number, &bytes,
                                 &text.full_length, &found, error);
  if (status == STATUS_OK && found) {
    text.bytes = strbuf_text(&bytes);
    text.length = bytes.length;
    VEC_PUSH(&record->parts, ((FindingText){"input", copy_text(record, text)}));
  }
  strbuf_deinit(&bytes);
  return status;
}

static Status load_texts(FindingRecord *record, Store *store, Error *error)
{
  StoreCursor *cursor;
  StoreRoleText text;
  if (record->finding.id == 0) return STATUS_OK;
  Status status = store_open_finding_texts(store, record->finding.id, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_role_text(cursor, &text)) {
    if (strcmp(text.role, store_text_word(STORE_TEXT_DETAILS)) == 0) continue; /* for reports */
    FindingText part = {.role = copy(record, text.role), .text = copy_text(record, text.text)};
    VEC_PUSH(&record->parts, part);
  }
  return store_end(cursor, error);
}

static Status load_solvers(FindingRecord *record, Store *store, Error *error)
{
  StoreCursor *cursor;
  StoreSolver solver;
  Status status = store_open_solvers(store, record->campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_solver(cursor, &solver)) {
    solver.name = copy(record, solver.name);
    solver.version = copy(record, solver.version);
    solver.role = copy(record, solver.role);
    VEC_PUSH(&record->solvers, solver);
  }
  return store_end(cursor, error);
}

static Status load_runs(FindingRecord *record, Store *store, Error *error)
{
  StoreCursor *cursor;
  StoreRun run;
  uint64_t number = record->instance.number;
  Status status = store_open_runs(store, record->campaign, number, &cursor, error);
  if (status != STATUS_OK) return status;
  while (record->runs.count < RUNS_MOST && store_next_run(cursor, &run) && run.instance == number) {
    run.outcome = copy(record, run.outcome);
    VEC_PUSH(&record->runs, run);
  }
  return store_end(cursor, error);
}

static Status load_rest(FindingRecord *record, Store *store, uint64_t number, Error *error)
{
  Status status = load_instance(record, store, number, error);
  if (status == STATUS_OK) status = load_origin(record, store, error);
  if (status == STATUS_OK) status = load_solvers(record, store, error);
  if (status == STATUS_OK) status = load_input_text(record, store, error);
  if (status == STATUS_OK) status = load_texts(record, store, error);
  if (status == STATUS_OK) status = load_runs(record, store, error);
  return status;
}

Status report_finding_load(FindingRecord **result, Store *store, int64_t campaign, uint64_t number,
                           Error *error)
{
  assert(number > 0);
  FindingRecord *record = mem_alloc_zero(1, sizeof *record);
  record->campaign = campaign;
  record->number = number;
  Status status = find(record, store, error);
  if (status == STATUS_OK) status = load_rest(record, store, record->finding.instance, error);
  if (status == STATUS_OK)
    *result = record;
  else
    report_finding_release(record);
  return status;
}

Status report_finding_load_input(FindingRecord **result, Store *store, int64_t campaign,
                                 uint64_t number, Error *error)
{
  FindingRecord *record = mem_alloc_zero(1, sizeof *record);
  record->campaign = campaign;
  Status status = load_rest(record, store, number, error);
  if (status == STATUS_OK)
    *result = record;
  else
    report_finding_release(record);
  return status;
}

void report_finding_release(FindingRecord *record)
{
  if (record == NULL) return;
  VEC_FREE(&record->runs);
  VEC_FREE(&record->parts);
  VEC_FREE(&record->solvers);
  arena_deinit(&record->texts);
  free(record);
}

const StoreText *report_finding_text(const FindingRecord *record, const char *role)
{
  assert(role);
  for (size_t i = 0; i < record->parts.count; i++)
    if (strcmp(record->parts.items[i].role, role) == 0) return &record->parts.items[i].text;
  return NULL;
}

void report_finding_names(const FindingRecord *record, uint64_t set, StrBuf *out)
{
  const char *between = "";
  for (size_t i = 0; i < record->solvers.count; i++) {
    const StoreSolver *solver = &record->solvers.items[i];
    if (solver->number >= 64 || !(set >> solver->number & 1)) continue;
    strbuf_printf(out, "%s%s", between, solver->name);
    between = ", ";
  }
}
