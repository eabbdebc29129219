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

uint64_t smtlib_takers(const SmtlibLacks *lacks, const Bank *bank, Term term, bool likely,
                       uint64_t solvers)
{
  assert(bank_has_term(bank, term));
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
