#include "testing.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/worker.h"

enum { JOBS = 1000 };

typedef struct {
  int number;
  int square;
} Job;

typedef struct {
  atomic_int told;
  bool slow;
} Log;

static void square(void *user, void *job)
{
  Job *work = job;
  const Log *log = user;
  if (log->slow) usleep(50000);
  work->square = work->number * work->number;
}

static void tell(void *user)
{
  Log *log = user;
  atomic_fetch_add(&log->told, 1);
}

/* Jobs come back in their order, done, and each is told. */
static void test_order(void **state)
{
  (void)state;
  static Job jobs[JOBS];
  Log log = {0};
  Worker *worker = worker_create(&(WorkerDuty){.work = square, .done = tell, .user = &log});
  assert_null(worker_take(worker));
  for (int i = 0; i < JOBS; i++) {
    jobs[i].number = i;
    worker_give(worker, &jobs[i]);
  }
  for (int i = 0; i < JOBS; i++) {
    assert_int_equal(worker_load(worker), JOBS - i);
    worker_wait(worker);
    Job *job = worker_take(worker);
    assert_ptr_equal(job, &jobs[i]);
    assert_int_equal(job->square, i * i);
  }
  assert_null(worker_take(worker));
  worker_destroy(worker);
  assert_int_equal(log.told, JOBS);
}

/* Whoever gives a job does not wait for it. */
static void test_gives_at_once(void **state)
{
  (void)state;
  Log log = {.slow = true};
  Job job = {.number = 3};
  Worker *worker = worker_create(&(WorkerDuty){.work = square, .done = tell, .user = &log});
  worker_give(worker, &job);
  assert_null(worker_take(worker));
  worker_wait(worker);
  assert_ptr_equal(worker_take(worker), &job);
  assert_int_equal(job.square, 9);
  worker_destroy(worker);
}

/* Without a thread a job is done when it has been given. */
static void test_here(void **state)
{
  (void)state;
  Log log = {0};
  Job jobs[2] = {{.number = 3}, {.number = 4}};
  Worker *worker =
      worker_create(&(WorkerDuty){.work = square, .done = tell, .user = &log, .here = true});
  for (int i = 0; i < 2; i++) worker_give(worker, &jobs[i]);
  assert_int_equal(jobs[1].square, 16);
  assert_int_equal(worker_load(worker), 2);
  worker_wait(worker);
  for (int i = 0; i < 2; i++) assert_ptr_equal(worker_take(worker), &jobs[i]);
  assert_null(worker_take(worker));
  worker_destroy(worker);
}

static void test_unused(void **state)
{
  (void)state;
  Log log = {0};
  worker_destroy(worker_create(&(WorkerDuty){.work = square, .done = tell, .user = &log}));
  assert_int_equal(log.told, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_gives_at_once),
      cmocka_unit_test(test_here),
      cmocka_unit_test(test_unused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
