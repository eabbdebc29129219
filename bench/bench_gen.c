/* Generating scripts to memory and to a file: scripts and bytes a second on one core, against copying memory in the same
 * run and against what was recorded of other generators, and the growth of time with size. Other logics can be named
 * as arguments.
 *
 *   bench_gen [LOGIC]...
 *   bench_gen SCRIPTS LOGIC...    only to memory, as many scripts, after as many that make the worlds; see count.h */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "count.h"
#include "smt/gen/generate.h"
#include "smt/text/theory.h"

typedef struct {
  double scripts, bytes, nodes; /* a second of CPU time */
} Rate;

/* The best that was recorded of any other generator, on a machine like ours: formulas (of 0.3 KB) and bytes
 * a second of CPU time. */
static const double peer_scripts = 22000, peer_bytes = 19.7e6;

static void fail(const char *message)
{
  fprintf(stderr, "bench_gen: %s\n", message);
  exit(1);
}

/* What is made goes to the file, if there is one, as `assay gen` writes it; else it is forgotten. */
static void take_text(StrBuf *text, FILE *file)
{
  enum { FLUSH_BYTES = 1 << 16 };
  if (file && text->length < FLUSH_BYTES) return;
  if (file && fwrite(text->bytes, 1, text->length, file) != text->length) fail("cannot write");
  strbuf_clear(text);
}

static Rate measure(const char *logic_name, uint32_t asserts, uint32_t depth, uint64_t warm,
                    uint64_t count, FILE *file)
{
  Bank *bank = theory_create_bank();
  GenSettings settings;
  Generator generator;
  Logic logic;
  Error error;
  StrBuf text;
  gen_settings_init(&settings);
  if (!logic_parse(logic_name, strlen(logic_name), &logic)) fail("unknown logic");
  gen_settings_logic(&settings, &logic);
  settings.asserts = asserts;
  settings.depth = depth;
  if (generator_init(&generator, bank, &settings, &error)) fail(error.message);
  strbuf_init(&text, 0);
  double bytes = 0, nodes = 0;
  for (uint64_t i = 0; i < warm; i++) { /* make the worlds */
    strbuf_clear(&text);
    generator_text(&generator, i, &text);
  }
  strbuf_clear(&text);
  uint64_t begin = clock_process_cpu_ns();
  COUNT_TOGGLE();
  for (uint64_t i = 0; i < count; i++) {
    size_t before = text.length;
    generator_text(&generator, i, &text);
    bytes += (double)(text.length - before);
    take_text(&text, file);
    nodes += (double)generator.grower.draft.count;
  }
  COUNT_TOGGLE();
  double seconds = (double)(clock_process_cpu_ns() - begin) / 1e9;
  strbuf_deinit(&text);
  generator_deinit(&generator);
  gen_settings_deinit(&settings);
  bank_destroy(bank);
  return (Rate){(double)count / seconds, bytes / seconds, nodes / seconds};
}

/* Copying in pieces of the size of an operator's name: what printing cannot beat. */
static double copy_rate(void)
{
  enum { SIZE = 1 << 20, PIECE = 8, ROUNDS = 50 };
  StrBuf text;
  strbuf_init(&text, 0);
  char piece[16] = " (bvadd ";
  uint64_t begin = clock_process_cpu_ns();
  for (int round = 0; round < ROUNDS; round++) {
    strbuf_clear(&text);
    for (int i = 0; i < SIZE / PIECE; i++) strbuf_add_piece(&text, piece, PIECE);
  }
  double seconds = (double)(clock_process_cpu_ns() - begin) / 1e9;
  strbuf_deinit(&text);
  return (double)SIZE * ROUNDS / seconds;
}

static int measure_few(uint64_t scripts, int count, char **logics)
{
  for (int i = 0; i < count; i++) {
    Rate rate = measure(logics[i], 5, 3, scripts, scripts, NULL);
    printf("%-12s %12.0f scripts/s %8.1f bytes a script %8.1f nodes\n", logics[i], rate.scripts,
           rate.bytes / rate.scripts, rate.nodes / rate.scripts);
  }
  return 0;
}

int main(int argc, char **argv)
{
  if (argc > 2 && strtoull(argv[1], NULL, 10))
    return measure_few(strtoull(argv[1], NULL, 10), argc - 2, argv + 2);
  static const char *const usual[] = {"QF_BV",   "QF_FP",      "QF_LIA", "QF_SLIA",
                                      "AUFLIRA", "QF_AUFBVFP", "ALL"};
  const char *const *logics = argc > 1 ? (const char *const *)argv + 1 : usual;
  size_t count = argc > 1 ? (size_t)argc - 1 : sizeof usual / sizeof *usual;
  double copy = copy_rate();
  printf("5 assertions, up to 5 constants a sort, depth 3, to memory, one core\n");
  printf("%-12s %12s %10s %12s %22s %24s\n", "logic", "scripts/s", "MB/s", "M nodes/s",
         "of copying in pieces", "times the best peer in");
  printf("%71s %24s\n", "", "scripts and bytes");
  for (size_t i = 0; i < count; i++) {
    Rate rate = measure(logics[i], 5, 3, 2000, 20000, NULL);
    printf("%-12s %12.0f %10.0f %12.1f %21.0f%% %16.1f %7.1f\n", logics[i], rate.scripts,
           rate.bytes / 1e6, rate.nodes / 1e6, 100 * rate.bytes / copy, rate.scripts / peer_scripts,
           rate.bytes / peer_bytes);
  }
  FILE *file = tmpfile();
  if (!file) fail("cannot make a file");
  Rate written = measure(logics[0], 5, 3, 20000, 200000, file);
  fclose(file);
  printf("%-12s %12.0f %10.0f  to one file, with what the system takes for writing\n", logics[0],
         written.scripts, written.bytes / 1e6);
  Rate small = measure("QF_BV", 5, 3, 2000, 20000, NULL),
       large = measure("QF_BV", 20000, 3, 0, 4, NULL);
  printf("time per node of scripts of 20,000 assertions, against 5: %.2f\n",
         small.nodes / large.nodes);
  return 0;
}
