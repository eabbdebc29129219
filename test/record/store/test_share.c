/* Stores that several workers share: leases, blocks of numbers, units of work and sums, in SQLite and in PostgreSQL. */
#include "testing.h"

#include <libpq-fe.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/store/lease.h"
#include "record/store/merge.h"
#include "record/store/share.h"
#include "record/store/unit.h"
#include "support/ok.h"
#include "support/postgres.h"

static char folder[] = "/tmp/assay-share-XXXXXX";
static PostgresServer server;
static const char *no_server; /* why there is none */

static int set_up(void **state)
{
  (void)state;
  if (mkdtemp(folder) == NULL) return 1;
  no_server = postgres_start(&server);
  if (no_server != NULL) print_message("no PostgreSQL: %s\n", no_server);
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  char command[100];
  if (no_server == NULL) postgres_stop(&server);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  return system(command); /* NOLINT(cert-env33-c) */
}

static const char *place(void **state)
{
  if (*state == NULL) return folder;
  if (no_server != NULL) skip();
  return server.url;
}

static Store *open_store(const char *where)
{
  Store *store;
  Error error;
  ok(store_open(&store, where, &(StoreOptions){.writable = true}, &error), &error);
  return store;
}

static int64_t begin_campaign(Store *store, uint64_t limit)
{
  Error error;
  StoreCampaign campaign = {.name = "shared"};
  ok(store_begin_campaign(store, &campaign, &error), &error);
  StoreShareStart start = {.next_number = 1, .input_limit = limit};
  ok(store_create_share(store, campaign.id, &start, &error), &error);
  return campaign.id;
}

static uint32_t join(Store *store, int64_t campaign, uint32_t lease_ms)
{
  Error error;
  uint32_t number;
  StoreJoin who = {.host = "here", .task = "17_3", .process = 1, .lease_ms = lease_ms};
  ok(store_join(store, campaign, &who, &number, &error), &error);
  return number;
}

static bool renew(Store *store, int64_t campaign, uint32_t worker, uint64_t inputs)
{
  Error error;
  bool held;
  StoreSign sign = {.state = STORE_WORKER_WORKING, .doing = "fuzzing", .inputs = inputs};
  ok(store_renew(store, campaign, worker, &sign, &held, &error), &error);
  return held;
}

/* Who is away for too long loses its numbers and inputs, and learns of it. */
static void test_lease(void **state)
{
  Error error;
  Store *store = open_store(place(state));
  int64_t id = begin_campaign(store, 10);
  uint32_t slow = join(store, id, 30), quick = join(store, id, 60000);
  StoreBlock block, taken;
  bool held;
  uint64_t granted, lost;
  ok(store_take_block(store, id, slow, 8, &block, &held, &error), &error);
  assert_true(held && block.first == 1 && block.last == 8 && block.drawn == 0);
  ok(store_grant(store, id, slow, 6, &granted, &error), &error);
  assert_int_equal(granted, 6);
  block.drawn = 5;
  VEC_PUSH(&block.open, 3);
  VEC_PUSH(&block.open, 5);
  ok(store_put_block(store, id, &block, &error), &error);
  VEC_FREE(&block.open);
  assert_true(renew(store, id, slow, 3));
  ok(store_bury(store, id, quick, &lost, &error), &error);
  assert_int_equal(lost, 0);
  usleep(100000);
  ok(store_bury(store, id, quick, &lost, &error), &error);
  assert_int_equal(lost, 1);
  assert_false(renew(store, id, slow, 4));
  ok(store_take_block(store, id, slow, 8, &taken, &held, &error), &error);
  assert_false(held);
  ok(store_grant(store, id, slow, 6, &granted, &error), &error);
  assert_int_equal(granted, 0); /* nobody would give them back */
  ok(store_take_block(store, id, quick, 8, &taken, &held, &error), &error);
  assert_true(held && taken.first == 1 && taken.last == 8 && taken.drawn == 5);
  assert_true(taken.open.count == 2 && taken.open.items[0] == 3 && taken.open.items[1] == 5);
  VEC_FREE(&taken.open);
  ok(store_grant(store, id, quick, 100, &granted, &error), &error);
  assert_int_equal(granted, 7); /* three of ten were done */
  ok(store_leave(store, id, quick, &error), &error);
  StoreWorkers workers;
  ok(store_get_workers(store, id, &workers, &error), &error);
  assert_int_equal(workers.count, 2);
  assert_string_equal(workers.items[0].state, "lost");
  assert_string_equal(workers.items[1].state, "ended");
  assert_string_equal(workers.items[0].task, "17_3");
  store_workers_free(&workers);
  store_close(store);
}

static Status count_result(void *user, uint64_t number, const char *name, StoreText result,
                           Error *error)
{
  (void)error;
  uint64_t *sum = user;
  assert_true(strcmp(name, number == 1 ? "a" : "b") == 0 && result.length == 4);
  *sum += number;
  return STATUS_OK;
}

/* What is kept is not handed out again, unless it is wanted once more. */
static void test_keeping(Store *store, int64_t id)
{
  static const char *const names[] = {"a", "b", "c"};
  static const bool wanted[] = {false, true, false};
  Error error;
  StoreUnitCounts counts;
  uint64_t sum = 0;
  bool left;
  ok(store_keep_results(store, id, "bench", (uint64_t[]){2}, 1, &error), &error);
  ok(store_get_results(store, id, "bench", 10, count_result, &sum, &error), &error);
  assert_int_equal(sum, 1);
  ok(store_units_left(store, id, "bench", &left, &error), &error);
  assert_false(left);
  ok(store_add_units(store, id, "bench", names, wanted, 3, &error), &error);
  ok(store_units_left(store, id, "bench", &left, &error), &error);
  assert_true(left);
  ok(store_count_units(store, id, "bench", &counts, &error), &error);
  assert_true(counts.open == 1 && counts.done == 1 && counts.kept == 0);
}

/* A unit of one that is lost is done by another, and its own result does not count. */
static void test_units(void **state)
{
  Error error;
  Store *store = open_store(place(state));
  int64_t id = begin_campaign(store, 0);
  uint32_t slow = join(store, id, 30), quick = join(store, id, 60000);
  static const char *const names[] = {"a", "b"};
  StoreUnit unit, other;
  StoreUnitCounts counts;
  bool found, held, taken;
  uint64_t lost, sum = 0;
  StoreText result = {.bytes = "done", .length = 4};
  ok(store_add_units(store, id, "bench", names, NULL, 2, &error), &error);
  ok(store_take_unit(store, id, slow, "bench", &unit, &found, &error), &error);
  assert_true(found && unit.number == 1 && unit.taken == 1);
  ok(store_take_unit(store, id, quick, "bench", &other, &found, &error), &error);
  assert_true(found && other.number == 2);
  ok(store_put_result(store, id, quick, &other, result, &held, &error), &error);
  assert_true(held);
  free(other.name);
  usleep(100000);
  ok(store_bury(store, id, quick, &lost, &error), &error);
  ok(store_put_result(store, id, slow, &unit, result, &held, &error), &error);
  assert_false(held);
  free(unit.name);
  ok(store_take_unit(store, id, slow, "bench", &unit, &found, &error), &error);
  assert_true(!found && !unit.name);
  ok(store_claim_unit(store, id, slow, "reduce", 4, &taken, &error), &error);
  assert_false(taken);
  ok(store_take_unit(store, id, quick, "bench", &unit, &found, &error), &error);
  assert_true(found && unit.number == 1 && unit.taken == 2);
  ok(store_put_result(store, id, quick, &unit, result, &held, &error), &error);
  free(unit.name);
  ok(store_count_units(store, id, "bench", &counts, &error), &error);
  assert_true(counts.open == 0 && counts.taken == 0 && counts.done == 2);
  ok(store_get_results(store, id, "bench", 10, count_result, &sum, &error), &error);
  assert_int_equal(sum, 3);
  test_keeping(store, id);
  ok(store_claim_unit(store, id, quick, "reduce", 4, &taken, &error), &error);
  assert_true(taken);
  ok(store_claim_unit(store, id, quick, "reduce", 4, &taken, &error), &error);
  assert_false(taken);
  store_close(store);
}

static double half(void *user, uint32_t agent)
{
  (void)user;
  (void)agent;
  return 0.5;
}

/* The order in which workers add does not matter, whatever time has passed. */
static void test_sums(void **state)
{
  Error error;
  Store *store = open_store(place(state));
  static const double times[] = {1, 3, 2};
  double expected = pow(0.5, 2) + 1 + 0.5;
  for (size_t first = 0; first < 3; first++) {
    int64_t id = begin_campaign(store, 0);
    StoreArmSums sums = {0};
    for (size_t i = 0; i < 3; i++) {
      StoreArmSum sum = {.agent = 2,
                         .arm = 7,
                         .sums.at = times[(first + i) % 3],
                         .sums.successes = 1,
                         .sums.failures = 2,
                         .sums.pulls = 3,
                         .sums.missed = 1,
                         .sums.rewards = 1};
      ok(store_add_arm_sum(store, id, (uint32_t)(i * 5), &sum, 0.5, &error), &error);
      ok(store_flush(store, &error), &error);
    }
    ok(store_get_arm_sums(store, id, half, NULL, &sums, &error), &error);
    assert_int_equal(sums.count, 1);
    const StoreArmSum *sum = &sums.items[0];
    assert_true(sum->agent == 2 && sum->arm == 7 && sum->sums.pulls == 9 && sum->sums.missed == 3);
    assert_true(fabs(sum->sums.successes - expected) < 1e-12 && sum->sums.at == 3 &&
                sum->sums.rewards == 3);
    assert_true(fabs(sum->sums.failures - 2 * expected) < 1e-12);
    VEC_FREE(&sums);
  }
  store_close(store);
}

/* What somebody still holds of the original is free in the copy. */
static void test_merge_held(void **state)
{
  Error error;
  Store *from = open_store(place(state)), *into;
  char path[100];
  MergeCounts counts = {0};
  uint64_t granted;
  StoreBlock block;
  bool held, taken;
  snprintf(path, sizeof path, "%s/held-%d.db", folder, *state != NULL);
  into = open_store(path);
  int64_t id = begin_campaign(from, 10);
  uint32_t holder = join(from, id, 60000);
  ok(store_take_block(from, id, holder, 8, &block, &held, &error), &error);
  ok(store_grant(from, id, holder, 10, &granted, &error), &error);
  ok(store_claim_unit(from, id, holder, "reduce", 4, &taken, &error), &error);
  assert_true(held && granted == 10 && taken);
  ok(store_merge(into, from, (MergeListener){0}, &counts, &error), &error);
  id = (int64_t)counts.campaigns; /* the last one */
  uint32_t other = join(into, id, 60000);
  ok(store_take_block(into, id, other, 8, &block, &held, &error), &error);
  assert_true(held && block.first == 1);
  ok(store_grant(into, id, other, 10, &granted, &error), &error);
  assert_int_equal(granted, 10);
  ok(store_claim_unit(into, id, other, "reduce", 4, &taken, &error), &error);
  assert_true(taken);
  store_close(from);
  store_close(into);
}

/* What was copied is not copied again, and it is said if there is more of it by now. */
static void test_merge(void **state)
{
  Error error;
  Store *from = open_store(place(state)), *into;
  char path[100];
  MergeCounts counts = {0};
  snprintf(path, sizeof path, "%s/merged-%d.db", folder, *state != NULL);
  into = open_store(path);
  int64_t id = begin_campaign(from, 0);
  StoreInstance child = {.number = 1, .at_ms = 2, .parent = 2, .construct = STORE_NONE};
  StoreInstance parent = {.number = 2, .at_ms = 1, .parent = STORE_NONE, .construct = STORE_NONE};
  StoreFinding finding = {
      .instance = 1, .kind = "crash", .signature = {.bytes = "x", .length = 1}, .confirmed = true};
  ok(store_add_instance(from, id, &parent, &error), &error);
  ok(store_add_instance(from, id, &child, &error), &error);
  ok(store_add_finding(from, id, &finding, &error), &error);
  ok(store_put_example(from, id, 1, 0, &error), &error);
  ok(store_flush(from, &error), &error);
  ok(store_merge(into, from, (MergeListener){0}, &counts, &error), &error);
  assert_true(counts.campaigns >= 1 && counts.inputs == 2 && counts.findings == 1);
  uint64_t campaigns = counts.campaigns;
  ok(store_merge(into, from, (MergeListener){0}, &counts, &error), &error);
  assert_true(counts.campaigns == campaigns && counts.skipped == campaigns && counts.grown == 0);
  StoreInstance later = {.number = 3, .parent = STORE_NONE, .construct = STORE_NONE};
  ok(store_add_instance(from, id, &later, &error), &error);
  ok(store_flush(from, &error), &error);
  ok(store_merge(into, from, (MergeListener){0}, &counts, &error), &error);
  assert_true(counts.campaigns == campaigns && counts.inputs == 2 && counts.grown == 1);
  store_close(from);
  store_close(into);
}

typedef struct {
  const char *from, *into;
  pthread_t thread;
  bool begun;
  Status status;
  MergeCounts counts;
} OtherMerge;

static void *merge_too(void *user)
{
  OtherMerge *other = user;
  Store *from = NULL, *into = NULL;
  Error error;
  other->status = store_open(&from, other->from, &(StoreOptions){0}, &error);
  if (other->status == STATUS_OK)
    other->status = store_open(&into, other->into, &(StoreOptions){.writable = true}, &error);
  if (other->status == STATUS_OK)
    other->status = store_merge(into, from, (MergeListener){0}, &other->counts, &error);
  if (from) store_close(from);
  if (into) store_close(into);
  return NULL;
}

/* In the middle of the transaction; long enough for the other one to look whether the campaign is there. */
static void begin_other(void *user, uint64_t done, uint64_t total)
{
  (void)done, (void)total;
  OtherMerge *other = user;
  if (other->begun) return;
  other->begun = true;
  assert_int_equal(pthread_create(&other->thread, NULL, merge_too, other), 0);
  usleep(500000);
}

/* Two that copy one campaign at the same time: it is there once. */
static void test_merge_twice(void **state)
{
  (void)state;
  if (no_server != NULL) skip();
  Error error;
  char path[100];
  MergeCounts counts = {0};
  snprintf(path, sizeof path, "%s/twice.db", folder);
  Store *from = open_store(path), *into = open_store(server.url);
  StoreCampaign campaign = {.name = "twice"};
  StoreInstance input = {.number = 1, .parent = STORE_NONE, .construct = STORE_NONE};
  ok(store_begin_campaign(from, &campaign, &error), &error);
  ok(store_add_instance(from, campaign.id, &input, &error), &error);
  ok(store_flush(from, &error), &error);
  OtherMerge other = {.from = path, .into = server.url};
  ok(store_merge(into, from, (MergeListener){begin_other, &other}, &counts, &error), &error);
  assert_true(other.begun);
  assert_int_equal(pthread_join(other.thread, NULL), 0);
  assert_int_equal(other.status, STATUS_OK);
  assert_int_equal(counts.campaigns, 1);
  assert_int_equal(other.counts.campaigns, 0);
  assert_int_equal(other.counts.skipped, 1);
  store_close(from);
  store_close(into);
}

/* A user who may not make anything can work in a schema that is there. */
static void test_few_rights(void **state)
{
  (void)state;
  Error error;
  if (no_server != NULL) skip();
  store_close(open_store(server.url));
  PGconn *owner = PQconnectdb(server.url);
  PGresult *result = PQexec(
      owner, "CREATE ROLE worker LOGIN; GRANT USAGE ON SCHEMA assay TO worker; GRANT SELECT, "
             "INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA assay TO worker");
  assert_int_equal(PQresultStatus(result), PGRES_COMMAND_OK);
  PQclear(result);
  PQfinish(owner);
  char url[250];
  snprintf(url, sizeof url, "postgresql:///postgres?host=%s&user=worker", server.folder);
  Store *store = open_store(url);
  int64_t id = begin_campaign(store, 0);
  StoreInstance input = {.number = 1, .parent = STORE_NONE, .construct = STORE_NONE};
  ok(store_add_instance(store, id, &input, &error), &error);
  ok(store_flush(store, &error), &error);
  assert_true(renew(store, id, join(store, id, 1000), 1));
  store_close(store);
}

#define BOTH(test)                                                                                 \
  {#test " (SQLite)", test, NULL, NULL, NULL},                                                     \
  {                                                                                                \
#test " (PostgreSQL)", test, NULL, NULL, &server                                               \
  }

int main(void)
{
  const struct CMUnitTest tests[] = {
      BOTH(test_lease),
      BOTH(test_units),
      BOTH(test_sums),
      BOTH(test_merge),
      BOTH(test_merge_held),
      cmocka_unit_test(test_merge_twice),
      cmocka_unit_test(test_few_rights),
  };
  return cmocka_run_group_tests_name("share", tests, set_up, tear_down);
}
