#include "solve/select/names.h"

#include <assert.h>
#include <string.h>

void names_free(Names *names)
{
  VEC_FREE(&names->items);
  index_free(&names->index);
  arena_deinit(&names->arena);
  *names = (Names){0};
}

bool names_find(const Names *names, const char *text, uint32_t *number)
{
  IndexProbe probe = index_probe(&names->index, hash_bytes(text, strlen(text)));
  for (uint32_t id; index_next(&probe, &id);) {
    if (strcmp(names->items.items[id - 1], text) != 0) continue;
    *number = id - 1;
    return true;
  }
  return false;
}

uint32_t names_add(Names *names, const char *text)
{
  uint32_t number;
  if (names_find(names, text, &number)) return number;
  size_t length = strlen(text);
  VEC_PUSH(&names->items, arena_copy_string(&names->arena, text, length));
  number = names_count(names);
  index_insert(&names->index, hash_bytes(text, length), number);
  return number - 1;
}

const char *names_text(const Names *names, uint32_t number)
{
  assert(number < names->items.count);
  return names->items.items[number];
}
