/* Which ReLU a node splits. */
#include <assert.h>
#include <math.h>

#include "solve/verify/phase_node.h"

/* How much the bound may gain if the ReLU were exact: at the point where the bound is least, or at worst. */
static double relu_score(const Dual *dual, uint32_t r, size_t f, bool at_worst)
{
  size_t k = r * dual->width + f;
  DualRelu place = dual->relus.items[r];
  size_t source = dual->net->layers.items[place.layer].sources.items[0].layer;
  double c = dual->coefficients[place.layer][place.neuron * dual->width + f];
  double x = dual->values[source][place.neuron * dual->width + f];
  if (dual->settled[k]) return 0;
  if (at_worst) return c < 0 ? -c * dual->intercept[k] : 0;
  double exact = fmax(x, 0);
  return c < 0 ? -c * fmax(0, dual->high[k] * x + dual->intercept[k] - exact)
               : c * fmax(0, exact - dual->low[k] * x);
}

static void add_candidate(PhaseNode *node, uint32_t relu)
{
  for (uint32_t i = 0; i < node->candidate_count; i++)
    if (node->candidates[i] == relu) return;
  node->candidates[node->candidate_count++] = relu;
}

/* By ReLU: what its upper line costs the bounds of all goals, as a part of what they miss. */
static void score_direct(PhaseBounder *bounder, size_t first, const PhaseNode *node)
{
  const Dual *dual = &bounder->dual;
  for (uint32_t r = 0; r < bounder->relus; r++) {
    DualRelu place = dual->relus.items[r];
    const double *c = dual->coefficients[place.layer] + place.neuron * dual->width + first;
    double sum = 0;
    for (uint32_t g = 0; g < node->goal_count; g++) {
      double missing = -node->goals[g].lower;
      if (missing >= 0 && c[g] < 0) sum += -c[g] / (missing + 1e-100);
    }
    bounder->score[r] = dual->settled[r * dual->width + first] ? 0 : sum / node->goal_count;
  }
}

/* The same with what it costs through the bounds of later ReLUs (refine.h). False: that is not known. */
static bool score_all(PhaseBounder *bounder, size_t first, const PhaseNode *node)
{
  const Dual *dual = &bounder->dual;
  uint32_t relus = bounder->relus;
  if (!node->ranges || !refine_remembers(&bounder->refiner)) return false;
  score_direct(bounder, first, node);
  refine_add_indirect(&bounder->refiner, node->ranges->bounds, bounder->score);
  for (uint32_t r = 0; r < relus; r++) {
    double lower = (double)node->ranges->bounds[r], upper = (double)node->ranges->bounds[relus + r];
    bool settled = dual->settled[r * dual->width + first];
    bounder->score[r] *= settled ? 0 : upper * -lower / (upper - lower);
  }
  return true;
}

/* The ReLU with the best score, corrected by what splits in its layer were worth so far. */
static bool choose_by_score(PhaseBounder *bounder, size_t first, PhaseNode *node)
{
  double best = 0;
  if (!score_all(bounder, first, node)) return false;
  for (uint32_t r = 0; r < bounder->relus; r++) {
    double gain = bounder->score[r] * bounder->rates[bounder->dual.relus.items[r].layer];
    if (!(gain > best)) continue;
    best = gain;
    node->candidates[0] = r;
    node->score = bounder->score[r];
  }
  node->candidate_count = best > 0;
  return best > 0;
}

void phase_choose(PhaseBounder *bounder, size_t first, PhaseNode *node)
{
  const Dual *dual = &bounder->dual;
  uint32_t relus = bounder->relus;
  node->candidate_count = 0;
  node->score = 0;
  if (choose_by_score(bounder, first, node)) return;
  /* The best by each of two scores. */
  for (int at_worst = 0; at_worst < 2; at_worst++) {
    for (uint32_t r = 0; r < relus; r++) bounder->score[r] = relu_score(dual, r, first, at_worst);
    for (int i = 0; i < PHASE_CANDIDATES / 2; i++) {
      uint32_t best = 0;
      for (uint32_t r = 1; r < relus; r++)
        if (bounder->score[r] > bounder->score[best]) best = r;
      if (relus == 0 || !(bounder->score[best] > 0)) break;
      bounder->score[best] = 0;
      add_candidate(node, best);
    }
  }
  for (uint32_t r = 0; r < relus && node->candidate_count == 0; r++)
    if (!dual->settled[r * dual->width + first]) add_candidate(node, r);
}

void phase_learn_rate(PhaseBounder *bounder, PhaseNode *node)
{
  enum { MEMORY = 16 }; /* splits, about, that a rate is the mean of */
  double expected = node->expected, gain = phase_node_gain(node);
  node->expected = 0;
  if (!(expected > 0) || (expected > 1 && gain > 0.9)) return; /* more than all cannot be gained */
  assert(node->choice_count > 0);
  uint32_t relu = node->choices[node->choice_count - 1].relu;
  double *rate = &bounder->rates[bounder->dual.relus.items[relu].layer];
  *rate += (gain / expected - *rate) / MEMORY;
}
