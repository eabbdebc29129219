/* Many workers against one PostgreSQL server, all on this machine: workers that need 50 ms for an input, and do with the store
 * what those of a campaign do: numbers in blocks, rows with leases and sums once in a while, reading what the others know.
 *
 * usage: bench_cluster [WORKERS [SECONDS]]
 *
 * Printed are the rate, the time that the server's processes used, and how long it takes until a finding of one is known
 * to all. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/random.h"
#include "record/store/lease.h"
#include "record/store/share.h"
#include "support/postgres.h"

enum { INPUT_MS = 50, SOLVERS = 2, ARMS = 100, BLOCK = 256, WORKERS_MAX = 2000 };
static const uint64_t SECOND = 1000000000;

/* What all processes see. */
typedef struct {
  uint64_t begin_ns, end_ns;
  volatile uint64_t found_ns; /* when the finding was written */
  struct {
    uint64_t inputs, writes, write_ns, slowest_ns, known_ns;
  } workers[WORKERS_MAX];
} Board;

static void must(Status status, const Error *error)
{
  if (status == STATUS_OK) return;
  fprintf(stderr, "bench_cluster: %s\n", error->message);
  _exit(3);
}

static void rest(uint64_t ns)
{
  nanosleep(&(struct timespec){(time_t)(ns / SECOND), (long)(ns % SECOND)}, NULL);
}

typedef struct {
  Store *store;
  int64_t campaign;
  uint32_t number;
  StoreBlock block;
  uint64_t inputs, pulled[ARMS];
  uint64_t version;
  bool finds; /* this time */
} Bee;

static void add_input(Bee *bee, Random *random)
{
  Error error;
  bool held;
  if (bee->block.drawn == bee->block.last)
    must(
        store_take_block(bee->store, bee->campaign, bee->number, BLOCK, &bee->block, &held, &error),
        &error);
  StoreInstance instance = {.number = ++bee->block.drawn,
                            .worker = bee->number,
                            .parent = STORE_NONE,
                            .construct = random_below(random, ARMS),
                            .margin = NAN};
  must(store_add_instance(bee->store, bee->campaign, &instance, &error), &error);
  for (uint32_t i = 0; i < SOLVERS; i++) {
    StoreRun run = {.instance = instance.number,
                    .solver = i,
                    .outcome = "sat",
                    .wall_ns = INPUT_MS * UINT64_C(1000000),
                    .instructions = STORE_NONE,
                    .counter = STORE_NONE};
    must(store_add_run(bee->store, bee->campaign, &run, &error), &error);
  }
  bee->pulled[instance.construct]++;
  bee->inputs++;
}

static Status write_all(Store *store, void *user, Error *error)
{
  Bee *bee = user;
  bool held;
  uint64_t version;
  StoreSign sign = {.state = STORE_WORKER_WORKING, .doing = "fuzzing", .inputs = bee->inputs};
  Status status = store_renew(store, bee->campaign, bee->number, &sign, &held, error);
  if (status == STATUS_OK) status = store_flush(store, error);
  if (status == STATUS_OK && bee->finds) {
    status = store_lock_share(store, bee->campaign, &version, error);
    if (status == STATUS_OK)
      status = store_put_group(store, bee->campaign, 1, version,
                               (StoreText){.bytes = "finding", .length = 7}, error);
  }
  for (uint32_t i = 0; i < ARMS && status == STATUS_OK; i++) {
    StoreArmSum sum = {
        .arm = i, .sums.failures = (double)bee->pulled[i], .sums.pulls = bee->pulled[i]};
    if (sum.sums.pulls)
      status = store_add_arm_sum(store, bee->campaign, bee->number, &sum, 1, error);
  }
  return status == STATUS_OK ? store_put_block(store, bee->campaign, &bee->block, error) : status;
}

static double no_decay(void *user, uint32_t agent)
{
  (void)user;
  (void)agent;
  return 1;
}

/* What the others know. True: the finding is among it. */
static bool pull(Bee *bee)
{
  StoreShare share;
  StoreArmSums sums = {0};
  bool found;
  Error error;
  must(store_get_share(bee->store, bee->campaign, &share, &found, &error), &error);
  must(store_get_arm_sums(bee->store, bee->campaign, no_decay, NULL, &sums, &error), &error);
  VEC_FREE(&sums);
  return share.version > 1;
}

/* As campaign/exchange.c and recorder.c do: once a second, and 10 ms later for each worker. */
static void work(Board *board, const char *url, int64_t campaign, size_t place, size_t count)
{
  Error error;
  Bee bee = {.campaign = campaign};
  Random random = random_stream(1, place, 0);
  uint64_t every = SECOND + count * SECOND / 100;
  StoreOptions options = {.writable = true, .only_flush = true};
  must(store_open(&bee.store, url, &options, &error), &error);
  StoreJoin who = {.host = "bench", .task = "", .process = getpid(), .lease_ms = 60000};
  must(store_join(bee.store, campaign, &who, &bee.number, &error), &error);
  while (clock_monotonic_ns() < board->begin_ns) rest(SECOND / 100);
  uint64_t next = clock_monotonic_ns() + random_below(&random, every);
  uint64_t due = clock_monotonic_ns();
  while (clock_monotonic_ns() < board->end_ns) {
    due += INPUT_MS * UINT64_C(1000000);
    uint64_t now = clock_monotonic_ns();
    if (due > now) rest(due - now);
    add_input(&bee, &random);
    now = clock_monotonic_ns();
    if (now < next) continue;
    bee.finds = place == 0 && !board->found_ns && now > (board->begin_ns + board->end_ns) / 2;
    must(store_transact(bee.store, write_all, &bee, &error), &error);
    uint64_t took = clock_monotonic_ns() - now;
    if (bee.finds) board->found_ns = clock_monotonic_ns();
    memset(bee.pulled, 0, sizeof bee.pulled);
    if (pull(&bee) && !board->workers[place].known_ns)
      board->workers[place].known_ns = clock_monotonic_ns();
    board->workers[place].inputs = bee.inputs;
    board->workers[place].writes++;
    board->workers[place].write_ns += took;
    if (took > board->workers[place].slowest_ns) board->workers[place].slowest_ns = took;
    next = now + every;
  }
  store_close(bee.store);
  _exit(0);
}

static int64_t begin_campaign(const char *url)
{
  Store *store;
  Error error;
  StoreCampaign campaign = {.name = "bench"};
  must(store_open(&store, url, &(StoreOptions){.writable = true}, &error), &error);
  must(store_begin_campaign(store, &campaign, &error), &error);
  for (uint32_t i = 0; i < SOLVERS; i++)
    must(store_add_solver(store, campaign.id, &(StoreSolver){i, "z3", "1", "solver"}, &error),
         &error);
  for (uint32_t i = 0; i < ARMS; i++)
    must(store_add_construct(store, campaign.id, &(StoreName){i, "bvadd"}, &error), &error);
  must(store_flush(store, &error), &error);
  StoreShareStart start = {.next_number = 1};
  must(store_create_share(store, campaign.id, &start, &error), &error);
  store_close(store);
  return campaign.id;
}

/* CPU seconds of a server's processes that have ended by then, and of itself. */
static double server_seconds(const PostgresServer *server)
{
  char path[64], line[1024];
  unsigned long times[4] = {0};
  snprintf(path, sizeof path, "/proc/%d/stat", (int)server->server);
  FILE *file = fopen(path, "r");
  if (file && fgets(line, sizeof line, file)) {
    const char *rest_of = strrchr(line, ')');
    if (rest_of)
      sscanf(rest_of + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu", &times[0],
             &times[1], &times[2], &times[3]);
  }
  if (file) fclose(file);
  return (double)(times[0] + times[1] + times[2] + times[3]) / (double)sysconf(_SC_CLK_TCK);
}

static int by_value(const void *a, const void *b)
{
  double left = *(const double *)a, right = *(const double *)b;
  return left < right ? -1 : left > right;
}

static void print_results(const Board *board, size_t count, double seconds, double server)
{
  uint64_t inputs = 0, writes = 0, write_ns = 0, slowest = 0;
  double *known = calloc(count, sizeof *known);
  size_t knowing = 0;
  for (size_t i = 0; i < count; i++) {
    inputs += board->workers[i].inputs;
    writes += board->workers[i].writes;
    write_ns += board->workers[i].write_ns;
    if (board->workers[i].slowest_ns > slowest) slowest = board->workers[i].slowest_ns;
    if (i > 0 && board->workers[i].known_ns > board->found_ns)
      known[knowing++] = (double)(board->workers[i].known_ns - board->found_ns) / 1e9;
  }
  qsort(known, knowing, sizeof *known, by_value);
  printf("%zu workers, %.0f s: %.0f inputs a second (%.0f%% of what they could do), %.0f rows a "
         "second\n",
         count, seconds, (double)inputs / seconds,
         100 * (double)inputs / seconds / ((double)count * 1000 / INPUT_MS),
         (double)inputs * (1 + SOLVERS) / seconds);
  printf("%.1f transactions that write a second, %.1f ms each, %.0f ms the slowest\n",
         (double)writes / seconds, writes ? (double)write_ns / 1e6 / (double)writes : 0,
         (double)slowest / 1e6);
  printf("server: %.0f%% of a processor\n", 100 * server / seconds);
  if (knowing)
    printf("a finding is known to half of the others after %.1f s, to %zu of %zu after %.1f s\n",
           known[knowing / 2], knowing, count - 1, known[knowing - 1]);
  free(known);
}

int main(int count, char **arguments)
{
  size_t workers = count > 1 ? strtoul(arguments[1], NULL, 10) : 200;
  uint64_t seconds = count > 2 ? strtoul(arguments[2], NULL, 10) : 20;
  PostgresServer server;
  const char *reason =
      workers > 0 && workers <= WORKERS_MAX ? postgres_start(&server) : "1 to 2000";
  if (reason != NULL) {
    printf("PostgreSQL: %s\n", reason);
    return 0;
  }
  int64_t campaign = begin_campaign(server.url);
  Board *board =
      mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  board->begin_ns = clock_monotonic_ns() + SECOND * (2 + workers / 50);
  board->end_ns = board->begin_ns + seconds * SECOND;
  for (size_t i = 0; i < workers; i++)
    if (fork() == 0) work(board, server.url, campaign, i, workers);
  int status, failed = 0;
  while (wait(&status) > 0 && failed + 1 < (int)workers) failed++;
  rest(SECOND / 2);
  print_results(board, workers, (double)seconds, server_seconds(&server));
  munmap(board, sizeof *board);
  postgres_stop(&server);
  return 0;
}
