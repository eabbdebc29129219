#include "base/arena.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { FIRST_CHUNK = 4096, LARGEST_STEP = 1 << 22 };

struct ArenaChunk {
  ArenaChunk *next;
  size_t size; /* of `bytes` */
  _Alignas(max_align_t) char bytes[];
};

static void use_chunk(Arena *arena, ArenaChunk *chunk)
{
  arena->free = chunk->bytes;
  arena->left = chunk->size;
}

/* Chunks double in size up to a step of some megabytes; the newest is first in the list. */
static void add_chunk(Arena *arena, size_t needed)
{
  size_t size = FIRST_CHUNK;
  if (arena->chunks) {
    size = arena->chunks->size;
    size = size < LARGEST_STEP / 2 ? size * 2 : LARGEST_STEP;
  }
  if (size < needed) size = needed;
  if (size > PTRDIFF_MAX - sizeof(ArenaChunk)) mem_exhausted(size);
  ArenaChunk *chunk = mem_alloc(sizeof *chunk + size, 1);
  chunk->next = arena->chunks;
  chunk->size = size;
  arena->chunks = chunk;
  use_chunk(arena, chunk);
}

size_t arena_rounded(size_t bytes)
{
  const size_t alignment = _Alignof(max_align_t);
  return bytes ? (bytes + alignment - 1) & ~(alignment - 1) : alignment;
}

void *arena_alloc(Arena *arena, size_t count, size_t size)
{
  const size_t alignment = _Alignof(max_align_t);
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes) || bytes > PTRDIFF_MAX) mem_exhausted(SIZE_MAX);
  bytes = arena_rounded(bytes);
  if (bytes > arena->left) add_chunk(arena, bytes);
  char *block = arena->free;
  arena->free += bytes;
  arena->left -= bytes;
  assert((uintptr_t)block % alignment == 0);
  return block;
}

char *arena_copy_string(Arena *arena, const char *text, size_t length)
{
  if (length == SIZE_MAX) mem_exhausted(SIZE_MAX);
  char *copy = arena_alloc(arena, length + 1, 1);
  if (length) memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

ArenaMark arena_mark(const Arena *arena)
{
  return (ArenaMark){arena->chunks, arena->free, arena->left};
}

void arena_release(Arena *arena, ArenaMark mark)
{
  while (arena->chunks != mark.chunk) {
    ArenaChunk *newest = arena->chunks;
    arena->chunks = newest->next;
    free(newest);
  }
  arena->free = mark.free;
  arena->left = mark.left;
}

void arena_reset(Arena *arena)
{
  ArenaChunk *largest = arena->chunks;
  if (!largest) return;
  for (ArenaChunk *chunk = largest->next; chunk; chunk = chunk->next)
    if (chunk->size > largest->size) largest = chunk;
  for (ArenaChunk *chunk = arena->chunks, *next; chunk; chunk = next) {
    next = chunk->next;
    if (chunk != largest) free(chunk);
  }
  largest->next = NULL;
  arena->chunks = largest;
  use_chunk(arena, largest);
}

void arena_deinit(Arena *arena)
{
  for (ArenaChunk *chunk = arena->chunks, *next; chunk; chunk = next) {
    next = chunk->next;
    free(chunk);
  }
  *arena = (Arena){0};
}
