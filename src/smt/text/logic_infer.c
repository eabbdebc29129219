#include <assert.h>
#include <string.h>

#include "smt/text/arithmetic.h"
#include "smt/text/logic.h"
#include "smt/text/roots.h"

/* What the functions of a theory need. Number theories are missing: their functions show in the
 * sorts of the terms, and arithmetic.h tells them apart. */
static const struct {
  const char *theory;
  uint32_t parts;
} theory_parts[] = {
    {"Cardinality", LOGIC_CARDINALITY},
    {"ArraysEx", LOGIC_ARRAYS},
    {"ArrayExtensions", LOGIC_ARRAYS},
    {"FixedSizeBitVectors", LOGIC_BITVECTORS},
    {"BitVectorExtensions", LOGIC_BITVECTORS},
    {"FloatingPoint", LOGIC_FLOATS},
    {"FloatingPointExtensions", LOGIC_FLOATS},
    {"Datatypes", LOGIC_DATATYPES},
    {"Tuples", LOGIC_DATATYPES},
    {"FiniteFields", LOGIC_FIELDS},
    {"HigherOrder", LOGIC_HIGHER_ORDER},
    {"SeparationLogic", LOGIC_SEPARATION},
    {"Sequences", LOGIC_SEQUENCES},
    {"Strings", LOGIC_STRINGS},
    {"StringExtensions", LOGIC_STRINGS},
    {"Characters", LOGIC_STRINGS},
    {"Sets", LOGIC_SETS},
    {"Relations", LOGIC_SETS},
    {"Bags", LOGIC_SETS},
    {"Tables", LOGIC_SETS},
    {"Transcendentals", LOGIC_TRANSCENDENTALS},
    {"TranscendentalsZ3", LOGIC_TRANSCENDENTALS},
};

#define PARTS_UNKNOWN UINT32_MAX

typedef struct {
  const Bank *bank;
  uint32_t *theory_parts; /* by theory; PARTS_UNKNOWN: not asked for yet */
  uint32_t *sort_parts;   /* by Sort */
  uint32_t declared;      /* parts that declarations and functions need */
  uint32_t seen;          /* parts that only the sorts of terms show */
  ArithmeticScan arithmetic;
} Inference;

uint32_t logic_theory_parts(const Bank *bank, uint32_t theory)
{
  assert(theory < bank->theories.count);
  Symbol name = bank->theories.items[theory].name;
  for (size_t i = 0; i < sizeof theory_parts / sizeof *theory_parts; i++)
    if (symbols_equal(&bank->symbols, name, theory_parts[i].theory)) return theory_parts[i].parts;
  return 0;
}

/* A script uses few of the theories. */
static uint32_t parts_of_theory(const Inference *inference, uint32_t theory)
{
  assert(theory > 0 && theory < inference->bank->theories.count);
  uint32_t *parts = &inference->theory_parts[theory];
  if (*parts == PARTS_UNKNOWN) *parts = logic_theory_parts(inference->bank, theory);
  return *parts;
}

static uint32_t parts_of_class(SortClass class)
{
  switch (class) {
  case SORT_INT: return LOGIC_INTS;
  case SORT_REAL: return LOGIC_REALS;
  case SORT_BITVEC: return LOGIC_BITVECTORS;
  case SORT_FLOAT:
  case SORT_ROUNDING: return LOGIC_FLOATS;
  case SORT_STRING:
  case SORT_REGLAN: return LOGIC_STRINGS;
  case SORT_ARRAY: return LOGIC_ARRAYS;
  case SORT_SEQ: return LOGIC_SEQUENCES;
  case SORT_SET:
  case SORT_BAG: return LOGIC_SETS;
  case SORT_FIELD: return LOGIC_FIELDS;
  case SORT_TUPLE:
  case SORT_DATATYPE: return LOGIC_DATATYPES;
  case SORT_FUNCTION: return LOGIC_HIGHER_ORDER;
  case SORT_UNINTERPRETED: return LOGIC_FREE_SORTS;
  default: return 0;
  }
}

/* The arguments of a sort are older than the sort, so one pass sees them first. */
static void find_sort_parts(Inference *inference)
{
  const SortTable *sorts = &inference->bank->sorts;
  for (Sort sort = 1; sort < sorts->nodes.count; sort++) {
    const SortNode *node = sorts_node(sorts, sort);
    if (node->class == SORT_PARAMETER) continue;
    uint32_t theory = sorts->ctors.items[node->ctor].theory;
    uint32_t parts = parts_of_class((SortClass)node->class);
    if (node->class == SORT_OTHER && theory) parts |= parts_of_theory(inference, theory);
    for (uint32_t i = 0; i < node->arg_count; i++)
      parts |= inference->sort_parts[sorts_arg(sorts, sort, i)];
    inference->sort_parts[sort] = parts;
  }
}

static void inference_init(Inference *inference, const Bank *bank)
{
  *inference = (Inference){.bank = bank};
  size_t theories = bank->theories.count + 1;
  inference->theory_parts = mem_alloc(theories, sizeof(uint32_t));
  for (size_t i = 0; i < theories; i++) inference->theory_parts[i] = PARTS_UNKNOWN;
  inference->sort_parts = mem_alloc_zero(bank->sorts.nodes.count + 1, sizeof(uint32_t));
  find_sort_parts(inference);
  arithmetic_init(&inference->arithmetic, bank);
}

static void inference_deinit(Inference *inference)
{
  free(inference->theory_parts);
  free(inference->sort_parts);
  arithmetic_deinit(&inference->arithmetic);
}

/* --- declarations ------------------------------------------------------------------------- */

static void see_rank(Inference *inference, Fun fun)
{
  assert(fun && bank_has_fun(inference->bank, fun));
  const Bank *bank = inference->bank;
  const FunInfo *info = funs_info(&bank->funs, fun);
  const Sort *rank = funs_rank(&bank->funs, fun);
  for (uint32_t i = 0; i <= info->arity; i++) inference->declared |= inference->sort_parts[rank[i]];
  bool uninterpreted = info->origin == FUN_DECLARED && info->arity > 0;
  if (uninterpreted || info->origin == FUN_RECURSIVE) inference->declared |= LOGIC_UF;
}

static void see_datatypes(Inference *inference, const uint32_t *list, uint32_t count)
{
  inference->declared |= LOGIC_DATATYPES;
  for (uint32_t i = 0; i < count; i++) {
    assert(list[i] > 0 && list[i] < inference->bank->datatypes.count);
    const Datatype *datatype = &inference->bank->datatypes.items[list[i]];
    for (size_t j = 0; j < datatype->constructors.count; j++)
      see_rank(inference, datatype->constructors.items[j]);
  }
}

static void see_command(Inference *inference, const Script *script, const Command *command)
{
  switch (command->kind) {
  case CMD_DECLARE_SORT:
  case CMD_DECLARE_SORT_PARAMETER: inference->declared |= LOGIC_FREE_SORTS; break;
  case CMD_DECLARE_CONST:
  case CMD_DECLARE_FUN:
  case CMD_DEFINE_CONST:
  case CMD_DEFINE_FUN:
  case CMD_DEFINE_FUN_REC: see_rank(inference, command->a); break;
  case CMD_DEFINE_FUNS_REC:
    for (uint32_t i = 0; i < command->count; i++)
      see_rank(inference, script_list(script, command)[i]);
    break;
  case CMD_DECLARE_DATATYPE:
  case CMD_DECLARE_DATATYPES:
  case CMD_DECLARE_CODATATYPE:
  case CMD_DECLARE_CODATATYPES:
    see_datatypes(inference, script_list(script, command), command->count);
    break;
  default: break;
  }
}

/* --- terms -------------------------------------------------------------------------------- */

static uint32_t parts_of_function(const Inference *inference, Fun fun)
{
  const FunInfo *info = funs_info(&inference->bank->funs, fun);
  switch ((FunOrigin)info->origin) {
  case FUN_THEORY: return parts_of_theory(inference, info->theory);
  case FUN_CONSTRUCTOR:
  case FUN_SELECTOR:
  case FUN_TESTER:
  case FUN_UPDATER: return LOGIC_DATATYPES;
  default: return 0; /* the declaration has been seen */
  }
}

static uint32_t parts_of_structure(Op op)
{
  switch (op) {
  case OP_FORALL:
  case OP_EXISTS:
  case OP_WITNESS: return LOGIC_QUANTIFIERS;
  case OP_LAMBDA: return LOGIC_HIGHER_ORDER;
  case OP_COMPREHENSION: return LOGIC_QUANTIFIERS | LOGIC_SETS;
  case OP_MATCH: return LOGIC_DATATYPES;
  default: return 0;
  }
}

static void see_term(Inference *inference, Term term)
{
  assert(term && bank_has_term(inference->bank, term));
  const Bank *bank = inference->bank;
  const TermNode *node = bank_node(bank, term);
  uint32_t sort_parts = inference->sort_parts[node->sort];
  inference->seen |= sort_parts;
  if (node->op == OP_VARIABLE) inference->declared |= sort_parts;
  inference->declared |= parts_of_structure(node->op);
  Fun fun = bank_fun(bank, term);
  if (fun) inference->declared |= parts_of_function(inference, fun);
  arithmetic_see(&inference->arithmetic, term);
}

/* --- the result --------------------------------------------------------------------------- */

/* What is only seen and not declared belongs, where it can, to a theory whose functions take or give
 * it: bit-vectors to floating-point numbers, numbers to strings and others. */
static uint32_t settle_parts(const Inference *inference)
{
  const ArithmeticScan *scan = &inference->arithmetic;
  uint32_t strong = inference->declared;
  if (scan->on_ints) strong |= LOGIC_INTS;
  if (scan->on_reals) strong |= LOGIC_REALS;
  uint32_t parts = inference->declared | inference->seen | strong;
  uint32_t weak = parts & ~strong;
  if ((weak & LOGIC_BITVECTORS) && (parts & LOGIC_FLOATS)) parts &= ~(uint32_t)LOGIC_BITVECTORS;
  const uint32_t with_ints =
      LOGIC_STRINGS | LOGIC_SEQUENCES | LOGIC_SETS | LOGIC_BITVECTORS | LOGIC_FLOATS;
  if ((weak & LOGIC_INTS) && (parts & with_ints))
    parts = (parts & ~(uint32_t)LOGIC_INTS) | LOGIC_INT_VALUES;
  if ((weak & LOGIC_REALS) && (parts & LOGIC_FLOATS))
    parts = (parts & ~(uint32_t)LOGIC_REALS) | LOGIC_REAL_VALUES;
  if (parts & LOGIC_TRANSCENDENTALS) parts |= LOGIC_REALS;
  return parts;
}

/* SMT-LIB has difference logic as QF_IDL, QF_RDL, QF_UFIDL and UFIDL. Everywhere else it counts as
 * linear. */
static Arithmetic settle_arithmetic(Arithmetic class, uint32_t parts)
{
  uint32_t numbers = parts & (LOGIC_INTS | LOGIC_REALS);
  if (!numbers) return ARITH_NONE;
  if (class >= ARITH_LINEAR) return class;
  const uint32_t free = LOGIC_UF | LOGIC_FREE_SORTS;
  const uint32_t beside = free | LOGIC_QUANTIFIERS | LOGIC_HIGHER_ORDER;
  bool has_free = parts & free;
  bool alone = !(parts & ~(beside | numbers)) && numbers != (LOGIC_INTS | LOGIC_REALS);
  if (!alone || (numbers == LOGIC_REALS && (has_free || class == ARITH_OFFSET)))
    return ARITH_LINEAR;
  if ((parts & (LOGIC_QUANTIFIERS | LOGIC_HIGHER_ORDER)) && !has_free) return ARITH_LINEAR;
  return class;
}

Logic logic_infer(const Bank *bank, const Script *script)
{
  Inference inference;
  inference_init(&inference, bank);
  for (size_t i = 0; i < script->commands.count; i++)
    see_command(&inference, script, &script->commands.items[i]);
  Walk walk = {0};
  roots_walk(&walk, bank, script);
  for (Term term; (term = walk_next(&walk));) see_term(&inference, term);
  walk_deinit(&walk);
  Logic logic = {.parts = settle_parts(&inference)};
  Arithmetic class = arithmetic_class(&inference.arithmetic);
  logic.arithmetic = settle_arithmetic(class, logic.parts);
  if (logic.arithmetic > class) logic.exact = class;
  assert(!logic.exact || logic.exact < logic.arithmetic);
  inference_deinit(&inference);
  return logic;
}
