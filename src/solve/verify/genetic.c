#include "solve/verify/genetic.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum {
  MEMBERS = 40,
  ELITE = 4,      /* members that stay as they are */
  TOURNAMENT = 3, /* members of which the best becomes a parent */
  PATIENCE = 25   /* generations without a better member before a new start */
};

struct Genetic {
  GeneticTask task;
  double *points, *next; /* MEMBERS points each, the best first */
  double scores[MEMBERS];
  double step; /* of mutations, as a part of the widths */
  int stale;   /* generations without a better member */
};

static double *member(double *points, const Genetic *genetic, size_t index)
{
  assert(index < MEMBERS);
  return points + index * genetic->task.inputs;
}

static double score_of(const Genetic *genetic, const double *x)
{
  double score = genetic->task.score(genetic->task.user, x);
  return isnan(score) ? INFINITY : score;
}

static void draw(const Genetic *genetic, Random *random, double *x)
{
  const GeneticTask *task = &genetic->task;
  bool corner = random_chance(random, 1, 4);
  for (uint32_t i = 0; i < task->inputs; i++)
    x[i] = corner ? (random_chance(random, 1, 2) ? task->lower[i] : task->upper[i])
                  : fmin(task->upper[i],
                         task->lower[i] + (task->upper[i] - task->lower[i]) * random_unit(random));
}

/* Insertion: the population is small. */
static void sort(Genetic *genetic)
{
  size_t bytes = genetic->task.inputs * sizeof(double);
  double *moved = genetic->next;
  for (size_t i = 1; i < MEMBERS; i++) {
    double score = genetic->scores[i];
    size_t to = i;
    while (to > 0 && genetic->scores[to - 1] > score) to--;
    if (to == i) continue;
    memcpy(moved, member(genetic->points, genetic, i), bytes);
    memmove(member(genetic->points, genetic, to + 1), member(genetic->points, genetic, to),
            (i - to) * bytes);
    memmove(genetic->scores + to + 1, genetic->scores + to, (i - to) * sizeof(double));
    memcpy(member(genetic->points, genetic, to), moved, bytes);
    genetic->scores[to] = score;
    assert(to == 0 || genetic->scores[to - 1] <= score);
  }
}

static void start(Genetic *genetic, Random *random, size_t first)
{
  assert(first < MEMBERS);
  for (size_t i = first; i < MEMBERS; i++) {
    draw(genetic, random, member(genetic->points, genetic, i));
    genetic->scores[i] = score_of(genetic, member(genetic->points, genetic, i));
  }
  genetic->step = 0.2;
  genetic->stale = 0;
  sort(genetic);
}

Genetic *genetic_create(const GeneticTask *task, Random *random)
{
  assert(task->score && task->inputs > 0);
  Genetic *genetic = mem_alloc_zero(1, sizeof *genetic);
  genetic->task = *task;
  genetic->points = mem_alloc_zero(2 * MEMBERS * (size_t)task->inputs, sizeof(double));
  genetic->next = genetic->points + MEMBERS * (size_t)task->inputs;
  start(genetic, random, 0);
  return genetic;
}

void genetic_destroy(Genetic *genetic)
{
  if (!genetic) return;
  free(genetic->points < genetic->next ? genetic->points : genetic->next);
  free(genetic);
}

/* The population is sorted: of some random members the first is the best. */
static const double *choose_parent(Genetic *genetic, Random *random)
{
  size_t best = MEMBERS;
  for (int i = 0; i < TOURNAMENT; i++) {
    size_t other = (size_t)random_below(random, MEMBERS);
    if (other < best) best = other;
  }
  return member(genetic->points, genetic, best);
}

/* A child has each input from one parent or from between them; few inputs are moved. */
static void breed(Genetic *genetic, Random *random, double *child)
{
  const GeneticTask *task = &genetic->task;
  const double *a = choose_parent(genetic, random), *b = choose_parent(genetic, random);
  uint32_t rate = 1 + task->inputs / 4;
  for (uint32_t i = 0; i < task->inputs; i++) {
    double x = random_chance(random, 1, 3)   ? a[i] + (b[i] - a[i]) * random_unit(random)
               : random_chance(random, 1, 2) ? a[i]
                                             : b[i];
    if (random_below(random, rate) == 0)
      x += (task->upper[i] - task->lower[i]) * genetic->step * (2 * random_unit(random) - 1);
    child[i] = fmin(task->upper[i], fmax(task->lower[i], x));
  }
}

bool genetic_step(Genetic *genetic, Random *random)
{
  double before = genetic->scores[0];
  if (before <= 0) return true;
  size_t bytes = genetic->task.inputs * sizeof(double);
  memcpy(genetic->next, genetic->points, ELITE * bytes);
  for (size_t i = ELITE; i < MEMBERS; i++) {
    double *child = member(genetic->next, genetic, i);
    breed(genetic, random, child);
    genetic->scores[i] = score_of(genetic, child);
  }
  double *points = genetic->points;
  genetic->points = genetic->next;
  genetic->next = points;
  sort(genetic);
  genetic->stale = genetic->scores[0] < before ? 0 : genetic->stale + 1;
  genetic->step = fmax(1e-4, genetic->step * (genetic->stale ? 0.9 : 1.1));
  if (genetic->stale >= PATIENCE) start(genetic, random, 1);
  return genetic->scores[0] <= 0;
}

const double *genetic_best(const Genetic *genetic)
{
  return genetic->points;
}

double genetic_best_score(const Genetic *genetic)
{
  return genetic->scores[0];
}
