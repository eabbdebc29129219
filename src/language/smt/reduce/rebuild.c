#include "language/smt/reduce/rebuild.h"

#include <assert.h>

#include "language/smt/reduce/plain.h"
#include "language/smt/reduce/refit.h"
#include "smt/term/substitute.h"

/* --- maps --- */

static uint32_t map_get(const Rebuild *rebuild, const HandleMap *map, uint32_t key)
{
  if (key >= map->epoch_of.count || map->epoch_of.items[key] != rebuild->epoch) return 0;
  return map->to.items[key];
}

static void map_set(const Rebuild *rebuild, HandleMap *map, uint32_t key, uint32_t value)
{
  while (map->epoch_of.count <= key) {
    VEC_PUSH(&map->epoch_of, 0);
    VEC_PUSH(&map->to, 0);
  }
  map->epoch_of.items[key] = rebuild->epoch;
  map->to.items[key] = value;
}

static void map_free(HandleMap *map)
{
  VEC_FREE(&map->epoch_of);
  VEC_FREE(&map->to);
}

void rebuild_init(Rebuild *rebuild, Bank *bank)
{
  *rebuild = (Rebuild){.bank = bank};
}

static void forget_changes(Rebuild *rebuild)
{
  for (size_t i = 0; i < rebuild->changes.count; i++) VEC_FREE(&rebuild->changes.items[i].dropped);
  rebuild->changes.count = 0;
}

void rebuild_deinit(Rebuild *rebuild)
{
  forget_changes(rebuild);
  map_free(&rebuild->wishes);
  map_free(&rebuild->results);
  map_free(&rebuild->open);
  map_free(&rebuild->cuts);
  map_free(&rebuild->funs);
  VEC_FREE(&rebuild->cut_list);
  VEC_FREE(&rebuild->changes);
  VEC_FREE(&rebuild->sorts);
  VEC_FREE(&rebuild->ctors);
  VEC_FREE(&rebuild->gone);
  VEC_FREE(&rebuild->stack);
  VEC_FREE(&rebuild->args);
}

void rebuild_start(Rebuild *rebuild)
{
  forget_changes(rebuild);
  rebuild->epoch++;
  rebuild->cut_list.count = 0;
  rebuild->sorts.count = 0;
  rebuild->ctors.count = 0;
  rebuild->gone.count = 0;
  rebuild->impossible = false;
  rebuild->changes_terms = false;
}

void rebuild_replace(Rebuild *rebuild, Term from, Term to)
{
  assert(bank_sort(rebuild->bank, from) == bank_sort(rebuild->bank, to));
  rebuild->changes_terms = true;
  if (!map_get(rebuild, &rebuild->wishes, from)) map_set(rebuild, &rebuild->wishes, from, to);
}

void rebuild_cut(Rebuild *rebuild, Term term, uint32_t argument)
{
  rebuild->changes_terms = true;
  VEC_PUSH(&rebuild->cut_list, ((Cut){term, argument}));
}

static int compare_cuts(const void *left, const void *right)
{
  const Cut *a = left, *b = right;
  if (a->term != b->term) return a->term < b->term ? -1 : 1;
  return a->argument < b->argument ? -1 : a->argument > b->argument;
}

void rebuild_cuts_done(Rebuild *rebuild)
{
  Cut *cuts = rebuild->cut_list.items;
  size_t count = rebuild->cut_list.count;
  if (count > 1) qsort(cuts, count, sizeof *cuts, compare_cuts);
  for (size_t i = count; i-- > 0;) map_set(rebuild, &rebuild->cuts, cuts[i].term, (uint32_t)i + 1);
}

FunChange *rebuild_find_change(const Rebuild *rebuild, Fun fun)
{
  uint32_t known = map_get(rebuild, &rebuild->funs, fun);
  return known ? &rebuild->changes.items[known - 1] : NULL;
}

FunChange *rebuild_change(Rebuild *rebuild, Fun fun)
{
  FunChange *known = rebuild_find_change(rebuild, fun);
  if (known) return known;
  rebuild->changes_terms = true;
  VEC_PUSH(&rebuild->changes, ((FunChange){.from = fun, .to = fun}));
  map_set(rebuild, &rebuild->funs, fun, (uint32_t)rebuild->changes.count);
  return &rebuild->changes.items[rebuild->changes.count - 1];
}

Sort rebuild_sort(const Rebuild *rebuild, Sort sort)
{
  return sort < rebuild->sorts.count ? rebuild->sorts.items[sort] : sort;
}

Term rebuild_result(const Rebuild *rebuild, Term term)
{
  if (!rebuild->changes_terms) return term;
  return map_get(rebuild, &rebuild->results, term);
}

bool rebuild_is_replaced(const Rebuild *rebuild, Term term)
{
  return map_get(rebuild, &rebuild->wishes, term) != 0;
}

bool rebuild_is_changed(const Rebuild *rebuild, Term term)
{
  const OperatorInfo *info = bank_operator(rebuild->bank, bank_node(rebuild->bank, term)->op);
  bool names_fun = info->kind == OPERATOR_APPLY || info->kind == OPERATOR_CASE;
  return rebuild_is_replaced(rebuild, term) || map_get(rebuild, &rebuild->cuts, term) ||
         (names_fun && info->fun && rebuild_find_change(rebuild, info->fun));
}

bool rebuild_cuts_before(const Rebuild *rebuild, Term term, uint32_t argument, uint32_t *before)
{
  uint32_t first = map_get(rebuild, &rebuild->cuts, term);
  *before = 0;
  for (size_t i = first; first && i <= rebuild->cut_list.count; i++) {
    const Cut *cut = &rebuild->cut_list.items[i - 1];
    if (cut->term != term || cut->argument > argument) break;
    if (cut->argument == argument) return true;
    ++*before;
  }
  return false;
}

/* --- one node --- */

static Term fail(Rebuild *rebuild, Term term)
{
  rebuild->impossible = true;
  return term;
}

/* The new arguments of a term, without those that are cut or of dropped parameters. */
static uint32_t gather_args(Rebuild *rebuild, Term term, const FunChange *change)
{
  const TermNode node = *bank_node(rebuild->bank, term);
  uint32_t first_cut = map_get(rebuild, &rebuild->cuts, term);
  const Cut *cut = first_cut ? &rebuild->cut_list.items[first_cut - 1] : NULL;
  const Cut *cut_end = cut ? rebuild->cut_list.items + rebuild->cut_list.count : NULL;
  size_t dropped = 0;
  rebuild->args.count = 0;
  for (uint32_t i = 0; i < node.count; i++) {
    while (cut && cut < cut_end && cut->term == term && cut->argument < i) cut++;
    if (cut && cut < cut_end && cut->term == term && cut->argument == i) continue;
    if (change && dropped < change->dropped.count && change->dropped.items[dropped] == i) {
      dropped++;
      continue;
    }
    Term old = rebuild->bank->args.items[node.first + i];
    Term made = rebuild_result(rebuild, old);
    VEC_PUSH(&rebuild->args, made ? made : old); /* none: a term inside its own replacement */
  }
  return (uint32_t)rebuild->args.count;
}

/* A connective or chain that has lost arguments may be left with too few. */
static Term shrink(Rebuild *rebuild, Term term, uint32_t count)
{
  Bank *bank = rebuild->bank;
  Sort sort = rebuild_sort(rebuild, bank_sort(bank, term));
  if (count == 1 && bank_sort(bank, rebuild->args.items[0]) == sort) return rebuild->args.items[0];
  Term neutral = plain_neutral(bank, term, 0);
  Term value = neutral ? neutral : plain_value(bank, sort);
  return value ? value : fail(rebuild, term);
}

/* No variable that is free in an argument may be bound inside the definition. */
static bool captures(const Bank *bank, Term definition, const Term *args, uint32_t count)
{
  assert(bank_has_term(bank, definition) && bank_has_terms(bank, args, count));
  bool open = false;
  for (uint32_t i = 0; i < count; i++) open |= bank_open(bank, args[i]) != 0;
  if (!open) return false;
  bool found = false;
  const Term *parts = bank_args(bank, definition);
  U32Vec stack = {0};
  TermMarks marks = {0};
  marks_clear(&marks, bank->terms.count);
  VEC_PUSH(&stack, parts[bank_node(bank, definition)->count - 1]);
  while (stack.count && !found) {
    Term term = stack.items[--stack.count];
    if (!marks_add(&marks, term)) continue;
    found = bank_bound_count(bank, term) > 0;
    VEC_APPEND(&stack, bank_args(bank, term), bank_node(bank, term)->count);
  }
  VEC_FREE(&stack);
  marks_deinit(&marks);
  return found;
}

static Term inline_definition(Rebuild *rebuild, Term term, const FunChange *change, uint32_t count)
{
  Bank *bank = rebuild->bank;
  if (count == 0) return change->definition;
  if (captures(bank, change->definition, rebuild->args.items, count)) return 0;
  const Term *parts = bank_args(bank, change->definition);
  assert(bank_node(bank, change->definition)->count == count + 1);
  U32Vec variables = {0};
  VEC_APPEND(&variables, parts, count);
  Term body = parts[count];
  U32Vec values = {0};
  VEC_APPEND(&values, rebuild->args.items, count);
  Term result = substitute_terms(bank, body, variables.items, values.items, count);
  VEC_FREE(&variables);
  VEC_FREE(&values);
  (void)term;
  return result;
}

static bool same_args(const Bank *bank, Term term, const U32Vec *args)
{
  assert(bank_has_term(bank, term));
  const TermNode *node = bank_node(bank, term);
  if (node->count != args->count) return false;
  for (uint32_t i = 0; i < node->count; i++)
    if (bank->args.items[node->first + i] != args->items[i]) return false;
  return true;
}

static bool has_too_few(const Bank *bank, Term term, uint32_t count)
{
  const FunInfo *info = funs_info(&bank->funs, bank_fun(bank, term));
  return count < (info->least ? info->least : 2) || count < 2;
}

static Term make(Rebuild *rebuild, Term term)
{
  Bank *bank = rebuild->bank;
  const TermNode node = *bank_node(bank, term);
  const OperatorInfo info = *bank_operator(bank, node.op);
  bool names_fun = (info.kind == OPERATOR_APPLY || info.kind == OPERATOR_CASE) && info.fun;
  const FunChange *change = names_fun ? rebuild_find_change(rebuild, info.fun) : NULL;
  uint32_t count = gather_args(rebuild, term, change);
  if (map_get(rebuild, &rebuild->cuts, term) && has_too_few(bank, term, count))
    return shrink(rebuild, term, count);
  if (change && change->inlined && change->definition) {
    Term inlined = inline_definition(rebuild, term, change, count);
    if (inlined) return inlined;
  }
  if (rebuild->sorts.count || change)
    return refit_term(rebuild, term, change, rebuild->args.items, count);
  if (same_args(bank, term, &rebuild->args)) return term;
  return bank_term(bank, node.op, node.sort, rebuild->args.items, count);
}

/* --- all nodes --- */

/* What has to be rebuilt before this term can be: 0 if nothing. */
static Term next_needed(Rebuild *rebuild, Term term, uint32_t *next)
{
  Term wish = map_get(rebuild, &rebuild->wishes, term);
  if (wish && wish != term && !map_get(rebuild, &rebuild->open, wish))
    return rebuild_result(rebuild, wish) ? 0 : wish;
  const TermNode node = *bank_node(rebuild->bank, term);
  for (; *next < node.count; ++*next) {
    Term arg = rebuild->bank->args.items[node.first + *next];
    if (!rebuild_result(rebuild, arg) && !map_get(rebuild, &rebuild->open, arg)) return arg;
  }
  return 0;
}

static Term finish(Rebuild *rebuild, Term term)
{
  Term wish = map_get(rebuild, &rebuild->wishes, term);
  Term made = wish && wish != term ? rebuild_result(rebuild, wish) : 0;
  return made ? made : make(rebuild, term);
}

Term rebuild_term(Rebuild *rebuild, Term root)
{
  if (rebuild_result(rebuild, root)) return rebuild_result(rebuild, root);
  rebuild->stack.count = 0;
  VEC_PUSH(&rebuild->stack, (uint64_t)root << 32);
  map_set(rebuild, &rebuild->open, root, 1);
  while (rebuild->stack.count) {
    uint64_t *top = &rebuild->stack.items[rebuild->stack.count - 1];
    Term term = (Term)(*top >> 32);
    uint32_t next = (uint32_t)*top;
    Term needed = next_needed(rebuild, term, &next);
    *top = (uint64_t)term << 32 | next;
    if (needed) {
      map_set(rebuild, &rebuild->open, needed, 1);
      VEC_PUSH(&rebuild->stack, (uint64_t)needed << 32);
      continue;
    }
    Term made = finish(rebuild, term);
    if (rebuild->impossible) return root;
    map_set(rebuild, &rebuild->results, term, made);
    map_set(rebuild, &rebuild->open, term, 0);
    rebuild->stack.count--;
  }
  return rebuild_result(rebuild, root);
}
