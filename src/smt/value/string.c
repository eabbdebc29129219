/* Strings: making them, their parts and their order. */
#include <assert.h>

#include "smt/value/string.h"

#include "smt/text/literal.h"

/* Room for the result, paid for with one step per character. NULL: *failure says why. */
static StringObject *room(Eval *eval, uint64_t length, Term term, Value *failure)
{
  if (!eval_spend(eval, length)) {
    *failure = value_unknown(REASON_STEPS, term);
    return NULL;
  }
  *failure = value_unknown(REASON_MEMORY, term);
  return value_string_room(&eval->heap, length);
}

static void copy_chars(uint32_t *to, const uint32_t *from, uint64_t count)
{
  if (count > 0) memcpy(to, from, (size_t)count * sizeof *to);
}

/* Literals */

Value string_of_literal(Eval *eval, Symbol text, Term term)
{
  const SymbolTable *symbols = &eval->bank->symbols;
  const char *bytes = symbols_text(symbols, text);
  size_t size = symbols_length(symbols, text);
  uint32_t code = 0;
  uint64_t length = 0;
  for (size_t at = 0; literal_string_next(bytes, size, &at, &code);) length++;
  Value failure;
  StringObject *string = room(eval, length, term, &failure);
  if (!string) return failure;
  length = 0;
  for (size_t at = 0; literal_string_next(bytes, size, &at, &code);) string->chars[length++] = code;
  return value_string(string);
}

void string_to_literal(Value string, StrBuf *text)
{
  for (uint64_t i = 0; i < string.string->length; i++)
    literal_add_char(text, string.string->chars[i]);
}

/* Making strings */

Value string_of_chars(Eval *eval, const uint32_t *chars, uint64_t count, Term term)
{
  assert(chars || count == 0);
  Value failure;
  StringObject *string = room(eval, count, term, &failure);
  if (!string) return failure;
  copy_chars(string->chars, chars, count);
  return value_string(string);
}

Value string_reverse(Eval *eval, Value string, Term term)
{
  assert(string.kind == VALUE_STRING);
  uint64_t length = string.string->length;
  Value failure;
  StringObject *result = room(eval, length, term, &failure);
  if (!result) return failure;
  for (uint64_t i = 0; i < length; i++) result->chars[i] = string.string->chars[length - 1 - i];
  return value_string(result);
}

Value string_splice(Eval *eval, Value string, const SliceVec *slices, Value replacement, Term term)
{
  if (slices->count == 0) return string;
  const StringObject *old = string.string;
  const StringObject *inserted = replacement.string;
  Value failure;
  size_t beside = slices->capacity * sizeof(Slice);
  eval->heap.beside += beside;
  StringObject *result =
      room(eval, slices_replaced_length(slices, old->length, inserted->length), term, &failure);
  eval->heap.beside -= beside;
  if (!result) return failure;
  uint32_t *to = result->chars;
  uint64_t done = 0;
  for (size_t i = 0; i < slices->count; i++) {
    Slice slice = slices->items[i];
    assert(done <= slice.start && slice.end <= old->length);
    copy_chars(to, old->chars + done, slice.start - done);
    to += slice.start - done;
    copy_chars(to, inserted->chars, inserted->length);
    to += inserted->length;
    done = slice.end;
  }
  copy_chars(to, old->chars + done, old->length - done);
  return value_string(result);
}

static Value part(Eval *eval, const Call *call, const StringObject *string, Slice slice)
{
  assert(slice.start <= slice.end && slice.end <= string->length);
  return string_of_chars(eval, string->chars + slice.start, slice.end - slice.start, call->term);
}

/* Kernels */

/* The parser makes literals of the characters inside the alphabet. */
static Value string_char(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  return eval_open(eval, call, args, count, REASON_OUT_OF_RANGE);
}

static Value string_concat(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  uint64_t length = 0;
  for (uint32_t i = 0; i < count; i++)
    if (__builtin_add_overflow(length, args[i].string->length, &length))
      return value_unknown(REASON_MEMORY, call->term);
  Value failure;
  StringObject *result = room(eval, length, call->term, &failure);
  if (!result) return failure;
  uint32_t *to = result->chars;
  for (uint32_t i = 0; i < count; i++) {
    copy_chars(to, args[i].string->chars, args[i].string->length);
    to += args[i].string->length;
  }
  return value_string(result);
}

static Value string_length(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)count;
  return value_small_int((int64_t)args[0].string->length);
}

static Value string_at(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  const StringObject *string = args[0].string;
  return part(eval, call, string, slices_of(string->length, slice_position(args[1]), 1));
}

static Value string_substr(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  const StringObject *string = args[0].string;
  return part(eval, call, string,
              slices_of(string->length, slice_position(args[1]), slice_position(args[2])));
}

static Value string_update(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  const StringObject *old = args[0].string;
  const StringObject *patch = args[2].string;
  Slice slice = slices_of(old->length, slice_position(args[1]), (int64_t)patch->length);
  Value failure;
  StringObject *result = room(eval, old->length, call->term, &failure);
  if (!result) return failure;
  copy_chars(result->chars, old->chars, old->length);
  copy_chars(result->chars + slice.start, patch->chars, slice.end - slice.start);
  return value_string(result);
}

static Value string_rev(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return string_reverse(eval, args[0], call->term);
}

/* Adds `distance` to the characters from `first` to `last`. */
static Value shift_chars(Eval *eval, const Call *call, const StringObject *string, uint32_t first,
                         uint32_t last, int32_t distance)
{
  Value failure;
  StringObject *result = room(eval, string->length, call->term, &failure);
  if (!result) return failure;
  for (uint64_t i = 0; i < string->length; i++) {
    uint32_t c = string->chars[i];
    result->chars[i] = c >= first && c <= last ? (uint32_t)((int32_t)c + distance) : c;
  }
  return value_string(result);
}

static Value string_to_lower(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return shift_chars(eval, call, args[0].string, 'A', 'Z', 'a' - 'A');
}

static Value string_to_upper(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return shift_chars(eval, call, args[0].string, 'a', 'z', 'A' - 'a');
}

/* Order */

/* Is the first string before the second in lexicographic order? `equal`: what if they are equal. */
static Value is_before(Eval *eval, const Call *call, const Value *args, bool equal)
{
  const StringObject *a = args[0].string;
  const StringObject *b = args[1].string;
  uint64_t common = a->length < b->length ? a->length : b->length;
  if (!eval_spend(eval, common)) return value_unknown(REASON_STEPS, call->term);
  for (uint64_t i = 0; i < common; i++)
    if (a->chars[i] != b->chars[i]) return value_bool(a->chars[i] < b->chars[i]);
  return value_bool(a->length < b->length || (equal && a->length == b->length));
}

static Value string_less(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return is_before(eval, call, args, false);
}

static Value string_less_equal(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return is_before(eval, call, args, true);
}

const KernelEntry string_kernels[] = {
    {"char", "", string_char, KERNEL_PLAIN},
    {"str.++", "ss", string_concat, KERNEL_VARIADIC},
    {"str.len", "s", string_length, KERNEL_PLAIN},
    {"str.at", "si", string_at, KERNEL_PLAIN},
    {"str.substr", "sii", string_substr, KERNEL_PLAIN},
    {"str.update", "sis", string_update, KERNEL_PLAIN},
    {"str.rev", "s", string_rev, KERNEL_PLAIN},
    {"str.to_lower", "s", string_to_lower, KERNEL_PLAIN},
    {"str.to_upper", "s", string_to_upper, KERNEL_PLAIN},
    {"str.<", "ss", string_less, KERNEL_PLAIN},
    {"str.<=", "ss", string_less_equal, KERNEL_PLAIN},
    {0},
};
