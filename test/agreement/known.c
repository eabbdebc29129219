#include "agreement/known.h"

#include "smt/term/traverse.h"

/* Conditions on one application inside of the term. */
typedef bool Condition(const Bank *bank, Term part, const Dissent *dissent);

static bool is_application(const Bank *bank, Term term, const char *name)
{
  Fun fun = bank_fun(bank, term);
  return fun && symbols_equal(&bank->symbols, funs_info(&bank->funs, fun)->name, name);
}

static bool contains(const Bank *bank, Term term, const char *name)
{
  bool found = false;
  Walk walk = {0};
  walk_start(&walk, bank);
  walk_add_root(&walk, term);
  for (Term part; !found && (part = walk_next(&walk));) found = is_application(bank, part, name);
  walk_deinit(&walk);
  return found;
}

/* For verdicts that say enough by themselves. */
static bool always(const Bank *bank, Term term, const Dissent *dissent)
{
  (void)bank, (void)term, (void)dissent;
  return true;
}

static bool is_small_format(const Bank *bank, Sort sort)
{
  const SortTable *sorts = &bank->sorts;
  return sorts_class(sorts, sort) == SORT_FLOAT &&
         (sorts_index(sorts, sort, 0) <= 3 || sorts_index(sorts, sort, 1) <= 5);
}

/* The result or an argument has a format with few bits. */
static bool small_format(const Bank *bank, Term term, const Dissent *dissent)
{
  (void)dissent;
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
static bool zeroth_power(const Bank *bank, Term term, const Dissent *dissent)
{
  (void)dissent;
  const OperatorInfo *info = operator_of(bank, term);
  for (uint32_t i = 0; i < info->index_count; i++)
    if (bank->index_pool.items[info->first + i] != 0) return false;
  return info->index_count > 0;
}

/* A loop right inside of a loop. */
static bool nested_loop(const Bank *bank, Term term, const Dissent *dissent)
{
  (void)dissent;
  return bank_node(bank, term)->count && is_application(bank, bank_args(bank, term)[0], "re.loop");
}

static bool several_pairs(const Bank *bank, Term term, const Dissent *dissent)
{
  (void)dissent;
  return operator_of(bank, term)->index_count > 2;
}

/* Is it the literal of a number, perhaps negated, that does not fit into 32 bits? What is no literal may be
 * one. */
static bool is_large(const Bank *bank, Term term)
{
  enum { DIGITS = 10 };
  if (is_application(bank, term, "-") && bank_node(bank, term)->count == 1)
    term = bank_args(bank, term)[0];
  const TermNode *node = bank_node(bank, term);
  return node->op != OP_INTEGER || symbols_length(&bank->symbols, node->first) >= DIGITS;
}

/* to_fp of a number and a binary exponent, which is large. */
static bool large_exponent(const Bank *bank, Term term, const Dissent *dissent)
{
  (void)dissent;
  const Term *args = bank_args(bank, term);
  if (bank_node(bank, term)->count != 3) return false;
  for (int i = 1; i < 3; i++)
    if (bank_sort(bank, args[i]) == bank->int_sort && is_large(bank, args[i])) return true;
  return false;
}

/* Is the first bit of a literal set? What is no literal may have any. */
static int sign_bit(const Bank *bank, Term term)
{
  const TermNode *node = bank_node(bank, term);
  if (node->op != OP_BITVEC) return -1;
  const char *text = symbols_text(&bank->symbols, node->first);
  return text[1] == 'b' ? text[2] == '1' : text[2] >= '8';
}

/* z3 sees an overflow where there is none: its mistake is to say false. Only with one bit it misses the
 * one that there is. */
static bool negative_without_overflow(const Bank *bank, Term term, const Dissent *dissent)
{
  const Term *args = bank_args(bank, term);
  if (sorts_index(&bank->sorts, bank_sort(bank, args[0]), 0) == 1) return true;
  if (term == dissent->term && !is_application(bank, dissent->value, "true")) return false;
  return sign_bit(bank, args[0]) != 0 || sign_bit(bank, args[1]) != 0;
}

/* The number of related elements does not fit into 32 bits. */
static bool large_count(const Bank *bank, Term term, const Dissent *dissent)
{
  (void)dissent;
  return is_large(bank, bank_args(bank, term)[1]);
}

/* A range of characters somewhere in the regular expression. */
static bool with_range(const Bank *bank, Term term, const Dissent *dissent)
{
  (void)term;
  return contains(bank, dissent->term, "re.range") || contains(bank, dissent->term, "re.allchar");
}

/* 1, written in one of the ways in which values are, or minus that. An application of another function may
 * be anything. */
static bool is_one(const Bank *bank, Term term)
{
  while (is_application(bank, term, "-") && bank_node(bank, term)->count == 1)
    term = bank_args(bank, term)[0];
  const TermNode *node = bank_node(bank, term);
  if (is_application(bank, term, "/") && node->count == 2)
    return bank_args(bank, term)[0] == bank_args(bank, term)[1];
  return node->op != OP_REAL || symbols_equal(&bank->symbols, node->first, "1.0");
}

static bool at_one(const Bank *bank, Term term, const Dissent *dissent)
{
  (void)dissent;
  return is_one(bank, bank_args(bank, term)[0]);
}

/* -1, 0 or 1 for a number that is written as values are, 2 for other terms. */
static int sign_of(const Bank *bank, Term term)
{
  int factor = 1;
  while (bank_fun(bank, term)) {
    bool minus = is_application(bank, term, "-") && bank_node(bank, term)->count == 1;
    if (!minus && !is_application(bank, term, "/")) return 2;
    if (minus) factor = -factor;
    term = bank_args(bank, term)[0];
  }
  if (bank_node(bank, term)->op != OP_REAL) return 2;
  return symbols_equal(&bank->symbols, bank_node(bank, term)->first, "0.0") ? 0 : factor;
}

/* A comparison that has another result for 0 than for the function's value: csc and cot divide by zero
 * there, so that cvc5 takes 0 for a place where they have any value. */
static bool other_at_zero(const Bank *bank, Term term, const Dissent *dissent)
{
  if (bank_node(bank, dissent->term)->count != 2) return false;
  const Term *sides = bank_args(bank, dissent->term);
  if (sides[0] != term) return false;
  int sign = sign_of(bank, sides[1]);
  bool less = is_application(bank, dissent->term, "<");
  if (sign == 2 || (!less && !is_application(bank, dissent->term, ">"))) return false;
  return (less ? sign > 0 : sign < 0) != is_application(bank, dissent->value, "true");
}

static const struct {
  const char *name; /* how those of the inputs in test/data/solver-bugs begin */
  SolverName solver;
  VerdictOf verdict;
  const char *operator;
  Condition *condition;
} bugs[] = {
    {"z3-fma", SOLVER_Z3, VERDICT_REFUTED, "fp.fma", small_format},
    {"z3-round-to-integral-subnormal", SOLVER_Z3, VERDICT_REFUTED, "fp.roundToIntegral",
     small_format},
    {"z3-to-fp-large-exponent", SOLVER_Z3, VERDICT_REFUTED, "to_fp", large_exponent},
    {"z3-smul-noovfl", SOLVER_Z3, VERDICT_REFUTED, "bvsmul_noovfl", negative_without_overflow},
    {"z3-regex-nested-loop", SOLVER_Z3, VERDICT_REFUTED, "re.loop", nested_loop},
    {"z3-seq-last-indexof", SOLVER_Z3, VERDICT_FREE, "seq.last_indexof", always},
    {"cvc5-round-to-integral-small", SOLVER_CVC5, VERDICT_REFUTED, "fp.roundToIntegral",
     small_format},
    {"cvc5-sqrt-small", SOLVER_CVC5, VERDICT_REFUTED, "fp.sqrt", small_format},
    {"cvc5-to-fp-small", SOLVER_CVC5, VERDICT_REFUTED, "to_fp", small_format},
    {"cvc5-to-fp-small", SOLVER_CVC5, VERDICT_REFUTED, "to_fp_fp", small_format},
    {"cvc5-to-fp-unsigned-small", SOLVER_CVC5, VERDICT_REFUTED, "to_fp_unsigned", small_format},
    {"cvc5-to-fp-signed-small", SOLVER_CVC5, VERDICT_REFUTED, "to_fp_signed", small_format},
    {"cvc5-to-fp-real-small", SOLVER_CVC5, VERDICT_REFUTED, "to_fp_real", small_format},
    {"cvc5-regex-power-zero", SOLVER_CVC5, VERDICT_REFUTED, "re.^", zeroth_power},
    {"cvc5-regex-power-zero", SOLVER_CVC5, VERDICT_REFUTED, "re.loop", zeroth_power},
    {"cvc5-regex-empty-range", SOLVER_CVC5, VERDICT_CRASHED, "re.range", always},
    {"cvc5-regex-inter-complement", SOLVER_CVC5, VERDICT_REFUTED, "re.diff", with_range},
    {"cvc5-regex-inter-complement", SOLVER_CVC5, VERDICT_REFUTED, "re.comp", with_range},
    {"cvc5-table-join", SOLVER_CVC5, VERDICT_REFUTED, "table.join", several_pairs},
    {"cvc5-join-image-large", SOLVER_CVC5, VERDICT_REFUTED, "rel.join_image", large_count},
    {"cvc5-bag-partition", SOLVER_CVC5, VERDICT_CRASHED, "bag.partition", always},
    {"cvc5-table-aggr", SOLVER_CVC5, VERDICT_CRASHED, "table.aggr", always},
    /* no bugs, but differences that doc/solver-bugs.md names */
    {"cvc5-either-root", SOLVER_CVC5, VERDICT_FREE, "sqrt", always},
    {"cvc5-open-at-one", SOLVER_CVC5, VERDICT_FREE, "arcsec", at_one},
    {"cvc5-open-at-one", SOLVER_CVC5, VERDICT_FREE, "arccsc", at_one},
    {"cvc5-inverse-at-zero", SOLVER_CVC5, VERDICT_FREE, "arccsc", other_at_zero},
    {"cvc5-inverse-at-zero", SOLVER_CVC5, VERDICT_FREE, "arccot", other_at_zero},
};

/* A mistake that gives a wrong value may also be met where the solver is not sure of it. */
static bool is_of_verdict(VerdictOf expected, VerdictOf verdict)
{
  return expected == verdict || (expected == VERDICT_REFUTED && verdict == VERDICT_FREE);
}

static const char *bug_of_application(const Bank *bank, Term part, const Dissent *dissent)
{
  for (size_t i = 0; i < sizeof bugs / sizeof *bugs; i++)
    if (bugs[i].solver == dissent->solver && is_of_verdict(bugs[i].verdict, dissent->verdict) &&
        is_application(bank, part, bugs[i].operator) && bugs[i].condition(bank, part, dissent))
      return bugs[i].name;
  return NULL;
}

const char *known_bug(const Bank *bank, const Dissent *dissent)
{
  const char *name = NULL;
  Walk walk = {0};
  walk_start(&walk, bank);
  walk_add_root(&walk, dissent->term);
  for (Term part; !name && (part = walk_next(&walk));)
    name = bug_of_application(bank, part, dissent);
  walk_deinit(&walk);
  return name;
}
