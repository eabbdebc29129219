/* Sequences: making them and their parts. */
#include "smt/value/sequence.h"

#include <assert.h>
#include <string.h>

/* Room for the result, paid for with one step per item. NULL: *failure says why. */
static ListObject *room(Eval *eval, uint64_t length, Term term, Value *failure)
{
  if (!eval_spend(eval, length)) {
    *failure = value_unknown(REASON_STEPS, term);
    return NULL;
  }
  *failure = value_unknown(REASON_MEMORY, term);
  return value_list_room(&eval->heap, length);
}

static void copy_items(Value *to, const Value *from, uint64_t count)
{
  if (count > 0) memcpy(to, from, (size_t)count * sizeof *to);
}

static Value close(ListObject *list)
{
  return value_list(VALUE_SEQ, 0, list);
}

Value sequence_of_items(Eval *eval, const Value *items, uint64_t count, Term term)
{
  assert(items || count == 0);
  Value failure;
  ListObject *list = room(eval, count, term, &failure);
  if (!list) return failure;
  copy_items(list->items, items, count);
  return close(list);
}

Value sequence_splice(Eval *eval, Value sequence, const SliceVec *slices, Value replacement,
                      Term term)
{
  if (slices->count == 0) return sequence;
  const ListObject *old = sequence.list;
  const ListObject *inserted = replacement.list;
  Value failure;
  size_t beside = slices->capacity * sizeof(Slice);
  eval->heap.beside += beside;
  ListObject *result =
      room(eval, slices_replaced_length(slices, old->length, inserted->length), term, &failure);
  eval->heap.beside -= beside;
  if (!result) return failure;
  Value *to = result->items;
  uint64_t done = 0;
  for (size_t i = 0; i < slices->count; i++) {
    Slice slice = slices->items[i];
    assert(done <= slice.start && slice.end <= old->length);
    copy_items(to, old->items + done, slice.start - done);
    to += slice.start - done;
    copy_items(to, inserted->items, inserted->length);
    to += inserted->length;
    done = slice.end;
  }
  copy_items(to, old->items + done, old->length - done);
  return close(result);
}

static Value part(Eval *eval, const Call *call, const ListObject *list, Slice slice)
{
  assert(slice.start <= slice.end && slice.end <= list->length);
  return sequence_of_items(eval, list->items + slice.start, slice.end - slice.start, call->term);
}

/* Kernels */

static Value sequence_empty(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)args, (void)count;
  return sequence_of_items(eval, NULL, 0, call->term);
}

static Value sequence_unit(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return sequence_of_items(eval, args, 1, call->term);
}

static Value sequence_concat(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  uint64_t length = 0;
  for (uint32_t i = 0; i < count; i++)
    if (__builtin_add_overflow(length, args[i].list->length, &length))
      return value_unknown(REASON_MEMORY, call->term);
  Value failure;
  ListObject *result = room(eval, length, call->term, &failure);
  if (!result) return failure;
  Value *to = result->items;
  for (uint32_t i = 0; i < count; i++) {
    copy_items(to, args[i].list->items, args[i].list->length);
    to += args[i].list->length;
  }
  return close(result);
}

static Value sequence_length(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)count;
  return value_small_int((int64_t)args[0].list->length);
}

static Value sequence_nth(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  int64_t position = slice_position(args[1]);
  if (slice_inside(position, args[0].list->length)) return args[0].list->items[position];
  return eval_open(eval, call, args, count, REASON_OUT_OF_RANGE);
}

static Value sequence_at(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  const ListObject *list = args[0].list;
  return part(eval, call, list, slices_of(list->length, slice_position(args[1]), 1));
}

static Value sequence_extract(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  const ListObject *list = args[0].list;
  return part(eval, call, list,
              slices_of(list->length, slice_position(args[1]), slice_position(args[2])));
}

static Value sequence_update(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  const ListObject *old = args[0].list;
  const ListObject *patch = args[2].list;
  Slice slice = slices_of(old->length, slice_position(args[1]), (int64_t)patch->length);
  Value failure;
  ListObject *result = room(eval, old->length, call->term, &failure);
  if (!result) return failure;
  copy_items(result->items, old->items, old->length);
  copy_items(result->items + slice.start, patch->items, slice.end - slice.start);
  return close(result);
}

static Value sequence_rev(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  const ListObject *list = args[0].list;
  Value failure;
  ListObject *result = room(eval, list->length, call->term, &failure);
  if (!result) return failure;
  for (uint64_t i = 0; i < list->length; i++) result->items[i] = list->items[list->length - 1 - i];
  return close(result);
}

const KernelEntry sequence_kernels[] = {
    {"seq.empty", "", sequence_empty, KERNEL_PLAIN},
    {"seq.unit", "*", sequence_unit, KERNEL_PLAIN},
    {"seq.++", "qq", sequence_concat, KERNEL_VARIADIC},
    {"str.++", "qq", sequence_concat, KERNEL_VARIADIC},
    {"seq.len", "q", sequence_length, KERNEL_PLAIN},
    {"str.len", "q", sequence_length, KERNEL_PLAIN},
    {"seq.nth", "qi", sequence_nth, KERNEL_PLAIN},
    {"seq.at", "qi", sequence_at, KERNEL_PLAIN},
    {"str.at", "qi", sequence_at, KERNEL_PLAIN},
    {"seq.extract", "qii", sequence_extract, KERNEL_PLAIN},
    {"str.substr", "qii", sequence_extract, KERNEL_PLAIN},
    {"seq.update", "qiq", sequence_update, KERNEL_PLAIN},
    {"str.update", "qiq", sequence_update, KERNEL_PLAIN},
    {"seq.rev", "q", sequence_rev, KERNEL_PLAIN},
    {"str.rev", "q", sequence_rev, KERNEL_PLAIN},
    {0},
};
