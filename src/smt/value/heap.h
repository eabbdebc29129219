/* The heap of values: immutable objects that die together, with a limit on their bytes.
 *
 * Everything an evaluation makes lives here until the heap is reset, or released to a mark. Running
 * into the limit is a normal outcome: heap_alloc then gives NULL, and the value is undetermined. */
#ifndef SMT_VALUE_HEAP_H
#define SMT_VALUE_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

/* An object that owns memory outside of the heap. */
typedef struct {
  void (*destroy)(void *object);
  void *object;
} HeapOwner;

typedef struct {
  Arena arena;
  size_t used, limit; /* bytes */
  size_t beside;      /* bytes that those who use the heap hold beside it, within the same limit */
  VEC(HeapOwner) owners;
} Heap;

typedef struct {
  ArenaMark arena;
  size_t used;
  size_t owners;
} HeapMark;

void heap_init(Heap *heap, size_t limit);
void heap_deinit(Heap *heap);

/* Memory aligned for any type, or NULL if the limit is reached. */
void *heap_alloc(Heap *heap, size_t count, size_t size);
/* Bytes below the limit. */
static inline size_t heap_left(const Heap *heap)
{
  size_t held = heap->used + heap->beside;
  return held < heap->limit ? heap->limit - held : 0;
}
/* Would so many more bytes be within the limit? Ask before computing something large. */
static inline bool heap_allows(const Heap *heap, uint64_t bytes)
{
  return bytes <= heap_left(heap);
}
/* Counts bytes that an owned object has elsewhere. False if that is beyond the limit. */
bool heap_charge(Heap *heap, uint64_t bytes);
/* Calls destroy(object) when the heap lets go of what it holds now. */
void heap_own(Heap *heap, void (*destroy)(void *object), void *object);

HeapMark heap_mark(const Heap *heap);
/* Forgets everything made since the mark. */
void heap_release(Heap *heap, HeapMark mark);

#endif
