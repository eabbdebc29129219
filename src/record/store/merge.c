#include "record/store/merge.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "record/store/lease.h"
#include "record/store/sql.h"

/* Tables whose rows belong to a campaign and refer to nothing else by a number of the store, what others refer to first.
 * `shared`: only stores of the second version have them, `origins`: only those of the fourth. */
static const struct {
  const char *table, *columns;
  bool shared, origins;
} tables[] = {
    {"setting", "name, value", false, false},
    {"state", "worker, name, value", false, false},
    {"solver", "number, name, version, role", false, false},
    {"construct", "number, name", false, false},
    {"agent", "number, name", false, false},
    {"instance",
     "number, worker, at_ms, seed, parent, construct, placed, scale, size, margin, reward, options",
     false, false},
    {"instance_text", "instance, length, bytes", false, false},
    {"origin", "instance, name", false, true},
    {"run",
     "instance, solver, attempt, outcome, exit_code, signal, wall_ns, cpu_ns, peak_bytes, "
     "limit_ns, instructions, counter",
     false, false},
    {"output", "instance, solver, attempt, stream, length, bytes", false, false},
    {"best", "instance, at_ms, margin", false, false},
    {"arm", "agent, worker, at_ms, construct, successes, failures, pulls, rewards", false, false},
    {"share",
     "epoch_ms, next_number, next_worker, input_limit, granted, version, ending, best, "
     "best_margin, best_record",
     true, false},
    {"worker",
     "number, state, host, process, task, joined_ms, beat_ms, lease_ms, doing, inputs, granted, "
     "solver_ns, counts",
     true, false},
    {"block", "first, last, state, worker, drawn, open", true, false},
    {"arm_sum", "agent, arm, shard, at, successes, failures, pulls, missed, rewards", true, false},
    {"shared_group", "number, version, bytes", true, false},
    {"unit", "kind, number, state, worker, taken, name, result", true, false},
};

/* After the statements of the store. */
enum { FIRST_SLOT = STATEMENT_COUNT };
_Static_assert(FIRST_SLOT + sizeof tables / sizeof *tables <= DB_SLOTS, "each table has a slot");

enum { COLUMNS_MAX = 16, BATCH = 2000, BATCH_INSTANCES = 500000 };

typedef struct {
  Store *into, *from;
  const StoreCampaign *campaign; /* as it is in `from` */
  int64_t id;                    /* in `into` */
  bool found;                    /* it was there */
  MergeListener listener;
  uint64_t before, done, total; /* inputs and runs: of earlier campaigns, of this one too, of all */
} Merge;

static void advance(Merge *merge)
{
  merge->done++;
  if (merge->listener.advance)
    merge->listener.advance(merge->listener.user, merge->done, merge->total);
}

/* --- plain tables --- */

static size_t count_columns(const char *columns)
{
  size_t count = 1;
  for (; *columns; columns++) count += *columns == ',';
  return count;
}

static void write_insert(StrBuf *sql, const char *table, const char *columns)
{
  assert(count_columns(columns) < COLUMNS_MAX);
  strbuf_printf(sql, "INSERT INTO %s (campaign, %s) VALUES ($1", table, columns);
  for (size_t i = 0; i < count_columns(columns); i++) strbuf_printf(sql, ", $%zu", i + 2);
  strbuf_add_text(sql, ")");
}

/* All rows of one table that have been read, by a statement of its own. */
static Status write_rows(const Merge *merge, const Queue *rows, unsigned slot, const char *sql,
                         size_t columns, Error *error)
{
  Database *db = merge->into->db;
  Status status = STATUS_OK;
  if (rows->entries.count == 0) return status;
  if (!db->class->append) {
    for (size_t i = 0; i < rows->entries.count && status == STATUS_OK; i++)
      status = db->class->execute(db, slot, sql, rows->values.items + i * columns, columns, error);
    return status;
  }
  VEC(const DbValue *) list = {0};
  for (size_t i = 0; i < rows->entries.count; i++)
    VEC_PUSH(&list, rows->values.items + i * columns);
  status = db->class->append(db, sql, list.items, list.count, columns, error);
  VEC_FREE(&list);
  return status;
}

static Status copy_table(Merge *merge, size_t number, Error *error)
{
  assert(number < sizeof tables / sizeof *tables);
  const char *table = tables[number].table, *columns = tables[number].columns;
  unsigned slot = FIRST_SLOT + (unsigned)number;
  size_t count = count_columns(columns) + 1;
  StrBuf select, insert;
  Queue rows = {0};
  DbCursor *cursor;
  strbuf_init(&select, 0);
  strbuf_init(&insert, 0);
  /* Inputs before those that were made of them; numbers that were given twice are an exception, which is why they come by
   * their time, and many at once. */
  bool instances = strcmp(table, "instance") == 0, runs = strcmp(table, "run") == 0;
  strbuf_printf(&select, "SELECT %s FROM %s WHERE campaign = $1%s", columns, table,
                instances ? " ORDER BY at_ms, number" : "");
  write_insert(&insert, table, columns);
  Status status =
      SQL_QUERY(merge->from, strbuf_text(&select), &cursor, error, db_integer(merge->campaign->id));
  if (status == STATUS_OK) {
    while (sql_next(cursor, &status, error)) {
      DbValue values[COLUMNS_MAX] = {db_integer(merge->id)};
      assert(cursor->columns + 1 == count && count <= COLUMNS_MAX);
      memcpy(values + 1, cursor->row, (count - 1) * sizeof *values);
      queue_add(&rows, 0, values, count);
      if (instances || runs) advance(merge);
      if (rows.entries.count < (instances ? BATCH_INSTANCES : BATCH)) continue;
      status = write_rows(merge, &rows, slot, strbuf_text(&insert), count, error);
      queue_clear(&rows);
    }
    sql_end(cursor);
  }
  if (status == STATUS_OK)
    status = write_rows(merge, &rows, slot, strbuf_text(&insert), count, error);
  queue_deinit(&rows);
  strbuf_deinit(&select);
  strbuf_deinit(&insert);
  return status;
}

/* --- findings, which have numbers of the store --- */

typedef struct {
  int64_t from, into;
} NumberPair;
typedef VEC(NumberPair) NumberPairs;

static int64_t find_number(const NumberPairs *pairs, int64_t number)
{
  size_t low = 0, high = pairs->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (pairs->items[middle].from < number)
      low = middle + 1;
    else
      high = middle;
  }
  return low < pairs->count && pairs->items[low].from == number ? pairs->items[low].into : 0;
}

/* Rows in the order of their numbers get new ones in the same order. `link` is the column that refers to one of `links`;
 * 0: none. */
static Status copy_numbered(const Merge *merge, const char *select, const char *insert, size_t link,
                            const NumberPairs *links, NumberPairs *pairs, Error *error)
{
  DbCursor *cursor;
  Status status = SQL_QUERY(merge->from, select, &cursor, error, db_integer(merge->campaign->id));
  if (status != STATUS_OK) return status;
  while (sql_next(cursor, &status, error)) {
    DbValue values[COLUMNS_MAX] = {db_integer(merge->id)};
    NumberPair pair = {.from = sql_integer_of(&cursor->row[0])};
    memcpy(values + 1, cursor->row + 1, (cursor->columns - 1) * sizeof *values);
    if (link) values[link] = db_integer(find_number(links, sql_integer_of(&values[link])));
    status = sql_number(merge->into, insert, values, cursor->columns, &pair.into, NULL, error);
    VEC_PUSH(pairs, pair);
  }
  sql_end(cursor);
  return status;
}

static Status copy_texts(const Merge *merge, const NumberPairs *findings, Error *error)
{
  DbCursor *cursor;
  Status status = SQL_QUERY(merge->from,
                            "SELECT t.finding, t.role, t.length, t.bytes FROM finding_text t JOIN "
                            "finding f ON f.id = t.finding WHERE f.campaign = $1",
                            &cursor, error, db_integer(merge->campaign->id));
  if (status != STATUS_OK) return status;
  while (sql_next(cursor, &status, error)) {
    const DbValue *row = cursor->row;
    DbValue values[] = {db_integer(find_number(findings, sql_integer_of(&row[0]))), row[1], row[2],
                        row[3]};
    status = sql_run(merge->into,
                     "INSERT INTO finding_text (finding, role, length, bytes) VALUES ($1, $2, $3, "
                     "$4)",
                     values, 4, NULL, error);
  }
  sql_end(cursor);
  return status;
}

static Status copy_examples(const Merge *merge, const NumberPairs *groups,
                            const NumberPairs *findings, Error *error)
{
  DbCursor *cursor;
  Status status = SQL_QUERY(merge->from,
                            "SELECT id, example FROM finding_group WHERE campaign = $1 AND example "
                            "IS NOT NULL",
                            &cursor, error, db_integer(merge->campaign->id));
  if (status != STATUS_OK) return status;
  while (sql_next(cursor, &status, error)) {
    int64_t group = find_number(groups, sql_integer_of(&cursor->row[0]));
    int64_t example = find_number(findings, sql_integer_of(&cursor->row[1]));
    if (example)
      status = SQL_RUN(merge->into, "UPDATE finding_group SET example = $2 WHERE id = $1", NULL,
                       error, db_integer(group), db_integer(example));
  }
  sql_end(cursor);
  return status;
}

static Status copy_findings(const Merge *merge, Error *error)
{
  NumberPairs groups = {0}, findings = {0};
  Status status = copy_numbered(
      merge, "SELECT id, kind, signature, part FROM finding_group WHERE campaign = $1 ORDER BY id",
      "INSERT INTO finding_group (campaign, kind, signature, part) VALUES ($1, $2, $3, $4) "
      "RETURNING id",
      0, NULL, &groups, error);
  if (status == STATUS_OK)
    status = copy_numbered(
        merge,
        "SELECT id, group_id, instance, place, at_ms, accused, concerned, query, line, confirmed, "
        "evidence FROM finding WHERE campaign = $1 ORDER BY id",
        "INSERT INTO finding (campaign, group_id, instance, place, at_ms, accused, concerned, "
        "query, line, confirmed, evidence) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) "
        "RETURNING id",
        1, &groups, &findings, error);
  if (status == STATUS_OK) status = copy_texts(merge, &findings, error);
  if (status == STATUS_OK) status = copy_examples(merge, &groups, &findings, error);
  VEC_FREE(&groups);
  VEC_FREE(&findings);
  return status;
}

/* --- campaigns --- */

/* Nobody works on the copy: what workers hold of the original is free there, for whoever resumes it. */
static Status end_workers(const Merge *merge, Error *error)
{
  static const char *const changes[] = {
      "UPDATE block SET state = 'free' WHERE campaign = $1 AND state = 'taken'",
      "UPDATE unit SET state = 'open' WHERE campaign = $1 AND state = 'taken'",
      ("UPDATE share SET granted = granted - (SELECT COALESCE(CAST(sum(w.granted - w.inputs) AS "
       "BIGINT), 0) FROM worker w WHERE w.campaign = $1) WHERE campaign = $1"),
      "UPDATE worker SET granted = inputs WHERE campaign = $1",
      "UPDATE worker SET state = 'ended' WHERE campaign = $1 AND state IN ('working', 'idle')"};
  Status status = STATUS_OK;
  for (size_t i = 0; i < sizeof changes / sizeof *changes && status == STATUS_OK; i++)
    status = SQL_RUN(merge->into, changes[i], NULL, error, db_integer(merge->id));
  return status;
}

static Status copy_rows(Store *from, void *user, Error *error)
{
  Merge *merge = user;
  Status status = STATUS_OK;
  for (size_t i = 0; i < sizeof tables / sizeof *tables && status == STATUS_OK; i++)
    if ((!tables[i].shared || from->has_shares) && (!tables[i].origins || from->has_origins))
      status = copy_table(merge, i, error);
  if (status == STATUS_OK) status = copy_findings(merge, error);
  return status == STATUS_OK ? end_workers(merge, error) : status;
}

/* The number of a campaign that is the same, or 0. */
static Status find_campaign(Store *store, void *user, Error *error)
{
  Merge *merge = user;
  DbValue values[] = {sql_text(merge->campaign->name), db_integer((int64_t)merge->campaign->seed),
                      db_integer(merge->campaign->started_ms)};
  merge->id = 0;
  return sql_number(
      store, "SELECT min(id) FROM campaign WHERE name = $1 AND seed = $2 AND started_ms = $3",
      values, 3, &merge->id, NULL, error);
}

/* All of it in one transaction, which may be tried again. Of two that copy the same campaign the second one finds it. */
static Status copy_campaign(Store *into, void *user, Error *error)
{
  Merge *merge = user;
  merge->done = merge->before;
  Status status = into->db->class->exclude ? into->db->class->exclude(into->db, error) : STATUS_OK;
  if (status == STATUS_OK) status = find_campaign(into, merge, error);
  merge->found = merge->id > 0;
  if (status != STATUS_OK || merge->found) return status;
  DbValue values[] = {sql_text(merge->campaign->name), db_integer((int64_t)merge->campaign->seed),
                      db_integer(merge->campaign->started_ms)};
  status = into->db->class->defer ? into->db->class->defer(into->db, error) : STATUS_OK;
  if (status == STATUS_OK)
    status = sql_number(
        into, "INSERT INTO campaign (name, seed, started_ms) VALUES ($1, $2, $3) RETURNING id",
        values, 3, &merge->id, NULL, error);
  return status == STATUS_OK ? store_inspect(merge->from, copy_rows, merge, error) : status;
}

typedef VEC(StoreCampaign) Campaigns;

static Status list_campaigns(Store *store, Campaigns *list, Error *error)
{
  StoreCursor *cursor;
  StoreCampaign campaign;
  Status status = store_open_campaigns(store, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_campaign(cursor, &campaign)) {
    char *name = mem_copy_string(campaign.name, strlen(campaign.name));
    campaign.name = name;
    VEC_PUSH(list, campaign);
  }
  return store_end(cursor, error);
}

static void free_campaigns(Campaigns *list)
{
  for (size_t i = 0; i < list->count; i++) {
    char *name;
    memcpy(&name, &list->items[i].name, sizeof name); /* it was made here */
    free(name);
  }
  VEC_FREE(list);
}

static Status merge_one(Merge *merge, MergeCounts *counts, Error *error)
{
  assert(merge->campaign && merge->into != merge->from);
  Status status = store_transact(merge->into, copy_campaign, merge, error);
  if (status != STATUS_OK) return status;
  StoreCounts there, copied;
  merge->before = merge->done;
  status = store_count(merge->from, merge->campaign->id, &there, error);
  if (status == STATUS_OK) status = store_count(merge->into, merge->id, &copied, error);
  if (status != STATUS_OK) return status;
  counts->skipped += merge->found;
  counts->grown += merge->found && there.instances > copied.instances;
  if (merge->found) return STATUS_OK;
  counts->campaigns++;
  counts->inputs += copied.instances;
  counts->findings += copied.findings;
  return STATUS_OK;
}

/* What there is to copy. */
static Status count_rows(Merge *merge, Campaigns *list, Error *error)
{
  Status status = STATUS_OK;
  for (size_t i = 0; i < list->count && status == STATUS_OK; i++) {
    StoreCounts counts;
    merge->campaign = &list->items[i];
    status = store_inspect(merge->into, find_campaign, merge, error);
    if (status != STATUS_OK || merge->id > 0) continue;
    status = store_count(merge->from, merge->campaign->id, &counts, error);
    if (status == STATUS_OK) merge->total += counts.instances + counts.runs;
  }
  return status;
}

Status store_merge(Store *into, Store *from, MergeListener listener, MergeCounts *counts,
                   Error *error)
{
  assert(into != from && store_waiting(into) == 0);
  Campaigns list = {0};
  Merge merge = {.into = into, .from = from, .listener = listener};
  Status status = list_campaigns(from, &list, error);
  if (status == STATUS_OK) status = count_rows(&merge, &list, error);
  for (size_t i = 0; i < list.count && status == STATUS_OK; i++) {
    merge.campaign = &list.items[i];
    status = merge_one(&merge, counts, error);
  }
  free_campaigns(&list);
  return status;
}
