/* Floating-point kernels: ten million cases against the hardware, and operations per second. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "support/float_hardware.h"

enum { CASES = 10 * 1000 * 1000, BATCH = 4096, TIMED_CALLS = 1000 * 1000, SEED = 2 };

typedef struct {
  KernelCall kernel;
  HardwareOperation operation;
  uint32_t width;
  uint64_t open, wrong;
} Row;

static void report_wrong(const HardwareCase *c, Value ours, uint64_t theirs)
{
  printf("%s/%u mode %" PRIu64, hardware_name(c->operation), c->width, c->args[0].word);
  for (int i = 0; i < KERNEL_CALL_ARGS; i++) printf(" %016" PRIx64, c->args[i].word);
  printf(": %016" PRIx64 ", hardware %016" PRIx64 "\n", ours.word, theirs);
}

static void compare(Eval *eval, Row *row, Random *random, uint64_t count)
{
  for (uint64_t i = 0; i < count; i++) {
    HardwareCase c = hardware_case(random, row->operation, row->width);
    uint64_t word = 0;
    bool determined = hardware_result(&c, &word);
    Value ours = kernel_call(eval, &row->kernel, c.args);
    row->open += !determined;
    if (determined ? !value_is_unknown(ours) && ours.word == word : value_is_unknown(ours))
      continue;
    if (row->wrong++ < 10) report_wrong(&c, ours, word);
  }
}

static double operations_per_second(Eval *eval, const Row *row, Random *random)
{
  HardwareCase *cases = calloc(BATCH, sizeof *cases);
  if (!cases) exit(1);
  for (int i = 0; i < BATCH; i++) cases[i] = hardware_case(random, row->operation, row->width);
  uint64_t sum = 0;
  uint64_t begin = clock_process_cpu_ns();
  for (int i = 0; i < TIMED_CALLS; i++)
    sum += kernel_call(eval, &row->kernel, cases[i % BATCH].args).word;
  uint64_t end = clock_process_cpu_ns();
  free(cases);
  volatile uint64_t used = sum;
  (void)used;
  return TIMED_CALLS / ((double)(end - begin) / 1e9);
}

int main(void)
{
  Evaluator evaluator;
  evaluator_init(&evaluator, "", NULL, 0);
  Eval *eval = evaluator.eval;
  uint64_t wrong = 0;
  printf("%-20s %6s %10s %8s %8s %14s\n", "function", "width", "cases", "open", "wrong",
         "per second");
  for (int i = 0; i < 2 * HARDWARE_COUNT; i++) {
    Row row = {.operation = (HardwareOperation)(i / 2), .width = i % 2 ? 64 : 32};
    Random random = random_stream(SEED, (uint64_t)i, 0);
    uint64_t count = CASES / (2 * HARDWARE_COUNT) + 1;
    row.kernel = hardware_kernel(eval, row.operation, row.width);
    compare(eval, &row, &random, count);
    printf("%-20s %6u %10" PRIu64 " %8" PRIu64 " %8" PRIu64 " %11.1f mil\n",
           hardware_name(row.operation), row.width, count, row.open, row.wrong,
           operations_per_second(eval, &row, &random) / 1e6);
    fflush(stdout);
    wrong += row.wrong;
  }
  evaluator_deinit(&evaluator);
  return wrong ? 1 : 0;
}
