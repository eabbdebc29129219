#include "cli/command/compare_report.h"

#include <string.h>

#include "cli/option/json.h"
#include "cli/option/table.h"

typedef struct {
  size_t worse, better, unconfirmed;
} Counts;

/* Of one solver. */
static Counts count_changes(const Comparison *job, size_t solver)
{
  Counts counts = {0};
  for (size_t i = 0; i < job->changes.count; i++) {
    const Change *change = &job->changes.items[i];
    if (change->solver != solver) continue;
    if (change->unconfirmed)
      counts.unconfirmed++;
    else if (change_is_worse(change->kind))
      counts.worse++;
    else
      counts.better++;
  }
  return counts;
}

static Counts count_all(const Comparison *job)
{
  Counts all = {0};
  for (size_t i = 0; i < job->bench.solvers.count; i++) {
    Counts counts = count_changes(job, i);
    all.worse += counts.worse;
    all.better += counts.better;
    all.unconfirmed += counts.unconfirmed;
  }
  return all;
}

static const char *solver_name(const Comparison *job, size_t solver)
{
  return job->bench.solvers.items[solver].name;
}

/* --- text --- */

static void add_run(Table *table, const Comparison *job, const LoggedRun *run)
{
  strbuf_printf(table_cell(table), "%s%s, %.3f s", outcome_name(run->outcome),
                run->wrong ? " (wrong)" : "", scores_time(run, job->rule.limit, job->rule.cpu));
}

static void print_changes(const Comparison *job, Style style)
{
  static const TableColumn columns[] = {{"change", false},
                                        {"solver", false},
                                        {"before", false},
                                        {"after", false},
                                        {"benchmark", false}};
  Table table;
  table_init(&table, columns, sizeof columns / sizeof *columns);
  size_t rows = 0;
  for (int kind = 0; kind < CHANGE_COUNT; kind++)
    for (size_t i = 0; i < job->changes.count; i++) {
      const Change *change = &job->changes.items[i];
      if (change->kind != (ChangeKind)kind || change->unconfirmed) continue;
      table_add_text(&table, change_name(change->kind));
      table_add_text(&table, solver_name(job, change->solver));
      add_run(&table, job, change->before);
      add_run(&table, job, change->after);
      table_add_text(&table, change->path);
      rows++;
    }
  if (rows) {
    table_print(stdout, &table, style);
    putchar('\n');
  }
  table_deinit(&table);
}

static void print_scores(const Comparison *job, Style style)
{
  static const TableColumn columns[] = {{"solver", false}, {"solved", true}, {"PAR-2", true},
                                        {"wrong", true},   {"worse", true},  {"better", true}};
  Table table;
  table_init(&table, columns, sizeof columns / sizeof *columns);
  for (size_t i = 0; i < job->bench.solvers.count; i++) {
    Counts counts = count_changes(job, i);
    table_add_text(&table, solver_name(job, i));
    table_add_count(&table, job->scores[i].solved);
    strbuf_printf(table_cell(&table), "%.1f", job->scores[i].par2);
    table_add_count(&table, job->scores[i].wrong);
    if (i == 0) {
      table_add_text(&table, "");
      table_add_text(&table, "");
      continue;
    }
    table_add_count(&table, counts.worse);
    table_add_count(&table, counts.better);
  }
  table_print(stdout, &table, style);
  table_deinit(&table);
}

static void print_text(const Comparison *job, Counts all)
{
  Style style = style_for(stdout, job->given->common.color);
  print_changes(job, style);
  print_scores(job, style);
  printf("%zu benchmark%s, time limit %g s; slow: more than %g times as long, and %g s longer\n",
         job->benchmarks, text_plural(job->benchmarks), job->rule.limit, job->rule.factor,
         job->rule.floor);
  if (all.unconfirmed)
    printf("left out: %zu that did not reproduce in another run\n", all.unconfirmed);
}

/* --- JSON --- */

static json_t *text_value(const char *text)
{
  return json_text(text, strlen(text));
}

static json_t *run_object(const LoggedRun *run)
{
  json_t *object = json_object();
  json_object_set_new(object, "answer", text_value(outcome_name(run->outcome)));
  json_object_set_new(object, "wrong", json_boolean(run->wrong));
  json_object_set_new(object, "checks", json_count(run->checks));
  json_object_set_new(object, "solved", json_count(run->solved));
  json_object_set_new(object, "wall", json_number(run->wall));
  json_object_set_new(object, "cpu", json_number(run->cpu));
  return object;
}

static json_t *change_object(const Comparison *job, const Change *change)
{
  json_t *object = json_object();
  json_object_set_new(object, "change", text_value(change_name(change->kind)));
  json_object_set_new(object, "worse", json_boolean(change_is_worse(change->kind)));
  json_object_set_new(object, "reproduced", json_boolean(!change->unconfirmed));
  json_object_set_new(object, "benchmark", text_value(change->path));
  json_object_set_new(object, "solver", text_value(solver_name(job, change->solver)));
  json_object_set_new(object, "before", run_object(change->before));
  json_object_set_new(object, "after", run_object(change->after));
  return object;
}

static json_t *solver_object(const Comparison *job, size_t solver)
{
  Counts counts = count_changes(job, solver);
  json_t *object = json_object();
  json_object_set_new(object, "name", text_value(solver_name(job, solver)));
  json_object_set_new(object, "solved", json_count(job->scores[solver].solved));
  json_object_set_new(object, "par2", json_number(job->scores[solver].par2));
  json_object_set_new(object, "wrong", json_count(job->scores[solver].wrong));
  json_object_set_new(object, "worse", json_count(counts.worse));
  json_object_set_new(object, "better", json_count(counts.better));
  return object;
}

static void print_json(const Comparison *job, Counts all)
{
  json_t *object = json_object(), *solvers = json_array(), *changes = json_array();
  for (size_t i = 0; i < job->bench.solvers.count; i++)
    json_array_append_new(solvers, solver_object(job, i));
  for (size_t i = 0; i < job->changes.count; i++)
    json_array_append_new(changes, change_object(job, &job->changes.items[i]));
  json_object_set_new(object, "benchmarks", json_count(job->benchmarks));
  json_object_set_new(object, "limit", json_number(job->rule.limit));
  json_object_set_new(object, "factor", json_number(job->rule.factor));
  json_object_set_new(object, "floor", json_number(job->rule.floor));
  json_object_set_new(object, "baseline", text_value(solver_name(job, 0)));
  json_object_set_new(object, "worse", json_count(all.worse));
  json_object_set_new(object, "better", json_count(all.better));
  json_object_set_new(object, "solvers", solvers);
  json_object_set_new(object, "changes", changes);
  json_print_line(stdout, object);
}

bool compare_report(const Comparison *job)
{
  Counts all = count_all(job);
  if (job->given->json)
    print_json(job, all);
  else
    print_text(job, all);
  return all.worse > 0;
}
