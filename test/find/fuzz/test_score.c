/* Scores, margins and trials: what is run, for how long, and what comes of it. No solver runs. */
#include "testing.h"

#include <math.h>

#include "find/fuzz/patience.h"
#include "find/fuzz/trial.h"

static const ScoreRule cpu_rule = {.cost = COST_CPU, .penalty = PENALTY_PAR2, .limit = 2500};

static Measurement used(double seconds, OutcomeKind outcome)
{
  return (Measurement){.ran = true,
                       .outcome = outcome,
                       .cpu_ns = (uint64_t)(seconds * 1e9),
                       .wall_ns = (uint64_t)(seconds * 2e9),
                       .peak_bytes = (uint64_t)(seconds * (1 << 20))};
}

/* --- scores --- */

/* Three inputs, a target and two references. */
static void test_worked_example(void **state)
{
  (void)state;
  Measurement target[] = {used(1000, OUTCOME_SAT), used(2500, OUTCOME_TIMEOUT),
                          used(100, OUTCOME_UNSAT)};
  double first[] = {50, 30, 10}, second[] = {100, 1000, 1};
  double sum = 0, first_sum = 0, second_sum = 0;
  for (int i = 0; i < 3; i++) {
    Measurement a = used(first[i], OUTCOME_SAT), b = used(second[i], OUTCOME_SAT);
    sum += score_target(&cpu_rule, &target[i]);
    first_sum += score_reference(&cpu_rule, &a);
    second_sum += score_reference(&cpu_rule, &b);
  }
  assert_float_equal(sum, 6100, 1e-6);
  assert_float_equal(first_sum, 90, 1e-6);
  assert_float_equal(second_sum, 1101, 1e-6);
  assert_float_equal(score_perfect(&cpu_rule, 3), 15000, 1e-6);
}

static void test_kinds_of_cost(void **state)
{
  (void)state;
  Measurement run = used(3, OUTCOME_SAT);
  ScoreRule rule = {.cost = COST_WALL, .penalty = PENALTY_PAR2, .limit = 100};
  assert_float_equal(score_target(&rule, &run), 6, 1e-9);
  rule.cost = COST_MEMORY;
  assert_float_equal(score_target(&rule, &run), 3, 1e-9);
  rule.cost = COST_COUNTER;
  assert_false(score_counts(&rule, &run));
  run.has_counter = true;
  run.counter = 77;
  assert_true(score_counts(&rule, &run));
  assert_float_equal(score_target(&rule, &run), 77, 1e-9);
}

static void test_penalties(void **state)
{
  (void)state;
  Measurement late = used(2600, OUTCOME_SAT), unknown = used(5, OUTCOME_UNKNOWN);
  ScoreRule added = {.cost = COST_CPU, .penalty = PENALTY_ADDED, .limit = 2500};
  assert_float_equal(score_target(&cpu_rule, &late), 5000, 1e-9);
  assert_float_equal(score_target(&added, &late), 5000, 1e-9);
  assert_false(score_solved(&cpu_rule, &late));
  assert_float_equal(score_target(&cpu_rule, &unknown), 5000, 1e-9);
  assert_float_equal(score_target(&added, &unknown), 2505, 1e-9);
}

/* A target that runs out of time has used the memory that was seen, and a reference may need all. */
static void test_memory_of_timeouts(void **state)
{
  (void)state;
  ScoreRule rule = {.cost = COST_MEMORY, .penalty = PENALTY_PAR2, .limit = 1000};
  Measurement timeout = used(40, OUTCOME_TIMEOUT), memory = used(1000, OUTCOME_MEMORY);
  assert_float_equal(score_target(&rule, &timeout), 40, 1e-9);
  assert_float_equal(score_reference(&rule, &timeout), 2000, 1e-9);
  assert_float_equal(score_target(&rule, &memory), 2000, 1e-9);
}

/* A process of the target gets eight queries for one of the reference. Nothing but what was seen counts against it: it may be slow
 * because eight queries are. */
static void test_several_queries(void **state)
{
  (void)state;
  ScoreRule rule = {.cost = COST_CPU, .penalty = PENALTY_PAR2, .limit = 100, .queries = 8};
  Measurement many = used(50, OUTCOME_SAT), one = used(3, OUTCOME_SAT),
              timeout = used(90, OUTCOME_TIMEOUT);
  assert_float_equal(score_target(&rule, &many), 50, 1e-9);
  assert_float_equal(score_target(&rule, &timeout), 90, 1e-9);
  assert_float_equal(score_reference(&rule, &one), 24, 1e-9);
  assert_float_equal(score_perfect(&rule, 1), 100, 1e-9);
  rule.cost = COST_MEMORY;
  assert_float_equal(score_reference(&rule, &one), 3, 1e-9);
}

static void test_what_counts(void **state)
{
  (void)state;
  static const OutcomeKind good[] = {OUTCOME_SAT, OUTCOME_UNSAT, OUTCOME_UNKNOWN, OUTCOME_TIMEOUT,
                                     OUTCOME_MEMORY};
  for (OutcomeKind kind = 0; kind < OUTCOME_COUNT; kind++) {
    bool expected = false;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) expected |= good[i] == kind;
    Measurement run = used(1, kind);
    assert_int_equal(score_counts(&cpu_rule, &run), expected);
  }
  ScoreRule strict = cpu_rule;
  Measurement unknown = used(1, OUTCOME_UNKNOWN), timeout = used(1, OUTCOME_TIMEOUT);
  strict.void_unknown = true;
  assert_false(score_counts(&strict, &unknown));
  assert_true(score_counts(&strict, &timeout));
}

static void test_least_gain(void **state)
{
  (void)state;
  LeastGain least = {.absolute = 0.1, .relative = 0.5};
  assert_float_equal(score_bar(&least, 0), 0.1, 1e-9);
  assert_float_equal(score_bar(&least, 2), 3, 1e-9);
  assert_float_equal(score_bar(&least, -2), -1, 1e-9);
}

/* --- trials --- */

/* Solvers with known times: a run that would take longer than its limit is cut. */
static Measurement act(const TrialPlan *plan, const TrialRun *run, const double *seconds)
{
  double time = seconds[run->solver];
  if (time < 0) return used(1, OUTCOME_UNSUPPORTED);
  if (time <= run->limit) return used(time, OUTCOME_SAT);
  Measurement measured = used(run->limit, OUTCOME_TIMEOUT);
  measured.cut = run->limit < plan->rule.limit;
  return measured;
}

/* The state, and the solvers that ran with their limits in `log`. */
static Trial play(const TrialPlan *plan, TrialBars bars, const double *seconds, StrBuf *log)
{
  Trial trial;
  TrialRun run;
  trial_init(&trial, plan, bars);
  while (trial_next(&trial, &run)) {
    Measurement measured = act(plan, &run, seconds);
    strbuf_printf(log, "%zu:%g ", run.solver, run.limit);
    trial_take(&trial, &measured);
  }
  return trial;
}

static void expect_trial(const TrialPlan *plan, double bar, const double *seconds, TrialState state,
                         double margin, const char *runs)
{
  StrBuf log;
  strbuf_init(&log, 0);
  Trial trial = play(plan, (TrialBars){.least = bar, .confirm = bar}, seconds, &log);
  assert_int_equal(trial.state, state);
  if (state == TRIAL_BETTER) assert_float_equal(trial.margin, margin, 1e-6);
  if (state == TRIAL_BEATEN) assert_true(trial.margin <= bar);
  assert_string_equal(strbuf_text(&log), runs);
  trial_deinit(&trial);
  strbuf_deinit(&log);
}

static const TrialPlan one_run = {.rule = {.cost = COST_CPU, .penalty = PENALTY_PAR2, .limit = 10},
                                  .targets = 2,
                                  .references = 2,
                                  .runs = 1};

/* The worked example again: the margin is that of the target against the slower reference. */
static void test_worked_margins(void **state)
{
  (void)state;
  static const double seconds[][3] = {{1000, 50, 100}, {9999, 30, 1000}, {100, 10, 1}};
  TrialPlan plan = {.rule = cpu_rule, .targets = 1, .references = 2, .runs = 1};
  double margins = 0;
  for (size_t i = 0; i < 3; i++) {
    StrBuf log;
    strbuf_init(&log, 0);
    Trial trial =
        play(&plan, (TrialBars){.least = -INFINITY, .confirm = -INFINITY}, seconds[i], &log);
    assert_int_equal(trial.state, TRIAL_BETTER);
    margins += trial.margin;
    trial_deinit(&trial);
    strbuf_deinit(&log);
  }
  assert_float_equal(margins, 4990, 1e-6);
}

static void test_targets_come_first(void **state)
{
  (void)state;
  expect_trial(&one_run, -INFINITY, (double[]){5, 4, 1, 2}, TRIAL_BETTER, 2,
               "0:10 1:10 2:10 3:10 ");
  expect_trial(&one_run, -INFINITY, (double[]){99, 99, 1, 2}, TRIAL_BETTER, 18,
               "0:10 1:10 2:10 3:10 ");
  expect_trial(&one_run, -INFINITY, (double[]){1, 2, 4, 3}, TRIAL_BETTER, -3,
               "0:10 1:10 2:10 3:10 ");
}

/* An input that is too hard for a reference, too, is no better than one that is a little harder for it than for targets. */
static void test_references_have_to_decide(void **state)
{
  (void)state;
  expect_trial(&one_run, -5, (double[]){99, 99, 99, 1}, TRIAL_BEATEN, 0, "0:10 1:10 2:10 ");
  expect_trial(&one_run, -INFINITY, (double[]){1, 1, 1, 99}, TRIAL_BEATEN, 0,
               "0:10 1:10 2:10 3:10 ");
}

/* A target that is fast ends it; references run no longer than they may. */
static void test_dynamic_limit(void **state)
{
  (void)state;
  expect_trial(&one_run, 4, (double[]){3, 99, 1, 1}, TRIAL_BEATEN, 0, "0:10 ");
  expect_trial(&one_run, 4, (double[]){99, 4, 1, 1}, TRIAL_BEATEN, 0, "0:10 1:10 ");
  expect_trial(&one_run, 4, (double[]){9, 8, 3, 3.5}, TRIAL_BETTER, 4.5, "0:10 1:10 2:4 3:4 ");
  expect_trial(&one_run, 4, (double[]){9, 8, 4.5, 1}, TRIAL_BEATEN, 0, "0:10 1:10 2:4 ");
  expect_trial(&one_run, 4, (double[]){99, 99, 9, 10}, TRIAL_BETTER, 10, "0:10 1:10 2:10 3:10 ");
  expect_trial(&one_run, 4, (double[]){99, 99, 99, 1}, TRIAL_BEATEN, 0, "0:10 1:10 2:10 ");
}

static void expect_known(TrialPlan *plan, const double *seconds, TrialState state, double margin,
                         const char *runs)
{
  StrBuf log;
  strbuf_init(&log, 0);
  Trial trial = play(plan, (TrialBars){.least = 4, .confirm = 4}, seconds, &log);
  assert_int_equal(trial.state, state);
  assert_float_equal(trial.margin, margin, 1e-9);
  assert_string_equal(strbuf_text(&log), runs);
  trial_note_references(&trial, plan);
  trial_deinit(&trial);
  strbuf_deinit(&log);
}

/* References do not run where none was ever as fast as it would have to be, but for a fifth; those that have run count as they are. */
static void test_references_are_known(void **state)
{
  (void)state;
  TrialPlan plan = one_run;
  expect_known(&plan, (double[]){9, 99, 3, 5}, TRIAL_BEATEN, 4, "0:10 1:10 2:5 3:5 ");
  assert_float_equal(plan.least_reference, 3, 1e-9);
  plan.least_reference = 5;
  expect_known(&plan, (double[]){8, 99, 1, 1}, TRIAL_BEATEN, 4, "0:10 ");
  expect_known(&plan, (double[]){99, 8, 1, 1}, TRIAL_BEATEN, 4, "0:10 1:10 ");
  expect_known(&plan, (double[]){9, 9.5, 2, 3.5}, TRIAL_BETTER, 5.5, "0:10 1:10 2:5 3:5 ");
  assert_float_equal(plan.least_reference, 2, 1e-9);
}

/* What was made of an input on which the targets run into their limit: only there references go first, as long as they
 * may if the targets do so again. */
static void test_references_come_first(void **state)
{
  (void)state;
  static const struct {
    double least, seconds[4];
    TrialState state;
    const char *runs;
  } cases[] = {
      {9, {99, 99, 1, 2}, TRIAL_BETTER, "0:10 1:10 2:10 3:10 "},
      {16, {99, 99, 1, 5}, TRIAL_BEATEN, "2:4 3:4 "},
      {16, {99, 9, 1, 3}, TRIAL_BEATEN, "2:4 3:4 0:10 1:10 "},
      {16, {9, 99, 1, 3}, TRIAL_BEATEN, "2:4 3:4 0:10 "},
      {16, {99, 99, 1, 3}, TRIAL_BETTER, "2:4 3:4 0:10 1:10 "},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    StrBuf log;
    strbuf_init(&log, 0);
    TrialBars bars = {.least = cases[i].least, .confirm = cases[i].least, .alike = true};
    Trial trial = play(&one_run, bars, cases[i].seconds, &log);
    assert_int_equal(trial.state, cases[i].state);
    assert_string_equal(strbuf_text(&log), cases[i].runs);
    trial_deinit(&trial);
    strbuf_deinit(&log);
  }
}

/* References come first with their own limit, and an input that one of them does not decide in it is dropped. */
static void test_references_with_a_limit_of_their_own(void **state)
{
  (void)state;
  static const struct {
    double least, seconds[4];
    TrialState state;
    PatienceNote note;
    const char *runs;
  } cases[] = {
      {-INFINITY, {99, 99, 0.5, 0.75}, TRIAL_BETTER, PATIENCE_USEFUL, "2:1 3:1 0:10 1:10 "},
      {-INFINITY, {99, 99, 0.5, 1.5}, TRIAL_BEATEN, PATIENCE_DROPPED, "2:1 3:1 "},
      {-INFINITY, {99, 99, 7, 0.5}, TRIAL_BEATEN, PATIENCE_DROPPED, "2:1 "},
      {4, {3, 99, 0.5, 0.5}, TRIAL_BEATEN, PATIENCE_USEFUL, "2:1 3:1 0:10 "},
      {19.5, {99, 99, 0.75, 0.1}, TRIAL_BEATEN, PATIENCE_USEFUL, "2:0.5 "},
      {19.5, {99, 99, 0.1, 0.25}, TRIAL_BETTER, PATIENCE_USEFUL, "2:0.5 3:0.5 0:10 1:10 "},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    StrBuf log;
    strbuf_init(&log, 0);
    TrialBars bars = {.least = cases[i].least, .confirm = cases[i].least, .patience = 1};
    Trial trial = play(&one_run, bars, cases[i].seconds, &log);
    assert_int_equal(trial.state, cases[i].state);
    assert_int_equal((int)trial.note, (int)cases[i].note);
    assert_string_equal(strbuf_text(&log), cases[i].runs);
    trial_deinit(&trial);
    strbuf_deinit(&log);
  }
}

/* When a later round looks at it again, all solvers have the whole limit, targets first. */
static void test_later_rounds_have_the_whole_limit(void **state)
{
  (void)state;
  TrialPlan plan = {.rule = {.cost = COST_CPU, .penalty = PENALTY_PAR2, .limit = 10},
                    .targets = 1,
                    .references = 1,
                    .runs = 2};
  StrBuf log;
  strbuf_init(&log, 0);
  Trial trial =
      play(&plan, (TrialBars){.least = 1, .confirm = 1, .patience = 1}, (double[]){9, 0.5}, &log);
  assert_int_equal(trial.state, TRIAL_BETTER);
  assert_string_equal(strbuf_text(&log), "1:1 0:10 0:10 1:10 ");
  trial_deinit(&trial);
  strbuf_deinit(&log);
}

static PatienceNote note_of(double target, double reference)
{
  TrialPlan plan = {.rule = {.cost = COST_CPU, .penalty = PENALTY_PAR2, .limit = 10},
                    .targets = 1,
                    .references = 1,
                    .runs = 1};
  StrBuf log;
  strbuf_init(&log, 0);
  Trial trial = play(&plan, (TrialBars){.least = 0}, (double[]){target, reference}, &log);
  PatienceNote note = trial.note;
  trial_deinit(&trial);
  strbuf_deinit(&log);
  return note;
}

static void test_what_is_hard_for_all_is_noted(void **state)
{
  (void)state;
  assert_int_equal(note_of(99, 99), PATIENCE_WASTED);
  assert_int_equal(note_of(99, 5), PATIENCE_USEFUL);
  assert_int_equal(note_of(3, 99), PATIENCE_USEFUL); /* it is stopped after 3 s */
  assert_int_equal(note_of(3, 1), PATIENCE_USEFUL);
}

static void note_inputs(Patience *patience, uint32_t count, uint32_t dropped)
{
  for (uint32_t i = 0; i < count; i++)
    patience_note(patience, patience->limit, i < dropped ? PATIENCE_DROPPED : PATIENCE_USEFUL);
}

static void begin(Patience *patience, double most, uint32_t percent)
{
  patience_init(patience, most, 0.25, percent);
  note_inputs(patience, 20, 0);
  assert_float_equal(patience->limit, 0, 1e-9);
  patience_note(patience, 0, PATIENCE_WASTED);
}

static void test_patience_grows(void **state)
{
  (void)state;
  Patience patience;
  begin(&patience, 5, 10);
  for (int i = 0; i < 20; i++) note_inputs(&patience, 16, 12);
  assert_float_equal(patience.limit, 0.5, 1e-9);
  note_inputs(&patience, 16, 13);
  assert_float_equal(patience.limit, 1, 1e-9);
  note_inputs(&patience, 15, 15);
  patience_note(&patience, 0.5, PATIENCE_DROPPED); /* it began before */
  assert_float_equal(patience.limit, 1, 1e-9);
  note_inputs(&patience, 1, 1);
  assert_float_equal(patience.limit, 2, 1e-9);
  note_inputs(&patience, 16, 16);
  note_inputs(&patience, 16, 16);
  assert_float_equal(patience.limit, 0, 1e-9); /* 8 s are more than all */
  patience_note(&patience, 0, PATIENCE_WASTED);
  assert_float_equal(patience.limit, 0, 1e-9);
  begin(&patience, 1, 10);
  assert_float_equal(patience.limit, 0.25, 1e-9);
  begin(&patience, 0.25, 10);
  assert_float_equal(patience.limit, 0, 1e-9);
  begin(&patience, 5, 100);
  assert_float_equal(patience.limit, 0, 1e-9);
}

/* What is told of an input that was beaten: who has not run has no score, and a reference that was stopped what it had used. */
static void test_results(void **state)
{
  (void)state;
  StrBuf log;
  strbuf_init(&log, 0);
  TrialBars alike = {.least = 16, .confirm = 16, .alike = true};
  Trial trial = play(&one_run, alike, (double[]){99, 99, 1, 5}, &log);
  TrialResult result = trial_result(&trial);
  assert_true(!result.target_ran && result.reference_ran && result.reference_stopped);
  assert_float_equal(result.reference, 4, 1e-9);
  trial_deinit(&trial);
  trial = play(&one_run, (TrialBars){.least = 4}, (double[]){3, 99, 1, 1}, &log);
  result = trial_result(&trial);
  assert_true(result.target_ran && !result.reference_ran && !result.is_void);
  assert_float_equal(result.target, 3, 1e-9);
  trial_deinit(&trial);
  trial = play(&one_run, (TrialBars){.least = -INFINITY}, (double[]){5, -1, 1, 1}, &log);
  assert_true(trial_result(&trial).is_void);
  trial_deinit(&trial);
  strbuf_deinit(&log);
}

/* The one query comes first, and no process that takes too long for all of them is of use. */
static void test_one_of_several_queries(void **state)
{
  (void)state;
  TrialPlan plan = {.rule = {.cost = COST_CPU, .limit = 100, .queries = 8},
                    .targets = 1,
                    .references = 1,
                    .runs = 2};
  StrBuf log;
  strbuf_init(&log, 0);
  Trial trial = play(&plan, (TrialBars){.least = 4}, (double[]){30, 2}, &log);
  assert_int_equal(trial.state, TRIAL_BETTER);
  assert_float_equal(trial.margin, 14, 1e-9);
  assert_string_equal(strbuf_text(&log), "1:12 0:100 0:100 1:100 ");
  trial_deinit(&trial);
  strbuf_clear(&log);
  trial = play(&plan, (TrialBars){.least = 4}, (double[]){30, 4}, &log);
  assert_int_equal(trial.state, TRIAL_BEATEN);
  trial_deinit(&trial);
  strbuf_deinit(&log);
}

static void test_void(void **state)
{
  (void)state;
  expect_trial(&one_run, -INFINITY, (double[]){5, -1, 1, 1}, TRIAL_VOID, 0, "0:10 1:10 ");
  expect_trial(&one_run, -INFINITY, (double[]){5, 5, -1, 1}, TRIAL_VOID, 0, "0:10 1:10 2:10 ");
}

/* Times by the number of the run: what was a gain the first time may be none when looked at again. */
static Trial play_noisy(const TrialPlan *plan, TrialBars bars, const double *seconds, size_t count)
{
  Trial trial;
  TrialRun run;
  size_t runs = 0;
  trial_init(&trial, plan, bars);
  while (trial_next(&trial, &run)) {
    assert_true(runs < count);
    Measurement measured = used(seconds[runs++], OUTCOME_SAT);
    trial_take(&trial, &measured);
  }
  assert_int_equal(runs, count);
  trial_deinit(&trial);
  return trial;
}

static void test_confirmation(void **state)
{
  (void)state;
  TrialPlan plan = {.rule = {.cost = COST_CPU, .penalty = PENALTY_PAR2, .limit = 10},
                    .targets = 1,
                    .references = 1,
                    .runs = 3};
  double steady[] = {6, 1, 5, 2, 7, 1}, noise[] = {9, 1, 2, 1};
  Trial trial = play_noisy(&plan, (TrialBars){.least = 3, .confirm = 3}, steady, 6);
  assert_int_equal(trial.state, TRIAL_BETTER);
  assert_float_equal(trial.margin, 4, 1e-6);
  trial = play_noisy(&plan, (TrialBars){.least = 3, .confirm = 3}, noise, 4);
  assert_int_equal(trial.state, TRIAL_BEATEN);
  plan.merge = RUNS_MEAN;
  trial = play_noisy(&plan, (TrialBars){.least = 3, .confirm = 3}, steady, 6);
  assert_float_equal(trial.margin, 6 - 4 / 3.0, 1e-6);
  /* Not better than what is known: good enough to be ranked, and not worth more runs. */
  trial = play_noisy(&plan, (TrialBars){.least = -INFINITY, .confirm = 8}, steady, 2);
  assert_int_equal(trial.state, TRIAL_BETTER);
  assert_float_equal(trial.margin, 5, 1e-6);
}

/* A run that decides shows that the input can be decided. */
static void test_confirmation_of_timeouts(void **state)
{
  (void)state;
  TrialPlan plan = {
      .rule = {.cost = COST_CPU, .penalty = PENALTY_PAR2, .limit = 10}, .targets = 1, .runs = 2};
  Measurement first = used(10, OUTCOME_TIMEOUT), second = used(9, OUTCOME_SAT);
  Trial trial;
  for (RunsMerge merge = RUNS_BEST; merge <= RUNS_MEAN; merge++) {
    plan.merge = merge;
    trial_init(&trial, &plan, (TrialBars){0});
    trial_take(&trial, &first);
    trial_take(&trial, &second);
    assert_int_equal(trial.state, TRIAL_BETTER);
    assert_float_equal(trial.margin, merge == RUNS_BEST ? 9 : 20, 1e-6);
    trial_deinit(&trial);
  }
}

/* Every run has the limit, and an input that takes a target a little more than that counts as much as any that it does not solve:
 * there is no range of costs in which inputs cannot win. */
static void test_little_more_than_the_limit(void **state)
{
  (void)state;
  TrialPlan plan = {.rule = {.cost = COST_CPU, .penalty = PENALTY_PAR2, .limit = 10},
                    .targets = 1,
                    .references = 1,
                    .runs = 2};
  expect_trial(&plan, 4, (double[]){9, 1}, TRIAL_BETTER, 8, "0:10 1:5 0:10 1:10 ");
  expect_trial(&plan, 9, (double[]){11, 1}, TRIAL_BETTER, 19, "0:10 1:10 0:10 1:10 ");
  plan.merge = RUNS_MEAN;
  expect_trial(&plan, 9, (double[]){11, 1}, TRIAL_BETTER, 19, "0:10 1:10 0:10 1:10 ");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_worked_example),
      cmocka_unit_test(test_worked_margins),
      cmocka_unit_test(test_kinds_of_cost),
      cmocka_unit_test(test_penalties),
      cmocka_unit_test(test_memory_of_timeouts),
      cmocka_unit_test(test_several_queries),
      cmocka_unit_test(test_what_counts),
      cmocka_unit_test(test_least_gain),
      cmocka_unit_test(test_targets_come_first),
      cmocka_unit_test(test_references_have_to_decide),
      cmocka_unit_test(test_dynamic_limit),
      cmocka_unit_test(test_references_are_known),
      cmocka_unit_test(test_results),
      cmocka_unit_test(test_references_come_first),
      cmocka_unit_test(test_references_with_a_limit_of_their_own),
      cmocka_unit_test(test_later_rounds_have_the_whole_limit),
      cmocka_unit_test(test_what_is_hard_for_all_is_noted),
      cmocka_unit_test(test_patience_grows),
      cmocka_unit_test(test_one_of_several_queries),
      cmocka_unit_test(test_void),
      cmocka_unit_test(test_confirmation),
      cmocka_unit_test(test_confirmation_of_timeouts),
      cmocka_unit_test(test_little_more_than_the_limit),
  };
  return cmocka_run_group_tests_name("fuzz_score", tests, NULL, NULL);
}
