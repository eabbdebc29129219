/* assay verify --instances: a set of instances, resumable. */
#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/descriptor.h"
#include "base/file.h"
#include "cli/command/verify_cactus.h"
#include "cli/command/verify_job.h"
#include "cli/option/progress.h"
#include "cli/option/table.h"

/* A line of the file of instances. */
typedef struct {
  char *network, *property; /* as written */
  char *name;               /* both */
  double limit;             /* seconds */
} Instance;

static const char HEADER[] = "network,property,verdict,seconds,boxes,limit\n";

typedef struct {
  const VerifyCommand *given;
  VEC(Instance) instances;
  StrBuf done; /* the complete lines that the results file has */
  FILE *results;
  size_t verdicts[VERDICT_COUNT];
  size_t errors;
  double par2, seconds;
  CactusPoints points; /* one for each instance that is done */
} Set;

static char *next_field(char **rest)
{
  char *field = *rest;
  if (!field) return NULL;
  char *end = strchr(field, ',');
  *rest = end ? end + 1 : NULL;
  if (end) *end = 0;
  return field;
}

static void add_instance(Set *set, const char *network, const char *property, double limit)
{
  Instance instance = {.network = mem_copy_string(network, strlen(network)),
                       .property = mem_copy_string(property, strlen(property)),
                       .limit = limit};
  StrBuf name;
  strbuf_init(&name, 0);
  strbuf_printf(&name, "%s:%s", network, property);
  instance.name = mem_copy_string(strbuf_text(&name), name.length);
  strbuf_deinit(&name);
  VEC_PUSH(&set->instances, instance);
}

static Status read_instances(Set *set, const char *path, Error *error)
{
  FileText text;
  Status status = file_read(path, 0, &text, error);
  if (status) return status;
  char *save = NULL;
  for (char *line = strtok_r(text.bytes, "\r\n", &save); line && !status;
       line = strtok_r(NULL, "\r\n", &save)) {
    char *rest = line, *network = next_field(&rest), *property = next_field(&rest),
         *limit = next_field(&rest);
    char *end = NULL;
    double seconds = limit ? strtod(limit, &end) : 0;
    if (!property || (limit && (end == limit || !(seconds > 0 && seconds < 1e9))))
      status =
          error_set(error, STATUS_SYNTAX, "'%s': a line is not 'network,property,seconds'", path);
    else
      add_instance(set, network, property, seconds);
  }
  file_text_free(&text);
  return status;
}

/* A path of the file, relative to the folder of the file. */
static void resolve(const char *file, const char *path, StrBuf *out)
{
  const char *slash = strrchr(file, '/');
  strbuf_clear(out);
  if (slash && path[0] != '/') strbuf_add(out, file, (size_t)(slash - file) + 1);
  strbuf_add_text(out, path);
}

static void count_result(Set *set, const Instance *instance, const char *verdict, double seconds,
                         double limit)
{
  bool solved = strcmp(verdict, verdict_name(VERDICT_SAT)) == 0 ||
                strcmp(verdict, verdict_name(VERDICT_UNSAT)) == 0;
  VEC_PUSH(&set->points, ((CactusPoint){instance->name, solved, seconds, limit}));
  for (Verdict v = 0; v < VERDICT_COUNT; v++)
    if (strcmp(verdict, verdict_name(v)) == 0) {
      set->verdicts[v]++;
      set->seconds += seconds;
      set->par2 += v == VERDICT_SAT || v == VERDICT_UNSAT ? seconds : 2 * limit;
      return;
    }
  set->errors++;
  set->par2 += 2 * limit;
}

/* Is the line there from an earlier run with the same limit? Then it is counted. */
static bool is_done(Set *set, const Instance *instance, double limit)
{
  StrBuf start;
  strbuf_init(&start, 0);
  strbuf_printf(&start, "\n%s,%s,", instance->network, instance->property);
  bool found = false;
  for (const char *at = strbuf_text(&set->done);
       !found && (at = strstr(at, strbuf_text(&start))) != NULL;) {
    char verdict[20];
    double seconds, earlier;
    at += start.length;
    found = sscanf(at, "%19[^,\n],%lf,%*u,%lf", verdict, &seconds, &earlier) == 3 &&
            fabs(earlier - limit) < 0.001;
    if (found) count_result(set, instance, verdict, seconds, limit);
  }
  strbuf_deinit(&start);
  return found;
}

static double limit_of(const VerifyCommand *given, const Instance *instance)
{
  return instance->limit > 0 ? instance->limit : (double)given->timeout_ms / 1000;
}

/* What came out of an instance. */
typedef struct {
  char verdict[20];
  double seconds;
  uint64_t boxes;
  char message[sizeof((Error *)0)->message]; /* why it is an error, or unknown; "" otherwise */
} Outcome;

static void run_instance(const VerifyCommand *given, const Instance *instance, Outcome *outcome)
{
  StrBuf network, property;
  strbuf_init(&network, 0);
  strbuf_init(&property, 0);
  resolve(given->instances, instance->network, &network);
  resolve(given->instances, instance->property, &property);
  VerifyResult result;
  Error error;
  uint64_t start = clock_monotonic_ns();
  Status status = verify_files(given, strbuf_text(&network), strbuf_text(&property),
                               (uint64_t)(limit_of(given, instance) * 1000), NULL, &result, &error);
  *outcome = (Outcome){.seconds = (double)(clock_monotonic_ns() - start) / 1e9,
                       .boxes = status ? 0 : result.boxes};
  snprintf(outcome->verdict, sizeof outcome->verdict, "%s",
           status ? "error" : verdict_name(result.verdict));
  if (status)
    snprintf(outcome->message, sizeof outcome->message, "%s", error.message);
  else if (result.verdict == VERDICT_UNKNOWN)
    snprintf(outcome->message, sizeof outcome->message, "%s", result.reason);
  if (!status) verify_result_deinit(&result);
  strbuf_deinit(&network);
  strbuf_deinit(&property);
}

static void keep_outcome(Set *set, const Instance *instance, const Outcome *outcome)
{
  double limit = limit_of(set->given, instance);
  fprintf(set->results, "%s,%s,%s,%.3f,%" PRIu64 ",%.3f\n", instance->network, instance->property,
          outcome->verdict, outcome->seconds, outcome->boxes, limit);
  fflush(set->results);
  count_result(set, instance, outcome->verdict, outcome->seconds, limit);
  if (strcmp(outcome->verdict, "error") == 0)
    command_error(&command_verify, EXIT_ENVIRONMENT, "%s", outcome->message);
  else if (*outcome->message)
    fprintf(stderr, "assay verify: %s: %s\n", instance->network, outcome->message);
}

static void print_table(const Set *set)
{
  static const TableColumn columns[] = {{"instances", true}, {"sat", true},     {"unsat", true},
                                        {"unknown", true},   {"timeout", true}, {"error", true},
                                        {"seconds", true},   {"PAR-2", true}};
  Table table;
  table_init(&table, columns, sizeof columns / sizeof *columns);
  table_add_count(&table, set->instances.count);
  table_add_count(&table, set->verdicts[VERDICT_SAT]);
  table_add_count(&table, set->verdicts[VERDICT_UNSAT]);
  table_add_count(&table, set->verdicts[VERDICT_UNKNOWN]);
  table_add_count(&table, set->verdicts[VERDICT_TIMEOUT]);
  table_add_count(&table, set->errors);
  strbuf_printf(table_cell(&table), "%.1f", set->seconds);
  strbuf_printf(table_cell(&table), "%.1f", set->par2);
  table_print(stdout, &table, style_for(stdout, set->given->common.color));
  table_deinit(&table);
}

static void run_here(Set *set)
{
  Progress progress;
  progress_start(&progress, "instances", set->instances.count);
  for (size_t i = 0; i < set->instances.count; i++) {
    const Instance *instance = &set->instances.items[i];
    Outcome outcome;
    if (!is_done(set, instance, limit_of(set->given, instance))) {
      run_instance(set->given, instance, &outcome);
      keep_outcome(set, instance, &outcome);
    }
    progress_update(&progress, i + 1);
  }
  progress_hide(&progress);
}

static int report(const Set *set)
{
  print_table(set);
  verify_cactus_print(stdout, &set->points);
  Error error;
  if (set->given->plot && set->points.count > 0 &&
      verify_cactus_draw(set->given->plot, &set->points, &error))
    return command_error(&command_verify, EXIT_ENVIRONMENT, "%s", error.message);
  return set->errors ? EXIT_ENVIRONMENT : EXIT_FINE;
}

/* A line that an interruption cut is ended, and does not count. */
static Status read_results(Set *set, const char *path, Error *error)
{
  FileText earlier;
  Status status = file_read(path, 0, &earlier, error);
  if (status) return status;
  assert(earlier.bytes);
  const char *last = earlier.length ? memrchr(earlier.bytes, '\n', earlier.length) : NULL;
  size_t complete = last ? (size_t)(last - earlier.bytes) + 1 : 0;
  bool cut = complete < earlier.length, empty = earlier.length == 0;
  bool fits = strncmp(earlier.bytes, HEADER, strlen(HEADER)) == 0;
  strbuf_add(&set->done, earlier.bytes, complete);
  file_text_free(&earlier);
  if (!empty && !fits)
    return error_set(error, STATUS_SYNTAX,
                     "'%s' does not begin with '%.*s': move it away, or name another file", path,
                     (int)strlen(HEADER) - 1, HEADER);
  if (cut) fputc('\n', set->results);
  if (empty) fputs(HEADER, set->results);
  return STATUS_OK;
}

/* Opens the file to append to it, and reads earlier results when nobody else can add to them. */
static Status open_results(Set *set, const char *path, Error *error)
{
  set->results = fopen(path, "a");
  if (!set->results) return error_set(error, STATUS_IO, "cannot write '%s'", path);
  Status status =
      descriptor_lock(fileno(set->results))
          ? read_results(set, path, error)
          : error_set(error, STATUS_IO, "'%s' is being written by another process", path);
  if (status != STATUS_OK) fclose(set->results);
  return status;
}

static void free_set(Set *set)
{
  strbuf_deinit(&set->done);
  for (size_t i = 0; i < set->instances.count; i++) {
    free(set->instances.items[i].network);
    free(set->instances.items[i].property);
    free(set->instances.items[i].name);
  }
  VEC_FREE(&set->instances);
  VEC_FREE(&set->points);
}

/* --- by workers: a unit is an instance, by its place --- */

static Status add_facts(const VerifyCommand *given, StrBuf *facts, Error *error)
{
  Status status = crewwork_add_file(facts, given->instances, given->instances, error);
  if (status == STATUS_OK && given->model)
    status = crewwork_add_file(facts, given->model, given->model, error);
  return status;
}

static int begin_part(void *state, const void *values, int count, char **positionals, StrBuf *facts)
{
  Set *set = state;
  Error error;
  (void)count;
  (void)positionals;
  *set = (Set){.given = values};
  strbuf_init(&set->done, 0);
  if (!set->given->instances)
    return command_error(&command_verify, EXIT_ENVIRONMENT, "there are no instances");
  Status status = read_instances(set, set->given->instances, &error);
  if (status == STATUS_OK) status = add_facts(set->given, facts, &error);
  return status == STATUS_OK ? EXIT_FINE : command_refuse(&command_verify, &error);
}

/* Prints verdict, seconds and boxes, and the message in a line of its own. */
static int run_part(void *state, const StoreUnit *unit)
{
  const Set *set = state;
  Outcome outcome;
  if (unit->number > set->instances.count)
    return command_error(&command_verify, EXIT_ENVIRONMENT, "there is no such instance");
  run_instance(set->given, &set->instances.items[unit->number - 1], &outcome);
  printf("%s %a %" PRIu64 "\n%s", outcome.verdict, outcome.seconds, outcome.boxes, outcome.message);
  return EXIT_FINE;
}

static void end_part(void *state)
{
  free_set(state);
}

const WorkCommand verify_work = {.command = &command_verify,
                                 .state_size = sizeof(Set),
                                 .begin = begin_part,
                                 .run = run_part,
                                 .end = end_part};

static Status take_part(void *user, const WorkResult *result, Error *error)
{
  Set *set = user;
  Outcome outcome = {0};
  int used = 0;
  const char *text = result->bytes.bytes;
  const Instance *instance = &set->instances.items[result->number - 1];
  if (sscanf(text, "%19s %la %" SCNu64 "%n", outcome.verdict, &outcome.seconds, &outcome.boxes,
             &used) != 3 ||
      text[used] != '\n')
    return error_set(error, STATUS_IO, "'%s' has a result that cannot be read", instance->name);
  snprintf(outcome.message, sizeof outcome.message, "%s", text + used + 1);
  keep_outcome(set, instance, &outcome);
  return STATUS_OK;
}

static Status sync_parts(void *user, Error *error)
{
  const Set *set = user;
  if (fflush(set->results) == 0 && fsync(fileno(set->results)) == 0) return STATUS_OK;
  return error_set(error, STATUS_IO, "cannot write '%s'", set->given->output);
}

static int run_by_workers(Set *set, bool *left)
{
  const VerifyCommand *given = set->given;
  size_t count = set->instances.count, missing = 0;
  const char **names = mem_alloc(count + 1, sizeof *names);
  bool *wanted = mem_alloc_zero(count + 1, sizeof *wanted);
  StrBuf facts, folder;
  Error error;
  int code = EXIT_FINE;
  strbuf_init(&facts, 0);
  strbuf_init(&folder, 0);
  crewwork_start_facts(&facts);
  strbuf_printf(&folder, "%s-workers", given->output);
  if (add_facts(given, &facts, &error) != STATUS_OK) code = command_refuse(&command_verify, &error);
  for (size_t i = 0; i < count; i++) {
    const Instance *instance = &set->instances.items[i];
    names[i] = instance->name;
    wanted[i] = !is_done(set, instance, limit_of(given, instance));
    missing += wanted[i];
  }
  WorkJob job = {.command = &verify_work,
                 .given = &given->workers,
                 .values = given,
                 .folder = strbuf_text(&folder),
                 .noun = "instances",
                 .facts = strbuf_text(&facts),
                 .units = names,
                 .wanted = wanted,
                 .unit_count = count,
                 .take = take_part,
                 .settle = sync_parts,
                 .user = set};
  if (code == EXIT_FINE && missing > 0) code = work_job_run(&job, left);
  strbuf_deinit(&facts);
  strbuf_deinit(&folder);
  free(names);
  free(wanted);
  return code;
}

/* --- all --- */

static int run_all(Set *set)
{
  bool left = false;
  int code = EXIT_FINE;
  if (workers_wanted(&set->given->workers))
    code = run_by_workers(set, &left);
  else
    run_here(set);
  return code == EXIT_FINE && !left ? report(set) : code;
}

int verify_instances(const VerifyCommand *given)
{
  Set set = {.given = given};
  Error error;
  int code = EXIT_ENVIRONMENT;
  strbuf_init(&set.done, 0);
  if (read_instances(&set, given->instances, &error) || open_results(&set, given->output, &error)) {
    command_error(&command_verify, code, "%s", error.message);
  } else {
    code = run_all(&set);
    if (fclose(set.results))
      code = command_error(&command_verify, EXIT_ENVIRONMENT, "cannot write '%s'", given->output);
  }
  free_set(&set);
  return code;
}
