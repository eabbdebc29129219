/* What schedules cost, and planning them from neighbours. */
#include "testing.h"

#include <math.h>

#include "solve/select/plan.h"

static const BenchmarkRun solved_at_5 = {.wall = 5, .checks = 1, .solved = 1, .state = RUN_SOLVED};
static const BenchmarkRun gives_up_at_1 = {.wall = 1, .checks = 1, .state = RUN_UNSOLVED};
static const BenchmarkRun never = {.wall = 100, .checks = 1, .state = RUN_UNSOLVED};
static const BenchmarkRun wrong_at_2 = {.wall = 2, .checks = 1, .solved = 1, .state = RUN_WRONG};

static double cost(const Schedule *schedule, const BenchmarkRun *runs, double before)
{
  return schedule_replay(schedule, runs, 100, 2, before).score;
}

static void test_replay(void **state)
{
  (void)state;
  BenchmarkRun runs[] = {solved_at_5, gives_up_at_1, never, wrong_at_2};
  Schedule schedule = {0};
  schedule_add(&schedule, 1, 50);
  schedule_add(&schedule, 0, INFINITY);
  assert_true(cost(&schedule, runs, 0) == 6);
  assert_true(cost(&schedule, runs, 0.5) == 6.5);
  assert_true(cost(&schedule, runs, 95) == 200);
  assert_true(schedule_replay(&schedule, runs, 100, 2, 0).solved);
  schedule = (Schedule){0};
  schedule_add(&schedule, 2, 20);
  schedule_add(&schedule, 0, 4);
  assert_true(cost(&schedule, runs, 0) == 200);
  /* Solver 0 continues with its fifth second. */
  schedule_add(&schedule, 2, 10);
  schedule_add(&schedule, 0, 4);
  assert_true(cost(&schedule, runs, 0) == 35);
  schedule = (Schedule){0};
  schedule_add(&schedule, 3, 2);
  schedule_add(&schedule, 0, INFINITY);
  assert_true(cost(&schedule, runs, 0) == 1000);
  assert_false(schedule_replay(&schedule, runs, 100, 2, 0).solved);
}

/* A schedule of one solver has the score of the solver, also for scripts of which it solves a part. */
static void test_replay_partial(void **state)
{
  (void)state;
  BenchmarkRun runs[] = {{.wall = 100, .checks = 10, .solved = 9, .state = RUN_UNSOLVED},
                         {.wall = 20, .checks = 10, .solved = 5, .state = RUN_UNSOLVED},
                         {.wall = 100, .checks = 10, .state = RUN_UNSOLVED}};
  for (uint32_t i = 0; i < 3; i++) {
    Schedule alone = {0};
    schedule_add(&alone, i, INFINITY);
    assert_true(cost(&alone, runs, 0) == runs_score(&runs[i], 100, 2));
  }
  Schedule schedule = {0};
  schedule_add(&schedule, 1, INFINITY);
  schedule_add(&schedule, 2, INFINITY);
  assert_true(cost(&schedule, runs, 0) == 100 + 100);
  /* Stopped after half of its time: four of its nine. */
  schedule = (Schedule){0};
  schedule_add(&schedule, 0, 50);
  schedule_add(&schedule, 2, INFINITY);
  assert_true(cost(&schedule, runs, 0) == 100 + 120);
  assert_false(schedule_replay(&schedule, runs, 100, 2, 0).solved);
}

/* Two kinds of benchmarks: solver 0 solves one at once and never the other, which solver 1 solves late. */
static Outcomes two_kinds(float *solved_at, float *ended_at)
{
  static const float solved[] = {0.01f, 90, INFINITY, 50, 1, INFINITY};
  for (size_t i = 0; i < 6; i++) {
    solved_at[i] = solved[i];
    ended_at[i] = solved[i] < INFINITY ? solved[i] : 100;
  }
  return (Outcomes){
      .rows = 3, .solvers = 2, .solved_at = solved_at, .ended_at = ended_at, .limit = 100};
}

static void test_plan(void **state)
{
  (void)state;
  float solved_at[6], ended_at[6];
  Outcomes outcomes = two_kinds(solved_at, ended_at);
  Planner *planner = planner_create(&outcomes, 10);
  Neighbours near = {0};
  VEC_PUSH(&near.items, ((Neighbour){0, 0.5f}));
  VEC_PUSH(&near.items, ((Neighbour){1, 0.5f}));
  PlanSettings settings = {.slots = 1, .penalty = 2, .time_left = 100};
  Schedule schedule;
  double expected[2];
  planner_plan(planner, &near, &settings, &schedule, expected);
  assert_int_equal(schedule.count, 2);
  assert_int_equal(schedule.slots[0].solver, 1); /* solves both */
  assert_true(fabs(expected[0] - 100.005) < 0.01 && fabs(expected[1] - 70) < 0.01);
  settings.slots = 2;
  planner_plan(planner, &near, &settings, &schedule, expected);
  assert_int_equal(schedule.slots[0].solver, 0);
  assert_true(schedule.slots[0].seconds >= 0.01f && schedule.slots[0].seconds < 1);
  assert_int_equal(schedule.slots[1].solver, 1);
  /* After solver 0 has failed for a second, only the second kind is left; after solver 1 gave up, nothing for it. */
  settings.used = (float[]){1, 0};
  settings.time_left = 99;
  planner_plan(planner, &near, &settings, &schedule, expected);
  assert_int_equal(schedule.slots[0].solver, 1);
  settings.used = (float[]){0, INFINITY};
  planner_plan(planner, &near, &settings, &schedule, expected);
  assert_int_equal(schedule.count, 1);
  assert_int_equal(schedule.slots[0].solver, 0);
  planner_destroy(planner);
  neighbours_free(&near);
}

/* No neighbours at all: the background; without it, some order. */
static void test_without_neighbours(void **state)
{
  (void)state;
  float solved_at[6], ended_at[6];
  Outcomes outcomes = two_kinds(solved_at, ended_at);
  Planner *planner = planner_create(&outcomes, 1);
  Neighbours none = {0}, background = {0};
  VEC_PUSH(&background.items, ((Neighbour){1, 1}));
  PlanSettings settings = {.slots = 3, .penalty = 2, .time_left = 100};
  Schedule schedule;
  double expected[2];
  planner_plan(planner, &none, &settings, &schedule, expected);
  assert_int_equal(schedule.count, 2);
  settings.background = &background;
  planner_plan(planner, &none, &settings, &schedule, expected);
  assert_int_equal(schedule.slots[0].solver, 1);
  assert_true(expected[0] == 200 && expected[1] == 50);
  planner_destroy(planner);
  neighbours_free(&background);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_replay),
      cmocka_unit_test(test_replay_partial),
      cmocka_unit_test(test_plan),
      cmocka_unit_test(test_without_neighbours),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
