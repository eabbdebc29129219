#include "smt/term/signature.h"

#include <assert.h>

void signature_clear(SignatureBinding *binding)
{
  for (int i = 0; i < SORT_SLOTS; i++) binding->sorts[i] = 0;
  for (int i = 0; i < NUMERAL_SLOTS; i++) binding->numerals.value[i] = -1;
}

static bool match_index(const Bank *bank, Numeral pattern, Numeral index, SignatureBinding *binding,
                        uint32_t *later)
{
  if (!numeral_is_expr(pattern)) return pattern == index;
  Expr expr = numeral_symbol(pattern);
  const ExprNode *node = &bank->exprs.nodes.items[expr];
  if (node->kind == EXPR_PARAMETER) {
    int64_t *value = &binding->numerals.value[node->a];
    if (*value < 0) *value = index; /* also numerals too large to compute with */
    return *value == index;
  }
  if (!numeral_is_plain(index)) return false;
  switch (exprs_solve(&bank->exprs, expr, index, &binding->numerals)) {
  case SOLVE_YES: return true;
  case SOLVE_NO: return false;
  default: break;
  }
  if (!later) return false;
  ++*later;
  return true;
}

/* Closed, a parameter, or with nothing but indices: what most patterns are, and their parts. */
static bool is_flat(const SortTable *sorts, Sort pattern)
{
  const SortNode *node = sorts_node(sorts, pattern);
  return !node->open || node->class == SORT_PARAMETER || node->arg_count == 0;
}

/* Everything but the arguments. */
static bool match_head(const Bank *bank, Sort pattern, Sort sort, SignatureBinding *binding,
                       uint32_t *later)
{
  assert(bank_has_sort(bank, pattern) && bank_has_sort(bank, sort));
  const SortTable *sorts = &bank->sorts;
  const SortNode *x = sorts_node(sorts, pattern), *y = sorts_node(sorts, sort);
  if (!x->open) return pattern == sort;
  if (x->class == SORT_PARAMETER) {
    Sort *slot = &binding->sorts[sorts_index(sorts, pattern, 0)];
    if (*slot == 0) *slot = sort;
    return *slot == sort;
  }
  if (x->ctor != y->ctor || x->arg_count != y->arg_count) return false;
  for (uint32_t i = 0; i < x->index_count; i++)
    if (!match_index(bank, sorts_index(sorts, pattern, i), sorts_index(sorts, sort, i), binding,
                     later))
      return false;
  return true;
}

typedef VEC(uint64_t) PairVec; /* pattern in the upper half, sort in the lower */

/* Matches the arguments up to the first one with parts, which goes onto the stack with the rest. */
static bool match_parts(const Bank *bank, Sort pattern, Sort sort, SignatureBinding *binding,
                        uint32_t *later, PairVec *stack)
{
  assert(bank_has_sort(bank, pattern) && bank_has_sort(bank, sort));
  const SortTable *sorts = &bank->sorts;
  uint32_t count = sorts_node(sorts, pattern)->arg_count, i = 0;
  for (; i < count && is_flat(sorts, sorts_arg(sorts, pattern, i)); i++)
    if (!match_head(bank, sorts_arg(sorts, pattern, i), sorts_arg(sorts, sort, i), binding, later))
      return false;
  for (uint32_t k = count; k-- > i;)
    VEC_PUSH(stack, (uint64_t)sorts_arg(sorts, pattern, k) << 32 | sorts_arg(sorts, sort, k));
  return true;
}

/* Patterns come from theory files and datatype declarations and are shallow; scripts can nest their
 * own sorts deeply, so the walk keeps its own stack for those. */
bool signature_match(const Bank *bank, Sort pattern, Sort sort, SignatureBinding *binding,
                     uint32_t *later)
{
  assert(bank_has_sort(bank, pattern) && bank_has_sort(bank, sort));
  if (!match_head(bank, pattern, sort, binding, later)) return false;
  if (is_flat(&bank->sorts, pattern)) return true;
  PairVec stack = {0};
  bool equal = match_parts(bank, pattern, sort, binding, later, &stack);
  while (equal && stack.count) {
    uint64_t pair = stack.items[--stack.count];
    Sort a = (Sort)(pair >> 32), b = (Sort)pair;
    equal = match_head(bank, a, b, binding, later) &&
            (is_flat(&bank->sorts, a) || match_parts(bank, a, b, binding, later, &stack));
  }
  VEC_FREE(&stack);
  return equal;
}

static bool instantiate_index(const Bank *bank, Numeral pattern, const SignatureBinding *binding,
                              Numeral *index)
{
  *index = pattern;
  if (!numeral_is_expr(pattern)) return true;
  Expr expr = numeral_symbol(pattern);
  const ExprNode *node = &bank->exprs.nodes.items[expr];
  int64_t value;
  if (node->kind == EXPR_PARAMETER)
    value = binding->numerals.value[node->a];
  else if (!exprs_value(&bank->exprs, expr, &binding->numerals, &value) || value > NUMERAL_MAX)
    return false;
  *index = (Numeral)value;
  return value >= 0;
}

bool signature_indices_allowed(const Bank *bank, SortCtor sort_ctor, const Numeral *indices)
{
  const SortCtorInfo *ctor = &bank->sorts.ctors.items[sort_ctor];
  if (!ctor->where) return true;
  SignatureBinding own;
  signature_clear(&own);
  for (uint32_t i = 0; i < ctor->index_count; i++) own.numerals.value[i] = indices[i];
  return exprs_holds(&bank->exprs, ctor->where, &own.numerals) != 0;
}

/* Makes one sort whose arguments have been instantiated. */
static Sort instantiate_node(Bank *bank, Sort pattern, const Sort *args,
                             const SignatureBinding *binding)
{
  const SortNode node = *sorts_node(&bank->sorts, pattern);
  Numeral indices[NUMERAL_SLOTS];
  assert(node.index_count <= NUMERAL_SLOTS);
  for (uint32_t i = 0; i < node.index_count; i++)
    if (!instantiate_index(bank, sorts_index(&bank->sorts, pattern, i), binding, &indices[i]))
      return 0;
  if (!signature_indices_allowed(bank, node.ctor, indices)) return 0;
  return sorts_make(&bank->sorts, node.ctor, indices, args, node.arg_count);
}

/* Of a flat pattern. */
static Sort instantiate_flat(Bank *bank, Sort pattern, const SignatureBinding *binding)
{
  assert(bank_has_sort(bank, pattern));
  const SortNode *node = sorts_node(&bank->sorts, pattern);
  if (!node->open) return pattern;
  if (node->class == SORT_PARAMETER) return binding->sorts[sorts_index(&bank->sorts, pattern, 0)];
  return instantiate_node(bank, pattern, NULL, binding);
}

enum { FEW_PARTS = 4 };

/* Does the pattern have a few parts, all of them flat? */
static bool is_simple(const SortTable *sorts, Sort pattern)
{
  uint32_t count = sorts_node(sorts, pattern)->arg_count;
  bool simple = count <= FEW_PARTS;
  for (uint32_t i = 0; i < count && simple; i++)
    simple = is_flat(sorts, sorts_arg(sorts, pattern, i));
  return simple;
}

static Sort instantiate_simple(Bank *bank, Sort pattern, const SignatureBinding *binding)
{
  assert(bank_has_sort(bank, pattern));
  Sort args[FEW_PARTS];
  uint32_t count = sorts_node(&bank->sorts, pattern)->arg_count;
  for (uint32_t i = 0; i < count; i++) {
    args[i] = instantiate_flat(bank, sorts_arg(&bank->sorts, pattern, i), binding);
    if (!args[i]) return 0;
  }
  return instantiate_node(bank, pattern, args, binding);
}

Sort signature_instantiate(Bank *bank, Sort pattern, const SignatureBinding *binding)
{
  assert(bank_has_sort(bank, pattern));
  if (is_flat(&bank->sorts, pattern)) return instantiate_flat(bank, pattern, binding);
  if (is_simple(&bank->sorts, pattern)) return instantiate_simple(bank, pattern, binding);
  VEC(uint64_t) stack = {0}; /* pattern in the upper half, next argument in the lower */
  U32Vec done = {0};
  VEC_PUSH(&stack, (uint64_t)pattern << 32);
  bool good = true;
  while (good && stack.count) {
    uint64_t *top = &stack.items[stack.count - 1];
    Sort sort = (Sort)(*top >> 32);
    uint32_t next = (uint32_t)*top;
    const SortNode *node = sorts_node(&bank->sorts, sort);
    if (!node->open || node->class == SORT_PARAMETER) {
      Sort value = node->open ? binding->sorts[sorts_index(&bank->sorts, sort, 0)] : sort;
      good = value != 0;
      VEC_PUSH(&done, value);
      stack.count--;
    } else if (next < node->arg_count) {
      ++*top;
      VEC_PUSH(&stack, (uint64_t)sorts_arg(&bank->sorts, sort, next) << 32);
    } else {
      uint32_t count = node->arg_count;
      const Sort *args = count ? done.items + done.count - count : NULL;
      Sort made = instantiate_node(bank, sort, args, binding);
      done.count -= count;
      good = made != 0;
      VEC_PUSH(&done, made);
      stack.count--;
    }
  }
  Sort result = good ? done.items[0] : 0;
  VEC_FREE(&stack);
  VEC_FREE(&done);
  return result;
}

bool signature_fits_arity(const Bank *bank, Fun fun, uint32_t index_count, uint32_t arg_count)
{
  assert(bank_has_fun(bank, fun));
  const FunInfo *info = funs_info(&bank->funs, fun);
  if (info->rule) return (info->index_count == 0) == (index_count == 0);
  if (info->index_count != index_count) return false;
  if (info->assoc == ASSOC_NONE) return info->arity == arg_count;
  return arg_count >= (info->least ? info->least : info->arity);
}

/* Matches one argument, as Real where an Int may stand for one. */
static bool match_argument(Bank *bank, Sort pattern, Sort sort, SignatureBinding *binding,
                           uint32_t *later, bool *coerced)
{
  assert(bank_has_sort(bank, pattern) && bank_has_sort(bank, sort));
  if (coerced && sort == bank->int_sort) {
    Sort wanted = pattern;
    if (sorts_class(&bank->sorts, pattern) == SORT_PARAMETER)
      wanted = binding->sorts[sorts_index(&bank->sorts, pattern, 0)];
    if (wanted && wanted == bank->real_sort) {
      *coerced = true;
      return true;
    }
  }
  return signature_match(bank, pattern, sort, binding, later);
}

/* Binds what indices and `as` say. */
static bool bind_outer(const Bank *bank, Fun fun, const Application *app, SignatureBinding *binding)
{
  assert(bank_has_fun(bank, fun));
  const FunInfo *info = funs_info(&bank->funs, fun);
  for (uint32_t i = 0; i < info->index_count; i++) binding->numerals.value[i] = app->indices[i];
  uint32_t later = 0;
  return !app->as || signature_match(bank, funs_result(&bank->funs, fun), app->as, binding, &later);
}

/* Matches all arguments, each with the pattern at its place in the rank or, if they are alike, with
 * the first. An Int at a bare parameter comes last, since other arguments may make that Real. */
static bool match_arguments(Bank *bank, const Sort *rank, const Sort *args, uint32_t count,
                            bool alike, SignatureBinding *binding, bool *coerced)
{
  uint32_t later = 0;
  for (int turn = 0; turn <= (coerced != NULL); turn++)
    for (uint32_t i = 0; i < count; i++) {
      Sort pattern = rank[alike ? 0 : i];
      bool last = coerced && args[i] == bank->int_sort &&
                  sorts_class(&bank->sorts, pattern) == SORT_PARAMETER;
      if (last != turn) continue;
      if (!match_argument(bank, pattern, args[i], binding, &later, coerced ? &coerced[i] : NULL))
        return false;
    }
  for (uint32_t i = 0; later && i < count; i++) {
    bool *flag = coerced ? &coerced[i] : NULL;
    if (!match_argument(bank, rank[alike ? 0 : i], args[i], binding, NULL, flag)) return false;
  }
  return true;
}

/* One application of the rank as declared, or of one where every argument is like the first. */
static Sort apply_once(Bank *bank, Fun fun, const Application *app, bool alike, bool *coerced)
{
  SignatureBinding binding;
  signature_clear(&binding);
  if (!bind_outer(bank, fun, app, &binding)) return 0;
  const Sort *rank = funs_rank(&bank->funs, fun);
  if (!match_arguments(bank, rank, app->args, app->arg_count, alike, &binding, coerced)) return 0;
  Expr where = funs_info(&bank->funs, fun)->where;
  if (where && exprs_holds(&bank->exprs, where, &binding.numerals) != 1) return 0;
  Sort result = signature_instantiate(bank, funs_result(&bank->funs, fun), &binding);
  return app->as && result != app->as ? 0 : result;
}

/* Left- and right-associative functions of two arguments: folded, since each step may have another
 * sort (concat). */
static Sort apply_folded(Bank *bank, Fun fun, const Application *app, bool *coerced)
{
  bool left = funs_info(&bank->funs, fun)->assoc == ASSOC_LEFT;
  uint32_t n = app->arg_count;
  Application step = *app;
  Sort sort = left ? app->args[0] : app->args[n - 1];
  for (uint32_t i = 1; i < n; i++) {
    uint32_t other = left ? i : n - 1 - i;
    Sort args[2] = {left ? sort : app->args[other], left ? app->args[other] : sort};
    bool both[2] = {false, false};
    step.as = i == n - 1 ? app->as : 0;
    step.args = args;
    step.arg_count = 2;
    sort = apply_once(bank, fun, &step, false, coerced ? both : NULL);
    if (!sort) return 0;
    if (!coerced) continue;
    coerced[other] |= both[left];
    if (i == 1)
      coerced[left ? 0 : n - 1] |= both[!left];
    else if (both[!left])
      return 0; /* an inner result would need the coercion */
  }
  return sort;
}

Sort signature_apply(Bank *bank, Fun fun, const Application *app, bool *coerced)
{
  assert(bank_has_fun(bank, fun));
  const FunInfo *info = funs_info(&bank->funs, fun);
  for (uint32_t i = 0; coerced && i < app->arg_count; i++) coerced[i] = false;
  if (!signature_fits_arity(bank, fun, app->index_count, app->arg_count)) return 0;
  if (info->rule) return signature_apply_rule(bank, (SignatureRule)info->rule, app);
  bool more = app->arg_count > info->arity;
  bool fewer = app->arg_count < info->arity;
  if (more && (info->assoc == ASSOC_LEFT || info->assoc == ASSOC_RIGHT))
    return info->arity == 2 ? apply_folded(bank, fun, app, coerced) : 0;
  return apply_once(bank, fun, app, more || fewer, coerced);
}

/* Slots of sort parameters that a pattern mentions, as bits. */
static uint32_t parameters_of(const Bank *bank, Sort pattern)
{
  uint32_t bits = 0;
  U32Vec stack = {0};
  VEC_PUSH(&stack, pattern);
  while (stack.count) {
    Sort sort = stack.items[--stack.count];
    const SortNode *node = sorts_node(&bank->sorts, sort);
    if (!node->open) continue;
    if (node->class == SORT_PARAMETER) bits |= 1u << sorts_index(&bank->sorts, sort, 0);
    for (uint32_t i = 0; i < node->arg_count; i++)
      VEC_PUSH(&stack, sorts_arg(&bank->sorts, sort, i));
  }
  VEC_FREE(&stack);
  return bits;
}

bool signature_needs_as(const Bank *bank, const Sort *rank, uint32_t arity)
{
  uint32_t bound = 0;
  for (uint32_t i = 0; i < arity; i++) bound |= parameters_of(bank, rank[i]);
  return (parameters_of(bank, rank[arity]) & ~bound) != 0;
}
