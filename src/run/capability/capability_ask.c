/* Asking a solver about all capabilities of a list, several runs at a time. */
#include <string.h>

#include "run/capability/capability.h"
#include "run/capability/capability_probe.h"
#include "run/capability/capability_survey.h"

/* What is asked in a run: all probes of a batch, all of a family, or one. */
typedef enum { ASK_BATCH, ASK_FAMILY, ASK_PROBE } Level;

/* A batch in progress. */
typedef struct {
  const CapabilityBatch *batch; /* NULL: this place is free */
  Level level;
  uint32_t family, item, probe; /* now: indices in the list */
  size_t logic;                 /* where the logic begins in the probe's list of them */
  uint32_t accepted, decided, refused, by_value; /* probes of the item */
  CapabilityResult family_result; /* of asking the family at once, if it is to remember */
  CapabilityResult batch_result;  /* the same for the batch */
  char *refusal;                  /* of the probe in its first logic, or NULL */
  SolveRequest request;
  StrBuf script;
} Inquiry;

typedef struct {
  Supervisor *sup;
  const Solver *solver;
  const CapabilityOptions *options;
  const CapabilityList *list;
  CapabilityResult *results;
  Survey survey;         /* of an accepting list */
  uint32_t next, end;    /* batches that are asked one by one */
  size_t done;           /* batches */
  uint32_t refused_uses; /* sorts that the solver has not */
  bool knows_all;        /* the logic ALL */
  Inquiry *inquiries;
  uint32_t jobs;
} Asking;

/* --- where it stands --- */

static const CapabilityFamily *family_of(const Asking *asking, const Inquiry *inquiry)
{
  return &asking->list->families.items[inquiry->family];
}

static const Probe *current_probe(const Asking *asking, const Inquiry *inquiry)
{
  switch (inquiry->level) {
  case ASK_BATCH: return &inquiry->batch->together;
  case ASK_FAMILY: return &family_of(asking, inquiry)->together;
  default: return &asking->list->probes.items[inquiry->probe];
  }
}

/* --- one batch --- */

/* Can these probes be asked at once? */
static bool is_worth_it(const Asking *asking, const Probe *together)
{
  return together->script && !(together->uses & asking->refused_uses);
}

/* The worse result of an item stays. Takes the new one over. */
static void note(Asking *asking, uint32_t item, CapabilityResult *found)
{
  CapabilityResult *result = &asking->results[item];
  if (found->status > result->status || !result->message) {
    CapabilityResult old = *result;
    *result = *found;
    *found = old;
    if (result->status < found->status) result->status = found->status;
  }
  capability_result_deinit(found);
}

static uint32_t family_end(const Asking *asking, const Inquiry *inquiry)
{
  const CapabilityFamily *family = family_of(asking, inquiry);
  return family->first + family->count;
}

static void open_item(const Asking *asking, Inquiry *inquiry, uint32_t item)
{
  inquiry->item = item;
  inquiry->probe = asking->list->items.items[item].first;
  inquiry->logic = 0;
  inquiry->accepted = inquiry->decided = inquiry->refused = inquiry->by_value = 0;
}

static void open_family(const Asking *asking, Inquiry *inquiry, uint32_t family)
{
  inquiry->family = family;
  bool together = is_worth_it(asking, &family_of(asking, inquiry)->together);
  inquiry->level = together ? ASK_FAMILY : ASK_PROBE;
  open_item(asking, inquiry, family_of(asking, inquiry)->first);
}

static CapabilityStatus item_status(const Inquiry *inquiry)
{
  if (inquiry->refused && inquiry->accepted) return CAPABILITY_PARTLY;
  if (inquiry->accepted) return inquiry->decided ? CAPABILITY_WORKS : CAPABILITY_UNDECIDED;
  return inquiry->by_value ? CAPABILITY_VALUES : CAPABILITY_UNSUPPORTED;
}

static void close_item(Asking *asking, const Inquiry *inquiry)
{
  static const char no_sort[] = "it does not have the sorts";
  CapabilityResult *result = &asking->results[inquiry->item];
  if (result->status < CAPABILITY_FAILS) result->status = item_status(inquiry);
  if (result->status == CAPABILITY_UNSUPPORTED && !result->message)
    result->message = mem_copy_string(no_sort, sizeof no_sort - 1);
}

/* What someone else ended says nothing. */
static bool is_failure(const CapabilityResult *result)
{
  return result->status == CAPABILITY_FAILS || result->status == CAPABILITY_WRONG;
}

/* A failure of all probes together that none of them shows alone is the first item's. */
static void close_family(Asking *asking, Inquiry *inquiry)
{
  uint32_t item = family_of(asking, inquiry)->first;
  if (is_failure(&inquiry->family_result) && capability_is_usable(asking->results[item].status))
    note(asking, item, &inquiry->family_result);
  capability_result_deinit(&inquiry->family_result);
  if (!capability_is_usable(asking->results[item].status))
    asking->refused_uses |= asking->list->items.items[item].decides;
}

static bool has_failure(const Asking *asking, const CapabilityBatch *batch)
{
  const CapabilityFamily *families = asking->list->families.items + batch->first;
  const CapabilityFamily *last = &families[batch->count - 1];
  for (uint32_t item = families->first; item < last->first + last->count; item++)
    if (is_failure(&asking->results[item])) return true;
  return false;
}

/* The same for the batch: a failure is never lost. */
static void close_batch(Asking *asking, Inquiry *inquiry)
{
  uint32_t item = asking->list->families.items[inquiry->batch->first].first;
  if (is_failure(&inquiry->batch_result) && !has_failure(asking, inquiry->batch))
    note(asking, item, &inquiry->batch_result);
  capability_result_deinit(&inquiry->batch_result);
  inquiry->batch = NULL;
  asking->done++;
}

static void leave_family(Asking *asking, Inquiry *inquiry)
{
  close_family(asking, inquiry);
  if (inquiry->family + 1 == inquiry->batch->first + inquiry->batch->count)
    close_batch(asking, inquiry);
  else
    open_family(asking, inquiry, inquiry->family + 1);
}

/* Sorts that the solver has not at all are no matter of the function; values are tried if nothing else
 * is accepted. */
static bool is_to_be_asked(const Asking *asking, const Inquiry *inquiry)
{
  const Probe *probe = &asking->list->probes.items[inquiry->probe];
  if (probe->uses & asking->refused_uses) return false;
  return !probe->values || !inquiry->accepted;
}

/* From where it stands to what is worth asking, which may be this. */
static void settle(Asking *asking, Inquiry *inquiry)
{
  while (inquiry->batch && inquiry->level == ASK_PROBE) {
    const Capability *item = &asking->list->items.items[inquiry->item];
    if (inquiry->probe < item->first + item->count) {
      if (is_to_be_asked(asking, inquiry)) return;
      inquiry->probe++;
      continue;
    }
    close_item(asking, inquiry);
    if (inquiry->item + 1 < family_end(asking, inquiry))
      open_item(asking, inquiry, inquiry->item + 1);
    else
      leave_family(asking, inquiry);
  }
}

static void open_batch(Asking *asking, Inquiry *inquiry, const CapabilityBatch *batch)
{
  inquiry->batch = batch;
  open_family(asking, inquiry, batch->first);
  if (is_worth_it(asking, &batch->together)) inquiry->level = ASK_BATCH;
  settle(asking, inquiry);
}

/* --- results --- */

static void take(CapabilityResult *to, CapabilityResult *from)
{
  *to = *from;
  *from = (CapabilityResult){0};
}

/* Does a run of several probes say all that is to be known of them? Who refuses one of them says so before it looks for an answer. */
static bool is_enough(const Asking *asking, CapabilityStatus status)
{
  return status == CAPABILITY_WORKS || (asking->list->accepting && capability_is_accepted(status));
}

/* Everything in the batch is fine, or each family is asked. */
static void see_batch(Asking *asking, Inquiry *inquiry, ProbeResult *finding)
{
  if (is_enough(asking, finding->result.status)) {
    close_batch(asking, inquiry);
    return;
  }
  take(&inquiry->batch_result, &finding->result);
  open_family(asking, inquiry, inquiry->batch->first);
}

/* Everything in the family is fine, or each probe is asked. */
static void see_family(Asking *asking, Inquiry *inquiry, ProbeResult *finding)
{
  const Probe *probe = current_probe(asking, inquiry);
  bool refused = finding->result.status == CAPABILITY_UNSUPPORTED && !finding->unknown_name;
  if (is_enough(asking, finding->result.status)) {
    leave_family(asking, inquiry);
    return;
  }
  if (refused && probe_next_logic(probe, asking->knows_all, &inquiry->logic)) return;
  take(&inquiry->family_result, &finding->result);
  inquiry->level = ASK_PROBE;
  inquiry->logic = 0;
}

/* A name that is not known will not be in other instances. */
static void give_family_up(Asking *asking, Inquiry *inquiry, const char *message)
{
  for (uint32_t item = inquiry->item; item < family_end(asking, inquiry); item++) {
    CapabilityResult refusal = {.status = CAPABILITY_UNSUPPORTED};
    if (message) refusal.message = mem_copy_string(message, strlen(message));
    note(asking, item, &refusal);
  }
  leave_family(asking, inquiry);
}

/* What it said in the first logic tells more than that it does not know the others. */
static void keep_first_message(Inquiry *inquiry, CapabilityResult *refusal)
{
  if (!inquiry->refusal) {
    inquiry->refusal = refusal->message;
    refusal->message = NULL;
  }
  free(refusal->message);
  refusal->message =
      inquiry->refusal ? mem_copy_string(inquiry->refusal, strlen(inquiry->refusal)) : NULL;
}

static void forget_message(Inquiry *inquiry)
{
  free(inquiry->refusal);
  inquiry->refusal = NULL;
}

static void see_probe(Asking *asking, Inquiry *inquiry, ProbeResult *finding)
{
  const Probe *probe = current_probe(asking, inquiry);
  const Capability *item = &asking->list->items.items[inquiry->item];
  bool refused = finding->result.status == CAPABILITY_UNSUPPORTED;
  bool usable = capability_is_usable(finding->result.status);
  bool other_logic = refused && probe_next_logic(probe, asking->knows_all, &inquiry->logic);
  if (refused) keep_first_message(inquiry, &finding->result);
  if (other_logic) return;
  forget_message(inquiry);
  bool first = item->form == FORM_PLAIN && !inquiry->accepted && !inquiry->refused;
  if (refused && first && finding->unknown_name) {
    give_family_up(asking, inquiry, finding->result.message);
    return;
  }
  if (probe->values) {
    inquiry->by_value += usable;
  } else {
    inquiry->refused += refused;
    inquiry->accepted += usable;
    inquiry->decided += finding->result.status == CAPABILITY_WORKS;
  }
  if (refused) finding->result.status = CAPABILITY_WORKS; /* what it means is seen at the end */
  if (!usable) note(asking, inquiry->item, &finding->result);
  inquiry->probe++;
  inquiry->logic = 0;
}

static void see(Asking *asking, Inquiry *inquiry, RunResult *run)
{
  const Probe *probe = current_probe(asking, inquiry);
  Outcome outcome;
  outcome_read(&inquiry->request, run, &outcome);
  ProbeResult finding = probe_result(probe, &inquiry->request, &outcome);
  switch (inquiry->level) {
  case ASK_BATCH: see_batch(asking, inquiry, &finding); break;
  case ASK_FAMILY: see_family(asking, inquiry, &finding); break;
  default: see_probe(asking, inquiry, &finding);
  }
  settle(asking, inquiry);
  capability_result_deinit(&finding.result);
}

/* --- all of them --- */

static void skip_surveyed(Asking *asking)
{
  while (asking->next < asking->end && !asking->survey.open[asking->next]) asking->next++;
}

static bool may_begin(Asking *asking)
{
  skip_surveyed(asking);
  return asking->next < asking->end;
}

static void start(Asking *asking, Inquiry *inquiry)
{
  probe_write(current_probe(asking, inquiry), inquiry->logic, &inquiry->script);
  inquiry->request = probe_request(asking->solver, &inquiry->script);
  inquiry->request.user = inquiry;
  solve_start(asking->sup, &inquiry->request);
}

static void start_more(Asking *asking)
{
  for (uint32_t i = 0; i < asking->jobs && may_begin(asking); i++) {
    Inquiry *inquiry = &asking->inquiries[i];
    while (!inquiry->batch && may_begin(asking)) {
      open_batch(asking, inquiry, &asking->list->batches.items[asking->next++]);
      if (inquiry->batch) start(asking, inquiry);
    }
  }
}

static void end_all(Asking *asking)
{
  supervisor_cancel_all(asking->sup);
  RunEvent event;
  while (supervisor_pending(asking->sup))
    if (supervisor_wait(asking->sup, SUPERVISOR_FOREVER, &event) == RUN_EVENT_FINISHED)
      run_result_deinit(&event.result);
}

/* False if it was interrupted. */
static bool ask_one_by_one(Asking *asking)
{
  for (start_more(asking); supervisor_pending(asking->sup); start_more(asking)) {
    RunEvent event;
    RunEventKind kind = supervisor_wait(asking->sup, SUPERVISOR_FOREVER, &event);
    if (kind == RUN_EVENT_WOKEN) {
      end_all(asking);
      return false;
    }
    if (kind != RUN_EVENT_FINISHED) continue;
    Inquiry *inquiry = event.result.user;
    see(asking, inquiry, &event.result);
    if (inquiry->batch) start(asking, inquiry);
    if (asking->options->progress)
      asking->options->progress(asking->options->user, asking->done, asking->list->batches.count);
  }
  return true;
}

/* What the survey says of an item. */
static void close_surveyed_item(Asking *asking, uint32_t item)
{
  const Capability *capability = &asking->list->items.items[item];
  Inquiry inquiry = {.item = item};
  for (uint32_t i = capability->first; i < capability->first + capability->count; i++) {
    const SurveyProbe *probe = &asking->survey.probes[i];
    CapabilityResult refusal = {0};
    inquiry.accepted += probe->state == SURVEY_ACCEPTED;
    inquiry.refused += probe->state == SURVEY_REFUSED;
    if (probe->message) refusal.message = mem_copy_string(probe->message, strlen(probe->message));
    if (probe->state == SURVEY_REFUSED) note(asking, item, &refusal);
  }
  inquiry.decided = inquiry.accepted;
  close_item(asking, &inquiry);
  if (!capability_is_usable(asking->results[item].status))
    asking->refused_uses |= capability->decides;
}

static void close_surveyed(Asking *asking, uint32_t batch)
{
  const CapabilityList *list = asking->list;
  const CapabilityFamily *first = &list->families.items[list->batches.items[batch].first];
  const CapabilityFamily *last = &first[list->batches.items[batch].count - 1];
  for (uint32_t item = first->first; item < last->first + last->count; item++)
    close_surveyed_item(asking, item);
  asking->done++;
}

/* The batches [from, to): together where that is enough and the solver lets us. */
static bool ask_range(Asking *asking, uint32_t from, uint32_t to)
{
  if (asking->list->accepting && asking->knows_all) {
    if (!survey_ask(asking->sup, asking->solver, asking->options, from, to, asking->refused_uses,
                    &asking->survey))
      return false;
  } else {
    for (uint32_t batch = from; batch < to; batch++) asking->survey.open[batch] = true;
  }
  for (uint32_t batch = from; batch < to; batch++)
    if (!asking->survey.open[batch]) close_surveyed(asking, batch);
  asking->next = from;
  asking->end = to;
  return ask_one_by_one(asking);
}

/* Batches up to the last that tells which sorts there are. */
static uint32_t sorts_end(const CapabilityList *list)
{
  uint32_t end = 0;
  for (uint32_t batch = 0; batch < list->batches.count; batch++) {
    uint32_t family = list->batches.items[batch].first;
    if (list->items.items[list->families.items[family].first].decides) end = batch + 1;
  }
  return end;
}

/* Which sorts there are has to be known before functions are asked about. */
static bool ask_all(Asking *asking)
{
  uint32_t sorts = sorts_end(asking->list);
  return ask_range(asking, 0, sorts) &&
         ask_range(asking, sorts, (uint32_t)asking->list->batches.count);
}

/* For a program that takes long to start. */
#define FIRST_NS UINT64_C(10000000000)

/* A program that does not even answer this is no solver, or not one for these scripts. */
static Status ask_first(Asking *asking, Error *error)
{
  static const Probe first = {.script = "(set-logic {logic})\n(check-sat)\n(exit)\n",
                              .logics = "ALL QF_UF QF_BV QF_LRA",
                              .responses = 1};
  StrBuf script;
  strbuf_init(&script, 0);
  size_t logic = 0;
  ProbeResult finding = {0};
  bool uninterrupted = true, in_time = true;
  do {
    capability_result_deinit(&finding.result);
    probe_write(&first, logic, &script);
    SolveRequest request = probe_request(asking->solver, &script);
    request.limits.cpu_ns = request.limits.wall_ns = FIRST_NS;
    Outcome outcome;
    uninterrupted = outcome_solve(asking->sup, &request, &outcome);
    in_time = outcome.kind != OUTCOME_TIMEOUT;
    finding = probe_result(&first, &request, &outcome);
  } while (uninterrupted && finding.result.status == CAPABILITY_UNSUPPORTED &&
           probe_next_logic(&first, false, &logic));
  asking->knows_all = logic == 0;
  const char *message = finding.result.message;
  Status status = STATUS_OK;
  if (!uninterrupted)
    status = error_set(error, STATUS_IO, "interrupted");
  else if (!in_time)
    status = error_set(error, STATUS_IO, "'%s' does not answer (check-sat) within %d s",
                       asking->solver->name, (int)(FIRST_NS / 1000000000));
  else if (!capability_is_usable(finding.result.status))
    status =
        error_set(error, STATUS_IO, "'%s' does not answer (check-sat): %s", asking->solver->name,
                  message ? message : capability_status_name(finding.result.status));
  capability_result_deinit(&finding.result);
  strbuf_deinit(&script);
  return status;
}

Status capabilities_ask(Supervisor *sup, const Solver *solver, const CapabilityOptions *options,
                        Capabilities *found, Error *error)
{
  Asking asking = {.sup = sup,
                   .solver = solver,
                   .options = options,
                   .list = found->list,
                   .results = found->results,
                   .jobs = options->jobs ? options->jobs : 1};
  Status status = ask_first(&asking, error);
  if (status != STATUS_OK) return status;
  asking.inquiries = mem_alloc_zero(asking.jobs, sizeof *asking.inquiries);
  for (uint32_t i = 0; i < asking.jobs; i++) strbuf_init(&asking.inquiries[i].script, 0);
  survey_init(&asking.survey, asking.list);
  if (!ask_all(&asking)) status = error_set(error, STATUS_IO, "interrupted");
  for (uint32_t i = 0; i < asking.jobs; i++) {
    strbuf_deinit(&asking.inquiries[i].script);
    capability_result_deinit(&asking.inquiries[i].family_result);
    capability_result_deinit(&asking.inquiries[i].batch_result);
    free(asking.inquiries[i].refusal);
  }
  free(asking.inquiries);
  survey_deinit(&asking.survey);
  return status;
}
