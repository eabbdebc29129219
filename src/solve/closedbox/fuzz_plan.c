/* What the fuzz engine runs: constraints, ranges, a dictionary. */
#include <string.h>

#include "smt/term/traverse.h"
#include "smt/value/literal.h"
#include "solve/closedbox/fuzz.h"

static bool literal_word(Bank *bank, Term term, uint64_t *word)
{
  return layout_of_sort(bank, bank_sort(bank, term)).words == 1 &&
         call_literal_words(bank, term, word);
}

/* Literals with their neighbours; sorts that are only approximated forbid proofs by sweeps. */
static void look_at_terms(Fuzz *fuzz)
{
  Bank *bank = fuzz->engine->problem->bank;
  U32Vec literals = {0};
  Walk walk = {0};
  walk_start(&walk, bank);
  for (size_t i = 0; i < fuzz->task.plan.constraints.count; i++)
    walk_add_root(&walk, fuzz->task.plan.constraints.items[i]);
  fuzz->exact = true;
  for (Term t; (t = walk_next(&walk));) {
    LayoutKind kind = layout_of_sort(bank, bank_sort(bank, t)).kind;
    fuzz->exact &= kind == LAYOUT_BOOL || kind == LAYOUT_BITS || kind == LAYOUT_INT;
    if (value_is_literal(bank, t)) VEC_PUSH(&literals, t);
  }
  walk_deinit(&walk);
  for (size_t i = 0; i < literals.count && i < 200; i++) {
    uint64_t word;
    if (!literal_word(bank, literals.items[i], &word)) continue;
    for (int d = -1; d <= 1; d++) VEC_PUSH(&fuzz->task.dictionary, word + (uint64_t)(int64_t)d);
  }
  VEC_FREE(&literals);
}

/* Narrows the range of a variable by a constraint of the form x < c; `flipped`: c < x. */
static void narrow(SearchRange *range, const char *name, bool flipped, bool is_int, uint64_t word)
{
  bool less = strcmp(name, "bvult") == 0 || strcmp(name, "<") == 0;
  bool at_most = strcmp(name, "bvule") == 0 || strcmp(name, "<=") == 0;
  bool greater = strcmp(name, "bvugt") == 0 || strcmp(name, ">") == 0;
  if (flipped) {
    bool old_less = less, old_most = at_most;
    less = greater;
    at_most = !old_less && !old_most && !greater;
    greater = old_less;
    if (old_most) at_most = less = greater = false;
    if (old_most) goto least;
  }
  uint64_t flip = is_int ? UINT64_C(1) << 63 : 0;
  if (less || at_most) {
    if (less && (word ^ flip) == 0) return;
    uint64_t high = less ? word - 1 : word;
    if ((high ^ flip) < (range->high ^ flip)) range->high = high;
    return;
  }
  if (greater) {
    if ((word ^ flip) == UINT64_MAX) return;
    word++;
  }
least:;
  uint64_t order = is_int ? UINT64_C(1) << 63 : 0;
  if ((word ^ order) > (range->low ^ order)) range->low = word;
}

static void narrow_by(Fuzz *fuzz, Term constraint)
{
  static const char *const names[] = {"bvult", "bvule", "bvugt", "bvuge", "<", "<=", ">", ">="};
  Bank *bank = fuzz->engine->problem->bank;
  if (bank_node(bank, constraint)->count != 2) return;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (!box_problem_applies(bank, constraint, names[i])) continue;
    for (int side = 0; side < 2; side++) {
      Term variable = bank_args(bank, constraint)[side], limit = bank_args(bank, constraint)[!side];
      uint64_t word;
      for (size_t k = 0; k < fuzz->task.plan.variables.count; k++) {
        const EmitVariable *one = &fuzz->task.plan.variables.items[k];
        bool fits = one->layout.kind == LAYOUT_BITS || one->layout.kind == LAYOUT_INT;
        if (fits && bank_fun(bank, variable) == one->fun && literal_word(bank, limit, &word))
          narrow(&fuzz->task.ranges.items[k], names[i], side == 1, one->layout.kind == LAYOUT_INT,
                 word);
      }
    }
  }
}

static void find_ranges(Fuzz *fuzz)
{
  for (size_t i = 0; i < fuzz->task.plan.variables.count; i++) {
    Layout layout = fuzz->task.plan.variables.items[i].layout;
    SearchRange range = {0, layout_mask(layout.width), true};
    if (layout.kind == LAYOUT_INT)
      range = (SearchRange){(uint64_t)INT64_MIN, (uint64_t)INT64_MAX, true};
    if (layout.kind == LAYOUT_BOOL) range.high = 1;
    if (layout.words != 1) range = (SearchRange){0, UINT64_MAX, false};
    VEC_PUSH(&fuzz->task.ranges, range);
  }
  for (size_t i = 0; i < fuzz->task.plan.constraints.count; i++)
    narrow_by(fuzz, fuzz->task.plan.constraints.items[i]);
  for (size_t i = 0; i < fuzz->task.ranges.count; i++) {
    SearchRange *range = &fuzz->task.ranges.items[i];
    bool is_int = fuzz->task.plan.variables.items[i].layout.kind == LAYOUT_INT;
    uint64_t flip = is_int ? UINT64_C(1) << 63 : 0;
    bool open = is_int && (range->low == flip || range->high == flip - 1);
    if ((range->low ^ flip) > (range->high ^ flip)) { /* empty: others see to that */
      range->low = 0, range->high = layout_mask(fuzz->task.plan.variables.items[i].layout.width);
      open = true;
    }
    if (open) range->bounded = false;
  }
}

void fuzz_init(Fuzz *fuzz, Engine *engine, const uint8_t *chosen)
{
  BoxProblem *problem = engine->problem;
  *fuzz = (Fuzz){.engine = engine, .complete = true};
  search_task_init(&fuzz->task);
  for (size_t i = 0; i < problem->constraints.count; i++) {
    bool runs = (!chosen || chosen[i]) && emit_is_runnable(problem, problem->constraints.items[i]);
    if (runs)
      VEC_PUSH(&fuzz->task.plan.constraints, problem->constraints.items[i]);
    else
      fuzz->complete = false;
  }
  eliminate_constants(problem, &fuzz->task.plan.constraints, &fuzz->eliminations);
  for (size_t i = 0; i < fuzz->eliminations.count; i++)
    VEC_PUSH(&fuzz->task.plan.values, fuzz->eliminations.items[i].term);
  emit_plan_variables(&fuzz->task.plan, problem);
  look_at_terms(fuzz);
  find_ranges(fuzz);
  emit_source(&fuzz->task.source, &fuzz->task.plan, problem);
}

void fuzz_deinit(Fuzz *fuzz)
{
  optimised_deinit(&fuzz->optimised);
  search_task_deinit(&fuzz->task);
  VEC_FREE(&fuzz->eliminations);
}
