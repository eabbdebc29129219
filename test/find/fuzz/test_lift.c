/* Which constructs inputs have that pay: counts, and ratios with their intervals. */
#include "testing.h"

#include <math.h>
#include <string.h>

#include "find/fuzz/lift.h"
#include "support/toy_language.h"

static void take(Lift *lift, ToyLanguage *toy, const char *text, bool paid)
{
  Error error;
  Instance *instance = toy->language.interface->read(&toy->language, text, strlen(text), &error);
  assert_non_null(instance);
  lift_take(lift, &toy->language, instance, paid);
  toy->language.interface->release(instance);
}

static void expect_count(const Lift *lift, char letter, uint64_t inputs, uint64_t paid)
{
  assert_int_equal(lift->with[letter - 'a'].inputs, inputs);
  assert_int_equal(lift->with[letter - 'a'].paid, paid);
}

/* An input counts once for each construct, however often it has it. */
static void test_counts(void **state)
{
  (void)state;
  ToyLanguage toy;
  Lift lift, other;
  StrBuf bytes;
  toy_language_init(&toy, 1);
  lift_init(&lift, TOY_LETTERS);
  take(&lift, &toy, "aab", true);
  take(&lift, &toy, "bbc", false);
  take(&lift, &toy, "a", false);
  assert_int_equal(lift.all.inputs, 3);
  assert_int_equal(lift.all.paid, 1);
  expect_count(&lift, 'a', 2, 1);
  expect_count(&lift, 'b', 2, 1);
  expect_count(&lift, 'c', 1, 0);
  expect_count(&lift, 'd', 0, 0);
  strbuf_init(&bytes, 0);
  lift_save(&lift, &bytes);
  lift_init(&other, TOY_LETTERS);
  ByteReader reader = {.bytes = bytes.bytes, .length = bytes.length};
  lift_restore(&other, &reader);
  assert_true(bytes_all_read(&reader));
  assert_memory_equal(lift.with, other.with, TOY_LETTERS * sizeof *lift.with);
  reader = (ByteReader){.bytes = bytes.bytes, .length = bytes.length - 1};
  lift_restore(&other, &reader);
  assert_true(reader.failed);
  strbuf_clear(&bytes);
  bytes_put_u64(&bytes, 1);
  bytes_put_u64(&bytes, 2); /* more paid than there are */
  reader = (ByteReader){.bytes = bytes.bytes, .length = bytes.length};
  lift_restore(&other, &reader);
  assert_true(reader.failed);
  strbuf_deinit(&bytes);
  lift_deinit(&other);
  lift_deinit(&lift);
}

/* 15 of 20 against 5 of 80: (15.5 / 20.5) / (5.5 / 80.5), and the usual error of its logarithm. */
static void test_ratio(void **state)
{
  (void)state;
  LiftRatio ratio = lift_ratio((LiftCount){20, 15}, (LiftCount){100, 20});
  double expected = 15.5 / 20.5 / (5.5 / 80.5);
  double error = sqrt(1 / 15.5 - 1 / 20.5 + 1 / 5.5 - 1 / 80.5);
  assert_float_equal(ratio.ratio, expected, 1e-9);
  assert_float_equal(log(ratio.high / ratio.ratio), 1.959963984540054 * error, 1e-9);
  assert_float_equal(log(ratio.ratio / ratio.low), 1.959963984540054 * error, 1e-9);
  assert_true(ratio.low > 1);
  LiftRatio even = lift_ratio((LiftCount){50, 10}, (LiftCount){100, 20});
  assert_float_equal(even.ratio, 1, 1e-9);
  assert_true(even.low < 1 && even.high > 1);
}

/* What all inputs have, or none that pays, is told apart from nothing, and no number is lost to a division by 0. */
static void test_extremes(void **state)
{
  (void)state;
  static const LiftCount with[] = {{100, 20}, {1, 0}, {1, 1}, {20, 20}, {80, 0}};
  for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
    LiftRatio ratio = lift_ratio(with[i], (LiftCount){100, 20});
    assert_true(isfinite(ratio.ratio) && isfinite(ratio.high) && ratio.low >= 0);
    assert_true(ratio.low <= ratio.ratio && ratio.ratio <= ratio.high);
  }
  assert_true(lift_ratio(with[0], (LiftCount){100, 20}).low < 1);
  /* Nothing paid at all: nothing pays more than others. */
  assert_true(lift_ratio((LiftCount){1, 0}, (LiftCount){62, 0}).low < 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_counts),
      cmocka_unit_test(test_ratio),
      cmocka_unit_test(test_extremes),
  };
  return cmocka_run_group_tests_name("fuzz_lift", tests, NULL, NULL);
}
