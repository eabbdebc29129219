/* What the files of the store share. */
#ifndef RECORD_STORE_INTERNAL_H
#define RECORD_STORE_INTERNAL_H

#include "record/store/queue.h"
#include "record/store/store.h"

struct Store {
  Database *db;
  StoreOptions options; /* with defaults filled in */
  Queue queue;
  uint64_t since_ns;   /* when the first of the queue came */
  size_t cursors;      /* that are open */
  bool in_transaction; /* of store_transact */
  bool written;        /* in it: what waited has been written, and what is added now is, too */
  Status broken;       /* in it: the first error of what was added after that, */
  Error why;           /* and what it was */
  bool has_shares;     /* it is of a version with tables for several workers */
  bool has_origins;    /* and with one for names of seeds */
  bool away;           /* the last transaction did not reach the database */
};

/* In which order the statements of a batch are executed by a database that takes many rows of a table at once:
 * what others refer to comes first. */
typedef enum { STAGE_FIRST, STAGE_INSTANCES, STAGE_RUNS, STAGE_LAST, STAGE_COUNT } Stage;

#define STATEMENT_LIST(X)                                                                          \
  X(ADD_SETTING, STAGE_FIRST, "INSERT INTO setting (campaign, name, value) VALUES ($1, $2, $3)")   \
  X(ADD_SOLVER, STAGE_FIRST,                                                                       \
    "INSERT INTO solver (campaign, number, name, version, role) "                                  \
    "VALUES ($1, $2, $3, $4, $5)")                                                                 \
  X(ADD_CONSTRUCT, STAGE_FIRST,                                                                    \
    "INSERT INTO construct (campaign, number, name) VALUES ($1, $2, $3)")                          \
  X(ADD_AGENT, STAGE_FIRST, "INSERT INTO agent (campaign, number, name) VALUES ($1, $2, $3)")      \
  X(ADD_INSTANCE, STAGE_INSTANCES,                                                                 \
    "INSERT INTO instance (campaign, number, worker, at_ms, seed, parent, "                        \
    "construct, placed, scale, size, margin, reward, options) "                                    \
    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)")                             \
  X(ADD_TEXT, STAGE_LAST,                                                                          \
    "INSERT INTO instance_text (campaign, instance, length, bytes) "                               \
    "VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING")                                              \
  X(ADD_ORIGIN, STAGE_LAST, "INSERT INTO origin (campaign, instance, name) VALUES ($1, $2, $3)")   \
  X(ADD_RUN, STAGE_RUNS,                                                                           \
    "INSERT INTO run (campaign, instance, solver, attempt, outcome, exit_code, signal, "           \
    "wall_ns, cpu_ns, peak_bytes, limit_ns, instructions, counter) "                               \
    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)")                             \
  X(ADD_OUTPUT, STAGE_LAST,                                                                        \
    "INSERT INTO output (campaign, instance, solver, attempt, stream, length, bytes) "             \
    "VALUES ($1, $2, $3, $4, $5, $6, $7)")                                                         \
  X(ADD_GROUP, STAGE_LAST,                                                                         \
    "INSERT INTO finding_group (campaign, kind, signature, part) "                                 \
    "VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING")                                              \
  X(ADD_FINDING, STAGE_LAST,                                                                       \
    "INSERT INTO finding (campaign, instance, place, group_id, at_ms, accused, concerned, query, " \
    "line, confirmed, evidence) VALUES ($1, $2, $3, (SELECT id FROM finding_group "                \
    "WHERE campaign = $1 AND kind = $4 AND signature = $5 AND part = $6), $7, $8, $9, $10, $11, "  \
    "$12, $13)")                                                                                   \
  X(ADD_BEST, STAGE_LAST,                                                                          \
    "INSERT INTO best (campaign, instance, at_ms, margin) VALUES ($1, $2, $3, $4)")                \
  X(ADD_ARM, STAGE_LAST,                                                                           \
    "INSERT INTO arm (campaign, agent, worker, at_ms, construct, successes, failures, "            \
    "pulls, rewards) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)")                                 \
  X(ADD_ARM_SUM, STAGE_LAST,                                                                       \
    "INSERT INTO arm_sum (campaign, agent, arm, shard, at, successes, failures, pulls, missed, "   \
    "rewards) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (campaign, agent, "     \
    "arm, "                                                                                        \
    "shard) DO UPDATE SET successes = CASE WHEN excluded.at > arm_sum.at THEN excluded.successes " \
    "+ "                                                                                           \
    "arm_sum.successes * power(CAST($11 AS DOUBLE PRECISION), excluded.at - arm_sum.at) ELSE "     \
    "arm_sum.successes + excluded.successes * power(CAST($11 AS DOUBLE PRECISION), arm_sum.at - "  \
    "excluded.at) END, failures = CASE WHEN excluded.at > arm_sum.at THEN excluded.failures + "    \
    "arm_sum.failures * power(CAST($11 AS DOUBLE PRECISION), excluded.at - arm_sum.at) ELSE "      \
    "arm_sum.failures + excluded.failures * power(CAST($11 AS DOUBLE PRECISION), arm_sum.at - "    \
    "excluded.at) END, at = CASE WHEN excluded.at > arm_sum.at THEN excluded.at ELSE arm_sum.at "  \
    "END, pulls = arm_sum.pulls + excluded.pulls, missed = arm_sum.missed + excluded.missed, "     \
    "rewards = arm_sum.rewards + excluded.rewards")                                                \
  X(PUT_STATE, STAGE_LAST,                                                                         \
    "INSERT INTO state (campaign, worker, name, value) VALUES ($1, $2, $3, $4) "                   \
    "ON CONFLICT (campaign, worker, name) DO UPDATE SET value = excluded.value")                   \
  X(DROP_STATE, STAGE_LAST, "DELETE FROM state WHERE campaign = $1 AND worker = $2 AND name = $3") \
  X(PUT_FINDING_TEXT, STAGE_LAST,                                                                  \
    "INSERT INTO finding_text (finding, role, length, bytes) "                                     \
    "VALUES ((SELECT id FROM finding WHERE campaign = $1 AND instance = $2 "                       \
    "AND place = $3), $4, $5, $6) ON CONFLICT (finding, role) "                                    \
    "DO UPDATE SET length = excluded.length, bytes = excluded.bytes")                              \
  X(DROP_FINDING_TEXT, STAGE_LAST,                                                                 \
    "DELETE FROM finding_text WHERE finding = (SELECT id FROM finding WHERE "                      \
    "campaign = $1 AND instance = $2 AND place = $3) AND role = $4")                               \
  X(PUT_CONFIRMED, STAGE_LAST,                                                                     \
    "UPDATE finding SET confirmed = $1 WHERE campaign = $2 AND instance = $3 "                     \
    "AND place = $4")                                                                              \
  X(PUT_EXAMPLE, STAGE_LAST,                                                                       \
    "UPDATE finding_group SET example = (SELECT id FROM finding WHERE campaign = $1 "              \
    "AND instance = $2 AND place = $3) WHERE id = (SELECT group_id FROM finding "                  \
    "WHERE campaign = $1 AND instance = $2 AND place = $3)")

#define STATEMENT_ENUM(code, stage, sql) code,
typedef enum { STATEMENT_LIST(STATEMENT_ENUM) STATEMENT_COUNT } Statement;
#undef STATEMENT_ENUM
_Static_assert((int)STATEMENT_COUNT <= (int)DB_SLOTS, "each statement has a slot");

/* Takes the statement, and writes what waits if it is time. */
Status store_take(Store *store, Statement statement, const DbValue *values, size_t count,
                  Error *error);

static inline DbValue db_integer(int64_t integer)
{
  return (DbValue){.kind = DB_INTEGER, .integer = integer};
}

#endif
