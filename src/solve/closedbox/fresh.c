#include "solve/closedbox/fresh.h"

typedef enum { FRESH_SEARCH, FRESH_CALLS, FRESH_COUNT } FreshKind;

/* --- in our process --- */

static WorkerEnd execute(const char *program, const WorkerRoom *room,
                         const WorkerSettings *settings, StrBuf *bytes)
{
  WorkerEnd end = box_worker_execute(room, settings, program, bytes);
  strbuf_deinit(bytes);
  return end;
}

WorkerEnd fresh_search(const char *program, const WorkerRoom *room, const WorkerSettings *settings,
                       const Boxes *boxes, const SearchTask *task)
{
  StrBuf bytes;
  strbuf_init(&bytes, 0);
  bytes_put_u64(&bytes, FRESH_SEARCH);
  boxes_put(&bytes, boxes);
  search_task_put(&bytes, task);
  return execute(program, room, settings, &bytes);
}

WorkerEnd fresh_calls(const char *program, const WorkerRoom *room, const WorkerSettings *settings,
                      const Boxes *boxes, const CallLimits *limits, const CallTable *calls)
{
  StrBuf bytes;
  strbuf_init(&bytes, 0);
  bytes_put_u64(&bytes, FRESH_CALLS);
  boxes_put(&bytes, boxes);
  bytes_put_u64(&bytes, limits->call_ns);
  bytes_put_u64(&bytes, limits->wall_ns);
  call_table_put(&bytes, boxes, calls);
  return execute(program, room, settings, &bytes);
}

/* --- in the new one --- */

static void run_search(ByteReader *in, const Boxes *boxes, StrBuf *out)
{
  SearchTask task;
  if (search_task_get(in, &task)) search_task_run(&task, boxes, out);
}

static void run_calls(ByteReader *in, const Boxes *boxes, StrBuf *out)
{
  CallLimits limits = {.call_ns = bytes_get_u64(in)};
  CallTable calls = {0};
  limits.wall_ns = bytes_get_u64(in);
  if (call_table_get(in, boxes, &calls)) closedbox_verify_calls_job(boxes, &limits, &calls, out);
}

static void run(ByteReader *in, const WorkerRoom *room)
{
  Boxes boxes;
  StrBuf out;
  strbuf_init(&out, 0);
  FreshKind kind = (FreshKind)bytes_get_below(in, FRESH_COUNT);
  if (!boxes_get(in, &boxes)) return;
  if (kind == FRESH_SEARCH)
    run_search(in, &boxes, &out);
  else
    run_calls(in, &boxes, &out);
  box_worker_put(room, out.bytes, out.length);
}

void fresh_main(void)
{
  box_worker_main(run);
}
