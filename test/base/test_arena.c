#include "testing.h"

#include <string.h>

#include "base/arena.h"

static void test_blocks_are_apart(void **state)
{
  (void)state;
  enum { N = 2000 };
  Arena arena = {0};
  static unsigned char *blocks[N];
  for (size_t i = 0; i < N; i++) {
    blocks[i] = arena_alloc(&arena, i % 97, 1);
    assert_int_equal((uintptr_t)blocks[i] % _Alignof(max_align_t), 0);
    memset(blocks[i], (int)(i % 251), i % 97);
  }
  for (size_t i = 0; i < N; i++)
    for (size_t j = 0; j < i % 97; j++) assert_int_equal(blocks[i][j], i % 251);
  arena_deinit(&arena);
  assert_null(arena.chunks);
}

static void test_large_block(void **state)
{
  (void)state;
  Arena arena = {0};
  char *small = arena_alloc(&arena, 1, 10);
  strcpy(small, "small");
  char *large = arena_alloc(&arena, 1000, 10000);
  memset(large, 1, 10000000);
  char *next = arena_alloc(&arena, 1, 100000);
  memset(next, 2, 100000);
  assert_string_equal(small, "small");
  assert_int_equal(large[9999999], 1);
  arena_deinit(&arena);
}

static void test_copy_string(void **state)
{
  (void)state;
  Arena arena = {0};
  assert_string_equal(arena_copy_string(&arena, "declare-const", 7), "declare");
  assert_string_equal(arena_copy_string(&arena, NULL, 0), "");
  arena_deinit(&arena);
}

static void test_reset_keeps_largest(void **state)
{
  (void)state;
  Arena arena = {0};
  arena_reset(&arena); /* of an empty one */
  arena_alloc(&arena, 1, 100);
  char *large = arena_alloc(&arena, 1, 8 << 20);
  arena_alloc(&arena, 1, 100000);
  arena_reset(&arena);
  char *again = arena_alloc(&arena, 1, 8 << 20);
  assert_ptr_equal(again, large);
  arena_reset(&arena);
  arena_deinit(&arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_blocks_are_apart),
      cmocka_unit_test(test_large_block),
      cmocka_unit_test(test_copy_string),
      cmocka_unit_test(test_reset_keeps_largest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
