/* Strings: searching and replacing. */
#include <assert.h>

#include "smt/value/string.h"
#include "smt/value/string_search.h"

static bool occurs_at(const StringObject *text, const StringObject *pattern, uint64_t start)
{
  assert(start + pattern->length <= text->length);
  return memcmp(text->chars + start, pattern->chars,
                (size_t)pattern->length * sizeof pattern->chars[0]) == 0;
}

static Value find_prefixof(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)count;
  const StringObject *pattern = args[0].string;
  const StringObject *text = args[1].string;
  return value_bool(pattern->length <= text->length && occurs_at(text, pattern, 0));
}

static Value find_suffixof(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)eval, (void)call, (void)count;
  const StringObject *pattern = args[0].string;
  const StringObject *text = args[1].string;
  return value_bool(pattern->length <= text->length &&
                    occurs_at(text, pattern, text->length - pattern->length));
}

/* Prepares to search the text for the pattern. NONE if the search can start. */
static Value start_search(Eval *eval, const Call *call, const StringObject *text,
                          const StringObject *pattern, StringSearch *search)
{
  if (!eval_spend(eval, text->length) || !eval_spend(eval, pattern->length))
    return value_unknown(REASON_STEPS, call->term);
  if (!string_search_init(search, &eval->heap, pattern->chars, pattern->length))
    return value_unknown(REASON_MEMORY, call->term);
  return (Value){.kind = VALUE_NONE};
}

/* Where the first occurrence from `from` on starts, or SEARCH_NONE. */
static Value find_first(Eval *eval, const Call *call, const StringObject *text,
                        const StringObject *pattern, uint64_t from, uint64_t *start)
{
  StringSearch search;
  *start = SEARCH_NONE;
  if (from > text->length || pattern->length > text->length - from)
    return (Value){.kind = VALUE_NONE};
  Value failure = start_search(eval, call, text, pattern, &search);
  if (value_is_unknown(failure)) return failure;
  *start = string_search_next(&search, text->chars, text->length, from);
  string_search_deinit(&search);
  return failure;
}

static Value find_contains(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  uint64_t start;
  Value failure = find_first(eval, call, args[0].string, args[1].string, 0, &start);
  return value_is_unknown(failure) ? failure : value_bool(start != SEARCH_NONE);
}

static Value index_from(Eval *eval, const Call *call, const Value *args, int64_t from)
{
  if (from < 0) return value_small_int(-1);
  uint64_t start;
  Value failure = find_first(eval, call, args[0].string, args[1].string, (uint64_t)from, &start);
  if (value_is_unknown(failure)) return failure;
  return value_small_int(start == SEARCH_NONE ? -1 : (int64_t)start);
}

static Value find_indexof(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return index_from(eval, call, args, slice_position(args[2]));
}

static Value find_indexof_first(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return index_from(eval, call, args, 0);
}

static Value find_replace(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  uint64_t start;
  Value failure = find_first(eval, call, args[0].string, args[1].string, 0, &start);
  if (value_is_unknown(failure)) return failure;
  Slice found = {start, start + args[1].string->length};
  SliceVec slices = {.items = &found, .count = start != SEARCH_NONE};
  return string_splice(eval, args[0], &slices, args[2], call->term);
}

/* All occurrences of a pattern that is not empty, from left to right. */
static bool find_all(Eval *eval, const StringSearch *search, const StringObject *text,
                     SliceVec *slices)
{
  assert(search->length > 0);
  for (uint64_t from = 0; from < text->length;) {
    uint64_t start = string_search_next(search, text->chars, text->length, from);
    if (start == SEARCH_NONE) break;
    from = start + search->length;
    if (!slices_add(&eval->heap, slices, start, from)) return false;
  }
  return true;
}

static Value find_replace_all(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  const StringObject *text = args[0].string;
  const StringObject *pattern = args[1].string;
  if (pattern->length == 0 || pattern->length > text->length) return args[0];
  StringSearch search;
  Value result = start_search(eval, call, text, pattern, &search);
  if (value_is_unknown(result)) return result;
  SliceVec slices = {0};
  result = find_all(eval, &search, text, &slices)
               ? string_splice(eval, args[0], &slices, args[2], call->term)
               : value_unknown(REASON_MEMORY, call->term);
  VEC_FREE(&slices);
  string_search_deinit(&search);
  return result;
}

const KernelEntry string_find_kernels[] = {
    {"str.prefixof", "ss", find_prefixof, KERNEL_PLAIN},
    {"str.suffixof", "ss", find_suffixof, KERNEL_PLAIN},
    {"str.contains", "ss", find_contains, KERNEL_PLAIN},
    {"str.indexof", "ssi", find_indexof, KERNEL_PLAIN},
    {"str.indexof", "ss", find_indexof_first, KERNEL_PLAIN},
    {"str.replace", "sss", find_replace, KERNEL_PLAIN},
    {"str.replace_all", "sss", find_replace_all, KERNEL_PLAIN},
    {0},
};
