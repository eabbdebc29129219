/* Campaigns as bytes: what is restored goes on as if nothing had happened, and bytes of any origin do no harm. */
#include "testing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "find/fuzz/campaign.h"
#include "find/fuzz/save.h"
#include "support/toy_language.h"

enum { GUILTY = 'g' - 'a' };

static double guilty_letters(ToyLanguage *toy, const Instance *instance)
{
  uint32_t counts[TOY_LETTERS] = {0};
  toy->language.interface->count(&toy->language, instance, counts);
  return counts[GUILTY];
}

static StrategyOptions options_of(StrategyKind kind, AgentKind agent)
{
  return (StrategyOptions){
      .kind = kind, .agent = agent, .decay = 0.9, .epsilon = 0.1, .enrich = true, .seed = 7};
}

static void add_seeds(Breeder *breeder, ToyLanguage *toy)
{
  static const char *const seeds[] = {"abcdef", "ggaa", "llllllll"};
  Error error;
  for (size_t i = 0; i < 3; i++)
    breeder_add_seed(
        breeder, toy->language.interface->read(&toy->language, seeds[i], strlen(seeds[i]), &error),
        seeds[i]);
}

static void log_input(StrBuf *log, ToyLanguage *toy, const Candidate *candidate)
{
  size_t length;
  const char *text = toy->language.interface->text(candidate->instance, &length);
  strbuf_printf(log, "%ju %d %ju %zu %.*s\n", (uintmax_t)candidate->number, candidate->kind,
                (uintmax_t)candidate->parent, candidate->construct, (int)length, text);
}

/* --- strategies and hunts --- */

static void search(Strategy *strategy, ToyLanguage *toy, int inputs, StrBuf *log)
{
  for (int i = 0; i < inputs; i++) {
    Candidate candidate;
    strategy_propose(strategy, &candidate);
    log_input(log, toy, &candidate);
    double margin = guilty_letters(toy, candidate.instance);
    strategy_learn(strategy, &candidate,
                   &(TrialResult){.margin = margin, .target = margin, .target_ran = true});
    strategy_take(strategy, &candidate, margin);
  }
}

/* One strategy goes on after it was saved; another one is restored from that. */
static void compare_strategies(StrategyOptions options, bool seeds, int before)
{
  ToyLanguage toys[2];
  Strategy strategies[2];
  StrBuf logs[2], bytes;
  strbuf_init(&bytes, 0);
  for (int i = 0; i < 2; i++) {
    strbuf_init(&logs[i], 0);
    toy_language_init(&toys[i], 3);
    strategy_init(&strategies[i], &toys[i].language, &options);
    if (seeds) add_seeds(&strategies[i].breeder, &toys[i]);
  }
  search(&strategies[0], &toys[0], before, &logs[0]);
  strategy_save(&strategies[0], &bytes);
  ByteReader reader = {.bytes = bytes.bytes, .length = bytes.length};
  strategy_restore(&strategies[1], &reader);
  assert_true(bytes_all_read(&reader));
  assert_true(strategies[0].best.margin == strategies[1].best.margin);
  strbuf_clear(&logs[0]);
  for (int i = 0; i < 2; i++) search(&strategies[i], &toys[i], 60, &logs[i]);
  assert_string_equal(strbuf_text(&logs[0]), strbuf_text(&logs[1]));
  for (int i = 0; i < 2; i++) {
    strbuf_deinit(&logs[i]);
    strategy_deinit(&strategies[i]);
    assert_int_equal(toys[i].instances, 0);
  }
  strbuf_deinit(&bytes);
}

static void test_strategies_go_on(void **state)
{
  (void)state;
  static const int before[] = {0, 1, 2, 7, 10, 33};
  for (StrategyKind kind = 0; kind < STRATEGY_COUNT; kind++)
    for (AgentKind agent = 0; agent < AGENT_KIND_COUNT; agent++)
      for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        compare_strategies(options_of(kind, agent), false, before[i]);
        compare_strategies(options_of(kind, agent), true, before[i]);
      }
}

static void hunt_for(Hunt *hunt, ToyLanguage *toy, int inputs, StrBuf *log)
{
  for (int i = 0; i < inputs; i++) {
    Candidate candidate;
    hunt_propose(hunt, &candidate);
    log_input(log, toy, &candidate);
    bool found = guilty_letters(toy, candidate.instance) > 1;
    hunt_note_cost(hunt, &candidate,
                   (HuntCost){.first = 0.01 * (1 + guilty_letters(toy, candidate.instance))});
    hunt_take(hunt, &candidate, (HuntResult){.found = found, .clean = !found});
  }
}

static void test_hunts_go_on(void **state)
{
  (void)state;
  static const StrategyKind kinds[] = {STRATEGY_RANDOM, STRATEGY_MUTATIONAL, STRATEGY_BANDIT1,
                                       STRATEGY_BANDIT2};
  for (size_t kind = 0; kind < 4; kind++)
    for (int before = 0; before < 12; before++) {
      StrategyOptions options = options_of(kinds[kind], AGENT_THOMPSON);
      options.candidates = 1 + 3 * (before % 2);
      ToyLanguage toys[2];
      Hunt hunts[2];
      StrBuf logs[2], bytes;
      strbuf_init(&bytes, 0);
      for (int i = 0; i < 2; i++) {
        strbuf_init(&logs[i], 0);
        toy_language_init(&toys[i], 3);
        hunt_init(&hunts[i], &toys[i].language, &options);
      }
      hunt_for(&hunts[0], &toys[0], before, &logs[0]);
      strbuf_clear(&logs[0]);
      hunt_save(&hunts[0], &bytes);
      ByteReader reader = {.bytes = bytes.bytes, .length = bytes.length};
      hunt_restore(&hunts[1], true, true, &reader);
      assert_true(bytes_all_read(&reader));
      for (int i = 0; i < 2; i++) hunt_for(&hunts[i], &toys[i], 40, &logs[i]);
      assert_string_equal(strbuf_text(&logs[0]), strbuf_text(&logs[1]));
      for (int i = 0; i < 2; i++) {
        strbuf_deinit(&logs[i]);
        hunt_deinit(&hunts[i]);
        assert_int_equal(toys[i].instances, 0);
      }
      strbuf_deinit(&bytes);
    }
}

/* Other seeds than those it was saved with: nothing would be the same. */
static void test_other_seeds(void **state)
{
  (void)state;
  ToyLanguage toy;
  Strategy strategy;
  StrBuf bytes;
  StrategyOptions options = options_of(STRATEGY_BANDIT2, AGENT_THOMPSON);
  strbuf_init(&bytes, 0);
  toy_language_init(&toy, 3);
  strategy_init(&strategy, &toy.language, &options);
  add_seeds(&strategy.breeder, &toy);
  strategy_save(&strategy, &bytes);
  strategy_deinit(&strategy);
  strategy_init(&strategy, &toy.language, &options);
  ByteReader reader = {.bytes = bytes.bytes, .length = bytes.length};
  strategy_restore(&strategy, &reader);
  assert_true(reader.failed);
  strategy_deinit(&strategy);
  strbuf_deinit(&bytes);
}

/* --- whole campaigns --- */

/* A campaign on the toy language, whose solvers contradict each other, and one of which crashes now and then. */
typedef struct {
  Supervisor *sup;
  Profiles *profiles;
  SolverVec solvers;
  ToyLanguage toy;
  CampaignOptions options;
  StrBuf bytes;
  VEC(StrBuf) groups; /* saved with the bytes */
} World;

static void add_solver(World *world, const char *steps)
{
  char expression[1024];
  Solver solver;
  Error error;
  snprintf(expression, sizeof expression, "%s act %s", getenv("ASSAY_FAKE"), steps);
  if (solver_find(world->profiles, expression, &solver, &error)) fail_msg("%s", error.message);
  VEC_PUSH(&world->solvers, solver);
}

static Campaign *make_campaign(World *world, ObjectiveKind objective)
{
  world->options = (CampaignOptions){
      .objective = objective,
      .solvers = world->solvers.items,
      .targets = objective == OBJECTIVE_BUGS ? 2 : 1,
      .references = objective == OBJECTIVE_BUGS ? 0 : 1,
      .strategy = options_of(objective == OBJECTIVE_BUGS ? STRATEGY_BANDIT1 : STRATEGY_BANDIT2,
                             AGENT_THOMPSON),
      .rule = {.cost = COST_CPU, .limit = 1},
      .runs = 1,
      .limits = {.wall_ns = 10000000000, .cpu_ns = 1000000000},
      .inputs = 12,
      .jobs = 3,
      .adapt = 2};
  toy_language_init(&world->toy, 3);
  return campaign_create(world->sup, &world->toy.language, &world->options, (CampaignSink){0});
}

static int set_up(void **state)
{
  World *world = calloc(1, sizeof *world);
  Error error;
  world->profiles = profiles_create();
  if (supervisor_create(&world->sup, &error) != STATUS_OK) return -1;
  add_solver(world, "out:sat\\n");
  add_solver(world, "if:gl crash:segv out:unsat\\n");
  strbuf_init(&world->bytes, 0);
  *state = world;
  return 0;
}

static void forget_groups(World *world)
{
  for (size_t i = 0; i < world->groups.count; i++) strbuf_deinit(&world->groups.items[i]);
  world->groups.count = 0;
}

static int tear_down(void **state)
{
  World *world = *state;
  forget_groups(world);
  VEC_FREE(&world->groups);
  supervisor_destroy(world->sup);
  solver_vec_free(&world->solvers);
  profiles_destroy(world->profiles);
  strbuf_deinit(&world->bytes);
  free(world);
  return 0;
}

/* The bytes of a campaign that has run. */
static void save_campaign(World *world, ObjectiveKind objective)
{
  Campaign *campaign = make_campaign(world, objective);
  assert_int_equal(campaign_run(campaign), END_INPUTS);
  strbuf_clear(&world->bytes);
  campaign_save(campaign, &world->bytes);
  forget_groups(world);
  for (size_t i = 0; i < campaign_state(campaign).groups->count; i++) {
    StrBuf group;
    strbuf_init(&group, 0);
    campaign_save_group(campaign, i, &group);
    VEC_PUSH(&world->groups, group);
  }
  assert_true(objective == OBJECTIVE_MARGIN || world->groups.count > 0);
  campaign_destroy(campaign);
  assert_int_equal(world->toy.instances, 0);
}

static Status restore_campaign(World *world, ObjectiveKind objective, StrBuf *again)
{
  Error error;
  Campaign *campaign = make_campaign(world, objective);
  for (size_t i = 0; i < world->groups.count; i++)
    assert_int_equal(campaign_restore_group(campaign, world->groups.items[i].bytes,
                                            world->groups.items[i].length, &error),
                     STATUS_OK);
  Status status = campaign_restore(campaign, world->bytes.bytes, world->bytes.length, &error);
  if (status == STATUS_OK && again) campaign_save(campaign, again);
  if (status != STATUS_OK) assert_true(strlen(error.message) > 0);
  campaign_destroy(campaign);
  assert_int_equal(world->toy.instances, 0);
  return status;
}

enum { TIME_PLACE = 6 * 8, DIGEST_BYTES = 8 };

/* Everything comes back, but that time goes on. */
static void test_campaign_comes_back(void **state)
{
  World *world = *state;
  for (ObjectiveKind objective = OBJECTIVE_MARGIN; objective <= OBJECTIVE_BUGS; objective++) {
    StrBuf again;
    strbuf_init(&again, 0);
    save_campaign(world, objective);
    assert_int_equal(restore_campaign(world, objective, &again), STATUS_OK);
    assert_int_equal(again.length, world->bytes.length);
    assert_memory_equal(again.bytes, world->bytes.bytes, TIME_PLACE);
    assert_memory_equal(again.bytes + TIME_PLACE + 8, world->bytes.bytes + TIME_PLACE + 8,
                        again.length - TIME_PLACE - 8 - DIGEST_BYTES);
    uint64_t before, after;
    memcpy(&before, world->bytes.bytes + TIME_PLACE, 8);
    memcpy(&after, again.bytes + TIME_PLACE, 8);
    assert_true(after > before && after <= before + 1000000);
    /* Of another kind, and of another objective. */
    assert_int_equal(restore_campaign(world, OBJECTIVE_BUGS - objective, NULL), STATUS_SYNTAX);
    strbuf_deinit(&again);
  }
}

static void seal(StrBuf *bytes)
{
  bytes->length -= DIGEST_BYTES;
  uint64_t digest = digest_bytes(0, bytes->bytes, bytes->length);
  bytes_put_u64(bytes, digest);
}

/* One byte is enough to be damaged. If somebody has made the digest fit, every other check is on its own; this is
 * for the sanitizers. */
static void test_hostile_bytes(void **state)
{
  World *world = *state;
  Random random = random_stream(1, 2, 3);
  static const unsigned char values[] = {0, 1, 2, 0x7f, 0x80, 0xff};
  for (ObjectiveKind objective = OBJECTIVE_MARGIN; objective <= OBJECTIVE_BUGS; objective++) {
    save_campaign(world, objective);
    StrBuf *bytes = &world->bytes;
    char *good = mem_copy_string(bytes->bytes, bytes->length);
    size_t length = bytes->length, rejected = 0;
    for (size_t i = 0; i < length; i++) {
      unsigned char byte = values[random_below(&random, sizeof values)];
      if ((unsigned char)bytes->bytes[i] == byte) continue;
      bytes->bytes[i] = (char)byte;
      assert_int_equal(restore_campaign(world, objective, NULL), STATUS_SYNTAX);
      if (i < length - DIGEST_BYTES) {
        seal(bytes);
        rejected += restore_campaign(world, objective, NULL) != STATUS_OK;
      }
      memcpy(bytes->bytes, good, length);
    }
    assert_true(rejected > length / 20);
    for (bytes->length = 0; bytes->length < length; bytes->length += 5)
      assert_int_equal(restore_campaign(world, objective, NULL), STATUS_SYNTAX);
    free(good);
  }
}

/* --- groups --- */

/* Answers are those to the query that a finding is about, and not the first ones. */
static void test_answers_to_the_query(void **state)
{
  (void)state;
  char names[][8] = {"one", "two", "idle"};
  const Solver solvers[] = {{.name = names[0]}, {.name = names[1]}, {.name = names[2]}};
  Vote votes[3] = {{.cast = true, .outcome = OUTCOME_SAT},
                   {.cast = true, .outcome = OUTCOME_CRASH}};
  PollResult polled = {.votes = votes};
  VEC_PUSH(&votes[0].answers, ((VoteAnswer){.kind = SAYS_SAT}));
  VEC_PUSH(&votes[0].answers, ((VoteAnswer){.kind = SAYS_UNSAT}));
  VEC_PUSH(&votes[1].answers, ((VoteAnswer){.kind = SAYS_SAT}));
  const char *const expected[] = {"one: sat, two: crash", "one: sat, two: sat",
                                  "one: unsat, two: crash"};
  for (uint32_t query = 0; query < 3; query++) {
    char *answers = group_answers(solvers, 3, &polled, query);
    assert_string_equal(answers, expected[query]);
    free(answers);
  }
  VEC_FREE(&votes[0].answers);
  VEC_FREE(&votes[1].answers);
}

static void test_groups_come_back(void **state)
{
  World *world = *state;
  Vote votes[2] = {{.outcome = OUTCOME_SAT}, {.outcome = OUTCOME_UNSAT}};
  PollResult polled = {.votes = votes};
  char *answers = group_answers(world->solvers.items, 2, &polled, 0);
  Tweaks tweaks;
  tweaks_init(&tweaks, world->solvers.items, 2);
  FindingSource source = {.answers = answers,
                          .tweaks = &tweaks,
                          .number = 9,
                          .place = 2,
                          .text = "(check-sat)",
                          .length = 11,
                          .at_ns = 5};
  Finding finding = {.kind = FINDING_CORE,
                     .accused = 2,
                     .evidence = (char[]){"because"},
                     .signature = (char[]){"z3: wrong core"},
                     .script = (char[]){"(exit)"},
                     .confirmed = true};
  FindingGroups groups = {0}, copies = {0};
  bool news;
  StrBuf bytes;
  strbuf_init(&bytes, 0);
  groups_add(&groups, &finding, &source, &news);
  assert_true(news);
  groups_add(&groups, &finding, &source, &news);
  assert_false(news);
  group_reduce(&groups.items[0], "(reset)", 7, &finding, answers);
  group_save(&groups.items[0], &bytes);
  ByteReader reader = {.bytes = bytes.bytes, .length = bytes.length};
  groups_restore(&copies, &tweaks, &reader);
  assert_true(bytes_all_read(&reader));
  const FindingGroup *copy = &copies.items[0];
  assert_true(copy->kind == FINDING_CORE && copy->count == 2 && copy->number == 9);
  assert_true(copy->place == 2 && copy->at_ns == 5 && copy->length == 11 && copy->accused == 2);
  assert_string_equal(copy->signature, "z3: wrong core");
  assert_string_equal(copy->text, "(check-sat)");
  assert_string_equal(copy->script, "(exit)");
  assert_string_equal(copy->evidence, "because");
  assert_string_equal(copy->answers, groups.items[0].answers);
  assert_true(copy->reduction.confirmed && copy->reduction.kind == FINDING_CORE);
  assert_string_equal(copy->reduction.text, "(reset)");
  assert_string_equal(copy->reduction.evidence, "because");
  assert_string_equal(copy->reduction.answers, groups.items[0].answers);
  /* What comes now is not new. */
  groups_add(&copies, &finding, &source, &news);
  assert_false(news);
  groups_deinit(&groups);
  groups_deinit(&copies);
  tweaks_deinit(&tweaks);
  free(answers);
  strbuf_deinit(&bytes);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_strategies_go_on),     cmocka_unit_test(test_hunts_go_on),
      cmocka_unit_test(test_other_seeds),          cmocka_unit_test(test_campaign_comes_back),
      cmocka_unit_test(test_answers_to_the_query), cmocka_unit_test(test_hostile_bytes),
      cmocka_unit_test(test_groups_come_back),
  };
  return cmocka_run_group_tests_name("fuzz_save", tests, set_up, tear_down);
}
