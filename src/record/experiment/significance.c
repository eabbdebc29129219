#include "record/experiment/significance.h"

#include <assert.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/mem.h"

/* --- ranks --- */

typedef struct {
  double value;
  size_t place;
} Ranked;

static int compare_ranked(const void *a, const void *b)
{
  const Ranked *x = a, *y = b;
  return x->value < y->value ? -1 : x->value > y->value;
}

/* Twice the rank of each value, so that the mean ranks of equal values are whole numbers. */
static size_t *double_ranks(const double *values, size_t count)
{
  assert(values && count > 0);
  Ranked *sorted = mem_alloc(count, sizeof *sorted);
  size_t *ranks = mem_alloc(count, sizeof *ranks);
  for (size_t i = 0; i < count; i++) sorted[i] = (Ranked){values[i], i};
  qsort(sorted, count, sizeof *sorted, compare_ranked);
  for (size_t i = 0, end; i < count; i = end) {
    for (end = i + 1; end < count && sorted[end].value == sorted[i].value;) end++;
    for (size_t j = i; j < end; j++) ranks[sorted[j].place] = i + 1 + end;
  }
  free(sorted);
  return ranks;
}

/* The part of the probabilities that is at least as far from the middle as `seen` is. */
static double both_tails(const double *probability, size_t count, double middle, double seen)
{
  assert(count > 0);
  double distance = fabs(seen - middle), sum = 0, all = 0;
  for (size_t i = 0; i < count; i++) {
    all += probability[i];
    if (fabs((double)i - middle) >= distance - 1e-9) sum += probability[i];
  }
  assert(all > 0);
  return sum / all;
}

static double normal_tails(double distance, double variance)
{
  return variance > 0 ? fmin(1, 2 * gsl_cdf_ugaussian_Q(fabs(distance) / sqrt(variance))) : 1;
}

/* --- two samples --- */

/* In how many ways `chosen` of the ranks add up to each sum, by taking one rank after the other. */
static double choices_tails(const size_t *ranks, size_t count, size_t chosen, double seen)
{
  assert(chosen <= count && count <= SIGNIFICANCE_EXACT_MAX);
  size_t sums = count * (count + 1) + 1;
  double *ways = mem_alloc_zero((chosen + 1) * sums, sizeof *ways);
  ways[0] = 1;
  for (size_t i = 0; i < count; i++)
    for (size_t taken = chosen; taken-- > 0;)
      for (size_t sum = 0; sum + ranks[i] < sums; sum++)
        ways[(taken + 1) * sums + sum + ranks[i]] += ways[taken * sums + sum];
  double middle = (double)chosen * (double)(count + 1);
  double tails = both_tails(ways + chosen * sums, sums, middle, seen);
  free(ways);
  return tails;
}

double significance_mann_whitney(const double *a, size_t a_count, const double *b, size_t b_count)
{
  size_t count = a_count + b_count, sum = 0;
  double squares = 0, middle = (double)(count + 1);
  if (!a_count || !b_count) return 1;
  double *values = mem_alloc(count, sizeof *values);
  for (size_t i = 0; i < count; i++) values[i] = i < a_count ? a[i] : b[i - a_count];
  size_t *ranks = double_ranks(values, count);
  for (size_t i = 0; i < a_count; i++) sum += ranks[i];
  for (size_t i = 0; i < count; i++) squares += pow((double)ranks[i] - middle, 2);
  double variance =
      (double)a_count * (double)b_count * squares / ((double)count * (double)(count - 1));
  double tails = count <= SIGNIFICANCE_EXACT_MAX
                     ? choices_tails(ranks, count, a_count, (double)sum)
                     : normal_tails((double)sum - (double)a_count * middle, variance);
  assert(tails >= 0 && tails <= 1 + 1e-9);
  free(ranks);
  free(values);
  return tails;
}

/* --- pairs --- */

/* How probable each sum of the ranks with a plus is, if all signs are drawn. */
static double signs_tails(const size_t *ranks, size_t count, double seen)
{
  assert(count > 0 && count <= SIGNIFICANCE_EXACT_MAX);
  size_t sums = count * (count + 1) + 1;
  double *probability = mem_alloc_zero(sums, sizeof *probability);
  probability[0] = 1;
  for (size_t i = 0; i < count; i++)
    for (size_t sum = sums; sum-- > 0;)
      probability[sum] =
          (probability[sum] + (sum >= ranks[i] ? probability[sum - ranks[i]] : 0)) / 2;
  double tails = both_tails(probability, sums, (double)(sums - 1) / 2, seen);
  free(probability);
  return tails;
}

double significance_wilcoxon(const double *a, const double *b, size_t count)
{
  double *sizes = mem_alloc(count, sizeof *sizes);
  bool *positive = mem_alloc(count, sizeof *positive);
  size_t kept = 0;
  for (size_t i = 0; i < count; i++) {
    if (a[i] == b[i]) continue;
    sizes[kept] = fabs(a[i] - b[i]);
    positive[kept++] = a[i] > b[i];
  }
  double tails = 1;
  if (kept) {
    size_t *ranks = double_ranks(sizes, kept);
    double sum = 0, all = 0, squares = 0;
    for (size_t i = 0; i < kept; i++) {
      sum += positive[i] ? (double)ranks[i] : 0;
      all += (double)ranks[i];
      squares += (double)ranks[i] * (double)ranks[i];
    }
    tails = kept <= SIGNIFICANCE_EXACT_MAX ? signs_tails(ranks, kept, sum)
                                           : normal_tails(sum - all / 2, squares / 4);
    free(ranks);
  }
  free(positive);
  free(sizes);
  return tails;
}

/* --- size --- */

double significance_effect_size(const double *a, size_t a_count, const double *b, size_t b_count)
{
  assert((a || a_count == 0) && (b || b_count == 0));
  double larger = 0;
  if (!a_count || !b_count) return 0.5;
  for (size_t i = 0; i < a_count; i++)
    for (size_t j = 0; j < b_count; j++) larger += a[i] > b[j] ? 1 : a[i] == b[j] ? 0.5 : 0;
  return larger / ((double)a_count * (double)b_count);
}
