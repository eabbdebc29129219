/* Stores: what is written comes back, in SQLite and in PostgreSQL. Each case is run with both. */
#include "testing.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/random.h"
#include "record/store/store.h"
#include "support/ok.h"
#include "support/postgres.h"

static char folder[] = "/tmp/assay-store-XXXXXX";
static char sqlite_path[100];
static PostgresServer server;
static const char *no_server; /* why there is none */

static int set_up(void **state)
{
  (void)state;
  if (mkdtemp(folder) == NULL) return 1;
  snprintf(sqlite_path, sizeof sqlite_path, "%s/campaign.db", folder);
  no_server = postgres_start(&server);
  if (no_server != NULL) print_message("no PostgreSQL: %s\n", no_server);
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  static const char *const names[] = {"", "-wal", "-shm", "-owner"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char path[120];
    snprintf(path, sizeof path, "%s%s", sqlite_path, names[i]);
    unlink(path);
  }
  if (no_server == NULL) postgres_stop(&server);
  return rmdir(folder);
}

/* Where the case that is run has its store: the initial state of a case says which. */
static const char *place(void **state)
{
  if (*state == NULL) return folder;
  if (no_server != NULL) skip();
  return server.url;
}

static Store *open_store(const char *where, StoreOptions options)
{
  Store *store;
  Error error;
  ok(store_open(&store, where, &options, &error), &error);
  return store;
}

static int64_t begin_campaign(Store *store, const char *name)
{
  Error error;
  StoreCampaign campaign = {.name = name, .seed = UINT64_MAX - 1};
  ok(store_begin_campaign(store, &campaign, &error), &error);
  assert_true(campaign.id > 0);
  return campaign.id;
}

static StoreText text_of(const char *text)
{
  return (StoreText){.bytes = text, .length = strlen(text)};
}

static void assert_text(StoreText text, const char *expected)
{
  assert_int_equal(text.length, strlen(expected));
  assert_memory_equal(text.bytes, expected, text.length);
}

static void add_solvers(Store *store, int64_t campaign)
{
  Error error;
  ok(store_add_solver(store, campaign, &(StoreSolver){0, "z3(a=1)", "4.8.12", "target"}, &error),
     &error);
  ok(store_add_solver(store, campaign, &(StoreSolver){1, "cvc5", "1.0.3", "reference"}, &error),
     &error);
}

static StoreInstance an_instance(uint64_t number)
{
  return (StoreInstance){.number = number,
                         .seed = 7,
                         .at_ms = number * 2,
                         .parent = STORE_NONE,
                         .construct = STORE_NONE,
                         .size = 12,
                         .margin = NAN,
                         .reward = NAN};
}

static StoreRun a_run(uint64_t instance, uint32_t solver)
{
  return (StoreRun){.instance = instance,
                    .solver = solver,
                    .outcome = "sat",
                    .wall_ns = 12345678 + instance,
                    .cpu_ns = 11345678,
                    .peak_bytes = 20 << 20,
                    .limit_ns = 5000000000,
                    .instructions = STORE_NONE,
                    .counter = STORE_NONE};
}

/* Instances with two runs each. */
static Status add_inputs(Store *store, int64_t campaign, uint64_t from, uint64_t step, uint64_t end,
                         Error *error)
{
  Status status = STATUS_OK;
  for (uint64_t i = from; i < end && status == STATUS_OK; i += step) {
    StoreInstance instance = an_instance(i);
    status = store_add_instance(store, campaign, &instance, error);
    for (uint32_t solver = 0; solver < 2 && status == STATUS_OK; solver++) {
      StoreRun run = a_run(i, solver);
      status = store_add_run(store, campaign, &run, error);
    }
  }
  return status;
}

static StoreCounts count(Store *store, int64_t campaign)
{
  StoreCounts counts;
  Error error;
  ok(store_count(store, campaign, &counts, &error), &error);
  return counts;
}

static void test_settings_and_names(void **state)
{
  Error error;
  StoreCursor *cursor;
  Store *store = open_store(place(state), (StoreOptions){.writable = true});
  int64_t id = begin_campaign(store, "f\xff\x01 <b>");
  ok(store_add_setting(store, id, "logic", text_of("QF_FP"), &error), &error);
  ok(store_add_setting(store, id, "empty", (StoreText){0}, &error), &error);
  add_solvers(store, id);
  ok(store_add_construct(store, id, &(StoreName){3, "fp.add"}, &error), &error);
  ok(store_add_agent(store, id, &(StoreName){0, "insert"}, &error), &error);
  ok(store_flush(store, &error), &error);
  store_close(store);

  store = open_store(place(state), (StoreOptions){0});
  StoreCampaign campaign = {0}, each;
  ok(store_open_campaigns(store, &cursor, &error), &error);
  while (store_next_campaign(cursor, &each)) {
    if (each.id != id) continue;
    campaign = each;
    assert_string_equal(each.name, "f\xff\x01 <b>");
  }
  ok(store_end(cursor, &error), &error);
  assert_true(campaign.seed == UINT64_MAX - 1 && campaign.started_ms > 1600000000000);

  StoreSetting setting;
  ok(store_open_settings(store, id, &cursor, &error), &error);
  assert_true(store_next_setting(cursor, &setting));
  assert_string_equal(setting.name, "empty");
  assert_text(setting.value, "");
  assert_true(store_next_setting(cursor, &setting));
  assert_text(setting.value, "QF_FP");
  assert_false(store_next_setting(cursor, &setting));
  ok(store_end(cursor, &error), &error);

  StoreSolver solver;
  ok(store_open_solvers(store, id, &cursor, &error), &error);
  assert_true(store_next_solver(cursor, &solver));
  assert_string_equal(solver.name, "z3(a=1)");
  assert_true(store_next_solver(cursor, &solver));
  assert_string_equal(solver.version, "1.0.3");
  assert_string_equal(solver.role, "reference");
  assert_int_equal(solver.number, 1);
  assert_false(store_next_solver(cursor, &solver));
  ok(store_end(cursor, &error), &error);

  StoreName name;
  ok(store_open_constructs(store, id, &cursor, &error), &error);
  assert_true(store_next_name(cursor, &name));
  assert_int_equal(name.number, 3);
  assert_string_equal(name.name, "fp.add");
  ok(store_end(cursor, &error), &error);
  ok(store_open_agents(store, id, &cursor, &error), &error);
  assert_true(store_next_name(cursor, &name));
  assert_string_equal(name.name, "insert");
  assert_false(store_next_name(cursor, &name));
  ok(store_end(cursor, &error), &error);
  store_close(store);
}

static void test_instances_and_runs(void **state)
{
  Error error;
  StoreCursor *cursor, *inner;
  Store *store = open_store(place(state), (StoreOptions){.writable = true});
  int64_t id = begin_campaign(store, "runs");
  add_solvers(store, id);
  ok(store_add_construct(store, id, &(StoreName){5, "bvadd"}, &error), &error);
  StoreInstance parent = an_instance(0), child = an_instance(1);
  child.parent = 0;
  child.construct = 5;
  child.seed = UINT64_MAX;
  child.margin = -INFINITY;
  child.reward = 0.1;
  child.options = (StoreText){.bytes = "z3(a=b)", .length = strlen("z3(a=b)")};
  StoreRun run = a_run(1, 1);
  run.attempt = 2;
  run.outcome = "crash";
  run.exit_code = -1;
  run.signal = 11;
  run.instructions = 123456789012;
  run.counter = 0;
  ok(store_add_instance(store, id, &parent, &error), &error);
  ok(store_add_instance(store, id, &child, &error), &error);
  ok(store_add_run(store, id, &run, &error), &error);
  ok(store_add_best(store, id, &(StoreBest){1, 9, 2.5}, &error), &error);
  assert_int_equal(count(store, id).instances, 0); /* nothing before it is flushed */
  assert_int_equal(count(store, id).last_instance, STORE_NONE);
  assert_int_equal(store_waiting(store), 7);
  ok(store_flush(store, &error), &error);
  assert_int_equal(store_waiting(store), 0);
  StoreCounts counts = count(store, id);
  assert_true(counts.instances == 2 && counts.runs == 1 && counts.last_instance == 1);
  assert_int_equal(counts.last_ms, 2);

  StoreInstance instance;
  StoreRun read;
  ok(store_open_instances(store, id, 1, &cursor, &error), &error);
  assert_true(store_next_instance(cursor, &instance));
  assert_true(instance.number == 1 && instance.parent == 0 && instance.construct == 5);
  assert_true(instance.seed == UINT64_MAX && instance.size == 12 && instance.at_ms == 2);
  assert_true(isinf(instance.margin) && instance.margin < 0 && instance.reward == 0.1);
  assert_int_equal(instance.options.length, child.options.length);
  assert_memory_equal(instance.options.bytes, "z3(a=b)", strlen("z3(a=b)"));
  ok(store_open_runs(store, id, instance.number, &inner, &error), &error); /* both at a time */
  assert_true(store_next_run(inner, &read));
  assert_string_equal(read.outcome, "crash");
  assert_true(read.solver == 1 && read.attempt == 2 && read.exit_code == -1 && read.signal == 11);
  assert_true(read.wall_ns == run.wall_ns && read.cpu_ns == run.cpu_ns);
  assert_true(read.peak_bytes == run.peak_bytes && read.limit_ns == run.limit_ns);
  assert_true(read.instructions == run.instructions && read.counter == 0);
  assert_false(store_next_run(inner, &read));
  ok(store_end(inner, &error), &error);
  assert_false(store_next_instance(cursor, &instance));
  ok(store_end(cursor, &error), &error);

  StoreTally tally;
  ok(store_open_tallies(store, id, &cursor, &error), &error);
  assert_true(store_next_tally(cursor, &tally));
  assert_true(tally.solver == 1 && tally.runs == 1 && tally.wall_ns == run.wall_ns);
  assert_true(tally.cpu_ns == run.cpu_ns && tally.peak_bytes == run.peak_bytes);
  assert_string_equal(tally.outcome, "crash");
  assert_false(store_next_tally(cursor, &tally));
  ok(store_end(cursor, &error), &error);

  StoreBest best;
  ok(store_open_best(store, id, &cursor, &error), &error);
  assert_true(store_next_best(cursor, &best));
  assert_true(best.instance == 1 && best.at_ms == 9 && best.margin == 2.5);
  ok(store_end(cursor, &error), &error);
  store_close(store);
}

static void add_finding(Store *store, int64_t campaign, uint32_t at, const char *kind,
                        const char *signature, bool confirmed)
{
  Error error;
  StoreFinding finding = {.instance = 0,
                          .place = at,
                          .at_ms = 5,
                          .kind = kind,
                          .signature = text_of(signature),
                          .accused = UINT64_MAX,
                          .concerned = 3,
                          .query = 1,
                          .line = 17,
                          .confirmed = confirmed,
                          .evidence = text_of("assertion \x1b[31m failed")};
  ok(store_add_finding(store, campaign, &finding, &error), &error);
}

static void test_findings(void **state)
{
  Error error;
  StoreCursor *cursor;
  StoreGroup groups[3];
  StoreFinding finding;
  Store *store = open_store(place(state), (StoreOptions){.writable = true});
  int64_t id = begin_campaign(store, "findings");
  StoreInstance instance = an_instance(0);
  ok(store_add_instance(store, id, &instance, &error), &error);
  add_finding(store, id, 0, "crash", "z3: segv", false);
  add_finding(store, id, 1, "wrong model", "z3: segv", false);
  add_finding(store, id, 2, "crash", "z3: segv", true);
  ok(store_flush(store, &error), &error);

  size_t found = 0;
  ok(store_open_groups(store, id, &cursor, &error), &error);
  while (found < 3 && store_next_group(cursor, &groups[found])) found++;
  ok(store_end(cursor, &error), &error);
  assert_int_equal(found, 2);
  assert_true(groups[0].findings == 2 && groups[0].confirmed == 1);
  assert_true(groups[1].findings == 1 && groups[1].confirmed == 0);

  ok(store_open_findings(store, id, groups[0].id, &cursor, &error), &error);
  assert_true(store_next_finding(cursor, &finding));
  assert_true(finding.place == 0 && !finding.confirmed && finding.accused == UINT64_MAX);
  assert_true(finding.concerned == 3 && finding.query == 1 && finding.line == 17);
  assert_true(finding.at_ms == 5 && finding.group == groups[0].id);
  assert_text(finding.evidence, "assertion \x1b[31m failed");
  assert_true(store_next_finding(cursor, &finding));
  assert_true(finding.place == 2 && finding.confirmed && finding.id == groups[0].first);
  assert_string_equal(finding.kind, "crash");
  assert_text(finding.signature, "z3: segv");
  int64_t last = finding.id;
  uint64_t instance_number = finding.instance;
  assert_false(store_next_finding(cursor, &finding));
  ok(store_end(cursor, &error), &error);

  /* The later text takes the place of the earlier one. */
  ok(store_put_finding_text(store, id, instance_number, 2, "reduced", text_of("(check-sat)(exit)"),
                            &error),
     &error);
  ok(store_put_finding_text(store, id, instance_number, 2, "reduced", text_of("(check-sat)"),
                            &error),
     &error);
  /* What is dropped is gone, and so is what never was there. */
  ok(store_put_finding_text(store, id, instance_number, 2, "known", text_of("x"), &error), &error);
  ok(store_drop_finding_text(store, id, instance_number, 2, "known", &error), &error);
  ok(store_drop_finding_text(store, id, instance_number, 2, "nothing", &error), &error);
  ok(store_put_confirmed(store, id, instance_number, 2, false, &error), &error);
  ok(store_flush(store, &error), &error);
  StoreRoleText role;
  ok(store_open_finding_texts(store, last, &cursor, &error), &error);
  assert_true(store_next_role_text(cursor, &role));
  assert_string_equal(role.role, "reduced");
  assert_text(role.text, "(check-sat)");
  assert_false(store_next_role_text(cursor, &role));
  ok(store_end(cursor, &error), &error);
  ok(store_open_findings(store, id, 0, &cursor, &error), &error);
  for (found = 0; store_next_finding(cursor, &finding); found++) assert_false(finding.confirmed);
  ok(store_end(cursor, &error), &error);
  assert_int_equal(found, 3);
  assert_true(count(store, id).groups == 2 && count(store, id).findings == 3);
  store_close(store);
}

static void test_agents_and_state(void **state)
{
  Error error;
  StoreCursor *cursor;
  StoreArm arm;
  Store *store = open_store(place(state), (StoreOptions){.writable = true});
  int64_t id = begin_campaign(store, "agents");
  ok(store_add_agent(store, id, &(StoreName){0, "insert"}, &error), &error);
  ok(store_add_construct(store, id, &(StoreName){0, "and"}, &error), &error);
  for (uint64_t at = 1; at <= 3; at++)
    for (uint32_t worker = 0; worker < 2; worker++)
      if (at < 3 || worker == 1)
        ok(store_add_arm(store, id,
                         &(StoreArm){.agent = 0,
                                     .worker = worker,
                                     .at_ms = at,
                                     .successes = 1.0 / 3,
                                     .failures = 2,
                                     .pulls = at,
                                     .rewards = 0},
                         &error),
           &error);
  ok(store_put_state(store, id, 1, "next", text_of("12"), &error), &error);
  ok(store_put_state(store, id, 1, "next", text_of("13"), &error), &error);
  ok(store_flush(store, &error), &error);

  size_t all = 0;
  ok(store_open_arms(store, id, false, &cursor, &error), &error);
  while (store_next_arm(cursor, &arm)) all++;
  ok(store_end(cursor, &error), &error);
  assert_int_equal(all, 5);
  ok(store_open_arms(store, id, true, &cursor, &error), &error);
  assert_true(store_next_arm(cursor, &arm));
  assert_true(arm.worker == 0 && arm.at_ms == 2 && arm.pulls == 2);
  assert_true(arm.successes == 1.0 / 3 && arm.failures == 2 && arm.rewards == 0);
  assert_true(store_next_arm(cursor, &arm));
  assert_true(arm.worker == 1 && arm.at_ms == 3);
  assert_false(store_next_arm(cursor, &arm));
  ok(store_end(cursor, &error), &error);

  StrBuf bytes;
  bool found;
  strbuf_init(&bytes, 0);
  ok(store_get_state(store, id, 1, "next", &bytes, &found, &error), &error);
  assert_true(found);
  assert_string_equal(strbuf_text(&bytes), "13");
  ok(store_get_state(store, id, 0, "next", &bytes, &found, &error), &error);
  assert_false(found);
  ok(store_drop_state(store, id, 1, "next", &error), &error);
  ok(store_drop_state(store, id, 0, "next", &error), &error);
  ok(store_flush(store, &error), &error);
  ok(store_get_state(store, id, 1, "next", &bytes, &found, &error), &error);
  assert_false(found);
  strbuf_deinit(&bytes);
  store_close(store);
}

/* All bytes come back; above the limit the beginning does, with the length that it had. */
static void test_hostile_bytes(void **state)
{
  enum { LONG = 100 << 20, LIMIT = 3 << 20 };
  Error error;
  Store *store = open_store(place(state), (StoreOptions){.writable = true, .text_limit = LIMIT});
  int64_t id = begin_campaign(store, "bytes");
  char *text = calloc(1, LONG);
  for (size_t i = 0; i < LIMIT; i++) text[i] = (char)(i * 31 + i / 256);
  static const size_t lengths[] = {0, 1, 256, LIMIT, LONG};
  add_solvers(store, id);
  for (size_t i = 0; i < 5; i++) {
    StoreInstance instance = an_instance(i);
    StoreRun run = a_run(i, 0);
    StoreRoleText output = {.role = "stdout", .text = {.bytes = text, .length = lengths[i]}};
    ok(store_add_instance(store, id, &instance, &error), &error);
    ok(store_add_text(store, id, i, output.text, &error), &error);
    ok(store_add_run(store, id, &run, &error), &error);
    ok(store_add_output(store, id, i, &output, &error), &error);
  }
  ok(store_flush(store, &error), &error);
  for (size_t i = 0; i < 5; i++) {
    StrBuf bytes;
    bool found;
    uint64_t full;
    size_t kept = lengths[i] < LIMIT ? lengths[i] : LIMIT;
    strbuf_init(&bytes, 0);
    ok(store_get_text(store, id, i, &bytes, &full, &found, &error), &error);
    assert_true(found && full == lengths[i] && bytes.length == kept);
    assert_true(kept == 0 || memcmp(bytes.bytes, text, kept) == 0);
    strbuf_deinit(&bytes);
    StoreCursor *cursor;
    StoreRoleText output;
    ok(store_open_outputs(store, id, i, &cursor, &error), &error);
    assert_true(store_next_role_text(cursor, &output));
    assert_string_equal(output.role, "stdout");
    assert_true(output.text.full_length == lengths[i] && output.text.length == kept);
    assert_true(memcmp(output.text.bytes, text, kept) == 0);
    ok(store_end(cursor, &error), &error);
  }
  free(text);
  store_close(store);
}

/* Whatever waits, nothing is written before the caller says so. A second text of an instance is left out. */
static void test_only_flush_writes(void **state)
{
  Error error;
  StoreOptions options = {
      .writable = true, .only_flush = true, .batch_rows = 1, .text_limit = 10, .batch_ms = 1};
  Store *store = open_store(place(state), options);
  int64_t id = begin_campaign(store, "held");
  StoreInstance instance = an_instance(1);
  char *text = calloc(1, STORE_BATCH_BYTES + 1);
  ok(store_add_instance(store, id, &instance, &error), &error);
  ok(store_add_text(store, id, 1, text_of("first"), &error), &error);
  ok(store_add_text(store, id, 1, text_of("second"), &error), &error);
  StoreText state_text = {.bytes = text, .length = STORE_BATCH_BYTES + 1};
  ok(store_put_state(store, id, 0, "large", state_text, &error), &error);
  assert_int_equal(store_waiting(store), 4);
  assert_int_equal(count(store, id).instances, 0);
  ok(store_flush(store, &error), &error);
  StrBuf bytes;
  bool found;
  uint64_t full;
  strbuf_init(&bytes, 0);
  ok(store_get_text(store, id, 1, &bytes, &full, &found, &error), &error);
  assert_true(found && full == 5);
  assert_string_equal(strbuf_text(&bytes), "first");
  strbuf_clear(&bytes);
  ok(store_get_state(store, id, 0, "large", &bytes, &found, &error), &error);
  assert_true(found && bytes.length == STORE_BATCH_BYTES + 1);
  strbuf_deinit(&bytes);
  free(text);
  store_close(store);
}

static void test_batch_fails_as_a_whole(void **state)
{
  Error error;
  Store *store = open_store(place(state), (StoreOptions){.writable = true});
  int64_t id = begin_campaign(store, "broken");
  add_solvers(store, id);
  ok(add_inputs(store, id, 0, 1, 3, &error), &error);
  StoreRun orphan = a_run(99, 0);
  ok(store_add_run(store, id, &orphan, &error), &error);
  assert_int_equal(store_flush(store, &error), STATUS_IO);
  assert_non_null(strcasestr(error.message, "foreign key"));
  assert_int_equal(count(store, id).instances, 0);
  assert_int_equal(store_waiting(store), 12); /* all of it waits on */
  assert_int_equal(store_flush(store, &error), STATUS_IO);
  store_close(store);
}

static void test_batches_by_size_and_time(void **state)
{
  Error error;
  Store *store = open_store(place(state),
                            (StoreOptions){.writable = true, .batch_rows = 5, .batch_ms = 100000});
  int64_t id = begin_campaign(store, "batches");
  add_solvers(store, id);
  StoreInstance instance = an_instance(0);
  ok(store_add_instance(store, id, &instance, &error), &error);
  assert_int_equal(store_waiting(store), 3);
  StoreRun run = a_run(0, 0);
  ok(store_add_run(store, id, &run, &error), &error);
  run.solver = 1;
  ok(store_add_run(store, id, &run, &error), &error);
  assert_int_equal(store_waiting(store), 0);
  assert_int_equal(count(store, id).runs, 2);
  store_close(store);

  store = open_store(place(state), (StoreOptions){.writable = true, .batch_ms = 20});
  instance = an_instance(1);
  ok(store_add_instance(store, id, &instance, &error), &error);
  usleep(30000);
  run.instance = 1;
  ok(store_add_run(store, id, &run, &error), &error);
  assert_int_equal(store_waiting(store), 0);
  assert_int_equal(count(store, id).instances, 2);
  store_close(store);
}

static void test_owner(void **state)
{
  Error error;
  Store *store = open_store(place(state), (StoreOptions){.writable = true});
  Store *second = open_store(place(state), (StoreOptions){.writable = true});
  int64_t id = begin_campaign(store, "owned"), other = begin_campaign(store, "free");
  ok(store_own_campaign(store, id, &error), &error);
  assert_int_equal(store_own_campaign(second, id, &error), STATUS_IO);
  assert_non_null(strstr(error.message, "is in use: another process runs it"));
  ok(store_own_campaign(second, other, &error), &error);
  store_close(store);
  ok(store_own_campaign(second, id, &error), &error);
  store_close(second);
}

/* What is known to be different is in groups of its own, each with the example that was chosen. */
static void test_parts_and_examples(void **state)
{
  Error error;
  StoreCursor *cursor;
  StoreGroup groups[2] = {0}, none;
  StoreFinding finding;
  Store *store = open_store(place(state), (StoreOptions){.writable = true});
  int64_t id = begin_campaign(store, "parts"), second = 0;
  StoreInstance instance = an_instance(0);
  ok(store_add_instance(store, id, &instance, &error), &error);
  for (uint32_t i = 0; i < 4; i++) {
    StoreFinding row = {.instance = instance.number,
                        .place = i,
                        .kind = "wrong model",
                        .signature = text_of("z3: wrong model"),
                        .part = i % 2,
                        .confirmed = true,
                        .evidence = text_of("")};
    ok(store_add_finding(store, id, &row, &error), &error);
  }
  ok(store_put_example(store, id, instance.number, 3, &error), &error);
  ok(store_flush(store, &error), &error);
  ok(store_open_groups(store, id, &cursor, &error), &error);
  assert_true(store_next_group(cursor, &groups[0]) && store_next_group(cursor, &groups[1]));
  assert_false(store_next_group(cursor, &none));
  ok(store_end(cursor, &error), &error);
  assert_true(groups[0].findings == 2 && groups[1].findings == 2);
  ok(store_open_findings(store, id, groups[1].id, &cursor, &error), &error);
  while (store_next_finding(cursor, &finding)) second = finding.id;
  ok(store_end(cursor, &error), &error);
  assert_true(groups[1].first == second && groups[0].first < second);
  store_close(store);
}

/* Signatures that differ only where they are cut are different groups. */
static void test_mark_shows_that_others_wrote(void **state)
{
  const char *where = place(state);
  Error error;
  Store *store = open_store(where, (StoreOptions){.writable = true});
  int64_t id = begin_campaign(store, "marked");
  Store *reader = open_store(where, (StoreOptions){0});
  uint64_t before, same, after;
  ok(store_mark(reader, &before, &error), &error);
  ok(store_mark(reader, &same, &error), &error);
  assert_int_equal(before, same);
  ok(store_put_state(store, id, 0, "end", text_of("time"), &error), &error);
  ok(store_flush(store, &error), &error);
  ok(store_mark(reader, &after, &error), &error);
  assert_int_not_equal(before, after);
  store_close(reader);
  store_close(store);
}

static void test_long_signatures(void **state)
{
  enum { LONG = 100000 };
  Error error;
  StoreCursor *cursor;
  StoreGroup group;
  Random random = random_stream(1, 2, 3);
  char *text = malloc(LONG + 1);
  for (size_t i = 0; i < LONG; i++) text[i] = (char)('a' + random_below(&random, 26));
  text[LONG] = '\0';
  Store *store = open_store(place(state), (StoreOptions){.writable = true});
  int64_t id = begin_campaign(store, "long");
  StoreInstance instance = an_instance(0);
  ok(store_add_instance(store, id, &instance, &error), &error);
  add_finding(store, id, 0, "crash", text, true);
  text[LONG - 1] = '!';
  add_finding(store, id, 1, "crash", text, true);
  add_finding(store, id, 2, "crash", text, true);
  ok(store_flush(store, &error), &error);
  ok(store_open_groups(store, id, &cursor, &error), &error);
  for (uint64_t i = 1; i <= 2; i++) {
    assert_true(store_next_group(cursor, &group));
    assert_int_equal(group.findings, i);
    assert_int_equal(group.signature.length, STORE_SIGNATURE_MOST);
    assert_memory_equal(group.signature.bytes, text, 900);
  }
  assert_false(store_next_group(cursor, &group));
  ok(store_end(cursor, &error), &error);
  free(text);
  store_close(store);
}

/* Waits for a child that has to end well. */
static void expect_success(pid_t child)
{
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void test_several_writers(void **state)
{
  enum { WRITERS = 4, INPUTS = 2000 };
  Error error;
  const char *where = place(state);
  Store *store = open_store(where, (StoreOptions){.writable = true});
  int64_t id = begin_campaign(store, "writers");
  add_solvers(store, id);
  ok(store_flush(store, &error), &error);
  store_close(store);
  pid_t children[WRITERS];
  for (uint64_t i = 0; i < WRITERS; i++) {
    children[i] = fork();
    if (children[i] != 0) continue;
    StoreOptions options = {.writable = true, .batch_rows = 100};
    if (store_open(&store, where, &options, &error) != STATUS_OK) _exit(1);
    if (add_inputs(store, id, i, WRITERS, INPUTS, &error) != STATUS_OK) _exit(2);
    if (store_flush(store, &error) != STATUS_OK) _exit(3);
    store_close(store);
    _exit(0);
  }
  for (size_t i = 0; i < WRITERS; i++) expect_success(children[i]);
  store = open_store(where, (StoreOptions){0});
  StoreCounts counts = count(store, id);
  assert_true(counts.instances == INPUTS && counts.runs == 2 * INPUTS);
  store_close(store);
}

/* Writes batches for ever, each with the state that fits it, and tells what was acknowledged. */
static void write_until_killed(const char *where, int64_t id, int told)
{
  Store *store;
  Error error;
  StoreOptions options = {.writable = true};
  StrBuf text;
  bool found;
  strbuf_init(&text, 0);
  if (store_open(&store, where, &options, &error) != STATUS_OK ||
      store_own_campaign(store, id, &error) != STATUS_OK ||
      store_get_state(store, id, 0, "next", &text, &found, &error) != STATUS_OK)
    _exit(1);
  uint64_t next = found ? strtoull(strbuf_text(&text), NULL, 10) : 0;
  for (;;) {
    uint64_t end = next + 50;
    Status status = add_inputs(store, id, next, 1, end, &error);
    strbuf_clear(&text);
    strbuf_add_u64(&text, end);
    if (status == STATUS_OK)
      status = store_put_state(store, id, 0, "next", text_of(strbuf_text(&text)), &error);
    if (status == STATUS_OK) status = store_flush(store, &error);
    if (status != STATUS_OK) _exit(2);
    next = end;
    if (write(told, &next, sizeof next) != sizeof next) _exit(3);
  }
}

/* What was acknowledged is there, and what is there is whole. */
static void check_after_kill(const char *where, int64_t id, uint64_t acknowledged)
{
  Error error;
  StrBuf text;
  bool found;
  Store *store = open_store(where, (StoreOptions){.writable = true});
  strbuf_init(&text, 0);
  ok(store_own_campaign(store, id, &error), &error); /* its server has seen the end, too */
  ok(store_get_state(store, id, 0, "next", &text, &found, &error), &error);
  uint64_t next = found ? strtoull(strbuf_text(&text), NULL, 10) : 0;
  strbuf_deinit(&text);
  assert_true(next >= acknowledged);
  StoreCounts counts = count(store, id);
  assert_int_equal(counts.instances, next);
  assert_int_equal(counts.runs, 2 * next);
  assert_true(next == 0 || counts.last_instance == next - 1);
  store_close(store);
}

/* ASSAY_STORE_KILLS says how often; CONTRIBUTING.md has the command. */
static void test_kill(void **state)
{
  const char *where = place(state), *wanted = getenv("ASSAY_STORE_KILLS");
  long kills = wanted != NULL ? strtol(wanted, NULL, 10) : 6;
  Error error;
  Random random = random_stream(8, 0, 0);
  Store *store = open_store(where, (StoreOptions){.writable = true});
  int64_t id = begin_campaign(store, "kill");
  add_solvers(store, id);
  ok(store_flush(store, &error), &error);
  store_close(store);
  uint64_t acknowledged = 0;
  for (int i = 0; i < kills; i++) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) write_until_killed(where, id, ends[1]);
    close(ends[1]);
    /* Not before it writes, or nothing would be tested. */
    assert_int_equal(read(ends[0], &acknowledged, sizeof acknowledged), sizeof acknowledged);
    usleep((unsigned)random_below(&random, 30000));
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    while (read(ends[0], &acknowledged, sizeof acknowledged) == sizeof acknowledged) continue;
    close(ends[0]);
    check_after_kill(where, id, acknowledged);
  }
  assert_true(acknowledged > 0);
}

#define BOTH(test)                                                                                 \
  {#test " (SQLite)", test, NULL, NULL, NULL},                                                     \
  {                                                                                                \
#test " (PostgreSQL)", test, NULL, NULL, &server                                               \
  }

int main(void)
{
  const struct CMUnitTest tests[] = {
      BOTH(test_settings_and_names),
      BOTH(test_instances_and_runs),
      BOTH(test_findings),
      BOTH(test_parts_and_examples),
      BOTH(test_agents_and_state),
      BOTH(test_hostile_bytes),
      BOTH(test_only_flush_writes),
      BOTH(test_batch_fails_as_a_whole),
      BOTH(test_batches_by_size_and_time),
      BOTH(test_owner),
      BOTH(test_mark_shows_that_others_wrote),
      BOTH(test_long_signatures),
      BOTH(test_several_writers),
      BOTH(test_kill),
  };
  return cmocka_run_group_tests_name("store", tests, set_up, tear_down);
}
