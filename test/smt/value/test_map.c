#include "testing.h"

#include <stdlib.h>

#include "base/random.h"
#include "smt/value/map.h"

static Heap heap;

static int set_up(void **state)
{
  (void)state;
  heap_init(&heap, (size_t)1 << 30);
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  heap_deinit(&heap);
  return 0;
}

static Value number(int64_t n)
{
  return value_small_int(n);
}

/* Count, order, and for every node what it says of the nodes below. */
static void check(const MapNode *map)
{
  MapCursor cursor;
  uint64_t count = 0;
  const MapNode *last = NULL;
  map_start(&cursor, map);
  for (const MapNode *node; (node = map_next(&cursor)); last = node, count++) {
    if (last) assert_true(value_compare(last->key, node->key) < 0);
    assert_int_equal(node->count, 1 + map_count(node->left) + map_count(node->right));
  }
  map_stop(&cursor);
  assert_int_equal(count, map_count(map));
}

static bool equal(const MapNode *a, const MapNode *b)
{
  Value x = {.kind = VALUE_BAG, .map = a}, y = {.kind = VALUE_BAG, .map = b};
  if (a && b && value_compare(x, y) == 0) assert_int_equal(a->hash, b->hash);
  return value_compare(x, y) == 0;
}

static void test_empty(void **state)
{
  (void)state;
  const MapNode *map = NULL;
  MapCursor cursor;
  assert_int_equal(map_count(map), 0);
  assert_null(map_find(map, number(1)));
  assert_true(map_remove(&heap, &map, number(1)));
  assert_null(map);
  map_start(&cursor, map);
  assert_null(map_next(&cursor));
  map_stop(&cursor);
  MapEntries none = {0};
  assert_true(map_build(&heap, &none, &map));
  assert_null(map);
}

static void test_same_map_for_same_value(void **state)
{
  (void)state;
  const MapNode *map = NULL;
  for (int i = 0; i < 100; i++) assert_true(map_put(&heap, &map, number(i), number(-i)));
  const MapNode *before = map;
  for (int i = 0; i < 100; i++) {
    assert_true(map_put(&heap, &map, number(i), number(-i)));
    assert_true(map_remove(&heap, &map, number(1000 + i)));
    assert_ptr_equal(map, before);
  }
  assert_true(map_put(&heap, &map, number(5), number(5)));
  assert_ptr_not_equal(map, before);
  assert_int_equal(map_find(map, number(5))->integer, 5);
  assert_int_equal(map_find(before, number(5))->integer, -5);
}

/* All orders of insertion and ways of building give the same shape. */
static void test_shape(void **state)
{
  (void)state;
  Random random = random_stream(1, 0, 0);
  for (int round = 0; round < 300; round++) {
    uint64_t range = 1 + random_below(&random, 60);
    const MapNode *a = NULL, *b = NULL, *built;
    bool present[64] = {false};
    MapEntries entries = {0};
    for (int i = 0; i < 100; i++) {
      uint64_t key = random_below(&random, range);
      present[key] = random_chance(&random, 2, 3);
      if (present[key])
        assert_true(map_put(&heap, &a, number((int64_t)key), number(7)));
      else
        assert_true(map_remove(&heap, &a, number((int64_t)key)));
    }
    for (int64_t i = 63; i >= 0; i--) {
      if (!present[i]) continue;
      assert_true(map_put(&heap, &b, number(i), number(7)));
      VEC_PUSH(&entries, ((MapEntry){number(i), number(7)}));
      if (i % 3 == 0) VEC_PUSH(&entries, ((MapEntry){number(i), number(7)}));
    }
    assert_true(map_build(&heap, &entries, &built));
    VEC_FREE(&entries);
    check(a);
    check(built);
    assert_true(equal(a, b));
    assert_true(equal(a, built));
    for (int64_t i = 0; i < 64; i++) assert_int_equal(map_find(a, number(i)) != NULL, present[i]);
  }
}

/* Values may be loose, which shows at the root. */
static void test_loose(void **state)
{
  (void)state;
  const MapNode *map = NULL;
  for (int i = 0; i < 20; i++) assert_true(map_put(&heap, &map, number(i), number(i)));
  assert_false(map->loose);
  Value loose = number(1);
  loose.loose = true;
  assert_true(map_put(&heap, &map, number(13), loose));
  assert_true(map->loose);
  assert_true(map_remove(&heap, &map, number(13)));
  assert_false(map->loose);
}

static void test_limit(void **state)
{
  (void)state;
  Heap small;
  heap_init(&small, 10000);
  const MapNode *map = NULL, *before = NULL;
  int i = 0;
  while (map_put(&small, &map, number(i), number(i))) {
    before = map;
    i++;
  }
  assert_true(i > 5 && i < 200);
  assert_ptr_equal(map, before);
  check(map);
  while (map && map_remove(&small, &map, map->key)) before = map;
  assert_ptr_equal(map, before);
  check(map);
  MapEntries entries = {0};
  for (int k = 0; k < 1000; k++) VEC_PUSH(&entries, ((MapEntry){number(k), number(k)}));
  assert_false(map_build(&small, &entries, &map));
  VEC_FREE(&entries);
  heap_deinit(&small);
}

/* A million entries: built at once, then changed here and there; no path is long. */
static void test_large(void **state)
{
  (void)state;
  enum { MILLION = 1000000 };
  MapEntries entries = {0};
  for (int64_t i = 0; i < MILLION; i++) VEC_PUSH(&entries, ((MapEntry){number(i), number(i)}));
  const MapNode *map;
  assert_true(map_build(&heap, &entries, &map));
  VEC_FREE(&entries);
  assert_int_equal(map_count(map), MILLION);
  size_t before = heap.used;
  for (int64_t i = 0; i < 10000; i++) {
    assert_true(map_put(&heap, &map, number(i * 100), number(-1)));
    assert_true(map_remove(&heap, &map, number(i * 100 + 1)));
    assert_true(map_put(&heap, &map, number(MILLION + i), number(0)));
  }
  assert_int_equal(map_count(map), MILLION);
  assert_true((heap.used - before) / 30000 < 40 * sizeof(MapNode));
  assert_int_equal(map_find(map, number(500))->integer, -1);
  assert_int_equal(map_find(map, number(502))->integer, 502);
  assert_null(map_find(map, number(501)));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_empty, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_same_map_for_same_value, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_shape, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_loose, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_limit, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_large, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
