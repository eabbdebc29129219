/* libFuzzer target: any bytes are read as the state of a part of a campaign; the first says which. What is restored
 * must go on. The records around the parts have digests, which would keep all changed bytes away. */
#include "find/fuzz/save.h"
#include "support/toy_language.h"
#include "target.h"

enum { INPUTS = 5 };

static void restore_strategy(StrategyKind kind, AgentKind agent, ByteReader *reader)
{
  ToyLanguage toy;
  Strategy strategy;
  toy_language_init(&toy, 3);
  strategy_init(
      &strategy, &toy.language,
      &(StrategyOptions){
          .kind = kind, .agent = agent, .decay = 0.9, .epsilon = 0.1, .enrich = true, .seed = 7});
  strategy_restore(&strategy, reader);
  for (int i = 0; i < INPUTS && !reader->failed; i++) {
    Candidate candidate;
    strategy_propose(&strategy, &candidate);
    strategy_learn(&strategy, &candidate,
                   &(TrialResult){.margin = i, .target = i, .target_ran = true});
    strategy_take(&strategy, &candidate, i);
  }
  strategy_deinit(&strategy);
  if (toy.instances) abort();
}

static void restore_hunt(StrategyKind kind, bool has_yield, ByteReader *reader)
{
  ToyLanguage toy;
  Hunt hunt;
  toy_language_init(&toy, 3);
  hunt_init(&hunt, &toy.language,
            &(StrategyOptions){.kind = kind,
                               .agent = AGENT_THOMPSON,
                               .decay = 0.9,
                               .epsilon = 0.1,
                               .enrich = true,
                               .seed = 7,
                               .candidates = 2});
  hunt_restore(&hunt, has_yield, has_yield, reader);
  for (int i = 0; i < INPUTS && !reader->failed; i++) {
    Candidate candidate;
    hunt_propose(&hunt, &candidate);
    hunt_note_cost(&hunt, &candidate, (HuntCost){.first = 0.01});
    hunt_take(&hunt, &candidate, (HuntResult){.found = i % 2 == 0, .clean = i % 2 != 0});
  }
  hunt_deinit(&hunt);
  if (toy.instances) abort();
}

static void restore_groups(ByteReader *reader)
{
  FindingGroups groups = {0};
  Tweaks tweaks = {0};
  while (!reader->failed && reader->at < reader->length) groups_restore(&groups, &tweaks, reader);
  groups_deinit(&groups);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const StrategyKind HUNTS[] = {STRATEGY_RANDOM, STRATEGY_MUTATIONAL, STRATEGY_BANDIT1,
                                       STRATEGY_BANDIT2};
  if (size == 0) return 0;
  char *bytes = target_text(data + 1, size - 1);
  ByteReader reader = {.bytes = bytes, .length = size - 1};
  unsigned choice = data[0] >> 2;
  switch (data[0] & 3) {
  case 0: restore_groups(&reader); break;
  case 1: restore_hunt(HUNTS[choice % 4], choice & 4, &reader); break;
  default:
    restore_strategy((StrategyKind)(choice % STRATEGY_COUNT),
                     (AgentKind)(choice / STRATEGY_COUNT % AGENT_KIND_COUNT), &reader);
  }
  free(bytes);
  return 0;
}
