#include "smt/known/rewrite.h"

#include <assert.h>
#include <string.h>

#include "smt/gen/pattern.h"
#include "smt/term/build.h"
#include "smt/term/changes.h"
#include "smt/term/traverse.h"

static bool is_allowed(const void *context, const Bank *bank, Term application)
{
  const ConstructTable *constructs = context;
  return !constructs || constructs_of_term(constructs, bank, application) != CONSTRUCT_NONE;
}

/* The application of a theory function, if it may be used. */
static Term apply(const Rewriter *rewriter, const char *name, const Term *args, uint32_t count)
{
  Term term = build(rewriter->bank, name, 0, args, count);
  return term && is_allowed(rewriter->constructs, rewriter->bank, term) ? term : 0;
}

static const FunInfo *theory_function(const Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  Fun fun = bank_fun(bank, term);
  const FunInfo *info = fun ? funs_info(&bank->funs, fun) : NULL;
  return info && info->theory ? info : NULL;
}

static void copy_args(const Bank *bank, Term term, U32Vec *args)
{
  for (uint32_t i = 0; i < bank_node(bank, term)->count; i++)
    VEC_PUSH(args, bank_args(bank, term)[i]);
}

/* --- rules for all functions -------------------------------------------------------------- */

/* Functions whose value does not depend on the order of any number of arguments. */
static const char *const commutative[] = {"and",  "or",    "xor",    "=",     "distinct",
                                          "+",    "*",     "bvadd",  "bvmul", "bvand",
                                          "bvor", "bvxor", "ff.add", "ff.mul"};
/* The same for two arguments. */
static const char *const commutative_pairs[] = {"bvnand", "bvnor", "bvxnor", "bvcomp"};

static bool is_listed(const Bank *bank, Symbol name, const char *const *list, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (symbols_equal(&bank->symbols, name, list[i])) return true;
  return false;
}

static Term commute(const Rewriter *rewriter, Term term)
{
  Bank *bank = rewriter->bank;
  const FunInfo *info = theory_function(bank, term);
  const TermNode node = *bank_node(bank, term);
  if (!info || node.count < 2) return 0;
  bool any = is_listed(bank, info->name, commutative, sizeof commutative / sizeof *commutative);
  bool pair = node.count == 2 && is_listed(bank, info->name, commutative_pairs,
                                           sizeof commutative_pairs / sizeof *commutative_pairs);
  if (!any && !pair) return 0;
  U32Vec args = {0};
  copy_args(bank, term, &args);
  uint32_t turn = 1 + choose(rewriter->choice, node.count - 1);
  U32Vec turned = {0};
  for (uint32_t i = 0; i < node.count; i++) VEC_PUSH(&turned, args.items[(i + turn) % node.count]);
  Term result = bank_term(bank, node.op, node.sort, turned.items, node.count);
  VEC_FREE(&args);
  VEC_FREE(&turned);
  return result;
}

/* (f a b) and the like, from two terms. */
static Term pair(Bank *bank, const TermNode *node, Term a, Term b)
{
  Term args[2] = {a, b};
  return bank_term(bank, node->op, node->sort, args, 2);
}

/* The conjunction of (f a b) for neighbours, or for all pairs. */
static Term split_relation(const Rewriter *rewriter, const TermNode *node, const U32Vec *args,
                           bool all_pairs)
{
  enum { PAIRS_MAX = 64 };
  Bank *bank = rewriter->bank;
  Term pairs[PAIRS_MAX];
  uint32_t count = 0;
  for (uint32_t i = 0; i < node->count; i++)
    for (uint32_t k = i + 1; k < (all_pairs ? node->count : i + 2) && k < node->count; k++) {
      if (count == PAIRS_MAX) return 0;
      pairs[count++] = pair(bank, node, args->items[i], args->items[k]);
    }
  return apply(rewriter, "and", pairs, count);
}

/* What an attribute of the function means for more than two arguments (SMT-LIB, 3.9). */
static Term split(const Rewriter *rewriter, Term term)
{
  Bank *bank = rewriter->bank;
  const FunInfo *info = theory_function(bank, term);
  const TermNode node = *bank_node(bank, term);
  if (!info || node.count < 3) return 0;
  Assoc assoc = (Assoc)info->assoc;
  if (bank_operator(bank, node.op)->index_count || assoc == ASSOC_NONE) return 0;
  U32Vec args = {0};
  copy_args(bank, term, &args);
  Term result = 0;
  switch (assoc) {
  case ASSOC_LEFT:
    result = args.items[0];
    for (uint32_t i = 1; i < node.count; i++) result = pair(bank, &node, result, args.items[i]);
    break;
  case ASSOC_RIGHT:
    result = args.items[node.count - 1];
    for (uint32_t i = node.count - 1; i-- > 0;) result = pair(bank, &node, args.items[i], result);
    break;
  case ASSOC_CHAIN: result = split_relation(rewriter, &node, &args, false); break;
  case ASSOC_PAIRWISE: result = split_relation(rewriter, &node, &args, true); break;
  case ASSOC_NONE: break;
  }
  VEC_FREE(&args);
  return result;
}

static bool is_conditional(const Bank *bank, Term term)
{
  const FunInfo *info = theory_function(bank, term);
  return info && symbols_equal(&bank->symbols, info->name, "ite");
}

static Term lift_conditional(const Rewriter *rewriter, Term term)
{
  Bank *bank = rewriter->bank;
  const TermNode node = *bank_node(bank, term);
  uint32_t at = 0;
  if (!bank_fun(bank, term)) return 0;
  while (at < node.count && !is_conditional(bank, bank_args(bank, term)[at])) at++;
  if (at == node.count) return 0;
  Term conditional = bank_args(bank, term)[at];
  Term parts[3];
  for (uint32_t i = 0; i < 3; i++) parts[i] = bank_args(bank, conditional)[i];
  U32Vec args = {0};
  copy_args(bank, term, &args);
  for (uint32_t i = 1; i < 3; i++) {
    args.items[at] = parts[i];
    parts[i] = bank_term(bank, node.op, node.sort, args.items, node.count);
  }
  VEC_FREE(&args);
  return apply(rewriter, "ite", parts, 3);
}

static Term turn_quantifier(const Rewriter *rewriter, Term term)
{
  Bank *bank = rewriter->bank;
  const TermNode node = *bank_node(bank, term);
  if (node.op != OP_FORALL && node.op != OP_EXISTS) return 0;
  Op other = node.op == OP_FORALL ? OP_EXISTS : OP_FORALL;
  U32Vec args = {0};
  copy_args(bank, term, &args);
  Term body = apply(rewriter, "not", &args.items[node.count - 1], 1);
  Term turned = body ? bank_binder(bank, other, node.sort, args.items, node.count - 1, &body) : 0;
  VEC_FREE(&args);
  bool allowed = turned && is_allowed(rewriter->constructs, bank, turned);
  return allowed ? apply(rewriter, "not", &turned, 1) : 0;
}

static Term (*const shapes[REWRITE_SHAPES])(const Rewriter *, Term) = {
    commute, split, lift_conditional, turn_quantifier};

/* --- one step ----------------------------------------------------------------------------- */

static bool letter_is_bool(const Bank *bank, const Bindings *bindings, char letter)
{
  Term term = bindings->of[letter - 'a'];
  return !term || bank_sort(bank, term) == bank->bool_sort;
}

static bool rule_matches(const Bank *bank, const RewriteRule *rule, Term term, Bindings *bindings)
{
  assert(bank_has_term(bank, term));
  *bindings = (Bindings){0};
  if (!pattern_match(bank, rule->from, term, bindings)) return false;
  if (!letter_is_bool(bank, bindings, 'p') || !letter_is_bool(bank, bindings, 'q')) return false;
  Term x = bindings->of['x' - 'a'];
  return rule->class == SORT_OTHER || !x ||
         sorts_class(&bank->sorts, bank_sort(bank, x)) == rule->class;
}

static Term apply_rule(const Rewriter *rewriter, uint32_t rule, Term term)
{
  Bindings bindings;
  if (rule >= rewriter_rule_count) return shapes[rule - rewriter_rule_count](rewriter, term);
  if (!rule_matches(rewriter->bank, &rewriter_rules[rule], term, &bindings)) return 0;
  return pattern_build(rewriter->bank, rewriter_rules[rule].to, &bindings, is_allowed,
                       rewriter->constructs);
}

/* The rules that may fit: a cheap test that leaves out most. */
static void find_rules(const Bank *bank, Term term, U32Vec *found)
{
  assert(bank_has_term(bank, term));
  Bindings bindings;
  for (uint32_t i = 0; i < rewriter_rule_count; i++)
    if (rule_matches(bank, &rewriter_rules[i], term, &bindings)) VEC_PUSH(found, i);
  for (uint32_t i = 0; i < REWRITE_SHAPES; i++) VEC_PUSH(found, (uint32_t)rewriter_rule_count + i);
}

static Term rewrite_root(const Rewriter *rewriter, Term term)
{
  enum { TRIALS = 4 };
  U32Vec found = {0};
  find_rules(rewriter->bank, term, &found);
  Term result = 0;
  for (int trial = 0; trial < TRIALS && !result; trial++) {
    uint32_t rule = found.items[choose(rewriter->choice, (uint32_t)found.count)];
    result = apply_rule(rewriter, rule, term);
    if (result && bank_sort(rewriter->bank, result) != bank_sort(rewriter->bank, term)) result = 0;
    if (result && rewriter->fired) rewriter->fired[rule]++;
  }
  VEC_FREE(&found);
  return result ? result : term;
}

/* --- whole terms -------------------------------------------------------------------------- */

static bool is_symbol_of_script(const Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  Fun fun = bank_fun(bank, term);
  return bank_node(bank, term)->op == OP_VARIABLE ||
         (fun && funs_info(&bank->funs, fun)->origin == FUN_DECLARED);
}

/* Not made of constants or variables of the script. */
static bool is_ground(const Bank *bank, const TermMarks *ground, Term term)
{
  assert(bank_has_term(bank, term));
  if (is_symbol_of_script(bank, term)) return false;
  for (uint32_t i = 0; i < bank_node(bank, term)->count; i++)
    if (!marks_has(ground, bank_args(bank, term)[i])) return false;
  return true;
}

static bool can_change(const Rewriter *rewriter, Term term)
{
  const Bank *bank = rewriter->bank;
  const TermNode *node = bank_node(bank, term);
  TermShape kind = (TermShape)bank_operator(bank, node->op)->kind;
  SortClass class = sorts_class(&bank->sorts, node->sort);
  if (node->op == OP_VARIABLE || kind == OPERATOR_ANNOTATION || kind == OPERATOR_CASE) return false;
  return !(rewriter->keep_numbers && (class == SORT_INT || class == SORT_REAL));
}

Term rewriter_apply(const Rewriter *rewriter, Term term, uint32_t percent)
{
  assert(term && percent <= 100);
  Bank *bank = rewriter->bank;
  Changes changes = {0};
  TermMarks ground = {0};
  Walk walk = {0};
  marks_clear(&ground, bank->terms.count);
  walk_start(&walk, bank);
  walk_add_root(&walk, term);
  for (Term next; (next = walk_next(&walk));) {
    if (is_ground(bank, &ground, next)) {
      marks_add(&ground, next);
      continue;
    }
    Term changed = changes_apply(&changes, bank, next);
    if (can_change(rewriter, next) && choose_percent(rewriter->choice, percent))
      changed = rewrite_root(rewriter, changed);
    if (changed != next) changes_add(&changes, next, changed);
  }
  Term result = changes_find(&changes, term);
  walk_deinit(&walk);
  marks_deinit(&ground);
  changes_deinit(&changes);
  return result;
}
