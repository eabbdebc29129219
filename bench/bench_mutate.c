/* Mutations per second on small generated scripts: of one script again and again, and one on top of the
 * other. Other logics can be named as arguments.
 *
 *   bench_mutate [LOGIC]...
 *   bench_mutate MUTATIONS LOGIC...    as many of each script; see count.h */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "count.h"
#include "smt/mutate/mutate.h"
#include "smt/text/theory.h"

enum { SCRIPTS = 8, MUTATIONS = 20000 };

typedef struct {
  Mutator mutator;
  Choice choice;
  Script mutants[2];
} Bench;

/* Nanoseconds a mutation, with random constructs. */
static double run(Bench *bench, const Script *script, bool chain, uint32_t count)
{
  Error error;
  uint32_t constructs = (uint32_t)bench->mutator.constructs.items.count;
  mutator_start(&bench->mutator, script);
  uint64_t begin = 0;
  /* The first half makes what the second half finds. */
  for (uint32_t i = 0; i < 2 * count; i++) {
    if (i == count) {
      begin = clock_process_cpu_ns();
      COUNT_TOGGLE();
    }
    Script *mutant = &bench->mutants[i % 2];
    ConstructId construct = choose(&bench->choice, constructs);
    if (mutator_mutate(&bench->mutator, construct, &bench->choice, mutant, &error)) {
      fprintf(stderr, "%s\n", error.message);
      exit(1);
    }
    if (chain) mutator_continue(&bench->mutator, mutant);
  }
  COUNT_TOGGLE();
  return (double)(clock_process_cpu_ns() - begin) / count;
}

static void bench_logic(const char *name, uint32_t mutations)
{
  Bank *bank = theory_create_bank();
  GenSettings settings;
  Generator generator;
  Logic logic;
  Error error;
  Bench bench = {0};
  double one = 0, chain = 0;
  gen_settings_init(&settings);
  if (!logic_parse(name, strlen(name), &logic)) exit(1);
  gen_settings_logic(&settings, &logic);
  if (generator_init(&generator, bank, &settings, &error) ||
      mutator_init(&bench.mutator, bank, &settings, &error))
    exit(1);
  choice_init(&bench.choice, random_stream(1, 0, 0));
  for (uint64_t i = 0; i < SCRIPTS; i++) {
    Script script = {0};
    generator_script(&generator, i, &script);
    one += run(&bench, &script, false, mutations) / SCRIPTS;
    script_deinit(&script);
  }
  for (uint64_t i = 0; i < SCRIPTS; i++) {
    Script script = {0};
    generator_script(&generator, i, &script);
    chain += run(&bench, &script, true, mutations / 16) / SCRIPTS;
    script_deinit(&script);
  }
  printf("%-10s %8.2f us a mutation, %8.2f us one on top of the other\n", name, one / 1000,
         chain / 1000);
  script_deinit(&bench.mutants[0]);
  script_deinit(&bench.mutants[1]);
  choice_deinit(&bench.choice);
  mutator_deinit(&bench.mutator);
  generator_deinit(&generator);
  gen_settings_deinit(&settings);
  bank_destroy(bank);
}

int main(int argc, char **argv)
{
  static const char *const logics[] = {"QF_BV",   "QF_FP",     "QF_LIA", "QF_IDL",
                                       "QF_SLIA", "QF_AUFLIA", "LIA",    "ALL"};
  printf("scripts of 5 assertions, 5 constants a sort, depth 3\n");
  for (size_t i = 0; argc < 2 && i < sizeof logics / sizeof *logics; i++)
    bench_logic(logics[i], MUTATIONS);
  uint32_t few = argc > 2 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
  for (int i = few ? 2 : 1; i < argc; i++) bench_logic(argv[i], few ? few : MUTATIONS);
  return 0;
}
