/* An arena: allocations that live and die together.
 *
 * Memory comes in growing chunks and is released all at once. Pointers stay valid until
 * arena_deinit or arena_reset. A zeroed Arena is empty and valid. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

typedef struct ArenaChunk ArenaChunk;

typedef struct {
  ArenaChunk *chunks;
  char *free;
  size_t left;
} Arena;

/* What an allocation of so many bytes takes. */
size_t arena_rounded(size_t bytes);
/* Memory for `count` items, aligned for any type. */
void *arena_alloc(Arena *arena, size_t count, size_t size) __attribute__((returns_nonnull));
/* A NUL-terminated copy. */
char *arena_copy_string(Arena *arena, const char *text, size_t length)
    __attribute__((returns_nonnull));

/* A position in the arena, to go back to. */
typedef struct {
  ArenaChunk *chunk;
  char *free;
  size_t left;
} ArenaMark;

ArenaMark arena_mark(const Arena *arena);
/* Forgets what was allocated since the mark. */
void arena_release(Arena *arena, ArenaMark mark);
void arena_reset(Arena *arena); /* forgets the contents, keeps the largest chunk */
void arena_deinit(Arena *arena);

#endif
