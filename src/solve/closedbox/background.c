/* Searches beside everything else, with other seeds that begin with other distances. */
#include <assert.h>

#include "solve/closedbox/fuzz.h"

typedef struct {
  Fuzz fuzz;
  BoxWorker worker;
  WorkerRoom room;
  bool running;
} Job;

struct Background {
  Job jobs[ENGINE_JOBS_MAX];
  uint32_t count;
};

#define SWEEP_LIMIT (UINT64_C(1) << 33)

static void start(Engine *engine, Job *job, uint32_t number)
{
  fuzz_init(&job->fuzz, engine, NULL);
  fuzz_set_search(&job->fuzz, engine_left_ns(engine), number ? 0 : SWEEP_LIMIT,
                  engine->settings->seed + UINT64_C(1000000) * (number + 1));
  job->fuzz.task.search.first = number + 1;
  WorkerSettings settings = fuzz_worker_settings(&job->fuzz);
  if (!box_worker_room_init(&job->room, FUZZ_ROOM_BYTES)) return;
  job->running = box_worker_start(&job->worker, &job->room, &settings, fuzz_job, &job->fuzz);
}

/* Programs that boxes are would go on without the worker that started them. */
void closedbox_start_background(Engine *engine)
{
  assert(engine->settings->jobs <= ENGINE_JOBS_MAX);
  uint32_t count = engine->settings->jobs > 1 ? engine->settings->jobs - 1 : 0;
  if (engine->background || engine->problem->boxes->programs || count == 0) return;
  if (count > ENGINE_JOBS_MAX) count = ENGINE_JOBS_MAX;
  engine->background = mem_alloc_zero(1, sizeof *engine->background);
  engine->background->count = count;
  for (uint32_t i = 0; i < count; i++) start(engine, &engine->background->jobs[i], i);
}

static void take(Engine *engine, Job *job)
{
  assert(job->running);
  Model model = {0};
  uint32_t learnt;
  job->running = false;
  WorkerEnd worker = box_worker_finish(&job->worker, &job->room, 1);
  SearchEnd end = fuzz_read(&job->fuzz, worker, &job->room, &model);
  if (end == SEARCH_FOUND && !engine->decided) closedbox_try_model(engine, &model, &learnt);
  if (end == SEARCH_EMPTY && !engine->decided) fuzz_conclude_sweep(&job->fuzz);
  model_deinit(&model);
}

void closedbox_poll_background(Engine *engine)
{
  Background *background = engine->background;
  for (uint32_t i = 0; background && i < background->count && !engine->decided; i++) {
    Job *job = &background->jobs[i];
    if (job->running && box_worker_has_ended(&job->worker)) take(engine, job);
  }
}

void closedbox_stop_background(Engine *engine)
{
  Background *background = engine->background;
  for (uint32_t i = 0; background && i < background->count; i++) {
    Job *job = &background->jobs[i];
    if (job->running) box_worker_stop(&job->worker);
    box_worker_room_deinit(&job->room);
    fuzz_deinit(&job->fuzz);
  }
  free(background);
  engine->background = NULL;
}
