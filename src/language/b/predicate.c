#include "language/b/predicate.h"

#include <assert.h>
#include <string.h>

#include "b/gen/gen.h"
#include "b/known/known.h"
#include "b/text/print.h"
#include "b/wd/wd.h"

Status b_predicate_read(BPredicate *predicate, const char *text, size_t length, Error *error)
{
  *predicate = (BPredicate){.bank = b_bank_create()};
  Status status = b_read(predicate->bank, text, length, &predicate->module, error);
  if (status)
    b_predicate_deinit(predicate);
  else
    predicate->goal = b_module_goal(predicate->bank, &predicate->module);
  return status;
}

void b_predicate_deinit(BPredicate *predicate)
{
  b_module_deinit(&predicate->module);
  b_bank_destroy(predicate->bank);
}

BTerm b_predicate_rewrite(BPredicate *predicate)
{
  assert(predicate->bank && predicate->goal != B_TERM_NONE);
  return b_wd_rewrite(predicate->bank, &predicate->module, predicate->goal,
                      &(BWdOptions){.prove = true});
}

void b_predicate_print(BPredicate *predicate, BTerm goal, StrBuf *out)
{
  assert(predicate->bank && goal != B_TERM_NONE);
  BModule module;
  bool given = b_uses_given(predicate->bank, goal);
  b_module_of_predicate(predicate->bank, given ? &predicate->module : NULL, goal, &module);
  b_print_module(predicate->bank, &module, &(BPrintOptions){.typing = true}, out);
  b_module_deinit(&module);
}

SolverAnswer b_predicate_status(const char *text, size_t length)
{
  size_t sat = strlen(B_KNOWN_SAT), unsat = strlen(B_KNOWN_UNSAT);
  if (length >= sat && memcmp(text, B_KNOWN_SAT, sat) == 0) return SAYS_SAT;
  if (length >= unsat && memcmp(text, B_KNOWN_UNSAT, unsat) == 0) return SAYS_UNSAT;
  return SAYS_UNKNOWN;
}
