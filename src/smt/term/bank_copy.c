#include "smt/term/bank.h"

static void detach_symbols(SymbolTable *symbols)
{
  size_t size = symbols->mask + 1;
  VEC_DETACH(&symbols->bytes);
  VEC_DETACH(&symbols->starts);
  VEC_DETACH(&symbols->declared);
  symbols->slots = vec_copy(symbols->slots, size, size, sizeof *symbols->slots);
}

static void detach_sorts(SortTable *sorts)
{
  VEC_DETACH(&sorts->ctors);
  VEC_DETACH(&sorts->nodes);
  VEC_DETACH(&sorts->pool);
  index_detach(&sorts->ctor_index);
  index_detach(&sorts->index);
}

static void detach_functions(Bank *bank)
{
  VEC_DETACH(&bank->funs.items);
  VEC_DETACH(&bank->funs.pool);
  index_detach(&bank->funs.index);
  VEC_DETACH(&bank->operators);
  VEC_DETACH(&bank->index_pool);
  index_detach(&bank->operator_index);
}

static void detach_terms(Bank *bank)
{
  VEC_DETACH(&bank->terms);
  VEC_DETACH(&bank->links);
  VEC_DETACH(&bank->args);
  index_detach(&bank->term_index);
  VEC_DETACH(&bank->open);
  VEC_DETACH(&bank->variables);
  VEC_DETACH(&bank->free_lists);
  VEC_DETACH(&bank->free_pool);
  index_detach(&bank->free_index);
  bank->scratch = (TermMarks){0};
}

static void detach_theories(Bank *bank)
{
  VEC_DETACH(&bank->theories);
  VEC_DETACH(&bank->notes);
  VEC_DETACH(&bank->aliases);
  VEC_DETACH(&bank->abbreviations);
  VEC_DETACH(&bank->theory_funs);
  VEC_DETACH(&bank->datatypes);
  for (size_t i = 0; i < bank->datatypes.count; i++) {
    VEC_DETACH(&bank->datatypes.items[i].constructors);
    VEC_DETACH(&bank->datatypes.items[i].selectors);
  }
}

Bank *bank_copy(const Bank *bank)
{
  Bank *copy = mem_alloc(1, sizeof *copy);
  *copy = *bank;
  detach_symbols(&copy->symbols);
  VEC_DETACH(&copy->exprs.nodes);
  detach_sorts(&copy->sorts);
  detach_functions(copy);
  detach_terms(copy);
  detach_theories(copy);
  return copy;
}
