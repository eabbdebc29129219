#include "solve/select/selector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"
#include "smt/text/logic.h"
#include "solve/select/selector_internal.h"

void selector_destroy(Selector *selector)
{
  if (!selector) return;
  names_free(&selector->solvers);
  names_free(&selector->features);
  names_free(&selector->logics);
  outcomes_free(&selector->outcomes);
  forest_destroy(selector->forest);
  nearest_destroy(selector->nearest);
  for (size_t i = 0; i < RANKERS; i++) ranker_destroy(selector->rankers[i]);
  matrix_free(&selector->values);
  for (size_t i = 0; i < selector->policies.count; i++)
    neighbours_free(&selector->policies.items[i].background);
  VEC_FREE(&selector->policies);
  selector_store_close(selector->store);
  free(selector);
}

const Names *selector_solvers(const Selector *selector)
{
  return &selector->solvers;
}

const Names *selector_features(const Selector *selector)
{
  return &selector->features;
}

double selector_limit(const Selector *selector)
{
  return selector->limit;
}

bool selector_counts_cpu(const Selector *selector)
{
  return selector->cpu;
}

void selector_logic_columns(const char *logic, float *columns)
{
  Logic parsed = {0};
  bool known = logic && *logic && logic_parse(logic, strlen(logic), &parsed);
  for (unsigned i = 0; i < LOGIC_COLUMNS; i++) columns[i] = NAN;
  if (!known) return;
  for (unsigned i = 0; i < LOGIC_COLUMNS - 2; i++) columns[i] = (float)(parsed.parts >> i & 1);
  columns[LOGIC_COLUMNS - 2] = (float)parsed.arithmetic;
  columns[LOGIC_COLUMNS - 1] = parsed.all;
}

const Policy *selector_policy(const Selector *selector, const char *logic)
{
  uint32_t number;
  assert(selector->policies.count > 0);
  if (logic && names_find(&selector->logics, logic, &number))
    return &selector->policies.items[number];
  return &selector->policies.items[selector->policies.count - 1];
}

Status selector_bind(const Selector *selector, const Names *features, SelectorBinding *binding,
                     Error *error)
{
  *binding = (SelectorBinding){0};
  for (uint32_t i = 0; i < names_count(&selector->features); i++) {
    uint32_t place;
    const char *name = names_text(&selector->features, i);
    if (names_find(features, name, &place)) {
      VEC_PUSH(&binding->place, place);
      continue;
    }
    VEC_FREE(&binding->place);
    const char *near = suggest_name(name, features->items.items, features->items.count);
    return error_set(
        error, STATUS_USAGE,
        "the model needs the feature '%s', which is not there%s%s%s: use the features that it was "
        "trained with (--feature-command, --feature-table)",
        name, near ? " (there is '" : "", near ? near : "", near ? "')" : "");
  }
  return STATUS_OK;
}

void selector_describe(const Selector *selector, const char *logic, StrBuf *out)
{
  const Policy *policy = selector_policy(selector, logic);
  advice_describe(policy->advice, policy->slots, out);
}

bool selector_can(const Selector *selector, Advice advice)
{
  bool can = !advice_uses_forest(advice) || selector->forest;
  if (advice == ADVICE_NEAREST) can = selector->nearest != NULL;
  if (advice == ADVICE_BOTH) can &= selector->rankers[RANKER_OF_PAIRS] != NULL;
  if (advice_is_ranked(advice)) can = selector->rankers[advice - ADVICE_HARDNESS] != NULL;
  return can;
}
