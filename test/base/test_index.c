#include "testing.h"

#include <stdlib.h>
#include <string.h>

#include "base/index.h"

static uint32_t count_under(const Index *index, uint32_t hash, uint64_t *sum)
{
  uint32_t found = 0;
  *sum = 0;
  IndexProbe probe = index_probe(index, hash);
  for (uint32_t id; index_next(&probe, &id); found++) *sum += id;
  return found;
}

static void test_empty(void **state)
{
  (void)state;
  Index index = {0};
  uint64_t sum;
  assert_int_equal(count_under(&index, 0, &sum), 0);
  assert_int_equal(count_under(&index, UINT32_MAX, &sum), 0);
  index_free(&index);
}

static void test_all_hashes_equal(void **state)
{
  (void)state;
  Index index = {0};
  for (uint32_t id = 1; id <= 500; id++) index_insert(&index, 0xDEADBEEF, id);
  uint64_t sum;
  assert_int_equal(count_under(&index, 0xDEADBEEF, &sum), 500);
  assert_int_equal(sum, 500 * 501 / 2);
  assert_int_equal(count_under(&index, 0xDEADBEEE, &sum), 0);
  index_free(&index);
}

/* The same first slot but different hashes, in a run that wraps around the end of the table. */
static void test_same_slot(void **state)
{
  (void)state;
  Index index = {0};
  for (uint32_t i = 0; i < 40; i++) index_insert(&index, i << 16 | 0xFFFF, i + 1);
  for (uint32_t i = 0; i < 40; i++) {
    uint64_t sum;
    assert_int_equal(count_under(&index, i << 16 | 0xFFFF, &sum), 1);
    assert_int_equal(sum, i + 1);
  }
  uint64_t sum;
  assert_int_equal(count_under(&index, 40u << 16 | 0xFFFF, &sum), 0);
  index_free(&index);
}

static void test_many(void **state)
{
  (void)state;
  enum { N = 100000 };
  Index index = {0};
  for (uint32_t id = 1; id <= N; id++) {
    index_insert(&index, hash_bytes(&id, sizeof id), id);
    assert_true(index.count <= (index.mask + 1) / 4 * 3);
  }
  assert_int_equal(index.count, N);
  assert_int_equal((index.mask + 1) & index.mask, 0);
  for (uint32_t key = 1; key <= N + 1000; key++) {
    bool found = false;
    IndexProbe probe = index_probe(&index, hash_bytes(&key, sizeof key));
    for (uint32_t id; index_next(&probe, &id);)
      if (id == key) found = true;
    assert_int_equal(found, key <= N);
  }
  index_free(&index);
  assert_null(index.slots);
}

static void test_extreme_values(void **state)
{
  (void)state;
  Index index = {0};
  index_insert(&index, 0, UINT32_MAX);
  index_insert(&index, UINT32_MAX, 1);
  uint64_t sum;
  assert_int_equal(count_under(&index, 0, &sum), 1);
  assert_int_equal(sum, UINT32_MAX);
  assert_int_equal(count_under(&index, UINT32_MAX, &sum), 1);
  assert_int_equal(sum, 1);
  index_free(&index);
}

/* Each length in a block of exactly that size: the address sanitizer sees a read behind it. */
static void test_hash_lengths(void **state)
{
  (void)state;
  enum { LONGEST = 70 };
  uint32_t hashes[LONGEST + 1];
  for (size_t length = 0; length <= LONGEST; length++) {
    char *bytes = malloc(length ? length : 1);
    assert_non_null(bytes);
    memset(bytes, 0, length ? length : 1);
    hashes[length] = hash_bytes(bytes, length);
    free(bytes);
    for (size_t shorter = 0; shorter < length; shorter++)
      assert_int_not_equal(hashes[shorter], hashes[length]); /* zeros differ by length only */
  }
}

static void test_hash_sees_every_bit(void **state)
{
  (void)state;
  unsigned char bytes[29];
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)(i * 37);
  uint32_t hash = hash_bytes(bytes, sizeof bytes);
  for (size_t bit = 0; bit < sizeof bytes * 8; bit++) {
    bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
    assert_int_not_equal(hash_bytes(bytes, sizeof bytes), hash);
    bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
  }
  assert_int_equal(hash_bytes(bytes, sizeof bytes), hash);
}

/* Names as generators make them must not fall on few slots. */
static void test_hash_spreads(void **state)
{
  (void)state;
  enum { SLOTS = 1024, NAMES = 8 * SLOTS };
  static unsigned used[SLOTS];
  memset(used, 0, sizeof used);
  for (unsigned i = 0; i < NAMES; i++) {
    char name[] = "x0000";
    for (unsigned digit = 4, rest = i; digit >= 1; digit--, rest /= 10)
      name[digit] = (char)('0' + rest % 10);
    used[hash_bytes(name, 5) % SLOTS]++;
  }
  unsigned empty = 0, fullest = 0;
  for (unsigned i = 0; i < SLOTS; i++) {
    empty += used[i] == 0;
    if (used[i] > fullest) fullest = used[i];
  }
  assert_true(empty < SLOTS / 50); /* 0.3 expected, were they random */
  assert_true(fullest < 40);       /* 8 on average */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_empty),          cmocka_unit_test(test_all_hashes_equal),
      cmocka_unit_test(test_same_slot),      cmocka_unit_test(test_many),
      cmocka_unit_test(test_extreme_values), cmocka_unit_test(test_hash_lengths),
      cmocka_unit_test(test_hash_spreads),   cmocka_unit_test(test_hash_sees_every_bit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
