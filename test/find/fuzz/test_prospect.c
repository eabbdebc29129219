/* Choosing between kinds of inputs by what they bring for what they cost. */
#include "testing.h"

#include "find/fuzz/prospect.h"

enum { KINDS = 20 };

/* Kinds cost the same seconds in all, cheap ones are tried more often. */
static void test_costs_are_shared(void **state)
{
  (void)state;
  Prospect prospect;
  Random random = random_stream(1, 2, 3);
  size_t tried[KINDS] = {0};
  prospect_init(&prospect, KINDS);
  for (int i = 0; i < 20000; i++) {
    size_t kind = prospect_choose(&prospect, &random);
    assert_true(kind < KINDS);
    tried[kind]++;
    prospect_cost(&prospect, kind, kind == 7 ? 0.001 : 0.1);
  }
  for (size_t i = 0; i < KINDS; i++) {
    assert_true(tried[i] > 10);
    if (i != 7) assert_true(tried[7] > 5 * tried[i]);
  }
  prospect_deinit(&prospect);
}

/* One that brings news is tried most, and another one when its news have ended. */
static void test_news_are_followed(void **state)
{
  (void)state;
  Prospect prospect;
  Random random = random_stream(1, 2, 4);
  prospect_init(&prospect, KINDS);
  size_t early = 0, late = 0;
  for (int i = 0; i < 20000; i++) {
    size_t kind = prospect_choose(&prospect, &random);
    prospect_cost(&prospect, kind, 0.05);
    if (kind == 3 && i < 2000) prospect_reward(&prospect, kind, random_unit(&random) < 0.1);
    early += kind == 3 && i < 2000;
    late += kind == 3 && i >= 18000;
  }
  assert_true(early > 200);
  assert_true(late < 200);
  prospect_deinit(&prospect);
}

static void test_it_is_saved(void **state)
{
  (void)state;
  Prospect prospect, again, other;
  StrBuf bytes;
  strbuf_init(&bytes, 0);
  prospect_init(&prospect, KINDS);
  prospect_init(&again, KINDS);
  prospect_init(&other, KINDS + 1);
  prospect_cost(&prospect, 4, 2.5);
  prospect_reward(&prospect, 4, 3);
  prospect_save(&prospect, &bytes);
  ByteReader reader = {.bytes = bytes.bytes, .length = bytes.length};
  prospect_restore(&again, &reader);
  assert_true(bytes_all_read(&reader));
  assert_true(again.kinds[4].news == 3 && again.kinds[4].seconds == 2.5);
  reader = (ByteReader){.bytes = bytes.bytes, .length = bytes.length};
  prospect_restore(&other, &reader);
  assert_true(bytes_all_read(&reader));
  for (size_t i = 0; i < other.count; i++) assert_true(other.kinds[i].news == 0);
  reader = (ByteReader){.bytes = bytes.bytes, .length = bytes.length - 1};
  prospect_restore(&again, &reader);
  assert_true(reader.failed);
  prospect_deinit(&prospect);
  prospect_deinit(&again);
  prospect_deinit(&other);
  strbuf_deinit(&bytes);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_costs_are_shared),
      cmocka_unit_test(test_news_are_followed),
      cmocka_unit_test(test_it_is_saved),
  };
  return cmocka_run_group_tests_name("fuzz_prospect", tests, NULL, NULL);
}
