#include "smt/text/statistics.h"

#include <assert.h>
#include <string.h>

#include "smt/text/roots.h"

#define NODE_KIND_NAME(kind, name) name,
static const char *const kind_names[] = {NODE_KIND_LIST(NODE_KIND_NAME)};
#undef NODE_KIND_NAME

const char *node_kind_name(NodeKind kind)
{
  assert(kind < sizeof kind_names / sizeof *kind_names);
  return kind_names[kind];
}

/* Entries that the code knows, by their place in this table. */
enum {
  FIXED_DECLARED_CONSTANT = OP_FIRST_APPLICATION,
  FIXED_DECLARED_FUNCTION,
  FIXED_DEFINED,
  FIXED_RECURSIVE,
  FIXED_CONSTRUCTOR,
  FIXED_SELECTOR,
  FIXED_TESTER,
  FIXED_UPDATER,
  FIXED_ANNOTATION,
  FIXED_CASE,
  FIXED_COUNT
};

static const struct {
  NodeKind kind;
  const char *label;
} fixed[FIXED_COUNT] = {
    [OP_NONE] = {NODE_OTHER, "none"},
    [OP_VARIABLE] = {NODE_OTHER, "bound variable"},
    [OP_INTEGER] = {NODE_LITERAL, "integer literal"},
    [OP_REAL] = {NODE_LITERAL, "real literal"},
    [OP_BITVEC] = {NODE_LITERAL, "bit-vector literal"},
    [OP_STRING] = {NODE_LITERAL, "string literal"},
    [OP_FIELD] = {NODE_LITERAL, "field literal"},
    [OP_FORALL] = {NODE_BINDER, "forall"},
    [OP_EXISTS] = {NODE_BINDER, "exists"},
    [OP_LAMBDA] = {NODE_BINDER, "lambda"},
    [OP_WITNESS] = {NODE_BINDER, "witness"},
    [OP_COMPREHENSION] = {NODE_BINDER, "set.comprehension"},
    [OP_MATCH] = {NODE_OTHER, "match"},
    [FIXED_DECLARED_CONSTANT] = {NODE_SYMBOL, "declared constant"},
    [FIXED_DECLARED_FUNCTION] = {NODE_SYMBOL, "declared function"},
    [FIXED_DEFINED] = {NODE_SYMBOL, "defined function"},
    [FIXED_RECURSIVE] = {NODE_SYMBOL, "recursive function"},
    [FIXED_CONSTRUCTOR] = {NODE_SYMBOL, "constructor"},
    [FIXED_SELECTOR] = {NODE_SYMBOL, "selector"},
    [FIXED_TESTER] = {NODE_SYMBOL, "tester"},
    [FIXED_UPDATER] = {NODE_SYMBOL, "updater"},
    [FIXED_ANNOTATION] = {NODE_OTHER, "annotation"},
    [FIXED_CASE] = {NODE_OTHER, "match case"},
};

/* --- commands ----------------------------------------------------------------------------- */

static void count_command(Statistics *statistics, const Command *command)
{
  assert(command->kind < CMD_COUNT);
  statistics->commands[command->kind]++;
  switch (command->kind) {
  case CMD_ASSERT:
  case CMD_ASSERT_SOFT: statistics->assertions++; break;
  case CMD_DECLARE_SORT:
  case CMD_DECLARE_SORT_PARAMETER:
  case CMD_DECLARE_CONST:
  case CMD_DECLARE_FUN:
  case CMD_DECLARE_CB:
  case CMD_DECLARE_ORACLE_FUN: statistics->declarations++; break;
  case CMD_DECLARE_DATATYPE:
  case CMD_DECLARE_DATATYPES:
  case CMD_DECLARE_CODATATYPE:
  case CMD_DECLARE_CODATATYPES: statistics->declarations += command->count; break;
  case CMD_DEFINE_SORT:
  case CMD_DEFINE_CONST:
  case CMD_DEFINE_FUN:
  case CMD_DEFINE_FUN_REC: statistics->definitions++; break;
  case CMD_DEFINE_FUNS_REC: statistics->definitions += command->count; break;
  case CMD_CHECK_SAT:
  case CMD_CHECK_SAT_ASSUMING: statistics->checks++; break;
  default: break;
  }
}

/* --- nodes -------------------------------------------------------------------------------- */

/* Counters by handle while the terms are walked: those of theory functions by Fun, which are put
 * together by name and theory at the end. */
typedef struct {
  uint64_t fixed[FIXED_COUNT];
  uint64_t *funs;
  uint64_t *sorts;
} Counters;

static uint32_t fixed_of_function(const FunInfo *info)
{
  switch ((FunOrigin)info->origin) {
  case FUN_DECLARED: return info->arity ? FIXED_DECLARED_FUNCTION : FIXED_DECLARED_CONSTANT;
  case FUN_DEFINED: return FIXED_DEFINED;
  case FUN_RECURSIVE: return FIXED_RECURSIVE;
  case FUN_CONSTRUCTOR: return FIXED_CONSTRUCTOR;
  case FUN_SELECTOR: return FIXED_SELECTOR;
  case FUN_TESTER: return FIXED_TESTER;
  case FUN_UPDATER: return FIXED_UPDATER;
  default: return OP_NONE; /* a theory's, which is counted by itself */
  }
}

static void count_node(Counters *counters, const Bank *bank, Term term)
{
  const TermNode *node = bank_node(bank, term);
  const OperatorInfo *info = bank_operator(bank, node->op);
  counters->sorts[node->sort]++;
  switch ((TermShape)info->kind) {
  case OPERATOR_STRUCTURAL:
    assert(node->op < OP_FIRST_APPLICATION);
    counters->fixed[node->op]++;
    break;
  case OPERATOR_APPLY: {
    uint32_t place = fixed_of_function(funs_info(&bank->funs, info->fun));
    if (place == OP_NONE)
      counters->funs[info->fun]++;
    else
      counters->fixed[place]++;
    break;
  }
  case OPERATOR_ANNOTATION: counters->fixed[FIXED_ANNOTATION]++; break;
  case OPERATOR_CASE: counters->fixed[FIXED_CASE]++; break;
  }
}

static void count_nodes(Statistics *statistics, Counters *counters, const Bank *bank,
                        const Script *script)
{
  Walk walk = {0};
  roots_walk(&walk, bank, script);
  for (Term term; (term = walk_next(&walk));) {
    count_node(counters, bank, term);
    uint32_t arity = bank_node(bank, term)->count;
    if (!bank_is_binder(bank_node(bank, term)->op) && arity > statistics->max_arity)
      statistics->max_arity = arity;
  }
  walk_deinit(&walk);
  statistics->quantifiers = counters->fixed[OP_FORALL] + counters->fixed[OP_EXISTS];
}

/* --- lists -------------------------------------------------------------------------------- */

/* Functions of one name in one theory (the two minuses of Ints) are one operator; theory functions
 * of one name are linked. */
static bool counted_before(const Bank *bank, Fun fun)
{
  assert(bank_has_fun(bank, fun));
  const FunInfo *info = funs_info(&bank->funs, fun);
  for (Fun other = bank_theory_fun(bank, info->name); other && other != fun;
       other = funs_info(&bank->funs, other)->next)
    if (funs_info(&bank->funs, other)->theory == info->theory) return true;
  return false;
}

static uint64_t count_of_name(const Counters *counters, const Bank *bank, Fun fun)
{
  assert(bank_has_fun(bank, fun));
  const FunInfo *info = funs_info(&bank->funs, fun);
  uint64_t nodes = 0;
  for (Fun other = bank_theory_fun(bank, info->name); other;
       other = funs_info(&bank->funs, other)->next)
    if (funs_info(&bank->funs, other)->theory == info->theory) nodes += counters->funs[other];
  return nodes;
}

static void list_operators(Statistics *statistics, const Counters *counters, const Bank *bank)
{
  for (Fun fun = 1; fun < bank->funs.items.count; fun++) {
    const FunInfo *info = funs_info(&bank->funs, fun);
    if (info->origin != FUN_THEORY || counted_before(bank, fun)) continue;
    uint64_t nodes = count_of_name(counters, bank, fun);
    OperatorCount entry = {NODE_OPERATOR, NULL, info->name, info->theory, nodes};
    if (nodes) VEC_PUSH(&statistics->operators, entry);
  }
  for (uint32_t i = 0; i < FIXED_COUNT; i++) {
    OperatorCount entry = {fixed[i].kind, fixed[i].label, SYMBOL_NONE, 0, counters->fixed[i]};
    if (entry.nodes) VEC_PUSH(&statistics->operators, entry);
  }
}

static void list_sorts(Statistics *statistics, const Counters *counters, const Bank *bank)
{
  for (Sort sort = 1; sort < bank->sorts.nodes.count; sort++) {
    SortCount entry = {sort, counters->sorts[sort]};
    if (entry.nodes) VEC_PUSH(&statistics->sorts, entry);
  }
}

static int compare_names(const Bank *bank, const OperatorCount *a, const OperatorCount *b)
{
  const char *x = a->label ? a->label : symbols_text(&bank->symbols, a->name);
  const char *y = b->label ? b->label : symbols_text(&bank->symbols, b->name);
  size_t x_length = a->label ? strlen(x) : symbols_length(&bank->symbols, a->name);
  size_t y_length = b->label ? strlen(y) : symbols_length(&bank->symbols, b->name);
  int order = memcmp(x, y, x_length < y_length ? x_length : y_length);
  if (order != 0) return order;
  if (x_length != y_length) return x_length < y_length ? -1 : 1;
  return (a->theory > b->theory) - (a->theory < b->theory);
}

static int compare_operators(const void *left, const void *right, void *bank)
{
  const OperatorCount *a = left, *b = right;
  if (a->nodes != b->nodes) return a->nodes < b->nodes ? 1 : -1;
  return compare_names(bank, a, b);
}

static int compare_sorts(const void *left, const void *right)
{
  const SortCount *a = left, *b = right;
  if (a->nodes != b->nodes) return a->nodes < b->nodes ? 1 : -1;
  return (a->sort > b->sort) - (a->sort < b->sort);
}

static void sort_lists(Statistics *statistics, const Bank *bank)
{
  if (statistics->operators.count)
    qsort_r(statistics->operators.items, statistics->operators.count,
            sizeof *statistics->operators.items, compare_operators, (void *)(uintptr_t)bank);
  if (statistics->sorts.count)
    qsort(statistics->sorts.items, statistics->sorts.count, sizeof *statistics->sorts.items,
          compare_sorts);
}

void statistics_collect(Statistics *statistics, const Bank *bank, const Script *script)
{
  *statistics = (Statistics){0};
  for (size_t i = 0; i < script->commands.count; i++)
    count_command(statistics, &script->commands.items[i]);
  Counters counters = {0};
  counters.funs = mem_alloc_zero(bank->funs.items.count + 1, sizeof *counters.funs);
  counters.sorts = mem_alloc_zero(bank->sorts.nodes.count + 1, sizeof *counters.sorts);
  count_nodes(statistics, &counters, bank, script);
  list_operators(statistics, &counters, bank);
  list_sorts(statistics, &counters, bank);
  sort_lists(statistics, bank);
  free(counters.funs);
  free(counters.sorts);
  U32Vec roots = {0};
  script_collect_assertions(script, &roots);
  statistics->size = traverse_size(bank, roots.items, roots.count);
  VEC_FREE(&roots);
}

void statistics_deinit(Statistics *statistics)
{
  VEC_FREE(&statistics->sorts);
  VEC_FREE(&statistics->operators);
}
