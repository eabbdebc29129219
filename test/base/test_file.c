#include "testing.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/file_below.h"

static char folder[] = "/tmp/assay-test-XXXXXX";

static int enter_folder(void **state)
{
  (void)state;
  return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int remove_folder(void **state)
{
  (void)state;
  static const char *const names[] = {"a", "link", "locked", "fifo", "big"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) unlink(names[i]);
  rmdir("dir");
  unlink("top/sub/file");
  unlink("top/file");
  unlink("top/way");
  rmdir("top/sub");
  rmdir("top");
  return chdir("/") == 0 && rmdir(folder) == 0 ? 0 : -1;
}

static void put(const char *name, const char *bytes, size_t length)
{
  FILE *file = fopen(name, "w");
  assert_non_null(file);
  assert_int_equal(fwrite(bytes, 1, length, file), length);
  assert_int_equal(fclose(file), 0);
}

static void check_error(const char *path, size_t limit, Status status, const char *message)
{
  Error error;
  FileText text = {.length = 99};
  assert_int_equal(file_read(path, limit, &text, &error), status);
  assert_int_equal(error.status, status);
  assert_string_equal(error.message, message);
  assert_null(text.bytes);
  assert_int_equal(text.length, 0);
}

static void check_text(const char *path, size_t limit, const char *bytes, size_t length)
{
  Error error;
  FileText text;
  assert_int_equal(file_read(path, limit, &text, &error), STATUS_OK);
  assert_int_equal(text.length, length);
  assert_memory_equal(text.bytes, bytes, length);
  for (size_t i = 0; i < FILE_PADDING; i++) assert_int_equal(text.bytes[length + i], 0);
  file_text_free(&text);
  assert_null(text.bytes);
}

static void test_read(void **state)
{
  (void)state;
  put("a", "(check-sat)\n", 12);
  check_text("a", 0, "(check-sat)\n", 12);
  put("a", "", 0);
  check_text("a", 0, "", 0);
}

static void test_read_errors(void **state)
{
  (void)state;
  check_error("no.smt2", 0, STATUS_IO, "cannot read 'no.smt2': no such file or directory");
  check_error("", 0, STATUS_IO, "cannot read '': no such file or directory");
  assert_int_equal(mkdir("dir", 0777), 0);
  check_error("dir", 0, STATUS_IO, "cannot read 'dir': is a directory");
  put("a", "x", 1);
  check_error("a/b", 0, STATUS_IO, "cannot read 'a/b': not a directory");
}

static void test_read_locked(void **state)
{
  (void)state;
  if (geteuid() == 0) skip(); /* root reads everything */
  put("locked", "x", 1);
  assert_int_equal(chmod("locked", 0), 0);
  check_error("locked", 0, STATUS_IO, "cannot read 'locked': permission denied");
}

static void test_read_limit(void **state)
{
  (void)state;
  put("a", "0123456789", 10);
  check_text("a", 10, "0123456789", 10);
  check_error("a", 9, STATUS_LIMIT, "'a' is too large (the limit is 9 bytes)");
}

static void test_read_sparse(void **state)
{
  (void)state;
  put("big", "", 0);
  if (truncate("big", (off_t)5 << 30) < 0) skip();
  check_error("big", 0, STATUS_LIMIT, "'big' is too large (the limit is 4294967295 bytes)");
}

static void test_read_nul(void **state)
{
  (void)state;
  put("a", "ab\0cd", 5);
  check_text("a", 0, "ab\0cd", 5); /* the chunk with the NUL is kept whole */
  Error error;
  FileText text;
  assert_int_equal(file_read("/dev/zero", 0, &text, &error), STATUS_OK); /* and ends the reading */
  assert_true(text.length > 0 && text.length <= 1 << 20);
  file_text_free(&text);
}

static void test_read_unsized(void **state)
{
  (void)state;
  Error error;
  FileText text;
  if (access("/proc/self/status", R_OK) < 0) skip();
  assert_int_equal(file_read("/proc/self/status", 0, &text, &error), STATUS_OK);
  assert_non_null(strstr(text.bytes, "Pid:"));
  file_text_free(&text);
}

/* A stream that delivers more than the first buffer, in small pieces, through standard input. */
static void test_read_stream(void **state)
{
  (void)state;
  enum { LINES = 30000 };
  assert_int_equal(mkfifo("fifo", 0600), 0);
  for (size_t limit = 0; limit <= 100000; limit += 100000) {
    pid_t child = fork(); /* ends by itself: at its last line, or when nobody reads any more */
    assert_true(child >= 0);
    if (child == 0) {
      int out = open("fifo", O_WRONLY);
      for (int i = 0; i < LINES; i++)
        if (write(out, "(check-sat)\n", 12) != 12) break;
      _exit(0);
    }
    int saved = dup(STDIN_FILENO);
    int in = open("fifo", O_RDONLY);
    assert_true(in >= 0 && dup2(in, STDIN_FILENO) >= 0);
    close(in);
    Error error;
    FileText text;
    Status status = file_read("-", limit, &text, &error);
    int child_status;
    if (saved >= 0) {
      dup2(saved, STDIN_FILENO);
      close(saved);
    } else {
      close(STDIN_FILENO);
    }
    assert_int_equal(waitpid(child, &child_status, 0), child);
    if (limit) {
      assert_int_equal(status, STATUS_LIMIT);
      assert_string_equal(error.message,
                          "'standard input' is too large (the limit is 100000 bytes)");
      continue;
    }
    assert_int_equal(status, STATUS_OK);
    assert_int_equal(text.length, 12 * LINES);
    for (size_t i = 0; i < text.length; i++)
      assert_int_equal(text.bytes[i], "(check-sat)\n"[i % 12]);
    file_text_free(&text);
  }
}

static void test_write(void **state)
{
  (void)state;
  Error error;
  unlink("a");
  mode_t mask = umask(027);
  assert_int_equal(file_write("a", "one", 3, &error), STATUS_OK);
  umask(mask);
  check_text("a", 0, "one", 3);
  struct stat info;
  assert_int_equal(stat("a", &info), 0);
  assert_int_equal(info.st_mode & 07777, 0640);
  assert_int_equal(file_write("a", "", 0, &error), STATUS_OK);
  check_text("a", 0, "", 0);
}

static void test_write_keeps_mode_and_link(void **state)
{
  (void)state;
  Error error;
  put("a", "old", 3);
  assert_int_equal(chmod("a", 0751), 0);
  assert_int_equal(symlink("a", "link"), 0);
  assert_int_equal(file_write("link", "new", 3, &error), STATUS_OK);
  check_text("a", 0, "new", 3);
  struct stat info;
  assert_int_equal(stat("a", &info), 0);
  assert_int_equal(info.st_mode & 07777, 0751);
  assert_int_equal(lstat("link", &info), 0);
  assert_true(S_ISLNK(info.st_mode));
}

/* A reader that has the old file open keeps reading the old content. */
static void test_write_replaces(void **state)
{
  (void)state;
  put("a", "old", 3);
  int old = open("a", O_RDONLY);
  Error error;
  assert_int_equal(file_write("a", "new", 3, &error), STATUS_OK);
  char bytes[4] = {0};
  assert_int_equal(read(old, bytes, 3), 3);
  close(old);
  assert_string_equal(bytes, "old");
  check_text("a", 0, "new", 3);
}

static void test_write_errors(void **state)
{
  (void)state;
  Error error;
  assert_int_equal(file_write("no/a", "x", 1, &error), STATUS_IO);
  assert_string_equal(error.message, "cannot write 'no/a': no such file or directory");
  mkdir("dir", 0777);
  assert_int_equal(file_write("dir", "x", 1, &error), STATUS_IO);
  assert_string_equal(error.message, "cannot write 'dir': is a directory");
  if (access("/dev/full", W_OK) == 0) {
    assert_int_equal(file_write("/dev/full", "x", 1, &error), STATUS_IO);
    assert_string_equal(error.message, "cannot write '/dev/full': no space left on device");
  }
  assert_int_equal(file_write("/dev/null", "x", 1, &error), STATUS_OK);
}

/* A planted link is replaced where a file is written, and refused where a folder is. */
static void test_write_below(void **state)
{
  (void)state;
  Error error;
  put("a", "mine", 4);
  assert_int_equal(mkdir("top", 0777), 0);
  assert_int_equal(symlink("../a", "top/file"), 0);
  assert_int_equal(symlink("..", "top/way"), 0);
  assert_int_equal(file_write_below("top", NULL, "file", "new", 3, &error), STATUS_OK);
  check_text("top/file", 0, "new", 3);
  assert_int_equal(file_write_below("top", "sub", "file", "one", 3, &error), STATUS_OK);
  assert_int_equal(file_write_below("top", "sub", "file", "two", 3, &error), STATUS_OK);
  check_text("top/sub/file", 0, "two", 3);
  assert_int_equal(file_write_below("top", "way", "a", "new", 3, &error), STATUS_IO);
  assert_string_equal(error.message, "cannot write 'top/way/a': Not a directory");
  check_text("a", 0, "mine", 4);
  assert_int_equal(file_write_below("gone", NULL, "a", "new", 3, &error), STATUS_IO);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_read),           cmocka_unit_test(test_read_errors),
      cmocka_unit_test(test_read_locked),    cmocka_unit_test(test_read_limit),
      cmocka_unit_test(test_read_sparse),    cmocka_unit_test(test_read_nul),
      cmocka_unit_test(test_read_unsized),   cmocka_unit_test(test_read_stream),
      cmocka_unit_test(test_write),          cmocka_unit_test(test_write_keeps_mode_and_link),
      cmocka_unit_test(test_write_replaces), cmocka_unit_test(test_write_errors),
      cmocka_unit_test(test_write_below),
  };
  return cmocka_run_group_tests(tests, enter_folder, remove_folder);
}
