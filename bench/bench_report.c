/* What a report of 1,000,000 runs costs, in time and memory, against a bare loop of SQLite that reads all runs. */
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/random.h"
#include "record/report/document.h"

enum { INPUTS = 500000, SOLVERS = 2, ROUNDS = 3 };

static char folder[] = "/tmp/assay-bench-XXXXXX";

static void must(Status status, const Error *error)
{
  if (status == STATUS_OK) return;
  fprintf(stderr, "bench_report: %s\n", error->message);
  exit(3);
}

typedef struct {
  double wall, cpu;
} Seconds;

static Seconds now(void)
{
  return (Seconds){(double)clock_monotonic_ns() / 1e9, (double)clock_process_cpu_ns() / 1e9};
}

static Seconds since(Seconds begin)
{
  Seconds end = now();
  return (Seconds){end.wall - begin.wall, end.cpu - begin.cpu};
}

static Seconds least(Seconds a, Seconds b)
{
  return (Seconds){fmin(a.wall, b.wall), fmin(a.cpu, b.cpu)};
}

static void fill(Store *store)
{
  static const char *const outcomes[] = {"sat", "unsat", "timeout", "unknown"};
  Error error;
  Random random = random_stream(1, 2, 3);
  StoreCampaign campaign = {.name = "bench", .seed = 42};
  must(store_begin_campaign(store, &campaign, &error), &error);
  store_add_setting(store, campaign.id, "limit", (StoreText){"5", 1, 0}, &error);
  store_add_solver(store, campaign.id, &(StoreSolver){0, "z3", "", "target"}, &error);
  store_add_solver(store, campaign.id, &(StoreSolver){1, "cvc5", "", "reference"}, &error);
  for (uint64_t i = 0; i < INPUTS; i++) {
    StoreInstance instance = {.number = i,
                              .at_ms = i,
                              .parent = STORE_NONE,
                              .construct = STORE_NONE,
                              .size = 100,
                              .margin = NAN,
                              .reward = 0};
    must(store_add_instance(store, campaign.id, &instance, &error), &error);
    for (uint32_t solver = 0; solver < SOLVERS; solver++) {
      uint64_t ns = (uint64_t)(exp(12 * random_unit(&random)) * 30000);
      StoreRun run = {.instance = i,
                      .solver = solver,
                      .outcome = outcomes[random_below(&random, 4)],
                      .wall_ns = ns,
                      .cpu_ns = ns,
                      .peak_bytes = random_below(&random, 1 << 30),
                      .limit_ns = 5000000000,
                      .instructions = STORE_NONE,
                      .counter = STORE_NONE};
      must(store_add_run(store, campaign.id, &run, &error), &error);
    }
  }
  must(store_flush(store, &error), &error);
}

static Seconds bare(const char *path)
{
  Seconds begin = now();
  sqlite3 *db;
  sqlite3_stmt *statement;
  uint64_t sum = 0;
  if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK ||
      sqlite3_prepare_v2(db, "SELECT * FROM run", -1, &statement, NULL) != SQLITE_OK)
    exit(3);
  while (sqlite3_step(statement) == SQLITE_ROW) sum += (uint64_t)sqlite3_column_int64(statement, 8);
  sqlite3_finalize(statement);
  sqlite3_close(db);
  if (sum == 0) exit(3);
  return since(begin);
}

static Seconds report(const char *where, bool check, size_t *bytes)
{
  Seconds begin = now();
  Store *store;
  ReportData *data;
  Error error;
  must(store_open(&store, where, &(StoreOptions){.without_check = !check}, &error), &error);
  must(report_load(&data, store, 0, &error), &error);
  json_t *document = report_document(data);
  char *text = json_dumps(document, JSON_COMPACT);
  for (*bytes = 0; text[*bytes] != '\0';) ++*bytes;
  free(text);
  json_decref(document);
  report_release(data);
  store_close(store);
  return since(begin);
}

static void print(const char *name, Seconds seconds, Seconds base)
{
  printf("%-40s %6.2f s, CPU %.2f s: %.2fx %.2fx\n", name, seconds.wall, seconds.cpu,
         seconds.wall / base.wall, seconds.cpu / base.cpu);
}

int main(void)
{
  char path[100];
  Store *store;
  Error error;
  struct rusage before, after;
  size_t bytes = 0;
  if (mkdtemp(folder) == NULL) return 3;
  snprintf(path, sizeof path, "%s/campaign.db", folder);
  must(store_open(&store, path, &(StoreOptions){.writable = true}, &error), &error);
  fill(store);
  store_close(store);
  getrusage(RUSAGE_SELF, &before);
  Seconds loop = {INFINITY, INFINITY}, whole = loop, unchecked = loop;
  for (int i = 0; i < ROUNDS; i++) {
    loop = least(loop, bare(path));
    whole = least(whole, report(path, true, &bytes));
    unchecked = least(unchecked, report(path, false, &bytes));
  }
  getrusage(RUSAGE_SELF, &after);
  printf("%d runs of %d inputs; the document has %.0f kB\n", INPUTS * SOLVERS, INPUTS,
         (double)bytes / 1e3);
  print("bare loop over all runs", loop, loop);
  print("report, with check of integrity", whole, loop);
  print("report, without", unchecked, loop);
  printf("%-40s %6.1f MB\n", "memory above that for writing",
         (double)(after.ru_maxrss - before.ru_maxrss) / 1e3);
  static const char *const endings[] = {"", "-wal", "-shm"};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    snprintf(path, sizeof path, "%s/campaign.db%s", folder, endings[i]);
    unlink(path);
  }
  return rmdir(folder);
}
