#include "find/fuzz/sizes.h"

#include <assert.h>

void sizes_init(Sizes *sizes, const Language *language, const Agent *like)
{
  *sizes = (Sizes){0};
  if (!language->interface->dimension) return;
  LanguageDimension dimension;
  while (sizes->count < LANGUAGE_DIMENSIONS_MAX &&
         (dimension = language->interface->dimension(language, sizes->count)).name) {
    assert(dimension.count > 0 && dimension.count <= LANGUAGE_VALUES_MAX);
    Agent *agent = &sizes->agents[sizes->count++];
    agent_init(agent, like->kind, dimension.count);
    agent->decay = like->decay;
    agent->epsilon = like->epsilon;
  }
}

void sizes_deinit(Sizes *sizes)
{
  for (size_t i = 0; i < sizes->count; i++) agent_deinit(&sizes->agents[i]);
  sizes->count = 0;
}

void sizes_choose(Sizes *sizes, Language *language, Random *random, SizeChoice *choice)
{
  *choice = (SizeChoice){.chosen = sizes->count > 0};
  if (!choice->chosen) return;
  for (size_t i = 0; i < sizes->count; i++)
    choice->values[i] = (uint8_t)agent_choose(&sizes->agents[i], random);
  const LanguageInterface *interface = language->interface;
  bool known = interface->set_scale(language, interface->scale_of(language, choice->values));
  assert(known);
  (void)known;
}

void sizes_reward(Sizes *sizes, const SizeChoice *choice, double reward)
{
  for (size_t i = 0; i < sizes->count && choice->chosen; i++)
    agent_reward(&sizes->agents[i], choice->values[i], reward);
}

uint64_t sizes_pulls(const Sizes *sizes)
{
  return sizes->count ? sizes->agents[0].pulls : 0;
}

void sizes_save(const Sizes *sizes, StrBuf *out)
{
  for (size_t i = 0; i < sizes->count; i++) agent_save(&sizes->agents[i], out);
}

void sizes_restore(Sizes *sizes, ByteReader *reader)
{
  for (size_t i = 0; i < sizes->count; i++) agent_restore(&sizes->agents[i], reader);
}

void size_choice_save(const Sizes *sizes, const SizeChoice *choice, StrBuf *out)
{
  if (!sizes->count) return;
  bytes_put_u64(out, choice->chosen);
  for (size_t i = 0; i < sizes->count; i++) bytes_put_u64(out, choice->values[i]);
}

void size_choice_restore(const Sizes *sizes, SizeChoice *choice, ByteReader *reader)
{
  if (!sizes->count) return;
  choice->chosen = bytes_get_bool(reader);
  for (size_t i = 0; i < sizes->count; i++)
    choice->values[i] = (uint8_t)bytes_get_below(reader, sizes->agents[i].count);
}
