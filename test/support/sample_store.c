#include "support/sample_store.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "testing.h"

const char sample_hostile[] =
    "=cmd|'/C calc'!A1</script><script>alert(1)</script>\"',;\t\r\n\x1b]0;owned\x07\x1b[31m\\`$(x)"
    "{/Bold ^_@&~} \xff\xc3(\xe2\x80\xae]]>";

StoreText sample_text(const char *text)
{
  return (StoreText){.bytes = text, .length = strlen(text)};
}

/* What is written where; all of it may be hostile. */
typedef struct {
  Store *store;
  int64_t campaign;
  const char *hostile; /* NULL: the plain words */
  Error error;
} Maker;

static const char *word(const Maker *maker, const char *plain)
{
  return maker->hostile ? maker->hostile : plain;
}

static void setting(Maker *maker, const char *name, const char *value)
{
  ok(store_add_setting(maker->store, maker->campaign, name, sample_text(value), &maker->error),
     &maker->error);
}

static void add_settings(Maker *maker)
{
  static const char *const settings[][2] = {
      {"assay", "0.1.0"},    {"logic", "QF_BV"},    {"unit", "s"},   {"limit", "10"},
      {"penalty", "par2"},   {"objective", "time"}, {"cost", "cpu"}, {"target", "z3"},
      {"reference", "cvc5"}, {"timeout", "10s"},    {"seed", "42"},
  };
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
    setting(maker, settings[i][0], settings[i][1]);
  setting(maker, "environment",
          maker->hostile ? maker->hostile
                         : "{\"cpu\": \"Testium\", \"cores\": 2, \"memory_bytes\": 1024, "
                           "\"system\": \"Linux\"}");
  if (maker->hostile) setting(maker, "directory", maker->hostile);
}

static void add_names(Maker *maker)
{
  static const char *const constructs[] = {
      "bvadd", "bvmul", "bvudiv", "mutate", "sample", "z3(sat.euf=true)", "cvc5(--bitblast=eager)"};
  static const char *const agents[] = {"construct", "action", "option"};
  StoreSolver solvers[] = {{0, word(maker, "z3"), word(maker, "4.8.12"), "target"},
                           {1, word(maker, "cvc5"), word(maker, "1.0.3"), "reference"}};
  for (uint32_t i = 0; i < 2; i++) {
    ok(store_add_solver(maker->store, maker->campaign, &solvers[i], &maker->error), &maker->error);
  }
  for (uint32_t i = 0; i < sizeof agents / sizeof *agents; i++)
    ok(store_add_agent(maker->store, maker->campaign, &(StoreName){i, agents[i]}, &maker->error),
       &maker->error);
  for (uint32_t i = 0; i < sizeof constructs / sizeof *constructs; i++)
    ok(store_add_construct(maker->store, maker->campaign,
                           &(StoreName){i, word(maker, constructs[i])}, &maker->error),
       &maker->error);
}

static void add_run(Maker *maker, uint64_t instance, uint32_t solver, double seconds, bool decided)
{
  StoreRun run = {.instance = instance,
                  .solver = solver,
                  .outcome = decided ? "sat" : "timeout",
                  .exit_code = decided ? 0 : -1,
                  .wall_ns = (uint64_t)(seconds * 1.1e9),
                  .cpu_ns = (uint64_t)(seconds * 1e9),
                  .peak_bytes = (instance + 1) << 20,
                  .limit_ns = 10000000000,
                  .instructions = STORE_NONE,
                  .counter = STORE_NONE};
  ok(store_add_run(maker->store, maker->campaign, &run, &maker->error), &maker->error);
}

static void add_best(Maker *maker, uint64_t instance, double margin)
{
  StoreBest best = {instance, instance * 1000, margin};
  ok(store_add_best(maker->store, maker->campaign, &best, &maker->error), &maker->error);
}

static void add_input(Maker *maker, uint64_t i)
{
  StoreInstance instance = {.number = i,
                            .at_ms = i * 1000,
                            .seed = 42,
                            .parent = i > 0 ? i - 1 : STORE_NONE,
                            .construct = i > 0 ? i % 3 : STORE_NONE,
                            .placed = i > 0 ? 1 + (uint32_t)i % 2 : 0,
                            .scale = i / 4,
                            .size = 100 + i,
                            .margin = i % 10 == 9 ? 10 + (double)i / 1000 : NAN,
                            .reward = 0,
                            .options = i == 9 ? sample_text(word(maker, "z3(sat.euf=true)"))
                                              : (StoreText){0}};
  bool solved = i % 10 != 9;
  double cost = (double)(i + 1) / 100;
  char text[64];
  ok(store_add_instance(maker->store, maker->campaign, &instance, &maker->error), &maker->error);
  add_run(maker, i, 0, solved ? cost : 10, solved);
  if (i % 10 != 8) add_run(maker, i, 1, cost / 2, true);
  bool best = i == 0 || i % 10 == 9;
  if (best) add_best(maker, i, i == 0 ? 1 : 10 + (double)i / 1000);
  if (!best && (i < 3 || i > 6)) return;
  snprintf(text, sizeof text, "(set-logic QF_BV)\n; input %d\n(check-sat)\n", (int)i);
  ok(store_add_text(maker->store, maker->campaign, i, sample_text(word(maker, text)),
                    &maker->error),
     &maker->error);
}

static void add_arm(Maker *maker, uint32_t agent, uint32_t construct, uint64_t at_ms,
                    double successes, uint64_t pulls)
{
  StoreArm arm = {.agent = agent,
                  .at_ms = at_ms,
                  .construct = construct,
                  .successes = successes,
                  .failures = (double)pulls - successes,
                  .pulls = pulls,
                  .rewards = successes};
  ok(store_add_arm(maker->store, maker->campaign, &arm, &maker->error), &maker->error);
}

static void add_finding(Maker *maker, uint64_t instance, const char *kind, const char *signature,
                        uint64_t accused, bool confirmed)
{
  StoreFinding finding = {.instance = instance,
                          .at_ms = instance * 1000 + 500,
                          .kind = kind,
                          .signature = sample_text(signature),
                          .accused = accused,
                          .concerned = 3,
                          .query = 1,
                          .confirmed = confirmed,
                          .evidence = sample_text(word(maker, "z3 says sat, cvc5 unsat"))};
  ok(store_add_finding(maker->store, maker->campaign, &finding, &maker->error), &maker->error);
}

static void add_findings(Maker *maker)
{
  static const struct {
    uint64_t instance;
    const char *role, *text;
  } texts[] = {
      {4, "answers", "z3: sat, cvc5: unsat"},
      {4, "reduced", "(assert false)\n(check-sat)\n"},
      {4, "report", "# minority\n\nz3 is *wrong*.\n"},
      {6, "known", "an old one (https://example.org/7)"},
      {6, "same_as", "finding-01"},
  };
  const char *minority = word(maker, "minority|z3|QF_BV");
  add_finding(maker, 3, "minority", minority, 1, false);
  add_finding(maker, 4, "minority", minority, 1, true);
  add_finding(maker, 5, "minority", minority, 1, true);
  add_finding(maker, 6, "crash", word(maker, "crash|cvc5"), 2, false);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    ok(store_put_finding_text(maker->store, maker->campaign, texts[i].instance, 0, texts[i].role,
                              sample_text(word(maker, texts[i].text)), &maker->error),
       &maker->error);
}

static int64_t make(Store *store, const char *name, const char *hostile, uint64_t inputs)
{
  Maker maker = {.store = store, .hostile = hostile};
  StoreCampaign campaign = {.name = name, .seed = 42};
  ok(store_begin_campaign(store, &campaign, &maker.error), &maker.error);
  maker.campaign = campaign.id;
  add_settings(&maker);
  add_names(&maker);
  for (uint64_t i = 0; i < inputs; i++) add_input(&maker, i);
  add_arm(&maker, 0, 0, 1000, 0, 1);
  add_arm(&maker, 0, 0, 2000, 1, 10);
  add_arm(&maker, 0, 1, 2000, 8, 10);
  add_arm(&maker, 1, 3, 2000, 3, 9);
  add_arm(&maker, 1, 4, 2000, 1, 1);
  add_arm(&maker, 2, 5, 2000, 2, 8);
  add_arm(&maker, 2, 6, 2000, 0, 7);
  if (inputs > 6) add_findings(&maker);
  ok(store_flush(store, &maker.error), &maker.error);
  return campaign.id;
}

int64_t sample_campaign(Store *store, const char *name, uint64_t inputs)
{
  return make(store, name, NULL, inputs);
}

int64_t sample_hostile_campaign(Store *store)
{
  return make(store, sample_hostile, sample_hostile, 20);
}
