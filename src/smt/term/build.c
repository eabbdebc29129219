#include "smt/term/build.h"

#include <assert.h>
#include <string.h>

#include "smt/term/signature.h"

Term bank_build_indexed(Bank *bank, const char *name, const Numeral *indices, uint32_t index_count,
                        Sort as, const Term *args, uint32_t count)
{
  assert(bank_has_sort(bank, as));
  Symbol symbol = symbols_find(&bank->symbols, name, strlen(name));
  Sort *sorts = mem_alloc(count, sizeof *sorts);
  for (uint32_t i = 0; i < count; i++) sorts[i] = bank_sort(bank, args[i]);
  Term term = 0;
  for (Fun fun = symbol ? bank_theory_fun(bank, symbol) : 0; fun && !term;
       fun = funs_info(&bank->funs, fun)->next) {
    bool needs_as = funs_info(&bank->funs, fun)->needs_as;
    Application application = {indices, index_count, needs_as ? as : 0, sorts, count};
    Sort sort = signature_apply(bank, fun, &application, NULL);
    if (!sort || (as && sort != as)) continue;
    Op op = bank_apply_operator(bank, fun, indices, index_count, needs_as ? as : 0);
    term = bank_term(bank, op, sort, args, count);
  }
  free(sorts);
  return term;
}
