/* Transforms of the list of assertions. */
#include "smt/mutate/transform_internal.h"
#include "smt/term/traverse.h"

/* A name that is given twice or not at all breaks a script. */
static bool has_name(const Transformation *t, Term term)
{
  bool found = false;
  Walk walk = {0};
  walk_start(&walk, t->bank);
  walk_add_root(&walk, term);
  for (Term next; !found && (next = walk_next(&walk));) {
    const OperatorInfo *info = bank_operator(t->bank, bank_node(t->bank, next)->op);
    found = info->kind == OPERATOR_ANNOTATION && info->fun == t->mutator->places.named;
  }
  walk_deinit(&walk);
  return found;
}

/* The script with `times` of one assertion without names. */
static bool repeat_one(Transformation *t, uint32_t times)
{
  const Scene *scene = &t->mutator->scene;
  U32Vec *found = &t->mutator->offers;
  found->count = 0;
  for (size_t i = 0; i < scene->asserts.count; i++) {
    const Command *command = &scene->script.commands.items[scene->asserts.items[i]];
    if (command->kind == CMD_ASSERT && !has_name(t, command->a))
      VEC_PUSH(found, scene->asserts.items[i]);
  }
  if (found->count == 0) return false;
  uint32_t chosen = found->items[choose(t->choice, (uint32_t)found->count)];
  Script *result = t->result;
  result->commands.count = result->pool.count = 0;
  result->logic = scene->script.logic;
  VEC_APPEND(&result->pool, scene->script.pool.items, scene->script.pool.count);
  for (uint32_t i = 0; i < scene->script.commands.count; i++)
    for (uint32_t k = 0; k < (i == chosen ? times : 1); k++)
      VEC_PUSH(&result->commands, scene->script.commands.items[i]);
  return true;
}

bool transform_duplicate(Transformation *t)
{
  return repeat_one(t, 2);
}

bool transform_drop(Transformation *t)
{
  return repeat_one(t, 0);
}
