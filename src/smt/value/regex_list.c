#include "smt/value/regex_list.h"

typedef struct {
  const RegexObject *object;
  uint32_t next; /* part to visit */
} Visit;

static uint32_t pointer_hash(const RegexObject *object)
{
  return hash_finish(hash_mix(0, (uintptr_t)object));
}

uint32_t regex_list_find(const RegexList *list, const RegexObject *object)
{
  IndexProbe probe = index_probe(&list->index, pointer_hash(object));
  for (uint32_t id; index_next(&probe, &id);)
    if (list->items.items[id].regex == object) return id;
  return 0;
}

void regex_list_init(RegexList *list, const RegexObject *root)
{
  *list = (RegexList){0};
  VEC_PUSH(&list->items, (Value){0});
  VEC(Visit) stack = {0};
  VEC_PUSH(&stack, ((Visit){root, 0}));
  while (stack.count > 0) {
    Visit *visit = &stack.items[stack.count - 1];
    const RegexObject *object = visit->object;
    if (visit->next < object->count) {
      const RegexObject *part = object->parts[visit->next++];
      if (regex_list_find(list, part) == 0) VEC_PUSH(&stack, ((Visit){part, 0}));
      continue;
    }
    stack.count--;
    if (regex_list_find(list, object) != 0) continue;
    index_insert(&list->index, pointer_hash(object), (uint32_t)list->items.count);
    VEC_PUSH(&list->items, regex_value(object));
  }
  VEC_FREE(&stack);
}

void regex_list_deinit(RegexList *list)
{
  VEC_FREE(&list->items);
  index_free(&list->index);
}
