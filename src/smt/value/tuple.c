#include "smt/value/tuple.h"

#include <assert.h>
#include <string.h>

Value tuple_project(Eval *eval, Value tuple, const Numeral *indices, uint32_t count, Term term)
{
  assert(tuple.kind == VALUE_TUPLE);
  ListObject *list = value_list_room(&eval->heap, count);
  if (!list) return value_unknown(REASON_MEMORY, term);
  for (uint32_t i = 0; i < count; i++) {
    assert(indices[i] < tuple.list->length);
    list->items[i] = tuple.list->items[indices[i]];
  }
  return value_list(VALUE_TUPLE, 0, list);
}

static void copy_parts(Value *to, Value tuple, uint64_t from, uint64_t count)
{
  if (count > 0) memcpy(to, tuple.list->items + from, (size_t)count * sizeof *to);
}

Value tuple_concat(Eval *eval, Value a, uint64_t a_from, uint64_t a_to, Value b, uint64_t b_from,
                   uint64_t b_to, Term term)
{
  assert(a_from <= a_to && a_to <= a.list->length && b_from <= b_to && b_to <= b.list->length);
  uint64_t a_count = a_to - a_from, b_count = b_to - b_from;
  ListObject *list = value_list_room(&eval->heap, a_count + b_count);
  if (!list) return value_unknown(REASON_MEMORY, term);
  copy_parts(list->items, a, a_from, a_count);
  copy_parts(list->items + a_count, b, b_from, b_count);
  return value_list(VALUE_TUPLE, 0, list);
}

static Value kernel_tuple(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  ListObject *list = value_list_room(&eval->heap, count);
  if (!list) return value_unknown(REASON_MEMORY, call->term);
  if (count > 0) memcpy(list->items, args, count * sizeof *args);
  return value_list(VALUE_TUPLE, 0, list);
}

static Value kernel_select(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)count;
  assert(call->indices[0] < args[0].list->length);
  return args[0].list->items[call->indices[0]];
}

static Value kernel_update(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  uint64_t length = args[0].list->length;
  assert(call->indices[0] < length);
  ListObject *list = value_list_room(&eval->heap, length);
  if (!list) return value_unknown(REASON_MEMORY, call->term);
  copy_parts(list->items, args[0], 0, length);
  list->items[call->indices[0]] = args[1];
  return value_list(VALUE_TUPLE, 0, list);
}

static Value kernel_project(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return tuple_project(eval, args[0], call->indices, call->index_count, call->term);
}

const KernelEntry tuple_kernels[] = {
    {"tuple", "", kernel_tuple, KERNEL_VARIADIC},
    {"tuple.unit", "", kernel_tuple, KERNEL_PLAIN},
    {"tuple.select", "u", kernel_select, KERNEL_PLAIN},
    {"tuple.update", "u*", kernel_update, KERNEL_PLAIN},
    {"tuple.project", "u", kernel_project, KERNEL_PLAIN},
    {0},
};
