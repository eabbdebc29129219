#include "inputs.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"

enum { TARGET_BYTES = 25 << 20 };

static unsigned pick(Random *random, unsigned count)
{
  return (unsigned)random_below(random, count);
}

/* --- bit-vectors: trees of operators over a few thousand constants --- */

static void bitvector_tree(StrBuf *out, Random *random, int depth)
{
  static const char *const operators[] = {"bvadd", "bvand", "bvor", "bvmul", "bvxor", "bvsub"};
  if (depth == 0) {
    unsigned kind = pick(random, 10);
    if (kind == 0)
      strbuf_printf(out, "#x%08x", (unsigned)random_u64(random));
    else if (kind == 1)
      strbuf_printf(out, "(_ bv%u 32)", pick(random, 1000));
    else
      strbuf_printf(out, "x%u", pick(random, 2000));
  } else if (pick(random, 10) == 0) {
    strbuf_add_text(out, "((_ zero_extend 16) ((_ extract 15 0) ");
    bitvector_tree(out, random, depth - 1);
    strbuf_add_text(out, "))");
  } else {
    strbuf_printf(out, "(%s ", operators[pick(random, 6)]);
    bitvector_tree(out, random, depth - 1);
    strbuf_add_char(out, ' ');
    bitvector_tree(out, random, depth - 1);
    strbuf_add_char(out, ')');
  }
}

static void write_bitvectors(StrBuf *out, Random *random)
{
  strbuf_add_text(out, "(set-logic QF_BV)\n");
  for (int i = 0; i < 2000; i++) strbuf_printf(out, "(declare-fun x%d () (_ BitVec 32))\n", i);
  while (out->length < TARGET_BYTES) {
    strbuf_add_text(out, "(assert (bvult ");
    bitvector_tree(out, random, 3);
    strbuf_add_char(out, ' ');
    bitvector_tree(out, random, 3);
    strbuf_add_text(out, "))\n");
  }
}

/* --- linear arithmetic with a function and let --- */

static void write_arithmetic(StrBuf *out, Random *random)
{
  strbuf_add_text(out, "(set-logic QF_UFLIA)\n(declare-fun f (Int) Int)\n");
  for (int i = 0; i < 2000; i++) strbuf_printf(out, "(declare-const v%d Int)\n", i);
  while (out->length < TARGET_BYTES) {
    unsigned a = pick(random, 2000), b = pick(random, 2000), c = pick(random, 2000);
    strbuf_printf(out, "(assert (or (<= (+ v%u (* %u v%u)) %u) (not (= (f v%u) (- v%u v%u))) ", a,
                  pick(random, 100), b, pick(random, 10000), c, a, b);
    strbuf_printf(out, "(let ((y (f v%u))) (< y (+ y v%u)))))\n", b, c);
  }
}

/* --- a flat file: many declarations, each assertion small --- */

static void write_flat(StrBuf *out, Random *random)
{
  enum { CONSTANTS = 400000 };
  strbuf_add_text(out, "(set-logic QF_UF)\n(declare-sort U 0)\n(declare-fun f (U U) U)\n");
  for (int i = 0; i < CONSTANTS; i++) strbuf_printf(out, "(declare-fun c%d () U)\n", i);
  while (out->length < TARGET_BYTES)
    strbuf_printf(out, "(assert (= (f c%u c%u) c%u))\n", pick(random, CONSTANTS),
                  pick(random, CONSTANTS), pick(random, CONSTANTS));
}

/* --- circuits: assertions with chains of let, as translators write them --- */

static void write_circuit(StrBuf *out, Random *random, unsigned gates)
{
  strbuf_add_text(out, "(assert\n");
  for (unsigned i = 0; i < gates; i++) {
    strbuf_printf(out, " (let ((?g%u ", i);
    static const char *const operators[] = {"and", "or", "xor"};
    strbuf_printf(out, "(%s ", operators[pick(random, 3)]);
    for (int k = 0; k < 2; k++) {
      if (i > 3)
        strbuf_printf(out, "(not ?g%u) ", i - 1 - pick(random, 4));
      else
        strbuf_printf(out, "p%u ", pick(random, 500));
    }
    strbuf_add_text(out, "p1)))\n");
  }
  strbuf_printf(out, " ?g%u", gates - 1);
  for (unsigned i = 0; i < gates; i++) strbuf_add_char(out, ')');
  strbuf_add_text(out, ")\n");
}

static void write_circuits(StrBuf *out, Random *random)
{
  strbuf_add_text(out, "(set-logic QF_UF)\n");
  for (int i = 0; i < 500; i++) strbuf_printf(out, "(declare-const p%d Bool)\n", i);
  while (out->length < TARGET_BYTES) write_circuit(out, random, 300);
}

/* --- strings and regular expressions --- */

static void write_strings(StrBuf *out, Random *random)
{
  strbuf_add_text(out, "(set-logic QF_SLIA)\n");
  for (int i = 0; i < 1000; i++) strbuf_printf(out, "(declare-const s%d String)\n", i);
  while (out->length < TARGET_BYTES) {
    strbuf_printf(out, "(assert (or (str.in_re s%u (re.++ (str.to_re \"key%u\") ",
                  pick(random, 1000), pick(random, 5000));
    strbuf_printf(out, "(re.* (re.union (str.to_re \"=\") (re.range \"a\" \"z\"))))) ");
    strbuf_printf(out, "(= (str.substr s%u %u (str.len s%u)) (str.++ s%u \"x%u\"))))\n",
                  pick(random, 1000), pick(random, 50), pick(random, 1000), pick(random, 1000),
                  pick(random, 300));
  }
}

const BenchInput bench_inputs[] = {{"bitvectors", write_bitvectors},
                                   {"arithmetic", write_arithmetic},
                                   {"flat", write_flat},
                                   {"circuits", write_circuits},
                                   {"strings", write_strings}};
const size_t bench_input_count = sizeof bench_inputs / sizeof *bench_inputs;

size_t bench_input_write(const BenchInput *input, const char *path)
{
  StrBuf out;
  Error error;
  Random random = random_stream(1, 0, 0);
  strbuf_init(&out, 0);
  input->write(&out, &random);
  if (file_write(path, out.bytes, out.length, &error) != STATUS_OK) {
    fprintf(stderr, "%s\n", error.message);
    exit(3);
  }
  size_t size = out.length;
  strbuf_deinit(&out);
  return size;
}
