#include "testing.h"

#include "base/vec.h"

static void test_push(void **state)
{
  (void)state;
  U32Vec v = {0};
  for (uint32_t i = 0; i < 10000; i++) VEC_PUSH(&v, i * 3);
  assert_int_equal(v.count, 10000);
  assert_true(v.capacity >= v.count);
  for (uint32_t i = 0; i < 10000; i++) assert_int_equal(v.items[i], i * 3);
  VEC_FREE(&v);
  assert_null(v.items);
  assert_int_equal(v.count, 0);
  assert_int_equal(v.capacity, 0);
}

static void test_grows_by_half(void **state)
{
  (void)state;
  U32Vec v = {0};
  VEC_RESERVE(&v, 1000);
  assert_int_equal(v.capacity, 1000);
  v.count = 1000;
  VEC_RESERVE(&v, 1);
  assert_int_equal(v.capacity, 1500);
  VEC_RESERVE(&v, 500); /* there is room */
  assert_int_equal(v.capacity, 1500);
  VEC_RESERVE(&v, 5000);
  assert_int_equal(v.capacity, 6000);
  VEC_FREE(&v);
}

static void test_append(void **state)
{
  (void)state;
  U32Vec v = {0};
  const uint32_t some[] = {4, 5, 6};
  VEC_APPEND(&v, some, 0);
  assert_int_equal(v.count, 0);
  for (int i = 0; i < 100; i++) VEC_APPEND(&v, some, 3);
  assert_int_equal(v.count, 300);
  for (uint32_t i = 0; i < 300; i++) assert_int_equal(v.items[i], 4 + i % 3);
  VEC_FREE(&v);
}

static void test_any_type(void **state)
{
  (void)state;
  struct pair {
    double x;
    char tag;
  };
  VEC(struct pair) v = {0};
  for (int i = 0; i < 50; i++) VEC_PUSH(&v, ((struct pair){i / 2.0, (char)i}));
  assert_true(v.items[49].x == 24.5);
  assert_int_equal(v.items[49].tag, 49);
  VEC_FREE(&v);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_push),
      cmocka_unit_test(test_grows_by_half),
      cmocka_unit_test(test_append),
      cmocka_unit_test(test_any_type),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
