/* Reading and printing large files, as ratios against z3 and cvc5 on the same files in this run.
 *
 * Times are CPU times (user and system) of whole processes: start, reading the file, exit. Our process
 * loads its theories, reads, parses and sort-checks; z3 reads the file, which holds no check-sat; cvc5
 * runs with --parse-only. The best of some runs counts, for each alike.
 *
 *   bench_parse
 *   bench_parse FILE    reads and prints a file once, to count instructions: see count.h */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "count.h"
#include "inputs.h"
#include "smt/text/parser.h"
#include "smt/text/print.h"
#include "smt/text/theory.h"

extern char **environ;

typedef struct {
  double seconds; /* CPU */
  double bytes;   /* peak memory */
  bool ran;
} Cost;

static Cost reap(pid_t child)
{
  int status;
  struct rusage usage;
  Cost cost = {0};
  if (wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return cost;
  cost.seconds = (double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6 +
                 (double)usage.ru_stime.tv_sec + (double)usage.ru_stime.tv_usec / 1e6;
  cost.bytes = (double)usage.ru_maxrss * 1024;
  cost.ran = true;
  return cost;
}

static Cost run_peer(const char *const *command, const char *path)
{
  char *argv[8] = {0};
  size_t count = 0;
  for (; command[count]; count++) argv[count] = strdup(command[count]);
  argv[count] = strdup(path);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  pid_t child;
  Cost cost = {0};
  if (posix_spawnp(&child, argv[0], &actions, NULL, argv, environ) == 0) cost = reap(child);
  posix_spawn_file_actions_destroy(&actions);
  for (size_t i = 0; i <= count; i++) free(argv[i]);
  return cost;
}

/* What our own process reports of its printing. */
typedef struct {
  double print_seconds, copy_seconds, printed_bytes;
} PrintCost;

static void print_and_measure(Bank *bank, const Script *script, PrintCost *result)
{
  StrBuf out;
  Printer *printer = printer_create(bank, &(PrintOptions){.share = SHARE_LET});
  strbuf_init(&out, 0);
  printer_script(printer, &out, script); /* brings the buffer to its size */
  strbuf_clear(&out);
  uint64_t begin = clock_process_cpu_ns();
  printer_script(printer, &out, script);
  uint64_t middle = clock_process_cpu_ns();
  char *copy = malloc(out.length);
  memset(copy, 1, out.length);
  uint64_t copy_begin = clock_process_cpu_ns();
  memcpy(copy, out.bytes, out.length);
  uint64_t end = clock_process_cpu_ns();
  result->print_seconds = (double)(middle - begin) / 1e9;
  result->copy_seconds = (double)(end - copy_begin) / 1e9;
  result->printed_bytes = copy[0] ? (double)out.length : 0;
  free(copy);
  strbuf_deinit(&out);
  printer_destroy(printer);
}

/* Reads the file in a process of its own; with `print` also prints it. */
static Cost run_ours(const char *path, PrintCost *print)
{
  pid_t child = fork();
  if (child != 0) return reap(child);
  FileText text;
  Error error;
  Script script = {0};
  Bank *bank = theory_create_bank();
  if (file_read(path, 0, &text, &error) != STATUS_OK ||
      script_read(bank, text.bytes, text.length, &script, &error) != STATUS_OK) {
    fprintf(stderr, "%s:%u: %s\n", path, error.line, error.message);
    _exit(1);
  }
  if (print) print_and_measure(bank, &script, print);
  _exit(0);
}

enum { RUNS = 3 };

static const char *const z3[] = {"z3", NULL};
static const char *const cvc5[] = {"cvc5", "--parse-only", "--lang=smt2", NULL};

static Cost best(Cost a, Cost b)
{
  return !a.ran || (b.ran && b.seconds < a.seconds) ? b : a;
}

static void measure(const BenchInput *input, const char *folder)
{
  char path[300];
  snprintf(path, sizeof path, "%s/%s.smt2", folder, input->name);
  double size = (double)bench_input_write(input, path);
  PrintCost *print =
      mmap(NULL, sizeof *print, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  Cost ours = {0}, of_z3 = {0}, of_cvc5 = {0};
  for (int i = 0; i < RUNS; i++) {
    ours = best(ours, run_ours(path, NULL));
    if (i == 0) of_cvc5 = run_peer(cvc5, path);
    of_z3 = best(of_z3, run_peer(z3, path));
    ours = best(ours, run_ours(path, NULL));
  }
  Cost with_print = run_ours(path, print);
  if (!ours.ran || !with_print.ran) exit(1);
  printf("%-10s %5.0f MB %7.0f MB/s", input->name, size / 1e6, size / 1e6 / ours.seconds);
  if (of_z3.ran)
    printf("%9.1f x", of_z3.seconds / ours.seconds);
  else
    printf("%11s", "-");
  if (of_cvc5.ran)
    printf("%9.1f x", of_cvc5.seconds / ours.seconds);
  else
    printf("%11s", "-");
  printf("%13.1f", ours.bytes / size);
  printf("%9.0f MB/s %10.2f\n", print->printed_bytes / 1e6 / print->print_seconds,
         print->copy_seconds / print->print_seconds);
  fflush(stdout);
  munmap(print, sizeof *print);
  unlink(path);
}

static int read_and_print(const char *path)
{
  FileText text;
  Error error;
  Script script = {0};
  StrBuf out;
  Bank *bank = theory_create_bank();
  Printer *printer = printer_create(bank, &(PrintOptions){.share = SHARE_LET});
  strbuf_init(&out, 0);
  Status status = file_read(path, 0, &text, &error);
  COUNT_TOGGLE();
  if (!status) status = script_read(bank, text.bytes, text.length, &script, &error);
  if (!status) printer_script(printer, &out, &script);
  COUNT_TOGGLE();
  if (status)
    fprintf(stderr, "%s:%u: %s\n", path, error.line, error.message);
  else
    printf("%zu bytes read, %zu printed\n", text.length, out.length);
  return status != STATUS_OK;
}

int main(int argc, char **argv)
{
  if (argc > 1) return read_and_print(argv[1]);
  char folder[] = "/tmp/assay-bench-XXXXXX";
  if (!mkdtemp(folder)) return 1;
  printf("%-10s %8s %12s %11s %11s %13s %14s %10s\n", "input", "size", "read", "vs z3", "vs cvc5",
         "memory B/B", "print", "vs memcpy");
  for (size_t i = 0; i < bench_input_count; i++) measure(&bench_inputs[i], folder);
  rmdir(folder);
  return 0;
}
