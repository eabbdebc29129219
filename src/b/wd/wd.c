/* tau and eta. They call themselves to the depth of the term, which is bounded. */
#include "b/wd/wd.h"

#include <assert.h>

#include "b/text/print.h"
#include "b/wd/internal.h"

static BTerm tau(BWd *wd, BTerm predicate);
static BTerm eta(BWd *wd, BTerm expression);
static void need(BWd *wd, BTerm expression, U32Vec *out);

static BTerm make(BWd *wd, BOperator op, BType type, uint32_t data, const BTerm *args,
                  uint32_t count)
{
  BTerm term = b_make(wd->bank, op, type, data, args, count);
  if (term == B_TERM_NONE) {
    wd->failed = true;
    return b_make_constant(wd->bank, B_BTRUE);
  }
  return term;
}

static BTerm conjunction(BWd *wd, const U32Vec *parts)
{
  BTerm term = b_make_and(wd->bank, parts->items, (uint32_t)parts->count);
  if (term) return term;
  wd->failed = true;
  return b_make_constant(wd->bank, B_BTRUE);
}

/* One that is there twice does no harm, so that a long list is not searched. */
static bool is_among_last(const U32Vec *conditions, BTerm condition)
{
  enum { LAST = 1000 };
  size_t from = conditions->count > LAST ? conditions->count - LAST : 0;
  for (size_t i = from; i < conditions->count; i++)
    if (conditions->items[i] == condition) return true;
  return false;
}

/* Adds the conjuncts of a condition that do not plainly hold; each is known to those after it. */
static void add_condition(BWd *wd, BTerm condition, U32Vec *out)
{
  const BBank *bank = wd->bank;
  bool row = b_op(bank, condition) == B_AND;
  for (uint32_t i = 0; i < (row ? b_arg_count(bank, condition) : 1); i++) {
    BTerm part = row ? b_arg(wd->bank, condition, i) : condition;
    if (is_among_last(out, part) || b_wd_holds(wd, part)) continue;
    VEC_PUSH(out, part);
    b_wd_state(wd, part);
    if (wd->listed) VEC_PUSH(wd->listed, part);
  }
}

/* A condition that is needed only if something else holds: guard => condition. */
static void add_guarded(BWd *wd, BTerm guard, const U32Vec *conditions, U32Vec *out)
{
  if (conditions->count == 0) return;
  BTerm args[] = {guard, conjunction(wd, conditions)};
  BTerm implication = make(wd, B_IMPLIES, B_PREDICATE, 0, args, 2);
  VEC_PUSH(out, implication);
}

/* What the branches of a conditional need: its terms are rewritten already. */
static void need_branches(BWd *wd, BTerm term, U32Vec *out)
{
  BTerm condition = b_arg(wd->bank, term, 0);
  for (uint32_t branch = 1; branch <= 2; branch++) {
    BTerm guard = branch == 1 ? condition : b_make_not(wd->bank, condition);
    if (!guard) {
      wd->failed = true;
      return;
    }
    size_t mark = wd->facts.count;
    U32Vec inner = {0};
    b_wd_assume(wd, guard);
    need(wd, b_arg(wd->bank, term, branch), &inner);
    b_wd_forget(wd, mark);
    add_guarded(wd, guard, &inner, out);
    VEC_FREE(&inner);
  }
}

static void need_let(BWd *wd, BTerm term, U32Vec *out)
{
  need(wd, b_arg(wd->bank, term, 1), out);
  U32Vec inner = {0};
  BWdMark mark = b_wd_hide(wd, term);
  need(wd, b_arg(wd->bank, term, 2), &inner);
  b_wd_unhide(wd, mark);
  if (inner.count) {
    BTerm args[] = {b_arg(wd->bank, term, 0), b_arg(wd->bank, term, 1), conjunction(wd, &inner)};
    BTerm let = make(wd, B_LET_PREDICATE, B_PREDICATE, 1, args, 3);
    VEC_PUSH(out, let);
  }
  VEC_FREE(&inner);
}

/* SIGMA and PI need finitely many values, INTER needs one. */
static void need_binder(BWd *wd, BTerm term, U32Vec *out)
{
  BBank *bank = wd->bank;
  BOperator op = b_op(bank, term);
  uint32_t count = b_variable_count(bank, term);
  U32Vec args = {0};
  for (uint32_t i = 0; i <= count; i++) VEC_PUSH(&args, b_arg(bank, term, i));
  if (op == B_QUANTIFIED_INTERSECTION)
    add_condition(wd, make(wd, B_EXISTS, B_PREDICATE, count, args.items, count + 1), out);
  if (op == B_SIGMA || op == B_PI) {
    BType type = b_type_set(&bank->types, b_tuple_type(bank, args.items, count));
    BTerm set = make(wd, B_COMPREHENSION, type, count, args.items, count + 1);
    BTerm all = make(wd, B_FIN, b_type_set(&bank->types, type), 0, &set, 1);
    add_condition(wd, make(wd, B_MEMBER, B_PREDICATE, 0, (BTerm[]){set, all}, 2), out);
  }
  VEC_FREE(&args);
}

/* {} or [] in a form that tells its type: {any_ | any_ : T & bfalse}. */
static BTerm typed_empty(BWd *wd, BTerm empty)
{
  BBank *bank = wd->bank;
  BType type = b_type(bank, empty), member = b_type_member(&bank->types, type);
  BTerm any = b_make_identifier(bank, "any_", member);
  BTerm inside[] = {any, b_type_expression(bank, member)};
  BTerm parts[] = {make(wd, B_MEMBER, B_PREDICATE, 0, inside, 2), b_make_constant(bank, B_BFALSE)};
  BTerm args[] = {any, make(wd, B_AND, B_PREDICATE, 0, parts, 2)};
  return make(wd, B_COMPREHENSION, type, 1, args, 2);
}

static BTerm conjunct(const BBank *bank, BTerm condition, uint32_t i)
{
  return b_op(bank, condition) == B_AND ? b_arg(bank, condition, i) : condition;
}

/* The condition of an operator with an empty operand, whose type the text of the condition would not tell: conjuncts about it are
 * decided, and where they cannot be, it is written with its type. */
static void need_with_empty(BWd *wd, BOperator op, BTerm condition, U32Vec *operands, U32Vec *out)
{
  BBank *bank = wd->bank;
  for (size_t i = 0; i < operands->count; i++)
    if (b_term_is_empty(bank, operands->items[i]))
      operands->items[i] = typed_empty(wd, operands->items[i]);
  BTerm typed = b_read_condition(bank, op, operands->items, (uint32_t)operands->count);
  if (!typed) {
    wd->failed = true;
    return;
  }
  uint32_t count = b_op(bank, condition) == B_AND ? b_arg_count(bank, condition) : 1;
  for (uint32_t i = 0; i < count; i++) {
    BTerm part = conjunct(bank, condition, i), written = conjunct(bank, typed, i);
    BValue value = part == written ? (BValue)B_VALUE_UNKNOWN : b_wd_decide(wd, part);
    if (value == B_VALUE_FALSE) written = b_make_constant(bank, B_BFALSE);
    if (value != B_VALUE_TRUE) add_condition(wd, written, out);
  }
}

/* WD(E) of an expression that eta has rewritten: what is inside of binders is well defined already. */
static void need(BWd *wd, BTerm expression, U32Vec *out)
{
  BBank *bank = wd->bank;
  BOperator op = b_op(bank, expression);
  if (op == B_IF_EXPRESSION) {
    need_branches(wd, expression, out);
    return;
  }
  if (op == B_LET_EXPRESSION) {
    need_let(wd, expression, out);
    return;
  }
  if (b_operator_binds(op)) {
    need_binder(wd, expression, out);
    return;
  }
  if (op == B_BOOL) return;
  U32Vec args = {0};
  bool empty = false;
  for (uint32_t i = 0; i < b_arg_count(bank, expression); i++) {
    BTerm arg = b_arg(bank, expression, i);
    VEC_PUSH(&args, arg);
    empty |= b_term_is_empty(bank, arg);
    need(wd, arg, out);
  }
  BTerm condition = b_operator(op)->condition[0]
                        ? b_read_condition(bank, op, args.items, (uint32_t)args.count)
                        : B_TERM_NONE;
  if (condition && empty)
    need_with_empty(wd, op, condition, &args, out);
  else if (condition)
    add_condition(wd, condition, out);
  VEC_FREE(&args);
}

/* WD of a predicate whose expressions eta has rewritten: of its comparisons, guarded by what stands before them. */
static void need_predicate(BWd *wd, BTerm predicate, U32Vec *out)
{
  BBank *bank = wd->bank;
  BOperator op = b_op(bank, predicate);
  if (b_operator_compares(op)) {
    for (uint32_t i = 0; i < b_arg_count(bank, predicate); i++)
      need(wd, b_arg(bank, predicate, i), out);
    return;
  }
  if (op == B_NOT || op == B_EQUIVALENT) {
    for (uint32_t i = 0; i < b_arg_count(bank, predicate); i++)
      need_predicate(wd, b_arg(bank, predicate, i), out);
    return;
  }
  if (op != B_AND && op != B_OR && op != B_IMPLIES) return; /* quantifiers are rewritten by tau */
  size_t mark = wd->facts.count;
  U32Vec before = {0};
  for (uint32_t i = 0; i < b_arg_count(bank, predicate); i++) {
    BTerm part = b_arg(bank, predicate, i);
    U32Vec inner = {0};
    need_predicate(wd, part, i ? &inner : out);
    if (i) add_guarded(wd, conjunction(wd, &before), &inner, out);
    VEC_FREE(&inner);
    BTerm guard = op == B_OR ? b_make_not(bank, part) : part;
    if (!guard) break;
    VEC_PUSH(&before, guard);
    b_wd_assume(wd, guard);
  }
  b_wd_forget(wd, mark);
  VEC_FREE(&before);
}

/* The subexpressions of a predicate rewritten by eta, its predicates left as they are: eta* of the paper. */
static BTerm eta_star(BWd *wd, BTerm predicate)
{
  BBank *bank = wd->bank;
  BOperator op = b_op(bank, predicate);
  bool connective =
      op == B_AND || op == B_OR || op == B_IMPLIES || op == B_EQUIVALENT || op == B_NOT;
  if (!connective && !b_operator_compares(op)) return predicate;
  U32Vec args = {0};
  for (uint32_t i = 0; i < b_arg_count(bank, predicate); i++) {
    BTerm arg = b_arg(bank, predicate, i);
    VEC_PUSH(&args, connective ? eta_star(wd, arg) : eta(wd, arg));
  }
  BTerm term = make(wd, op, B_PREDICATE, 0, args.items, (uint32_t)args.count);
  VEC_FREE(&args);
  return term;
}

static BTerm tau_comparison(BWd *wd, BTerm predicate)
{
  BBank *bank = wd->bank;
  U32Vec parts = {0}, args = {0};
  size_t mark = wd->facts.count;
  for (uint32_t i = 0; i < b_arg_count(bank, predicate); i++) {
    BTerm arg = eta(wd, b_arg(bank, predicate, i));
    VEC_PUSH(&args, arg);
    need(wd, arg, &parts);
  }
  b_wd_forget(wd, mark);
  BTerm compared =
      make(wd, b_op(bank, predicate), B_PREDICATE, 0, args.items, (uint32_t)args.count);
  VEC_PUSH(&parts, compared);
  BTerm term = conjunction(wd, &parts);
  VEC_FREE(&parts);
  VEC_FREE(&args);
  return term;
}

/* Connectives: what stands to the left is known to the right of it, negated in a disjunction. */
static BTerm tau_connective(BWd *wd, BTerm predicate)
{
  BBank *bank = wd->bank;
  BOperator op = b_op(bank, predicate);
  U32Vec parts = {0};
  size_t mark = wd->facts.count;
  for (uint32_t i = 0; i < b_arg_count(bank, predicate); i++) {
    BTerm part = tau(wd, b_arg(bank, predicate, i));
    VEC_PUSH(&parts, part);
    if (op == B_AND || op == B_IMPLIES) b_wd_assume(wd, part);
    if (op == B_OR && b_op(bank, part) == B_NOT) b_wd_assume(wd, b_arg(bank, part, 0));
  }
  b_wd_forget(wd, mark);
  BTerm term = op == B_AND ? conjunction(wd, &parts)
                           : make(wd, op, B_PREDICATE, 0, parts.items, (uint32_t)parts.count);
  VEC_FREE(&parts);
  return term;
}

/* Binders. Tables 1 and 2: lambda has its condition after tau(P), the sums before it, a universal quantifier between. */
static BTerm rewrite_binder(BWd *wd, BTerm term)
{
  BBank *bank = wd->bank;
  BOperator op = b_op(bank, term);
  uint32_t count = b_variable_count(bank, term);
  bool two = b_arg_count(bank, term) > count + 1;
  U32Vec args = {0}, conditions = {0}, first = {0};
  BWdMark mark = b_wd_hide(wd, term);
  for (uint32_t i = 0; i < count; i++) VEC_PUSH(&args, b_arg(bank, term, i));
  bool before =
      op == B_SIGMA || op == B_PI || op == B_QUANTIFIED_UNION || op == B_QUANTIFIED_INTERSECTION;
  BTerm body = two ? b_arg(bank, term, count + 1) : B_TERM_NONE;
  BTerm guard = tau(wd, b_arg(bank, term, count));
  b_wd_assume(wd, guard);
  if (two && op == B_FORALL) {
    BTerm starred = eta_star(wd, body);
    need_predicate(wd, starred, &conditions);
    body = tau(wd, body);
  } else if (two) {
    body = eta(wd, body);
    need(wd, body, &conditions);
  }
  if (before) VEC_APPEND(&first, conditions.items, conditions.count);
  VEC_PUSH(&first, guard);
  if (!before) VEC_APPEND(&first, conditions.items, conditions.count);
  BTerm whole = conjunction(wd, &first);
  VEC_PUSH(&args, whole);
  if (two) VEC_PUSH(&args, body);
  b_wd_unhide(wd, mark);
  BTerm result = make(wd, op, b_type(bank, term), count, args.items, (uint32_t)args.count);
  VEC_FREE(&args);
  VEC_FREE(&conditions);
  VEC_FREE(&first);
  return result;
}

static BTerm rewrite_if(BWd *wd, BTerm term)
{
  BBank *bank = wd->bank;
  bool predicate = b_op(bank, term) == B_IF_PREDICATE;
  BTerm args[3] = {tau(wd, b_arg(bank, term, 0))};
  for (uint32_t i = 1; i < 3; i++) {
    size_t mark = wd->facts.count;
    if (i == 1) b_wd_assume(wd, args[0]);
    BTerm branch = b_arg(bank, term, i);
    args[i] = predicate ? tau(wd, branch) : eta(wd, branch);
    b_wd_forget(wd, mark);
  }
  return make(wd, b_op(bank, term), b_type(bank, term), 0, args, 3);
}

static BTerm rewrite_let(BWd *wd, BTerm term)
{
  assert(b_variable_count(wd->bank, term) == 1 && b_arg_count(wd->bank, term) == 3);
  BBank *bank = wd->bank;
  bool predicate = b_op(bank, term) == B_LET_PREDICATE;
  U32Vec parts = {0};
  BTerm value = eta(wd, b_arg(bank, term, 1));
  size_t mark = wd->facts.count;
  if (predicate) need(wd, value, &parts);
  BWdMark inside = b_wd_hide(wd, term);
  BTerm body = predicate ? tau(wd, b_arg(bank, term, 2)) : eta(wd, b_arg(bank, term, 2));
  b_wd_unhide(wd, inside);
  b_wd_forget(wd, mark);
  BTerm args[] = {b_arg(bank, term, 0), value, body};
  BTerm let = make(wd, b_op(bank, term), b_type(bank, term), 1, args, 3);
  VEC_PUSH(&parts, let);
  if (predicate) let = conjunction(wd, &parts);
  VEC_FREE(&parts);
  return let;
}

static BTerm tau(BWd *wd, BTerm predicate)
{
  BBank *bank = wd->bank;
  assert(b_type(bank, predicate) == B_PREDICATE);
  BOperator op = b_op(bank, predicate);
  if (b_operator_compares(op)) return tau_comparison(wd, predicate);
  switch (op) {
  case B_AND:
  case B_OR:
  case B_IMPLIES:
  case B_EQUIVALENT:
  case B_NOT: return tau_connective(wd, predicate);
  case B_FORALL:
  case B_EXISTS: return rewrite_binder(wd, predicate);
  case B_IF_PREDICATE: return rewrite_if(wd, predicate);
  case B_LET_PREDICATE: return rewrite_let(wd, predicate);
  default: return predicate; /* btrue, bfalse */
  }
}

static BTerm eta(BWd *wd, BTerm expression)
{
  assert(b_type(wd->bank, expression) != B_PREDICATE);
  BBank *bank = wd->bank;
  BOperator op = b_op(bank, expression);
  if (op == B_IF_EXPRESSION) return rewrite_if(wd, expression);
  if (op == B_LET_EXPRESSION) return rewrite_let(wd, expression);
  if (b_operator_binds(op)) return rewrite_binder(wd, expression);
  if (b_arg_count(bank, expression) == 0) return expression;
  U32Vec args = {0};
  for (uint32_t i = 0; i < b_arg_count(bank, expression); i++) {
    BTerm arg = b_arg(bank, expression, i);
    VEC_PUSH(&args, op == B_BOOL ? tau(wd, arg) : eta(wd, arg));
  }
  BTerm term = make(wd, op, b_type(bank, expression), b_node(bank, expression)->data, args.items,
                    (uint32_t)args.count);
  VEC_FREE(&args);
  return term;
}

static BTerm rewrite(BBank *bank, const BModule *module, BTerm predicate, const BWdOptions *options,
                     U32Vec *listed)
{
  BWd wd = {.bank = bank, .module = module, .prove = options->prove, .listed = listed};
  b_free_init(&wd.free, bank);
  BTerm result = tau(&wd, predicate);
  b_free_deinit(&wd.free);
  VEC_FREE(&wd.facts);
  VEC_FREE(&wd.latest);
  VEC_FREE(&wd.hidden);
  return wd.failed ? B_TERM_NONE : result;
}

BTerm b_wd_rewrite(BBank *bank, const BModule *module, BTerm predicate, const BWdOptions *options)
{
  assert(b_type(bank, predicate) == B_PREDICATE && options);
  return rewrite(bank, module, predicate, options, NULL);
}

void b_wd_conditions(BBank *bank, const BModule *module, BTerm predicate, const BWdOptions *options,
                     U32Vec *conditions)
{
  assert(options && conditions);
  rewrite(bank, module, predicate, options, conditions);
}
