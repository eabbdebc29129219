/* Many questions in one run: which probes of a list does a solver accept?
 *
 * A script has segments that (reset) keeps apart, each with some probes and one check-sat. Before each
 * probe and each check-sat the solver is told to print a mark, so that a refusal has a place. Who goes on
 * after an error answers all in one run; who ends is asked the rest again. What cannot be placed is halved,
 * or left to asking one by one. */
#include "run/capability/capability_survey.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "run/capability/capability_probe.h"

#define LOGIC "(set-logic {logic})"
#define END   "(check-sat)\n(exit)\n"
#define MARK  "assay-mark-"

/* Who refuses something says so before it looks for an answer, which nobody waits for here. */
enum { SURVEY_QUERY_MS = 30 };

/* A probe of a script. */
typedef struct {
  uint32_t probe, item, batch;
  bool first; /* of its segment */
} Step;

/* What is asked in one run. */
typedef struct {
  VEC(Step) steps;
  SolveRequest request;
  StrBuf script;
} Chunk;

typedef VEC(Chunk *) Chunks;

typedef struct {
  Supervisor *sup;
  const Solver *solver;
  const CapabilityList *list;
  const CapabilityOptions *options;
  Survey *survey;
  Chunks waiting;
  uint32_t jobs, running;
  size_t asked, total; /* runs that ended; all that are known of */
  bool no_marks;       /* the solver does not print them */
} Surveying;

/* --- scripts --- */

/* Is there a word ALL among its logics? */
static bool knows_as_all(const Probe *probe)
{
  for (const char *at = probe->logics; *at; at += strspn(at, " ")) {
    size_t length = strcspn(at, " ");
    if (length == 3 && memcmp(at, "ALL", 3) == 0) return true;
    at += length;
  }
  return false;
}

/* Only declarations and assertions between the logic and the only query. */
static bool can_be_joined(const Probe *probe)
{
  size_t length = strlen(probe->script), head = sizeof LOGIC - 1, tail = sizeof END - 1;
  return knows_as_all(probe) && probe->responses == 1 && !probe->unsat && length > head + tail &&
         memcmp(probe->script, LOGIC, head) == 0 &&
         memcmp(probe->script + length - tail, END, tail) == 0 &&
         strstr(probe->script, "(check-sat") == probe->script + length - tail;
}

static void add_mark(StrBuf *script, char kind, size_t step)
{
  strbuf_printf(script, "(echo \"" MARK "%c%zu\")\n", kind, step);
}

static bool ends_segment(const Chunk *chunk, size_t step)
{
  return step + 1 == chunk->steps.count || chunk->steps.items[step + 1].first;
}

static void write_script(const Surveying *surveying, Chunk *chunk)
{
  StrBuf *script = &chunk->script;
  strbuf_clear(script);
  for (size_t i = 0; i < chunk->steps.count; i++) {
    const Step *step = &chunk->steps.items[i];
    const char *text = surveying->list->probes.items[step->probe].script;
    if (step->first)
      strbuf_add_text(script, i ? "(reset)\n(set-logic ALL)\n" : "(set-logic ALL)\n");
    add_mark(script, 'p', i);
    strbuf_add(script, text + sizeof LOGIC - 1,
               strlen(text) - (sizeof LOGIC - 1) - (sizeof END - 1));
    strbuf_add_text(script, "\n");
    if (!ends_segment(chunk, i)) continue;
    add_mark(script, 'c', i);
    strbuf_add_text(script, "(check-sat)\n");
  }
  strbuf_add_text(script, "(exit)\n");
}

/* --- chunks --- */

static Chunk *chunk_create(void)
{
  Chunk *chunk = mem_alloc_zero(1, sizeof *chunk);
  strbuf_init(&chunk->script, 0);
  return chunk;
}

static void chunk_destroy(Chunk *chunk)
{
  VEC_FREE(&chunk->steps);
  strbuf_deinit(&chunk->script);
  free(chunk);
}

/* To be asked; takes it over. */
static void submit(Surveying *surveying, Chunk *chunk)
{
  if (!chunk->steps.count) {
    chunk_destroy(chunk);
    return;
  }
  chunk->steps.items[0].first = true;
  VEC_PUSH(&surveying->waiting, chunk);
  surveying->total++;
}

static void start(Surveying *surveying, Chunk *chunk)
{
  write_script(surveying, chunk);
  chunk->request = probe_request(surveying->solver, &chunk->script);
  chunk->request.soft_ms = SURVEY_QUERY_MS;
  chunk->request.traits.incremental = false; /* a segment is as a script of its own */
  chunk->request.user = chunk;
  solve_start(surveying->sup, &chunk->request);
  surveying->running++;
}

/* --- results --- */

static SurveyProbe *probe_of(const Surveying *surveying, const Chunk *chunk, size_t step)
{
  return &surveying->survey->probes[chunk->steps.items[step].probe];
}

static void refuse(const Surveying *surveying, uint32_t probe, const char *message, size_t length)
{
  SurveyProbe *refused = &surveying->survey->probes[probe];
  refused->state = SURVEY_REFUSED;
  if (!refused->message && length) refused->message = mem_copy_string(message, length);
}

/* One refusal says enough of an item, and that of a function in its plain form of all its forms. */
static void refuse_item(const Surveying *surveying, const Chunk *chunk, size_t step,
                        const char *message, size_t length)
{
  const CapabilityList *list = surveying->list;
  const Step *at = &chunk->steps.items[step];
  uint32_t item = at->item, end = item + 1;
  bool plain = list->items.items[item].fun && list->items.items[item].form == FORM_PLAIN;
  while (plain && end < list->items.count &&
         list->items.items[end].fun == list->items.items[item].fun)
    end++;
  refuse(surveying, at->probe, message, length);
  for (size_t i = 0; i < chunk->steps.count; i++)
    if (chunk->steps.items[i].item >= item && chunk->steps.items[i].item < end &&
        probe_of(surveying, chunk, i)->state == SURVEY_UNASKED)
      refuse(surveying, chunk->steps.items[i].probe, message, length);
}

/* Where a run is: at a probe, or at the query of the segment that the step ends. */
typedef struct {
  size_t step;
  bool query, answered; /* of the query */
  bool begun;
} Place;

static bool read_mark(const char *text, size_t length, const Chunk *chunk, Place *place)
{
  char buffer[64], kind;
  size_t step;
  if (length >= sizeof buffer) return false;
  memcpy(buffer, text, length);
  buffer[length] = 0;
  const char *mark = buffer + (*buffer == '"');
  if (sscanf(mark, MARK "%c%zu", &kind, &step) != 2 || step >= chunk->steps.count) return false;
  *place = (Place){.step = step, .query = kind == 'c', .begun = true};
  return true;
}

static void accept_segment(const Surveying *surveying, const Chunk *chunk, size_t last)
{
  for (size_t i = last + 1; i-- > 0;) {
    SurveyProbe *probe = probe_of(surveying, chunk, i);
    if (probe->state == SURVEY_UNASKED) probe->state = SURVEY_ACCEPTED;
    if (chunk->steps.items[i].first) return;
  }
}

/* The steps [from, to), of which those that have a state are left out. `half`: a new segment begins there, if it is one of them. */
static void ask_again(Surveying *surveying, const Chunk *chunk, size_t from, size_t to, size_t half)
{
  Chunk *rest = chunk_create();
  bool first = true;
  for (size_t i = from; i < to; i++) {
    Step step = chunk->steps.items[i];
    first = first || step.first || i == half;
    if (probe_of(surveying, chunk, i)->state != SURVEY_UNASKED) continue;
    step.first = first;
    first = false;
    VEC_PUSH(&rest->steps, step);
  }
  submit(surveying, rest);
}

static size_t segment_start(const Chunk *chunk, size_t step)
{
  while (!chunk->steps.items[step].first) step--;
  return step;
}

/* A new segment in the middle of the steps of one that nothing is known of; false: they belong to one item. */
static bool find_half(const Surveying *surveying, const Chunk *chunk, size_t last, size_t *half)
{
  size_t count = 0, seen = 0;
  uint32_t item = UINT32_MAX;
  bool several = false;
  size_t start = segment_start(chunk, last);
  for (size_t i = start; i <= last; i++) {
    if (probe_of(surveying, chunk, i)->state != SURVEY_UNASKED) continue;
    several = several || (item != UINT32_MAX && item != chunk->steps.items[i].item);
    item = chunk->steps.items[i].item;
    count++;
  }
  for (*half = start; *half < last; ++*half)
    if (probe_of(surveying, chunk, *half)->state == SURVEY_UNASKED && seen++ == (count + 1) / 2)
      break;
  return several;
}

/* A query that was refused or failed: the only item's doing, or both halves are asked apart. A failure is no refusal. */
static void see_query_refused(Surveying *surveying, const Chunk *chunk, size_t last, bool refused,
                              const char *message, size_t length)
{
  size_t half, start = segment_start(chunk, last);
  if (find_half(surveying, chunk, last, &half)) {
    ask_again(surveying, chunk, start, last + 1, half);
    return;
  }
  for (size_t i = start; i <= last && refused; i++)
    if (probe_of(surveying, chunk, i)->state == SURVEY_UNASKED)
      refuse_item(surveying, chunk, i, message, length);
  accept_segment(surveying, chunk, last);
}

static void see_response(Surveying *surveying, const Chunk *chunk, const Outcome *outcome,
                         const Response *response, Place *place)
{
  const char *text = outcome->run.out.bytes + response->start;
  size_t length = response->end - response->start;
  bool refused = response->kind == RESPONSE_ERROR || response->kind == RESPONSE_UNSUPPORTED;
  if (read_mark(text, length, chunk, place) || !place->begun || place->answered) return;
  if (refused && !place->query) {
    refuse_item(surveying, chunk, place->step, text, length);
  } else if (refused) {
    see_query_refused(surveying, chunk, place->step, true, text, length);
    place->answered = true;
  } else if (place->query && response->kind == RESPONSE_ANSWER) {
    accept_segment(surveying, chunk, place->step);
    place->answered = true;
  }
}

/* The run ended here, before the place was done with. */
static void see_end(Surveying *surveying, const Chunk *chunk, const Outcome *outcome,
                    const Place *place)
{
  const char *message = outcome->message ? outcome->message : "";
  bool refused = outcome->kind == OUTCOME_ERROR || outcome->kind == OUTCOME_UNSUPPORTED;
  bool late = outcome->kind == OUTCOME_TIMEOUT || outcome->kind == OUTCOME_MEMORY;
  SurveyProbe *probe = probe_of(surveying, chunk, place->step);
  size_t rest = place->step;
  if (place->query && late) accept_segment(surveying, chunk, place->step);
  if (place->query && !late)
    see_query_refused(surveying, chunk, place->step, refused, message, strlen(message));
  if (place->query) rest++;
  if (!place->query && probe->state == SURVEY_UNASKED && refused)
    refuse_item(surveying, chunk, place->step, message, strlen(message));
  if (!place->query && probe->state == SURVEY_UNASKED) probe->state = SURVEY_ACCEPTED;
  if (!place->query) rest = segment_start(chunk, rest);
  ask_again(surveying, chunk, rest, chunk->steps.count, chunk->steps.count);
}

static void leave_open(const Surveying *surveying, const Chunk *chunk)
{
  for (size_t i = 0; i < chunk->steps.count; i++)
    surveying->survey->open[chunk->steps.items[i].batch] = true;
}

/* An error that stands beside the marks cannot be placed. */
static bool is_elsewhere(const Outcome *outcome)
{
  if (outcome->kind != OUTCOME_ERROR && outcome->kind != OUTCOME_UNSUPPORTED) return false;
  for (size_t i = 0; i < outcome->responses.count; i++) {
    ResponseKind kind = outcome->responses.items[i].kind;
    if (kind == RESPONSE_ERROR || kind == RESPONSE_UNSUPPORTED) return false;
  }
  return true;
}

/* Marks are lost with what a killed or crashed program had not written yet: its segments are asked apart, a single one one by one. */
static void see_nothing(Surveying *surveying, const Chunk *chunk, const Outcome *outcome)
{
  bool ended = outcome->kind < OUTCOME_TIMEOUT || outcome->kind == OUTCOME_ERROR ||
               outcome->kind == OUTCOME_UNSUPPORTED || outcome->kind == OUTCOME_NO_ANSWER;
  size_t end = 1;
  while (end < chunk->steps.count && !chunk->steps.items[end].first) end++;
  surveying->no_marks = surveying->no_marks || ended;
  if (end == chunk->steps.count || ended) {
    leave_open(surveying, chunk);
    return;
  }
  for (size_t from = 0; from < chunk->steps.count; from = end) {
    for (end = from + 1; end < chunk->steps.count && !chunk->steps.items[end].first;) end++;
    ask_again(surveying, chunk, from, end, end);
  }
}

static void see(Surveying *surveying, Chunk *chunk, RunResult *run)
{
  Outcome outcome;
  Place place = {0};
  outcome_read(&chunk->request, run, &outcome);
  for (size_t i = 0; i < outcome.responses.count; i++)
    see_response(surveying, chunk, &outcome, &outcome.responses.items[i], &place);
  bool done = place.answered && place.step + 1 == chunk->steps.count;
  if (outcome.kind == OUTCOME_KILLED || outcome.kind == OUTCOME_NOT_STARTED ||
      (done && is_elsewhere(&outcome)))
    leave_open(surveying, chunk);
  else if (!place.begun)
    see_nothing(surveying, chunk, &outcome);
  else if (place.answered && !done)
    ask_again(surveying, chunk, place.step + 1, chunk->steps.count, chunk->steps.count);
  else if (!done)
    see_end(surveying, chunk, &outcome, &place);
  outcome_deinit(&outcome);
  chunk_destroy(chunk);
}

/* --- all of them --- */

/* The items [from, to) of a batch. */
static void items_of(const CapabilityList *list, uint32_t batch, uint32_t *from, uint32_t *to)
{
  const CapabilityFamily *families = list->families.items + list->batches.items[batch].first;
  const CapabilityFamily *last = &families[list->batches.items[batch].count - 1];
  *from = families->first;
  *to = last->first + last->count;
}

/* Probes of the batch that are worth asking, as one segment. */
static void add_batch(const Surveying *surveying, uint32_t batch, uint32_t refused_uses,
                      Chunk *chunk)
{
  const CapabilityList *list = surveying->list;
  uint32_t item, end;
  bool first = true;
  for (items_of(list, batch, &item, &end); item < end; item++)
    for (uint32_t i = 0; i < list->items.items[item].count; i++) {
      uint32_t probe = list->items.items[item].first + i;
      const Probe *asked = &list->probes.items[probe];
      if (asked->values || asked->uses & refused_uses) continue;
      first = first || !list->items.items[item].fun; /* names of questions by hand come twice */
      Step step = {.probe = probe, .item = item, .batch = batch, .first = first};
      VEC_PUSH(&chunk->steps, step);
      first = false;
    }
}

static bool batch_can_be_joined(const CapabilityList *list, uint32_t batch)
{
  uint32_t item, end;
  for (items_of(list, batch, &item, &end); item < end; item++)
    for (uint32_t i = 0; i < list->items.items[item].count; i++)
      if (!can_be_joined(&list->probes.items[list->items.items[item].first + i])) return false;
  return true;
}

static const char *group_of(const CapabilityList *list, uint32_t batch)
{
  return list->items.items[list->families.items[list->batches.items[batch].first].first].group;
}

/* A run for each theory: solvers get options by what a script has, and those of one theory may change another. */
static void prepare(Surveying *surveying, uint32_t from, uint32_t to, uint32_t refused_uses)
{
  const CapabilityList *list = surveying->list;
  Chunk *chunk = chunk_create();
  for (uint32_t batch = from; batch < to; batch++) {
    surveying->survey->open[batch] = !batch_can_be_joined(list, batch);
    if (batch > from && strcmp(group_of(list, batch), group_of(list, batch - 1)) != 0) {
      submit(surveying, chunk);
      chunk = chunk_create();
    }
    if (!surveying->survey->open[batch]) add_batch(surveying, batch, refused_uses, chunk);
  }
  submit(surveying, chunk);
}

static void start_more(Surveying *surveying)
{
  while (surveying->running < surveying->jobs && surveying->waiting.count) {
    Chunk *chunk = surveying->waiting.items[--surveying->waiting.count];
    if (surveying->no_marks) {
      leave_open(surveying, chunk);
      chunk_destroy(chunk);
    } else {
      start(surveying, chunk);
    }
  }
}

static void cancel(Surveying *surveying)
{
  RunEvent event;
  supervisor_cancel_all(surveying->sup);
  while (supervisor_pending(surveying->sup)) {
    if (supervisor_wait(surveying->sup, SUPERVISOR_FOREVER, &event) != RUN_EVENT_FINISHED) continue;
    chunk_destroy(event.result.user);
    run_result_deinit(&event.result);
  }
  for (size_t i = 0; i < surveying->waiting.count; i++) chunk_destroy(surveying->waiting.items[i]);
}

static bool ask_all(Surveying *surveying)
{
  const CapabilityOptions *options = surveying->options;
  for (start_more(surveying); surveying->running; start_more(surveying)) {
    RunEvent event;
    RunEventKind kind = supervisor_wait(surveying->sup, SUPERVISOR_FOREVER, &event);
    if (kind == RUN_EVENT_WOKEN) {
      cancel(surveying);
      return false;
    }
    if (kind != RUN_EVENT_FINISHED) continue;
    surveying->running--;
    surveying->asked++;
    see(surveying, event.result.user, &event.result);
    if (options->progress) options->progress(options->user, surveying->asked, surveying->total);
  }
  return true;
}

void survey_init(Survey *survey, const CapabilityList *list)
{
  *survey = (Survey){.list = list};
  survey->probes = mem_alloc_zero(list->probes.count + 1, sizeof *survey->probes);
  survey->open = mem_alloc_zero(list->batches.count + 1, sizeof *survey->open);
}

void survey_deinit(Survey *survey)
{
  for (size_t i = 0; i < survey->list->probes.count; i++) free(survey->probes[i].message);
  free(survey->probes);
  free(survey->open);
}

bool survey_ask(Supervisor *sup, const Solver *solver, const CapabilityOptions *options,
                uint32_t from, uint32_t to, uint32_t refused_uses, Survey *survey)
{
  assert(from <= to && to <= survey->list->batches.count);
  Surveying surveying = {.sup = sup,
                         .solver = solver,
                         .list = survey->list,
                         .options = options,
                         .survey = survey,
                         .jobs = options->jobs ? options->jobs : 1};
  prepare(&surveying, from, to, refused_uses);
  bool uninterrupted = ask_all(&surveying);
  VEC_FREE(&surveying.waiting);
  return uninterrupted;
}
