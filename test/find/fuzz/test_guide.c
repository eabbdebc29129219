/* The guide on made-up inputs whose costs are known: what it sees of them, and which ones it would run. */
#include "testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "find/fuzz/guide.h"

enum { LIMIT = 1, EXAMPLES = 300 };
static const LeastGain least = {.absolute = 0.005, .relative = 0.02};

/* --- features --- */

static GuideRow row_of(const char *text)
{
  GuideRow row;
  guide_features(text, strlen(text), &row);
  return row;
}

static bool same_rows(const char *one, const char *other)
{
  GuideRow left = row_of(one), right = row_of(other);
  return memcmp(&left, &right, sizeof left) == 0;
}

static void test_features(void **state)
{
  (void)state;
  assert_true(same_rows("(f x1 (g x2))", "(f x2 (g x1))"));
  assert_false(same_rows("(f (g x) y)", "(g (f x) y)"));
  assert_false(same_rows("(f (g x) (f y))", "(f (g (f x) y))"));
  assert_false(same_rows("(_ BitVec 4)", "(_ BitVec 64)"));
  assert_true(same_rows("(f 5 5)", "(f 6 7)"));
  assert_true(same_rows("", ""));
  assert_true(same_rows(")) a", ")) a"));
}

/* Deep nesting and many words are no problem. */
static void test_large_text(void **state)
{
  (void)state;
  enum { DEPTH = 100000 };
  char *text = mem_alloc(2 * DEPTH + 1, 1);
  memset(text, '(', DEPTH);
  memset(text + DEPTH, 'a', DEPTH);
  GuideRow row;
  guide_features(text, 2 * DEPTH, &row);
  for (size_t i = 0; i < DEPTH; i++) text[2 * i] = ' ';
  guide_features(text, 2 * DEPTH, &row);
  free(text);
}

/* --- rates --- */

/* "(s a a b ...)": the target needs twice as much with each `a`, the reference with each `b`; `c` makes it void. */
typedef struct {
  uint32_t a, b, c;
} Made;

static void write_text(Made made, char *text, size_t size)
{
  size_t length = (size_t)snprintf(text, size, "(s");
  for (uint32_t i = 0; i < made.a; i++) length += (size_t)snprintf(text + length, 4, " aa");
  for (uint32_t i = 0; i < made.b; i++) length += (size_t)snprintf(text + length, 4, " bb");
  for (uint32_t i = 0; i < made.c; i++) length += (size_t)snprintf(text + length, 4, " cc");
  snprintf(text + length, size - length, ")");
}

static double score_of(uint32_t count)
{
  double need = 0.01 * pow(2, count);
  return need > LIMIT ? 2 * LIMIT : need;
}

static TrialResult result_of(Made made)
{
  TrialResult result = {.is_void = made.c > 0};
  if (result.is_void) return result;
  result.target = score_of(made.a);
  result.target_ran = true;
  result.reference = score_of(made.b);
  result.reference_ran = true;
  return result;
}

static void learn(Guide *guide, Made made, TrialResult result)
{
  char text[200];
  write_text(made, text, sizeof text);
  guide_learn(guide, text, strlen(text), &result);
}

static double rate(const Guide *guide, Made made)
{
  char text[200];
  write_text(made, text, sizeof text);
  return guide_rate(guide, text, strlen(text));
}

static Guide taught_guide(uint64_t seed)
{
  Guide guide;
  Random random = random_stream(seed, 1, 0);
  guide_init(&guide, seed, 2 * LIMIT, &least);
  for (int i = 0; i < EXAMPLES; i++) {
    Made made = {(uint32_t)random_below(&random, 6), (uint32_t)random_below(&random, 6),
                 random_below(&random, 8) == 0};
    learn(&guide, made, result_of(made));
  }
  return guide;
}

static void test_rates(void **state)
{
  (void)state;
  Guide guide = taught_guide(1);
  assert_true(guide_prepare(&guide, 0.2));
  assert_true(rate(&guide, (Made){.a = 5}) > 0);
  assert_true(rate(&guide, (Made){.a = 5}) > 2 * rate(&guide, (Made){.a = 1}));
  assert_true(rate(&guide, (Made){.a = 5}) > 2 * rate(&guide, (Made){.a = 5, .b = 5}));
  assert_true(rate(&guide, (Made){.a = 5}) > 2 * rate(&guide, (Made){.a = 5, .c = 1}));
  guide_deinit(&guide);
}

/* The better the best, the less there is to gain. */
static void test_best(void **state)
{
  (void)state;
  Guide guide = taught_guide(2);
  guide_prepare(&guide, 0.1);
  double before = rate(&guide, (Made){.a = 4});
  guide_prepare(&guide, 1.5);
  assert_true(rate(&guide, (Made){.a = 4}) < before);
  guide_deinit(&guide);
}

/* A reference that was stopped needs more than it had; one that has not run is taken for a usual one. */
static void test_margins(void **state)
{
  (void)state;
  Guide guide = taught_guide(3);
  guide_prepare(&guide, 0.1);
  TrialResult exact = {.target = 0.5, .target_ran = true, .reference = 0.2, .reference_ran = true};
  TrialResult stopped = exact, hopeless = exact, missing = exact, bad = {.is_void = true};
  TrialResult dropped = {.reference = 0.9, .reference_ran = true, .reference_stopped = true};
  stopped.reference_stopped = true;
  hopeless.reference = 2 * LIMIT;
  missing.reference_ran = false;
  assert_float_equal(guide_margin(&guide, &exact), 0.3, 1e-9);
  assert_true(guide_margin(&guide, &stopped) < 0.3);
  assert_float_equal(guide_margin(&guide, &hopeless), 0.5 - 2 * LIMIT, 1e-9);
  assert_true(guide_margin(&guide, &missing) > 0.3 && guide_margin(&guide, &missing) < 0.5);
  assert_true(guide_margin(&guide, &dropped) < 0);
  assert_true(guide_margin(&guide, &bad) < guide_margin(&guide, &hopeless));
  guide_deinit(&guide);
}

/* Where references run first and have little time, what takes them longer is not worth running; what they decide soon is. */
static void test_patience(void **state)
{
  (void)state;
  Guide guide = taught_guide(5);
  guide_prepare(&guide, 0.2);
  double slow = rate(&guide, (Made){.a = 5, .b = 4}), fast = rate(&guide, (Made){.a = 5});
  guide.patience = score_of(2);
  assert_true(rate(&guide, (Made){.a = 5, .b = 4}) < 0.7 * slow);
  assert_true(rate(&guide, (Made){.a = 5}) > 0.7 * fast);
  TrialResult stopped = {.reference = 0.05, .reference_ran = true, .reference_stopped = true};
  TrialResult dropped = stopped;
  dropped.dropped = true;
  assert_true(guide_margin(&guide, &dropped) < guide_margin(&guide, &stopped));
  guide_deinit(&guide);
}

static void test_too_few(void **state)
{
  (void)state;
  Guide guide;
  guide_init(&guide, 1, 2 * LIMIT, &least);
  assert_false(guide_prepare(&guide, 0));
  for (uint32_t i = 0; i < 4; i++) learn(&guide, (Made){.a = i}, result_of((Made){.a = i}));
  assert_false(guide_prepare(&guide, 0));
  guide_deinit(&guide);
}

/* Only so many are kept, the hard ones rather than the easy ones. */
static void test_forgetting(void **state)
{
  (void)state;
  enum { MANY = 3000 };
  Guide guide;
  guide_init(&guide, 1, 2 * LIMIT, &least);
  for (uint32_t i = 0; i < MANY; i++) {
    Made made = {.a = i % 6};
    learn(&guide, made, result_of(made));
    guide_prepare(&guide, 0.1);
  }
  size_t hard = 0;
  for (size_t i = 0; i < guide.examples.count; i++)
    hard += guide.examples.items[i].result.target >= score_of(5);
  assert_true(guide.examples.count < MANY / 2);
  assert_true(hard > guide.examples.count / 4);
  guide_deinit(&guide);
}

/* --- as bytes --- */

static void test_saved(void **state)
{
  (void)state;
  Guide guide = taught_guide(4), other;
  guide_prepare(&guide, 0.1);
  for (uint32_t i = 0; i < 3; i++) learn(&guide, (Made){.a = i}, result_of((Made){.a = i}));
  StrBuf bytes;
  strbuf_init(&bytes, 0);
  guide_save(&guide, &bytes);
  guide_init(&other, 4, 2 * LIMIT, &least);
  ByteReader reader = {.bytes = bytes.bytes, .length = bytes.length};
  guide_restore(&other, &reader);
  assert_true(bytes_all_read(&reader));
  guide_prepare(&other, 0.1);
  guide_prepare(&guide, 0.1);
  for (uint32_t a = 0; a < 8; a++)
    for (uint32_t b = 0; b < 8; b++)
      assert_true(rate(&guide, (Made){a, b, 0}) == rate(&other, (Made){a, b, 0}));
  guide_deinit(&other);
  for (size_t length = 0; length < bytes.length; length += 101) {
    guide_init(&other, 4, 2 * LIMIT, &least);
    reader = (ByteReader){.bytes = bytes.bytes, .length = length};
    guide_restore(&other, &reader);
    assert_true(reader.failed);
    guide_deinit(&other);
  }
  strbuf_deinit(&bytes);
  guide_deinit(&guide);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_features), cmocka_unit_test(test_large_text),
      cmocka_unit_test(test_rates),    cmocka_unit_test(test_best),
      cmocka_unit_test(test_margins),  cmocka_unit_test(test_patience),
      cmocka_unit_test(test_too_few),  cmocka_unit_test(test_forgetting),
      cmocka_unit_test(test_saved),
  };
  return cmocka_run_group_tests_name("fuzz_guide", tests, NULL, NULL);
}
