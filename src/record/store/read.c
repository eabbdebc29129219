/* Rows become records. The columns of each query are in the order in which its function reads them. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "find/oracle/finding.h"
#include "record/store/internal.h"

struct StoreCursor {
  Store *store;
  DbCursor *rows;
  Status status;
  Error error;
  char *signature; /* of the row, if an earlier version wrote it in other words */
};

/* The first cursor begins a transaction, which the last one ends: all see the same state. */
static Status open_cursor(Store *store, const char *sql, const int64_t *parameters, size_t count,
                          StoreCursor **result, Error *error)
{
  Database *db = store->db;
  DbValue values[3];
  DbCursor *rows;
  assert(count <= sizeof values / sizeof *values);
  for (size_t i = 0; i < count; i++) values[i] = db_integer(parameters[i]);
  Status status = store->cursors == 0 ? db->class->begin(db, false, error) : STATUS_OK;
  if (status != STATUS_OK) return status;
  status = db->class->query(db, sql, values, count, &rows, error);
  if (status != STATUS_OK) {
    if (store->cursors == 0) db->class->rollback(db);
    return status;
  }
  StoreCursor *cursor = mem_alloc_zero(1, sizeof *cursor);
  cursor->store = store;
  cursor->rows = rows;
  store->cursors++;
  *result = cursor;
  return STATUS_OK;
}

Status store_end(StoreCursor *cursor, Error *error)
{
  Store *store = cursor->store;
  Status status = cursor->status;
  if (status != STATUS_OK) *error = cursor->error;
  store->db->class->end(cursor->rows);
  if (--store->cursors == 0) {
    if (status == STATUS_OK)
      status = store->db->class->commit(store->db, error);
    else
      store->db->class->rollback(store->db);
  }
  free(cursor->signature);
  free(cursor);
  return status;
}

/* The next row, or NULL. */
static const DbValue *next(StoreCursor *cursor)
{
  bool more = false;
  if (cursor->status == STATUS_OK)
    cursor->status = cursor->store->db->class->next(cursor->rows, &more, &cursor->error);
  return cursor->status == STATUS_OK && more ? cursor->rows->row : NULL;
}

static uint64_t number(DbValue value)
{
  return value.kind == DB_INTEGER ? (uint64_t)value.integer : STORE_NONE;
}

static uint32_t small(DbValue value)
{
  return (uint32_t)number(value);
}

static double real(DbValue value)
{
  return value.kind == DB_REAL ? value.real : NAN;
}

static const char *word(DbValue value)
{
  return value.kind == DB_TEXT || value.kind == DB_BYTES ? value.bytes : "";
}

static StoreText whole(DbValue value)
{
  size_t length = value.kind == DB_TEXT || value.kind == DB_BYTES ? value.length : 0;
  return (StoreText){.bytes = word(value), .length = length, .full_length = length};
}

static StoreText text(DbValue length, DbValue value)
{
  StoreText result = whole(value);
  result.full_length = number(length);
  return result;
}

static const char *kind(DbValue value)
{
  return finding_present_name(word(value));
}

static StoreText signature(StoreCursor *cursor, DbValue value)
{
  StoreText text = whole(value);
  free(cursor->signature);
  cursor->signature = finding_present_signature(text.bytes, text.length);
  if (!cursor->signature) return text;
  size_t length = strlen(cursor->signature);
  return (StoreText){.bytes = cursor->signature, .length = length, .full_length = length};
}

#define OPEN(store, sql, cursor, error, ...)                                                       \
  open_cursor(store, sql, (const int64_t[]){__VA_ARGS__},                                          \
              sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t), cursor, error)

Status store_open_campaigns(Store *store, StoreCursor **cursor, Error *error)
{
  return open_cursor(store,
                     "SELECT id, name, seed, started_ms FROM campaign c WHERE NOT EXISTS (SELECT 1 "
                     "FROM setting s WHERE s.campaign = c.id AND s.name = 'work') ORDER BY id",
                     NULL, 0, cursor, error);
}

bool store_next_campaign(StoreCursor *cursor, StoreCampaign *campaign)
{
  const DbValue *row = next(cursor);
  if (row == NULL) return false;
  *campaign = (StoreCampaign){.id = row[0].integer,
                              .name = word(row[1]),
                              .seed = number(row[2]),
                              .started_ms = row[3].integer};
  return true;
}

Status store_open_settings(Store *store, int64_t campaign, StoreCursor **cursor, Error *error)
{
  return OPEN(store, "SELECT name, value FROM setting WHERE campaign = $1 ORDER BY name", cursor,
              error, campaign);
}

Status store_open_lifts(Store *store, int64_t campaign, StoreCursor **cursor, Error *error)
{
  return OPEN(store,
              "SELECT name, value FROM state WHERE campaign = $1 AND name = 'lift' ORDER BY worker",
              cursor, error, campaign);
}

bool store_next_setting(StoreCursor *cursor, StoreSetting *setting)
{
  const DbValue *row = next(cursor);
  if (row == NULL) return false;
  *setting = (StoreSetting){.name = word(row[0]), .value = whole(row[1])};
  return true;
}

Status store_open_solvers(Store *store, int64_t campaign, StoreCursor **cursor, Error *error)
{
  return OPEN(store,
              "SELECT number, name, version, role FROM solver WHERE campaign = $1 ORDER BY number",
              cursor, error, campaign);
}

bool store_next_solver(StoreCursor *cursor, StoreSolver *solver)
{
  const DbValue *row = next(cursor);
  if (row == NULL) return false;
  *solver = (StoreSolver){
      .number = small(row[0]), .name = word(row[1]), .version = word(row[2]), .role = word(row[3])};
  return true;
}

Status store_open_constructs(Store *store, int64_t campaign, StoreCursor **cursor, Error *error)
{
  return OPEN(store, "SELECT number, name FROM construct WHERE campaign = $1 ORDER BY number",
              cursor, error, campaign);
}

Status store_open_agents(Store *store, int64_t campaign, StoreCursor **cursor, Error *error)
{
  return OPEN(store, "SELECT number, name FROM agent WHERE campaign = $1 ORDER BY number", cursor,
              error, campaign);
}

bool store_next_name(StoreCursor *cursor, StoreName *name)
{
  const DbValue *row = next(cursor);
  if (row == NULL) return false;
  *name = (StoreName){.number = small(row[0]), .name = word(row[1])};
  return true;
}

Status store_open_instances(Store *store, int64_t campaign, uint64_t from, StoreCursor **cursor,
                            Error *error)
{
  return OPEN(store,
              "SELECT number, worker, at_ms, seed, parent, construct, placed, scale, size, margin, "
              "reward, options FROM instance WHERE campaign = $1 AND number >= $2 ORDER BY number",
              cursor, error, campaign, (int64_t)from);
}

bool store_next_instance(StoreCursor *cursor, StoreInstance *instance)
{
  const DbValue *row = next(cursor);
  if (row == NULL) return false;
  *instance = (StoreInstance){.number = number(row[0]),
                              .worker = small(row[1]),
                              .at_ms = number(row[2]),
                              .seed = number(row[3]),
                              .parent = number(row[4]),
                              .construct = number(row[5]),
                              .placed = small(row[6]),
                              .scale = number(row[7]),
                              .size = number(row[8]),
                              .margin = real(row[9]),
                              .reward = real(row[10]),
                              .options = whole(row[11])};
  return true;
}

Status store_open_runs(Store *store, int64_t campaign, uint64_t from, StoreCursor **cursor,
                       Error *error)
{
  return OPEN(store,
              "SELECT instance, solver, attempt, outcome, exit_code, signal, wall_ns, cpu_ns, "
              "peak_bytes, limit_ns, instructions, counter FROM run "
              "WHERE campaign = $1 AND instance >= $2 ORDER BY instance, solver, attempt",
              cursor, error, campaign, (int64_t)from);
}

bool store_next_run(StoreCursor *cursor, StoreRun *run)
{
  const DbValue *row = next(cursor);
  if (row == NULL) return false;
  *run = (StoreRun){.instance = number(row[0]),
                    .solver = small(row[1]),
                    .attempt = small(row[2]),
                    .outcome = word(row[3]),
                    .exit_code = (int)row[4].integer,
                    .signal = (int)row[5].integer,
                    .wall_ns = number(row[6]),
                    .cpu_ns = number(row[7]),
                    .peak_bytes = number(row[8]),
                    .limit_ns = number(row[9]),
                    .instructions = number(row[10]),
                    .counter = number(row[11])};
  return true;
}

Status store_open_tallies(Store *store, int64_t campaign, StoreCursor **cursor, Error *error)
{
  return OPEN(store,
              "SELECT solver, outcome, count(*), CAST(sum(wall_ns) AS BIGINT), "
              "CAST(sum(cpu_ns) AS BIGINT), max(peak_bytes) FROM run WHERE campaign = $1 "
              "GROUP BY solver, outcome ORDER BY solver, outcome",
              cursor, error, campaign);
}

bool store_next_tally(StoreCursor *cursor, StoreTally *tally)
{
  const DbValue *row = next(cursor);
  if (row == NULL) return false;
  *tally = (StoreTally){.solver = small(row[0]),
                        .outcome = word(row[1]),
                        .runs = number(row[2]),
                        .wall_ns = number(row[3]),
                        .cpu_ns = number(row[4]),
                        .peak_bytes = number(row[5])};
  return true;
}

Status store_open_outputs(Store *store, int64_t campaign, uint64_t instance, StoreCursor **cursor,
                          Error *error)
{
  return OPEN(store,
              "SELECT stream, solver, attempt, length, bytes FROM output "
              "WHERE campaign = $1 AND instance = $2 ORDER BY solver, attempt, stream",
              cursor, error, campaign, (int64_t)instance);
}

Status store_open_finding_texts(Store *store, int64_t finding, StoreCursor **cursor, Error *error)
{
  return OPEN(store,
              "SELECT role, 0, 0, length, bytes FROM finding_text WHERE finding = $1 ORDER BY role",
              cursor, error, finding);
}

bool store_next_role_text(StoreCursor *cursor, StoreRoleText *result)
{
  const DbValue *row = next(cursor);
  if (row == NULL) return false;
  *result = (StoreRoleText){.role = word(row[0]),
                            .solver = small(row[1]),
                            .attempt = small(row[2]),
                            .text = text(row[3], row[4])};
  return true;
}

Status store_open_groups(Store *store, int64_t campaign, StoreCursor **cursor, Error *error)
{
  return OPEN(store,
              "SELECT g.id, g.kind, g.signature, count(f.id), CAST(sum(f.confirmed) AS BIGINT), "
              "COALESCE(g.example, min(CASE WHEN f.confirmed = 1 THEN f.id END), min(f.id)) "
              "FROM finding_group g JOIN finding f ON f.group_id = g.id WHERE g.campaign = $1 "
              "GROUP BY g.id, g.kind, g.signature, g.example ORDER BY g.id",
              cursor, error, campaign);
}

bool store_next_group(StoreCursor *cursor, StoreGroup *group)
{
  const DbValue *row = next(cursor);
  if (row == NULL) return false;
  *group = (StoreGroup){.id = row[0].integer,
                        .kind = kind(row[1]),
                        .signature = signature(cursor, row[2]),
                        .findings = number(row[3]),
                        .confirmed = number(row[4]),
                        .first = row[5].integer};
  return true;
}

Status store_open_findings(Store *store, int64_t campaign, int64_t group, StoreCursor **cursor,
                           Error *error)
{
  return OPEN(store,
              "SELECT f.id, f.group_id, f.instance, f.place, f.at_ms, g.kind, g.signature, "
              "f.accused, f.concerned, f.query, f.line, f.confirmed, f.evidence "
              "FROM finding f JOIN finding_group g ON g.id = f.group_id "
              "WHERE f.campaign = $1 AND (CAST($2 AS BIGINT) = 0 OR f.group_id = $2) ORDER BY f.id",
              cursor, error, campaign, group);
}

bool store_next_finding(StoreCursor *cursor, StoreFinding *finding)
{
  const DbValue *row = next(cursor);
  if (row == NULL) return false;
  *finding = (StoreFinding){.id = row[0].integer,
                            .group = row[1].integer,
                            .instance = number(row[2]),
                            .place = small(row[3]),
                            .at_ms = number(row[4]),
                            .kind = kind(row[5]),
                            .signature = signature(cursor, row[6]),
                            .accused = number(row[7]),
                            .concerned = number(row[8]),
                            .query = small(row[9]),
                            .line = number(row[10]),
                            .confirmed = row[11].integer != 0,
                            .evidence = whole(row[12])};
  return true;
}

Status store_open_best(Store *store, int64_t campaign, StoreCursor **cursor, Error *error)
{
  return OPEN(store,
              "SELECT instance, at_ms, margin FROM best WHERE campaign = $1 "
              "ORDER BY at_ms, margin, instance",
              cursor, error, campaign);
}

bool store_next_best(StoreCursor *cursor, StoreBest *best)
{
  const DbValue *row = next(cursor);
  if (row == NULL) return false;
  *best = (StoreBest){.instance = number(row[0]), .at_ms = number(row[1]), .margin = real(row[2])};
  return true;
}

Status store_open_arms(Store *store, int64_t campaign, bool only_last, StoreCursor **cursor,
                       Error *error)
{
  return OPEN(
      store,
      "SELECT agent, worker, at_ms, construct, successes, failures, pulls, rewards "
      "FROM arm a WHERE campaign = $1 AND (CAST($2 AS BIGINT) = 0 OR at_ms = (SELECT max(b.at_ms) "
      "FROM arm b WHERE b.campaign = a.campaign AND b.agent = a.agent AND "
      "b.worker = a.worker)) ORDER BY agent, worker, at_ms, construct",
      cursor, error, campaign, only_last);
}

bool store_next_arm(StoreCursor *cursor, StoreArm *arm)
{
  const DbValue *row = next(cursor);
  if (row == NULL) return false;
  *arm = (StoreArm){.agent = small(row[0]),
                    .worker = small(row[1]),
                    .at_ms = number(row[2]),
                    .construct = small(row[3]),
                    .successes = real(row[4]),
                    .failures = real(row[5]),
                    .pulls = number(row[6]),
                    .rewards = real(row[7])};
  return true;
}

bool store_arm_makes_sense(const StoreArm *arm)
{
  return arm->successes >= 0 && arm->failures >= 0 && isfinite(arm->successes) &&
         isfinite(arm->failures) && isfinite(arm->rewards);
}

Status store_count(Store *store, int64_t campaign, StoreCounts *counts, Error *error)
{
  StoreCursor *cursor;
  Status status = OPEN(store,
                       "SELECT (SELECT count(*) FROM instance WHERE campaign = $1), "
                       "(SELECT count(*) FROM run WHERE campaign = $1), "
                       "(SELECT count(*) FROM finding WHERE campaign = $1), "
                       "(SELECT count(*) FROM finding_group WHERE campaign = $1), "
                       "(SELECT max(number) FROM instance WHERE campaign = $1), "
                       "COALESCE((SELECT max(at_ms) FROM instance WHERE campaign = $1), 0)",
                       &cursor, error, campaign);
  if (status != STATUS_OK) return status;
  const DbValue *row = next(cursor);
  if (row != NULL)
    *counts = (StoreCounts){.instances = number(row[0]),
                            .runs = number(row[1]),
                            .findings = number(row[2]),
                            .groups = number(row[3]),
                            .last_instance = number(row[4]),
                            .last_ms = number(row[5])};
  return store_end(cursor, error);
}

Status store_get_state(Store *store, int64_t campaign, uint32_t worker, const char *name,
                       StrBuf *bytes, bool *found, Error *error)
{
  StoreCursor *cursor;
  Status status = OPEN(store, "SELECT name, value FROM state WHERE campaign = $1 AND worker = $2",
                       &cursor, error, campaign, worker);
  *found = false;
  if (status != STATUS_OK) return status;
  for (const DbValue *row; !*found && (row = next(cursor)) != NULL;) {
    if (strcmp(word(row[0]), name) != 0) continue;
    strbuf_add(bytes, word(row[1]), whole(row[1]).length);
    *found = true;
  }
  return store_end(cursor, error);
}

Status store_get_text(Store *store, int64_t campaign, uint64_t instance, StrBuf *bytes,
                      uint64_t *full_length, bool *found, Error *error)
{
  StoreCursor *cursor;
  Status status =
      OPEN(store, "SELECT length, bytes FROM instance_text WHERE campaign = $1 AND instance = $2",
           &cursor, error, campaign, (int64_t)instance);
  *found = false;
  if (status != STATUS_OK) return status;
  const DbValue *row = next(cursor);
  *found = row != NULL;
  if (row != NULL) {
    strbuf_add(bytes, word(row[1]), whole(row[1]).length);
    *full_length = number(row[0]);
  }
  return store_end(cursor, error);
}

Status store_get_origin(Store *store, int64_t campaign, uint64_t instance, StrBuf *names,
                        Error *error)
{
  StoreCursor *cursor;
  if (!store->has_origins) return STATUS_OK;
  Status status =
      OPEN(store,
           "WITH RECURSIVE line(number, parent) AS (SELECT number, parent FROM instance "
           "WHERE campaign = $1 AND number = $2 UNION SELECT i.number, i.parent FROM instance i "
           "JOIN line ON i.number = line.parent WHERE i.campaign = $1) "
           "SELECT name FROM origin JOIN line ON instance = number WHERE campaign = $1",
           &cursor, error, campaign, (int64_t)instance);
  if (status != STATUS_OK) return status;
  const DbValue *row = next(cursor);
  if (row != NULL) strbuf_add(names, word(row[0]), whole(row[0]).length);
  return store_end(cursor, error);
}
