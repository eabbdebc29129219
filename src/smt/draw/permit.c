#include "smt/draw/permit.h"

#include <assert.h>

#include "smt/term/signature.h"
#include "smt/text/arithmetic.h"

/* --- sorts -------------------------------------------------------------------------------- */

/* Of a sort without arguments, or around arguments that are allowed. */
static Permission permit_class(const Logic *logic, SortClass class)
{
  uint32_t parts = logic->parts;
  switch (class) {
  case SORT_BOOL: return PERMIT_FULLY;
  case SORT_INT:
    if (parts & LOGIC_INTS) return PERMIT_FULLY;
    return parts & (LOGIC_STRINGS | LOGIC_SEQUENCES | LOGIC_SETS) ? PERMIT_VALUES : PERMIT_NOT;
  case SORT_REAL:
    if (parts & LOGIC_REALS) return PERMIT_FULLY;
    return parts & LOGIC_FLOATS ? PERMIT_LITERALS : PERMIT_NOT;
  case SORT_BITVEC:
    if (parts & LOGIC_BITVECTORS) return PERMIT_FULLY;
    return parts & LOGIC_FLOATS ? PERMIT_VALUES : PERMIT_NOT;
  case SORT_FLOAT:
  case SORT_ROUNDING: return parts & LOGIC_FLOATS ? PERMIT_FULLY : PERMIT_NOT;
  case SORT_STRING: return parts & LOGIC_STRINGS ? PERMIT_FULLY : PERMIT_NOT;
  case SORT_REGLAN: return parts & LOGIC_STRINGS ? PERMIT_VALUES : PERMIT_NOT;
  case SORT_ARRAY: return parts & LOGIC_ARRAYS ? PERMIT_FULLY : PERMIT_NOT;
  case SORT_SEQ: return parts & LOGIC_SEQUENCES ? PERMIT_FULLY : PERMIT_NOT;
  case SORT_SET:
  case SORT_BAG: return parts & LOGIC_SETS ? PERMIT_FULLY : PERMIT_NOT;
  case SORT_FIELD: return parts & LOGIC_FIELDS ? PERMIT_FULLY : PERMIT_NOT;
  case SORT_TUPLE: return parts & LOGIC_DATATYPES ? PERMIT_FULLY : PERMIT_NOT;
  case SORT_DATATYPE: return parts & LOGIC_DATATYPES ? PERMIT_FULLY : PERMIT_NOT;
  case SORT_FUNCTION: return parts & LOGIC_HIGHER_ORDER ? PERMIT_FULLY : PERMIT_NOT;
  case SORT_UNINTERPRETED: return parts & (LOGIC_UF | LOGIC_FREE_SORTS) ? PERMIT_FULLY : PERMIT_NOT;
  default: return PERMIT_NOT;
  }
}

static uint32_t theory_parts(const Bank *bank, uint32_t theory)
{
  static const struct {
    const char *theory;
    uint32_t parts;
  } numbers[] = {
      {"Ints", LOGIC_INTS},
      {"IntExtensions", LOGIC_INTS},
      {"Reals", LOGIC_REALS},
      {"RealExtensions", LOGIC_REALS},
      {"Reals_Ints", LOGIC_INTS | LOGIC_REALS},
  };
  Symbol name = bank->theories.items[theory].name;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (symbols_equal(&bank->symbols, name, numbers[i].theory)) return numbers[i].parts;
  return logic_theory_parts(bank, theory);
}

/* Sorts without a class of their own, such as z3's Unicode, come with their theory. */
static Permission permit_node(const Bank *bank, const Logic *logic, const SortNode *node)
{
  if (node->class != SORT_OTHER) return permit_class(logic, (SortClass)node->class);
  uint32_t parts = theory_parts(bank, bank->sorts.ctors.items[node->ctor].theory);
  return parts & ~logic->parts ? PERMIT_NOT : PERMIT_FULLY;
}

bool permit_only_bit_arrays(const Logic *logic)
{
  return (logic->parts & LOGIC_BITVECTORS) &&
         !(logic->parts &
           ~(uint32_t)(LOGIC_ARRAYS | LOGIC_BITVECTORS | LOGIC_UF | LOGIC_QUANTIFIERS));
}

Permission permit_sort(const Bank *bank, const Logic *logic, Sort sort)
{
  assert(bank_has_sort(bank, sort));
  const SortNode *node = sorts_node(&bank->sorts, sort);
  Permission permission = permit_node(bank, logic, node);
  bool only_bits = node->class == SORT_ARRAY && permit_only_bit_arrays(logic);
  for (uint32_t i = 0; i < node->arg_count && permission; i++) {
    Sort part = sorts_arg(&bank->sorts, sort, i);
    if (permit_sort(bank, logic, part) != PERMIT_FULLY ||
        (only_bits && sorts_class(&bank->sorts, part) != SORT_BITVEC))
      permission = PERMIT_NOT;
  }
  return permission;
}

/* --- functions ---------------------------------------------------------------------------- */

/* An entry of a rank: what can be told before its parameters are known. */
static Permission permit_pattern(const Bank *bank, const Logic *logic, Sort pattern)
{
  assert(bank_has_sort(bank, pattern));
  const SortNode *node = sorts_node(&bank->sorts, pattern);
  if (node->class == SORT_PARAMETER) return PERMIT_FULLY;
  Permission permission = permit_node(bank, logic, node);
  for (uint32_t i = 0; i < node->arg_count && permission; i++)
    if (permit_pattern(bank, logic, sorts_arg(&bank->sorts, pattern, i)) == PERMIT_NOT)
      permission = PERMIT_NOT;
  return permission;
}

/* Theories that solvers have brought and that are whole parts of a logic: asking for the part is
 * asking for them. All other extensions have to be asked for. */
static bool is_part_of_its_own(uint32_t parts)
{
  return parts & (LOGIC_SEQUENCES | LOGIC_SETS | LOGIC_FIELDS | LOGIC_SEPARATION |
                  LOGIC_TRANSCENDENTALS | LOGIC_CARDINALITY);
}

static bool is_newer(const Bank *bank, Symbol since)
{
  return since && symbols_equal(&bank->symbols, since, "2.7");
}

static bool permit_origin(const Bank *bank, const GenSettings *settings, const FunInfo *info,
                          uint32_t parts)
{
  const Theory *theory = &bank->theories.items[info->theory];
  const TheoryNote *note = &bank->notes.items[info->related];
  if (!settings->standard_27 && (is_newer(bank, theory->standard) || is_newer(bank, note->since)) &&
      !(parts & LOGIC_HIGHER_ORDER))
    return false;
  if (settings->extensions) return true;
  return !note->extension && (theory->standard || is_part_of_its_own(parts));
}

/* Bit-vector division is total, but generators have always treated it like the others. */
static const char *const divisions[] = {"bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod", NULL};
static const char *const float_divisions[] = {"fp.div", "fp.rem", NULL};
/* Functions whose second argument can be made different from 0, which determines the result. */
static const char *const with_divisor[] = {"div", "mod", "/", "rem", NULL};

static bool is_one_of(const Bank *bank, Symbol name, const char *const *names)
{
  for (; *names; names++)
    if (symbols_equal(&bank->symbols, name, *names)) return true;
  return false;
}

static bool permit_division(const Bank *bank, const GenSettings *settings, const FunInfo *info)
{
  bool partial = bank->notes.items[info->related].guard;
  if (settings->division == DIVISION_NONE)
    return !partial && !is_one_of(bank, info->name, divisions) &&
           !is_one_of(bank, info->name, float_divisions);
  return settings->division == DIVISION_FREE || !partial ||
         is_one_of(bank, info->name, with_divisor);
}

bool permit_needs_divisor(const Bank *bank, const GenSettings *settings, Fun fun)
{
  assert(bank_has_fun(bank, fun));
  const FunInfo *info = funs_info(&bank->funs, fun);
  return settings->division == DIVISION_GUARDED && info->theory &&
         (is_one_of(bank, info->name, with_divisor) || is_one_of(bank, info->name, divisions)) &&
         info->arity == 2;
}

/* Difference constraints are made of comparisons and differences alone. */
static bool permit_role(const Logic *logic, ArithmeticRole role, uint32_t arity)
{
  switch (logic->arithmetic) {
  case ARITH_DIFFERENCE:
  case ARITH_OFFSET:
    return role == ROLE_NONE || role == ROLE_ORDER || role == ROLE_EQUALITY ||
           (role == ROLE_SUBTRACT && arity == 2);
  case ARITH_LINEAR: return role != ROLE_NONLINEAR;
  default: return true;
  }
}

bool permit_in_logic(const Bank *bank, const Logic *logic, Fun fun)
{
  assert(bank_has_fun(bank, fun));
  const FunInfo *info = funs_info(&bank->funs, fun);
  if (theory_parts(bank, info->theory) & ~logic->parts) return false;
  const Sort *rank = funs_rank(&bank->funs, fun);
  for (uint32_t i = 0; i <= info->arity; i++) {
    Permission permission = permit_pattern(bank, logic, rank[i]);
    if (permission == PERMIT_NOT) return false;
    if (i == info->arity && permission == PERMIT_LITERALS) return false;
  }
  return permit_role(logic, arithmetic_role(bank, fun), info->arity);
}

bool permit_function(const Bank *bank, const GenSettings *settings, Fun fun)
{
  assert(bank_has_fun(bank, fun));
  const FunInfo *info = funs_info(&bank->funs, fun);
  return permit_in_logic(bank, &settings->logic, fun) &&
         !gen_settings_lists(&settings->excluded, fun) &&
         permit_origin(bank, settings, info, theory_parts(bank, info->theory)) &&
         permit_division(bank, settings, info);
}

bool permit_result(const Bank *bank, Fun fun, Sort sort)
{
  assert(bank_has_fun(bank, fun) && bank_has_sort(bank, sort));
  Sort result = funs_result(&bank->funs, fun);
  const SortNode *node = sorts_node(&bank->sorts, result);
  if (!node->open && !funs_info(&bank->funs, fun)->rule) return result == sort;
  return node->class == SORT_PARAMETER || node->class == sorts_node(&bank->sorts, sort)->class;
}
