#include "language/smt/lacks.h"

#include <assert.h>
#include <string.h>

static const char *form_of(const Bank *bank, Term term)
{
  assert(bank_has_term(bank, term));
  switch (bank_node(bank, term)->op) {
  case OP_FORALL: return "forall";
  case OP_EXISTS: return "exists";
  case OP_MATCH: return "match";
  case OP_LAMBDA: return "lambda";
  default: return NULL;
  }
}

/* The solvers that have a sort, and those of which it is made. */
static uint64_t takers_of_sort(const SmtlibLacks *lacks, const Bank *bank, Sort sort,
                               uint64_t solvers)
{
  U32Vec parts = {0};
  VEC_PUSH(&parts, sort);
  while (parts.count) {
    Sort part = parts.items[--parts.count];
    const SortNode *node = sorts_node(&bank->sorts, part);
    for (size_t i = 0; i < lacks->count; i++)
      if (lacks->items[i].ctor && lacks->items[i].ctor == node->ctor)
        solvers &= ~lacks->items[i].solvers;
    for (uint32_t i = 0; i < node->arg_count; i++)
      VEC_PUSH(&parts, sorts_arg(&bank->sorts, part, i));
  }
  VEC_FREE(&parts);
  return solvers;
}

static bool has_sorts(const SmtlibLacks *lacks)
{
  for (size_t i = 0; i < lacks->count; i++)
    if (lacks->items[i].ctor) return true;
  return false;
}

uint64_t smtlib_takers(const SmtlibLacks *lacks, const Bank *bank, Term term, bool likely,
                       uint64_t solvers)
{
  assert(bank_has_term(bank, term));
  /* Of what is made of others these tell the sorts. */
  if (bank_node(bank, term)->count == 0 && has_sorts(lacks))
    solvers = takers_of_sort(lacks, bank, bank_sort(bank, term), solvers);
  Fun fun = bank_fun(bank, term);
  const char *form = fun ? NULL : form_of(bank, term);
  if (!fun && !form) return solvers;
  for (size_t i = 0; i < lacks->count; i++) {
    const SmtlibLack *lack = &lacks->items[i];
    bool same = fun ? lack->fun == fun : lack->form && strcmp(lack->form, form) == 0;
    if (same &&
        (!lack->exact || bank_node(bank, term)->count != funs_info(&bank->funs, fun)->arity))
      solvers &= ~(lack->solvers & ~(likely ? lack->partly : 0));
  }
  return solvers;
}
