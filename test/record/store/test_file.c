/* Stores in files: what can be wrong with a file, a folder or a disk, and what is said about it. */
#include "testing.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <sched.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "record/store/database.h"
#include "record/store/schema.h"
#include "record/store/store.h"
#include "support/ok.h"

/* A folder of its own for each case; `path` is the store in it. */
typedef struct {
  char folder[40];
  char path[100];
} Place;

static int set_up(void **state)
{
  Place *place = calloc(1, sizeof *place);
  strcpy(place->folder, "/tmp/assay-store-XXXXXX");
  if (mkdtemp(place->folder) == NULL) return 1;
  snprintf(place->path, sizeof place->path, "%s/campaign.db", place->folder);
  *state = place;
  return 0;
}

static int tear_down(void **state)
{
  Place *place = *state;
  static const char *const endings[] = {"", "-wal", "-shm", "-owner", "-journal"};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    char path[120];
    snprintf(path, sizeof path, "%s%s", place->path, endings[i]);
    unlink(path);
  }
  int result = rmdir(place->folder);
  free(place);
  return result;
}

static void expect_error(const char *path, bool writable, const char *part)
{
  Store *store;
  Error error;
  assert_int_equal(store_open(&store, path, &(StoreOptions){.writable = writable}, &error),
                   STATUS_IO);
  if (strstr(error.message, part) == NULL || strstr(error.message, path) == NULL)
    fail_msg("'%s' does not say '%s'", error.message, part);
}

/* A store with `count` instances, the first half of them with texts. */
static void make_store(const char *path, uint64_t count)
{
  Store *store;
  Error error;
  StoreCampaign campaign = {.name = "c"};
  char text[500];
  memset(text, 'x', sizeof text);
  ok(store_open(&store, path, &(StoreOptions){.writable = true}, &error), &error);
  ok(store_begin_campaign(store, &campaign, &error), &error);
  for (uint64_t i = 0; i < count; i++) {
    StoreInstance instance = {
        .number = i, .parent = STORE_NONE, .construct = STORE_NONE, .margin = NAN, .reward = NAN};
    ok(store_add_instance(store, campaign.id, &instance, &error), &error);
    if (i < count / 2)
      ok(store_add_text(store, campaign.id, i, (StoreText){.bytes = text, .length = sizeof text},
                        &error),
         &error);
  }
  ok(store_flush(store, &error), &error);
  store_close(store);
}

static void run_sql(const char *path, const char *sql)
{
  sqlite3 *db;
  assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
  if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK) fail_msg("%s", sqlite3_errmsg(db));
  sqlite3_close(db);
}

static void test_missing(void **state)
{
  Place *place = *state;
  expect_error(place->path, false, "No such file");
  expect_error("/nowhere/campaign.db", true, "No such file");
}

static void test_foreign_file(void **state)
{
  Place *place = *state;
  Error error;
  char text[3000];
  memset(text, '(', sizeof text);
  for (size_t length = 1; length < sizeof text; length += 2900) {
    ok(file_write(place->path, text, length, &error), &error);
    expect_error(place->path, false, "not a store");
    expect_error(place->path, true, "not a store");
    struct stat status;
    assert_int_equal(stat(place->path, &status), 0);
    assert_int_equal(status.st_size, length); /* left alone */
  }
}

static void test_other_database(void **state)
{
  Place *place = *state;
  run_sql(place->path, "CREATE TABLE recipe (name)");
  expect_error(place->path, false, "of another program");
  expect_error(place->path, true, "of another program");
  run_sql(place->path, "SELECT * FROM recipe");
}

/* A view that never ends in the place of a table. */
static void test_foreign_schema(void **state)
{
  Place *place = *state;
  make_store(place->path, 1);
  run_sql(place->path, "DROP TABLE run; CREATE VIEW run AS WITH RECURSIVE n(i) AS (SELECT 1 UNION "
                       "ALL SELECT i + 1 FROM n) SELECT i FROM n");
  expect_error(place->path, false, "has views or triggers");
  expect_error(place->path, true, "has views or triggers");
}

/* What a process that was killed while it made the store leaves. */
static void test_empty_file(void **state)
{
  Place *place = *state;
  Error error;
  ok(file_write(place->path, "", 0, &error), &error);
  expect_error(place->path, false, "no store");
  make_store(place->path, 1);
}

/* Several processes that come to make the same store take turns. */
static void test_made_at_once(void **state)
{
  enum { PROCESSES = 6 };
  Place *place = *state;
  pid_t children[PROCESSES];
  for (size_t i = 0; i < PROCESSES; i++) {
    children[i] = fork();
    if (children[i] != 0) continue;
    Store *store;
    Error error;
    StoreCampaign campaign = {.name = "c"};
    StoreOptions options = {.writable = true};
    if (store_open(&store, place->path, &options, &error) != STATUS_OK ||
        store_begin_campaign(store, &campaign, &error) != STATUS_OK) {
      fprintf(stderr, "%s\n", error.message);
      _exit(1);
    }
    store_close(store);
    _exit(0);
  }
  for (size_t i = 0; i < PROCESSES; i++) {
    int status;
    assert_int_equal(waitpid(children[i], &status, 0), children[i]);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
}

static void test_newer_schema(void **state)
{
  Place *place = *state;
  make_store(place->path, 1);
  run_sql(place->path, "PRAGMA user_version = 99");
  expect_error(place->path, false, "newer assay: its schema has version 99");
  expect_error(place->path, true, "newer assay");
}

static void test_damaged(void **state)
{
  Place *place = *state;
  struct stat status;
  make_store(place->path, 2000);
  assert_int_equal(stat(place->path, &status), 0);
  int file = open(place->path, O_RDWR);
  char garbage[4096];
  memset(garbage, 0xa5, sizeof garbage);
  for (off_t at = 4096 * 20; at + 4096 < status.st_size; at += 4096 * 7)
    assert_int_equal(pwrite(file, garbage, sizeof garbage, at), sizeof garbage);
  close(file);
  expect_error(place->path, false, "is damaged");
  expect_error(place->path, true, "is damaged");
}

static void test_cut_off(void **state)
{
  Place *place = *state;
  struct stat status;
  make_store(place->path, 2000);
  assert_int_equal(stat(place->path, &status), 0);
  assert_int_equal(truncate(place->path, status.st_size / 2), 0);
  expect_error(place->path, false, "is damaged");
}

/* The same text makes a store and brings an older one up to date. */
static void test_migration(void **state)
{
  static const char first[] = "-- version 1\nCREATE TABLE a (x INTEGER);\n";
  static const char both[] = "-- version 1\nCREATE TABLE a (x INTEGER);\n\n"
                             "-- version 2\nALTER TABLE a ADD COLUMN y INTEGER DEFAULT 7;\n";
  static const char broken[] =
      "-- version 1\nCREATE TABLE a (x INTEGER);\n-- version 2\n"
      "ALTER TABLE a ADD COLUMN y INTEGER DEFAULT 7;\n"
      "-- version 3\nCREATE TABLE b (x INTEGER); ALTER TABLE c RENAME TO d;";
  Place *place = *state;
  Database *db;
  Error error;
  DbSettings settings = {.writable = true, .busy_ms = 1000};
  assert_int_equal(schema_version(both), 2);
  ok(sqlite_open(place->path, &settings, &db, &error), &error);
  ok(schema_update(db, first, true, &error), &error);
  run_sql(place->path, "INSERT INTO a VALUES (1)");
  assert_int_equal(schema_update(db, both, false, &error), STATUS_IO);
  assert_non_null(strstr(error.message, "older schema (version 1 of 2)"));
  ok(schema_update(db, both, true, &error), &error);
  ok(schema_update(db, both, true, &error), &error);
  run_sql(place->path, "INSERT INTO a SELECT 1, 1 FROM a WHERE x = 1 AND y = 7");
  assert_int_equal(schema_update(db, broken, true, &error), STATUS_IO);
  ok(schema_update(db, both, false, &error), &error); /* nothing of it has happened */
  run_sql(place->path, "CREATE TABLE b (x)");
  assert_int_equal(schema_update(db, first, true, &error), STATUS_IO);
  assert_non_null(strstr(error.message, "newer"));
  db->class->close(db);
}

static void test_locked(void **state)
{
  Place *place = *state;
  Store *store;
  Error error;
  sqlite3 *other;
  make_store(place->path, 1);
  StoreOptions options = {.writable = true, .busy_ms = 50};
  ok(store_open(&store, place->path, &options, &error), &error);
  assert_int_equal(sqlite3_open(place->path, &other), SQLITE_OK);
  assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
  StoreText value = {.bytes = "1", .length = 1};
  ok(store_put_state(store, 1, 0, "next", value, &error), &error);
  assert_int_equal(store_flush(store, &error), STATUS_IO);
  assert_non_null(strstr(error.message, "is locked: another process"));
  assert_int_equal(store_waiting(store), 1);
  sqlite3_close(other);
  ok(store_flush(store, &error), &error); /* nothing was lost */
  StrBuf bytes;
  bool found;
  strbuf_init(&bytes, 0);
  ok(store_get_state(store, 1, 0, "next", &bytes, &found, &error), &error);
  assert_true(found);
  strbuf_deinit(&bytes);
  store_close(store);
}

/* In a file system of 2 MB of the child's own: 0 if all is well, 77 if there can be none. */
static int fill_disk(const char *folder)
{
  if (unshare(CLONE_NEWNS) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return 77;
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
      mount("tmpfs", folder, "tmpfs", 0, "size=2m") != 0)
    return 77;
  Store *store;
  Error error;
  StoreCampaign campaign = {.name = "full"};
  static char text[10000];
  char stopper[100];
  snprintf(stopper, sizeof stopper, "%s/stopper", folder);
  StoreOptions options = {.writable = true, .batch_rows = 10};
  if (store_open(&store, folder, &options, &error) != STATUS_OK ||
      store_begin_campaign(store, &campaign, &error) != STATUS_OK ||
      file_write(stopper, text, sizeof text, &error) != STATUS_OK)
    return 1;
  Status status = STATUS_OK;
  StoreText value = {.bytes = text, .length = sizeof text};
  uint64_t count = 0;
  for (; status == STATUS_OK && count < 1000; count++) {
    StoreInstance instance = {.number = count,
                              .parent = STORE_NONE,
                              .construct = STORE_NONE,
                              .margin = NAN,
                              .reward = NAN};
    status = store_add_instance(store, campaign.id, &instance, &error);
    Error second;
    Status other = store_add_text(store, campaign.id, count, value, &second);
    if (status == STATUS_OK && other != STATUS_OK) {
      status = other;
      error = second;
    }
  }
  if (status != STATUS_IO || strstr(error.message, "no space left to write") == NULL) return 2;
  /* What was written can be read, and what waits is written when there is room again. */
  StoreCounts before, after;
  if (store_count(store, campaign.id, &before, &error) != STATUS_OK) return 3;
  if (before.instances == 0 || before.instances + store_waiting(store) / 2 != count) return 4;
  char bigger[64];
  snprintf(bigger, sizeof bigger, "size=64m");
  if (mount(NULL, folder, NULL, MS_REMOUNT, bigger) != 0) return 77;
  if (store_flush(store, &error) != STATUS_OK) return 5;
  if (store_count(store, campaign.id, &after, &error) != STATUS_OK) return 6;
  store_close(store);
  return after.instances == count ? 0 : 7;
}

static void test_full_disk(void **state)
{
  Place *place = *state;
  int status;
  pid_t child = fork();
  if (child == 0) _exit(fill_disk(place->folder));
  assert_int_equal(waitpid(child, &status, 0), child);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77) skip(); /* no such file system here */
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 0);
}

/* Pipes and devices, for which SQLite waits, or which have no end. */
static void test_special_files(void **state)
{
  Place *place = *state;
  assert_int_equal(mkfifo(place->path, 0600), 0);
  expect_error(place->path, false, "no regular file");
  expect_error(place->path, true, "no regular file");
  unlink(place->path);
  assert_int_equal(symlink("/dev/zero", place->path), 0);
  expect_error(place->path, false, "no regular file");
  expect_error(place->path, true, "no regular file");
}

/* As another user than root, who may do everything. */
static int read_as_nobody(const Place *place)
{
  Store *store;
  Error error;
  StoreCounts counts;
  if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0)) return 77;
  if (store_open(&store, place->path, &(StoreOptions){.writable = true}, &error) == STATUS_OK)
    return 1;
  if (store_open(&store, place->path, &(StoreOptions){0}, &error) != STATUS_OK) return 2;
  if (store_count(store, 1, &counts, &error) != STATUS_OK || counts.instances != 3) return 3;
  store_close(store);
  return 0;
}

static void test_read_only_folder(void **state)
{
  Place *place = *state;
  int status;
  make_store(place->path, 3);
  chmod(place->path, 0444);
  chmod(place->folder, 0555);
  pid_t child = fork();
  if (child == 0) _exit(read_as_nobody(place));
  assert_int_equal(waitpid(child, &status, 0), child);
  chmod(place->folder, 0755);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77) skip();
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 0);
}

static void test_postgresql_messages(void **state)
{
  (void)state;
  Store *store;
  Error error;
  const char *url = "postgresql://someone:secret@localhost:1/nothing";
  assert_int_equal(store_open(&store, url, &(StoreOptions){0}, &error), STATUS_IO);
  assert_non_null(strstr(error.message, "postgresql://localhost/nothing"));
  assert_null(strstr(error.message, "secret"));
  assert_int_equal(store_open(&store, "postgresql://[", &(StoreOptions){0}, &error), STATUS_IO);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
  const struct CMUnitTest tests[] = {
      CASE(test_missing),        CASE(test_foreign_file),     CASE(test_other_database),
      CASE(test_foreign_schema), CASE(test_special_files),    CASE(test_empty_file),
      CASE(test_newer_schema),   CASE(test_made_at_once),     CASE(test_damaged),
      CASE(test_cut_off),        CASE(test_migration),        CASE(test_locked),
      CASE(test_full_disk),      CASE(test_read_only_folder), CASE(test_postgresql_messages),
  };
  return cmocka_run_group_tests_name("store_file", tests, NULL, NULL);
}
