#include "b/value/value.h"

#include <assert.h>
#include <stdlib.h>

#include "b/value/number.h"

void b_heap_init(BHeap *heap, BBank *bank)
{
  *heap = (BHeap){.bank = bank};
  for (BValue value = B_VALUE_NONE; value <= B_VALUE_EMPTY; value++) {
    BValueNode node = {.kind = value == B_VALUE_EMPTY    ? B_KIND_SET
                               : value > B_VALUE_UNKNOWN ? B_KIND_BOOL
                                                         : B_KIND_NONE,
                       .solid = value > B_VALUE_UNKNOWN,
                       .number = value == B_VALUE_TRUE};
    VEC_PUSH(&heap->nodes, node);
  }
}

void b_heap_deinit(BHeap *heap)
{
  for (size_t i = 0; i < heap->bigs.count; i++) mpz_clear(heap->bigs.items[i].number);
  for (size_t i = 0; i < heap->rationals.count; i++) mpq_clear(heap->rationals.items[i].number);
  VEC_FREE(&heap->bigs);
  VEC_FREE(&heap->rationals);
  VEC_FREE(&heap->nodes);
  VEC_FREE(&heap->parts);
  index_free(&heap->index);
}

static uint32_t hash_parts(const BValueNode *node, const BValue *parts)
{
  uint64_t hash = hash_mix(hash_mix(node->kind, node->op), (uint64_t)node->number);
  for (uint32_t i = 0; i < node->count; i++) hash = hash_mix(hash, parts[i]);
  return hash_finish(hash);
}

static bool same_parts(const BHeap *heap, BValue value, const BValueNode *node, const BValue *parts)
{
  const BValueNode *other = b_value_node(heap, value);
  return other->kind == node->kind && other->op == node->op && other->number == node->number &&
         other->count == node->count &&
         (node->count == 0 ||
          memcmp(heap->parts.items + other->first, parts, node->count * sizeof *parts) == 0);
}

/* Adds a value that is not there yet. */
static BValue add_node(BHeap *heap, BValueNode node, uint32_t hash)
{
  assert(heap->nodes.count < UINT32_MAX);
  BValue value = (BValue)heap->nodes.count;
  VEC_PUSH(&heap->nodes, node);
  index_insert(&heap->index, hash, value);
  return value;
}

/* A value of parts, which may not be in the heap's list. */
static BValue intern(BHeap *heap, BValueNode node, const BValue *parts)
{
  uint32_t hash = hash_parts(&node, parts);
  IndexProbe probe = index_probe(&heap->index, hash);
  for (uint32_t id; index_next(&probe, &id);)
    if (same_parts(heap, id, &node, parts)) return id;
  node.first = (uint32_t)heap->parts.count;
  VEC_APPEND(&heap->parts, parts, node.count);
  return add_node(heap, node, hash);
}

/* One without parts in the list. */
static BValue intern_plain(BHeap *heap, BValueNode node)
{
  uint64_t running = hash_mix(hash_mix(node.kind, (uint64_t)node.number), node.first);
  uint32_t hash = hash_finish(hash_mix(running, node.count));
  IndexProbe probe = index_probe(&heap->index, hash);
  for (uint32_t id; index_next(&probe, &id);) {
    const BValueNode *other = b_value_node(heap, id);
    if (other->kind == node.kind && other->number == node.number && other->first == node.first &&
        other->count == node.count)
      return id;
  }
  return add_node(heap, node, hash);
}

BValue b_int(BHeap *heap, int64_t number)
{
  return intern_plain(heap, (BValueNode){.kind = B_KIND_INTEGER, .solid = 1, .number = number});
}

BValue b_int_mpz(BHeap *heap, mpz_srcptr number)
{
  if (mpz_fits_slong_p(number)) return b_int(heap, mpz_get_si(number));
  uint32_t hash = hash_bytes(mpz_limbs_read(number), mpz_size(number) * sizeof(mp_limb_t));
  IndexProbe probe = index_probe(&heap->index, hash);
  for (uint32_t id; index_next(&probe, &id);) {
    const BValueNode *node = b_value_node(heap, id);
    if (node->kind == B_KIND_INTEGER && node->count &&
        mpz_cmp(heap->bigs.items[node->first].number, number) == 0)
      return id;
  }
  BBig big;
  mpz_init_set(big.number, number);
  BValueNode node = {
      .kind = B_KIND_INTEGER, .solid = 1, .first = (uint32_t)heap->bigs.count, .count = 1};
  VEC_PUSH(&heap->bigs, big);
  return add_node(heap, node, hash);
}

BValue b_real(BHeap *heap, mpq_srcptr number)
{
  uint32_t top = hash_bytes(mpz_limbs_read(mpq_numref(number)),
                            mpz_size(mpq_numref(number)) * sizeof(mp_limb_t));
  uint32_t hash = hash_finish(hash_mix(hash_mix(B_KIND_REAL, top), mpz_get_ui(mpq_denref(number))));
  IndexProbe probe = index_probe(&heap->index, hash);
  for (uint32_t id; index_next(&probe, &id);) {
    const BValueNode *node = b_value_node(heap, id);
    if (node->kind == B_KIND_REAL && mpq_equal(heap->rationals.items[node->first].number, number))
      return id;
  }
  BRational rational;
  mpq_init(rational.number);
  mpq_set(rational.number, number);
  BValueNode node = {.kind = B_KIND_REAL, .solid = 1, .first = (uint32_t)heap->rationals.count};
  VEC_PUSH(&heap->rationals, rational);
  return add_node(heap, node, hash);
}

BValue b_string(BHeap *heap, Symbol text)
{
  return intern_plain(heap, (BValueNode){.kind = B_KIND_STRING, .solid = 1, .number = text});
}

BValue b_element(BHeap *heap, BType type, int64_t number)
{
  assert(b_type_kind(&heap->bank->types, type) == B_TYPE_GIVEN);
  return intern_plain(
      heap, (BValueNode){.kind = B_KIND_ELEMENT, .solid = 1, .first = type, .number = number});
}

BValue b_pair(BHeap *heap, BValue first, BValue second)
{
  assert(b_is_value(first) && b_is_value(second));
  bool solid = b_is_solid(heap, first) && b_is_solid(heap, second);
  return intern_plain(
      heap, (BValueNode){.kind = B_KIND_PAIR, .solid = solid, .first = first, .count = second});
}

static bool all_solid(const BHeap *heap, const BValue *values, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!b_is_solid(heap, values[i])) return false;
  return true;
}

BValue b_record(BHeap *heap, const BValue *fields, uint32_t count)
{
  BValueNode node = {
      .kind = B_KIND_RECORD, .solid = all_solid(heap, fields, count), .count = count};
  return intern(heap, node, fields);
}

BValue b_lazy(BHeap *heap, BOperator op, int64_t number, const BValue *parts, uint32_t count)
{
  BValueNode node = {.kind = B_KIND_LAZY,
                     .solid = op == B_INTERVAL,
                     .op = (uint16_t)op,
                     .count = count,
                     .number = number};
  return intern(heap, node, parts);
}

/* Are these many integers without a gap? */
static bool is_contiguous(BHeap *heap, const BValue *elements, size_t count)
{
  if (count <= B_LISTED_INTERVAL || b_kind(heap, elements[0]) != B_KIND_INTEGER) return false;
  BValue size = b_number_subtract(heap, elements[count - 1], elements[0]);
  return size == b_int(heap, (int64_t)count - 1);
}

BValue b_set_sorted(BHeap *heap, const BValue *elements, size_t count)
{
  if (count == 0) return B_VALUE_EMPTY;
  assert(all_solid(heap, elements, count));
  if (is_contiguous(heap, elements, count)) {
    BValue ends[] = {elements[0], elements[count - 1]};
    return b_lazy(heap, B_INTERVAL, 0, ends, 2);
  }
  BValueNode node = {.kind = B_KIND_SET, .solid = 1, .count = (uint32_t)count};
  return intern(heap, node, elements);
}

static int compare_values(const void *a, const void *b, void *heap)
{
  return b_compare(heap, *(const BValue *)a, *(const BValue *)b);
}

BValue b_set(BHeap *heap, BValue *elements, size_t count)
{
  bool sorted = true;
  for (size_t i = 1; i < count && sorted; i++)
    sorted = b_compare(heap, elements[i - 1], elements[i]) < 0;
  if (sorted) return b_set_sorted(heap, elements, count);
  qsort_r(elements, count, sizeof *elements, compare_values, heap);
  size_t kept = 0;
  for (size_t i = 0; i < count; i++)
    if (kept == 0 || elements[kept - 1] != elements[i]) elements[kept++] = elements[i];
  return b_set_sorted(heap, elements, kept);
}

BValue b_interval(BHeap *heap, BValue low, BValue high)
{
  assert(low == B_VALUE_NONE || b_kind(heap, low) == B_KIND_INTEGER);
  assert(high == B_VALUE_NONE || b_kind(heap, high) == B_KIND_INTEGER);
  BValue ends[] = {low, high};
  if (low == B_VALUE_NONE || high == B_VALUE_NONE) return b_lazy(heap, B_INTERVAL, 0, ends, 2);
  if (b_compare(heap, low, high) > 0) return B_VALUE_EMPTY;
  BValue size = b_number_subtract(heap, high, low);
  int64_t count;
  if (!b_is_value(size) || !b_number_is_small(heap, size, &count) || count >= B_LISTED_INTERVAL)
    return b_lazy(heap, B_INTERVAL, 0, ends, 2);
  BValue items[B_LISTED_INTERVAL];
  for (int64_t i = 0; i <= count; i++) items[i] = b_number_add(heap, low, b_int(heap, i));
  return b_set_sorted(heap, items, (size_t)count + 1);
}

BValue b_interval_list(BHeap *heap, BValue low, uint32_t count)
{
  BValue *items = mem_alloc(count, sizeof *items);
  for (uint32_t i = 0; i < count; i++) items[i] = b_number_add(heap, low, b_int(heap, i));
  BValueNode node = {.kind = B_KIND_SET, .solid = 1, .count = count};
  BValue list = intern(heap, node, items);
  free(items);
  return list;
}
