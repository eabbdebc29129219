/* Stores when the power goes: what was acknowledged is there, whole transactions only, and nothing is damaged. */
#include "testing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "record/store/store.h"
#include "support/ok.h"
#include "support/power.h"
#include "support/scratch.h"

enum { ROUNDS = 4, FLUSHES = 40, INPUTS_MOST = 30, TEXT_BYTES = 20000 };

/* A run of the workload, and what has been acknowledged so far. */
typedef struct {
  PowerDisk *disk;
  Random random;
  bool begun;
  uint64_t inputs, texts;
  uint32_t chance; /* that the power goes at a change: 1 in so many */
  size_t losses, lost;
} Work;

/* What a store says after the power went. */
typedef struct {
  bool sound, campaign;
  StoreCounts counts;
  uint64_t state; /* how many inputs there are, by what was written with them */
  uint64_t texts;
} Found;

static uint64_t read_number(Store *store, const char *name)
{
  StrBuf value;
  Error error;
  bool found;
  strbuf_init(&value, 0);
  ok(store_get_state(store, 1, 0, name, &value, &found, &error), &error);
  uint64_t number = found ? strtoull(strbuf_text(&value), NULL, 10) : 0;
  strbuf_deinit(&value);
  return number;
}

static Found look(const char *path)
{
  Found found = {0};
  Store *store;
  StoreCursor *cursor;
  StoreCampaign campaign;
  Error error;
  if (store_open(&store, path, &(StoreOptions){.writable = true}, &error) != STATUS_OK)
    return found;
  found.sound = true;
  ok(store_open_campaigns(store, &cursor, &error), &error);
  while (store_next_campaign(cursor, &campaign)) found.campaign = true;
  ok(store_end(cursor, &error), &error);
  if (found.campaign) {
    ok(store_count(store, 1, &found.counts, &error), &error);
    found.state = read_number(store, "inputs");
    found.texts = read_number(store, "texts");
  }
  store_close(store);
  return found;
}

static void remove_files(const char *folder)
{
  static const char *const names[] = {"", "-wal", "-shm", "-owner", "-journal"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char path[4200];
    snprintf(path, sizeof path, "%s/campaign.db%s", folder, names[i]);
    unlink(path);
  }
}

/* Nothing is damaged, nothing is there in part, nothing that was acknowledged is gone. */
static bool is_kept(const Work *work, const Found *found)
{
  if (!found->sound || (work->begun && !found->campaign)) return false;
  if (!found->campaign) return true;
  return found->counts.instances >= work->inputs && found->texts >= work->texts &&
         found->counts.instances == found->state &&
         found->counts.runs == 2 * found->counts.instances;
}

static void maybe_lose(void *user)
{
  Work *work = user;
  char folder[4096];
  if (random_below(&work->random, work->chance) != 0) return;
  snprintf(folder, sizeof folder, "%s/after", scratch_folder());
  mkdir(folder, 0700);
  power_lose(work->disk, folder);
  power_use(work->disk, false);
  Found found = look(folder);
  power_use(work->disk, true);
  work->losses++;
  work->lost += !is_kept(work, &found);
  remove_files(folder);
  rmdir(folder);
}

static void add_input(Store *store, uint64_t number)
{
  Error error;
  ok(store_add_instance(store, 1,
                        &(StoreInstance){.number = number,
                                         .parent = STORE_NONE,
                                         .construct = STORE_NONE,
                                         .margin = NAN,
                                         .reward = NAN},
                        &error),
     &error);
  for (uint32_t solver = 0; solver < 2; solver++)
    ok(store_add_run(store, 1,
                     &(StoreRun){.instance = number,
                                 .solver = solver,
                                 .outcome = "sat",
                                 .instructions = STORE_NONE,
                                 .counter = STORE_NONE},
                     &error),
       &error);
}

static void put_number(Store *store, const char *name, uint64_t number)
{
  char text[32];
  Error error;
  int length = snprintf(text, sizeof text, "%ju", (uintmax_t)number);
  ok(store_put_state(store, 1, 0, name, (StoreText){.bytes = text, .length = (size_t)length},
                     &error),
     &error);
}

static Store *open_store(void)
{
  Store *store;
  Error error;
  ok(store_open(&store, scratch_path("campaign.db"),
                &(StoreOptions){.writable = true, .only_flush = true}, &error),
     &error);
  return store;
}

/* Batches of several sizes, some with large texts so that the log is copied back now and then; sometimes the store is
 * closed and opened again. */
static void work_on(Work *work)
{
  static char text[TEXT_BYTES];
  Error error;
  Store *store = open_store();
  StoreCampaign campaign = {.name = "power"};
  ok(store_begin_campaign(store, &campaign, &error), &error);
  work->begun = true;
  for (uint32_t solver = 0; solver < 2; solver++)
    ok(store_add_solver(store, 1, &(StoreSolver){solver, solver ? "b" : "a", "1", "solver"},
                        &error),
       &error);
  for (int i = 0; i < FLUSHES; i++) {
    uint64_t end = work->inputs + random_below(&work->random, INPUTS_MOST), texts = work->texts;
    for (uint64_t number = work->inputs; number < end; number++) {
      add_input(store, number);
      if (!random_chance(&work->random, 1, 3)) continue;
      memset(text, 'a' + (int)(number % 26), sizeof text);
      ok(store_add_text(store, 1, number, (StoreText){.bytes = text, .length = sizeof text},
                        &error),
         &error);
      texts++;
    }
    put_number(store, "inputs", end);
    put_number(store, "texts", texts);
    ok(store_flush(store, &error), &error);
    work->inputs = end;
    work->texts = texts;
    if (!random_chance(&work->random, 1, 10)) continue;
    store_close(store);
    store = open_store();
  }
  store_close(store);
}

static Work run(uint64_t seed, bool lying)
{
  Random random = random_stream(seed, 1, 0);
  Work work = {.random = random_stream(seed, 2, 0), .chance = 100};
  work.disk = power_create(&random);
  power_set_lying(work.disk, lying);
  power_set_hook(work.disk, maybe_lose, &work);
  work_on(&work);
  power_destroy(work.disk);
  remove_files(scratch_folder());
  return work;
}

static void test_power_goes(void **state)
{
  (void)state;
  const char *wanted = getenv("ASSAY_POWER_ROUNDS");
  uint64_t rounds = wanted ? strtoull(wanted, NULL, 10) : ROUNDS;
  for (uint64_t seed = 1; seed <= rounds; seed++) {
    Work work = run(seed, false);
    assert_true(work.losses > 10 && work.inputs > 100);
    if (work.lost)
      fail_msg("seed %ju: lost %zu of %zu times", (uintmax_t)seed, work.lost, work.losses);
  }
}

/* That the test would see it: on a disk that says that it has written what it has not, something is lost. */
static void test_lying_disk(void **state)
{
  (void)state;
  Work work = run(1, true);
  assert_true(work.lost > 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_power_goes),
      cmocka_unit_test(test_lying_disk),
  };
  return cmocka_run_group_tests_name("record_store_power", tests, scratch_set_up,
                                     scratch_tear_down);
}
