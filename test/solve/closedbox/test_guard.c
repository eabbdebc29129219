/* Foreign code that does not return, inside a process of its own. */
#include "testing.h"

#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "solve/closedbox/worker.h"

static void do_nothing(void *context)
{
  (void)context;
}

static void do_crash(void *context)
{
  (void)context;
  raise(SIGSEGV);
}

static void do_abort(void *context)
{
  (void)context;
  abort();
}

/* A sanitizer would end the process before the processor complains. */
__attribute__((no_sanitize("undefined"))) static void do_divide(void *context)
{
  volatile int zero = context != NULL;
  zero = 1000 / (zero - zero);
}

static void do_hang(void *context)
{
  for (volatile int i = 0; context || i == 0;) continue;
}

static void do_exit(void *context)
{
  (void)context;
  exit(0);
}

static void do_fail(void *context)
{
  (void)context;
  guard_fail();
}

/* Other processes are refused: nothing happens. */
static void do_processes(void *context)
{
  (void)context;
  if (fork() >= 0 || kill(getppid(), 0) == 0 || syscall(SYS_fork + 0x40000000) >= 0) abort();
}

static void *thread_main(void *context)
{
  *(int *)context = 1;
  return NULL;
}

static void do_thread(void *context)
{
  pthread_t thread;
  int done = 0;
  (void)context;
  if (pthread_create(&thread, NULL, thread_main, &done) == 0) pthread_join(thread, NULL);
  if (!done) abort();
}

static void do_rounding(void *context)
{
  (void)context;
  fesetround(FE_UPWARD);
  guard_fail();
}

typedef struct {
  void (*run)(void *context);
  GuardEnd end;
} Case;

static const Case cases[] = {
    {do_nothing, GUARD_FINE},    {do_crash, GUARD_CRASHED},  {do_abort, GUARD_CRASHED},
    {do_divide, GUARD_CRASHED},  {do_hang, GUARD_HUNG},      {do_exit, GUARD_EXITED},
    {do_fail, GUARD_FAILED},     {do_processes, GUARD_FINE}, {do_thread, GUARD_FINE},
    {do_rounding, GUARD_FAILED}, {do_nothing, GUARD_FINE},
};

enum { CASES = sizeof cases / sizeof *cases };

static void run_cases(void *context, const WorkerRoom *room)
{
  for (int i = 0; i < CASES; i++) {
    uint8_t end = (uint8_t)guard_run(cases[i].run, context);
    box_worker_put(room, &end, 1);
  }
  uint8_t nearest = fegetround() == FE_TONEAREST;
  box_worker_put(room, &nearest, 1);
}

/* One process survives all of it. */
static void test_ends(void **state)
{
  (void)state;
  static const WorkerSettings settings = {.wall_ns = 60000000000, .guard = {.call_ns = 20000000}};
  WorkerRoom room;
  int something = 1;
  assert_true(box_worker_room_init(&room, 100));
  assert_int_equal(box_worker_run(&room, &settings, run_cases, &something), WORKER_DONE);
  assert_int_equal(box_worker_result(&room).length, CASES + 1);
  for (int i = 0; i < CASES; i++) {
    GuardEnd end = (GuardEnd)(uint8_t)room.shared->bytes[i];
    if (end != cases[i].end) fail_msg("case %d: %d instead of %d", i, end, cases[i].end);
  }
  assert_int_equal(room.shared->bytes[CASES], 1);
  box_worker_room_deinit(&room);
}

static void *crash_main(void *context)
{
  (void)context;
  raise(SIGSEGV);
  return NULL;
}

static void do_crashing_thread(void *context)
{
  pthread_t thread;
  (void)context;
  if (pthread_create(&thread, NULL, crash_main, NULL) == 0) pthread_join(thread, NULL);
}

static void run_crashing_thread(void *context, const WorkerRoom *room)
{
  guard_run(do_crashing_thread, context);
  box_worker_put(room, "x", 1);
}

/* There is nowhere to go on from: the process ends without a result. */
static void test_thread_that_crashes(void **state)
{
  (void)state;
  static const WorkerSettings settings = {.wall_ns = 60000000000, .guard = {.call_ns = 1000000000}};
  WorkerRoom room;
  assert_true(box_worker_room_init(&room, 100));
  assert_int_equal(box_worker_run(&room, &settings, run_crashing_thread, NULL), WORKER_DIED);
  assert_int_equal(box_worker_result(&room).length, 0);
  box_worker_room_deinit(&room);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ends),
      cmocka_unit_test(test_thread_that_crashes),
  };
  return cmocka_run_group_tests_name("solve_closedbox_guard", tests, NULL, NULL);
}
