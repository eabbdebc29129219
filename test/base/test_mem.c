#include "testing.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/vec.h"

static void test_zeroed_and_resized(void **state)
{
  (void)state;
  unsigned char *block = mem_alloc_zero(100, 3);
  for (int i = 0; i < 300; i++) assert_int_equal(block[i], 0);
  memset(block, 7, 300);
  block = mem_resize(block, 1000, 3);
  for (int i = 0; i < 300; i++) assert_int_equal(block[i], 7);
  free(block);
}

static void test_nothing_is_something(void **state)
{
  (void)state;
  void *a = mem_alloc(0, 8), *b = mem_alloc_zero(8, 0), *c = mem_resize(NULL, 0, 0);
  assert_true(a && b && c);
  free(a);
  free(b);
  free(c);
}

static void test_copy_string(void **state)
{
  (void)state;
  char *copy = mem_copy_string("check-sat", 5);
  assert_string_equal(copy, "check");
  free(copy);
  copy = mem_copy_string(NULL, 0);
  assert_string_equal(copy, "");
  free(copy);
}

/* Runs `give_up` in a child: it must end with exit code 3 and say `expected`. */
static void check_gives_up(void (*give_up)(void), const char *expected)
{
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    give_up();
    _exit(0);
  }
  close(ends[1]);
  char said[200];
  ssize_t length = read(ends[0], said, sizeof said - 1);
  assert_true(length >= 0);
  said[length] = '\0';
  close(ends[0]);
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 3);
  assert_string_equal(said, expected);
}

static void exhaust(void)
{
  mem_exhausted(1234);
}

static void overflow_alloc(void)
{
  free(mem_alloc(SIZE_MAX / 2, 3));
}

static void overflow_zero(void)
{
  free(mem_alloc_zero((size_t)1 << 40, (size_t)1 << 40));
}

static void overflow_resize(void)
{
  free(mem_resize(NULL, SIZE_MAX, 1));
}

static void overflow_vector(void)
{
  U32Vec v = {0};
  VEC_PUSH(&v, 1);
  VEC_RESERVE(&v, SIZE_MAX);
}

static void overflow_vector_bytes(void)
{
  U32Vec v = {0};
  VEC_RESERVE(&v, SIZE_MAX / 4 + 2);
}

#define WANTED_ALL "assay: out of memory (wanted 18446744073709551615 bytes)\n"

static void test_gives_up(void **state)
{
  (void)state;
  check_gives_up(exhaust, "assay: out of memory (wanted 1234 bytes)\n");
  check_gives_up(overflow_alloc, WANTED_ALL);
  check_gives_up(overflow_zero, WANTED_ALL);
  check_gives_up(overflow_resize, WANTED_ALL);
}

static void test_vector_gives_up(void **state)
{
  (void)state;
  check_gives_up(overflow_vector, WANTED_ALL);
  check_gives_up(overflow_vector_bytes, WANTED_ALL);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_zeroed_and_resized), cmocka_unit_test(test_nothing_is_something),
      cmocka_unit_test(test_copy_string),        cmocka_unit_test(test_gives_up),
      cmocka_unit_test(test_vector_gives_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
