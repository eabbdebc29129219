/* Applying functions, and images, listed or lazy. */
#include <assert.h>

#include "b/eval/internal.h"
#include "b/value/number.h"

/* The first of the pairs that begin with the argument; the count if there is none. */
static uint32_t find(const BEval *eval, BValue relation, BValue argument)
{
  const BHeap *heap = &eval->heap;
  uint32_t low = b_find_first(eval, relation, argument);
  if (low < b_count(eval, relation) && b_first(heap, b_part(heap, relation, low)) == argument)
    return low;
  return b_count(eval, relation);
}

static BValue apply_listed(BEval *eval, BTerm term, BValue function, BValue argument)
{
  assert(b_kind(&eval->heap, function) == B_KIND_SET && b_is_solid(&eval->heap, argument));
  uint32_t at = find(eval, function, argument);
  if (at == b_count(eval, function) || !b_is_function(eval, function))
    return b_eval_undefined(eval, term);
  return b_second(&eval->heap, b_part(&eval->heap, function, at));
}

/* A lazy function at an argument of its domain: NONE if it has to be listed. */
static BValue lazy_value(BEval *eval, BTerm term, BValue function, BValue argument)
{
  BHeap *heap = &eval->heap;
  const BValueNode node = *b_value_node(heap, function);
  BValue domain = B_VALUE_NONE, inside = B_VALUE_TRUE;
  switch (node.op) {
  case B_SUCCESSOR: return b_number_add(heap, argument, b_int(heap, 1));
  case B_PREDECESSOR: return b_number_subtract(heap, argument, b_int(heap, 1));
  case B_LAMBDA: inside = b_closure_has(eval, function, argument); break;
  case B_IDENTITY: domain = b_part(heap, function, 0); break;
  case B_FIRST_PROJECTION:
  case B_SECOND_PROJECTION:
    inside = b_member(eval, b_first(heap, argument), b_part(heap, function, 0));
    if (inside == B_VALUE_TRUE)
      inside = b_member(eval, b_second(heap, argument), b_part(heap, function, 1));
    break;
  default: return B_VALUE_NONE;
  }
  if (domain) inside = b_member(eval, argument, domain);
  if (inside == B_VALUE_FALSE) return b_eval_undefined(eval, term);
  if (!b_is_value(inside)) return inside;
  if (node.op == B_LAMBDA) return b_closure_value(eval, function, argument);
  if (node.op == B_IDENTITY) return argument;
  return node.op == B_FIRST_PROJECTION ? b_first(heap, argument) : b_second(heap, argument);
}

BValue b_apply(BEval *eval, BTerm term, BValue function, BValue argument)
{
  assert(b_is_value(function) && b_is_value(argument));
  if (b_kind(&eval->heap, function) == B_KIND_LAZY) {
    BValue value = lazy_value(eval, term, function, argument);
    if (value != B_VALUE_NONE) return value;
  }
  BValue listed = b_expand(eval, function);
  BValue solid = b_is_value(listed) ? b_solidify(eval, argument) : listed;
  return b_is_value(solid) ? apply_listed(eval, term, listed, solid) : solid;
}

static bool is_lazy_function(const BEval *eval, BValue relation)
{
  const BValueNode *node = b_value_node(&eval->heap, relation);
  if (node->kind != B_KIND_LAZY) return false;
  return node->op == B_LAMBDA || node->op == B_IDENTITY || node->op == B_SUCCESSOR ||
         node->op == B_PREDECESSOR || node->op == B_FIRST_PROJECTION ||
         node->op == B_SECOND_PROJECTION;
}

/* Whether a lazy function is defined at an argument. */
static BValue is_defined_at(BEval *eval, BValue function, BValue argument)
{
  switch (b_value_node(&eval->heap, function)->op) {
  case B_SUCCESSOR:
  case B_PREDECESSOR: return B_VALUE_TRUE;
  case B_LAMBDA: return b_closure_has(eval, function, argument);
  default: {
    BValue domain = b_compute_relation(eval, B_TERM_NONE, B_DOMAIN, &function);
    return b_is_value(domain) ? b_member(eval, argument, domain) : domain;
  }
  }
}

static BValue image_of_lazy(BEval *eval, BTerm term, BValue function, BValue set)
{
  VEC(BValue) images = {0};
  BValue result = b_expand(eval, set);
  for (uint32_t i = 0; b_is_value(result) && i < b_count(eval, result); i++) {
    BValue element = b_part(&eval->heap, result, i);
    BValue inside = is_defined_at(eval, function, element);
    if (inside == B_VALUE_FALSE) continue;
    BValue image = b_is_value(inside) ? lazy_value(eval, term, function, element) : inside;
    if (b_is_value(image)) image = b_solidify(eval, image);
    if (b_is_value(image))
      VEC_PUSH(&images, image);
    else
      result = image;
  }
  if (b_is_value(result)) result = b_set(&eval->heap, images.items, images.count);
  VEC_FREE(&images);
  return result;
}

static BValue image_of_listed(BEval *eval, BValue relation, BValue set)
{
  VEC(BValue) images = {0};
  BValue result = B_VALUE_TRUE, inside = B_VALUE_FALSE, last = B_VALUE_NONE;
  for (uint32_t i = 0; i < b_count(eval, relation) && b_is_value(result); i++) {
    BValue pair = b_part(&eval->heap, relation, i);
    if (b_first(&eval->heap, pair) != last) {
      last = b_first(&eval->heap, pair);
      inside = b_member(eval, last, set);
    }
    if (!b_is_value(inside)) result = inside;
    if (inside == B_VALUE_TRUE) VEC_PUSH(&images, b_second(&eval->heap, pair));
  }
  if (b_is_value(result)) result = b_set(&eval->heap, images.items, images.count);
  VEC_FREE(&images);
  return result;
}

BValue b_image(BEval *eval, BTerm term, BValue relation, BValue set)
{
  assert(b_is_value(relation) && b_is_value(set));
  if (is_lazy_function(eval, relation)) return image_of_lazy(eval, term, relation, set);
  BValue listed = b_expand(eval, relation);
  return b_is_value(listed) ? image_of_listed(eval, listed, set) : listed;
}
