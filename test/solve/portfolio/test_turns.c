/* Who runs next, and which commands of a script are answered. */
#include "solve/portfolio/turns.h"

#include <string.h>

#include "solve/portfolio/sketch.h"
#include "testing.h"

static void expect_step(TurnPlan *plan, const PlanMember *members, size_t solver, double until)
{
  PlanStep step;
  assert_true(turns_next(plan, members, &step));
  assert_int_equal(step.solver, solver);
  assert_true(step.until == until);
}

static void test_time_grows_from_round_to_round(void **state)
{
  (void)state;
  TurnPlan plan;
  PlanMember members[3] = {{0}};
  turns_init(&plan, 3);
  expect_step(&plan, members, 0, 0.5);
  members[0].used = 0.5;
  expect_step(&plan, members, 1, 0.5);
  members[1].used = 0.1, members[1].over = true;
  expect_step(&plan, members, 2, 0.5);
  members[2].used = 0.5;
  expect_step(&plan, members, 0, 1.5);
  members[0].used = 1.5;
  expect_step(&plan, members, 2, 1.5);
  turns_deinit(&plan);
}

static void test_nothing_is_left(void **state)
{
  (void)state;
  TurnPlan plan;
  PlanStep step;
  PlanMember members[2] = {{.over = true}, {.running = true}};
  turns_init(&plan, 2);
  assert_false(turns_next(&plan, members, &step));
  turns_deinit(&plan);
}

static void test_a_schedule_comes_first(void **state)
{
  (void)state;
  TurnPlan plan;
  PlanMember members[2] = {{0}};
  turns_init(&plan, 2);
  turns_set_order(&plan, (const size_t[]){1, 0});
  turns_add_step(&plan, 1, 0.02);
  turns_add_step(&plan, 0, 4);
  turns_add_step(&plan, 1, 0.01);
  expect_step(&plan, members, 1, 0.02);
  members[1].used = 0.02;
  expect_step(&plan, members, 0, 4);
  members[0].used = 4;
  expect_step(&plan, members, 1, 0.5);
  turns_deinit(&plan);
}

/* Who has failed comes last. */
static void revise(void *user, const PlanMember *members, TurnPlan *plan)
{
  size_t place = 0, count = plan->count, *order = plan->order;
  ++*(int *)user;
  for (size_t i = 0; i < count; i++)
    if (members[i].used == 0) order[place++] = i;
  for (size_t i = 0; i < count; i++)
    if (members[i].used > 0) order[place++] = i;
}

static void test_the_order_changes_with_failures(void **state)
{
  (void)state;
  TurnPlan plan;
  int calls = 0;
  PlanMember members[3] = {{0}};
  turns_init(&plan, 3);
  plan.revise = revise;
  plan.user = &calls;
  expect_step(&plan, members, 0, 0.5);
  assert_int_equal(calls, 0);
  members[0].used = 0.2;
  expect_step(&plan, members, 1, 0.5);
  assert_int_equal(calls, 1);
  turns_deinit(&plan);
}

static void expect_outline(const char *text, const char *asks, size_t end, size_t answered,
                           bool exits)
{
  ScriptSketch outline;
  sketch_read(text, strlen(text), &outline);
  assert_int_equal(outline.asks_model.count, strlen(asks));
  for (size_t i = 0; i < strlen(asks); i++)
    assert_int_equal(outline.asks_model.items[i], asks[i] == 'm');
  assert_int_equal(outline.end, end);
  assert_int_equal(outline.answered, answered);
  assert_int_equal(outline.exits, exits);
  sketch_deinit(&outline);
}

static void test_outlines(void **state)
{
  (void)state;
  expect_outline("", "", 0, 0, false);
  expect_outline("(check-sat)(get-model)", "m", 22, 22, false);
  expect_outline("(check-sat)(assert a)(check-sat-assuming (a))", "--", 45, 45, false);
  expect_outline("(check-sat)(exit)(get-model)", "-", 17, 11, true);
  expect_outline("(assert a) ; (check-sat)\n(push 1)", "", 33, 0, false);
  expect_outline("(set-option :print-success true)(push 1)", "", 40, 40, false);
  expect_outline("(echo \"(exit)\")(check", "", 15, 15, false);
  expect_outline(")(check-sat)", "-", 12, 12, false);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_time_grows_from_round_to_round),
      cmocka_unit_test(test_nothing_is_left),
      cmocka_unit_test(test_a_schedule_comes_first),
      cmocka_unit_test(test_the_order_changes_with_failures),
      cmocka_unit_test(test_outlines),
  };
  return cmocka_run_group_tests_name("solve_portfolio_solve_plan", tests, NULL, NULL);
}
