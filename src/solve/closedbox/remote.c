#include "solve/closedbox/remote.h"

#include <string.h>

enum { ROOM_BYTES = 1 << 20 };

typedef struct {
  RemoteCaller *remote;
  uint32_t box;
  const uint64_t *args;
} RemoteJob;

bool remote_init(RemoteCaller *remote, const Boxes *boxes, const CallLimits *limits)
{
  *remote = (RemoteCaller){.boxes = boxes, .limits = *limits};
  return box_worker_room_init(&remote->room, ROOM_BYTES);
}

void remote_deinit(RemoteCaller *remote)
{
  box_worker_room_deinit(&remote->room);
}

static void call_job(void *context, const WorkerRoom *room)
{
  RemoteJob *job = context;
  Layout layout = box_result(&job->remote->boxes->items.items[job->box]);
  StrBuf out;
  Error error;
  Caller *caller;
  strbuf_init(&out, 0);
  Status status = caller_create(job->remote->boxes, job->remote->limits.call_ns,
                                job->remote->limits.wall_ns, &caller, &error);
  bytes_put_u64(&out, status);
  if (status != STATUS_OK) {
    bytes_put_text(&out, error.message, strlen(error.message));
  } else {
    uint64_t *result = mem_alloc_zero(layout.words, sizeof *result);
    bytes_put_u64(&out, caller_call(caller, job->box, job->args, result) != GUARD_FINE);
    for (uint32_t i = 0; i < layout.words; i++) bytes_put_u64(&out, result[i]);
    caller_end_programs(caller);
  }
  box_worker_put(room, out.bytes, out.length);
}

/* False if the call failed. */
static bool take_result(RemoteCaller *remote, Layout layout, uint64_t *result)
{
  ByteReader in = box_worker_result(&remote->room);
  Status status = (Status)bytes_get_below(&in, STATUS_COUNT);
  if (status != STATUS_OK) {
    size_t length;
    char *text = bytes_get_text(&in, &length);
    remote->status = error_set(&remote->error, status, "%s", text);
    free(text);
    return false;
  }
  bool failed = bytes_get_bool(&in);
  for (uint32_t i = 0; i < layout.words; i++) result[i] = bytes_get_u64(&in);
  return !failed && !in.failed;
}

static bool knows(void *context, Fun fun)
{
  const RemoteCaller *remote = context;
  return boxes_find(remote->boxes, fun) >= 0;
}

static Value call(void *context, Eval *eval, Fun fun, Term term, const Value *args, uint32_t count)
{
  RemoteCaller *remote = context;
  int number = boxes_find(remote->boxes, fun);
  const Box *box = &remote->boxes->items.items[number];
  Layout layout = box_result(box);
  uint64_t *words = mem_alloc_zero((size_t)box->words + layout.words, sizeof *words);
  Value value = value_unknown(REASON_CALL_ARGUMENT, term);
  bool fits = true;
  for (uint32_t i = 0, at = 0; i < count && fits; at += box->layouts[i++].words)
    fits = layout_from_value(eval, box->layouts[i], args[i], words + at);
  if (fits) {
    RemoteJob job = {remote, (uint32_t)number, words};
    WorkerSettings settings = call_worker_settings(remote->boxes, &remote->limits);
    bool fine = box_worker_run(&remote->room, &settings, call_job, &job) == WORKER_DONE &&
                take_result(remote, layout, words + box->words);
    value = fine ? layout_to_value(eval, layout, box->sorts[box->arity], words + box->words, term)
                 : value_unknown(REASON_CALL_FAILED, term);
  }
  free(words);
  return value;
}

BoxCaller remote_for_machine(RemoteCaller *remote)
{
  return (BoxCaller){knows, call, remote};
}
