#include "language/facts.h"

#include <assert.h>
#include <stdlib.h>

static bool is_known(SolverAnswer answer)
{
  return answer == SAYS_SAT || answer == SAYS_UNSAT || answer == SAYS_UNKNOWN;
}

SolverAnswer facts_status(const Facts *facts, size_t query)
{
  if (query >= facts->statuses.count) return SAYS_UNKNOWN;
  assert(is_known(facts->statuses.items[query]));
  return facts->statuses.items[query];
}

SolverAnswer facts_computed(const Facts *facts, size_t query)
{
  if (query >= facts->computed.count) return SAYS_UNKNOWN;
  assert(is_known(facts->computed.items[query]));
  return facts->computed.items[query];
}

void facts_deinit(Facts *facts)
{
  free(facts->logic);
  VEC_FREE(&facts->statuses);
  VEC_FREE(&facts->computed);
  *facts = (Facts){0};
}
