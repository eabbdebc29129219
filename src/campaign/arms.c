#include "campaign/arms.h"

#include <assert.h>

ArmTable arms_of(const CampaignSetup *setup, const Campaign *campaign)
{
  return (ArmTable){.language = setup->language, .tweaks = campaign_state(campaign).tweaks};
}

size_t arms_count(const ArmTable *arms, StoreAgent agent)
{
  switch (agent) {
  case STORE_AGENT_CONSTRUCT: return arms->language->interface->construct_count(arms->language);
  case STORE_AGENT_ACTION: return OUTER_ARMS;
  default: return arms->tweaks->list.count;
  }
}

static size_t first_of(const ArmTable *arms, StoreAgent agent)
{
  size_t first = 0;
  for (StoreAgent before = 0; before < agent; before++) first += arms_count(arms, before);
  return first;
}

size_t arms_total(const ArmTable *arms)
{
  return first_of(arms, STORE_AGENT_COUNT);
}

uint32_t arms_number(const ArmTable *arms, StoreAgent agent, size_t place)
{
  assert(place < arms_count(arms, agent));
  return (uint32_t)(first_of(arms, agent) + place);
}

const char *arms_name(const ArmTable *arms, size_t number)
{
  static const char *const actions[] = {
      [OUTER_MUTATE] = "mutate", [OUTER_SAMPLE] = "sample", [OUTER_ENRICH] = "enrich"};
  _Static_assert(sizeof actions / sizeof *actions == OUTER_ARMS, "every action has a name");
  assert(number < arms_total(arms));
  if (number < first_of(arms, STORE_AGENT_ACTION))
    return arms->language->interface->construct(arms->language, number).name;
  if (number < first_of(arms, STORE_AGENT_OPTION))
    return actions[number - first_of(arms, STORE_AGENT_ACTION)];
  return arms->tweaks->list.items[number - first_of(arms, STORE_AGENT_OPTION)].name;
}
