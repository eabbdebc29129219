#include "agreement_known.h"

#include <string.h>

#include "term/traverse.h"

/* Conditions on one application. */
typedef bool Condition(const Bank *bank, Term term);

static bool always(const Bank *bank, Term term)
{
  (void)bank, (void)term;
  return true;
}

static bool is_small_format(const Bank *bank, Sort sort)
{
  const SortTable *sorts = &bank->sorts;
  return sorts_class(sorts, sort) == SORT_FLOAT &&
         (sorts_index(sorts, sort, 0) <= 3 || sorts_index(sorts, sort, 1) <= 5);
}

/* The result or an argument has a format with few bits. */
static bool small_format(const Bank *bank, Term term)
{
  if (is_small_format(bank, bank_sort(bank, term))) return true;
  for (uint32_t i = 0; i < bank_node(bank, term)->count; i++)
    if (is_small_format(bank, bank_sort(bank, bank_args(bank, term)[i]))) return true;
  return false;
}

static const OperatorInfo *operator_of(const Bank *bank, Term term)
{
  return bank_operator(bank, bank_node(bank, term)->op);
}

/* (_ re.^ 0) and (_ re.loop 0 0): all indices are 0. */
static bool zeroth_power(const Bank *bank, Term term)
{
  const OperatorInfo *info = operator_of(bank, term);
  for (uint32_t i = 0; i < info->index_count; i++)
    if (bank->index_pool.items[info->first + i] != 0) return false;
  return info->index_count > 0;
}

static bool several_pairs(const Bank *bank, Term term)
{
  return operator_of(bank, term)->index_count > 2;
}

/* z3 folds to_fp from a number and a binary exponent that is large. */
static bool with_exponent(const Bank *bank, Term term)
{
  const Term *args = bank_args(bank, term);
  return bank_node(bank, term)->count == 3 &&
         sorts_class(&bank->sorts, bank_sort(bank, args[0])) == SORT_ROUNDING;
}

/* Is the first bit of a literal set? What is no literal may have any. */
static int sign_bit(const Bank *bank, Term term)
{
  const TermNode *node = bank_node(bank, term);
  if (node->op != OP_BITVEC) return -1;
  const char *text = symbols_text(&bank->symbols, node->first);
  return text[1] == 'b' ? text[2] == '1' : text[2] >= '8';
}

static bool has_negative(const Bank *bank, Term term)
{
  const Term *args = bank_args(bank, term);
  return sign_bit(bank, args[0]) != 0 || sign_bit(bank, args[1]) != 0;
}

/* The number of related elements does not fit into 32 bits. */
static bool large_count(const Bank *bank, Term term)
{
  const TermNode *count = bank_node(bank, bank_args(bank, term)[1]);
  return count->op != OP_INTEGER || symbols_length(&bank->symbols, count->first) >= 10;
}

static const struct {
  const char *name; /* how those of the inputs in test/data/solver-bugs begin */
  SolverName solver;
  const char *operator;
  Condition *condition;
} bugs[] = {
    {"z3-fma", SOLVER_Z3, "fp.fma", small_format},
    {"z3-round-to-integral-subnormal", SOLVER_Z3, "fp.roundToIntegral", small_format},
    {"z3-to-fp-large-exponent", SOLVER_Z3, "to_fp", with_exponent},
    {"z3-smul-noovfl", SOLVER_Z3, "bvsmul_noovfl", has_negative},
    {"z3-seq-last-indexof", SOLVER_Z3, "seq.last_indexof", always},
    {"cvc5-round-to-integral-small", SOLVER_CVC5, "fp.roundToIntegral", small_format},
    {"cvc5-sqrt-small", SOLVER_CVC5, "fp.sqrt", small_format},
    {"cvc5-to-fp-small", SOLVER_CVC5, "to_fp", small_format},
    {"cvc5-to-fp-small", SOLVER_CVC5, "to_fp_fp", small_format},
    {"cvc5-to-fp-unsigned-small", SOLVER_CVC5, "to_fp_unsigned", small_format},
    {"cvc5-to-fp-signed-small", SOLVER_CVC5, "to_fp_signed", small_format},
    {"cvc5-to-fp-real-small", SOLVER_CVC5, "to_fp_real", small_format},
    {"cvc5-regex-power-zero", SOLVER_CVC5, "re.^", zeroth_power},
    {"cvc5-regex-power-zero", SOLVER_CVC5, "re.loop", zeroth_power},
    {"cvc5-regex-empty-range", SOLVER_CVC5, "re.diff", always},
    {"cvc5-regex-inter-complement", SOLVER_CVC5, "re.comp", always},
    {"cvc5-table-join", SOLVER_CVC5, "table.join", several_pairs},
    {"cvc5-join-image-large", SOLVER_CVC5, "rel.join_image", large_count},
    {"cvc5-bag-partition", SOLVER_CVC5, "bag.partition", always},
    {"cvc5-table-aggr", SOLVER_CVC5, "table.aggr", always},
    /* no mistakes, but differences that doc/solver-bugs.md names */
    {"cvc5-either-root", SOLVER_CVC5, "sqrt", always},
    {"cvc5-open-at-one", SOLVER_CVC5, "arcsec", always},
    {"cvc5-open-at-one", SOLVER_CVC5, "arccsc", always},
};

static const char *bug_of_application(const Bank *bank, SolverName solver, Term term)
{
  Fun fun = bank_fun(bank, term);
  for (size_t i = 0; fun && i < sizeof bugs / sizeof *bugs; i++)
    if (bugs[i].solver == solver &&
        symbols_equal(&bank->symbols, funs_info(&bank->funs, fun)->name, bugs[i].operator) &&
        bugs[i].condition(bank, term))
      return bugs[i].name;
  return NULL;
}

const char *known_bug(const Bank *bank, SolverName solver, Term term)
{
  const char *name = NULL;
  Walk walk = {0};
  walk_start(&walk, bank);
  walk_add_root(&walk, term);
  for (Term part; !name && (part = walk_next(&walk));)
    name = bug_of_application(bank, solver, part);
  walk_deinit(&walk);
  return name;
}
