/* How events say whose they are. A descriptor's number comes back soon, so the generation tells late
 * events of an old run from those of a new one. */
#ifndef RUN_PROCESS_WATCH_TAG_H
#define RUN_PROCESS_WATCH_TAG_H

#include <stdint.h>

#include "run/process/family.h"

enum { WATCH_KIND_BITS = 3 };

/* Also the run's handle, with kind 0; generations start with 1. */
static inline uint64_t watch_tag(uint32_t slot, uint32_t generation, unsigned kind)
{
  return (uint64_t)generation << 32 | slot << WATCH_KIND_BITS | kind;
}

static inline unsigned watch_tag_kind(uint64_t tag)
{
  return tag & ((1u << WATCH_KIND_BITS) - 1);
}

static inline uint32_t watch_tag_slot(uint64_t tag)
{
  return (uint32_t)tag >> WATCH_KIND_BITS;
}

static inline uint32_t watch_tag_generation(uint64_t tag)
{
  return (uint32_t)(tag >> 32);
}

#endif
