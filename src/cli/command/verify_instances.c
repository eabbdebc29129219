/* assay verify --instances: a set of instances, resumable. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "cli/command/verify_job.h"
#include "cli/option/progress.h"
#include "cli/option/table.h"

/* A line of the file of instances. */
typedef struct {
  char *network, *property; /* as written */
  double limit;             /* seconds */
} Instance;

typedef struct {
  const VerifyCommand *given;
  VEC(Instance) instances;
  FileText done; /* what the results file has */
  FILE *results;
  size_t verdicts[VERDICT_COUNT];
  size_t errors;
  double par2, seconds;
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
      VEC_PUSH(&set->instances, ((Instance){mem_copy_string(network, strlen(network)),
                                            mem_copy_string(property, strlen(property)), seconds}));
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

static void count_result(Set *set, const char *verdict, double seconds, double limit)
{
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

/* Is the line there from an earlier run? Then it is counted. */
static bool is_done(Set *set, const Instance *instance, double limit)
{
  if (!set->done.bytes) return false;
  StrBuf start;
  strbuf_init(&start, 0);
  strbuf_printf(&start, "\n%s,%s,", instance->network, instance->property);
  const char *at = strstr(set->done.bytes, strbuf_text(&start));
  bool found = false;
  if (at) {
    char verdict[20];
    double seconds;
    found = sscanf(at + start.length, "%19[^,],%lf", verdict, &seconds) == 2;
    if (found) count_result(set, verdict, seconds, limit);
  }
  strbuf_deinit(&start);
  return found;
}

static void run_instance(Set *set, const Instance *instance, double limit)
{
  StrBuf network, property;
  strbuf_init(&network, 0);
  strbuf_init(&property, 0);
  resolve(set->given->instances, instance->network, &network);
  resolve(set->given->instances, instance->property, &property);
  VerifyResult result;
  Error error;
  uint64_t start = clock_monotonic_ns();
  Status status = verify_files(set->given, strbuf_text(&network), strbuf_text(&property),
                               (uint64_t)(limit * 1000), &result, &error);
  double seconds = (double)(clock_monotonic_ns() - start) / 1e9;
  const char *verdict = status ? "error" : verdict_name(result.verdict);
  fprintf(set->results, "%s,%s,%s,%.3f,%llu\n", instance->network, instance->property, verdict,
          seconds, status ? 0 : (unsigned long long)result.boxes);
  fflush(set->results);
  count_result(set, verdict, seconds, limit);
  if (status) command_error(&command_verify, EXIT_ENVIRONMENT, "%s", error.message);
  if (!status && result.verdict == VERDICT_UNKNOWN)
    fprintf(stderr, "assay verify: %s: %s\n", instance->network, result.reason);
  if (!status) verify_result_deinit(&result);
  strbuf_deinit(&network);
  strbuf_deinit(&property);
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

static int run_all(Set *set)
{
  Progress progress;
  progress_start(&progress, "instances", set->instances.count);
  for (size_t i = 0; i < set->instances.count; i++) {
    const Instance *instance = &set->instances.items[i];
    double limit = instance->limit > 0 ? instance->limit : (double)set->given->timeout_ms / 1000;
    if (!is_done(set, instance, limit)) run_instance(set, instance, limit);
    progress_update(&progress, i + 1);
  }
  progress_hide(&progress);
  print_table(set);
  return set->errors ? EXIT_ENVIRONMENT : EXIT_FINE;
}

int verify_instances(const VerifyCommand *given)
{
  Set set = {.given = given};
  Error error;
  int code = EXIT_ENVIRONMENT;
  if (read_instances(&set, given->instances, &error)) {
    command_error(&command_verify, code, "%s", error.message);
  } else {
    if (file_read(given->output, 0, &set.done, &error)) set.done = (FileText){0};
    set.results = fopen(given->output, "a");
    if (!set.results) {
      command_error(&command_verify, code, "cannot write '%s'", given->output);
    } else {
      if (set.done.length == 0) fputs("network,property,verdict,seconds,boxes\n", set.results);
      code = run_all(&set);
      if (fclose(set.results))
        code = command_error(&command_verify, EXIT_ENVIRONMENT, "cannot write '%s'", given->output);
    }
  }
  if (set.done.bytes) file_text_free(&set.done);
  for (size_t i = 0; i < set.instances.count; i++) {
    free(set.instances.items[i].network);
    free(set.instances.items[i].property);
  }
  VEC_FREE(&set.instances);
  return code;
}
