#include "smt/value/value.h"

#include <assert.h>
#include <string.h>

#include "base/index.h"
#include "smt/value/algebraic.h"
#include "smt/value/array.h"
#include "smt/value/ball.h"
#include "smt/value/closure.h"
#include "smt/value/map.h"
#include "smt/value/regex.h"

_Static_assert(sizeof(mp_limb_t) == sizeof(uint64_t) && GMP_NAIL_BITS == 0, "limbs are words");

/* Numbers */

static const BigInt *make_big(Heap *heap, mpz_srcptr number)
{
  size_t size = mpz_size(number);
  BigInt *big = heap_alloc(heap, 1, sizeof *big + size * sizeof(mp_limb_t));
  if (!big) return NULL;
  big->size = mpz_sgn(number) < 0 ? -(int32_t)size : (int32_t)size;
  memcpy(big->limbs, mpz_limbs_read(number), size * sizeof(mp_limb_t));
  uint64_t hash = hash_mix(1, (uint32_t)big->size);
  for (size_t i = 0; i < size; i++) hash = hash_mix(hash, big->limbs[i]);
  big->hash = hash;
  return big;
}

Value value_int(Heap *heap, mpz_srcptr number, Term term)
{
  if (mpz_fits_slong_p(number)) return value_small_int(mpz_get_si(number));
  const BigInt *big = make_big(heap, number);
  if (!big) return value_unknown(REASON_MEMORY, term);
  return (Value){.kind = VALUE_INT, .boxed = true, .big = big};
}

Value value_real(Heap *heap, mpq_srcptr number, Term term)
{
  mpz_srcptr numerator = mpq_numref(number);
  mpz_srcptr denominator = mpq_denref(number);
  if (mpz_cmp_ui(denominator, 1) == 0 && mpz_fits_slong_p(numerator))
    return value_small_real(mpz_get_si(numerator));
  Ratio *ratio = heap_alloc(heap, 1, sizeof *ratio);
  if (!ratio) return value_unknown(REASON_MEMORY, term);
  ratio->numerator = make_big(heap, numerator);
  ratio->denominator = make_big(heap, denominator);
  if (!ratio->numerator || !ratio->denominator) return value_unknown(REASON_MEMORY, term);
  ratio->hash = hash_mix(hash_mix(2, ratio->numerator->hash), ratio->denominator->hash);
  return (Value){.kind = VALUE_REAL, .boxed = true, .ratio = ratio};
}

Value value_bits(Heap *heap, ValueKind kind, uint32_t width, mpz_srcptr number, Term term)
{
  assert(mpz_sgn(number) >= 0);
  assert(kind == VALUE_FIELD || mpz_sizeinbase(number, 2) <= width || mpz_sgn(number) == 0);
  bool small = kind == VALUE_FIELD ? mpz_size(number) <= 1 : width <= 64;
  if (small) return value_small_bits(kind, width, mpz_getlimbn(number, 0));
  const BigInt *big = make_big(heap, number);
  if (!big) return value_unknown(REASON_MEMORY, term);
  return (Value){.kind = (uint8_t)kind, .boxed = true, .tag = width, .big = big};
}

static mpz_srcptr view_big(const BigInt *big, IntView *view)
{
  return mpz_roinit_n(view->number, big->limbs, big->size);
}

static mpz_srcptr view_small(Value v, IntView *view)
{
  bool is_signed = v.kind == VALUE_INT || v.kind == VALUE_REAL;
  bool negative = is_signed && v.integer < 0;
  view->limb = negative ? -v.word : v.word;
  mp_size_t size = view->limb == 0 ? 0 : 1;
  return mpz_roinit_n(view->number, &view->limb, negative ? -size : size);
}

mpz_srcptr value_view(Value v, IntView *view)
{
  return v.boxed ? view_big(v.big, view) : view_small(v, view);
}

mpq_srcptr value_view_real(Value v, RatioView *view)
{
  assert(v.kind == VALUE_REAL);
  if (v.boxed) {
    view_big(v.ratio->numerator, &view->numerator);
    view_big(v.ratio->denominator, &view->denominator);
  } else {
    view_small(v, &view->numerator);
    view_small(value_small_int(1), &view->denominator);
  }
  *mpq_numref(view->number) = *view->numerator.number;
  *mpq_denref(view->number) = *view->denominator.number;
  return view->number;
}

/* Strings and lists */

StringObject *value_string_room(Heap *heap, uint64_t length)
{
  if (length > heap->limit / sizeof(uint32_t)) return NULL;
  StringObject *string =
      heap_alloc(heap, 1, sizeof *string + (size_t)length * sizeof string->chars[0]);
  if (string) string->length = length;
  return string;
}

Value value_string(StringObject *string)
{
  assert(string);
  uint64_t hash = hash_mix(3, string->length);
  for (uint64_t i = 0; i < string->length; i++) hash = hash_mix(hash, string->chars[i]);
  string->hash = hash;
  return (Value){.kind = VALUE_STRING, .string = string};
}

ListObject *value_list_room(Heap *heap, uint64_t length)
{
  if (length > heap->limit / sizeof(Value)) return NULL;
  ListObject *list = heap_alloc(heap, 1, sizeof *list + (size_t)length * sizeof list->items[0]);
  if (list) list->length = length;
  return list;
}

Value value_list(ValueKind kind, uint32_t tag, ListObject *list)
{
  assert(list && (kind == VALUE_SEQ || kind == VALUE_TUPLE || kind == VALUE_DATATYPE));
  uint64_t hash = hash_mix(hash_mix(4, tag), list->length);
  bool loose = false;
  for (uint64_t i = 0; i < list->length; i++) {
    hash = hash_mix(hash, value_hash(list->items[i]));
    loose |= list->items[i].loose;
  }
  list->hash = hash;
  return (Value){.kind = (uint8_t)kind, .loose = loose, .tag = tag, .list = list};
}

/* Comparison */

static bool is_object(Value v)
{
  switch ((ValueKind)v.kind) {
  case VALUE_ALGEBRAIC:
  case VALUE_BALL:
  case VALUE_STRING:
  case VALUE_REGEX:
  case VALUE_SEQ:
  case VALUE_TUPLE:
  case VALUE_DATATYPE:
  case VALUE_ARRAY:
  case VALUE_FUNCTION: return true;
  case VALUE_SET:
  case VALUE_BAG: return v.map != NULL;
  default: return v.boxed;
  }
}

uint64_t value_hash(Value v)
{
  uint64_t content = is_object(v) ? *v.hash : v.word;
  return hash_mix(hash_mix(v.kind, v.tag), content);
}

static int order(uint64_t a, uint64_t b)
{
  return (a > b) - (a < b);
}

static int order_big(const BigInt *a, const BigInt *b)
{
  IntView view_a, view_b;
  return mpz_cmp(view_big(a, &view_a), view_big(b, &view_b));
}

static int order_strings(const StringObject *a, const StringObject *b)
{
  if (a->length != b->length) return order(a->length, b->length);
  return memcmp(a->chars, b->chars, (size_t)a->length * sizeof a->chars[0]);
}

/* Pairs of values that remain to be compared. Large values may share parts, so that the same pair
 * comes up again and again: beyond REMEMBER_AFTER pairs, those done are kept. */
typedef struct {
  Value a, b;
} Pair;

typedef struct {
  VEC(Pair) todo;
  VEC(Pair) done; /* done.items[0] is unused */
  Index index;
  uint64_t count;
} Comparison;

enum { REMEMBER_AFTER = 1000 };

static void comparison_deinit(Comparison *c)
{
  VEC_FREE(&c->todo);
  VEC_FREE(&c->done);
  index_free(&c->index);
}

static bool was_compared(Comparison *c, Value a, Value b)
{
  if (++c->count < REMEMBER_AFTER) return false;
  uint32_t hash = hash_finish(hash_mix(hash_mix(0, a.word), b.word));
  IndexProbe probe = index_probe(&c->index, hash);
  for (uint32_t id; index_next(&probe, &id);)
    if (c->done.items[id].a.word == a.word && c->done.items[id].b.word == b.word) return true;
  if (c->done.count == 0) VEC_PUSH(&c->done, ((Pair){{0}, {0}}));
  index_insert(&c->index, hash, (uint32_t)c->done.count);
  VEC_PUSH(&c->done, ((Pair){a, b}));
  return false;
}

static void push_pair(Comparison *c, Value a, Value b)
{
  VEC_PUSH(&c->todo, ((Pair){a, b}));
}

static Value map_value(const MapNode *map)
{
  return (Value){.kind = VALUE_SET, .loose = map && map->loose, .map = map};
}

static int order_lists(Comparison *c, Value a, Value b)
{
  if (a.list->length != b.list->length) return order(a.list->length, b.list->length);
  for (uint64_t i = a.list->length; i-- > 0;) push_pair(c, a.list->items[i], b.list->items[i]);
  return 0;
}

static int order_maps(Comparison *c, const MapNode *a, const MapNode *b)
{
  if (!a || !b) return (a != NULL) - (b != NULL);
  if (a->count != b->count) return order(a->count, b->count);
  push_pair(c, map_value(a->right), map_value(b->right));
  push_pair(c, map_value(a->left), map_value(b->left));
  push_pair(c, a->value, b->value);
  push_pair(c, a->key, b->key);
  return 0;
}

static int order_closures(Comparison *c, const ClosureObject *a, const ClosureObject *b)
{
  if (a->binder != b->binder) return order(a->binder, b->binder);
  assert(a->capture_count == b->capture_count);
  for (uint32_t i = a->capture_count; i-- > 0;) push_pair(c, a->captures[i], b->captures[i]);
  return 0;
}

static int order_regexes(Comparison *c, const RegexObject *a, const RegexObject *b)
{
  int sign = regex_order(a, b);
  for (uint32_t i = a->count; sign == 0 && i-- > 0;)
    push_pair(c, regex_value(a->parts[i]), regex_value(b->parts[i]));
  return sign;
}

static int order_balls(Comparison *c, const BallObject *a, const BallObject *b)
{
  int sign = ball_order(a, b);
  uint32_t count;
  const Value *x = ball_operands(a, &count), *y = ball_operands(b, &count);
  for (uint32_t i = count; sign == 0 && i-- > 0;) push_pair(c, x[i], y[i]);
  return sign;
}

/* Orders two objects by what they hold themselves, and puts off their parts. */
static int order_objects(Comparison *c, Value a, Value b)
{
  assert(a.kind == b.kind && a.boxed == b.boxed);
  switch ((ValueKind)a.kind) {
  case VALUE_REAL: {
    int sign = order_big(a.ratio->numerator, b.ratio->numerator);
    return sign ? sign : order_big(a.ratio->denominator, b.ratio->denominator);
  }
  case VALUE_ALGEBRAIC: return algebraic_order(a.algebraic, b.algebraic);
  case VALUE_BALL: return order_balls(c, a.ball, b.ball);
  case VALUE_STRING: return order_strings(a.string, b.string);
  case VALUE_REGEX: return order_regexes(c, a.regex, b.regex);
  case VALUE_SEQ:
  case VALUE_TUPLE:
  case VALUE_DATATYPE: return order_lists(c, a, b);
  case VALUE_ARRAY:
    push_pair(c, map_value(a.array->changes), map_value(b.array->changes));
    push_pair(c, a.array->otherwise, b.array->otherwise);
    return 0;
  case VALUE_SET:
  case VALUE_BAG: return order_maps(c, a.map, b.map);
  case VALUE_FUNCTION: return order_closures(c, a.closure, b.closure);
  default: return order_big(a.big, b.big);
  }
}

static int order_pair(Comparison *c, Value a, Value b)
{
  if (a.kind != b.kind) return order(a.kind, b.kind);
  if (a.tag != b.tag) return order(a.tag, b.tag);
  if (a.boxed != b.boxed) return order(a.boxed, b.boxed);
  if (a.word == b.word) return 0;
  bool object_a = is_object(a);
  bool object_b = is_object(b);
  if (!object_a || !object_b)
    return object_a != object_b ? order(object_a, object_b) : order(a.word, b.word);
  if (*a.hash != *b.hash) return order(*a.hash, *b.hash);
  return was_compared(c, a, b) ? 0 : order_objects(c, a, b);
}

int value_compare(Value a, Value b)
{
  Comparison c = {0};
  int sign = order_pair(&c, a, b);
  while (sign == 0 && c.todo.count > 0) {
    Pair pair = c.todo.items[--c.todo.count];
    sign = order_pair(&c, pair.a, pair.b);
  }
  comparison_deinit(&c);
  return sign;
}

/* The value at an index, or NULL if it must be computed. */
static const Value *known_at(const ArrayObject *array, Value index)
{
  const Value *value = map_find(array->changes, index);
  return value || array->computed ? value : &array->otherwise;
}

/* Puts off the values at the indices that one of the arrays has a change at; without changes they are
 * those at any index. */
static void compare_arrays(Comparison *c, const ArrayObject *a, const ArrayObject *b)
{
  if (!a->changes && !b->changes && !a->computed && !b->computed)
    push_pair(c, a->otherwise, b->otherwise);
  for (int i = 0; i < 2; i++) {
    MapCursor cursor;
    map_start(&cursor, i == 0 ? a->changes : b->changes);
    for (const MapNode *node; (node = map_next(&cursor));) {
      const Value *x = known_at(a, node->key), *y = known_at(b, node->key);
      if (x && y) push_pair(c, *x, *y);
    }
    map_stop(&cursor);
  }
}

/* Are values that are not the same different for certain? Those with parts are if one of their parts
 * is; the parts are put off. */
static bool differ_for_certain(Comparison *c, Value a, Value b)
{
  if (!a.loose && !b.loose) return value_compare(a, b) != 0;
  if (value_is_ball(a) || value_is_ball(b)) return ball_differ(a, b);
  bool list = a.kind == VALUE_SEQ || a.kind == VALUE_TUPLE || a.kind == VALUE_DATATYPE;
  if (a.kind != b.kind || (!list && a.kind != VALUE_ARRAY)) return false;
  if (list && (a.tag != b.tag || a.list->length != b.list->length)) return true;
  if (a.word == b.word || was_compared(c, a, b)) return false;
  if (list)
    order_lists(c, a, b);
  else
    compare_arrays(c, a.array, b.array);
  return false;
}

Truth value_equal(Value a, Value b)
{
  if (value_compare(a, b) == 0) return TRUTH_TRUE;
  if (!a.loose && !b.loose) return TRUTH_FALSE;
  Comparison c = {0};
  bool differ = differ_for_certain(&c, a, b);
  while (!differ && c.todo.count > 0) {
    Pair pair = c.todo.items[--c.todo.count];
    differ = differ_for_certain(&c, pair.a, pair.b);
  }
  comparison_deinit(&c);
  return differ ? TRUTH_FALSE : TRUTH_UNKNOWN;
}
