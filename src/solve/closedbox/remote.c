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

static Caller *create_caller(const RemoteCaller *remote, StrBuf *out)
{
  Error error;
  Caller *caller;
  Status status =
      caller_create(remote->boxes, remote->limits.call_ns, remote->limits.wall_ns, &caller, &error);
  bytes_put_u64(out, status);
  if (status == STATUS_OK) return caller;
  bytes_put_text(out, error.message, strlen(error.message));
  return NULL;
}

static void call_job(void *context, const WorkerRoom *room)
{
  RemoteJob *job = context;
  Layout layout = box_result(&job->remote->boxes->items.items[job->box]);
  StrBuf out;
  strbuf_init(&out, 0);
  Caller *caller = create_caller(job->remote, &out);
  if (caller) {
    uint64_t *result = mem_alloc_zero(layout.words, sizeof *result);
    bytes_put_u64(&out, caller_call(caller, job->box, job->args, result) != GUARD_FINE);
    for (uint32_t i = 0; i < layout.words; i++) bytes_put_u64(&out, result[i]);
    caller_end_programs(caller);
  }
  box_worker_put(room, out.bytes, out.length);
}

/* What every job says first: can the boxes be loaded? */
static Status take_status(RemoteCaller *remote, ByteReader *in)
{
  Status status = (Status)bytes_get_below(in, STATUS_COUNT);
  if (status != STATUS_OK) {
    size_t length;
    char *text = bytes_get_text(in, &length);
    remote->status = error_set(&remote->error, status, "%s", text);
    free(text);
  }
  return status;
}

/* False if the call failed. */
static bool take_result(RemoteCaller *remote, Layout layout, uint64_t *result)
{
  ByteReader in = box_worker_result(&remote->room);
  if (take_status(remote, &in) != STATUS_OK) return false;
  bool failed = bytes_get_bool(&in);
  for (uint32_t i = 0; i < layout.words; i++) result[i] = bytes_get_u64(&in);
  return !failed && !in.failed;
}

static void load_job(void *context, const WorkerRoom *room)
{
  RemoteCaller *remote = context;
  StrBuf out;
  strbuf_init(&out, 0);
  Caller *caller = create_caller(remote, &out);
  if (caller) caller_end_programs(caller);
  box_worker_put(room, out.bytes, out.length);
}

Status remote_load(RemoteCaller *remote)
{
  WorkerSettings settings = call_worker_settings(remote->boxes, &remote->limits);
  remote->status = STATUS_OK;
  if (box_worker_run(&remote->room, &settings, load_job, remote) != WORKER_DONE)
    remote->status = error_set(&remote->error, STATUS_IO, "loading the boxes ends the process");
  ByteReader in = box_worker_result(&remote->room);
  if (remote->status == STATUS_OK) take_status(remote, &in);
  return remote->status;
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
