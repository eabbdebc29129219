/* Branch and bound as an engine. */
#include "solve/verify/engine.h"

/* An EngineRun of this kind is a Split. */
static Split *split_of(EngineRun *run)
{
  return (Split *)run;
}

static EngineRun *create(const Problem *problem, const SplitOptions *options, BoundMethod method)
{
  SplitOptions changed = *options;
  changed.method = method;
  return (EngineRun *)split_create(problem, &changed);
}

static EngineRun *create_crown(const Problem *problem, const SplitOptions *options)
{
  return create(problem, options, BOUND_CROWN);
}

static EngineRun *create_zonotope(const Problem *problem, const SplitOptions *options)
{
  return create(problem, options, BOUND_ZONOTOPE);
}

static EngineRun *create_interval(const Problem *problem, const SplitOptions *options)
{
  return create(problem, options, BOUND_INTERVAL);
}

static void destroy(EngineRun *run)
{
  split_destroy(split_of(run));
}

static SplitState run_until(EngineRun *run, uint64_t until_ns, const volatile bool *stop)
{
  return split_run(split_of(run), until_ns, stop);
}

static SplitProgress progress(EngineRun *run)
{
  return split_progress(split_of(run));
}

static Witness take_witness(EngineRun *run)
{
  return split_take_witness(split_of(run));
}

static const char *reason(EngineRun *run)
{
  (void)run;
  return "a box of one point is neither proved nor a witness: the margin is below what doubles can "
         "tell";
}

#define ENGINE_SPLIT(maker)                                                                        \
  {                                                                                                \
    .proves = true, .create = maker, .destroy = destroy, .run = run_until, .progress = progress,   \
    .take_witness = take_witness, .reason = reason                                                 \
  }

const EngineKind engine_split = ENGINE_SPLIT(create_crown);
const EngineKind engine_zonotope = ENGINE_SPLIT(create_zonotope);
const EngineKind engine_interval = ENGINE_SPLIT(create_interval);
