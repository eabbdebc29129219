#include "language/b/reducer.h"

#include <assert.h>
#include <string.h>

#include "b/mutate/place.h"
#include "base/bug.h"
#include "language/b/predicate.h"

/* A term for a place. */
typedef struct {
  uint32_t place;
  BTerm term;
} Replacement;

/* The best input as terms, and the edits of it: conjuncts that can go, or replacements. */
typedef struct {
  ReduceContext *context;
  BPredicate predicate;
  U32Vec conjuncts;
  BPlaces places;
  VEC(Replacement) replacements;
} Reduction;

/* --- texts --- */

/* What is shorter than the best, and can be read. */
static bool make_text(Reduction *reduction, BTerm goal, StrBuf *text, TextHash *hash)
{
  const StrBuf *best = &reduction->context->text;
  BPredicate ignored;
  Error error;
  strbuf_clear(text);
  if (!goal) return false;
  b_predicate_print(&reduction->predicate, goal, text);
  strbuf_text(text);
  if (text->length >= best->length) {
    reduction->context->statistics.larger++;
    return false;
  }
  if (b_predicate_read(&ignored, text->bytes, text->length, &error) != STATUS_OK) return false;
  b_predicate_deinit(&ignored);
  reduce_pad_text(text);
  *hash = text_hash(text->bytes, text->length);
  return true;
}

static void take_goal(Reduction *reduction, BTerm goal)
{
  StrBuf text;
  TextHash hash;
  strbuf_init(&text, 0);
  bool good = make_text(reduction, goal, &text, &hash);
  if (!good) BUG("an accepted predicate cannot be rebuilt");
  reduce_take_text(reduction->context, &text);
  strbuf_deinit(&text);
}

/* Reads the best anew, which keeps the bank small. */
static Status read_best(Reduction *reduction, Error *error)
{
  BPredicate predicate;
  const StrBuf *text = &reduction->context->text;
  Status status = b_predicate_read(&predicate, text->bytes, text->length, error);
  if (status) return status;
  if (reduction->predicate.bank) b_predicate_deinit(&reduction->predicate);
  reduction->predicate = predicate;
  return STATUS_OK;
}

/* --- conjuncts --- */

static void list_conjuncts(Reduction *reduction)
{
  const BBank *bank = reduction->predicate.bank;
  BTerm goal = reduction->predicate.goal;
  reduction->conjuncts.count = 0;
  if (b_op(bank, goal) != B_AND) {
    VEC_PUSH(&reduction->conjuncts, goal);
    return;
  }
  for (uint32_t i = 0; i < b_arg_count(bank, goal); i++)
    VEC_PUSH(&reduction->conjuncts, b_arg(bank, goal, i));
}

static size_t conjunct_count(const void *subject)
{
  return ((const Reduction *)subject)->conjuncts.count;
}

static BTerm without_conjuncts(Reduction *reduction, size_t at, size_t end)
{
  U32Vec left = {0};
  for (size_t i = 0; i < reduction->conjuncts.count; i++)
    if (i < at || i >= end) VEC_PUSH(&left, reduction->conjuncts.items[i]);
  BTerm goal = b_make_and(reduction->predicate.bank, left.items, (uint32_t)left.count);
  VEC_FREE(&left);
  return goal;
}

static bool make_without(void *subject, size_t at, size_t end, StrBuf *text, TextHash *hash)
{
  return make_text(subject, without_conjuncts(subject, at, end), text, hash);
}

static size_t accept_without(void *subject, size_t at, size_t end)
{
  Reduction *reduction = subject;
  take_goal(reduction, without_conjuncts(reduction, at, end));
  U32Vec *list = &reduction->conjuncts;
  for (size_t i = end; i < list->count; i++) list->items[at + i - end] = list->items[i];
  list->count -= end - at;
  return at;
}

static const SearchSubject conjunct_subject = {conjunct_count, make_without, accept_without};

/* --- parts --- */

static void add_replacement(Reduction *reduction, uint32_t place, BTerm term)
{
  Replacement one = {place, term};
  if (term && term != reduction->places.items[place].term) VEC_PUSH(&reduction->replacements, one);
}

/* The least terms of a type. */
static void add_least(Reduction *reduction, uint32_t place, BType type)
{
  BBank *bank = reduction->predicate.bank;
  switch (b_type_kind(&bank->types, type)) {
  case B_TYPE_PREDICATE:
    add_replacement(reduction, place, b_make_constant(bank, B_BTRUE));
    add_replacement(reduction, place, b_make_constant(bank, B_BFALSE));
    break;
  case B_TYPE_INTEGER:
    add_replacement(reduction, place, b_make_integer(bank, 0));
    add_replacement(reduction, place, b_make_integer(bank, 1));
    break;
  case B_TYPE_BOOL: add_replacement(reduction, place, b_make_constant(bank, B_TRUE)); break;
  case B_TYPE_SET:
    add_replacement(reduction, place, b_make(bank, B_EMPTY_SET, type, 0, NULL, 0));
    break;
  default: break;
  }
}

/* Does the part use a variable that the term binds? */
static bool uses_bound(const BBank *bank, BTerm term, BTerm part)
{
  bool found = false;
  U32Vec names = {0};
  if (b_variable_count(bank, term)) b_free_identifiers(bank, part, &names);
  for (size_t i = 0; i < names.count; i++)
    for (uint32_t k = 0; k < b_variable_count(bank, term); k++)
      found |= names.items[i] == b_arg(bank, term, k);
  VEC_FREE(&names);
  return found;
}

/* For each place, large ones first, what is least, and operands of the same type. */
static void list_replacements(Reduction *reduction)
{
  BBank *bank = reduction->predicate.bank;
  reduction->places.count = reduction->replacements.count = 0;
  b_places_collect(bank, reduction->predicate.goal, &reduction->places);
  for (uint32_t at = 0; at < reduction->places.count; at++) {
    BTerm term = reduction->places.items[at].term;
    BType type = b_type(bank, term);
    if (b_arg_count(bank, term) == 0 && b_op(bank, term) != B_IDENTIFIER) continue;
    add_least(reduction, at, type);
    for (uint32_t i = b_variable_count(bank, term); i < b_arg_count(bank, term); i++) {
      BTerm part = b_arg(bank, term, i);
      if (b_type(bank, part) == type && !uses_bound(bank, term, part))
        add_replacement(reduction, at, part);
    }
  }
}

static size_t replacement_count(const void *subject)
{
  return ((const Reduction *)subject)->replacements.count;
}

static BTerm replaced(Reduction *reduction, size_t at)
{
  Replacement one = reduction->replacements.items[at];
  return b_places_replace(reduction->predicate.bank, &reduction->places, one.place, one.term);
}

static bool make_replaced(void *subject, size_t at, size_t end, StrBuf *text, TextHash *hash)
{
  assert(end == at + 1);
  (void)end;
  return make_text(subject, replaced(subject, at), text, hash);
}

/* Places are others now: the list begins anew where it was, and what is before that waits for the next round. */
static size_t accept_replaced(void *subject, size_t at, size_t end)
{
  Reduction *reduction = subject;
  Error error;
  assert(end == at + 1);
  (void)end;
  take_goal(reduction, replaced(reduction, at));
  if (read_best(reduction, &error)) BUG("%s", error.message);
  list_replacements(reduction);
  size_t count = reduction->replacements.count;
  return at < count ? at : count;
}

static const SearchSubject replacement_subject = {replacement_count, make_replaced,
                                                  accept_replaced};

/* --- reducing --- */

/* The same predicate as we print it, if that is shorter and shows the behaviour. */
static void normalise(Reduction *reduction)
{
  StrBuf text;
  TextHash hash;
  strbuf_init(&text, 0);
  if (make_text(reduction, reduction->predicate.goal, &text, &hash) &&
      reduce_shows(reduction->context, &text))
    reduce_take_text(reduction->context, &text);
  strbuf_deinit(&text);
}

static uint64_t reduce_once(Reduction *reduction)
{
  Error error;
  ReduceContext *context = reduction->context;
  list_conjuncts(reduction);
  uint64_t changes = reduce_search(context, &conjunct_subject, reduction, (SearchStyle){0});
  reduce_report(context, changes > 0);
  if (context->stopped) return changes;
  if (read_best(reduction, &error)) BUG("%s", error.message);
  list_replacements(reduction);
  uint64_t replacements =
      reduce_search(context, &replacement_subject, reduction, (SearchStyle){.singly = true});
  reduce_report(context, replacements > 0);
  return changes + replacements;
}

static Status reduce(ReduceContext *context, Error *error)
{
  Reduction reduction = {.context = context};
  Status status = read_best(&reduction, error);
  if (status) {
    error->line = error->line ? error->line : 1;
    return status;
  }
  normalise(&reduction);
  while (!context->stopped && reduce_once(&reduction)) continue;
  context->statistics.minimal = !context->stopped;
  b_predicate_deinit(&reduction.predicate);
  VEC_FREE(&reduction.conjuncts);
  VEC_FREE(&reduction.places);
  VEC_FREE(&reduction.replacements);
  return STATUS_OK;
}

const ReducerInterface b_reducer = {.reduce = reduce};
