/* Moves on terms: what takes the place of a term. */
#include "language/smt/reduce/move.h"

#include "language/smt/reduce/outline.h"
#include "language/smt/reduce/plain.h"
#include "smt/term/build.h"
#include <assert.h>
#include <string.h>

/* Of a term at most so many that are below it are offered. */
enum { HOIST_MAX = 12 };

static bool is_literal(const Bank *bank, Term term)
{
  Op op = bank_node(bank, term)->op;
  return op >= OP_INTEGER && op <= OP_FIELD;
}

static bool is_constant(const Bank *bank, Term term)
{
  Fun fun = bank_fun(bank, term);
  return fun && bank_node(bank, term)->count == 0;
}

/* Values are not replaced by values: that is for move_literals. */
static bool is_replaceable(const Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  if (bank_node(bank, term)->op == OP_VARIABLE || is_literal(bank, term)) return false;
  Fun fun = bank_fun(bank, term);
  return !fun || bank_node(bank, term)->count ||
         funs_info(&bank->funs, fun)->origin == FUN_DECLARED ||
         funs_info(&bank->funs, fun)->origin == FUN_DEFINED;
}

static Term likely_value(Work *work, const Outline *outline, const OutlineNode *node)
{
  Bank *bank = work->bank;
  if (node->parent) {
    Term neutral = plain_neutral(bank, node->parent, node->argument);
    if (neutral) return neutral;
  }
  Sort sort = bank_sort(bank, node->term);
  Term value = plain_value(bank, sort);
  return value ? value : outline_constant(outline, sort);
}

static void add_value(Work *work, const Outline *outline, const OutlineNode *node, Edits *edits)
{
  if (!is_replaceable(work->bank, node->term)) return;
  Term value = likely_value(work, outline, node);
  if (value && value != node->term) MOVE_PUSH(edits, EDIT_TERM, node->term, value);
}

bool move_level(Work *work, uint32_t level, Edits *edits)
{
  Outline outline;
  outline_init(&outline, work->bank, &work->script);
  bool deep = false;
  for (size_t i = 0; i < outline.nodes.count; i++) {
    if (outline.nodes.items[i].level != level) continue;
    deep = true;
    add_value(work, &outline, &outline.nodes.items[i], edits);
  }
  outline_deinit(&outline);
  return deep;
}

void move_values(Work *work, Edits *edits)
{
  Outline outline;
  outline_init(&outline, work->bank, &work->script);
  for (size_t i = 0; i < outline.nodes.count; i++)
    add_value(work, &outline, &outline.nodes.items[i], edits);
  outline_deinit(&outline);
}

/* The other truth value; for other sorts a constant of the script. */
void move_other_values(Work *work, Edits *edits)
{
  Outline outline;
  Bank *bank = work->bank;
  outline_init(&outline, bank, &work->script);
  for (size_t i = 0; i < outline.nodes.count; i++) {
    const OutlineNode *node = &outline.nodes.items[i];
    if (!is_replaceable(bank, node->term)) continue;
    Sort sort = bank_sort(bank, node->term);
    Term likely = likely_value(work, &outline, node), other;
    if (sort == bank->bool_sort) {
      other = plain_bool(bank, likely != plain_bool(bank, true));
      if (other != node->term) MOVE_PUSH(edits, EDIT_TERM, node->term, other);
    }
    other = outline_constant(&outline, sort);
    if (other && other != likely && other != node->term && !is_constant(bank, node->term))
      MOVE_PUSH(edits, EDIT_TERM, node->term, other);
  }
  outline_deinit(&outline);
}

/* --- terms below --- */

/* The only argument of a term that is of its sort: of a negation, or a store; 0 if it has another one. */
static Term only_heir(const Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  Term heir = 0;
  for (uint32_t i = 0; i < bank_node(bank, term)->count; i++) {
    Term arg = bank_args(bank, term)[i];
    if (bank_sort(bank, arg) != bank_sort(bank, term)) continue;
    if (heir || bank_bound_count(bank, term)) return 0;
    heir = arg;
  }
  return heir;
}

/* What can take the place of a term: the nearest ones below it of its sort, and in chains (of negations,
 * of stores) the one after the next. Variables that are bound on the way must not occur in them. */
static void add_below(const Bank *bank, Term term, TermMarks *marks, Edits *edits)
{
  assert(bank_has_term(bank, term));
  Sort sort = bank_sort(bank, term);
  uint32_t found = 0, looked = 0;
  U32Vec queue = {0};
  marks_clear(marks, bank->terms.count);
  VEC_PUSH(&queue, term);
  for (size_t at = 0; at < queue.count && found < HOIST_MAX && looked < 1000; at++, looked++) {
    Term top = queue.items[at];
    uint32_t bound = bank_bound_count(bank, top);
    for (uint32_t i = bound; i < bank_node(bank, top)->count && found < HOIST_MAX; i++) {
      Term arg = bank_args(bank, top)[i];
      if (!marks_add(marks, arg)) continue;
      bool is_case = bank_operator(bank, bank_node(bank, arg)->op)->kind == OPERATOR_CASE;
      bool escapes = bound && bank_open(bank, arg);
      if (bank_sort(bank, arg) == sort && !is_case && !escapes) {
        MOVE_PUSH(edits, EDIT_TERM, term, arg);
        Term heir = only_heir(bank, arg);
        if (heir) MOVE_PUSH(edits, EDIT_TERM, term, heir);
        found++;
      } else if (!escapes) {
        VEC_PUSH(&queue, arg);
      }
    }
  }
  VEC_FREE(&queue);
}

/* Truth values that are encoded in other sorts: (= #b1 (bvand (ite p #b1 #b0) (ite q #b1 #b0))) becomes
 * (and p q). `first` is the place of the edits of the term, which name what is below it. */
static void add_conjunction(Bank *bank, Term term, size_t first, Edits *edits)
{
  assert(bank_has_term(bank, term));
  if (bank_sort(bank, term) != bank->bool_sort || edits->count < first + 2) return;
  const Term *args = bank_args(bank, term);
  for (uint32_t i = 0; i < bank_node(bank, term)->count; i++)
    if (bank_sort(bank, args[i]) == bank->bool_sort) return;
  U32Vec parts = {0};
  for (size_t i = first; i < edits->count; i++) VEC_PUSH(&parts, edits->items[i].b);
  Term both = build(bank, "and", 0, parts.items, (uint32_t)parts.count);
  VEC_FREE(&parts);
  if (both) MOVE_PUSH(edits, EDIT_TERM, term, both);
}

void move_hoist(Work *work, Edits *edits)
{
  Outline outline;
  TermMarks marks = {0};
  outline_init(&outline, work->bank, &work->script);
  for (size_t i = 0; i < outline.nodes.count; i++) {
    Term term = outline.nodes.items[i].term;
    if (bank_node(work->bank, term)->count == 0) continue;
    size_t first = edits->count;
    add_below(work->bank, term, &marks, edits);
    add_conjunction(work->bank, term, first, edits);
  }
  marks_deinit(&marks);
  outline_deinit(&outline);
}

/* --- arguments --- */

/* With two arguments nothing is left but one of them, which is move_hoist, or a value. The sort of a
 * concatenation of bit-vectors is another one with fewer arguments. */
void move_arguments(Work *work, Edits *edits)
{
  Outline outline;
  const Bank *bank = work->bank;
  outline_init(&outline, bank, &work->script);
  for (size_t i = 0; i < outline.nodes.count; i++) {
    Term term = outline.nodes.items[i].term;
    Fun fun = bank_fun(bank, term);
    uint32_t count = bank_node(bank, term)->count;
    if (!fun || count < 3 || funs_info(&bank->funs, fun)->assoc == ASSOC_NONE) continue;
    Sort sort = bank_sort(bank, term);
    if (sort != bank->bool_sort && sort != bank_sort(bank, bank_args(bank, term)[0])) continue;
    for (uint32_t a = 0; a < count; a++) MOVE_PUSH(edits, EDIT_DROP_ARGUMENT, term, a);
  }
  outline_deinit(&outline);
}

/* A term that occurs in several places: a value in one of them. Variables, which are not replaced
 * elsewhere, always. */
void move_occurrences(Work *work, Edits *edits)
{
  Outline outline;
  Bank *bank = work->bank;
  outline_init(&outline, bank, &work->script);
  U32Vec uses = {0};
  for (size_t i = 0; i < bank->terms.count; i++) VEC_PUSH(&uses, 0);
  for (size_t i = 0; i < outline.nodes.count; i++) {
    Term term = outline.nodes.items[i].term;
    for (uint32_t a = 0; a < bank_node(bank, term)->count; a++)
      uses.items[bank_args(bank, term)[a]]++;
  }
  U32Vec args = {0};
  for (size_t i = 0; i < outline.nodes.count; i++) {
    Term term = outline.nodes.items[i].term;
    const TermNode node = *bank_node(bank, term);
    if (bank_operator(bank, node.op)->kind != OPERATOR_APPLY) continue;
    for (uint32_t a = 0; a < node.count; a++) {
      Term arg = bank_args(bank, term)[a];
      bool variable = bank_node(bank, arg)->op == OP_VARIABLE;
      if (is_literal(bank, arg) ||
          !(variable || (uses.items[arg] > 1 && is_replaceable(bank, arg))))
        continue;
      Term value = plain_value(bank, bank_sort(bank, arg));
      if (!value) value = outline_constant(&outline, bank_sort(bank, arg));
      if (!value || value == arg) continue;
      args.count = 0;
      VEC_APPEND(&args, bank_args(bank, term), node.count);
      args.items[a] = value;
      Term made = bank_term(bank, node.op, node.sort, args.items, node.count);
      MOVE_PUSH(edits, EDIT_TERM, term, made);
    }
  }
  VEC_FREE(&args);
  VEC_FREE(&uses);
  outline_deinit(&outline);
}

/* Do both have the same parameters and result? */
static bool have_one_rank(const Bank *bank, Fun one, Fun other)
{
  uint32_t arity = funs_info(&bank->funs, one)->arity;
  return arity == funs_info(&bank->funs, other)->arity &&
         memcmp(funs_rank(&bank->funs, one), funs_rank(&bank->funs, other),
                (arity + 1) * sizeof(Sort)) == 0;
}

/* Applications of a declared function become such of an earlier one. */
static void merge_function(Work *work, const Outline *outline, Fun from, Fun to, Edits *edits)
{
  assert(have_one_rank(work->bank, from, to));
  Bank *bank = work->bank;
  U32Vec args = {0};
  for (size_t i = 0; i < outline->nodes.count; i++) {
    Term term = outline->nodes.items[i].term;
    if (bank_fun(bank, term) != from) continue;
    args.count = 0;
    VEC_APPEND(&args, bank_args(bank, term), bank_node(bank, term)->count);
    Term made = bank_term(bank, funs_info(&bank->funs, to)->op, bank_sort(bank, term), args.items,
                          (uint32_t)args.count);
    MOVE_PUSH(edits, EDIT_TERM, term, made);
  }
  VEC_FREE(&args);
}

static void merge_functions(Work *work, const Outline *outline, Edits *edits)
{
  U32Vec funs = {0};
  const Script *script = &work->script;
  for (size_t i = 0; i < script->commands.count; i++) {
    const Command *command = &script->commands.items[i];
    if (command->kind != CMD_DECLARE_FUN) continue;
    if (funs_info(&work->bank->funs, command->a)->arity) VEC_PUSH(&funs, command->a);
  }
  for (size_t i = 1; i < funs.count; i++)
    for (size_t k = 0; k < i; k++)
      if (have_one_rank(work->bank, funs.items[i], funs.items[k])) {
        merge_function(work, outline, funs.items[i], funs.items[k], edits);
        break;
      }
  VEC_FREE(&funs);
}

void move_merge(Work *work, Edits *edits)
{
  Outline outline;
  outline_init(&outline, work->bank, &work->script);
  merge_functions(work, &outline, edits);
  for (size_t i = 0; i < outline.constants.count; i++) {
    Term term = outline.constants.items[i];
    Term first = outline_constant(&outline, bank_sort(work->bank, term));
    if (first != term) MOVE_PUSH(edits, EDIT_TERM, term, first);
  }
  outline_deinit(&outline);
}
