/* Branch and bound over ReLUs as an engine. */
#include "solve/verify/engine.h"
#include "solve/verify/phase.h"

/* An EngineRun of this kind is a Phase. */
static Phase *phase_of(EngineRun *run)
{
  return (Phase *)run;
}

static EngineRun *create(const Problem *problem, const SplitOptions *options)
{
  return (EngineRun *)phase_create(problem, options);
}

static void destroy(EngineRun *run)
{
  phase_destroy(phase_of(run));
}

static SplitState run_until(EngineRun *run, uint64_t until_ns, const volatile bool *stop)
{
  return phase_run(phase_of(run), until_ns, stop);
}

static SplitProgress progress(EngineRun *run)
{
  return phase_progress(phase_of(run));
}

static Witness take_witness(EngineRun *run)
{
  return phase_take_witness(phase_of(run));
}

static const char *reason(EngineRun *run)
{
  return phase_reason(phase_of(run));
}

const EngineKind engine_relu = {.proves = true,
                                .create = create,
                                .destroy = destroy,
                                .run = run_until,
                                .progress = progress,
                                .take_witness = take_witness,
                                .reason = reason};
