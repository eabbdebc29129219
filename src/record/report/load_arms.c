#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "find/bandit/agent.h"
#include "record/report/load.h"
#include "record/store/vocabulary.h"

/* What all workers have learnt of a construct, each from its own inputs. */
typedef struct {
  uint32_t number;
  const char *name;
  Arm arm;
} NamedArm;

typedef VEC(NamedArm) NamedArms;

static NamedArm *find_arm(const NamedArms *arms, uint32_t number)
{
  size_t low = 0, high = arms->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (arms->items[middle].number < number)
      low = middle + 1;
    else
      high = middle;
  }
  return low < arms->count && arms->items[low].number == number ? &arms->items[low] : NULL;
}

/* Those that were rewarded, or those that were tried in vain, in this order. */
static void add_ranked(const NamedArms *named, const Agent *agent, const size_t *order,
                       bool rewarded, ReportArms *out)
{
  static const double MASS = 0.95;
  for (size_t i = 0; i < named->count; i++) {
    const NamedArm *from = &named->items[order[i]];
    if (from->arm.pulls == 0 || (from->arm.rewards > 0) != rewarded) continue;
    assert(order[i] < named->count);
    ArmBelief belief = agent_belief(agent, order[i], MASS);
    VEC_PUSH(out, ((ReportArm){.name = from->name,
                               .number = from->number,
                               .mean = belief.mean,
                               .low = belief.low,
                               .high = belief.high,
                               .pulls = from->arm.pulls,
                               .rewards = from->arm.rewards}));
  }
}

/* What was tried once and in vain has a larger expected reward than what was rewarded once in twenty times, by the prior alone:
 * it comes after all that was rewarded. */
static void rank(const NamedArms *named, ReportArms *out)
{
  if (named->count == 0) return;
  Agent agent;
  agent_init(&agent, AGENT_UNIFORM, named->count);
  size_t *order = mem_alloc(named->count, sizeof *order);
  for (size_t i = 0; i < named->count; i++) agent.arms[i] = named->items[i].arm;
  agent_rank(&agent, order);
  add_ranked(named, &agent, order, true, out);
  add_ranked(named, &agent, order, false, out);
  free(order);
  agent_deinit(&agent);
}

static void add_arm(Loader *loader, const NamedArms *arms, const StoreArm *from)
{
  NamedArm *to = find_arm(arms, from->construct);
  loader_note_time(loader, from->at_ms);
  if (to == NULL || !store_arm_makes_sense(from)) return;
  to->arm.successes += from->successes;
  to->arm.failures += from->failures;
  to->arm.pulls += from->pulls;
  to->arm.rewards += from->rewards;
}

/* `count` is how many agents there are lists for. */
static Status add_arms(Loader *loader, NamedArms *lists, const int64_t *agents, size_t count,
                       Error *error)
{
  StoreCursor *cursor;
  StoreArm arm;
  Status status = store_open_arms(loader->store, loader->data->campaign, true, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_arm(cursor, &arm))
    for (size_t i = 0; i < count; i++)
      if (agents[i] == arm.agent) add_arm(loader, &lists[i], &arm);
  return store_end(cursor, error);
}

static Status name_arms(Loader *loader, NamedArms *lists, size_t count, Error *error)
{
  StoreCursor *cursor;
  StoreName name;
  Status status = store_open_constructs(loader->store, loader->data->campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_name(cursor, &name)) {
    const char *copied = loader_copy(loader, name.name);
    for (size_t i = 0; i < count; i++)
      VEC_PUSH(&lists[i], ((NamedArm){.number = name.number, .name = copied}));
  }
  return store_end(cursor, error);
}

static Status find_agents(Loader *loader, int64_t *numbers, Error *error)
{
  StoreCursor *cursor;
  StoreName name;
  Status status = store_open_agents(loader->store, loader->data->campaign, &cursor, error);
  if (status != STATUS_OK) return status;
  while (store_next_name(cursor, &name))
    for (StoreAgent agent = 0; agent < STORE_AGENT_COUNT; agent++)
      if (strcmp(store_agent_word(agent), name.name) == 0) numbers[agent] = name.number;
  return store_end(cursor, error);
}

Status load_arms(Loader *loader, Error *error)
{
  enum { AGENTS = STORE_AGENT_COUNT };
  ReportArms *const out[AGENTS] = {[STORE_AGENT_CONSTRUCT] = &loader->data->ranking,
                                   [STORE_AGENT_ACTION] = &loader->data->actions,
                                   [STORE_AGENT_OPTION] = &loader->data->options,
                                   [STORE_AGENT_SIZE] = &loader->data->sizes};
  int64_t numbers[AGENTS] = {-1, -1, -1, -1};
  NamedArms lists[AGENTS] = {0};
  Status status = find_agents(loader, numbers, error);
  if (status == STATUS_OK) status = name_arms(loader, lists, AGENTS, error);
  if (status == STATUS_OK) status = add_arms(loader, lists, numbers, AGENTS, error);
  for (size_t i = 0; i < AGENTS; i++) {
    if (status == STATUS_OK) rank(&lists[i], out[i]);
    VEC_FREE(&lists[i]);
  }
  return status;
}
