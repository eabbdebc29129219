/* Engines that only look for witnesses: projected gradient descent with two ways to restart, a genetic search, and random
 * points. They end with a witness or not at all. */
#include <assert.h>
#include <math.h>

#include "base/clock.h"
#include "solve/verify/attack.h"
#include "solve/verify/engine.h"
#include "solve/verify/genetic.h"

typedef enum { BY_RANDOM_STARTS, BY_CORNERS, BY_GENES, BY_POINTS } Way;

typedef struct {
  const Problem *problem;
  Way way;
  Attack attack;
  Random random;
  double *margins;   /* by disjunct: the least excess */
  Genetic **genetic; /* by disjunct, of that way */
  size_t next;       /* the disjunct in progress */
  size_t turn;       /* descents or generations so far */
  size_t nearest;    /* the one whose margin is least */
  int steps;         /* of a descent */
  double margin;     /* of all */
  SplitState state;
  Witness witness;
} AttackRun;

static AttackRun *attack_of(EngineRun *run)
{
  return (AttackRun *)run;
}

static EngineRun *create(const Problem *problem, const SplitOptions *options, Way way)
{
  assert(problem->disjuncts.count > 0);
  AttackRun *run = mem_alloc_zero(1, sizeof *run);
  *run = (AttackRun){.problem = problem, .way = way, .steps = 30, .margin = INFINITY};
  attack_init(&run->attack, problem);
  run->random = random_stream(options->seed, 13 + way, options->subproblem);
  size_t disjuncts = problem->disjuncts.count;
  run->margins = mem_alloc(disjuncts + 1, sizeof *run->margins);
  for (size_t d = 0; d < disjuncts; d++) run->margins[d] = INFINITY;
  run->genetic = mem_alloc_zero(disjuncts + 1, sizeof *run->genetic);
  return (EngineRun *)run;
}

static void destroy(EngineRun *engine_run)
{
  AttackRun *run = attack_of(engine_run);
  for (size_t d = 0; d < run->problem->disjuncts.count; d++) genetic_destroy(run->genetic[d]);
  attack_deinit(&run->attack);
  witness_deinit(&run->witness);
  free(run->genetic);
  free(run->margins);
  free(run);
}

/* The score of the disjunct in progress. */
static double score(void *user, const double *x)
{
  assert(((AttackRun *)user)->next < ((AttackRun *)user)->problem->disjuncts.count);
  AttackRun *run = user;
  const Disjunct *disjunct = &run->problem->disjuncts.items[run->next];
  double before = run->attack.best_excess;
  run->attack.best_excess = INFINITY;
  bool found = attack_try(&run->attack, disjunct, x);
  double excess = run->attack.best_excess;
  run->attack.best_excess = fmin(before, excess);
  return found ? fmin(excess, 0) : fmax(excess, 1e-300);
}

static bool evolve(AttackRun *run, size_t d)
{
  const Problem *problem = run->problem;
  if (!run->genetic[d])
    run->genetic[d] = genetic_create(&(GeneticTask){.lower = problem->lower,
                                                    .upper = problem->upper,
                                                    .inputs = problem_inputs(problem),
                                                    .score = score,
                                                    .user = run},
                                     &run->random);
  bool found = genetic_step(run->genetic[d], &run->random);
  const double *best = genetic_best(run->genetic[d]);
  for (uint32_t i = 0; i < problem_inputs(problem); i++) run->attack.point[i] = best[i];
  run->margins[d] = fmin(run->margins[d], genetic_best_score(run->genetic[d]));
  return found;
}

static bool descend(AttackRun *run, size_t d)
{
  const Problem *problem = run->problem;
  double before = run->attack.best_excess;
  /* The best point is that of the disjunct, or else restarts near it would be for another one. */
  run->attack.best_excess = d == run->nearest ? before : INFINITY;
  attack_start(&run->attack, &run->random, run->way == BY_CORNERS ? ATTACK_CORNERS : ATTACK_RANDOM,
               problem->lower, problem->upper);
  bool found = attack_descend(&run->attack, &problem->disjuncts.items[d], problem->lower,
                              problem->upper, run->way == BY_POINTS ? 0 : run->steps, 0.25);
  run->margins[d] = fmin(run->margins[d], run->attack.best_excess);
  run->attack.best_excess = fmin(before, run->attack.best_excess);
  return found;
}

/* All disjuncts in turn, and every other time the one that came nearest. */
static void attack_once(AttackRun *run)
{
  assert(run->state == SPLIT_OPEN && run->nearest < run->problem->disjuncts.count);
  const Problem *problem = run->problem;
  size_t disjuncts = problem->disjuncts.count, turn = run->turn++;
  size_t d = run->next = turn >= disjuncts && turn % 2 ? run->nearest : turn % disjuncts;
  bool found = run->way == BY_GENES ? evolve(run, d) : descend(run, d);
  if (run->margins[d] < run->margins[run->nearest]) run->nearest = d;
  run->margin = fmin(run->margin, run->margins[d]);
  if (!found) return;
  if (witness_validate(&run->witness, problem, &problem->disjuncts.items[d], run->attack.point)) {
    run->state = SPLIT_SAT;
    return;
  }
  /* Its best member is none: another population. */
  genetic_destroy(run->genetic[d]);
  run->genetic[d] = NULL;
}

static SplitState run_until(EngineRun *engine_run, uint64_t until_ns, const volatile bool *stop)
{
  enum { ROUND = 20, STEPS_MAX = 500 }; /* descents of a disjunct before they become longer */
  AttackRun *run = attack_of(engine_run);
  size_t disjuncts = run->problem->disjuncts.count;
  assert(disjuncts > 0);
  while (run->state == SPLIT_OPEN && clock_monotonic_ns() < until_ns && !(stop && *stop)) {
    attack_once(run);
    if (run->turn % (ROUND * disjuncts) == 0 && run->steps < STEPS_MAX)
      run->steps += run->steps / 2;
  }
  return run->state;
}

static SplitProgress progress(EngineRun *engine_run)
{
  AttackRun *run = attack_of(engine_run);
  return (SplitProgress){.open = run->state == SPLIT_OPEN, .margin = run->margin};
}

static Witness take_witness(EngineRun *engine_run)
{
  AttackRun *run = attack_of(engine_run);
  assert(run->state == SPLIT_SAT);
  Witness witness = run->witness;
  run->witness = (Witness){0};
  return witness;
}

static const char *reason(EngineRun *engine_run)
{
  (void)engine_run;
  return "attacks find no witness, and prove nothing";
}

#define ENGINE_ATTACK(name, way)                                                                   \
  static EngineRun *create_##name(const Problem *problem, const SplitOptions *options)             \
  {                                                                                                \
    return create(problem, options, way);                                                          \
  }                                                                                                \
  const EngineKind engine_##name = {.create = create_##name,                                       \
                                    .destroy = destroy,                                            \
                                    .run = run_until,                                              \
                                    .progress = progress,                                          \
                                    .take_witness = take_witness,                                  \
                                    .reason = reason}

ENGINE_ATTACK(pgd, BY_RANDOM_STARTS);
ENGINE_ATTACK(pgd_corners, BY_CORNERS);
ENGINE_ATTACK(genetic, BY_GENES);
ENGINE_ATTACK(random, BY_POINTS);
