#include "run/capability/capability_list.h"

#include <fnmatch.h>
#include <string.h>

typedef struct {
  const char *const *items;
  size_t count;
} Patterns;

static bool fits(void *user, const char *group, const char *name, Fun fun, uint32_t decides)
{
  const Patterns *patterns = user;
  (void)fun;
  (void)decides;
  for (size_t i = 0; i < patterns->count; i++) {
    const char *pattern = patterns->items[i];
    if (fnmatch(pattern, group, 0) == 0 || fnmatch(pattern, name, 0) == 0) return true;
  }
  return patterns->count == 0;
}

static Digest digest_probe(Digest digest, const Probe *probe)
{
  digest = digest_text(digest, probe->script);
  digest = digest_text(digest, probe->logics);
  const uint32_t rest[] = {probe->unsat, probe->responses, probe->values, probe->uses};
  return digest_bytes(digest, rest, sizeof rest);
}

static Digest digest_list(const CapabilityList *list)
{
  Digest digest = digest_bytes(0, &list->accepting, sizeof list->accepting);
  for (size_t i = 0; i < list->items.count; i++) {
    digest = digest_text(digest, list->items.items[i].group);
    digest = digest_text(digest, list->items.items[i].name);
    digest = digest_bytes(digest, &list->items.items[i].decides, sizeof(uint32_t));
  }
  for (size_t i = 0; i < list->probes.count; i++)
    digest = digest_probe(digest, &list->probes.items[i]);
  for (size_t i = 0; i < list->families.count; i++)
    digest = digest_probe(digest, &list->families.items[i].together);
  for (size_t i = 0; i < list->batches.count; i++)
    digest = digest_probe(digest, &list->batches.items[i].together);
  return digest;
}

CapabilityList *capability_list_create(Bank *bank, const char *const *patterns, size_t count)
{
  Patterns wanted = {patterns, count};
  return capability_list_create_for(bank, &(CapabilityFilter){fits, &wanted}, false);
}

CapabilityList *capability_list_create_for(Bank *bank, const CapabilityFilter *filter,
                                           bool accepting)
{
  CapabilityList *list = mem_alloc_zero(1, sizeof *list);
  list->accepting = accepting;
  capability_add_others(list, filter);
  capability_add_functions(list, bank, filter);
  list->digest = digest_list(list);
  return list;
}

void capability_list_destroy(CapabilityList *list)
{
  VEC_FREE(&list->items);
  VEC_FREE(&list->probes);
  VEC_FREE(&list->families);
  VEC_FREE(&list->batches);
  arena_deinit(&list->arena);
  free(list);
}

uint32_t capability_find(const CapabilityList *list, const char *key)
{
  uint32_t found = CAPABILITY_NONE;
  for (uint32_t i = 0; i < list->items.count; i++) {
    const Capability *item = &list->items.items[i];
    size_t group = strlen(item->group);
    if (strncmp(key, item->group, group) == 0 && key[group] == '/' &&
        strcmp(key + group + 1, item->name) == 0)
      return i;
    if (strcmp(key, item->name) != 0) continue;
    if (found != CAPABILITY_NONE) return CAPABILITY_NONE;
    found = i;
  }
  return found;
}
