/* Narrower ranges of ReLUs for a node: when they pay, and what it costs. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "solve/verify/phase_node.h"

enum {
  NARROW_STEPS = 4,       /* of the optimiser for each neuron */
  NARROW_ROOT_STEPS = 20, /* the same for the whole box */
  NARROW_SHARE = 10,   /* of the time that is left, at most, for the whole box and one disjunct */
  NARROW_ALWAYS = 400, /* open ReLUs, at most, for which all nodes are narrowed */
  NARROW_LEAST = 16    /* one of so many nodes is narrowed even if that does not seem to pay */
};

/* --- what pays --- */

void phase_worth_add(PhaseWorth *worth, double gain, double seconds)
{
  double weight = 1 / (double)(worth->count < 16 ? worth->count + 1 : 16);
  worth->gain += weight * (gain - worth->gain);
  worth->seconds += weight * (seconds - worth->seconds);
  worth->count++;
}

double phase_gain_of(double before, double after)
{
  return isfinite(before) ? fmin(after, 0) - before : 0;
}

static size_t open_relus(const PhaseBounder *bounder, const PhaseNode *node)
{
  size_t open = 0;
  for (uint32_t r = 0; r < bounder->relus; r++)
    open += !node->ranges ||
            (node->ranges->bounds[r] < 0 && node->ranges->bounds[bounder->relus + r] > 0);
  return open;
}

/* Each split doubles the nodes, and so a node costs 2^(what is missing / gain of a split). Narrowing adds to the gain at each level, and
 * costs time at each node. */
static bool pays(const PhaseBounder *bounder, const PhaseNode *node)
{
  const PhaseWorth *split = &bounder->split, *narrow = &bounder->narrow;
  if (node->choice_count == 0) return !node->ranges;
  if (node->goal_count > 1 || open_relus(bounder, node) <= NARROW_ALWAYS) return true;
  if (split->count < 16 || narrow->count < 16 || bounder->skipped + 1 >= NARROW_LEAST) return true;
  double gain = fmax(split->gain, 0) + 1e-300, missing = -phase_node_lower(node);
  double without = missing / gain, with = missing / (gain + fmax(narrow->gain, 0));
  return without - with > log2(1 + narrow->seconds / (split->seconds + 1e-9));
}

/* --- narrowing --- */

static PhaseRanges *copy_ranges(const PhaseBounder *bounder, const PhaseRanges *ranges)
{
  size_t bytes = 2 * bounder->relus * sizeof(float);
  PhaseRanges *copy = mem_alloc(1, sizeof *copy + bytes);
  copy->users = 1;
  if (ranges)
    memcpy(copy->bounds, ranges->bounds, bytes);
  else
    refine_root_ranges(&bounder->dual, copy->bounds);
  return copy;
}

/* Without rows only ReLUs after the last choice get narrower. */
static uint32_t layer_of_change(const PhaseBounder *bounder, const PhaseNode *node)
{
  if (!node->ranges || node->choice_count == 0 || node->goal_count == 1) return 0;
  return bounder->dual.relus.items[node->choices[node->choice_count - 1].relu].layer;
}

/* Narrows what a node knows of its ReLUs: for one goal where its rows hold; several goals share ranges without rows. False: nothing
 * satisfies the assumptions. */
static bool narrow_node(PhaseBounder *bounder, PhaseNode *node, uint64_t until_ns)
{
  DualRows rows = phase_rows(bounder, &node->goals[0]);
  for (uint32_t i = 0; i < node->choice_count; i++)
    bounder->signs[i] = (RefineSign){node->choices[i].relu, node->choices[i].side};
  bool whole = node->choice_count == 0, single = node->goal_count == 1;
  RefineQuery query = {.signs = bounder->signs,
                       .sign_count = node->choice_count,
                       .rows = single ? &rows : NULL,
                       .after = layer_of_change(bounder, node),
                       .steps = whole && single ? NARROW_ROOT_STEPS : NARROW_STEPS,
                       .until_ns = until_ns};
  PhaseRanges *ranges = copy_ranges(bounder, node->ranges);
  bool possible = refine_ranges(&bounder->refiner, &query, ranges->bounds);
  phase_ranges_release(node->ranges);
  node->ranges = ranges;
  if (!possible) phase_node_close(node);
  return possible;
}

/* When a share of the time that is left is over. */
static uint64_t soon(const PhaseBounder *bounder, uint64_t share)
{
  uint64_t now = clock_monotonic_ns(), left = now < bounder->end_ns ? bounder->end_ns - now : 0;
  return now + left / share;
}

static void swap_nodes(PhaseNode *a, PhaseNode *b)
{
  PhaseNode node = *a;
  *a = *b;
  *b = node;
}

static bool is_late(const PhaseBounder *bounder, uint64_t now)
{
  const Frontier *frontier = bounder->frontier;
  return now >= frontier->until_ns || (frontier->stop && *frontier->stop);
}

static bool is_left(const PhaseNode *node)
{
  return node->goal_count > 0 && node->candidate_count > 0;
}

size_t phase_narrow(PhaseBounder *bounder, PhaseNode *nodes, size_t count)
{
  size_t narrowed = 0, open = 0;
  double before[PHASE_NODES];
  assert(count <= PHASE_NODES);
  uint64_t start = clock_monotonic_ns();
  for (size_t i = 0; i < count && !is_late(bounder, clock_monotonic_ns()); i++) {
    bool chosen = nodes[i].goal_count > 0 && pays(bounder, &nodes[i]);
    bounder->skipped = chosen ? 0 : bounder->skipped + 1;
    if (!chosen) continue;
    before[narrowed] = phase_node_lower(&nodes[i]);
    uint64_t end = nodes[i].choice_count == 0 ? soon(bounder, NARROW_SHARE) : bounder->end_ns;
    narrow_node(bounder, &nodes[i], end);
    swap_nodes(&nodes[i], &nodes[narrowed++]);
  }
  for (size_t i = 0; i < narrowed; i++)
    if (nodes[i].goal_count > 0) {
      double lower = before[i];
      before[i] = before[open];
      before[open] = lower;
      swap_nodes(&nodes[i], &nodes[open++]);
    }
  if (open > 0) phase_bound(bounder, nodes, open, PHASE_STEPS);
  double seconds = (double)(clock_monotonic_ns() - start) / 1e9;
  for (size_t i = 0; i < narrowed; i++)
    if (nodes[i].choice_count > 0)
      phase_worth_add(&bounder->narrow, phase_gain_of(before[i], phase_node_lower(&nodes[i])),
                      seconds / (double)narrowed);
  for (size_t i = 0; i < count; i++) phase_learn_rate(bounder, &nodes[i]);
  for (size_t i = 0; i < count;)
    if (is_left(&nodes[i]))
      i++;
    else
      swap_nodes(&nodes[i], &nodes[--count]);
  return count;
}
