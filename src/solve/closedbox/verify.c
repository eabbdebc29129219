#include "solve/closedbox/verify.h"

#include <string.h>

#include "smt/value/value_term.h"

enum { ROOM_BYTES = 64 << 20, CALLS_MAX = 100000 };

#define PROGRAM_GRACE_NS UINT64_C(5000000000)

WorkerSettings call_worker_settings(const Boxes *boxes, const CallLimits *limits)
{
  /* Programs end in time, and nobody would end them if their worker were killed before. */
  uint64_t grace = limits->wall_ns && boxes->programs ? PROGRAM_GRACE_NS : 0;
  return (WorkerSettings){.wall_ns = limits->wall_ns + grace,
                          .guard = {.call_ns = limits->call_ns,
                                    .memory_bytes = limits->memory_bytes,
                                    .programs = boxes->programs}};
}

/* --- in the worker --- */

typedef struct {
  const BoxProblem *problem;
  const CallLimits *limits;
  const Model *model;
  uint32_t repeats;
  const CallTable *again; /* not NULL: these calls instead of the model */
} VerifyJob;

static Truth call_again(const VerifyJob *job, Caller *caller)
{
  const CallTable *calls = job->again;
  VEC(uint64_t) result = {0};
  Truth all = calls->records.count <= CALLS_MAX ? TRUTH_TRUE : TRUTH_UNKNOWN;
  for (size_t i = 0; i < calls->records.count && all == TRUTH_TRUE; i++) {
    const CallRecord *record = &calls->records.items[i];
    VEC_RESERVE(&result, box_result(&job->problem->boxes->items.items[record->box]).words);
    const uint64_t *args = calls->words.items + record->first;
    if (caller_call(caller, record->box, args, result.items) != GUARD_FINE) all = TRUTH_UNKNOWN;
  }
  VEC_FREE(&result);
  return all;
}

static Truth evaluate(const VerifyJob *job, Caller *caller)
{
  const BoxProblem *problem = job->problem;
  BoxCaller boxes = caller_for_machine(caller);
  EvalLimits limits = {.boxes = &boxes};
  uint32_t count = (uint32_t)problem->assertions.count;
  Verdict *verdicts = mem_alloc(count + 1, sizeof *verdicts);
  Truth all = TRUTH_TRUE;
  for (uint32_t round = 0; round < job->repeats && all == TRUTH_TRUE; round++) {
    verdict_of_terms(problem->bank, job->model, &limits, problem->assertions.items, count,
                     verdicts);
    for (uint32_t i = 0; i < count; i++) {
      if (verdicts[i].truth == TRUTH_FALSE) all = TRUTH_FALSE;
      if (verdicts[i].truth == TRUTH_UNKNOWN && all == TRUTH_TRUE) all = TRUTH_UNKNOWN;
    }
  }
  free(verdicts);
  return all;
}

static void put_words(StrBuf *out, const uint64_t *words, size_t count)
{
  for (size_t i = 0; i < count; i++) bytes_put_u64(out, words[i]);
}

static uint32_t record_words(const Boxes *boxes, uint32_t box)
{
  const Box *one = &boxes->items.items[box];
  return one->words + box_result(one).words;
}

static void put_calls(StrBuf *out, const Boxes *boxes, const CallTable *table)
{
  size_t count = table->records.count < CALLS_MAX ? table->records.count : CALLS_MAX;
  bytes_put_u64(out, count);
  for (size_t i = 0; i < count; i++) {
    const CallRecord *record = &table->records.items[i];
    bytes_put_u64(out, record->box);
    bytes_put_u64(out, record->failed);
    put_words(out, table->words.items + record->first, record_words(boxes, record->box));
  }
}

static void put_contradiction(StrBuf *out, const Boxes *boxes, const Caller *caller)
{
  const uint64_t *words;
  int box = caller_contradiction(caller, &words);
  bytes_put_u64(out, (uint64_t)(box + 1));
  if (box < 0) return;
  const Box *one = &boxes->items.items[box];
  put_words(out, words, one->words + 2 * (size_t)box_result(one).words);
}

static void verify_job(void *context, const WorkerRoom *room)
{
  VerifyJob *job = context;
  const Boxes *boxes = job->problem->boxes;
  StrBuf out;
  Error error;
  Caller *caller;
  strbuf_init(&out, 0);
  Status status = caller_create(boxes, job->limits->call_ns, job->limits->wall_ns, &caller, &error);
  bytes_put_u64(&out, status);
  if (status != STATUS_OK) {
    bytes_put_text(&out, error.message, strlen(error.message));
  } else {
    bytes_put_u64(&out, job->again ? call_again(job, caller) : evaluate(job, caller));
    bytes_put_u64(&out, caller_failures(caller) > 0);
    put_calls(&out, boxes, caller_table(caller));
    put_contradiction(&out, boxes, caller);
    caller_end_programs(caller);
  }
  worker_put(room, out.bytes, out.length);
}

/* --- in our process --- */

static void get_words(ByteReader *in, uint64_t *words, size_t count)
{
  for (size_t i = 0; i < count; i++) words[i] = bytes_get_u64(in);
}

static void read_call(ByteReader *in, const Boxes *boxes, CallTable *calls)
{
  uint32_t box = (uint32_t)bytes_get_below(in, boxes->items.count);
  bool failed = bytes_get_bool(in);
  uint32_t words = record_words(boxes, box);
  uint64_t *record = mem_alloc(words, sizeof *record);
  get_words(in, record, words);
  const CallRecord *other;
  if (!in->failed)
    call_table_add(calls, boxes, box, record, record + boxes->items.items[box].words, failed,
                   &other);
  free(record);
}

static void read_verification(ByteReader *in, const Boxes *boxes, Verification *result)
{
  result->status = (Status)bytes_get_below(in, STATUS_COUNT);
  if (result->status != STATUS_OK) {
    size_t length;
    char *text = bytes_get_text(in, &length);
    error_set(&result->error, result->status, "%s", text);
    free(text);
    return;
  }
  result->truth = (Truth)bytes_get_below(in, TRUTH_UNKNOWN + 1);
  result->failed = bytes_get_bool(in);
  size_t count = bytes_get_count(in, 16);
  for (size_t i = 0; i < count && !in->failed; i++) read_call(in, boxes, &result->calls);
  result->contradiction = (int)bytes_get_below(in, boxes->items.count + 1) - 1;
  if (result->contradiction < 0) return;
  const Box *box = &boxes->items.items[result->contradiction];
  for (size_t i = 0; i < box->words + 2 * (size_t)box_result(box).words; i++)
    VEC_PUSH(&result->contradicting, bytes_get_u64(in));
}

static void verify(VerifyJob *job, Verification *result)
{
  const BoxProblem *problem = job->problem;
  *result = (Verification){.truth = TRUTH_UNKNOWN, .contradiction = -1};
  WorkerSettings settings = call_worker_settings(problem->boxes, job->limits);
  WorkerRoom room;
  if (!worker_room_init(&room, ROOM_BYTES)) mem_exhausted(ROOM_BYTES);
  WorkerEnd end = worker_run(&room, &settings, verify_job, job);
  if (end == WORKER_ABSENT)
    result->status = error_set(&result->error, STATUS_IO, "cannot start a process for the boxes");
  if (end == WORKER_DIED || end == WORKER_TIMEOUT) result->failed = true;
  ByteReader in = worker_result(&room);
  if (end == WORKER_DONE) read_verification(&in, problem->boxes, result);
  if (in.failed) {
    result->truth = TRUTH_UNKNOWN;
    result->failed = true;
    result->contradiction = -1;
  }
  worker_room_deinit(&room);
}

void verify_model(const BoxProblem *problem, const CallLimits *limits, const Model *model,
                  uint32_t repeats, Verification *result)
{
  VerifyJob job = {problem, limits, model, repeats, NULL};
  verify(&job, result);
}

void verify_calls(const BoxProblem *problem, const CallLimits *limits, const CallTable *calls,
                  Verification *result)
{
  VerifyJob job = {problem, limits, NULL, 0, calls};
  verify(&job, result);
}

void verification_deinit(Verification *verification)
{
  call_table_deinit(&verification->calls);
  VEC_FREE(&verification->contradicting);
}

/* --- calls as terms --- */

Term call_word_term(Bank *bank, Sort sort, Layout layout, const uint64_t *words)
{
  Eval eval = {.bank = bank};
  heap_init(&eval.heap, EVAL_BYTES);
  for (size_t i = 0; i < sizeof eval.z / sizeof eval.z[0]; i++) mpz_init(eval.z[i]);
  for (size_t i = 0; i < sizeof eval.q / sizeof eval.q[0]; i++) mpq_init(eval.q[i]);
  eval.steps = UINT64_MAX;
  Value value = layout_to_value(&eval, layout, sort, words, 0);
  Term term = value_is_unknown(value) ? 0 : value_to_term(bank, sort, value);
  for (size_t i = 0; i < sizeof eval.z / sizeof eval.z[0]; i++) mpz_clear(eval.z[i]);
  for (size_t i = 0; i < sizeof eval.q / sizeof eval.q[0]; i++) mpq_clear(eval.q[i]);
  heap_deinit(&eval.heap);
  return term;
}

Term call_term(const BoxProblem *problem, uint32_t box, const uint64_t *args)
{
  const Box *one = &problem->boxes->items.items[box];
  Term terms[BOX_MAX_ARITY];
  for (uint32_t i = 0, at = 0; i < one->arity; at += one->layouts[i++].words) {
    terms[i] = call_word_term(problem->bank, one->sorts[i], one->layouts[i], args + at);
    if (!terms[i]) return 0;
  }
  Op op = bank_apply_operator(problem->bank, one->fun, NULL, 0, 0);
  return bank_term(problem->bank, op, one->sorts[one->arity], terms, one->arity);
}

Term call_result_term(const BoxProblem *problem, uint32_t box, const uint64_t *result)
{
  const Box *one = &problem->boxes->items.items[box];
  return call_word_term(problem->bank, one->sorts[one->arity], box_result(one), result);
}
