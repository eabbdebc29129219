#include "testing.h"

#include "base/random.h"

/* The values here were computed by a separate program from the definitions of the algorithms. They
 * must not change: every record of a finding names its input by (seed, stream, index). */

static void check_stream(uint64_t seed, uint64_t stream, uint64_t index, const uint64_t expected[3])
{
  Random random = random_stream(seed, stream, index);
  for (int i = 0; i < 3; i++) assert_int_equal(random_u64(&random), expected[i]);
}

static void test_pinned_generator(void **state)
{
  (void)state;
  Random random = {{1, 2, 3, 4}};
  assert_int_equal(random_u64(&random), 11520);
  assert_int_equal(random_u64(&random), 0);
  assert_int_equal(random_u64(&random), 1509978240);
  assert_int_equal(random_u64(&random), 1215971899390074240);
}

static void test_pinned_streams(void **state)
{
  (void)state;
  check_stream(0, 0, 0, (uint64_t[]){0x8A21CD34A214A917, 0x9C507E12243E64D0, 0xC3763B828E49DC84});
  check_stream(1, 2, 3, (uint64_t[]){0xCA69C028E6E283E8, 0xC86DF1A5F8F50802, 0x24D29C12572AB43B});
  check_stream(3, 2, 1, (uint64_t[]){0xC908CAAF8C766432, 0xB72E943E9EE5A062, 0x8EED9B832FC19D59});
  check_stream(UINT64_MAX, UINT64_MAX, UINT64_MAX,
               (uint64_t[]){0x35DCD6AA8B3DB1A7, 0xD336A23420E14D19, 0x4D3D806BED30ACD0});
}

static void test_pinned_numbers(void **state)
{
  (void)state;
  static const int dice[] = {2, 2, 3, 6, 3, 6, 3, 4, 3, 3, 3, 6, 2, 2, 2, 4};
  Random random = random_stream(42, 0, 0);
  for (size_t i = 0; i < sizeof dice / sizeof *dice; i++)
    assert_int_equal(1 + random_below(&random, 6), dice[i]);
  random = random_stream(42, 1, 0);
  assert_int_equal(random_below(&random, (UINT64_C(1) << 63) + 1), 4580794696435096634);
  assert_int_equal(random_below(&random, (UINT64_C(1) << 63) + 1), 5058328284784736956);
  assert_int_equal(random_below(&random, (UINT64_C(1) << 63) + 1), 3653540305108026769);
  random = random_stream(42, 2, 0);
  assert_true(random_unit(&random) == 0.39677340008063644);
}

/* Streams of neighbouring names must have nothing to do with each other: of 64 bits 32 differ. */
static void test_neighbours_differ(void **state)
{
  (void)state;
  unsigned differing = 0;
  for (uint64_t i = 0; i < 1000; i++) {
    Random a = random_stream(7, 1, i), b = random_stream(7, 1, i + 1);
    Random c = random_stream(7, i, 1), d = random_stream(i, 7, 1);
    uint64_t x = random_u64(&a);
    differing += (unsigned)__builtin_popcountll(x ^ random_u64(&b));
    differing += (unsigned)__builtin_popcountll(x ^ random_u64(&c));
    differing += (unsigned)__builtin_popcountll(x ^ random_u64(&d));
  }
  assert_in_range(differing, 3000 * 31, 3000 * 33);
}

/* Chi-square over `bound` cells, summed over 200 streams. With d degrees of freedom in all it is
 * about d, with deviation sqrt(2d); the streams are fixed, so this passes always or never. */
static void check_uniform(unsigned bound)
{
  enum { STREAMS = 200, EACH = 500, MOST = 64 };
  assert_true(bound <= MOST);
  double chi_square = 0;
  for (uint64_t stream = 0; stream < STREAMS; stream++) {
    unsigned seen[MOST] = {0};
    Random random = random_stream(1, stream, bound);
    for (unsigned i = 0; i < EACH * bound; i++) {
      uint64_t x = random_below(&random, bound);
      assert_true(x < bound);
      seen[x]++;
    }
    for (unsigned i = 0; i < bound; i++) {
      double off = (double)seen[i] - EACH;
      chi_square += off * off / EACH;
    }
  }
  double freedom = STREAMS * (bound - 1.0);
  double off = chi_square - freedom;
  assert_true(off * off < 9 * 2 * freedom); /* three deviations */
}

static void test_below_is_uniform(void **state)
{
  (void)state;
  check_uniform(2);
  check_uniform(3);
  check_uniform(6);
  check_uniform(7);
  check_uniform(64);
}

/* A bound of three quarters of the range is where taking the remainder would go wrong most: the
 * lower third would come twice as often as the rest. */
static void test_large_bound_has_no_bias(void **state)
{
  (void)state;
  const uint64_t third = UINT64_C(1) << 62;
  unsigned lower = 0;
  Random random = random_stream(5, 0, 0);
  for (int i = 0; i < 30000; i++) {
    uint64_t x = random_below(&random, 3 * third);
    assert_true(x < 3 * third);
    lower += x < third;
  }
  assert_in_range(lower, 9600, 10400);
}

static void test_limits(void **state)
{
  (void)state;
  Random random = random_stream(9, 9, 9);
  for (int i = 0; i < 100; i++) {
    assert_int_equal(random_below(&random, 1), 0);
    assert_true(random_below(&random, UINT64_MAX) < UINT64_MAX);
    double unit = random_unit(&random);
    assert_true(unit >= 0 && unit < 1);
    assert_true(random_chance(&random, 1, 1));
    assert_false(random_chance(&random, 0, 1));
  }
}

static void test_chance(void **state)
{
  (void)state;
  Random random = random_stream(3, 1, 4);
  unsigned yes = 0;
  for (int i = 0; i < 40000; i++) yes += random_chance(&random, 3, 4);
  assert_in_range(yes, 29600, 30400);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pinned_generator),        cmocka_unit_test(test_pinned_streams),
      cmocka_unit_test(test_pinned_numbers),          cmocka_unit_test(test_neighbours_differ),
      cmocka_unit_test(test_below_is_uniform),        cmocka_unit_test(test_limits),
      cmocka_unit_test(test_large_bound_has_no_bias), cmocka_unit_test(test_chance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
