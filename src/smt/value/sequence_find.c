/* Sequences: searching and replacing. Whether two items are equal can be undetermined; what depends
 * on it then is, too. */
#include <assert.h>

#include "base/index.h"
#include "smt/value/sequence.h"
#include "smt/value/string_search.h"

/* Equal items have equal numbers, so that sequences can be searched like strings. */
typedef struct {
  VEC(Value) items; /* items[0] is unused */
  Index index;
} Numbering;

static uint32_t number_item(Numbering *numbering, Value item)
{
  uint32_t hash = hash_finish(value_hash(item));
  IndexProbe probe = index_probe(&numbering->index, hash);
  for (uint32_t id; index_next(&probe, &id);)
    if (value_compare(numbering->items.items[id], item) == 0) return id;
  if (numbering->items.count == 0) VEC_PUSH(&numbering->items, (Value){0});
  uint32_t id = (uint32_t)numbering->items.count;
  VEC_PUSH(&numbering->items, item);
  index_insert(&numbering->index, hash, id);
  return id;
}

/* What is searched for where. Without `numbers`, items are compared one by one. */
typedef struct {
  Eval *eval;
  const ListObject *text, *pattern;
  uint32_t *numbers; /* of the items of the pattern and, after them, of the text */
  StringSearch search;
  Reason failure; /* after TRUTH_UNKNOWN */
} Search;

static bool number_lists(Search *s)
{
  enum { BYTES_PER_ITEM = sizeof(uint32_t) + sizeof(Value) + sizeof(uint64_t) };
  uint64_t size = s->text->length;
  if (__builtin_add_overflow(size, s->pattern->length, &size) || size >= UINT32_MAX ||
      !heap_allows(&s->eval->heap, size * BYTES_PER_ITEM))
    return false;
  Numbering numbering = {0};
  s->numbers = mem_alloc((size_t)size + 1, sizeof(uint32_t));
  for (uint64_t i = 0; i < size; i++)
    s->numbers[i] =
        number_item(&numbering, i < s->pattern->length ? s->pattern->items[i]
                                                       : s->text->items[i - s->pattern->length]);
  VEC_FREE(&numbering.items);
  index_free(&numbering.index);
  return true;
}

static void search_deinit(Search *s)
{
  string_search_deinit(&s->search);
  free(s->numbers);
}

/* NONE if the search can start. */
static Value search_init(Search *s, Eval *eval, const Call *call, Value text, Value pattern)
{
  assert(text.kind == VALUE_SEQ && pattern.kind == VALUE_SEQ);
  *s = (Search){.eval = eval, .text = text.list, .pattern = pattern.list};
  if (!eval_spend(eval, text.list->length) || !eval_spend(eval, pattern.list->length))
    return value_unknown(REASON_STEPS, call->term);
  if (text.loose || pattern.loose) return (Value){.kind = VALUE_NONE};
  if (number_lists(s) &&
      string_search_init(&s->search, &eval->heap, s->numbers, s->pattern->length))
    return (Value){.kind = VALUE_NONE};
  search_deinit(s);
  return value_unknown(REASON_MEMORY, call->term);
}

/* Does the pattern occur at `start`, where there is room for it? */
static Truth occurs_at(Search *s, uint64_t start)
{
  assert(start + s->pattern->length <= s->text->length);
  Truth result = TRUTH_TRUE;
  for (uint64_t i = 0; i < s->pattern->length; i++) {
    if (!eval_spend(s->eval, 1)) {
      s->failure = REASON_STEPS;
      return TRUTH_UNKNOWN;
    }
    Truth same = value_equal(s->text->items[start + i], s->pattern->items[i]);
    if (same == TRUTH_FALSE) return TRUTH_FALSE;
    if (same == TRUTH_UNKNOWN) result = TRUTH_UNKNOWN;
  }
  if (result == TRUTH_UNKNOWN) s->failure = REASON_FUNCTION_EQUALITY;
  return result;
}

/* Is there an occurrence from `from` on? *start: where the first is, or may be. */
static Truth search_next(Search *s, uint64_t from, uint64_t *start)
{
  if (s->numbers) {
    *start = string_search_next(&s->search, s->numbers + s->pattern->length, s->text->length, from);
    return *start == SEARCH_NONE ? TRUTH_FALSE : TRUTH_TRUE;
  }
  for (*start = from; *start <= s->text->length; ++*start) {
    if (s->pattern->length > s->text->length - *start) break;
    Truth found = occurs_at(s, *start);
    if (found != TRUTH_FALSE) return found;
  }
  *start = SEARCH_NONE;
  return TRUTH_FALSE;
}

/* The same for the last occurrence of a pattern that is not empty. */
static Truth search_last(Search *s, uint64_t *start)
{
  if (s->numbers) {
    *start = string_search_last(&s->search, s->numbers + s->pattern->length, s->text->length);
    return *start == SEARCH_NONE ? TRUTH_FALSE : TRUTH_TRUE;
  }
  if (s->pattern->length > s->text->length) return TRUTH_FALSE;
  for (*start = s->text->length - s->pattern->length + 1; (*start)-- > 0;) {
    Truth found = occurs_at(s, *start);
    if (found != TRUTH_FALSE) return found;
  }
  return TRUTH_FALSE;
}

/* Is there an occurrence anywhere? A certain one decides whatever may be before it. */
static Truth search_any(Search *s)
{
  Truth result = TRUTH_FALSE;
  uint64_t start;
  for (uint64_t from = 0;; from = start + 1) {
    Truth found = search_next(s, from, &start);
    if (found == TRUTH_FALSE) return result;
    if (found == TRUTH_TRUE || s->failure == REASON_STEPS) return found;
    result = TRUTH_UNKNOWN;
  }
}

/* Kernels */

static Value of_truth(const Search *s, const Call *call, Truth truth)
{
  assert(truth != TRUTH_UNKNOWN || s->failure);
  if (truth == TRUTH_UNKNOWN) return value_unknown(s->failure, call->term);
  return value_bool(truth == TRUTH_TRUE);
}

static Value of_index(const Search *s, const Call *call, Truth found, uint64_t start)
{
  if (found == TRUTH_UNKNOWN) return value_unknown(s->failure, call->term);
  return value_small_int(found == TRUTH_TRUE ? (int64_t)start : -1);
}

static Value affix(Eval *eval, const Call *call, const Value *args, bool at_end)
{
  Search s = {.eval = eval, .pattern = args[0].list, .text = args[1].list};
  if (s.pattern->length > s.text->length) return value_bool(false);
  return of_truth(&s, call, occurs_at(&s, at_end ? s.text->length - s.pattern->length : 0));
}

static Value find_prefixof(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return affix(eval, call, args, false);
}

static Value find_suffixof(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return affix(eval, call, args, true);
}

static Value find_contains(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  Search s;
  Value failure = search_init(&s, eval, call, args[0], args[1]);
  if (value_is_unknown(failure)) return failure;
  Value result = of_truth(&s, call, search_any(&s));
  search_deinit(&s);
  return result;
}

static Value index_from(Eval *eval, const Call *call, const Value *args, int64_t from)
{
  if (from < 0 || (uint64_t)from > args[0].list->length) return value_small_int(-1);
  Search s;
  Value failure = search_init(&s, eval, call, args[0], args[1]);
  if (value_is_unknown(failure)) return failure;
  uint64_t start;
  Truth found = search_next(&s, (uint64_t)from, &start);
  search_deinit(&s);
  return of_index(&s, call, found, start);
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

/* Where the pattern is empty z3 allows more than one result. */
static Value find_last_indexof(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  if (args[1].list->length == 0) return eval_open(eval, call, args, count, REASON_OUT_OF_RANGE);
  Search s;
  Value failure = search_init(&s, eval, call, args[0], args[1]);
  if (value_is_unknown(failure)) return failure;
  uint64_t start;
  Truth found = search_last(&s, &start);
  search_deinit(&s);
  return of_index(&s, call, found, start);
}

/* Replaces the first occurrence or, of a pattern that is not empty, all. */
static Value replace(Eval *eval, const Call *call, const Value *args, bool all)
{
  Search s;
  Value failure = search_init(&s, eval, call, args[0], args[1]);
  if (value_is_unknown(failure)) return failure;
  SliceVec slices = {0};
  Truth found;
  uint64_t start;
  for (uint64_t from = 0; (found = search_next(&s, from, &start)) == TRUTH_TRUE;) {
    from = start + args[1].list->length;
    if (!slices_add(&eval->heap, &slices, start, from)) {
      found = TRUTH_UNKNOWN;
      s.failure = REASON_MEMORY;
    }
    if (!all || found == TRUTH_UNKNOWN) break;
  }
  Value result = found == TRUTH_UNKNOWN
                     ? value_unknown(s.failure, call->term)
                     : sequence_splice(eval, args[0], &slices, args[2], call->term);
  VEC_FREE(&slices);
  search_deinit(&s);
  return result;
}

static Value find_replace(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return replace(eval, call, args, false);
}

static Value find_replace_all(Eval *eval, const Call *call, const Value *args, uint32_t count)
{
  (void)count;
  return args[1].list->length == 0 ? args[0] : replace(eval, call, args, true);
}

const KernelEntry sequence_find_kernels[] = {
    {"seq.prefixof", "qq", find_prefixof, KERNEL_PLAIN},
    {"str.prefixof", "qq", find_prefixof, KERNEL_PLAIN},
    {"seq.suffixof", "qq", find_suffixof, KERNEL_PLAIN},
    {"str.suffixof", "qq", find_suffixof, KERNEL_PLAIN},
    {"seq.contains", "qq", find_contains, KERNEL_PLAIN},
    {"str.contains", "qq", find_contains, KERNEL_PLAIN},
    {"seq.indexof", "qqi", find_indexof, KERNEL_PLAIN},
    {"str.indexof", "qqi", find_indexof, KERNEL_PLAIN},
    {"seq.indexof", "qq", find_indexof_first, KERNEL_PLAIN},
    {"seq.last_indexof", "qq", find_last_indexof, KERNEL_PLAIN},
    {"seq.replace", "qqq", find_replace, KERNEL_PLAIN},
    {"str.replace", "qqq", find_replace, KERNEL_PLAIN},
    {"seq.replace_all", "qqq", find_replace_all, KERNEL_PLAIN},
    {"str.replace_all", "qqq", find_replace_all, KERNEL_PLAIN},
    {0},
};
