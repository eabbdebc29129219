#include "campaign/arms.h"

#include <assert.h>

ArmTable arms_of(const CampaignSetup *setup, const Campaign *campaign)
{
  return (ArmTable){.language = setup->language,
                    .tweaks = campaign_state(campaign).tweaks,
                    .sizes = campaign_state(campaign).sizes};
}

size_t arms_first_size(const ArmTable *arms, size_t dimension)
{
  size_t first = 0;
  assert(dimension <= arms->sizes->count);
  for (size_t i = 0; i < dimension; i++) first += arms->sizes->agents[i].count;
  return first;
}

static const char *size_name(const ArmTable *arms, size_t place)
{
  size_t dimension = 0;
  while (place >= arms_first_size(arms, dimension + 1)) dimension++;
  return arms->language->interface->dimension_value(arms->language, dimension,
                                                    place - arms_first_size(arms, dimension));
}

size_t arms_count(const ArmTable *arms, StoreAgent agent)
{
  switch (agent) {
  case STORE_AGENT_CONSTRUCT: return arms->language->interface->construct_count(arms->language);
  case STORE_AGENT_ACTION: return OUTER_ARMS;
  case STORE_AGENT_SIZE: return arms_first_size(arms, arms->sizes->count);
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
  if (number < first_of(arms, STORE_AGENT_SIZE))
    return arms->tweaks->list.items[number - first_of(arms, STORE_AGENT_OPTION)].name;
  return size_name(arms, number - first_of(arms, STORE_AGENT_SIZE));
}
