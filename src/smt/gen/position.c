#include "smt/gen/position.h"

#include <assert.h>

#include "smt/text/arithmetic.h"

/* --- shapes ------------------------------------------------------------------------------- */

static bool is_zero(const Bank *bank, Term term)
{
  const TermNode *node = bank_node(bank, term);
  if (node->op != OP_INTEGER && node->op != OP_REAL) return false;
  const char *text = symbols_text(&bank->symbols, node->first);
  size_t length = symbols_length(&bank->symbols, node->first);
  for (size_t i = 0; i < length; i++)
    if (text[i] >= '1' && text[i] <= '9') return false;
  return true;
}

/* A literal, or one with a minus: what difference logic and divisors of linear arithmetic take. */
static bool is_plain_number(const Bank *bank, Term term, bool nonzero)
{
  const TermNode *node = bank_node(bank, term);
  Fun fun = bank_fun(bank, term);
  if (fun) {
    Symbol name = funs_info(&bank->funs, fun)->name;
    if (node->count != 1 || !symbols_equal(&bank->symbols, name, "-")) return false;
    term = bank_args(bank, term)[0];
  }
  Op op = bank_node(bank, term)->op;
  return (op == OP_INTEGER || op == OP_REAL) && !(nonzero && is_zero(bank, term));
}

static bool is_symbol(const Bank *bank, Term term)
{
  const TermNode *node = bank_node(bank, term);
  if (node->op == OP_VARIABLE) return true;
  Fun fun = bank_fun(bank, term);
  return fun && node->count == 0 && funs_info(&bank->funs, fun)->origin == FUN_DECLARED;
}

static bool is_difference(const Bank *bank, Term term)
{
  const TermNode *node = bank_node(bank, term);
  Fun fun = bank_fun(bank, term);
  const Term *args = bank_args(bank, term);
  return fun && node->count == 2 && arithmetic_role(bank, fun) == ROLE_SUBTRACT &&
         is_symbol(bank, args[0]) && is_symbol(bank, args[1]);
}

bool position_holds(const Bank *bank, Position position, Term term)
{
  assert(bank_has_term(bank, term));
  switch (position) {
  case POSITION_LITERAL: return is_plain_number(bank, term, false);
  case POSITION_NONZERO: return is_plain_number(bank, term, true);
  case POSITION_SYMBOL: return is_symbol(bank, term);
  case POSITION_DIFFERENCE: return is_difference(bank, term);
  default: return true;
  }
}

/* --- rules -------------------------------------------------------------------------------- */

void position_rules_init(PositionRules *rules, const Bank *bank, const GenSettings *settings)
{
  *rules = (PositionRules){.bank = bank, .settings = settings};
  VEC_RESERVE(&rules->roles, bank->funs.items.count);
  rules->roles.count = bank->funs.items.count;
  arithmetic_roles(bank, rules->roles.items);
}

void position_rules_deinit(PositionRules *rules)
{
  VEC_FREE(&rules->roles);
}

static ArithmeticRole role_of(const PositionRules *rules, Term term)
{
  Fun fun = bank_fun(rules->bank, term);
  return fun < rules->roles.count ? (ArithmeticRole)rules->roles.items[fun] : ROLE_NONE;
}

static bool is_number(const Bank *bank, Term term)
{
  SortClass class = sorts_class(&bank->sorts, bank_sort(bank, term));
  return class == SORT_INT || class == SORT_REAL;
}

/* A constant expression, as far as two levels show it. */
static bool is_value(const PositionRules *rules, Term term)
{
  const Bank *bank = rules->bank;
  if (is_plain_number(bank, term, false)) return true;
  ArithmeticRole role = role_of(rules, term);
  const TermNode *node = bank_node(bank, term);
  if (role < ROLE_ADD || role > ROLE_CONVERT || node->count == 0) return false;
  for (uint32_t i = 0; i < node->count; i++)
    if (!is_plain_number(bank, bank_args(bank, term)[i], false)) return false;
  return true;
}

/* One factor of a product may be anything if all others are values. */
static uint32_t factor_position(const PositionRules *rules, Term term, uint32_t i)
{
  assert(i < bank_node(rules->bank, term)->count);
  const Term *args = bank_args(rules->bank, term);
  uint32_t count = bank_node(rules->bank, term)->count, others = 0;
  if (is_value(rules, args[i])) return POSITION_LITERAL;
  for (uint32_t k = 0; k < count; k++) others += k != i && !is_value(rules, args[k]);
  return others ? POSITION_FIXED : POSITION_ANY;
}

/* What is a value because a factor or a divisor has to be one stays a value. */
static uint32_t linear_position(const PositionRules *rules, Term term, uint32_t position,
                                uint32_t i)
{
  ArithmeticRole role = role_of(rules, term);
  if (role < ROLE_ADD || role > ROLE_CONVERT || !is_number(rules->bank, term)) return POSITION_ANY;
  bool divisor = (role == ROLE_DIVIDE || role == ROLE_MODULO) && i > 0;
  if (position == POSITION_FIXED) return POSITION_FIXED;
  if (divisor) return POSITION_NONZERO;
  if (position != POSITION_ANY) return position;
  return role == ROLE_MULTIPLY ? factor_position(rules, term, i) : POSITION_ANY;
}

static uint32_t difference_position(const PositionRules *rules, Term term, uint32_t i)
{
  const Bank *bank = rules->bank;
  ArithmeticRole role = role_of(rules, term);
  Term argument = bank_args(bank, term)[i];
  if (!is_number(bank, argument)) return POSITION_ANY;
  bool sum = role >= ROLE_ADD;
  bool atom = role == ROLE_ORDER || role == ROLE_EQUALITY;
  /* Sums of one symbol count as its multiples. */
  bool multiple = role == ROLE_ADD && rules->settings->logic.arithmetic == ARITH_DIFFERENCE;
  if (is_symbol(bank, argument)) return multiple ? POSITION_FIXED : POSITION_SYMBOL;
  if (is_plain_number(bank, argument, false)) return sum ? POSITION_FIXED : POSITION_LITERAL;
  bool first = atom && i == 0 && bank_node(bank, term)->count == 2;
  return first && is_difference(bank, argument) ? POSITION_DIFFERENCE : POSITION_FIXED;
}

/* Where a logic has numbers only for the functions of another theory, arithmetic is on values. */
static bool is_constant_arithmetic(const PositionRules *rules, Term term, uint32_t i)
{
  ArithmeticRole role = role_of(rules, term);
  if (role == ROLE_NONE || role == ROLE_EQUALITY) return false;
  Sort sort = bank_sort(rules->bank, bank_args(rules->bank, term)[i]);
  SortClass class = sorts_class(&rules->bank->sorts, sort);
  uint32_t parts = rules->settings->logic.parts;
  return (class == SORT_INT && !(parts & LOGIC_INTS)) ||
         (class == SORT_REAL && !(parts & LOGIC_REALS));
}

/* The divisor that a guard has made different from 0 stays so. */
static bool is_guarded(const PositionRules *rules, Term term, uint32_t i)
{
  Fun fun = bank_fun(rules->bank, term);
  return rules->settings->division == DIVISION_GUARDED && fun && i == 1 &&
         permit_needs_divisor(rules->bank, rules->settings, fun);
}

uint32_t position_of_argument(const PositionRules *rules, Term term, uint32_t position, uint32_t i)
{
  assert(i < bank_node(rules->bank, term)->count);
  if (is_guarded(rules, term, i)) return POSITION_CLOSED;
  if (is_constant_arithmetic(rules, term, i)) return POSITION_FIXED;
  switch (rules->settings->logic.arithmetic) {
  case ARITH_DIFFERENCE:
  case ARITH_OFFSET: return difference_position(rules, term, i);
  case ARITH_LINEAR: return linear_position(rules, term, position, i);
  default: return POSITION_ANY;
  }
}
