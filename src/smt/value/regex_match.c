/* Matching and searching. */
#include <assert.h>

#include "base/mem.h"
#include "smt/value/regex.h"
#include "smt/value/regex_derive.h"

static Value failure_of(const Deriver *deriver, Term term)
{
  return value_unknown(deriver->nodes.failure, term);
}

static bool walk(Deriver *deriver, const StringObject *string)
{
  for (uint64_t i = 0; i < string->length; i++) {
    if (deriver->state == NODE_NONE || deriver->state == NODE_ALL) break;
    if (!deriver_step(deriver, string->chars[i])) return false;
  }
  return true;
}

Value regex_match(Eval *eval, Value string, Value regex, Term term)
{
  assert(string.kind == VALUE_STRING && regex.kind == VALUE_REGEX);
  Deriver deriver;
  bool fine = deriver_init(&deriver, eval, regex.regex) && walk(&deriver, string.string);
  Value result = fine ? value_bool(deriver_accepts(&deriver)) : failure_of(&deriver, term);
  deriver_deinit(&deriver);
  return result;
}

/* Searching
 *
 * First, all positions where a match starts are found by walking from the end of the string to its
 * beginning, along the reversed expression with any string before it. Then matches are walked along
 * only where there are some. Both walks pass over each character once, where trying each position
 * would take quadratic time. */

typedef struct {
  Eval *eval;
  Term term;
  const StringObject *string;
  uint64_t from;
  uint64_t *starts; /* bits, from position `from` on */
} Search;

enum { BITS = 64 };

static bool is_start(const Search *s, uint64_t position)
{
  assert(position >= s->from && position <= s->string->length);
  uint64_t bit = position - s->from;
  return s->starts[bit / BITS] >> (bit % BITS) & 1;
}

static bool walk_back(Search *s, Deriver *deriver)
{
  for (uint64_t i = s->string->length;; i--) {
    uint64_t bit = i - s->from;
    if (deriver_accepts(deriver)) s->starts[bit / BITS] |= UINT64_C(1) << (bit % BITS);
    if (i == s->from) return true;
    if (!deriver_step(deriver, s->string->chars[i - 1])) return false;
  }
}

static Value find_starts(Search *s, Value regex)
{
  Value before = regex_all(s->eval, s->term);
  Value reversed = regex_reverse(s->eval, regex, s->term);
  if (value_is_unknown(before) || value_is_unknown(reversed))
    return value_is_unknown(before) ? before : reversed;
  Value parts[] = {before, reversed};
  Value backward = regex_concat(s->eval, parts, 2, s->term);
  if (value_is_unknown(backward)) return backward;
  Deriver deriver;
  bool fine = deriver_init(&deriver, s->eval, backward.regex) && walk_back(s, &deriver);
  Value result = fine ? (Value){.kind = VALUE_NONE} : failure_of(&deriver, s->term);
  deriver_deinit(&deriver);
  return result;
}

/* The end of the shortest match that starts at `start`, where there is one. */
static bool find_end(const Search *s, Deriver *deriver, uint64_t start, uint64_t *end)
{
  deriver->state = deriver->start;
  for (*end = start; !deriver_accepts(deriver) && *end < s->string->length; ++*end)
    if (!deriver_step(deriver, s->string->chars[*end])) return false;
  return true;
}

static bool find_matches(const Search *s, Deriver *deriver, bool all, SliceVec *found)
{
  for (uint64_t start = s->from; start <= s->string->length;) {
    if (!is_start(s, start)) {
      start++;
      continue;
    }
    uint64_t end;
    if (!find_end(s, deriver, start, &end)) return false;
    assert(!all || end > start);
    if (!slices_add(&s->eval->heap, found, start, end)) {
      deriver->nodes.failure = REASON_MEMORY;
      return false;
    }
    if (!all) return true;
    start = end;
  }
  return true;
}

static Value search(Search *s, Value regex, bool all, SliceVec *found)
{
  Value result = find_starts(s, regex);
  if (value_is_unknown(result)) return result;
  Deriver deriver;
  bool fine = deriver_init(&deriver, s->eval, regex.regex) && find_matches(s, &deriver, all, found);
  if (!fine) result = failure_of(&deriver, s->term);
  deriver_deinit(&deriver);
  return result;
}

/* Without the empty string, if it belongs to the language. */
static Value not_empty(Eval *eval, Value regex, Term term)
{
  Value any = regex_range(eval, 0, STRING_ALPHABET - 1, term);
  if (value_is_unknown(any)) return any;
  Value some = regex_loop(eval, any, 1, REGEX_UNBOUNDED, term);
  if (value_is_unknown(some)) return some;
  Value parts[] = {regex, some};
  return regex_inter(eval, parts, 2, term);
}

Value regex_search(Eval *eval, Value string, Value regex, uint64_t from, bool all, SliceVec *found,
                   Term term)
{
  assert(string.kind == VALUE_STRING && from <= string.string->length);
  Search s = {.eval = eval, .term = term, .string = string.string, .from = from};
  size_t words = (size_t)((s.string->length - from) / BITS + 1);
  if (!eval_spend(eval, words)) return value_unknown(REASON_STEPS, term);
  if (!heap_allows(&eval->heap, words * sizeof(uint64_t)))
    return value_unknown(REASON_MEMORY, term);
  HeapMark mark = heap_mark(&eval->heap);
  Value result = all ? not_empty(eval, regex, term) : regex;
  if (!value_is_unknown(result)) {
    s.starts = mem_alloc_zero(words, sizeof(uint64_t));
    result = search(&s, result, all, found);
    free(s.starts);
  }
  heap_release(&eval->heap, mark);
  return result;
}
