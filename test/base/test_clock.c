#include "testing.h"

#include <sys/wait.h>
#include <unistd.h>

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

/* Children count once they were waited for. */
static void test_family(void **state)
{
  (void)state;
  const uint64_t burnt = 20000000;
  uint64_t own = clock_process_cpu_ns(), family = clock_family_cpu_ns();
  pid_t child = fork();
  if (child == 0) {
    while (clock_process_cpu_ns() < burnt) continue;
    _exit(0);
  }
  assert_int_equal(waitpid(child, NULL, 0), child);
  own = clock_process_cpu_ns() - own;
  family = clock_family_cpu_ns() - family;
  assert_true(family >= own + burnt * 9 / 10);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_clocks),
      cmocka_unit_test(test_family),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
