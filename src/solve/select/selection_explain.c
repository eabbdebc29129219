/* What a prediction is based on. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "solve/select/selector_internal.h"

/* Means of a feature over the neighbours, by weight, and over all. */
static void compare_means(const Selection *selection, size_t feature, SelectionReason *reason)
{
  const Matrix *values = &selection->selector->values;
  const Neighbours *near = &selection->state->near;
  double sum = 0, weight = 0, all = 0;
  size_t known = 0;
  for (size_t i = 0; i < near->items.count; i++) {
    float value = matrix_row(values, near->items.items[i].row)[feature];
    if (isnan(value)) continue;
    sum += (double)(near->items.items[i].weight * value);
    weight += (double)near->items.items[i].weight;
  }
  for (size_t r = 0; r < values->rows; r++) {
    float value = matrix_row(values, r)[feature];
    if (isnan(value)) continue;
    all += (double)value;
    known++;
  }
  reason->neighbours = weight > 0 ? sum / weight : NAN;
  reason->others = known ? all / (double)known : NAN;
}

size_t selection_explain(const Selection *selection, SelectionReason *reasons, size_t most)
{
  assert(selection->state->policy); /* there was a prediction */
  const Selector *selector = selection->selector;
  if (selection->state->advice == ADVICE_FIXED || !selector->forest) return 0;
  if (selector->values.rows == 0) return 0;
  if (selection->state->near.items.count == 0)
    forest_neighbours(selector->forest, selection->state->row, &selection->state->near);
  size_t features = names_count(&selector->features), count = 0;
  double *importance = mem_alloc(features + LOGIC_COLUMNS, sizeof *importance);
  forest_importance(selector->forest, importance);
  while (count < most) {
    size_t best = 0;
    for (size_t i = 1; i < features; i++)
      if (importance[i] > importance[best]) best = i;
    if (features == 0 || importance[best] <= 0) break;
    SelectionReason *reason = &reasons[count++];
    *reason = (SelectionReason){.feature = names_text(&selector->features, (uint32_t)best),
                                .value = (double)selection->state->row[best],
                                .importance = importance[best]};
    compare_means(selection, best, reason);
    importance[best] = 0;
  }
  free(importance);
  return count;
}
