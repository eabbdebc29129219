/* What assay reduce tells on the way and at the end, and the file that has the best script. */
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/command/reduce_job.h"
#include "cli/option/json.h"
#include "cli/option/style.h"
#include "find/reduce/checker_vote.h"
#include "run/solver/command_line.h"

/* --- the output file --- */

bool reduce_to_standard_output(const Job *job)
{
  return strcmp(job->output, "-") == 0;
}

static bool save(Job *job)
{
  job->unsaved = false;
  job->saved_ns = clock_monotonic_ns();
  return file_write(job->output, job->best.bytes, job->best.length, &job->error) == STATUS_OK;
}

/* --- progress --- */

static void hide_progress(Job *job)
{
  if (job->shown) fprintf(stderr, "\r%*s\r", 78, "");
  job->shown = false;
}

static void show_progress(Job *job, const ReduceStatistics *statistics)
{
  double seconds = (double)(clock_monotonic_ns() - job->start_ns) / 1e9;
  if (job->given->quiet || seconds < 1 || isatty(STDERR_FILENO) != 1) return;
  job->shown = true;
  fprintf(stderr, "\r%zu -> %llu bytes (%.1f%%), %llu checks, %.0f/s, %.0f s    ", job->text.length,
          (unsigned long long)statistics->bytes,
          100 * (double)statistics->bytes / (double)(job->text.length ? job->text.length : 1),
          (unsigned long long)statistics->checks, (double)statistics->checks / seconds, seconds);
}

/* The best is written at most a few times a second, and always at the end. */
bool reduce_take_progress(void *user, const char *text, size_t length, bool improved,
                          const ReduceStatistics *statistics)
{
  Job *job = user;
  enum { PERIOD_NS = 200000000 };
  show_progress(job, statistics);
  if (improved) {
    job->unsaved = true;
    strbuf_clear(&job->best);
    strbuf_add(&job->best, text, length);
  }
  if (!job->unsaved || reduce_to_standard_output(job)) return true;
  return clock_monotonic_ns() < job->saved_ns + PERIOD_NS || save(job);
}

bool reduce_finish_progress(Job *job)
{
  hide_progress(job);
  return !job->unsaved || save(job);
}

/* --- findings --- */

static VoteFindings findings(const Job *job)
{
  return job->given->solvers ? checker_vote_findings(job->check) : (VoteFindings){0};
}

void reduce_print_others(const Job *job)
{
  VoteFindings all = findings(job);
  if (all.count < 2 || job->given->quiet || job->given->json) return;
  fprintf(stderr, "keeps finding %zu of %zu: %s\nothers, for --finding:\n", all.kept + 1, all.count,
          all.signatures[all.kept]);
  for (size_t i = 0; i < all.count; i++)
    if (i != all.kept) fprintf(stderr, "  %zu: %s\n", i + 1, all.signatures[i]);
}

static void add_findings(const Job *job, json_t *object)
{
  VoteFindings all = findings(job);
  if (all.count == 0) return;
  json_t *list = json_array();
  for (size_t i = 0; i < all.count; i++)
    json_array_append_new(list, json_text(all.signatures[i], strlen(all.signatures[i])));
  json_object_set_new(object, "finding", json_count(all.kept + 1));
  json_object_set_new(object, "findings", list);
}

/* --- commands --- */

/* What shows the finding with a solver alone: options that were given to it are part of it. */
static void add_command(const Job *job, size_t solver, StrBuf *out)
{
  ScriptTraits traits = job->language->traits(job->best.bytes, job->best.length);
  SolveRequest request = {.solver = &job->solvers.items[solver],
                          .path = job->output,
                          .traits = traits,
                          .print_models = traits.constants};
  CommandLine line;
  command_line_init(&line, &request, CALL_FILE, job->output, NULL, false);
  command_line_text(&line, out);
  command_line_deinit(&line);
}

static bool has_command(const Job *job, size_t solver)
{
  return job->reproduced && !reduce_to_standard_output(job) &&
         !job->language->traits(job->best.bytes, job->best.length).unpack &&
         (checker_vote_blamed(job->check) & SOLVER_BIT(solver));
}

static void print_commands(const Job *job)
{
  if (job->given->solvers && !job->reproduced && !reduce_to_standard_output(job))
    printf("a last run did not show it: see --runs for what shows now and then\n");
  for (size_t i = 0; i < job->solvers.count; i++) {
    if (!has_command(job, i)) continue;
    StrBuf text;
    strbuf_init(&text, 0);
    add_command(job, i, &text);
    printf("reproduces with: %s\n", strbuf_text(&text));
    strbuf_deinit(&text);
  }
}

static void add_commands(const Job *job, json_t *object)
{
  json_t *list = json_array();
  for (size_t i = 0; i < job->solvers.count; i++) {
    if (!has_command(job, i)) continue;
    StrBuf text;
    strbuf_init(&text, 0);
    add_command(job, i, &text);
    json_array_append_new(list, json_text(strbuf_text(&text), text.length));
    strbuf_deinit(&text);
  }
  json_object_set_new(object, "commands", list);
}

/* --- results --- */

static void print_json(const Job *job, double seconds, bool stopped)
{
  const ReduceStatistics *statistics = &job->statistics;
  json_t *object = json_object();
  json_object_set_new(object, "input", json_text(job->input, strlen(job->input)));
  json_object_set_new(object, "output", json_text(job->output, strlen(job->output)));
  StrBuf kept;
  strbuf_init(&kept, 0);
  checker_describe(job->check, &kept);
  json_object_set_new(object, "kept", json_text(strbuf_text(&kept), kept.length));
  strbuf_deinit(&kept);
  add_findings(job, object);
  json_object_set_new(object, "bytes_before", json_count(job->text.length));
  json_object_set_new(object, "bytes", json_count(job->best.length));
  json_object_set_new(object, "assertions", json_count(statistics->assertions));
  json_object_set_new(object, "candidates", json_count(statistics->candidates));
  json_object_set_new(object, "checks", json_count(statistics->checks));
  json_object_set_new(object, "runs", json_count(job->check->runs));
  json_object_set_new(object, "repeated", json_count(statistics->repeated));
  json_object_set_new(object, "accepted", json_count(statistics->accepted));
  json_object_set_new(object, "seconds", json_real(seconds));
  json_object_set_new(object, "own_cpu_seconds", json_real((double)statistics->own_ns / 1e9));
  json_object_set_new(object, "minimal", json_boolean(statistics->minimal));
  json_object_set_new(object, "stopped", json_boolean(stopped));
  if (job->given->solvers) {
    json_object_set_new(object, "reproduced", json_boolean(job->reproduced));
    add_commands(job, object);
  }
  json_print_line(stdout, object);
}

/* The script itself may be what goes to standard output. */
void reduce_print_summary(const Job *job, bool stopped)
{
  double seconds = (double)(clock_monotonic_ns() - job->start_ns) / 1e9;
  if (job->given->json) {
    print_json(job, seconds, stopped);
    return;
  }
  if (job->given->quiet) return;
  FILE *out = reduce_to_standard_output(job) ? stderr : stdout;
  const char *minimal = job->statistics.minimal ? "nothing else can be left out" : "stopped early";
  fprintf(out, "%s: %zu -> %zu byte%s, %llu check%s, %.1f s, %s\n", job->output, job->text.length,
          job->best.length, text_plural(job->best.length),
          (unsigned long long)job->statistics.checks, text_plural(job->statistics.checks), seconds,
          minimal);
  print_commands(job);
}
