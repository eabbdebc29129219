#include "smt/value/heap.h"

#include <assert.h>

void heap_init(Heap *heap, size_t limit)
{
  *heap = (Heap){.limit = limit};
}

static void let_go(Heap *heap, size_t keep)
{
  assert(keep <= heap->owners.count);
  while (heap->owners.count > keep) {
    HeapOwner owner = heap->owners.items[--heap->owners.count];
    owner.destroy(owner.object);
  }
}

void heap_deinit(Heap *heap)
{
  let_go(heap, 0);
  VEC_FREE(&heap->owners);
  arena_deinit(&heap->arena);
}

void *heap_alloc(Heap *heap, size_t count, size_t size)
{
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes) || bytes > PTRDIFF_MAX) return NULL;
  bytes = arena_rounded(bytes);
  if (!heap_allows(heap, bytes)) return NULL;
  heap->used += bytes;
  return arena_alloc(&heap->arena, bytes, 1);
}

bool heap_charge(Heap *heap, uint64_t bytes)
{
  if (!heap_allows(heap, bytes)) return false;
  heap->used += (size_t)bytes;
  return true;
}

void heap_own(Heap *heap, void (*destroy)(void *object), void *object)
{
  assert(destroy && object);
  VEC_PUSH(&heap->owners, ((HeapOwner){destroy, object}));
  heap->used += sizeof(HeapOwner);
}

HeapMark heap_mark(const Heap *heap)
{
  return (HeapMark){arena_mark(&heap->arena), heap->used, heap->owners.count};
}

void heap_release(Heap *heap, HeapMark mark)
{
  assert(mark.used <= heap->used);
  let_go(heap, mark.owners);
  arena_release(&heap->arena, mark.arena);
  heap->used = mark.used;
}
