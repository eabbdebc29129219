#include "smt/text/arithmetic.h"

#include <assert.h>
#include <string.h>

/* What a numeric term looks like. */
typedef enum {
  FORM_NONE,       /* not a number, or not seen */
  FORM_ZERO,       /* a constant that is 0 */
  FORM_NUMERAL,    /* a literal other than 0 */
  FORM_CONSTANT,   /* (- n), (/ m n), (/ (- m) n); not 0 */
  FORM_VALUE,      /* another expression of literals only */
  FORM_SYMBOL,     /* a free constant or a variable */
  FORM_MULTIPLE,   /* (+ x ... x) */
  FORM_DIFFERENCE, /* (- x y), or (- (+ x ... x) (+ y ... y)) with sums of one length */
  FORM_TERM        /* anything else */
} Form;

static bool is_value(Form form)
{
  return form >= FORM_ZERO && form <= FORM_VALUE;
}

static bool is_nonzero(Form form)
{
  return form == FORM_NUMERAL || form == FORM_CONSTANT;
}

static const struct {
  const char *name;
  ArithmeticRole role;
} roles[] = {
    {"=", ROLE_EQUALITY},    {"distinct", ROLE_EQUALITY}, {"<=", ROLE_ORDER},
    {"<", ROLE_ORDER},       {">=", ROLE_ORDER},          {">", ROLE_ORDER},
    {"+", ROLE_ADD},         {"-", ROLE_SUBTRACT},        {"*", ROLE_MULTIPLY},
    {"/", ROLE_DIVIDE},      {"div", ROLE_MODULO},        {"mod", ROLE_MODULO},
    {"rem", ROLE_MODULO},    {"to_real", ROLE_CONVERT},   {"to_int", ROLE_LINEAR},
    {"is_int", ROLE_LINEAR}, {"abs", ROLE_LINEAR},        {"divisible", ROLE_LINEAR},
};

static const char *const arithmetic_theories[] = {
    "Core",           "Ints",       "IntExtensions",   "Reals",
    "RealExtensions", "Reals_Ints", "Transcendentals", "TranscendentalsZ3",
};

static bool is_arithmetic_theory(const Bank *bank, uint32_t theory)
{
  assert(theory < bank->theories.count);
  Symbol name = bank->theories.items[theory].name;
  for (size_t i = 0; i < sizeof arithmetic_theories / sizeof *arithmetic_theories; i++)
    if (symbols_equal(&bank->symbols, name, arithmetic_theories[i])) return true;
  return false;
}

static ArithmeticRole role_of(const Bank *bank, const FunInfo *info)
{
  for (size_t i = 0; i < sizeof roles / sizeof *roles; i++)
    if (symbols_equal(&bank->symbols, info->name, roles[i].name)) return roles[i].role;
  return symbols_equal(&bank->symbols, bank->theories.items[info->theory].name, "Core")
             ? ROLE_NONE
             : ROLE_NONLINEAR;
}

ArithmeticRole arithmetic_role(const Bank *bank, Fun fun)
{
  assert(bank_has_fun(bank, fun));
  const FunInfo *info = funs_info(&bank->funs, fun);
  return info->theory && is_arithmetic_theory(bank, info->theory) ? role_of(bank, info) : ROLE_NONE;
}

void arithmetic_roles(const Bank *bank, uint8_t *found)
{
  bool *known = mem_alloc_zero(bank->theories.count + 1, sizeof *known);
  uint32_t core = 0;
  for (uint32_t i = 1; i < bank->theories.count; i++) {
    known[i] = is_arithmetic_theory(bank, i);
    if (symbols_equal(&bank->symbols, bank->theories.items[i].name, "Core")) core = i;
  }
  for (Fun fun = 0; fun < bank->funs.items.count; fun++) {
    uint32_t theory = funs_info(&bank->funs, fun)->theory;
    found[fun] = known[theory] && theory != core ? ROLE_NONLINEAR : ROLE_NONE;
  }
  for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
    Symbol name = symbols_find(&bank->symbols, roles[i].name, strlen(roles[i].name));
    for (Fun fun = bank_theory_fun(bank, name); fun; fun = funs_info(&bank->funs, fun)->next) {
      const FunInfo *info = funs_info(&bank->funs, fun);
      if (info->name == name && known[info->theory]) found[fun] = (uint8_t)roles[i].role;
    }
  }
  free(known);
}

void arithmetic_init(ArithmeticScan *scan, const Bank *bank)
{
  static_assert(FORM_TERM <= UINT8_MAX, "a form is kept in a byte");
  *scan = (ArithmeticScan){.bank = bank};
  scan->forms = mem_alloc_zero(bank->terms.count, 1);
  scan->roles = mem_alloc(bank->funs.items.count, 1);
  arithmetic_roles(bank, scan->roles);
}

void arithmetic_deinit(ArithmeticScan *scan)
{
  free(scan->forms);
  free(scan->roles);
}

static bool is_number(const Bank *bank, Term term)
{
  SortClass class = sorts_class(&bank->sorts, bank_sort(bank, term));
  return class == SORT_INT || class == SORT_REAL;
}

static Form form_of(const ArithmeticScan *scan, Term term)
{
  assert(term < scan->bank->terms.count);
  return (Form)scan->forms[term];
}

static bool all_values(const ArithmeticScan *scan, const Term *args, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (!is_value(form_of(scan, args[i]))) return false;
  return true;
}

static Form literal_form(const Bank *bank, Symbol text)
{
  const char *bytes = symbols_text(&bank->symbols, text);
  size_t length = symbols_length(&bank->symbols, text);
  for (size_t i = 0; i < length && bytes[i] != '/'; i++)
    if (bytes[i] >= '1' && bytes[i] <= '9') return bytes[0] == '-' ? FORM_CONSTANT : FORM_NUMERAL;
  return FORM_ZERO;
}

/* The form of a term that stands for another one. The length of a sum is not carried along. */
static Form carried_form(const ArithmeticScan *scan, Term origin)
{
  Form form = form_of(scan, origin);
  return form == FORM_NONE || form == FORM_MULTIPLE ? FORM_TERM : form;
}

/* Terms that are no arithmetic themselves. A constant that a script defines stands for what it is
 * defined as. */
static Form other_form(const ArithmeticScan *scan, Term term)
{
  const Bank *bank = scan->bank;
  const TermNode *node = bank_node(bank, term);
  const OperatorInfo *info = bank_operator(bank, node->op);
  if (!is_number(bank, term)) return FORM_NONE;
  if (node->op == OP_INTEGER || node->op == OP_REAL) return literal_form(bank, node->first);
  if (node->op == OP_VARIABLE) return FORM_SYMBOL;
  if (info->kind == OPERATOR_ANNOTATION) return carried_form(scan, bank_args(bank, term)[0]);
  if (info->kind != OPERATOR_APPLY || node->count > 0) return FORM_TERM;
  const FunInfo *fun = funs_info(&bank->funs, info->fun);
  if (fun->origin == FUN_DECLARED) return FORM_SYMBOL;
  return fun->origin == FUN_DEFINED ? carried_form(scan, fun->definition) : FORM_TERM;
}

/* The atoms of QF_IDL and QF_RDL. */
static bool is_difference_atom(const ArithmeticScan *scan, const Term *args, uint32_t count)
{
  if (count == 2 && form_of(scan, args[0]) == FORM_DIFFERENCE) {
    Form right = form_of(scan, args[1]);
    return is_value(right) && right != FORM_VALUE;
  }
  for (uint32_t i = 0; i < count; i++)
    if (form_of(scan, args[i]) != FORM_SYMBOL) return false;
  return true;
}

static bool repeats_one_symbol(const ArithmeticScan *scan, const Term *args, uint32_t count)
{
  assert(count > 0);
  if (form_of(scan, args[0]) != FORM_SYMBOL) return false;
  for (uint32_t i = 1; i < count; i++)
    if (args[i] != args[0]) return false;
  return true;
}

static bool is_difference(const ArithmeticScan *scan, const Term *args, uint32_t count)
{
  if (count != 2) return false;
  Form left = form_of(scan, args[0]), right = form_of(scan, args[1]);
  if (left == FORM_SYMBOL && right == FORM_SYMBOL) return true;
  return left == FORM_MULTIPLE && right == FORM_MULTIPLE &&
         bank_node(scan->bank, args[0])->count == bank_node(scan->bank, args[1])->count;
}

/* QF_UFIDL has + and - on two terms of which one is a numeral. */
static bool is_offset(const ArithmeticScan *scan, const Term *args, uint32_t count)
{
  if (count != 2) return false;
  for (uint32_t i = 0; i < 2; i++) {
    Form form = form_of(scan, args[i]);
    if (form == FORM_ZERO || form == FORM_NUMERAL) return true;
  }
  return false;
}

static Form sum_form(ArithmeticScan *scan, ArithmeticRole role, Term term)
{
  assert(role == ROLE_ADD || role == ROLE_SUBTRACT);
  const Bank *bank = scan->bank;
  const Term *args = bank_args(bank, term);
  uint32_t count = bank_node(bank, term)->count;
  assert(count > 0);
  if (all_values(scan, args, count)) {
    if (count > 1) return FORM_VALUE;
    Form form = form_of(scan, args[0]);
    return form == FORM_NUMERAL ? FORM_CONSTANT : form;
  }
  if (!is_offset(scan, args, count)) scan->outside_offset = true;
  if (role == ROLE_SUBTRACT) return is_difference(scan, args, count) ? FORM_DIFFERENCE : FORM_TERM;
  bool real = sorts_class(&bank->sorts, bank_sort(bank, term)) == SORT_REAL;
  return real && repeats_one_symbol(scan, args, count) ? FORM_MULTIPLE : FORM_TERM;
}

static void leave_difference(ArithmeticScan *scan)
{
  scan->outside_difference = scan->outside_offset = true;
}

static Form product_form(ArithmeticScan *scan, const Term *args, uint32_t count)
{
  assert(count > 0);
  uint32_t unknown = 0;
  for (uint32_t i = 0; i < count; i++) unknown += !is_value(form_of(scan, args[i]));
  if (unknown == 0) return FORM_VALUE;
  if (unknown > 1) scan->nonlinear = true;
  leave_difference(scan);
  return FORM_TERM;
}

static Form quotient_form(ArithmeticScan *scan, ArithmeticRole role, const Term *args,
                          uint32_t count)
{
  assert((role == ROLE_DIVIDE || role == ROLE_MODULO) && count > 0);
  bool by_constants = true;
  for (uint32_t i = 1; i < count; i++) by_constants &= is_nonzero(form_of(scan, args[i]));
  if (!by_constants) scan->nonlinear = true;
  Form first = form_of(scan, args[0]);
  if (by_constants && is_value(first))
    return role == ROLE_DIVIDE && first == FORM_NUMERAL ? FORM_CONSTANT
           : role == ROLE_DIVIDE                        ? first
                                                        : FORM_VALUE;
  leave_difference(scan);
  return FORM_TERM;
}

static Form conversion_form(ArithmeticScan *scan, const Term *args)
{
  Form form = form_of(scan, args[0]);
  if (is_value(form)) return form;
  leave_difference(scan);
  return FORM_TERM;
}

static Form applied_form(ArithmeticScan *scan, ArithmeticRole role, Term term)
{
  const Term *args = bank_args(scan->bank, term);
  uint32_t count = bank_node(scan->bank, term)->count;
  switch (role) {
  case ROLE_EQUALITY:
  case ROLE_ORDER:
    if (!is_difference_atom(scan, args, count)) scan->outside_difference = true;
    return FORM_NONE;
  case ROLE_ADD:
  case ROLE_SUBTRACT: return sum_form(scan, role, term);
  case ROLE_MULTIPLY: return product_form(scan, args, count);
  case ROLE_DIVIDE:
  case ROLE_MODULO: return quotient_form(scan, role, args, count);
  case ROLE_CONVERT: return conversion_form(scan, args);
  case ROLE_NONLINEAR: scan->nonlinear = true; break;
  default: break;
  }
  leave_difference(scan);
  return is_number(scan->bank, term) ? FORM_TERM : FORM_NONE;
}

/* Arithmetic on what is not constant needs the theory of its numbers. */
static void note_numbers(ArithmeticScan *scan, Term term)
{
  const Bank *bank = scan->bank;
  uint32_t count = bank_node(bank, term)->count;
  Term typical = count > 0 ? bank_args(bank, term)[0] : term;
  if (sorts_class(&bank->sorts, bank_sort(bank, typical)) == SORT_INT)
    scan->on_ints = true;
  else
    scan->on_reals = true;
}

void arithmetic_see(ArithmeticScan *scan, Term term)
{
  assert(term && bank_has_term(scan->bank, term));
  const Bank *bank = scan->bank;
  Fun fun = bank_fun(bank, term);
  ArithmeticRole role = fun ? (ArithmeticRole)scan->roles[fun] : ROLE_NONE;
  if (role == ROLE_EQUALITY && !is_number(bank, bank_args(bank, term)[0])) role = ROLE_NONE;
  Form form = role == ROLE_NONE ? other_form(scan, term) : applied_form(scan, role, term);
  scan->forms[term] = (uint8_t)form;
  if (role != ROLE_NONE && role != ROLE_EQUALITY && !is_value(form)) note_numbers(scan, term);
}

Arithmetic arithmetic_class(const ArithmeticScan *scan)
{
  if (scan->nonlinear) return ARITH_NONLINEAR;
  if (!scan->outside_difference) return ARITH_DIFFERENCE;
  return scan->outside_offset ? ARITH_LINEAR : ARITH_OFFSET;
}
