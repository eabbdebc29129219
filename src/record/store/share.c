#include "record/store/share.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "record/store/sql.h"

/* Workers that add to the same row of an arm wait for each other. */
enum { SHARDS = 8 };

/* --- agents --- */

Status store_add_arm_sum(Store *store, int64_t campaign, uint32_t worker, const StoreArmSum *sum,
                         double decay, Error *error)
{
  assert(sum->sums.pulls >= sum->sums.missed && decay > 0 && decay <= 1);
  DbValue values[] = {db_integer(campaign),
                      db_integer(sum->agent),
                      db_integer(sum->arm),
                      db_integer(worker % SHARDS),
                      sql_real(sum->sums.at),
                      sql_real(sum->sums.successes),
                      sql_real(sum->sums.failures),
                      db_integer((int64_t)sum->sums.pulls),
                      db_integer((int64_t)sum->sums.missed),
                      sql_real(sum->sums.rewards),
                      sql_real(decay)};
  return store_take(store, ADD_ARM_SUM, values, sizeof values / sizeof *values, error);
}

typedef struct {
  int64_t campaign;
  StoreDecay *decay;
  void *user;
  StoreArmSums *sums;
} Summing;

static Status read_sums(Store *store, void *user, Error *error)
{
  const Summing *summing = user;
  StoreArmSums *sums = summing->sums;
  DbCursor *cursor;
  sums->count = 0;
  Status status = SQL_QUERY(store,
                            "SELECT agent, arm, at, successes, failures, pulls, missed, rewards "
                            "FROM arm_sum WHERE campaign = $1 ORDER BY agent, arm, shard",
                            &cursor, error, db_integer(summing->campaign));
  if (status != STATUS_OK) return status;
  while (sql_next(cursor, &status, error)) {
    const DbValue *row = cursor->row;
    StoreArmSum sum = {.agent = (uint32_t)sql_integer_of(&row[0]),
                       .arm = (uint32_t)sql_integer_of(&row[1]),
                       .sums.at = sql_real_of(&row[2]),
                       .sums.successes = sql_real_of(&row[3]),
                       .sums.failures = sql_real_of(&row[4]),
                       .sums.pulls = (uint64_t)sql_integer_of(&row[5]),
                       .sums.missed = (uint64_t)sql_integer_of(&row[6]),
                       .sums.rewards = sql_real_of(&row[7])};
    StoreArmSum *last = sums->count ? &sums->items[sums->count - 1] : NULL;
    if (last && last->agent == sum.agent && last->arm == sum.arm)
      arm_add(&last->sums, &sum.sums, summing->decay(summing->user, sum.agent));
    else
      VEC_PUSH(sums, sum);
  }
  sql_end(cursor);
  return status;
}

Status store_get_arm_sums(Store *store, int64_t campaign, StoreDecay *decay, void *user,
                          StoreArmSums *sums, Error *error)
{
  return store_inspect(store, read_sums, &(Summing){campaign, decay, user, sums}, error);
}

/* --- groups --- */

Status store_lock_share(Store *store, int64_t campaign, uint64_t *version, Error *error)
{
  assert(store->in_transaction);
  int64_t number = 0;
  DbValue value = db_integer(campaign);
  Status status = sql_number(
      store, "UPDATE share SET version = version + 1 WHERE campaign = $1 RETURNING version", &value,
      1, &number, NULL, error);
  *version = (uint64_t)number;
  return status;
}

Status store_put_group(Store *store, int64_t campaign, uint64_t number, uint64_t version,
                       StoreText bytes, Error *error)
{
  assert(store->in_transaction && number > 0);
  return SQL_RUN(store,
                 "INSERT INTO shared_group (campaign, number, version, bytes) VALUES ($1, $2, $3, "
                 "$4) ON CONFLICT (campaign, number) DO UPDATE SET version = excluded.version, "
                 "bytes = excluded.bytes",
                 NULL, error, db_integer(campaign), db_integer((int64_t)number),
                 db_integer((int64_t)version), sql_bytes(bytes.bytes, bytes.length));
}

typedef struct {
  int64_t campaign, after;
  StoreTakeGroup *take;
  void *user;
} Visit;

static Status visit_groups(Store *store, void *user, Error *error)
{
  const Visit *visit = user;
  DbCursor *cursor;
  Status status = SQL_QUERY(store,
                            "SELECT number, version, bytes FROM shared_group WHERE campaign = $1 "
                            "AND version > $2 ORDER BY number",
                            &cursor, error, db_integer(visit->campaign), db_integer(visit->after));
  if (status != STATUS_OK) return status;
  while (sql_next(cursor, &status, error)) {
    const DbValue *row = cursor->row;
    bool bytes = row[2].kind == DB_BYTES;
    StoreText text = {.bytes = bytes ? row[2].bytes : "", .length = bytes ? row[2].length : 0};
    status = visit->take(visit->user, (uint64_t)sql_integer_of(&row[0]),
                         (uint64_t)sql_integer_of(&row[1]), text, error);
  }
  sql_end(cursor);
  return status;
}

Status store_get_groups(Store *store, int64_t campaign, uint64_t after, StoreTakeGroup *take,
                        void *user, Error *error)
{
  assert(campaign > 0 && take);
  Visit visit = {campaign, (int64_t)after, take, user};
  return store_inspect(store, visit_groups, &visit, error);
}

/* --- the best input --- */

Status store_put_best_record(Store *store, int64_t campaign, uint64_t number, double margin,
                             StoreText record, Error *error)
{
  assert(store->in_transaction && isfinite(margin));
  return SQL_RUN(store,
                 "UPDATE share SET best = $2, best_margin = $3, best_record = $4 WHERE campaign = "
                 "$1",
                 NULL, error, db_integer(campaign), db_integer((int64_t)number), sql_real(margin),
                 sql_bytes(record.bytes, record.length));
}

typedef struct {
  int64_t campaign;
  double above, margin;
  uint64_t number;
  StrBuf *record;
  bool found;
} BestLook;

static Status read_best(Store *store, void *user, Error *error)
{
  BestLook *look = user;
  DbCursor *cursor;
  Status status = SQL_QUERY(store,
                            "SELECT best, best_margin, best_record FROM share WHERE campaign = $1 "
                            "AND best IS NOT NULL AND best_margin > CAST($2 AS DOUBLE PRECISION)",
                            &cursor, error, db_integer(look->campaign), sql_real(look->above));
  if (status != STATUS_OK) return status;
  look->found = sql_next(cursor, &status, error);
  if (look->found) {
    const DbValue *row = cursor->row;
    look->number = (uint64_t)sql_integer_of(&row[0]);
    look->margin = sql_real_of(&row[1]);
    if (row[2].kind == DB_BYTES) strbuf_add(look->record, row[2].bytes, row[2].length);
  }
  sql_end(cursor);
  return status;
}

Status store_get_best_record(Store *store, int64_t campaign, double above, uint64_t *number,
                             double *margin, StrBuf *record, bool *found, Error *error)
{
  assert(campaign > 0 && record && !isnan(above));
  BestLook look = {.campaign = campaign, .above = above, .record = record};
  Status status = store_inspect(store, read_best, &look, error);
  *found = status == STATUS_OK && look.found;
  *number = look.number;
  *margin = look.margin;
  return status;
}
