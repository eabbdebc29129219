#include "find/reduce/checker_slow.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

#include "find/reduce/limits.h"

/* The least difference in time that is worth keeping. */
#define LEAST_MARGIN_NS (LIMITS_SECOND / 10)

/* How slow a target has to be on the original for it not to matter how much slower it would be: so many times
 * the time of the reference, and so long. */
enum { SLOW_ENOUGH = 20 };
#define SLOW_ENOUGH_NS (5 * LIMITS_SECOND)

/* What candidates have to take above what has to be left: of many that are near the bar some get over it by luck, and the
 * last one of them would not do so again. */
static const double SPARE = 0.1;

typedef struct {
  Checker check;
  SlowBehaviour wanted;
  uint64_t margin_ns;  /* between the solvers, on the original */
  RunLimits reference; /* limits of the reference */
  uint64_t fast_ns;    /* of the reference on the original */
  double eased;        /* the part of the margin to be left that is asked for */
} SlowCheck;

/* A round is a run of the reference, if there is one, then one of the target. */
typedef struct {
  SolveRequest request;
  uint64_t reference_ns;
} SlowState;

/* What the target gets on the original. */
static uint64_t first_limit(const SlowCheck *self, const SlowState *state)
{
  if (self->wanted.timeout_ns) return self->wanted.timeout_ns;
  if (!self->wanted.reference) return LIMITS_FIRST_NS;
  uint64_t enough = SLOW_ENOUGH * state->reference_ns;
  return enough < SLOW_ENOUGH_NS ? SLOW_ENOUGH_NS : enough;
}

/* What the target has to take longer than the reference. */
static uint64_t kept_margin(const SlowCheck *self)
{
  double part = fmin(1, self->wanted.keep_margin * (1 + SPARE));
  return (uint64_t)(part * (double)self->margin_ns);
}

static RunLimits target_limits(const SlowCheck *self, const SlowState *state)
{
  assert(self->wanted.keep_margin > 0);
  uint64_t kept_ns = (uint64_t)(self->eased * (double)kept_margin(self));
  RunLimits limits = {.memory_bytes = self->wanted.memory_bytes,
                      .cpu_ns = self->check.learnt ? state->reference_ns + kept_ns
                                                   : first_limit(self, state)};
  limits.wall_ns = limits_wall(limits.cpu_ns);
  return limits;
}

static RunHandle start(Checker *check, Supervisor *sup, CheckedText *probe, void *user)
{
  assert(probe->step < 2);
  SlowCheck *self = (SlowCheck *)check;
  if (probe->step == 0) probe->state = mem_alloc_zero(1, sizeof(SlowState));
  SlowState *state = probe->state;
  bool target = probe->step == 1 || !self->wanted.reference;
  state->request =
      (SolveRequest){.solver = target ? self->wanted.target : self->wanted.reference,
                     .bytes = probe->text,
                     .length = probe->length,
                     .traits = self->wanted.language->traits(probe->text, probe->length),
                     .limits = target ? target_limits(self, state) : self->reference,
                     .user = user};
  return solve_start(sup, &state->request);
}

static double seconds(uint64_t ns)
{
  return (double)ns / (double)LIMITS_SECOND;
}

/* Reports may say above it that the reference decides the input: so how this run ended, and what it had. */
static CheckVerdict refuse_reference(SlowCheck *self, const Outcome *outcome)
{
  error_set(&self->check.error, STATUS_USAGE,
            "'%s' does not decide the original: %s after %.3f s of CPU time, of at most %.0f s",
            self->wanted.reference->name, outcome_name(outcome->kind), seconds(outcome->run.cpu_ns),
            seconds(self->reference.wall_ns));
  return CHECK_NO;
}

static CheckVerdict take_reference(SlowCheck *self, SlowState *state, RunResult *result)
{
  assert(self->wanted.reference);
  state->reference_ns = result->cpu_ns * (self->wanted.queries ? self->wanted.queries : 1);
  Outcome outcome;
  outcome_read(&state->request, result, &outcome);
  CheckVerdict verdict = outcome_is_decided(outcome.kind) ? CHECK_OPEN
                         : self->check.learnt             ? CHECK_NO
                                                          : refuse_reference(self, &outcome);
  outcome_deinit(&outcome);
  return verdict;
}

/* With both times: reports say above it that the target is slower. */
static CheckVerdict refuse_margin(SlowCheck *self, uint64_t target_ns, uint64_t reference_ns)
{
  const SlowBehaviour *wanted = &self->wanted;
  if (wanted->reference)
    error_set(&self->check.error, STATUS_USAGE,
              "'%s' takes %.3f s and '%s' %.3f s of CPU time on the original, and only a "
              "difference of %.1f s or more can be kept",
              wanted->target->name, seconds(target_ns), wanted->reference->name,
              seconds(reference_ns), seconds(LEAST_MARGIN_NS));
  else
    error_set(&self->check.error, STATUS_USAGE,
              "'%s' takes %.3f s of CPU time on the original, and only %.1f s or more can be kept",
              wanted->target->name, seconds(target_ns), seconds(LEAST_MARGIN_NS));
  return CHECK_NO;
}

static CheckVerdict refuse_run(SlowCheck *self, const RunResult *result)
{
  const char *name = self->wanted.target->name;
  if (result->end == RUN_NOT_STARTED)
    error_set(&self->check.error, STATUS_USAGE, "'%s' cannot be run on the original", name);
  else
    error_set(&self->check.error, STATUS_USAGE,
              "'%s' uses more memory on the original than the limit, which is %" PRIu64 " MB", name,
              self->wanted.memory_bytes >> 20);
  return CHECK_NO;
}

static CheckVerdict learn(SlowCheck *self, const SlowState *state, const RunResult *result)
{
  assert(!self->check.learnt);
  if (result->end == RUN_NOT_STARTED || result->end == RUN_MEMORY_LIMIT)
    return refuse_run(self, result);
  if (result->cpu_ns < state->reference_ns + LEAST_MARGIN_NS)
    return refuse_margin(self, result->cpu_ns, state->reference_ns);
  self->margin_ns = result->cpu_ns - state->reference_ns;
  self->fast_ns = state->reference_ns;
  limits_learn(&self->reference, state->reference_ns);
  self->check.shown_ns = 2 * state->reference_ns + kept_margin(self);
  self->check.spent_ns = 2 * state->reference_ns;
  return CHECK_YES;
}

static CheckVerdict take(Checker *check, CheckedText *probe, RunResult *result)
{
  assert(probe->state && probe->step < 2);
  SlowCheck *self = (SlowCheck *)check;
  SlowState *state = probe->state;
  if (probe->step == 0 && self->wanted.reference) return take_reference(self, state, result);
  if (!check->learnt) return learn(self, state, result);
  uint64_t needed = state->request.limits.cpu_ns;
  return result->end == RUN_CPU_LIMIT || result->cpu_ns >= needed ? CHECK_YES : CHECK_NO;
}

static void ease(Checker *check, double part)
{
  assert(part > 0 && part <= 1);
  ((SlowCheck *)check)->eased = part;
}

static void end(Checker *check, CheckedText *probe)
{
  (void)check;
  free(probe->state);
  probe->state = NULL;
}

static void describe(const Checker *check, StrBuf *out)
{
  const SlowCheck *self = (const SlowCheck *)check;
  strbuf_printf(out, "%s takes %.2f s of CPU time", self->wanted.target->name,
                self->wanted.keep_margin * (double)self->margin_ns / (double)LIMITS_SECOND);
  if (self->wanted.reference)
    strbuf_printf(out, " more than %s with its %.2f s", self->wanted.reference->name,
                  (double)self->fast_ns / (double)LIMITS_SECOND);
}

static void destroy(Checker *check)
{
  free(check);
}

Checker *checker_slow_create(const SlowBehaviour *behaviour)
{
  assert(behaviour->language && behaviour->target && behaviour->keep_margin > 0);
  static const CheckerKind kind = {.start = start,
                                   .take = take,
                                   .end = end,
                                   .ease = ease,
                                   .describe = describe,
                                   .destroy = destroy};
  SlowCheck *self = mem_alloc_zero(1, sizeof *self);
  self->check = (Checker){.kind = &kind, .rounds = 1, .needed = 1};
  self->wanted = *behaviour;
  self->eased = 1;
  self->reference =
      (RunLimits){.wall_ns = behaviour->timeout_ns ? 5 * behaviour->timeout_ns : LIMITS_FIRST_NS,
                  .memory_bytes = behaviour->memory_bytes};
  return &self->check;
}
