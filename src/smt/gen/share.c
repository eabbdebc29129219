#include <assert.h>

#include "smt/gen/share.h"

/* A subterm of the draft that can stand in another place. */
typedef struct {
  uint32_t from, until;
  Goal goal;
} Span;

typedef struct {
  const Grower *grower;
  VEC(Span) spans; /* of subterms, the last one first */
  VEC(Span) stack; /* of those whose parent is still to come; goal 0: they hold variables */
} Scan;

enum { SMALLEST = 3 };

/* Joins the arguments of a production to its span. */
static Span join(Scan *scan, uint32_t at, const Production *production)
{
  assert(scan->stack.count >= production->bound + (size_t)production->count);
  const Grammar *grammar = scan->grower->grammar;
  bool guard = production->alternative == PRODUCTION_GUARD;
  Span span = {at, at + 1, guard ? 0 : grammar->alternatives.items[production->alternative].goal};
  bool closed = production->kind == PRODUCTION_APPLY;
  for (uint32_t i = production->bound + (uint32_t)production->count; i > 0; i--) {
    Span argument = scan->stack.items[--scan->stack.count];
    span.until = argument.until;
    closed &= argument.goal != 0;
  }
  if (!closed) span.goal = 0;
  return span;
}

/* Backwards, as in draft_term. Leaves count as subterms without variables by any goal but 0. */
static void find_spans(Scan *scan)
{
  const Grower *grower = scan->grower;
  const Bank *bank = grower->grammar->bank;
  for (size_t i = grower->draft.count; i-- > 0;) {
    uint32_t word = grower->draft.items[i], at = (uint32_t)i;
    if (word & DRAFT_LEAF) {
      bool variable = bank_node(bank, word & ~DRAFT_LEAF)->op == OP_VARIABLE;
      VEC_PUSH(&scan->stack, ((Span){at, at + 1, !variable}));
      continue;
    }
    Span span = join(scan, at, &grower->grammar->productions.items[word]);
    VEC_PUSH(&scan->stack, span);
    if (span.goal && span.until - span.from >= SMALLEST) VEC_PUSH(&scan->spans, span);
  }
}

/* The first span that begins before a place: they are sorted, the last one first. */
static uint32_t first_before(const Scan *scan, uint32_t place)
{
  uint32_t low = 0, high = (uint32_t)scan->spans.count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (scan->spans.items[middle].from < place)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/* A subterm inside a part, and another one of the part for its place. */
static bool draw_pair(Scan *scan, uint32_t from, uint32_t until, Span *place, Span *copy)
{
  enum { TRIALS = 8 };
  Choice *choice = scan->grower->choice;
  uint32_t first = first_before(scan, until), last = first_before(scan, from + 1);
  if (first == last) return false;
  *place = scan->spans.items[first + choose(choice, last - first)];
  for (int trial = 0; trial < TRIALS; trial++) {
    *copy = scan->spans.items[first + choose(choice, last - first)];
    bool apart = copy->until <= place->from || copy->from >= place->until;
    if (apart && copy->goal == place->goal) return true;
  }
  return false;
}

static void append(U32Vec *to, const U32Vec *from, uint32_t begin, uint32_t end)
{
  assert(begin <= end && end <= from->count);
  VEC_APPEND(to, from->items + begin, end - begin);
}

/* Where the two subterms are once the part begins at `start` and the one has taken the other's place. */
static SharedPlaces find_places(uint32_t start, uint32_t from, Span place, Span copy)
{
  assert(copy.until <= place.from || copy.from >= place.until);
  uint32_t size = copy.until - copy.from, move = start - from;
  bool copy_first = copy.from < place.from;
  uint32_t grown = copy_first ? 0 : size - (place.until - place.from);
  uint32_t copied = copy.from + move + grown, placed = place.from + move;
  uint32_t first = copy_first ? copied : placed, second = copy_first ? placed : copied;
  return (SharedPlaces){{first, second}, {first + size, second + size}};
}

void share_subterms(Grower *grower, U32Vec *parts, SharedVec *shared)
{
  assert(parts->count > 0);
  Scan scan = {.grower = grower};
  U32Vec draft = {0};
  find_spans(&scan);
  shared->count = 0;
  for (size_t i = 0; i + 1 < parts->count; i++) {
    uint32_t from = parts->items[i], until = parts->items[i + 1];
    Span place, copy;
    SharedPlaces places = {0};
    parts->items[i] = (uint32_t)draft.count;
    if (draw_pair(&scan, from, until, &place, &copy)) {
      places = find_places(parts->items[i], from, place, copy);
      append(&draft, &grower->draft, from, place.from);
      append(&draft, &grower->draft, copy.from, copy.until);
      from = place.until;
    }
    append(&draft, &grower->draft, from, until);
    VEC_PUSH(shared, places);
  }
  parts->items[parts->count - 1] = (uint32_t)draft.count;
  VEC_FREE(&grower->draft);
  grower->draft.items = draft.items;
  grower->draft.count = draft.count;
  grower->draft.capacity = draft.capacity;
  VEC_FREE(&scan.spans);
  VEC_FREE(&scan.stack);
}
