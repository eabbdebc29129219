/* What storing a run costs, in time and bytes, against a bare loop of SQLite that inserts the same rows.
 *
 * The machine may be busy, so both sides take turns, the best part of each counts, and CPU time is shown
 * beside the time on the clock. */
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/random.h"
#include "record/store/store.h"
#include "support/postgres.h"

enum { RUNS = 1000000, PARTS = 10, PART = RUNS / PARTS, SOLVERS = 2, BATCH = 10000 };

static char folder[] = "/tmp/assay-bench-XXXXXX";

static void must(Status status, const Error *error)
{
  if (status == STATUS_OK) return;
  fprintf(stderr, "bench_store: %s\n", error->message);
  exit(3);
}

typedef struct {
  uint64_t wall_ns, cpu_ns;
} Moment;

static Moment now(void)
{
  return (Moment){clock_monotonic_ns(), clock_process_cpu_ns()};
}

/* A second, or seconds. */
typedef struct {
  double wall, cpu;
} Rate;

static Rate seconds_since(Moment begin)
{
  Moment end = now();
  return (Rate){(double)(end.wall_ns - begin.wall_ns) / 1e9,
                (double)(end.cpu_ns - begin.cpu_ns) / 1e9};
}

static Rate rate_since(Moment begin, uint64_t count)
{
  Rate seconds = seconds_since(begin);
  return (Rate){(double)count / seconds.wall, (double)count / seconds.cpu};
}

static Rate best_of(Rate a, Rate b)
{
  return (Rate){fmax(a.wall, b.wall), fmax(a.cpu, b.cpu)};
}

static void print_seconds(const char *name, Moment begin)
{
  Rate seconds = seconds_since(begin);
  printf("%-34s %8.2f s, CPU %.2f s\n", name, seconds.wall, seconds.cpu);
}

/* Measurements as solvers give them. */
static StoreRun make_run(uint64_t instance, uint32_t solver, Random *random)
{
  static const char *const outcomes[] = {"sat", "unsat", "timeout", "unknown"};
  return (StoreRun){.instance = instance,
                    .solver = solver,
                    .outcome = outcomes[random_below(random, 4)],
                    .wall_ns = random_below(random, 5000000000),
                    .cpu_ns = random_below(random, 5000000000),
                    .peak_bytes = random_below(random, 1 << 30),
                    .limit_ns = 5000000000,
                    .instructions = random_below(random, 10000000000),
                    .counter = random_below(random, 100000000)};
}

static StoreInstance make_instance(uint64_t number, Random *random)
{
  return (StoreInstance){.number = number,
                         .at_ms = number,
                         .seed = 42,
                         .parent = number > 0 ? random_below(random, number) : STORE_NONE,
                         .construct = random_below(random, 100),
                         .size = random_below(random, 1000),
                         .margin = random_unit(random),
                         .reward = 0};
}

static int64_t begin_campaign(Store *store)
{
  Error error;
  StoreCampaign campaign = {.name = "bench", .seed = 42};
  must(store_begin_campaign(store, &campaign, &error), &error);
  for (uint32_t i = 0; i < SOLVERS; i++)
    must(store_add_solver(store, campaign.id, &(StoreSolver){i, "z3", "4.8.12", "target"}, &error),
         &error);
  for (uint32_t i = 0; i < 100; i++)
    must(store_add_construct(store, campaign.id, &(StoreName){i, "bvadd"}, &error), &error);
  must(store_flush(store, &error), &error);
  return campaign.id;
}

/* Runs and their instances; gives runs a second. */
static Rate store_part(Store *store, int64_t campaign, uint64_t first_run, uint64_t count)
{
  Error error;
  Random random = random_stream(1, 0, first_run);
  Moment begin = now();
  for (uint64_t i = first_run; i < first_run + count; i++) {
    if (i % SOLVERS == 0) {
      StoreInstance instance = make_instance(i / SOLVERS, &random);
      must(store_add_instance(store, campaign, &instance, &error), &error);
    }
    StoreRun run = make_run(i / SOLVERS, (uint32_t)(i % SOLVERS), &random);
    must(store_add_run(store, campaign, &run, &error), &error);
  }
  must(store_flush(store, &error), &error);
  return rate_since(begin, count);
}

static void bare_must(bool well, sqlite3 *db)
{
  if (well) return;
  fprintf(stderr, "bench_store: %s\n", sqlite3_errmsg(db));
  exit(3);
}

static sqlite3 *bare_open(const char *path, sqlite3_stmt **insert)
{
  sqlite3 *db;
  bare_must(sqlite3_open(path, &db) == SQLITE_OK, db);
  bare_must(sqlite3_exec(db,
                         "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                         "CREATE TABLE run (a, b, c, d, e, f, g, h, i, j, k, l, m, "
                         "PRIMARY KEY (a, b, c, d)) WITHOUT ROWID",
                         NULL, NULL, NULL) == SQLITE_OK,
            db);
  bare_must(sqlite3_prepare_v2(db, "INSERT INTO run VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)", -1, insert,
                               NULL) == SQLITE_OK,
            db);
  return db;
}

static Rate bare_part(sqlite3 *db, sqlite3_stmt *insert, uint64_t first_run, uint64_t count)
{
  Random random = random_stream(1, 0, first_run);
  Moment begin = now();
  for (uint64_t i = first_run; i < first_run + count; i++) {
    if (i % BATCH == 0) sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
    StoreRun run = make_run(i / SOLVERS, (uint32_t)(i % SOLVERS), &random);
    const uint64_t numbers[] = {1,
                                run.instance,
                                run.solver,
                                0,
                                0,
                                0,
                                0,
                                run.wall_ns,
                                run.cpu_ns,
                                run.peak_bytes,
                                run.limit_ns,
                                run.instructions,
                                run.counter};
    for (int column = 0; column < 13; column++)
      sqlite3_bind_int64(insert, column + 1, (int64_t)numbers[column]);
    sqlite3_bind_text(insert, 5, run.outcome, -1, SQLITE_STATIC);
    bare_must(sqlite3_step(insert) == SQLITE_DONE, db);
    sqlite3_reset(insert);
    if (i % BATCH == BATCH - 1)
      bare_must(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK, db);
  }
  return rate_since(begin, count);
}

static double bytes_of(const char *path)
{
  struct stat status;
  return stat(path, &status) == 0 ? (double)status.st_size : 0;
}

static void measure_writing(const char *path, const char *bare_path)
{
  Error error;
  Store *store;
  sqlite3_stmt *insert;
  must(store_open(&store, path, &(StoreOptions){.writable = true}, &error), &error);
  sqlite3 *bare = bare_open(bare_path, &insert);
  int64_t campaign = begin_campaign(store);
  Rate ours = {0}, theirs = {0};
  for (uint64_t part = 0; part < PARTS; part++) {
    ours = best_of(ours, store_part(store, campaign, part * PART, PART));
    theirs = best_of(theirs, bare_part(bare, insert, part * PART, PART));
    if (part % 3 == 0)
      printf("  %7d runs: %6.1f MB, %5.1f bytes a run with its part of the instance\n",
             (int)(part + 1) * PART, bytes_of(path) / 1e6,
             bytes_of(path) / (double)((part + 1) * PART));
  }
  printf("%-34s %8.0f runs a second, %.0f a CPU-second\n", "SQLite, instances and runs", ours.wall,
         ours.cpu);
  printf("%-34s %8.0f runs a second, %.0f a CPU-second: %.2fx %.2fx\n", "bare loop, runs only",
         theirs.wall, theirs.cpu, ours.wall / theirs.wall, ours.cpu / theirs.cpu);
  sqlite3_finalize(insert);
  sqlite3_close(bare);
  store_close(store);
}

static void measure_reading(const char *path)
{
  Error error;
  Store *store;
  StoreCursor *cursor;
  StoreCounts counts;
  StoreRun run;
  StoreTally tally;
  Moment begin = now();
  must(store_open(&store, path, &(StoreOptions){0}, &error), &error);
  print_seconds("open with integrity check", begin);
  begin = now();
  must(store_count(store, 1, &counts, &error), &error);
  print_seconds("count", begin);
  begin = now();
  must(store_open_tallies(store, 1, &cursor, &error), &error);
  while (store_next_tally(cursor, &tally)) continue;
  must(store_end(cursor, &error), &error);
  print_seconds("tally by solver and outcome", begin);
  begin = now();
  must(store_open_runs(store, 1, 0, &cursor, &error), &error);
  while (store_next_run(cursor, &run)) continue;
  must(store_end(cursor, &error), &error);
  print_seconds("read all runs", begin);
  store_close(store);
}

/* The same rows by psql, as COPY writes them to tables with the same columns and keys, and nothing else. Gives the seconds, or 0. */
static double bare_copy(const char *url, const char *table)
{
  char command[1000];
  snprintf(command, sizeof command,
           "psql -q '%s' -c 'CREATE TABLE bare_%s (LIKE assay.%s INCLUDING INDEXES)' -c '\\copy "
           "assay.%s TO /tmp/assay-bench-%d binary'",
           url, table, table, table, (int)getpid());
  if (system(command) != 0) return 0; /* NOLINT(cert-env33-c) */
  snprintf(command, sizeof command,
           "psql -q '%s' -c '\\copy bare_%s FROM /tmp/assay-bench-%d binary'", url, table,
           (int)getpid());
  Moment begin = now();
  bool fine = system(command) == 0; /* NOLINT(cert-env33-c) */
  double seconds = seconds_since(begin).wall;
  snprintf(command, sizeof command, "/tmp/assay-bench-%d", (int)getpid());
  unlink(command);
  return fine ? seconds : 0;
}

static void measure_postgresql(void)
{
  Error error;
  Store *store;
  PostgresServer server;
  const char *reason = postgres_start(&server);
  if (reason != NULL) {
    printf("PostgreSQL: %s\n", reason);
    return;
  }
  must(store_open(&store, server.url, &(StoreOptions){.writable = true}, &error), &error);
  int64_t campaign = begin_campaign(store);
  Rate best = {0};
  for (uint64_t part = 0; part < 3; part++)
    best = best_of(best, store_part(store, campaign, part * PART, PART));
  printf("%-34s %8.0f runs a second (%.0f rows), %.0f a CPU-second without the server\n",
         "PostgreSQL, instances and runs", best.wall, best.wall * (SOLVERS + 1) / SOLVERS,
         best.cpu);
  store_close(store);
  double instances = bare_copy(server.url, "instance"), runs = bare_copy(server.url, "run");
  double rows = 3.0 * PART * (SOLVERS + 1) / SOLVERS, ours = best.wall * (SOLVERS + 1) / SOLVERS;
  if (instances > 0 && runs > 0)
    printf("%-34s %8.0f rows a second: the store has %.2f of that\n", "bare COPY by psql",
           rows / (instances + runs), ours / (rows / (instances + runs)));
  postgres_stop(&server);
}

/* "postgresql": only that. */
int main(int count, char **arguments)
{
  char path[100], bare_path[100];
  if (count > 1 && strcmp(arguments[1], "postgresql") == 0) {
    measure_postgresql();
    return 0;
  }
  if (mkdtemp(folder) == NULL) return 3;
  snprintf(path, sizeof path, "%s/campaign.db", folder);
  snprintf(bare_path, sizeof bare_path, "%s/bare.db", folder);
  measure_writing(path, bare_path);
  measure_reading(path);
  /* Who only reads leaves the files of the log. */
  static const char *const names[] = {"campaign.db", "campaign.db-wal", "campaign.db-shm",
                                      "bare.db"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    snprintf(path, sizeof path, "%s/%s", folder, names[i]);
    unlink(path);
  }
  rmdir(folder);
  measure_postgresql();
  return 0;
}
