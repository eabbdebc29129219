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

const char *facts_witness(const Facts *facts, size_t query)
{
  return query < facts->witnesses.count ? facts->witnesses.items[query] : NULL;
}

void facts_set_witness(Facts *facts, size_t query, char *model)
{
  assert(model && query < facts->traits.queries);
  while (facts->witnesses.count <= query) VEC_PUSH(&facts->witnesses, NULL);
  free(facts->witnesses.items[query]);
  facts->witnesses.items[query] = model;
}

void facts_deinit(Facts *facts)
{
  for (size_t i = 0; i < facts->witnesses.count; i++) free(facts->witnesses.items[i]);
  VEC_FREE(&facts->witnesses);
  free(facts->logic);
  VEC_FREE(&facts->statuses);
  VEC_FREE(&facts->computed);
  *facts = (Facts){0};
}
