#include "solve/closedbox/verify.h"

#include <assert.h>
#include <string.h>

#include "smt/value/literal.h"
#include "smt/value/value_term.h"
#include "solve/closedbox/fresh.h"

enum { ROOM_BYTES = 64 << 20 };

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
} VerifyJob;

static Truth call_again(const Boxes *boxes, const CallTable *calls, Caller *caller)
{
  VEC(uint64_t) result = {0};
  Truth all = TRUTH_TRUE;
  for (size_t i = 0; i < calls->records.count && all == TRUTH_TRUE; i++) {
    const CallRecord *record = &calls->records.items[i];
    VEC_RESERVE(&result, box_result(&boxes->items.items[record->box]).words);
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
    checks_verdict_of_terms(problem->bank, job->model, &limits, problem->assertions.items, count,
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

static void put_contradiction(StrBuf *out, const Boxes *boxes, const Caller *caller)
{
  const uint64_t *words;
  int box = caller_contradiction(caller, &words);
  bytes_put_u64(out, (uint64_t)((int64_t)box + 1));
  if (box < 0) return;
  const Box *one = &boxes->items.items[box];
  put_words(out, words, one->words + 2 * (size_t)box_result(one).words);
}

static void put_caller(StrBuf *out, const Boxes *boxes, Caller *caller, Truth truth)
{
  bytes_put_u64(out, truth);
  bytes_put_u64(out, caller_failures(caller) > 0);
  call_table_put(out, boxes, caller_table(caller));
  put_contradiction(out, boxes, caller);
  caller_end_programs(caller);
}

static Caller *create_caller(const Boxes *boxes, const CallLimits *limits, StrBuf *out)
{
  Error error;
  Caller *caller;
  Status status = caller_create(boxes, limits->call_ns, limits->wall_ns, &caller, &error);
  bytes_put_u64(out, status);
  if (status == STATUS_OK) return caller;
  bytes_put_text(out, error.message, strlen(error.message));
  return NULL;
}

static void verify_job(void *context, const WorkerRoom *room)
{
  VerifyJob *job = context;
  const Boxes *boxes = job->problem->boxes;
  StrBuf out;
  strbuf_init(&out, 0);
  box_worker_shift_addresses();
  Caller *caller = create_caller(boxes, job->limits, &out);
  if (caller) put_caller(&out, boxes, caller, evaluate(job, caller));
  box_worker_put(room, out.bytes, out.length);
}

void closedbox_verify_calls_job(const Boxes *boxes, const CallLimits *limits,
                                const CallTable *calls, StrBuf *out)
{
  Caller *caller = create_caller(boxes, limits, out);
  if (caller) put_caller(out, boxes, caller, call_again(boxes, calls, caller));
}

/* --- in our process --- */

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
  call_table_get(in, boxes, &result->calls);
  result->contradiction = (int)bytes_get_below(in, boxes->items.count + 1) - 1;
  if (result->contradiction < 0) return;
  const Box *box = &boxes->items.items[result->contradiction];
  for (size_t i = 0; i < box->words + 2 * (size_t)box_result(box).words; i++)
    VEC_PUSH(&result->contradicting, bytes_get_u64(in));
}

static void take_end(WorkerEnd end, const WorkerRoom *room, const Boxes *boxes,
                     Verification *result)
{
  *result = (Verification){.truth = TRUTH_UNKNOWN, .contradiction = -1};
  if (end == WORKER_ABSENT)
    result->status = error_set(&result->error, STATUS_IO, "cannot start a process for the boxes");
  if (end == WORKER_DIED || end == WORKER_TIMEOUT) result->failed = true;
  ByteReader in = box_worker_result(room);
  if (end == WORKER_DONE) read_verification(&in, boxes, result);
  if (in.failed) {
    result->truth = TRUTH_UNKNOWN;
    result->failed = true;
    result->contradiction = -1;
  }
}

void closedbox_verify_model(const BoxProblem *problem, const CallLimits *limits, const Model *model,
                            uint32_t repeats, Verification *result)
{
  assert(repeats > 0);
  VerifyJob job = {problem, limits, model, repeats};
  WorkerSettings settings = call_worker_settings(problem->boxes, limits);
  WorkerRoom room;
  if (!box_worker_room_init(&room, ROOM_BYTES)) mem_exhausted(ROOM_BYTES);
  take_end(box_worker_run(&room, &settings, verify_job, &job), &room, problem->boxes, result);
  box_worker_room_deinit(&room);
}

void closedbox_verify_calls(const char *program, const Boxes *boxes, const CallLimits *limits,
                            const CallTable *calls, Verification *result)
{
  WorkerSettings settings = call_worker_settings(boxes, limits);
  WorkerRoom room;
  if (!box_worker_room_init(&room, ROOM_BYTES)) mem_exhausted(ROOM_BYTES);
  take_end(fresh_calls(program, &room, &settings, boxes, limits, calls), &room, boxes, result);
  if (calls->records.count > CALL_TABLE_MAX) result->truth = TRUTH_UNKNOWN;
  box_worker_room_deinit(&room);
}

void verification_deinit(Verification *verification)
{
  call_table_deinit(&verification->calls);
  VEC_FREE(&verification->contradicting);
}

/* --- calls as terms --- */

bool call_literal_words(Bank *bank, Term term, uint64_t *words)
{
  Layout layout = layout_of_sort(bank, bank_sort(bank, term));
  if (layout.kind == LAYOUT_NONE || layout.kind == LAYOUT_BYTES || !value_is_literal(bank, term))
    return false;
  Machine *machine = machine_create(bank, NULL, NULL, false);
  Program *program = program_create(machine, &term, 1);
  Eval eval = {.bank = bank};
  program_run(program);
  bool fine = layout_from_value(&eval, layout, program_value(program, 0), words);
  program_destroy(program);
  machine_destroy(machine);
  return fine;
}

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
  assert(box < problem->boxes->items.count);
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
  assert(box < problem->boxes->items.count);
  const Box *one = &problem->boxes->items.items[box];
  return call_word_term(problem->bank, one->sorts[one->arity], box_result(one), result);
}
