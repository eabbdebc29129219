#include "b/known/known.h"

#include <assert.h>

#include "b/eval/model.h"
#include "b/known/contradiction.h"
#include "b/known/law.h"
#include "b/wd/wd.h"

static void list_conjuncts(const BBank *bank, BTerm predicate, U32Vec *out)
{
  if (b_op(bank, predicate) != B_AND) {
    VEC_PUSH(out, predicate);
    return;
  }
  for (uint32_t i = 0; i < b_arg_count(bank, predicate); i++)
    VEC_PUSH(out, b_arg(bank, predicate, i));
}

static BTerm rewritten(BGenerator *generator, BTerm predicate)
{
  return b_wd_rewrite(generator->bank, &generator->sets, predicate, &(BWdOptions){.prove = true});
}

/* --- planted solutions --- */

static void draw_values(BGenerator *generator, BEval *eval, const U32Vec *names)
{
  for (size_t i = 0; i < names->count; i++) {
    BType type = b_type(generator->bank, names->items[i]);
    b_eval_set(eval, names->items[i], b_eval_random(eval, type, &generator->random));
  }
}

/* The conjunct, or its negation, whichever is true for the values; B_TERM_NONE: it is not known. */
static BTerm made_true(BGenerator *generator, BEval *eval, BTerm conjunct)
{
  BTerm whole = rewritten(generator, conjunct);
  BValue value = whole ? b_evaluate(eval, whole) : B_VALUE_UNKNOWN;
  if (value == B_VALUE_TRUE) return conjunct;
  return value == B_VALUE_FALSE ? b_make_not(generator->bank, conjunct) : B_TERM_NONE;
}

/* Sometimes an identifier of a simple type is pinned to its value: the solution becomes hard to miss. */
static void pin_some(BGenerator *generator, BEval *eval, const U32Vec *names, U32Vec *parts)
{
  BBank *bank = generator->bank;
  for (size_t i = 0; i < names->count; i++) {
    BValue value = b_eval_get(eval, names->items[i]);
    if (b_kind(&eval->heap, value) != B_KIND_INTEGER || random_below(&generator->random, 4))
      continue;
    BTerm number = b_make_integer(bank, b_value_node(&eval->heap, value)->number);
    BTerm equation =
        number ? b_make_predicate(bank, B_EQUAL, names->items[i], number) : B_TERM_NONE;
    if (equation) VEC_PUSH(parts, equation);
  }
}

static BTerm plant(BGenerator *generator, BEval *eval, const BModule *module, BTerm raw)
{
  U32Vec conjuncts = {0}, parts = {0};
  list_conjuncts(generator->bank, raw, &conjuncts);
  for (size_t i = 0; i < conjuncts.count; i++) {
    BTerm part = made_true(generator, eval, conjuncts.items[i]);
    if (part) VEC_PUSH(&parts, part);
  }
  BTerm result = B_TERM_NONE;
  if (parts.count > 0) {
    pin_some(generator, eval, &module->identifiers, &parts);
    result = b_make_and(generator->bank, parts.items, (uint32_t)parts.count);
    BTerm whole = result ? rewritten(generator, result) : B_TERM_NONE;
    if (!whole || b_evaluate(eval, whole) != B_VALUE_TRUE) result = B_TERM_NONE;
  }
  VEC_FREE(&conjuncts);
  VEC_FREE(&parts);
  return result;
}

BTerm b_known_sat(BGenerator *generator, uint64_t number, BModule *module, StrBuf *model)
{
  assert(module);
  enum { SCOPE = 3, STEPS = 200000 };
  BTerm raw = b_generate(generator, number);
  BModule drawn;
  b_generate_module(generator, raw, &drawn);
  BEvalSettings settings = b_eval_settings_default();
  settings.scope = SCOPE;
  settings.steps = STEPS;
  BEval eval;
  b_eval_init(&eval, generator->bank, &drawn, &settings);
  draw_values(generator, &eval, &drawn.identifiers);
  BTerm result = plant(generator, &eval, &drawn, raw);
  if (result) {
    b_generate_module(generator, result, module);
    if (model)
      b_model_print(&eval, module->identifiers.items, (uint32_t)module->identifiers.count, model);
  }
  b_eval_deinit(&eval);
  b_module_deinit(&drawn);
  return result;
}

/* --- hidden contradictions --- */

enum { PERCENT = 60 }; /* of places that are rewritten */

/* P and the negation of another writing of it. */
static BTerm negated_writing(BGenerator *generator)
{
  BBank *bank = generator->bank;
  BTerm predicate = b_generate_term(generator, B_PREDICATE, generator->settings.depth);
  BTerm other = b_law_rewrite(bank, predicate, PERCENT, &generator->random);
  BTerm parts[] = {predicate, b_make_not(bank, other)};
  return parts[1] ? b_make_and(bank, parts, 2) : B_TERM_NONE;
}

/* E /= F for two writings of a value. */
static BTerm unequal_writings(BGenerator *generator)
{
  BBank *bank = generator->bank;
  BType type = b_generate_type(generator, 2);
  uint32_t depth = generator->settings.depth;
  BTerm term = b_generate_term(generator, type, depth > 2 ? depth - 1 : 2);
  BTerm other =
      term ? b_law_rewrite(bank, term, 100 - PERCENT / 4, &generator->random) : B_TERM_NONE;
  if (!other || b_term_is_empty(bank, term)) return B_TERM_NONE;
  return b_make_predicate(bank, B_NOT_EQUAL, term, other);
}

static BTerm from_table(BGenerator *generator)
{
  uint64_t at = random_below(&generator->random, b_contradiction_count);
  BTerm term = b_contradiction_make(generator, &b_contradictions[at]);
  return term ? b_law_rewrite(generator->bank, term, PERCENT, &generator->random) : B_TERM_NONE;
}

static BTerm contradiction(BGenerator *generator)
{
  switch (random_below(&generator->random, 3)) {
  case 0: return negated_writing(generator);
  case 1: return unequal_writings(generator);
  default: return from_table(generator);
  }
}

static void shuffle(Random *random, U32Vec *items)
{
  for (size_t i = items->count; i > 1; i--) {
    size_t k = (size_t)random_below(random, i);
    uint32_t kept = items->items[i - 1];
    items->items[i - 1] = items->items[k];
    items->items[k] = kept;
  }
}

BTerm b_known_unsat(BGenerator *generator, uint64_t number, BModule *module)
{
  assert(module);
  enum { TRIES = 10 };
  BBank *bank = generator->bank;
  BTerm raw = b_generate(generator, number), core = B_TERM_NONE;
  for (int i = 0; i < TRIES && !core; i++) core = contradiction(generator);
  if (!core) return B_TERM_NONE;
  U32Vec parts = {0};
  list_conjuncts(bank, raw, &parts);
  if (parts.count > 1) parts.count--;
  list_conjuncts(bank, core, &parts);
  shuffle(&generator->random, &parts);
  BTerm result = b_make_and(bank, parts.items, (uint32_t)parts.count);
  VEC_FREE(&parts);
  if (result) b_generate_module(generator, result, module);
  return result;
}
