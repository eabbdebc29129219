#include "smt/term/bank.h"

#include <assert.h>
#include <string.h>

#include "smt/term/traverse.h"

Bank *bank_create(void)
{
  Bank *bank = mem_alloc_zero(1, sizeof *bank);
  symbols_init(&bank->symbols);
  exprs_init(&bank->exprs);
  sorts_init(&bank->sorts, &bank->symbols);
  VEC_PUSH(&bank->funs.items, (FunInfo){0});
  for (Op op = 0; op < OP_FIRST_APPLICATION; op++)
    VEC_PUSH(&bank->operators, ((OperatorInfo){.kind = OPERATOR_STRUCTURAL}));
  VEC_PUSH(&bank->terms, (TermNode){0});
  VEC_PUSH(&bank->links, ((TermLink){.parent = PARENTS_HASHED}));
  VEC_RESERVE(&bank->args, 1);
  VEC_PUSH(&bank->theories, (Theory){0});
  VEC_PUSH(&bank->datatypes, (Datatype){0});
  return bank;
}

void bank_destroy(Bank *bank)
{
  if (!bank) return;
  symbols_deinit(&bank->symbols);
  exprs_deinit(&bank->exprs);
  sorts_deinit(&bank->sorts);
  VEC_FREE(&bank->funs.items);
  VEC_FREE(&bank->funs.pool);
  index_free(&bank->funs.index);
  VEC_FREE(&bank->operators);
  VEC_FREE(&bank->index_pool);
  index_free(&bank->operator_index);
  VEC_FREE(&bank->terms);
  VEC_FREE(&bank->links);
  VEC_FREE(&bank->args);
  index_free(&bank->term_index);
  VEC_FREE(&bank->open);
  VEC_FREE(&bank->variables);
  marks_deinit(&bank->scratch);
  VEC_FREE(&bank->free_lists);
  VEC_FREE(&bank->free_pool);
  index_free(&bank->free_index);
  VEC_FREE(&bank->theories);
  VEC_FREE(&bank->notes);
  VEC_FREE(&bank->aliases);
  VEC_FREE(&bank->abbreviations);
  for (size_t i = 0; i < bank->datatypes.count; i++) {
    VEC_FREE(&bank->datatypes.items[i].constructors);
    VEC_FREE(&bank->datatypes.items[i].selectors);
  }
  VEC_FREE(&bank->datatypes);
  VEC_FREE(&bank->theory_funs);
  free(bank);
}

uint32_t bank_bound_count(const Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  const TermNode *node = bank_node(bank, term);
  if (bank_is_binder(node->op)) return node->count - bank_bodies(node->op);
  if (bank->operators.items[node->op].kind == OPERATOR_CASE) return node->count - 1;
  return 0;
}

/* --- functions --- */

static Fun add_fun(Bank *bank, const FunInfo *info, const Sort *rank)
{
  Fun fun = (Fun)bank->funs.items.count;
  FunInfo added = *info;
  added.rank = (uint32_t)bank->funs.pool.count;
  added.next = 0;
  added.open = added.rule != 0;
  for (uint32_t i = 0; i <= info->arity; i++) added.open |= sorts_node(&bank->sorts, rank[i])->open;
  VEC_APPEND(&bank->funs.pool, rank, info->arity + 1);
  VEC_PUSH(&bank->funs.items, added);
  bank->symbols.declared.items[info->name] = 1;
  if (added.index_count) return fun;
  bank->funs.items.items[fun].op = (Op)bank->operators.count;
  VEC_PUSH(&bank->operators, ((OperatorInfo){.fun = fun, .kind = OPERATOR_APPLY}));
  return fun;
}

static Fun *theory_slot(Bank *bank, Symbol name)
{
  while (bank->theory_funs.count <= name) VEC_PUSH(&bank->theory_funs, 0);
  return &bank->theory_funs.items[name];
}

bool bank_add_theory_alias(Bank *bank, Symbol name, Fun fun)
{
  assert(bank_has_fun(bank, fun));
  Fun *slot = theory_slot(bank, name);
  if (*slot) return false;
  *slot = fun;
  VEC_PUSH(&bank->aliases, ((TheoryAlias){name, fun}));
  return true;
}

Fun bank_add_theory_fun(Bank *bank, const FunInfo *info, const Sort *rank)
{
  Fun fun = add_fun(bank, info, rank);
  Fun *link = theory_slot(bank, info->name);
  while (*link) link = &bank->funs.items.items[*link].next;
  *link = fun;
  return fun;
}

Fun bank_script_fun(Bank *bank, const FunInfo *info, const Sort *rank)
{
  uint64_t hash = hash_mix(hash_mix(info->name, info->origin), info->related);
  hash = hash_mix(hash_mix(hash, info->version), info->arity);
  if (info->origin == FUN_DEFINED) hash = hash_mix(hash, info->definition);
  for (uint32_t i = 0; i <= info->arity; i++) hash = hash_mix(hash, rank[i]);
  uint32_t key = hash_finish(hash);
  IndexProbe probe = index_probe(&bank->funs.index, key);
  for (uint32_t id; index_next(&probe, &id);) {
    const FunInfo *known = funs_info(&bank->funs, id);
    if (known->name == info->name && known->origin == info->origin &&
        known->related == info->related && known->version == info->version &&
        known->arity == info->arity &&
        (info->origin != FUN_DEFINED || known->definition == info->definition) &&
        memcmp(funs_rank(&bank->funs, id), rank, (info->arity + 1) * sizeof *rank) == 0)
      return id;
  }
  Fun fun = add_fun(bank, info, rank);
  index_insert(&bank->funs.index, key, fun);
  return fun;
}

/* The datatype of a constructor, as an index of bank->datatypes. */
static uint32_t bank_datatype_of(const Bank *bank, Fun constructor)
{
  assert(bank_has_fun(bank, constructor));
  Sort result = funs_result(&bank->funs, constructor);
  return bank->sorts.ctors.items[sorts_node(&bank->sorts, result)->ctor].datatype;
}

Fun bank_selector(const Bank *bank, Fun constructor, uint32_t i)
{
  assert(bank_has_fun(bank, constructor));
  assert(i < funs_info(&bank->funs, constructor)->arity);
  const Datatype *datatype = &bank->datatypes.items[bank_datatype_of(bank, constructor)];
  uint32_t before = 0;
  for (size_t c = 0; datatype->constructors.items[c] != constructor; c++)
    before += funs_info(&bank->funs, datatype->constructors.items[c])->arity;
  return datatype->selectors.items[before + i];
}

Fun bank_tester(Bank *bank, Fun constructor)
{
  assert(bank_has_fun(bank, constructor));
  assert(funs_info(&bank->funs, constructor)->origin == FUN_CONSTRUCTOR);
  Sort rank[2] = {funs_result(&bank->funs, constructor), bank->bool_sort};
  FunInfo info = {.name = funs_info(&bank->funs, constructor)->name,
                  .arity = 1,
                  .origin = FUN_TESTER,
                  .related = constructor};
  return bank_script_fun(bank, &info, rank);
}

Fun bank_updater(Bank *bank, Fun selector)
{
  assert(bank_has_fun(bank, selector));
  const Sort *own = funs_rank(&bank->funs, selector);
  Sort rank[3] = {own[0], own[1], own[0]};
  FunInfo info = {.name = funs_info(&bank->funs, selector)->name,
                  .arity = 2,
                  .origin = FUN_UPDATER,
                  .related = selector};
  return bank_script_fun(bank, &info, rank);
}

/* --- operators --- */

static Op intern_operator(Bank *bank, const OperatorInfo *info, const Numeral *indices)
{
  uint64_t hash = hash_mix(hash_mix(info->kind, info->fun), info->as);
  if (info->kind == OPERATOR_ANNOTATION) hash = hash_mix(hash, info->first);
  for (uint32_t i = 0; i < info->index_count; i++) hash = hash_mix(hash, indices[i]);
  uint32_t key = hash_finish(hash);
  IndexProbe probe = index_probe(&bank->operator_index, key);
  for (uint32_t id; index_next(&probe, &id);) {
    const OperatorInfo *known = &bank->operators.items[id];
    if (known->kind == info->kind && known->fun == info->fun && known->as == info->as &&
        known->index_count == info->index_count &&
        (info->kind != OPERATOR_ANNOTATION || known->first == info->first) &&
        (info->index_count == 0 || memcmp(bank->index_pool.items + known->first, indices,
                                          info->index_count * sizeof *indices) == 0))
      return id;
  }
  Op op = (Op)bank->operators.count;
  VEC_PUSH(&bank->operators, *info);
  if (info->index_count) {
    bank->operators.items[op].first = (uint32_t)bank->index_pool.count;
    VEC_APPEND(&bank->index_pool, indices, info->index_count);
  }
  index_insert(&bank->operator_index, key, op);
  return op;
}

Op bank_apply_operator(Bank *bank, Fun fun, const Numeral *indices, uint32_t index_count, Sort as)
{
  assert(bank_has_fun(bank, fun) && bank_has_sort(bank, as));
  if (index_count == 0 && as == 0) return bank->funs.items.items[fun].op;
  OperatorInfo info = {.fun = fun, .as = as, .kind = OPERATOR_APPLY};
  assert(index_count <= OPERATOR_MAX_INDICES);
  info.index_count = index_count & OPERATOR_MAX_INDICES;
  return intern_operator(bank, &info, indices);
}

Op bank_annotation_operator(Bank *bank, Symbol keyword, Symbol value)
{
  OperatorInfo info = {.fun = keyword, .first = value, .kind = OPERATOR_ANNOTATION};
  return intern_operator(bank, &info, NULL);
}

Op bank_case_operator(Bank *bank, Fun constructor)
{
  assert(bank_has_fun(bank, constructor));
  OperatorInfo info = {.fun = constructor, .kind = OPERATOR_CASE};
  return intern_operator(bank, &info, NULL);
}

/* --- terms --- */

/* Adds a node that nothing finds yet. */
static Term add_node(Bank *bank, const TermNode *node)
{
  assert(node->count == 0 || node->first + (size_t)node->count == bank->args.count);
  if (bank->terms.count >= UINT32_MAX || bank->args.count >= UINT32_MAX)
    mem_exhausted(bank->terms.count); /* handles are 32 bits */
  Term term = (Term)bank->terms.count;
  VEC_PUSH(&bank->terms, *node);
  VEC_PUSH(&bank->links, ((TermLink){.parent = node->count ? 0 : PARENTS_HASHED}));
  return term;
}

static Term add_hashed(Bank *bank, const TermNode *node, uint32_t key)
{
  Term term = add_node(bank, node);
  index_insert(&bank->term_index, key, term);
  return term;
}

static void set_open(Bank *bank, Term term, Term witness)
{
  while (bank->open.count <= term) VEC_PUSH(&bank->open, 0);
  bank->open.items[term] = witness;
}

/* The smallest free variable of a new term. */
static Term open_of_args(Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  if (bank_bound_count(bank, term)) return traverse_least_free(bank, term);
  const Term *args = bank_args(bank, term);
  uint32_t count = bank_node(bank, term)->count;
  Term least = 0;
  for (uint32_t i = 0; i < count; i++) {
    Term witness = bank_open(bank, args[i]);
    if (witness && (least == 0 || witness < least)) least = witness;
  }
  return least;
}

static bool equal_words(const uint32_t *a, const uint32_t *b, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (a[i] != b[i]) return false;
  return true;
}

static bool is_same(const Bank *bank, Term term, Op op, Sort sort, const Term *args, uint32_t count)
{
  const TermNode *node = &bank->terms.items[term];
  return node->op == op && node->count == count && node->sort == sort &&
         equal_words(bank->args.items + node->first, args, count);
}

/* Here operator, sort and arguments are checked: what is not new has been checked before. */
static Term add_application(Bank *bank, Op op, Sort sort, const Term *args, uint32_t count)
{
  assert(bank_has_op(bank, op) && bank_has_sort(bank, sort) && bank_has_terms(bank, args, count));
  TermNode node = {.op = op, .sort = sort, .first = (uint32_t)bank->args.count, .count = count};
  VEC_RESERVE(&bank->args, count);
  Term *to = bank->args.items + bank->args.count;
  for (uint32_t i = 0; i < count; i++) to[i] = args[i];
  bank->args.count += count;
  Term term = add_node(bank, &node);
  if (bank->open.count && count) {
    Term witness = open_of_args(bank, term);
    if (witness) set_open(bank, term, witness);
  }
  return term;
}

static uint32_t hash_application(Op op, Sort sort, const Term *args, uint32_t count)
{
  uint64_t hash = hash_mix(op, sort);
  for (uint32_t i = 0; i < count; i++) hash = hash_mix(hash, args[i]);
  return hash_finish(hash);
}

static Term hashed_term(Bank *bank, Op op, Sort sort, const Term *args, uint32_t count)
{
  uint32_t key = hash_application(op, sort, args, count);
  IndexProbe probe = index_probe(&bank->term_index, key);
  for (uint32_t id; index_next(&probe, &id);)
    if (is_same(bank, id, op, sort, args, count)) return id;
  Term term = add_application(bank, op, sort, args, count);
  index_insert(&bank->term_index, key, term);
  return term;
}

/* Moves the parents of a term from its list to the hash index. */
static void hash_parents(Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  for (Term parent = bank->links.items[term].parent; parent;
       parent = bank->links.items[parent].next) {
    const TermNode *node = bank_node(bank, parent);
    uint32_t key = hash_application(node->op, node->sort, bank_args(bank, parent), node->count);
    index_insert(&bank->term_index, key, parent);
  }
  bank->links.items[term].parent = PARENTS_HASHED;
}

Term bank_term(Bank *bank, Op op, Sort sort, const Term *args, uint32_t count)
{
  Term youngest = 0;
  for (uint32_t i = 0; i < count; i++)
    if (args[i] > youngest) youngest = args[i];
  assert(op >= OP_FORALL && bank_has_term(bank, youngest)); /* arguments are older */
  Term parent = bank->links.items[youngest].parent;
  if (parent == PARENTS_HASHED) return hashed_term(bank, op, sort, args, count);
  uint32_t parents = 0;
  for (; parent; parent = bank->links.items[parent].next, parents++)
    if (is_same(bank, parent, op, sort, args, count)) return parent;
  if (parents == LINKED_PARENTS) {
    hash_parents(bank, youngest);
    return hashed_term(bank, op, sort, args, count);
  }
  Term term = add_application(bank, op, sort, args, count);
  bank->links.items[term].next = bank->links.items[youngest].parent;
  bank->links.items[youngest].parent = term;
  return term;
}

/* Leaves that are known by (op, sort, first). */
static Term leaf(Bank *bank, Op op, Sort sort, uint32_t first)
{
  assert(bank_has_op(bank, op) && bank_has_sort(bank, sort));
  uint32_t key = hash_finish(hash_mix(hash_mix(hash_mix(0, op), sort), first));
  IndexProbe probe = index_probe(&bank->term_index, key);
  for (uint32_t id; index_next(&probe, &id);) {
    const TermNode *node = &bank->terms.items[id];
    if (node->op == op && node->first == first && node->sort == sort) return id;
  }
  return add_hashed(bank, &(TermNode){.op = op, .sort = sort, .first = first}, key);
}

Term bank_literal(Bank *bank, Op op, Sort sort, Symbol text)
{
  assert(bank_has_op(bank, op) && bank_has_sort(bank, sort));
  assert(op >= OP_INTEGER && op <= OP_FIELD);
  return leaf(bank, op, sort, text);
}

Term bank_variable(Bank *bank, Symbol name, Sort sort, uint32_t level)
{
  assert(bank_has_sort(bank, sort));
  uint32_t key = hash_finish(hash_mix(hash_mix(hash_mix(name, sort), level), OP_VARIABLE));
  IndexProbe probe = index_probe(&bank->term_index, key);
  for (uint32_t id; index_next(&probe, &id);) {
    if (bank->terms.items[id].op != OP_VARIABLE) continue;
    const Variable *known = bank_variable_info(bank, id);
    if (known->name == name && known->sort == sort && known->level == level) return id;
  }
  TermNode node = {.op = OP_VARIABLE, .sort = sort, .first = (uint32_t)bank->variables.count};
  VEC_PUSH(&bank->variables, ((Variable){name, sort, level}));
  bank->symbols.declared.items[name] = 1;
  Term term = add_hashed(bank, &node, key);
  set_open(bank, term, term);
  return term;
}

Term bank_binder(Bank *bank, Op op, Sort sort, const Term *variables, uint32_t count,
                 const Term *bodies)
{
  assert(bank_has_op(bank, op) && bank_has_sort(bank, sort));
  assert(bank_is_binder(op) && count > 0);
  assert(bank_has_terms(bank, variables, count) && bank_has_terms(bank, bodies, bank_bodies(op)));
  U32Vec args = {0};
  VEC_APPEND(&args, variables, count);
  VEC_APPEND(&args, bodies, bank_bodies(op));
  Term term = bank_term(bank, op, sort, args.items, (uint32_t)args.count);
  VEC_FREE(&args);
  return term;
}

Term bank_coerce_to_real(Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  if (bank_sort(bank, term) == bank->real_sort) return term;
  assert(bank_sort(bank, term) == bank->int_sort);
  if (bank_node(bank, term)->op != OP_INTEGER) {
    Op op = bank_apply_operator(bank, bank->to_real, NULL, 0, 0);
    return bank_term(bank, op, bank->real_sort, &term, 1);
  }
  Symbol digits = bank_node(bank, term)->first;
  size_t length = symbols_length(&bank->symbols, digits);
  char *text = mem_alloc(length + 2, 1);
  memcpy(text, symbols_text(&bank->symbols, digits), length);
  memcpy(text + length, ".0", 2);
  Symbol decimal = symbols_intern(&bank->symbols, text, length + 2);
  free(text);
  return bank_literal(bank, OP_REAL, bank->real_sort, decimal);
}
