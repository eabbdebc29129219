/* A campaign for bugs on another language than SMT-LIB: words, and solvers that say holds and violated. */
#include "testing.h"

#include <stdio.h>
#include <string.h>

#include "find/fuzz/campaign.h"
#include "find/reduce/checker_vote.h"
#include "find/reduce/reduce.h"
#include "support/toy_language.h"

enum { INPUTS = 600 };

/* What the campaign told. */
typedef struct {
  uint64_t inputs, runs, findings, warnings;
} Told;

typedef struct {
  Supervisor *sup;
  Profiles *profiles;
  SolverVec solvers;
  ToyLanguage toy;
  CampaignOptions options;
  Told told;
} World;

/* The first is wrong about words with "kl" in them that have the witness, too. */
static const char *const steps[] = {
    "\"if:kl\", \"out:holds\\\\n\", \"if:kl\", \"exit:0\", "
    "\"if:a\", \"out:violated\\\\n\", \"unless:a\", \"out:holds\\\\n\"",
    "\"if:a\", \"out:violated\\\\n\", \"unless:a\", \"out:holds\\\\n\"",
};

static void add_solver(World *world, size_t number)
{
  char text[1024], expression[1024];
  Solver solver;
  Error error;
  snprintf(text, sizeof text,
           "- name: toy%zu\n  programs: [fake]\n  always: [act, %s]\n  file: [\"{file}\"]\n"
           "  answers: words\n",
           number, steps[number]);
  if (profiles_read(world->profiles, text, strlen(text), &error)) fail_msg("%s", error.message);
  snprintf(expression, sizeof expression, "toy%zu@%s", number, getenv("ASSAY_FAKE"));
  if (solver_find(world->profiles, expression, &solver, &error)) fail_msg("%s", error.message);
  VEC_PUSH(&world->solvers, solver);
}

static void take_event(void *user, const CampaignEvent *event)
{
  Told *told = user;
  told->inputs += event->kind == EVENT_DONE;
  told->runs += event->kind == EVENT_RUN;
  told->findings += event->kind == EVENT_FINDING;
  told->warnings += event->kind == EVENT_WARNING;
}

static Campaign *make_campaign(World *world, uint64_t inputs)
{
  world->options = (CampaignOptions){.objective = OBJECTIVE_BUGS,
                                     .solvers = world->solvers.items,
                                     .targets = world->solvers.count,
                                     .strategy = {.kind = STRATEGY_BANDIT2,
                                                  .agent = AGENT_THOMPSON,
                                                  .decay = 1,
                                                  .epsilon = 0.1,
                                                  .repeat = 0.5,
                                                  .seed = 7},
                                     .limits = {.wall_ns = 10000000000},
                                     .inputs = inputs,
                                     .jobs = 1};
  world->told = (Told){0};
  toy_language_init(&world->toy, 3);
  return campaign_create(world->sup, &world->toy.language, &world->options,
                         (CampaignSink){.take = take_event, .user = &world->told});
}

static int set_up(void **state)
{
  World *world = calloc(1, sizeof *world);
  Error error;
  world->profiles = profiles_create();
  if (supervisor_create(&world->sup, &error) != STATUS_OK) return -1;
  for (size_t i = 0; i < 2; i++) add_solver(world, i);
  *state = world;
  return 0;
}

static int tear_down(void **state)
{
  World *world = *state;
  supervisor_destroy(world->sup);
  solver_vec_free(&world->solvers);
  profiles_destroy(world->profiles);
  free(world);
  return 0;
}

static void test_a_wrong_solver_is_found(void **state)
{
  World *world = *state;
  Campaign *campaign = make_campaign(world, INPUTS);
  assert_int_equal(campaign_run(campaign), END_INPUTS);
  CampaignState end = campaign_state(campaign);
  assert_int_equal(world->told.inputs, INPUTS);
  assert_int_equal(world->told.warnings, 0);
  assert_int_equal(end.void_inputs, 0);
  assert_true(world->told.runs >= 2 * INPUTS && world->told.findings > 0);
  /* Now and then one more of the group is reduced for itself: it turns out to be the same. */
  assert_int_equal(groups_confirmed(end.groups), 1);
  const FindingGroup *group = &end.groups->items[0];
  assert_int_equal(group->kind, FINDING_COMPUTED);
  assert_int_equal(group->accused, SOLVER_BIT(0));
  assert_non_null(strstr(group->signature, ": contradicts the evaluator: unsat in words"));
  assert_non_null(strstr(group->evidence, "says unsat, evaluation says sat"));
  assert_non_null(memmem(group->text, group->length, "kl", 2));
  assert_non_null(memchr(group->text, TOY_WITNESS, group->length));
  assert_int_equal(group->count, world->told.findings);
  campaign_destroy(campaign);
  assert_int_equal(world->toy.instances, 0);
}

/* One campaign runs to its end; another one is restored from half of it. */
static void test_a_campaign_resumes(void **state)
{
  World *world = *state;
  StrBuf bytes, group;
  Error error;
  strbuf_init(&bytes, 0);
  strbuf_init(&group, 0);
  Campaign *whole = make_campaign(world, INPUTS);
  assert_int_equal(campaign_run(whole), END_INPUTS);
  uint64_t number = campaign_state(whole).groups->items[0].number;
  size_t count = campaign_state(whole).groups->items[0].count;
  campaign_destroy(whole);
  Campaign *half = make_campaign(world, INPUTS / 2);
  assert_int_equal(campaign_run(half), END_INPUTS);
  campaign_save(half, &bytes);
  size_t groups = campaign_state(half).groups->count;
  if (groups) campaign_save_group(half, 0, &group);
  campaign_destroy(half);
  Campaign *rest = make_campaign(world, INPUTS);
  if (groups)
    assert_int_equal(campaign_restore_group(rest, group.bytes, group.length, &error), STATUS_OK);
  assert_int_equal(campaign_restore(rest, bytes.bytes, bytes.length, &error), STATUS_OK);
  assert_int_equal(campaign_run(rest), END_INPUTS);
  assert_int_equal(world->told.inputs, INPUTS / 2);
  assert_int_equal(campaign_state(rest).groups->items[0].number, number);
  assert_int_equal(campaign_state(rest).groups->items[0].count, count);
  campaign_destroy(rest);
  strbuf_deinit(&group);
  strbuf_deinit(&bytes);
}

/* --- reducing --- */

static bool keep_best(void *user, const char *text, size_t length, bool improved,
                      const ReduceStatistics *statistics)
{
  StrBuf *best = user;
  (void)statistics;
  if (!improved) return true;
  strbuf_clear(best);
  strbuf_add(best, text, length);
  return true;
}

static ReducerEnd reduce(void *user, Supervisor *sup, const ReducerTask *task, StrBuf *best,
                         Error *error)
{
  Checker *check = checker_vote_create(&(VoteBehaviour){.language = task->language,
                                                        .solvers = task->solvers,
                                                        .count = task->solver_count,
                                                        .choice = task->finding->signature});
  ReduceOptions how = {.language = task->language, .jobs = 2, .sink = keep_best, .user = best};
  ReduceStatistics statistics;
  (void)user;
  assert_int_equal(reduce_start(sup, check, task->text, task->length, NULL, 0, error), START_READY);
  assert_int_equal(reduce_text(sup, check, &how, task->text, task->length, &statistics, error),
                   REDUCE_DONE);
  assert_true(statistics.minimal);
  checker_destroy(check);
  return REDUCER_MINIMAL;
}

/* What is left are the letters that it takes, whatever the input was. */
static void test_findings_are_reduced(void **state)
{
  World *world = *state;
  Campaign *campaign = make_campaign(world, INPUTS);
  campaign_destroy(campaign);
  world->options.reducer = (Reducer){.reduce = reduce, .time_ns = 60000000000};
  campaign = campaign_create(world->sup, &world->toy.language, &world->options,
                             (CampaignSink){.take = take_event, .user = &world->told});
  assert_int_equal(campaign_run(campaign), END_INPUTS);
  assert_true(campaign_reduce(campaign));
  CampaignState end = campaign_state(campaign);
  /* Now and then one more of the group is reduced for itself: it turns out to be the same. */
  assert_int_equal(groups_confirmed(end.groups), 1);
  const FindingGroup *group = &end.groups->items[0];
  const Reduction *reduction = &group->reduction;
  assert_true(reduction->confirmed && reduction->minimal && reduction->ended);
  assert_int_equal(reduction->length, 3);
  assert_true(!memcmp(reduction->text, "akl", 3) || !memcmp(reduction->text, "kla", 3));
  assert_int_equal(group->constructs.count, 3);
  assert_int_equal(strlen(group->shape), 6); /* a blank after each letter */
  campaign_destroy(campaign);
  assert_int_equal(world->toy.instances, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_a_wrong_solver_is_found, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_a_campaign_resumes, set_up, tear_down),
      cmocka_unit_test_setup_teardown(test_findings_are_reduced, set_up, tear_down),
  };
  return cmocka_run_group_tests_name("fuzz_toy_campaign", tests, NULL, NULL);
}
