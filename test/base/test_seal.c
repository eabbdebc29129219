/* Seals, and the key of the user. */
#include "testing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/seal.h"
#include "support/scratch.h"

/* Values of the reference implementation for the key 00 01 .. 0f and the inputs of 0, 1 and 15 bytes 00 01 .. */
static void test_values(void **state)
{
  (void)state;
  static const char *const expected[] = {"a3817f04ba25a8e66df67214c7550293",
                                         "da87c1d86b99af44347659119b22fc45",
                                         "5493e99933b0a8117e08ec0f97cfc3d9"};
  static const size_t lengths[] = {0, 1, 15};
  unsigned char bytes[16];
  SealKey key;
  char text[SEAL_TEXT];
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)i;
  memcpy(key.bytes, bytes, sizeof key.bytes);
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    seal_compute(&key, bytes, lengths[i], text);
    assert_string_equal(text, expected[i]);
  }
}

/* It is made once, for nobody else to read; a file that others could have made or read is none. */
static void test_key(void **state)
{
  (void)state;
  SealKey first, second;
  struct stat info;
  setenv("XDG_STATE_HOME", scratch_folder(), 1);
  assert_true(seal_key_of_user(&first));
  assert_true(seal_key_of_user(&second));
  assert_memory_equal(first.bytes, second.bytes, sizeof first.bytes);
  const char *path = scratch_path("assay/seal-key");
  assert_int_equal(stat(path, &info), 0);
  assert_int_equal(info.st_mode & 0777, 0600);
  assert_int_equal(info.st_size, SEAL_KEY_BYTES);
  chmod(path, 0644);
  assert_false(seal_key_of_user(&second));
  unlink(path);
  assert_int_equal(symlink("elsewhere", path), 0);
  assert_false(seal_key_of_user(&second));
  unsetenv("XDG_STATE_HOME");
  unsetenv("HOME");
  assert_false(seal_key_of_user(&second));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_key),
  };
  return cmocka_run_group_tests_name("base_seal", tests, scratch_set_up, scratch_tear_down);
}
