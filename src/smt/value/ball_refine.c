/* Enclosing numbers with more and more bits: each round computes all parts of their expressions anew,
 * operands first, each of them once. */
#include <assert.h>

#include "base/index.h"
#include "base/mem.h"
#include "smt/value/ball_object.h"

typedef struct {
  Value value;
  uint32_t operands[2]; /* their positions */
  arb_struct enclosure;
} Part;

typedef struct {
  VEC(Part) parts; /* operands first */
  Index index;     /* by value: position + 1 */
  VEC(Value) todo;
  uint64_t steps_max;
} Refinement;

#define NOWHERE UINT32_MAX

static void refinement_deinit(Refinement *refinement)
{
  for (size_t i = 0; i < refinement->parts.count; i++)
    arb_clear(&refinement->parts.items[i].enclosure);
  VEC_FREE(&refinement->parts);
  VEC_FREE(&refinement->todo);
  index_free(&refinement->index);
}

/* Takes steps, unless the limit would be exceeded. */
static bool take(Refinement *refinement, Eval *eval, uint64_t steps)
{
  if (steps > refinement->steps_max) return false;
  refinement->steps_max -= steps;
  return eval_spend(eval, steps);
}

/* Parts are the same if their objects are. */
static uint32_t hash_of(Value v)
{
  return hash_finish(hash_mix(v.kind, v.word));
}

static uint32_t position_of(const Refinement *refinement, Value v)
{
  IndexProbe probe = index_probe(&refinement->index, hash_of(v));
  for (uint32_t id; index_next(&probe, &id);) {
    Value found = refinement->parts.items[id - 1].value;
    if (found.kind == v.kind && found.boxed == v.boxed && found.word == v.word) return id - 1;
  }
  return NOWHERE;
}

/* Adds a part if all its operands are there, otherwise puts those that are not before it. */
static void visit(Refinement *refinement, Value v)
{
  Part part = {.value = v};
  bool ready = true;
  uint32_t count = 0;
  const Value *operands = value_is_ball(v) ? ball_operands(v.ball, &count) : NULL;
  for (uint32_t i = 0; i < count; i++) {
    part.operands[i] = position_of(refinement, operands[i]);
    if (part.operands[i] != NOWHERE) continue;
    VEC_PUSH(&refinement->todo, operands[i]);
    ready = false;
  }
  if (!ready) return;
  refinement->todo.count--;
  arb_init(&part.enclosure);
  VEC_PUSH(&refinement->parts, part);
  index_insert(&refinement->index, hash_of(v), (uint32_t)refinement->parts.count);
}

static bool has_room(const Refinement *refinement, const Eval *eval, uint64_t bits)
{
  uint64_t each = sizeof(Part) + 2 * sizeof(Value) + bits / 8;
  return heap_allows(&eval->heap, (refinement->parts.count + refinement->todo.count) * each);
}

/* Lists all parts of the roots. */
static bool collect(Refinement *refinement, Eval *eval, const Value *roots, uint32_t count)
{
  enum { VISIT_STEPS = 4 };
  for (uint32_t i = 0; i < count; i++) VEC_PUSH(&refinement->todo, roots[i]);
  while (refinement->todo.count > 0) {
    Value v = refinement->todo.items[refinement->todo.count - 1];
    if (!take(refinement, eval, VISIT_STEPS) || !has_room(refinement, eval, 0)) return false;
    if (position_of(refinement, v) == NOWHERE)
      visit(refinement, v);
    else
      refinement->todo.count--;
  }
  return true;
}

static bool take_for_round(Refinement *refinement, Eval *eval, uint64_t bits)
{
  uint64_t steps = 0;
  for (size_t i = 0; i < refinement->parts.count; i++)
    steps += ball_cost(refinement->parts.items[i].value, bits);
  return has_room(refinement, eval, bits) && take(refinement, eval, steps);
}

static void compute(Refinement *refinement, slong bits)
{
  Part *parts = refinement->parts.items;
  for (size_t i = 0; i < refinement->parts.count; i++) {
    Part *part = &parts[i];
    if (!value_is_ball(part->value)) {
      ball_enclose(&part->enclosure, part->value, bits);
      continue;
    }
    assert(part->operands[0] <= i && part->operands[1] <= i);
    const arb_struct *operands[] = {&parts[part->operands[0]].enclosure,
                                    &parts[part->operands[1]].enclosure};
    ball_compute(&part->enclosure, part->value.ball->operation, operands, bits);
  }
}

/* With the enclosures that the objects hold. */
static bool passes_at_once(const Value *roots, uint32_t count, BallTest *test, void *data)
{
  assert(count <= 2);
  arb_struct made[2];
  const arb_struct *enclosures[2] = {0};
  for (uint32_t i = 0; i < count; i++) {
    arb_init(&made[i]);
    enclosures[i] = value_is_ball(roots[i]) ? &roots[i].ball->enclosure : &made[i];
    if (!value_is_ball(roots[i])) ball_enclose(&made[i], roots[i], BALL_BITS);
  }
  bool passed = test(enclosures, BALL_BITS, data);
  for (uint32_t i = 0; i < count; i++) arb_clear(&made[i]);
  return passed;
}

static bool passes_at_last(Refinement *refinement, Eval *eval, const Value *roots, uint32_t count,
                           BallTest *test, void *data)
{
  assert(count <= 2);
  if (!collect(refinement, eval, roots, count)) return false;
  for (slong bits = 2 * BALL_BITS; bits <= BALL_BITS_MAX; bits *= 2) {
    if (!take_for_round(refinement, eval, (uint64_t)bits)) return false;
    compute(refinement, bits);
    const arb_struct *enclosures[2] = {0};
    for (uint32_t i = 0; i < count; i++)
      enclosures[i] = &refinement->parts.items[position_of(refinement, roots[i])].enclosure;
    if (test(enclosures, bits, data)) return true;
  }
  return false;
}

bool ball_refine(Eval *eval, const Value *roots, uint32_t count, BallTest *test, void *data)
{
  assert(count <= 2 && test);
  uint64_t steps = 2;
  for (uint32_t i = 0; i < count; i++)
    if (!value_is_ball(roots[i])) steps += ball_cost(roots[i], BALL_BITS);
  if (!eval_spend(eval, steps)) return false;
  if (passes_at_once(roots, count, test, data)) return true;
  Refinement refinement = {.steps_max = eval->steps / 2};
  bool passed = passes_at_last(&refinement, eval, roots, count, test, data);
  refinement_deinit(&refinement);
  return passed;
}
