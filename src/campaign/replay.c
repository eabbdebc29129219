#include "campaign/replay.h"

#include <assert.h>
#include <string.h>

#include "find/oracle/poll.h"
#include "record/store/vocabulary.h"

typedef struct {
  Replay *replay;
  const CampaignSetup *setup;
  const FindingRecord *record;
  StrBuf *text;
  bool asked;         /* the one script was handed out */
  SolverVec variants; /* with the options that it needs; empty: as they are */
} Context;

void replay_deinit(Replay *replay)
{
  for (size_t i = 0; i < replay->solvers.count; i++) free(replay->solvers.items[i].name);
  for (size_t i = 0; i < replay->findings.count; i++) {
    free(replay->findings.items[i].signature);
    free(replay->findings.items[i].evidence);
  }
  VEC_FREE(&replay->solvers);
  VEC_FREE(&replay->findings);
}

static bool is_input(const Context *context)
{
  return context->record->finding.id == 0;
}

/* --- judging --- */

static bool next_script(void *user, PollInput *script)
{
  Context *context = user;
  if (context->asked) return false;
  context->asked = true;
  *script = (PollInput){.path = "input",
                        .bytes = strbuf_text(context->text),
                        .length = context->text->length,
                        .solvers = context->variants.items};
  return true;
}

/* Where only votes spoke against an answer, a model or evaluation may show the same now: the same answer to the same query, by one of
 * the solvers that it was about. */
static bool is_proved_now(const StoreFinding *stored, const Finding *now)
{
  static const FindingKind by_votes[] = {FINDING_STATUS, FINDING_MINORITY, FINDING_SPLIT};
  bool proof =
      now->kind == FINDING_MODEL || now->kind == FINDING_COMPUTED || now->kind == FINDING_REFUTED;
  bool voted = false;
  for (size_t i = 0; i < sizeof by_votes / sizeof *by_votes; i++)
    voted |= strcmp(stored->kind, finding_name(by_votes[i])) == 0;
  uint64_t about = stored->accused ? stored->accused : stored->concerned;
  return voted && proof && now->query == stored->query && now->accused && !(now->accused & ~about);
}

/* Long signatures are cut in the store, and end with a digest there. */
static bool is_finding(const StoreFinding *stored, const Finding *now)
{
  size_t length = strlen(now->signature);
  if (is_proved_now(stored, now)) return true;
  if (strcmp(stored->kind, finding_name(now->kind)) != 0) return false;
  if (length > STORE_SIGNATURE_MOST) return stored->accused == now->accused;
  /* Older campaigns did not look at the stack of a crash, which is written after it. */
  if (now->kind == FINDING_CRASH && stored->signature.length < length &&
      strncmp(now->signature + stored->signature.length, " [", 2) == 0)
    length = stored->signature.length;
  return length == stored->signature.length &&
         memcmp(now->signature, stored->signature.bytes, length) == 0;
}

/* What the solver's first run gave in the campaign; NULL: it did not run. */
static const StoreRun *stored_run(const FindingRecord *record, size_t solver)
{
  for (size_t i = 0; i < record->runs.count; i++)
    if (record->runs.items[i].solver == solver) return &record->runs.items[i];
  return NULL;
}

/* True: it does what it did, or it did not run then. */
static bool take_vote(Context *context, size_t solver, const Vote *vote)
{
  const StoreRun *before = stored_run(context->record, solver);
  const SolverVec *solvers =
      context->variants.count ? &context->variants : &context->setup->solvers;
  assert(solver < solvers->count);
  const char *name = solvers->items[solver].name;
  ReplaySolver row = {.name = mem_copy_string(name, strlen(name)),
                      .then = before ? before->outcome : NULL,
                      .now = vote->cast ? outcome_name(vote->outcome) : NULL,
                      .then_cpu_ns = before ? before->cpu_ns : 0,
                      .now_cpu_ns = vote->cpu_ns};
  VEC_PUSH(&context->replay->solvers, row);
  /* What we ended ourselves tells nothing. */
  bool tells = before && strcmp(before->outcome, STORE_OUTCOME_STOPPED) != 0;
  return !tells || strcmp(before->outcome, outcome_name(vote->outcome)) == 0;
}

static void take_finding(Context *context, const Finding *finding)
{
  Replay *replay = context->replay;
  ReplayFinding row = {.kind = finding->kind,
                       .signature = mem_copy_string(finding->signature, strlen(finding->signature)),
                       .evidence = mem_copy_string(finding->evidence, strlen(finding->evidence)),
                       .confirmed = finding->confirmed,
                       .same =
                           !is_input(context) && is_finding(&context->record->finding, finding)};
  VEC_PUSH(&replay->findings, row);
  replay->same |= row.same;
  replay->confirmed |= row.same && row.confirmed;
}

static void take_result(void *user, const PollResult *polled)
{
  Context *context = user;
  bool outcomes = true;
  for (size_t i = 0; i < context->setup->solvers.count && polled->votes; i++)
    outcomes &= take_vote(context, i, &polled->votes[i]);
  for (size_t i = 0; i < polled->findings.count; i++)
    take_finding(context, &polled->findings.items[i]);
  if (is_input(context)) context->replay->same = outcomes && !polled->skipped;
}

/* --- running --- */

static Status take_options(Context *context, Error *error)
{
  const StoreText *needed = report_finding_text(
      context->record, is_input(context) ? "drawn" : store_text_word(STORE_TEXT_OPTIONS));
  if (!needed) return STATUS_OK;
  char *text = mem_copy_string(needed->bytes, needed->length);
  Tweaks tweaks;
  TweakSet set;
  tweaks_init(&tweaks, context->setup->solvers.items, context->setup->solvers.count);
  bool found = tweaks_find(&tweaks, text, &set);
  if (found) tweaks_apply(&tweaks, &set, &context->variants);
  tweaks_deinit(&tweaks);
  Status status = STATUS_OK;
  if (!found)
    status = error_set(error, STATUS_IO, "%s '%s', and profiles have no such safe options",
                       is_input(context) ? "the input was run with" : "the finding needs", text);
  free(text);
  return status;
}

/* As the campaign runs them where it looks for bugs, or judges an input. */
static Status run_solvers(Context *context, Supervisor *sup, Error *error)
{
  const CampaignOptions *campaign = &context->setup->options;
  PollOptions poll = {.language = context->setup->language->interface,
                      .solvers = campaign->solvers,
                      .solver_count = context->setup->solvers.count,
                      .limits = campaign->limits,
                      .eval = campaign->eval,
                      .jobs = 1,
                      .mode = campaign->objective == OBJECTIVE_BUGS ? campaign->mode : SOLVE_PLAIN,
                      .no_models = campaign->no_models,
                      .slow = campaign->slow,
                      .cores = campaign->cores,
                      .unchecked = true};
  bool whole = poll_inputs(sup, &poll, next_script, take_result, context);
  return whole ? STATUS_OK : error_set(error, STATUS_IO, "interrupted");
}

Status replay_run(Replay *replay, Supervisor *sup, const CampaignSetup *setup,
                  const FindingRecord *record, StrBuf *text, Error *error)
{
  assert(sup && setup->language && record);
  *replay = (Replay){0};
  Context context = {.replay = replay, .setup = setup, .record = record, .text = text};
  Status status = take_options(&context, error);
  if (status == STATUS_OK) status = run_solvers(&context, sup, error);
  solver_vec_free(&context.variants);
  return status;
}
