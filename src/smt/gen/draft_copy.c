#include "smt/gen/draft_copy.h"

#include <assert.h>

void draft_copy_take(DraftCopy *copy, const Generator *generator)
{
  assert(generator->world && generator->asserts.count > 0 && !copy->words.count);
  const Grower *grower = &generator->grower;
  copy->world = generator->world;
  copy->needs = grower->needs;
  VEC_APPEND(&copy->words, grower->draft.items, grower->draft.count);
  VEC_APPEND(&copy->asserts, generator->asserts.items, generator->asserts.count);
}

void draft_copy_deinit(DraftCopy *copy)
{
  VEC_FREE(&copy->words);
  VEC_FREE(&copy->asserts);
}

static void add_definitions(const DraftCopy *copy, U32Vec *terms)
{
  const Script *declarations = &copy->world->universe.declarations;
  Script used = {0};
  for (size_t i = 0; i < declarations->commands.count && i < UNIVERSE_DECLARATIONS_MAX; i++)
    if (copy->needs >> i & 1)
      script_copy_command(declarations, &declarations->commands.items[i], &used);
  script_collect_terms(copy->world->grammar.bank, &used, terms);
  script_deinit(&used);
}

void draft_copy_terms(const DraftCopy *copy, U32Vec *terms)
{
  U32Vec space = {0};
  const uint32_t *starts = copy->asserts.items;
  if (copy->needs) add_definitions(copy, terms);
  for (size_t i = 0; i + 1 < copy->asserts.count; i++) {
    assert(starts[i] < starts[i + 1] && starts[i + 1] <= copy->words.count);
    Term term = draft_fold(&copy->world->grammar, copy->words.items + starts[i],
                           starts[i + 1] - starts[i], &space);
    VEC_PUSH(terms, term);
  }
  VEC_FREE(&space);
}
