/* Jobs in processes of their own. */
#include "testing.h"

#include <sys/resource.h>
#include <unistd.h>

#include "solve/closedbox/worker.h"
#include "support/leftovers.h"

static void put_job(void *context, const WorkerRoom *room)
{
  (void)context;
  box_worker_put(room, "x", 1);
}

static void wait_job(void *context, const WorkerRoom *room)
{
  (void)context;
  (void)room;
  for (;;) pause();
}

static const WorkerSettings settings = {.wall_ns = 10000000000, .guard = {.call_ns = 1000000000}};

static void test_result(void **state)
{
  (void)state;
  WorkerRoom room;
  assert_true(box_worker_room_init(&room, 16));
  assert_int_equal(box_worker_run(&room, &settings, put_job, NULL), WORKER_DONE);
  assert_int_equal(box_worker_result(&room).length, 1);
  assert_false(leftovers_children());
  box_worker_room_deinit(&room);
}

/* Without a descriptor nobody could wait for it with a limit. */
static void test_no_descriptor_is_left(void **state)
{
  (void)state;
  WorkerRoom room;
  struct rlimit before, none;
  assert_true(box_worker_room_init(&room, 16));
  assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
  none = (struct rlimit){.rlim_cur = 0, .rlim_max = before.rlim_max};
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
  WorkerEnd end = box_worker_run(&room, &settings, wait_job, NULL);
  assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
  assert_int_equal(end, WORKER_ABSENT);
  assert_false(leftovers_children());
  box_worker_room_deinit(&room);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_result),
      cmocka_unit_test(test_no_descriptor_is_left),
  };
  return cmocka_run_group_tests_name("solve_closedbox_worker", tests, NULL, NULL);
}
