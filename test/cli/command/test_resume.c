/* What assay fuzz records, and campaigns that go on: after Ctrl-C, after their end, and after kills at any moment. */
#include "testing.h"

#include <jansson.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/random.h"
#include "base/vec.h"
#include "record/store/store.h"
#include "support/expect.h"
#include "support/ok.h"
#include "support/postgres.h"
#include "support/run_command.h"
#include "support/scratch.h"

/* Two solvers that disagree on inputs with a mod: a reward that depends on the input alone. */
static char liars[2048];

#define ASSAY(...)                                                                                 \
  run_command_with((const char *[]){assay_program(), "fuzz", __VA_ARGS__, NULL},                   \
                   (CommandSettings){.directory = scratch_folder(), .timeout_ms = 60000})

#define BUGS                                                                                       \
  "--unrestricted", "--no-reduce", "--objective", "bugs", "--logic", "QF_LIA", "--num-asserts",    \
      "2", "--depth", "2", "--candidates", "1", "--reward", "any", "--solvers", liars
/* z3 counts its steps, the same ones each time. */
#define STEPS                                                                                      \
  "--unrestricted", "--no-reduce", "--logic", "QF_LIA", "--target", "z3", "--cost", "counter",     \
      "--counter-limit", "1000000", "--runs", "1"

/* --- what is in a store --- */

typedef struct {
  VEC(StoreInstance) instances;
  StoreCounts counts;
} Record;

static Store *open_store(const char *name)
{
  Store *store;
  Error error;
  const char *where = strstr(name, "://") ? name : scratch_path(name);
  ok(store_open(&store, where, &(StoreOptions){.without_check = true}, &error), &error);
  return store;
}

static Record read_record(Store *store)
{
  Record record = {0};
  StoreCursor *cursor;
  StoreInstance row;
  Error error;
  ok(store_count(store, 1, &record.counts, &error), &error);
  ok(store_open_instances(store, 1, 0, &cursor, &error), &error);
  while (store_next_instance(cursor, &row)) VEC_PUSH(&record.instances, row);
  ok(store_end(cursor, &error), &error);
  return record;
}

static Record record_of(const char *name)
{
  Store *store = open_store(name);
  Record record = read_record(store);
  store_close(store);
  return record;
}

static bool same_number(double a, double b)
{
  return a == b || (isnan(a) && isnan(b));
}

/* Everything but the time. */
static void assert_same_start(const Record *shorter, const Record *longer)
{
  assert_true(shorter->instances.count <= longer->instances.count);
  for (size_t i = 0; i < shorter->instances.count; i++) {
    StoreInstance a = shorter->instances.items[i], b = longer->instances.items[i];
    if (a.number != b.number || a.parent != b.parent || a.construct != b.construct ||
        a.size != b.size || !same_number(a.margin, b.margin) || !same_number(a.reward, b.reward))
      fail_msg("input %zu: number %ju and %ju, construct %ju and %ju, size %ju and %ju", i,
               (uintmax_t)a.number, (uintmax_t)b.number, (uintmax_t)a.construct,
               (uintmax_t)b.construct, (uintmax_t)a.size, (uintmax_t)b.size);
  }
}

static bool get_state(const char *name, const char *state, StrBuf *value)
{
  Store *store = open_store(name);
  Error error;
  bool found;
  strbuf_clear(value);
  ok(store_get_state(store, 1, 0, state, value, &found, &error), &error);
  store_close(store);
  return found;
}

/* What the agent of constructs has learnt is what the rows say. */
static void assert_ranking_fits(Store *store, const Record *record)
{
  StoreCursor *cursor;
  StoreArm arm;
  Error error;
  size_t rewarded = 0, arms = 0;
  ok(store_open_arms(store, 1, true, &cursor, &error), &error);
  while (store_next_arm(cursor, &arm)) {
    double rewards = 0;
    uint64_t pulls = 0;
    if (arm.agent != 0) continue;
    for (size_t i = 0; i < record->instances.count; i++) {
      const StoreInstance *row = &record->instances.items[i];
      if (row->construct != arm.construct) continue;
      rewards += row->reward;
      pulls++;
    }
    assert_true(arm.rewards == rewards && arm.successes == rewards);
    assert_true(arm.pulls >= pulls); /* some could not be placed */
    rewarded += rewards > 0;
    arms++;
  }
  ok(store_end(cursor, &error), &error);
  assert_true(arms > 0 && (rewarded > 0 || record->instances.count < 50));
}

static void assert_runs_fit(Store *store, const Record *record, uint32_t solvers)
{
  StoreCursor *cursor;
  StoreRun run;
  Error error;
  uint64_t first_runs = 0;
  ok(store_open_runs(store, 1, 0, &cursor, &error), &error);
  while (store_next_run(cursor, &run)) first_runs += run.attempt == 0;
  ok(store_end(cursor, &error), &error);
  assert_int_equal(first_runs, record->instances.count * solvers);
}

/* Groups of the summary have as many inputs as there are findings in the store. */
static void assert_groups_fit(Store *store, const char *summary)
{
  StoreCursor *cursor;
  StoreGroup group;
  Error error;
  json_t *object = json_loads(summary, 0, NULL), *groups = json_object_get(object, "findings");
  size_t count = 0;
  ok(store_open_groups(store, 1, &cursor, &error), &error);
  while (store_next_group(cursor, &group)) {
    json_t *told = json_array_get(groups, count++);
    assert_int_equal(json_integer_value(json_object_get(told, "inputs")), group.confirmed);
    assert_int_equal(json_integer_value(json_object_get(told, "flaky")),
                     group.findings - group.confirmed);
  }
  ok(store_end(cursor, &error), &error);
  assert_int_equal(count, json_array_size(groups));
  assert_true(count > 0);
  json_decref(object);
}

static void assert_whole(const char *name, size_t inputs)
{
  Store *store = open_store(name);
  Record record = read_record(store);
  StrBuf summary;
  strbuf_init(&summary, 0);
  assert_int_equal(record.instances.count, inputs);
  for (size_t i = 0; i < inputs; i++) assert_int_equal(record.instances.items[i].number, i + 1);
  assert_true(get_state(name, "summary", &summary));
  assert_runs_fit(store, &record, 2);
  assert_ranking_fits(store, &record);
  assert_groups_fit(store, strbuf_text(&summary));
  strbuf_deinit(&summary);
  VEC_FREE(&record.instances);
  store_close(store);
}

static void test_record(void **state)
{
  (void)state;
  expect(ASSAY(BUGS, "--inputs", "60", "--seed", "3", "--out", "whole"), 1, "files: whole", "");
  assert_whole("whole", 60);
  StrBuf end;
  strbuf_init(&end, 0);
  assert_true(get_state("whole", "end", &end));
  assert_string_equal(strbuf_text(&end), "inputs");
  strbuf_deinit(&end);
  Store *store = open_store("whole");
  StoreCursor *cursor;
  StoreSetting setting;
  StoreSolver solver;
  Error error;
  size_t right = 0, solvers = 0;
  ok(store_open_settings(store, 1, &cursor, &error), &error);
  while (store_next_setting(cursor, &setting)) {
    right += !strcmp(setting.name, "num-asserts") && setting.value.bytes[0] == '2';
    right += !strcmp(setting.name, "logic") && !strcmp(setting.value.bytes, "QF_LIA");
    right += !strcmp(setting.name, "out") && !strcmp(setting.value.bytes, "whole");
    right += !strcmp(setting.name, "environment") && strstr(setting.value.bytes, "\"cores\":");
    right += !strcmp(setting.name, "timeout") && !strcmp(setting.value.bytes, "250ms");
  }
  ok(store_end(cursor, &error), &error);
  assert_int_equal(right, 5);
  ok(store_open_solvers(store, 1, &cursor, &error), &error);
  while (store_next_solver(cursor, &solver)) {
    assert_string_equal(solver.role, "solver");
    assert_non_null(strstr(liars, solver.name));
    solvers++;
  }
  ok(store_end(cursor, &error), &error);
  assert_int_equal(solvers, 2);
  store_close(store);
}

/* --- going on --- */

static pid_t start(const char *const *argv, size_t file_limit)
{
  pid_t pid = fork();
  if (pid != 0) return pid;
  struct rlimit limit = {file_limit, file_limit};
  if (file_limit && setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(9);
  if (!freopen("/dev/null", "w", stdout) || !freopen(scratch_path("stderr"), "w", stderr)) _exit(9);
  if (chdir(scratch_folder()) != 0) _exit(9);
  execv(argv[0], (char **)(uintptr_t)argv);
  _exit(9);
}

static int finish(pid_t pid)
{
  int status;
  assert_int_equal(waitpid(pid, &status, 0), pid);
  return status;
}

/* What the command that was started last has printed to stderr. */
static const char *said(void)
{
  static char text[1000];
  FILE *file = fopen(scratch_path("stderr"), "r");
  size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
  text[length] = '\0';
  if (file) fclose(file);
  return text;
}

static bool has_begun(const char *name)
{
  Store *store;
  Error error;
  bool found = false;
  StrBuf value;
  if (store_open(&store, scratch_path(name), &(StoreOptions){.without_check = true}, &error))
    return false;
  strbuf_init(&value, 0);
  if (store_get_state(store, 1, 0, "campaign", &value, &found, &error)) found = false;
  strbuf_deinit(&value);
  store_close(store);
  return found;
}

/* Begins a campaign, and waits until it has a state. */
static pid_t begin(const char *const *argv, const char *name)
{
  pid_t pid = start(argv, 0);
  for (int i = 0; !has_begun(name); i++) {
    usleep(20000);
    if (i == 1500) fail_msg("%s does not begin", name);
  }
  return pid;
}

static void stop_after(const char *const *argv, unsigned milliseconds, int number)
{
  pid_t pid = start(argv, 0);
  usleep(milliseconds * 1000);
  kill(pid, number);
  finish(pid);
}

/* Of one campaign that is left alone and another one that is ended again and again, both with these options. */
static void compare_interrupted(const char *const *options, const char *inputs)
{
  const char *argv[32] = {assay_program(), "fuzz", "--inputs", inputs, "--out", "alone"};
  size_t count = 6;
  for (; *options; options++) argv[count++] = *options;
  assert_int_equal(WIFEXITED(finish(start(argv, 0))), 1);
  argv[5] = "torn";
  const char *resume[] = {assay_program(), "fuzz", "--resume", "torn", NULL};
  pid_t pid = begin(argv, "torn");
  usleep(200000);
  kill(pid, SIGKILL);
  finish(pid);
  Record alone = record_of("alone"), torn = record_of("torn");
  assert_same_start(&torn, &alone);
  VEC_FREE(&torn.instances);
  for (int i = 0; i < 4; i++) stop_after(resume, 300, i % 2 ? SIGKILL : SIGINT);
  assert_int_equal(WIFEXITED(finish(start(resume, 0))), 1);
  torn = record_of("torn");
  assert_int_equal(torn.instances.count, strtol(inputs, NULL, 10));
  assert_same_start(&torn, &alone);
  assert_int_equal(torn.counts.findings, alone.counts.findings);
  assert_int_equal(torn.counts.runs, alone.counts.runs);
  VEC_FREE(&torn.instances);
  VEC_FREE(&alone.instances);
  expect(run_command((const char *[]){"rm", "-r", scratch_path("alone"), NULL}), 0, "", "");
  expect(run_command((const char *[]){"rm", "-r", scratch_path("torn"), NULL}), 0, "", "");
}

static void test_same_inputs(void **state)
{
  (void)state;
  compare_interrupted((const char *[]){BUGS, "--strategy", "bandit2", "--adapt", "5", NULL}, "60");
  compare_interrupted((const char *[]){STEPS, NULL}, "25");
}

/* After an end of its own a campaign takes a larger budget, and keeps it. */
static void test_more(void **state)
{
  (void)state;
  StrBuf end;
  strbuf_init(&end, 0);
  expect(ASSAY(BUGS, "--inputs", "10", "--out", "more"), 1, "10 inputs", "");
  expect(ASSAY("--resume", "more"), 1, "10 inputs", "");
  expect(ASSAY("--resume", "more", "--inputs", "25", "-j", "2"), 1, "25 inputs", "");
  assert_whole("more", 25);
  stop_after(
      (const char *[]){assay_program(), "fuzz", "--resume", "more", "--inputs", "100000", NULL},
      700, SIGINT);
  assert_true(get_state("more", "end", &end));
  assert_string_equal(strbuf_text(&end), "interrupted");
  stop_after((const char *[]){assay_program(), "fuzz", "--resume", "more", NULL}, 700, SIGKILL);
  assert_false(get_state("more", "end", &end));
  assert_false(get_state("more", "summary", &end));
  assert_true(get_state("more", "option.inputs", &end));
  assert_string_equal(strbuf_text(&end), "100000");
  /* From any folder. */
  CommandResult result =
      run_command_with((const char *[]){assay_program(), "fuzz", "--resume", scratch_path("more"),
                                        "--inputs", "30", NULL},
                       (CommandSettings){.directory = "/"});
  expect(result, 1, "all inputs are done", "");
  strbuf_deinit(&end);
}

/* --- kills --- */

/* How long it takes to go on and do a little. */
static uint64_t time_of_start(const char *inputs)
{
  uint64_t begin = clock_monotonic_ns();
  finish(start(
      (const char *[]){assay_program(), "fuzz", "--resume", "killed", "--inputs", inputs, NULL},
      0));
  return (clock_monotonic_ns() - begin) / 1000;
}

/* Nothing that was there before a kill is gone or changed after it, nothing is there twice, and in the end it all
 * fits. */
static void test_kills(void **state)
{
  (void)state;
  enum { KILLS = 100 };
  Random random = random_stream(clock_monotonic_ns(), 0, 0);
  finish(start((const char *[]){assay_program(), "fuzz", BUGS, "--inputs", "5", "--out", "killed",
                                "-j", "2", NULL},
               0));
  uint64_t usual_us = time_of_start("10"), range_us = 2 * usual_us;
  Record before = record_of("killed");
  for (int i = 0; i < KILLS; i++) {
    pid_t pid = start((const char *[]){assay_program(), "fuzz", "--resume", "killed", "--inputs",
                                       "1000000", NULL},
                      0);
    usleep((useconds_t)random_below(&random, range_us));
    kill(pid, SIGKILL);
    if (!WIFSIGNALED(finish(pid))) fail_msg("ended before it was killed: %s", said());
    Record after = record_of("killed");
    assert_same_start(&before, &after);
    assert_true(before.counts.runs <= after.counts.runs);
    assert_true(before.counts.findings <= after.counts.findings);
    /* On a machine that is busier now it takes longer to get anywhere. */
    range_us =
        after.instances.count > before.instances.count ? 2 * usual_us : range_us + usual_us / 2;
    VEC_FREE(&before.instances);
    before = after;
  }
  size_t inputs = before.instances.count + 20;
  char text[32];
  snprintf(text, sizeof text, "%zu", inputs);
  expect(ASSAY("--resume", "killed", "--inputs", text), 1, "all inputs are done", "");
  assert_whole("killed", inputs);
  if (inputs < 50) fail_msg("only %zu inputs: the kills came too early to show anything", inputs);
  VEC_FREE(&before.instances);
}

/* --- when something is wrong --- */

/* What one test needs of another does not matter: each has its own campaign. */
static void test_refusals(void **state)
{
  (void)state;
  expect(ASSAY(BUGS, "--inputs", "3", "--out", "sound"), 1, "", "");
  expect(ASSAY("--resume", "sound", "--timeout", "5s"), 2, "", "'--timeout' cannot be changed");
  expect(ASSAY("--resume", "sound", "--quantifiers"), 2, "", "'--quantifiers' cannot be changed");
  expect(ASSAY("--resume", "sound", "--campaign", "7"), 3, "", "there is no campaign 7");
  expect(ASSAY("--resume", "nowhere"), 3, "", "cannot open 'nowhere': No such file");
  assert_int_equal(mkdir(scratch_path("empty"), 0777), 0);
  expect(ASSAY("--resume", "empty"), 3, "", "empty/campaign.db': No such file");
  assert_false(scratch_has("empty/campaign.db"));
  StrBuf text;
  strbuf_init(&text, 0);
  for (int i = 0; i < 100; i++) strbuf_add_text(&text, "not a database\n");
  scratch_write("text.db", strbuf_text(&text));
  strbuf_deinit(&text);
  expect(ASSAY("--resume", "text.db"), 3, "", "is not a store");
}

static void test_other_campaigns(void **state)
{
  (void)state;
  Store *store;
  Error error;
  StoreCampaign campaign = {.name = "of another command"};
  ok(store_open(&store, scratch_path("other.db"), &(StoreOptions){.writable = true}, &error),
     &error);
  store_close(store);
  expect(ASSAY("--resume", "other.db"), 3, "", "there is no campaign in");
  ok(store_open(&store, scratch_path("other.db"), &(StoreOptions){.writable = true}, &error),
     &error);
  ok(store_begin_campaign(store, &campaign, &error), &error);
  store_close(store);
  expect(ASSAY("--resume", "other.db"), 3, "", "is not one of assay fuzz");
  expect(ASSAY(BUGS, "--inputs", "3", "--out", "second", "--store", "other.db"), 1, "", "");
  expect(ASSAY("--resume", "other.db"), 2, "", "say which by --campaign N");
  expect(ASSAY("--resume", "other.db", "--campaign", "2", "--inputs", "5"), 1, "5 inputs", "");
  assert_true(scratch_has("second/campaign.json"));
}

static void test_damaged_state(void **state)
{
  (void)state;
  Store *store;
  Error error;
  expect(ASSAY(BUGS, "--inputs", "3", "--out", "damaged"), 1, "", "");
  ok(store_open(&store, scratch_path("damaged"), &(StoreOptions){.writable = true}, &error),
     &error);
  StoreText rubbish = {.bytes = "rubbish", .length = 7};
  ok(store_put_state(store, 1, 0, "campaign", rubbish, &error), &error);
  ok(store_flush(store, &error), &error);
  store_close(store);
  expect(ASSAY("--resume", "damaged"), 3, "", "this is not the state of a campaign");
}

static void test_in_use(void **state)
{
  (void)state;
  pid_t pid = begin((const char *[]){assay_program(), "fuzz", BUGS, "--out", "used", NULL}, "used");
  expect(ASSAY("--resume", "used"), 3, "", "is in use: another process runs it");
  kill(pid, SIGINT);
  assert_true(WIFEXITED(finish(pid)));
  expect(ASSAY("--resume", "used", "--inputs", "1"), 1, "all inputs are done", "");
}

/* Where nothing more can be written the campaign ends at once and says so; what was written is there. */
static void test_no_space(void **state)
{
  (void)state;
  enum { ROOM = 400000 };
  pid_t pid =
      start((const char *[]){assay_program(), "fuzz", BUGS, "--time", "50s", "--out", "full", NULL},
            ROOM);
  int status = finish(pid);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 3);
  expect(run_command((const char *[]){"cat", scratch_path("stderr"), NULL}), 0,
         "no space left to write 'full/campaign.db'; the campaign cannot continue", "");
  Record record = record_of("full");
  size_t inputs = record.instances.count + 10;
  char text[32];
  assert_true(inputs > 10);
  VEC_FREE(&record.instances);
  snprintf(text, sizeof text, "%zu", inputs);
  expect(ASSAY("--resume", "full", "--inputs", text), 1, "all inputs are done", "");
  assert_whole("full", inputs);
  /* Not even the beginning. */
  pid = start((const char *[]){assay_program(), "fuzz", BUGS, "--out", "none", NULL}, 10000);
  status = finish(pid);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 3);
  expect(run_command((const char *[]){"cat", scratch_path("stderr"), NULL}), 0,
         "no space left to write 'none/campaign.db'", "");
}

/* --- PostgreSQL --- */

/* What of a store is mapped goes when somebody cuts the file off. */
static void test_cut_off_meanwhile(void **state)
{
  char script[8192];
  (void)state;
  snprintf(
      script, sizeof script,
      "\"$0\" fuzz --unrestricted --no-reduce --objective bugs --logic QF_LIA --solvers \"$1\" "
      "--time 50s --out cut >said 2>&1 & "
      "until test -s cut/campaign.db-shm; do sleep 0.1; done; "
      ": >cut/campaign.db-shm; wait $!; echo $?; cat said");
  CommandResult result =
      run_command_with((const char *[]){"/bin/sh", "-c", script, assay_program(), liars, NULL},
                       (CommandSettings){.directory = scratch_folder(), .timeout_ms = 60000});
  if (strncmp(result.out, "3\n", 2) != 0 || !strstr(result.out, "cut off by another program"))
    fail_msg("%s", result.out);
  command_result_free(&result);
}

static void test_postgresql(void **state)
{
  (void)state;
  PostgresServer server;
  if (postgres_start(&server)) skip();
  expect(ASSAY(BUGS, "--inputs", "10", "--out", "far", "--store", server.url), 1, "", "");
  assert_false(scratch_has("far/campaign.db"));
  expect(ASSAY("--resume", server.url, "--inputs", "30"), 1, "30 inputs", "");
  Record record = record_of(server.url);
  assert_int_equal(record.instances.count, 30);
  VEC_FREE(&record.instances);
  postgres_stop(&server);
}

static int set_up(void **state)
{
  const char *fake = getenv("ASSAY_FAKE");
  if (!fake || scratch_set_up(state)) return -1;
  snprintf(liars, sizeof liars,
           "%s act if:mod out:unsat\\n unless:mod out:sat\\n,%s act out:sat\\n", fake, fake);
  return 0;
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_record),        cmocka_unit_test(test_same_inputs),
      cmocka_unit_test(test_more),          cmocka_unit_test(test_kills),
      cmocka_unit_test(test_refusals),      cmocka_unit_test(test_other_campaigns),
      cmocka_unit_test(test_damaged_state), cmocka_unit_test(test_in_use),
      cmocka_unit_test(test_no_space),      cmocka_unit_test(test_cut_off_meanwhile),
      cmocka_unit_test(test_postgresql),
  };
  return cmocka_run_group_tests_name("cli_resume", tests, set_up, scratch_tear_down);
}
