#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "api/api.h"
#include "base/mem.h"
#include "find/oracle/poll.h"

typedef struct {
  const char *kind; /* static */
  SolverSet blamed;
  bool confirmed;
  char *evidence, *signature;
} ApiFinding;

struct assay_judgement {
  size_t solver_count;
  OutcomeKind results[SOLVER_SET_MAX];
  VEC(ApiFinding) findings;
};

/* What the sink of the poll fills. */
typedef struct {
  const assay_script *script;
  bool given; /* the script has been handed out */
  assay_judgement *judgement;
  Status status;
  Error error;
} JudgeJob;

static bool give_script(void *user, PollInput *script)
{
  JudgeJob *job = user;
  if (job->given) return false;
  job->given = true;
  *script =
      (PollInput){.path = "script", .bytes = job->script->text, .length = job->script->length};
  return true;
}

static char *copy_text(const char *text)
{
  return mem_copy_string(text ? text : "", text ? strlen(text) : 0);
}

static void take_result(void *user, const PollResult *polled)
{
  JudgeJob *job = user;
  job->status = polled->status;
  job->error = polled->error;
  if (polled->status != STATUS_OK) return;
  assay_judgement *self = job->judgement;
  for (size_t i = 0; i < self->solver_count; i++) self->results[i] = polled->votes[i].outcome;
  for (size_t i = 0; i < polled->findings.count; i++) {
    const Finding *finding = &polled->findings.items[i];
    VEC_PUSH(&self->findings, ((ApiFinding){.kind = finding_name(finding->kind),
                                            .blamed = finding->accused,
                                            .confirmed = finding->confirmed,
                                            .evidence = copy_text(finding->evidence),
                                            .signature = copy_text(finding->signature)}));
  }
}

assay_status assay_judge(const assay_script *script, const assay_solver *const *solvers,
                         size_t count, uint64_t timeout_ms, uint64_t memory_bytes,
                         assay_judgement **judgement, assay_error *error)
{
  assert(script && judgement);
  JudgeJob job = {.script = script};
  Supervisor *sup;
  ApiSolvers run = {0};
  *judgement = NULL;
  assay_status status = api_solvers(solvers, count, &run, error);
  if (status != ASSAY_OK) return status;
  if (supervisor_create(&sup, &job.error) != STATUS_OK) {
    api_solvers_free(&run);
    return api_fail(&job.error, error);
  }
  job.judgement = mem_alloc_zero(1, sizeof *job.judgement);
  job.judgement->solver_count = count;
  PollOptions options = {.language = script->language,
                         .solvers = run.items,
                         .solver_count = run.count,
                         .limits = api_limits(timeout_ms, memory_bytes),
                         .eval = API_EXAMINE_LIMITS,
                         .jobs = 1};
  poll_inputs(sup, &options, give_script, take_result, &job);
  supervisor_destroy(sup);
  api_solvers_free(&run);
  if (job.status != STATUS_OK) {
    assay_judgement_destroy(job.judgement);
    return api_fail(&job.error, error);
  }
  *judgement = job.judgement;
  return ASSAY_OK;
}

void assay_judgement_destroy(assay_judgement *judgement)
{
  if (!judgement) return;
  for (size_t i = 0; i < judgement->findings.count; i++) {
    free(judgement->findings.items[i].evidence);
    free(judgement->findings.items[i].signature);
  }
  VEC_FREE(&judgement->findings);
  free(judgement);
}

assay_result assay_judgement_result(const assay_judgement *judgement, size_t solver)
{
  assert(judgement && solver < judgement->solver_count);
  return (assay_result)judgement->results[solver];
}

size_t assay_judgement_findings(const assay_judgement *judgement)
{
  assert(judgement);
  return judgement->findings.count;
}

static const ApiFinding *finding_of(const assay_judgement *judgement, size_t finding)
{
  assert(judgement && finding < judgement->findings.count);
  return &judgement->findings.items[finding];
}

const char *assay_judgement_kind(const assay_judgement *judgement, size_t finding)
{
  return finding_of(judgement, finding)->kind;
}

bool assay_judgement_is_confirmed(const assay_judgement *judgement, size_t finding)
{
  return finding_of(judgement, finding)->confirmed;
}

bool assay_judgement_blames(const assay_judgement *judgement, size_t finding, size_t solver)
{
  assert(judgement && solver < judgement->solver_count);
  return finding_of(judgement, finding)->blamed & SOLVER_BIT(solver);
}

const char *assay_judgement_evidence(const assay_judgement *judgement, size_t finding)
{
  return finding_of(judgement, finding)->evidence;
}

const char *assay_judgement_signature(const assay_judgement *judgement, size_t finding)
{
  return finding_of(judgement, finding)->signature;
}
