#include "smt/mutate/transform.h"

#include <assert.h>
#include <string.h>

#include "smt/mutate/mutate_internal.h"
#include "smt/mutate/transform_internal.h"
#include "smt/term/build.h"

const Transform transform_list[] = {
    {"operators", "another operator of the same rank", KEEPS_NOTHING, transform_operators},
    {"literals", "another number or string in the place of one", KEEPS_NOTHING, transform_literals},
    {"multiply", "numbers multiplied, strings repeated, all by one factor", KEEPS_NOTHING,
     transform_multiply},
    {"reverse", "strings, concatenations and regular expressions reversed", KEEPS_SOMETIMES,
     transform_reverse},
    {"rotate", "parent and child change places, or arguments move round", KEEPS_NOTHING,
     transform_rotate},
    {"translate", "characters exchanged in all strings and ranges", KEEPS_SOMETIMES,
     transform_translate},
    {"nest", "a term inside operators that give its own value", KEEPS_ALWAYS, transform_nest},
    {"commute", "two arguments of a commutative operator exchanged", KEEPS_ALWAYS,
     transform_commute},
    {"negate", "a formula negated", KEEPS_NOTHING, transform_negate},
    {"variable", "another variable of the same sort", KEEPS_NOTHING, transform_variable},
    {"duplicate", "an assertion twice", KEEPS_ALWAYS, transform_duplicate},
    {"drop", "an assertion less", KEEPS_NOTHING, transform_drop},
};

const size_t transform_count = sizeof transform_list / sizeof *transform_list;

/* --- helpers ------------------------------------------------------------------------------ */

Fun transform_theory_fun(const Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  Fun fun = bank_fun(bank, term);
  return fun && funs_info(&bank->funs, fun)->origin == FUN_THEORY ? fun : 0;
}

bool transform_is(const Bank *bank, Term term, const char *name)
{
  assert(bank_has_term(bank, term));
  Fun fun = transform_theory_fun(bank, term);
  return fun && symbols_equal(&bank->symbols, funs_info(&bank->funs, fun)->name, name);
}

bool transform_is_one_of(const Bank *bank, Term term, const char *const *names)
{
  assert(bank_has_term(bank, term));
  for (; *names; names++)
    if (transform_is(bank, term, *names)) return true;
  return false;
}

bool transform_allows(const Transformation *t, Fun fun)
{
  const ConstructTable *constructs = &t->mutator->constructs;
  return fun < constructs->of_fun.count && constructs->of_fun.items[fun] != CONSTRUCT_NONE &&
         !universe_has_name(&t->mutator->worlds[0].universe, funs_info(&t->bank->funs, fun)->name);
}

bool transform_hides(const Transformation *t, const char *const *names)
{
  for (; *names; names++) {
    Symbol symbol = symbols_find(&t->bank->symbols, *names, strlen(*names));
    if (symbol && universe_has_name(&t->mutator->worlds[0].universe, symbol)) return true;
  }
  return false;
}

Term transform_build(Transformation *t, const char *name, const Term *args, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (!args[i]) return 0;
  Term term = build(t->bank, name, 0, args, count);
  return term && transform_allows(t, bank_fun(t->bank, term)) ? term : 0;
}

bool transform_wants_literal(const Transformation *t, const Place *place)
{
  static const char *const names[] = {"str.to_re", "re.range", "re.loop", "const", NULL};
  if (place->parent == PLACE_NONE) return false;
  Term parent = t->mutator->places.items.items[place->parent].term;
  return transform_is_one_of(t->bank, parent, names);
}

/* Is the result within the logic, if it has to be? */
static bool transform_accepts(const Transformation *t)
{
  if (!t->within) return true;
  Logic inferred = logic_infer(t->bank, t->result);
  return logic_includes(&t->mutator->settings->logic, &inferred);
}

/* --- places ------------------------------------------------------------------------------- */

static bool can_change(const Transformation *t, const Place *place)
{
  const OperatorInfo *info = bank_operator(t->bank, bank_node(t->bank, place->term)->op);
  bool wrapper = info->kind == OPERATOR_ANNOTATION || info->kind == OPERATOR_CASE;
  return !wrapper && !place->keeps_name && place->position != POSITION_CLOSED;
}

bool transform_place(Transformation *t, PlaceChange *change)
{
  enum { TRIALS = 64 }; /* outcomes that leave the logic */
  Mutator *mutator = t->mutator;
  uint32_t count = (uint32_t)mutator->places.items.count, trials = 0;
  uint32_t start = count ? choose(t->choice, count) : 0;
  grower_restart(&mutator->grower, &mutator->worlds[0].grammar);
  for (uint32_t i = 0; i < count && trials < TRIALS; i++) {
    uint32_t number = (start + i) % count;
    const Place place = mutator->places.items.items[number];
    Term term = can_change(t, &place) ? change(t, number) : 0;
    if (!term || term == place.term) continue;
    assert(bank_sort(t->bank, term) == bank_sort(t->bank, place.term));
    mutate_rebuild(mutator, number, term);
    mutate_write(mutator, t->result);
    if (transform_accepts(t)) return true;
    trials++;
  }
  return false;
}

/* --- the whole script --------------------------------------------------------------------- */

/* Would the rewriting change a term that is in no assertion that may change? */
static bool changes_others(Transformation *t, RewriteNode *rewrite, void *context)
{
  const Scene *scene = &t->mutator->scene;
  Script others = {0};
  U32Vec terms = {0};
  size_t next = 0;
  for (size_t i = 0; i < scene->script.commands.count; i++) {
    bool changes = next < scene->asserts.count && scene->asserts.items[next] == i;
    next += changes;
    if (!changes) VEC_PUSH(&others.commands, scene->script.commands.items[i]);
  }
  VEC_APPEND(&others.pool, scene->script.pool.items, scene->script.pool.count);
  script_collect_terms(t->bank, &others, &terms);
  bool changed = false;
  for (size_t i = 0; i < terms.count && !changed; i++)
    changed = rewrite_term(t->bank, terms.items[i], rewrite, context) != terms.items[i];
  VEC_FREE(&terms);
  script_deinit(&others);
  return changed;
}

bool transform_all(Transformation *t, RewriteNode *rewrite, void *context)
{
  const Scene *scene = &t->mutator->scene;
  bool changed = false;
  if (scene->names_are_used || scene->asserts.count == 0) return false;
  grower_restart(&t->mutator->grower, &t->mutator->worlds[0].grammar);
  t->mutator->changed = scene->asserts.items[0];
  t->mutator->after = scene->script.commands.items[t->mutator->changed].a;
  mutate_write(t->mutator, t->result);
  for (size_t i = 0; i < scene->asserts.count; i++) {
    Term *term = &t->result->commands.items[scene->asserts.items[i]].a, old = *term;
    *term = rewrite_term(t->bank, old, rewrite, context);
    changed |= *term != old;
  }
  if (!changed || !transform_accepts(t)) return false;
  if (t->kept && changes_others(t, rewrite, context)) t->kept = false;
  return true;
}

/* --- status ------------------------------------------------------------------------------- */

static bool is_query(const Command *command)
{
  return command->kind == CMD_CHECK_SAT || command->kind == CMD_CHECK_SAT_ASSUMING;
}

/* Each query gets the status that the script has for it. */
static void restore_statuses(const Transformation *t)
{
  const Script *script = t->script;
  Script copy = {0};
  size_t at = 0;
  for (size_t i = 0; i < t->result->commands.count; i++) {
    const Command command = t->result->commands.items[i];
    bool found = !is_query(&command);
    for (; at < script->commands.count && !found; at++) {
      const Command *old = &script->commands.items[at];
      if (old->kind == CMD_SET_INFO && symbols_equal(&t->bank->symbols, old->a, ":status"))
        VEC_PUSH(&copy.commands, *old);
      found = is_query(old);
    }
    VEC_PUSH(&copy.commands, command);
  }
  t->result->commands.count = 0;
  VEC_APPEND(&t->result->commands, copy.commands.items, copy.commands.count);
  script_deinit(&copy);
}

Status transform_apply(const Transform *transform, Mutator *mutator, const Script *script,
                       Choice *choice, Script *result, Error *error)
{
  assert(!choice->enumerate && mutator->started);
  mutator->choice = mutator->grower.choice = choice;
  mutator->used_world = 1; /* what is in the script now need not be in the grammar */
  Logic inferred = logic_infer(mutator->bank, script);
  Transformation t = {.mutator = mutator,
                      .bank = mutator->bank,
                      .script = script,
                      .choice = choice,
                      .result = result,
                      .within = logic_includes(&mutator->settings->logic, &inferred),
                      .kept = transform->keeps == KEEPS_ALWAYS};
  if (!transform->apply(&t))
    return error_set(error, STATUS_SORT, "the script has nothing for the transform '%s'",
                     transform->name);
  if (t.kept) restore_statuses(&t);
  return STATUS_OK;
}
