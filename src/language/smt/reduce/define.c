#include "language/smt/reduce/define.h"

#include <assert.h>

#include "language/smt/reduce/plain.h"
#include "smt/term/substitute.h"
#include "smt/term/traverse.h"

/* The rank after the changes, without dropped parameters. */
static void change_rank(const Rebuild *rebuild, Fun fun, U32Vec *rank)
{
  assert(fun && bank_has_fun(rebuild->bank, fun));
  const FunTable *funs = &rebuild->bank->funs;
  const FunChange *change = rebuild_find_change(rebuild, fun);
  uint32_t arity = funs_info(funs, fun)->arity;
  size_t dropped = 0;
  for (uint32_t i = 0; i <= arity; i++) {
    if (change && dropped < change->dropped.count && change->dropped.items[dropped] == i)
      dropped++;
    else
      VEC_PUSH(rank, rebuild_sort(rebuild, funs_rank(funs, fun)[i]));
  }
}

/* The function of a new rank and definition. */
static Fun remake(Rebuild *rebuild, Fun fun, FunOrigin origin, Term definition, uint32_t version)
{
  const FunInfo old = *funs_info(&rebuild->bank->funs, fun);
  const FunChange *change = rebuild_find_change(rebuild, fun);
  U32Vec rank = {0};
  change_rank(rebuild, fun, &rank);
  assert(rank.count > 0);
  FunInfo info = {.name = change && change->name ? change->name : old.name,
                  .arity = (uint32_t)rank.count - 1,
                  .origin = (uint8_t)origin,
                  .definition = definition,
                  .version = version};
  Fun made = bank_script_fun(rebuild->bank, &info, rank.items);
  VEC_FREE(&rank);
  if (made != fun) rebuild_change(rebuild, fun)->to = made;
  return made;
}

Fun definition_declared(Rebuild *rebuild, Fun fun)
{
  if (!rebuild->sorts.count && !rebuild_find_change(rebuild, fun)) return fun;
  return remake(rebuild, fun, FUN_DECLARED, 0, 0);
}

/* A lambda without some of its variables, which become values. */
static Term drop_variables(Rebuild *rebuild, Term lambda, const FunChange *change)
{
  assert(bank_node(rebuild->bank, lambda)->op == OP_LAMBDA);
  Bank *bank = rebuild->bank;
  const TermNode node = *bank_node(bank, lambda);
  U32Vec args = {0}, from = {0}, to = {0}, sorts = {0};
  VEC_APPEND(&args, bank_args(bank, lambda), node.count);
  Term body = args.items[node.count - 1];
  size_t dropped = 0, kept = 0;
  for (uint32_t i = 0; i + 1 < node.count; i++) {
    if (dropped < change->dropped.count && change->dropped.items[dropped] == i) {
      dropped++;
      Term value = plain_value(bank, bank_sort(bank, args.items[i]));
      if (!value) rebuild->impossible = true;
      VEC_PUSH(&from, args.items[i]);
      VEC_PUSH(&to, value ? value : args.items[i]);
    } else {
      VEC_PUSH(&sorts, bank_sort(bank, args.items[i]));
      args.items[kept++] = args.items[i];
    }
  }
  body = substitute_terms(bank, body, from.items, to.items, (uint32_t)from.count);
  VEC_PUSH(&sorts, bank_sort(bank, body));
  if (kept) {
    Sort sort = sorts_function(&bank->sorts, sorts.items, (uint32_t)sorts.count);
    body = bank_binder(bank, OP_LAMBDA, sort, args.items, (uint32_t)kept, &body);
  }
  VEC_FREE(&args);
  VEC_FREE(&from);
  VEC_FREE(&to);
  VEC_FREE(&sorts);
  return body;
}

static Term change_definition(Rebuild *rebuild, Fun fun)
{
  Term definition = rebuild_term(rebuild, funs_info(&rebuild->bank->funs, fun)->definition);
  const FunChange *change = rebuild_find_change(rebuild, fun);
  if (change && change->dropped.count && !rebuild->impossible)
    definition = drop_variables(rebuild, definition, change);
  if (bank_open(rebuild->bank, definition)) rebuild->impossible = true;
  return definition;
}

void definition_function(Rebuild *rebuild, Command *command)
{
  Fun fun = command->a;
  FunChange *change = rebuild_find_change(rebuild, fun);
  if (change && change->undefined) {
    command->a = remake(rebuild, fun, FUN_DECLARED, 0, 0);
    bool constant = funs_info(&rebuild->bank->funs, command->a)->arity == 0;
    command->kind = constant ? CMD_DECLARE_CONST : CMD_DECLARE_FUN;
    return;
  }
  Term definition = change_definition(rebuild, fun);
  if (rebuild->impossible) return;
  if (change) change->definition = definition;
  command->a = remake(rebuild, fun, FUN_DEFINED, definition, 0);
}

static bool body_changes(const Rebuild *rebuild, Term definition)
{
  bool found = rebuild->sorts.count > 0;
  Walk walk = {0};
  walk_start(&walk, rebuild->bank);
  walk_add_root(&walk, definition);
  for (Term term; !found && (term = walk_next(&walk));) found = rebuild_is_changed(rebuild, term);
  walk_deinit(&walk);
  return found;
}

/* The bodies refer to the functions, so new functions come before their bodies are rebuilt. */
void definition_recursive(Rebuild *rebuild, Command *command, Fun *list)
{
  Bank *bank = rebuild->bank;
  bool changes = false;
  for (uint32_t i = 0; i < command->count; i++) {
    const FunChange *change = rebuild_find_change(rebuild, list[i]);
    changes |= change || body_changes(rebuild, funs_info(&bank->funs, list[i])->definition);
  }
  if (!changes) return;
  uint32_t version = (uint32_t)bank->funs.items.count; /* nobody has used it */
  U32Vec made = {0};
  for (uint32_t i = 0; i < command->count; i++)
    VEC_PUSH(&made, remake(rebuild, list[i], FUN_RECURSIVE, 0, version));
  for (uint32_t i = 0; i < command->count && !rebuild->impossible; i++) {
    Term definition = change_definition(rebuild, list[i]);
    bank->funs.items.items[made.items[i]].definition = definition;
    list[i] = made.items[i];
  }
  command->a = list[0];
  VEC_FREE(&made);
}
