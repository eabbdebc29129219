#include "smt/text/model.h"

#include <assert.h>

#include "smt/term/traverse.h"
#include "smt/text/answer.h"
#include "smt/text/model_internal.h"
#include "smt/text/print.h"
#include "smt/text/scan.h"
#include "smt/text/solver_value.h"

void model_deinit(Model *model)
{
  VEC_FREE(&model->definitions);
  VEC_FREE(&model->by_fun);
  VEC_FREE(&model->elements);
}

static int compare_words(const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/* Sorts by_fun. Returns the first definition that is one too many; UINT32_MAX: none. */
static uint32_t index_by_fun(Model *model)
{
  VEC(uint64_t) keys = {0};
  for (size_t i = 0; i < model->definitions.count; i++)
    VEC_PUSH(&keys, (uint64_t)model->definitions.items[i].fun << 32 | i);
  if (keys.count) qsort(keys.items, keys.count, sizeof *keys.items, compare_words);
  uint32_t twice = UINT32_MAX; /* the first definition that is one too many */
  model->by_fun.count = 0;
  for (size_t i = 0; i < keys.count; i++) {
    uint32_t position = (uint32_t)keys.items[i];
    if (i && keys.items[i - 1] >> 32 == keys.items[i] >> 32 && position < twice) twice = position;
    VEC_PUSH(&model->by_fun, position);
  }
  assert(model->by_fun.count == model->definitions.count);
  VEC_FREE(&keys);
  return twice;
}

Status model_index(Parser *parser, Model *model)
{
  uint32_t twice = index_by_fun(model);
  if (twice == UINT32_MAX) return STATUS_OK;
  const Definition *definition = &model->definitions.items[twice];
  strbuf_clear(&parser->text);
  print_symbol(&parser->text, parser->bank, funs_info(&parser->bank->funs, definition->fun)->name);
  return parse_fail(parser, STATUS_SCOPE, definition->offset, "the model defines '%s' twice",
                    strbuf_text(&parser->text));
}

Fun model_auxiliary(Parser *parser, Symbol name, const Sort *rank, uint32_t arity)
{
  assert(name && rank && rank[arity]);
  Bank *bank = parser->bank;
  FunInfo info = {
      .name = name, .arity = arity, .origin = FUN_DECLARED, .version = SOLVER_VERSION_AUXILIARY};
  Fun fun = bank_script_fun(bank, &info, rank);
  /* Names of theories, constructors and selectors keep their meaning in the values. */
  uint32_t position = scope_binding(&parser->scope, name)->fun;
  bool own = !position || solver_value_is_own(bank, parser->scope.funs.items[position - 1].fun);
  if (own && !bank_theory_fun(bank, name)) scope_add_fun(&parser->scope, bank, name, fun);
  return fun;
}

Status model_read(Parser *parser, const char *text, uint64_t length, Model *model, Error *error)
{
  SolverText outer;
  Status status = answer_text_enter(parser, text, length, error, &outer);
  Scan scan = {.text = text, .length = length};
  if (status == STATUS_OK)
    status = scan_next(&scan) == SCAN_OPEN ? model_read_list(parser, model)
                                           : model_read_lines(parser, model);
  if (status) model_deinit(model);
  return answer_text_leave(parser, &outer, status);
}

Status model_read_values(Parser *parser, const char *text, uint64_t length, Model *model,
                         Error *error)
{
  const Bank *bank = parser->bank;
  U32Vec pairs = {0};
  Status status = answer_read_values(parser, text, length, &pairs, error);
  assert(pairs.count % 2 == 0 || status != STATUS_OK);
  for (size_t i = 0; i + 1 < pairs.count && status == STATUS_OK; i += 2) {
    Fun fun = bank_fun(bank, pairs.items[i]);
    bool declared = fun && bank_node(bank, pairs.items[i])->count == 0 &&
                    funs_info(&bank->funs, fun)->origin == FUN_DECLARED;
    Definition definition = {.fun = fun, .definition = pairs.items[i + 1]};
    if (declared) VEC_PUSH(&model->definitions, definition);
  }
  VEC_FREE(&pairs);
  if (status == STATUS_OK && index_by_fun(model) != UINT32_MAX)
    status = error_set(error, STATUS_SCOPE, "the values of one constant are given twice");
  if (status) model_deinit(model);
  return status;
}

const Definition *model_find(const Model *model, Fun fun)
{
  assert(model->by_fun.count == model->definitions.count);
  size_t low = 0, high = model->by_fun.count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const Definition *definition = &model->definitions.items[model->by_fun.items[middle]];
    if (definition->fun == fun) return definition;
    if (definition->fun < fun)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

static bool is_value(const Bank *bank, Term term)
{
  Fun fun = bank_fun(bank, term);
  return fun && funs_info(&bank->funs, fun)->version == SOLVER_VERSION_VALUE;
}

bool model_is_algebraic(const Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  return is_value(bank, term) && bank_sort(bank, term) == bank->real_sort;
}

bool model_is_abstract(const Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  return is_value(bank, term) && bank_sort(bank, term) != bank->real_sort;
}

/* The abstract values of a sort below a term that the walk has not seen yet. */
static void add_values(Walk *walk, Term root, Sort sort, U32Vec *values)
{
  walk_add_root(walk, root);
  for (Term term; (term = walk_next(walk));)
    if (bank_sort(walk->bank, term) == sort && model_is_abstract(walk->bank, term))
      VEC_PUSH(values, term);
}

void model_universe(const Bank *bank, const Model *model, Sort sort, U32Vec *values)
{
  assert(bank_has_sort(bank, sort));
  Walk walk = {0};
  walk_start(&walk, bank);
  for (size_t i = 0; i < model->elements.count; i++)
    add_values(&walk, model->elements.items[i], sort, values);
  for (size_t i = 0; i < model->definitions.count; i++)
    add_values(&walk, model->definitions.items[i].definition, sort, values);
  walk_deinit(&walk);
}
