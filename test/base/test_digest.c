/* Digests of bytes and files. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/digest.h"

static void test_bytes(void **state)
{
  (void)state;
  assert_true(digest_text(0, "abc") == digest_bytes(0, "abc", 3));
  assert_true(digest_text(0, "abc") != digest_text(0, "abd"));
  assert_true(digest_text(0, "") != digest_text(0, NULL));
  assert_true(digest_bytes(0, "\0", 1) != digest_bytes(0, "\0\0", 2));
  assert_true(digest_text(digest_text(0, "a"), "bc") != digest_text(digest_text(0, "ab"), "c"));
  char text[] = "a text of more than one word of eight bytes";
  Digest before = digest_text(0, text);
  for (size_t i = 0; i + 1 < sizeof text; i++) {
    text[i] ^= 1;
    assert_true(digest_text(0, text) != before);
    text[i] ^= 1;
  }
}

/* NUL bytes are part of a file, and so is what lies behind any piece that is read at a time. */
static void test_files(void **state)
{
  (void)state;
  char path[] = "/tmp/assay-digest-XXXXXX";
  int descriptor = mkstemp(path);
  assert_true(descriptor >= 0);
  static char bytes[200000];
  assert_int_equal(write(descriptor, bytes, sizeof bytes), sizeof bytes);
  Error error;
  Digest first = 0, again = 0, changed = 0;
  assert_int_equal(digest_file(&first, path, &error), STATUS_OK);
  assert_int_equal(digest_file(&again, path, &error), STATUS_OK);
  assert_true(first == again);
  assert_int_equal(pwrite(descriptor, "x", 1, sizeof bytes - 1), 1);
  assert_int_equal(digest_file(&changed, path, &error), STATUS_OK);
  assert_true(first != changed);
  close(descriptor);
  unlink(path);
  assert_int_equal(digest_file(&first, path, &error), STATUS_IO);
  assert_non_null(strstr(error.message, path));
  assert_int_equal(digest_file(&first, "/", &error), STATUS_IO);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bytes),
      cmocka_unit_test(test_files),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
