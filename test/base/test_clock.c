#include "testing.h"

#include "base/clock.h"

static void test_clocks(void **state)
{
  (void)state;
  uint64_t wall = clock_monotonic_ns(), cpu = clock_process_cpu_ns();
  assert_true(wall > 0);
  volatile unsigned work = 0;
  while (clock_process_cpu_ns() - cpu < 1000000) work = work + 1;
  uint64_t passed = clock_monotonic_ns() - wall;
  assert_true(passed >= 900000 && passed < 60000000000u);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_clocks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
