#include "campaign/cluster.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "run/process/supervisor.h"

static const uint64_t COMMAND_NS = UINT64_C(30000000000), LOOK_NS = UINT64_C(3000000000);

/* --- the script --- */

/* A comment of the script is one line, and a backslash in the name of a file means to Slurm that nothing is put in for '%'. */
static Status check(const ClusterJob *job, Error *error)
{
  if (strpbrk(job->logs, "\n\\"))
    return error_set(
        error, STATUS_USAGE,
        "Slurm cannot write logs to '%s': the name of the folder has a line break or a "
        "backslash",
        job->logs);
  if (job->options && strchr(job->options, '\n'))
    return error_set(error, STATUS_USAGE, "--sbatch has a line break: options stand in one line");
  return STATUS_OK;
}

/* Slurm reads the line like a shell, and puts something in for '%'. */
static void add_output(const ClusterJob *job, StrBuf *out)
{
  StrBuf path;
  strbuf_init(&path, 0);
  for (const char *at = job->logs; *at; at++)
    strbuf_printf(&path, "%s%c", *at == '%' ? "%" : "", *at);
  strbuf_add_text(&path, "/task-%a.log");
  strbuf_add_text(out, "#SBATCH --output=");
  strbuf_add_shell_word(out, strbuf_text(&path));
  strbuf_add_char(out, '\n');
  strbuf_deinit(&path);
}

Status cluster_script(const ClusterJob *job, StrBuf *out, Error *error)
{
  assert(job->tasks > 0 && job->call.program && job->call.store);
  CrewWords words;
  Status status = check(job, error);
  if (status != STATUS_OK) return status;
  strbuf_add_text(out, "#!/bin/sh\n");
  strbuf_printf(out, "#SBATCH --job-name=assay\n#SBATCH --array=1-%zu\n", job->tasks);
  strbuf_add_text(out, "#SBATCH --requeue\n#SBATCH --open-mode=append\n");
  add_output(job, out);
  if (job->options) strbuf_printf(out, "#SBATCH %s\n", job->options);
  strbuf_add_text(
      out,
      "# Each task is a worker of the campaign. It checks that assay and the solvers are those of "
      "the others,\n# and can be started, ended and killed at any time.\nexec ");
  strbuf_add_shell_word(out, job->call.program);
  crew_words(&job->call, &words);
  for (size_t i = 0; i < words.count; i++) {
    bool number = i > 0 && strcmp(words.items[i - 1], "--join") == 0;
    strbuf_add_char(out, ' ');
    if (number && job->call.campaign == 0)
      strbuf_add_text(out, "CAMPAIGN");
    else
      strbuf_add_shell_word(out, words.items[i]);
  }
  strbuf_add_char(out, '\n');
  crew_words_free(&words);
  return STATUS_OK;
}

/* --- commands --- */

static Status tell_failure(const char *program, const RunResult *result, Error *error)
{
  StrBuf line;
  strbuf_init(&line, 500);
  strbuf_add_line(&line, result->err.bytes, result->err.length);
  Status status = error_set(error, STATUS_IO, "'%s' fails: %s", program, strbuf_text(&line));
  strbuf_deinit(&line);
  return status;
}

/* What it printed, if it has succeeded. */
static Status command(const char *const *argv, const char *input, StrBuf *out, Error *error)
{
  RunRequest request = {.argv = argv,
                        .input = input ? RUN_INPUT_STDIN : RUN_INPUT_NONE,
                        .bytes = input,
                        .length = input ? strlen(input) : 0,
                        .limits = {.wall_ns = COMMAND_NS}};
  RunResult result;
  Status status = run_one(&request, &result, error);
  if (status != STATUS_OK) return status;
  if (result.end == RUN_NOT_STARTED)
    status =
        error_set(error, STATUS_IO, "'%s' cannot be started: is Slurm installed here?", argv[0]);
  else if (result.end != RUN_EXITED || result.exit_code != 0)
    status = tell_failure(argv[0], &result, error);
  else
    strbuf_add(out, result.out.bytes, result.out.length);
  run_result_deinit(&result);
  return status;
}

Status cluster_submit(const ClusterJob *job, StrBuf *id, Error *error)
{
  assert(job->call.campaign > 0);
  StrBuf script;
  strbuf_init(&script, 0);
  const char *const argv[] = {"sbatch", "--parsable", NULL};
  size_t before = id->length;
  Status status = cluster_script(job, &script, error);
  if (status == STATUS_OK) status = command(argv, strbuf_text(&script), id, error);
  strbuf_deinit(&script);
  if (status != STATUS_OK) return status;
  /* "17;cluster": only the number is needed, and nothing else is believed. */
  size_t end = before;
  while (end < id->length && isdigit((unsigned char)id->bytes[end])) end++;
  id->length = end;
  return end > before ? STATUS_OK : error_set(error, STATUS_IO, "'sbatch' printed no number");
}

/* --- tasks --- */

typedef struct {
  Crew base;
  char *id;
  size_t tasks;
  uint64_t looked_ns;
} ClusterCrew;

/* A job that is gone is not known any more. */
static size_t count_tasks(Crew *base)
{
  ClusterCrew *crew = (ClusterCrew *)base;
  uint64_t now = clock_monotonic_ns();
  if (crew->looked_ns && now - crew->looked_ns < LOOK_NS) return crew->tasks;
  crew->looked_ns = now;
  const char *const argv[] = {"squeue", "--noheader", "--array", "--format=%i",
                              "--jobs", crew->id,     NULL};
  StrBuf lines;
  Error error;
  strbuf_init(&lines, 0);
  Status status = command(argv, NULL, &lines, &error);
  if (status == STATUS_OK) {
    crew->tasks = 0;
    for (size_t i = 0; i < lines.length; i++) crew->tasks += lines.bytes[i] == '\n';
  } else if (strstr(error.message, "Invalid job id")) {
    crew->tasks = 0;
  }
  strbuf_deinit(&lines);
  return crew->tasks;
}

static void cancel_tasks(Crew *base)
{
  const ClusterCrew *crew = (const ClusterCrew *)base;
  const char *const argv[] = {"scancel", crew->id, NULL};
  StrBuf ignored;
  Error error;
  strbuf_init(&ignored, 0);
  command(argv, NULL, &ignored, &error);
  strbuf_deinit(&ignored);
}

static void destroy_tasks(Crew *base)
{
  ClusterCrew *crew = (ClusterCrew *)base;
  free(crew->id);
  free(crew);
}

Crew *cluster_crew(const char *id)
{
  static const CrewClass class = {
      .count = count_tasks, .cancel = cancel_tasks, .destroy = destroy_tasks, .stays = true};
  assert(*id && id[strspn(id, "0123456789")] == 0);
  ClusterCrew *crew = mem_alloc_zero(1, sizeof *crew);
  crew->base.class = &class;
  crew->id = mem_copy_string(id, strlen(id));
  crew->tasks = 1;
  return &crew->base;
}
