#include "smt/value/string_search.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

/* The longest border that `unit` extends, where `matched` units have matched so far. */
static uint32_t extend(const StringSearch *search, uint32_t matched, uint32_t unit)
{
  assert(matched < search->length);
  while (matched > 0 && search->pattern[matched] != unit) matched = search->borders[matched];
  return search->pattern[matched] == unit ? matched + 1 : matched;
}

bool string_search_init(StringSearch *search, const Heap *heap, const uint32_t *pattern,
                        uint64_t length)
{
  *search = (StringSearch){.pattern = pattern, .length = length};
  if (length >= UINT32_MAX || !heap_allows(heap, (length + 1) * sizeof(uint32_t))) return false;
  search->borders = mem_alloc((size_t)length + 1, sizeof(uint32_t));
  search->borders[0] = 0;
  if (length > 0) search->borders[1] = 0;
  for (uint32_t i = 1; i < length; i++)
    search->borders[i + 1] = extend(search, search->borders[i], pattern[i]);
  return true;
}

void string_search_deinit(StringSearch *search)
{
  free(search->borders);
  *search = (StringSearch){0};
}

uint64_t string_search_next(const StringSearch *search, const uint32_t *text, uint64_t length,
                            uint64_t from)
{
  if (from > length || search->length > length - from) return SEARCH_NONE;
  if (search->length == 0) return from;
  uint32_t matched = 0;
  for (uint64_t i = from; i < length; i++) {
    matched = extend(search, matched, text[i]);
    if (matched == search->length) return i + 1 - search->length;
  }
  return SEARCH_NONE;
}

uint64_t string_search_last(const StringSearch *search, const uint32_t *text, uint64_t length)
{
  assert(search->length > 0);
  uint64_t last = SEARCH_NONE;
  uint32_t matched = 0;
  for (uint64_t i = 0; i < length; i++) {
    matched = extend(search, matched, text[i]);
    if (matched < search->length) continue;
    last = i + 1 - search->length;
    matched = search->borders[matched];
  }
  return last;
}
