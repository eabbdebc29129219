/* The store of campaigns: everything that happened, for reports and to go on after an end of any kind.
 *
 *   store_open(&store, "DIR", &(StoreOptions){.writable = true}, &error);
 *   store_begin_campaign(store, &campaign, &error);      campaign.id is its number from now on
 *   store_add_instance(store, campaign.id, &instance, &error); ...
 *   store_flush(store, &error);                           all of it will be there tomorrow
 *
 * A store is an SQLite file, the file campaign.db of a folder, or a PostgreSQL database (postgresql://...), with
 * the same tables in both: schema.sql. Several processes may use one at a time.
 *
 * What is added waits in memory and is written in one transaction when there is enough of it, after a while, or by
 * store_flush: all of it or nothing, in the order in which it was added. Until then it may be lost with the
 * process, so that a state that is put together with the rows before it always fits them. If writing fails, an
 * error is returned, everything waits on, and store_flush tries again. Adding functions return errors of
 * such writing only; the record itself has been taken.
 *
 * What a record refers to has to be added before it (parents, constructs, solvers), and keys are new. A record
 * that breaks this makes the whole batch fail. */
#ifndef RECORD_STORE_STORE_H
#define RECORD_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/strbuf.h"

typedef struct Store Store;

/* Zeroed: to read. */
typedef struct {
  bool writable;      /* the store is made if it does not exist */
  bool without_check; /* of the integrity of the file, whose time grows with its size */
  bool
      only_flush; /* nothing is written but by store_flush: the caller says what belongs together */
  uint32_t batch_rows; /* 0: STORE_BATCH_ROWS */
  uint32_t batch_ms;   /* 0: STORE_BATCH_MS */
  uint32_t busy_ms;    /* how long to wait for others that write; 0: STORE_BUSY_MS */
  uint32_t wait_ms;    /* and for a server that has gone away; 0: STORE_WAIT_MS */
  size_t text_limit;   /* 0: STORE_TEXT_LIMIT; at most STORE_TEXT_MOST */
} StoreOptions;

enum {
  STORE_BATCH_ROWS = 10000,
  STORE_BATCH_BYTES = 32 << 20, /* of texts that wait */
  STORE_BATCH_MS = 1000,
  STORE_BUSY_MS = 30000,
  STORE_WAIT_MS = 30000,
  STORE_TEXT_LIMIT = 16 << 20,
  STORE_TEXT_MOST = 512 << 20,
  STORE_SIGNATURE_MOST = 1000,
};

#define STORE_NONE UINT64_MAX /* a number that is not there */

/* Bytes that may hold anything. Those above the limit of the store are cut. */
typedef struct {
  const char *bytes;
  size_t length;
  uint64_t full_length; /* read: of what was written; larger than `length` if it was cut */
} StoreText;

typedef struct {
  int64_t id; /* given by the store */
  const char *name;
  uint64_t seed;
  int64_t started_ms; /* since 1970; given by the store */
} StoreCampaign;

typedef struct {
  const char *name;
  StoreText value;
} StoreSetting;

typedef struct {
  uint32_t number;
  const char *name, *version, *role;
} StoreSolver;

/* A construct or an agent. */
typedef struct {
  uint32_t number;
  const char *name;
} StoreName;

typedef struct {
  uint64_t number; /* of the campaign: workers share them out */
  uint32_t worker;
  uint64_t at_ms; /* of the campaign's own time, as everywhere below */
  uint64_t seed;
  uint64_t parent;    /* or STORE_NONE */
  uint64_t construct; /* that was placed, or STORE_NONE */
  uint32_t placed;    /* how often */
  uint64_t scale;     /* of what was generated at that time */
  uint64_t size;
  double margin, reward; /* NAN: not known */
  StoreText options;     /* of solvers, that were drawn for its runs; empty: none */
} StoreInstance;

typedef struct {
  uint64_t instance;
  uint32_t solver;
  uint32_t attempt; /* from 0 */
  const char *outcome;
  int exit_code; /* -1: did not exit by itself */
  int signal;    /* 0: none */
  uint64_t wall_ns, cpu_ns, peak_bytes;
  uint64_t limit_ns;     /* that it had; 0: none */
  uint64_t instructions; /* or STORE_NONE, as the next */
  uint64_t counter;
} StoreRun;

typedef struct {
  int64_t id, group; /* given by the store */
  uint64_t instance;
  uint32_t place; /* among the findings of the instance, from 0 */
  uint64_t at_ms;
  const char *kind;
  /* Kind, signature and part make the group. A longer signature than STORE_SIGNATURE_MOST is cut, and its digest put
   * after, so that different ones stay different. */
  StoreText signature;
  uint32_t part;               /* not read: tells findings with one signature apart, from 0 */
  uint64_t accused, concerned; /* solvers, bit by number */
  uint32_t query;
  uint64_t line;
  bool confirmed;
  StoreText evidence;
} StoreFinding;

typedef struct {
  int64_t id;
  const char *kind;
  StoreText signature;
  uint64_t findings, confirmed; /* how many */
  int64_t
      first; /* finding: the example or, if there is none, the first that is confirmed, or of all */
} StoreGroup;

/* A text of a finding or of a run, by its role. */
typedef struct {
  const char *role;
  uint32_t solver, attempt; /* of a run */
  StoreText text;
} StoreRoleText;

typedef struct {
  uint64_t instance, at_ms;
  double margin;
} StoreBest;

typedef struct {
  uint32_t agent, worker;
  uint64_t at_ms;
  uint32_t construct;
  double successes, failures;
  uint64_t pulls;
  double rewards;
} StoreArm;

/* All runs of a solver with one outcome. */
typedef struct {
  uint32_t solver;
  const char *outcome;
  uint64_t runs, wall_ns, cpu_ns, peak_bytes; /* sums, but the largest peak */
} StoreTally;

typedef struct {
  uint64_t instances, runs, findings, groups;
  uint64_t last_instance; /* the largest number, or STORE_NONE */
  uint64_t last_ms;       /* of the campaign's time: when it was made */
} StoreCounts;

/* Opens or makes a store. A damaged file, one of another program and one of a newer version are errors. */
Status store_open(Store **store, const char *where, const StoreOptions *options, Error *error);
/* What has not been flushed is lost. NULL is fine. */
void store_close(Store *store);
/* Where it is: a file, or a URL without a password. */
const char *store_name(const Store *store);

/* Writes all that waits. When this returns without an error, it survives the end of the process and, as far
 * as the disk keeps its promises, of the machine. Not while a cursor is open. */
Status store_flush(Store *store, Error *error);
/* Rows that wait. */
size_t store_waiting(const Store *store);
/* Was the last error that the database could not be reached? Everything waits on then, and it may be there again later. */
bool store_is_away(const Store *store);

/* Something that belongs together: all of it happens or nothing. It is done again from its beginning if the connection to
 * the server was lost, so that it may change nothing in memory that a second time would change again. A flush in it writes
 * what waits; what is added after that is written at once. Inside of another one it is a part of that. */
typedef Status StoreWork(Store *store, void *user, Error *error);
Status store_transact(Store *store, StoreWork *work, void *user, Error *error);
/* The same for what only reads, also in a store that is opened to read. */
Status store_inspect(Store *store, StoreWork *work, void *user, Error *error);

/* Writes the campaign at once, with its time, and gives it its id. */
Status store_begin_campaign(Store *store, StoreCampaign *campaign, Error *error);
/* For the one process that runs a campaign, before it begins or resumes work: an error if there is such a process
 * already. Holds until the store is closed, or the process ends in any way. Its workers need none of it. */
Status store_own_campaign(Store *store, int64_t campaign, Error *error);
/* Is there such a process now? */
Status store_campaign_owned(Store *store, int64_t campaign, bool *owned, Error *error);

Status store_add_setting(Store *store, int64_t campaign, const char *name, StoreText value,
                         Error *error);
Status store_add_solver(Store *store, int64_t campaign, const StoreSolver *solver, Error *error);
Status store_add_construct(Store *store, int64_t campaign, const StoreName *name, Error *error);
Status store_add_agent(Store *store, int64_t campaign, const StoreName *name, Error *error);

Status store_add_instance(Store *store, int64_t campaign, const StoreInstance *instance,
                          Error *error);
/* Names of seeds that the instance was made of, but by mutations of other instances. */
Status store_add_origin(Store *store, int64_t campaign, uint64_t instance, const char *name,
                        Error *error);
/* Of an instance that has one already the first stays. */
Status store_add_text(Store *store, int64_t campaign, uint64_t instance, StoreText text,
                      Error *error);
Status store_add_run(Store *store, int64_t campaign, const StoreRun *run, Error *error);
/* What the run printed to the stream `role`. */
Status store_add_output(Store *store, int64_t campaign, uint64_t instance,
                        const StoreRoleText *output, Error *error);
Status store_add_finding(Store *store, int64_t campaign, const StoreFinding *finding, Error *error);
/* Groups of the campaign that an earlier version wrote get the present names of kinds, so that findings come to them. Readers
 * see present names in any case. */
Status store_rename_kinds(Store *store, int64_t campaign, Error *error);
Status store_add_best(Store *store, int64_t campaign, const StoreBest *best, Error *error);
Status store_add_arm(Store *store, int64_t campaign, const StoreArm *arm, Error *error);

/* These take the place of what was there. A state is never cut: it is an error if it is above STORE_TEXT_MOST. */
Status store_put_state(Store *store, int64_t campaign, uint32_t worker, const char *name,
                       StoreText value, Error *error);
Status store_drop_state(Store *store, int64_t campaign, uint32_t worker, const char *name,
                        Error *error);
Status store_put_finding_text(Store *store, int64_t campaign, uint64_t instance, uint32_t place,
                              const char *role, StoreText text, Error *error);
Status store_drop_finding_text(Store *store, int64_t campaign, uint64_t instance, uint32_t place,
                               const char *role, Error *error);
Status store_put_confirmed(Store *store, int64_t campaign, uint64_t instance, uint32_t place,
                           bool confirmed, Error *error);
/* The finding is the example of its group. */
Status store_put_example(Store *store, int64_t campaign, uint64_t instance, uint32_t place,
                         Error *error);

/* Reading sees what has been written, of all processes, but not what still waits. */

/* A number that costs little to get, and is another one whenever somebody else has written to the store in between.
 * Not while a cursor is open. */
Status store_mark(Store *store, uint64_t *mark, Error *error);
Status store_count(Store *store, int64_t campaign, StoreCounts *counts, Error *error);
/* Appends the bytes; `found` is false if there are none. */
Status store_get_state(Store *store, int64_t campaign, uint32_t worker, const char *name,
                       StrBuf *bytes, bool *found, Error *error);
/* `full_length` is what was written. */
Status store_get_text(Store *store, int64_t campaign, uint64_t instance, StrBuf *bytes,
                      uint64_t *full_length, bool *found, Error *error);
/* Appends the names of the seeds that the instance or, if it is a mutation, the first of its ancestors was made of; nothing if
 * there are none. */
Status store_get_origin(Store *store, int64_t campaign, uint64_t instance, StrBuf *names,
                        Error *error);

/* Rows one after the other:
 *
 *   Status status = store_open_runs(store, campaign, 0, &cursor, &error);
 *   while (status == STATUS_OK && store_next_run(cursor, &run)) ...
 *   if (status == STATUS_OK) status = store_end(cursor, &error);
 *
 * What a record points to lives until the next one. Cursors that are open at the same time see the same state of
 * the store; nothing may be added meanwhile. An error shows as the end of the rows and comes from store_end. */
typedef struct StoreCursor StoreCursor;

Status store_end(StoreCursor *cursor, Error *error);

/* Work of other commands (work.h) is left out. */
Status store_open_campaigns(Store *store, StoreCursor **cursor, Error *error);
bool store_next_campaign(StoreCursor *cursor, StoreCampaign *campaign);
Status store_open_settings(Store *store, int64_t campaign, StoreCursor **cursor, Error *error);
bool store_next_setting(StoreCursor *cursor, StoreSetting *setting);
/* STORE_STATE_LIFT of all workers, to be read by store_next_setting. */
Status store_open_lifts(Store *store, int64_t campaign, StoreCursor **cursor, Error *error);
Status store_open_solvers(Store *store, int64_t campaign, StoreCursor **cursor, Error *error);
bool store_next_solver(StoreCursor *cursor, StoreSolver *solver);
Status store_open_constructs(Store *store, int64_t campaign, StoreCursor **cursor, Error *error);
Status store_open_agents(Store *store, int64_t campaign, StoreCursor **cursor, Error *error);
bool store_next_name(StoreCursor *cursor, StoreName *name);

/* In the order of their numbers, from one on. */
Status store_open_instances(Store *store, int64_t campaign, uint64_t from, StoreCursor **cursor,
                            Error *error);
bool store_next_instance(StoreCursor *cursor, StoreInstance *instance);
/* In the order of instance, solver, attempt, from an instance on. */
Status store_open_runs(Store *store, int64_t campaign, uint64_t from, StoreCursor **cursor,
                       Error *error);
bool store_next_run(StoreCursor *cursor, StoreRun *run);
/* By solver and outcome. */
Status store_open_tallies(Store *store, int64_t campaign, StoreCursor **cursor, Error *error);
bool store_next_tally(StoreCursor *cursor, StoreTally *tally);
/* What runs of an instance printed. */
Status store_open_outputs(Store *store, int64_t campaign, uint64_t instance, StoreCursor **cursor,
                          Error *error);
Status store_open_finding_texts(Store *store, int64_t finding, StoreCursor **cursor, Error *error);
bool store_next_role_text(StoreCursor *cursor, StoreRoleText *text);
/* In the order in which they were found. */
Status store_open_groups(Store *store, int64_t campaign, StoreCursor **cursor, Error *error);
bool store_next_group(StoreCursor *cursor, StoreGroup *group);
/* Of one group, or of all if `group` is 0. */
Status store_open_findings(Store *store, int64_t campaign, int64_t group, StoreCursor **cursor,
                           Error *error);
bool store_next_finding(StoreCursor *cursor, StoreFinding *finding);
/* In the order of time. */
Status store_open_best(Store *store, int64_t campaign, StoreCursor **cursor, Error *error);
bool store_next_best(StoreCursor *cursor, StoreBest *best);
/* All states of the arms in the order of agent, worker, time and construct, or only the last of each worker. */
Status store_open_arms(Store *store, int64_t campaign, bool only_last, StoreCursor **cursor,
                       Error *error);
bool store_next_arm(StoreCursor *cursor, StoreArm *arm);
/* A store may be made by others, and the library of distributions ends the process on numbers that make no sense. */
bool store_arm_makes_sense(const StoreArm *arm);

#endif
