/* Branch and bound over ReLUs with several disjuncts: verdicts against sampling and against splitting of boxes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/strbuf.h"
#include "solve/verify/verify.h"
#include "support/random_net.h"
#include "testing.h"

enum { INPUTS = 3, OUTPUTS = 4, POINTS = 4000 };

static void make_net(Net *net, Random *random)
{
  *net = (Net){0};
  uint32_t at = net_add_input(net, INPUTS);
  for (uint64_t i = 0, depth = 2 + random_below(random, 2); i < depth; i++)
    at = net_add_activation(net, LAYER_RELU,
                            random_affine(net, random, at, 6 + (uint32_t)random_below(random, 6)));
  random_affine(net, random, at, OUTPUTS);
}

/* Weights of the outputs of a disjunct's row, and its largest value at random points of the box. */
typedef struct {
  double weights[OUTPUTS], most;
} Row;

static void sample(const Net *net, Random *random, Row *rows, size_t count)
{
  NetRun run;
  net_run_init(&run, net);
  for (size_t d = 0; d < count; d++) rows[d].most = -INFINITY;
  for (size_t p = 0; p < POINTS; p++) {
    double x[INPUTS];
    for (size_t i = 0; i < INPUTS; i++) x[i] = 2 * random_unit(random) - 1;
    const double *y = net_evaluate(net, &run, x);
    for (size_t d = 0; d < count; d++) {
      double value = 0;
      for (size_t i = 0; i < OUTPUTS; i++) value += rows[d].weights[i] * y[i];
      rows[d].most = fmax(rows[d].most, value);
    }
  }
  net_run_deinit(&run);
}

/* Each disjunct wants its row above the sampled maximum by `above`, but for one, if `reachable`, below it. */
static void write_property(StrBuf *text, const Row *rows, size_t count, double above,
                           size_t reachable)
{
  for (int i = 0; i < INPUTS; i++)
    strbuf_printf(text, "(declare-const X_%d Real)(assert (<= X_%d 1.0))(assert (>= X_%d -1.0))", i,
                  i, i);
  for (int i = 0; i < OUTPUTS; i++) strbuf_printf(text, "(declare-const Y_%d Real)", i);
  strbuf_printf(text, "(assert (or");
  for (size_t d = 0; d < count; d++) {
    strbuf_printf(text, "(and (>= (+");
    for (int i = 0; i < OUTPUTS; i++) strbuf_printf(text, " (* %.1f Y_%d)", rows[d].weights[i], i);
    strbuf_printf(text, ") %.6f))", d == reachable ? rows[d].most - 0.01 : rows[d].most + above);
  }
  strbuf_printf(text, "))");
}

static Verdict verify(const Net *net, const char *text, Engine engine, unsigned threads)
{
  Property property;
  Error error;
  char *padded = calloc(strlen(text) + 32, 1);
  strcpy(padded, text);
  if (property_read(&property, padded, strlen(text), &error)) fail_msg("%s", error.message);
  free(padded);
  VerifyResult result;
  VerifyOptions options = {
      .engine = engine, .timeout_ns = UINT64_C(2000000000), .threads = threads, .seed = 3};
  if (verify_net(net, &property, &options, &result, &error)) fail_msg("%s", error.message);
  Verdict verdict = result.verdict;
  verify_result_deinit(&result);
  property_deinit(&property);
  return verdict;
}

/* More disjuncts than fit into one node, of which none or one can be satisfied; by one thread and by two. */
static void test_disjuncts(void **state)
{
  (void)state;
  enum { MOST = 24 };
  size_t unsat = 0;
  for (uint64_t n = 0; n < 24; n++) {
    Random random = random_stream(41, 0, n);
    Net net;
    Row rows[MOST];
    make_net(&net, &random);
    size_t count = 2 + random_below(&random, MOST - 1);
    for (size_t d = 0; d < count; d++)
      for (size_t i = 0; i < OUTPUTS; i++)
        rows[d].weights[i] = (double)random_below(&random, 21) / 10 - 1;
    sample(&net, &random, rows, count);
    bool sat = n % 3 == 0;
    StrBuf text;
    strbuf_init(&text, 1 << 20);
    write_property(&text, rows, count, 0.3, sat ? random_below(&random, count) : count);
    Verdict verdict = verify(&net, strbuf_text(&text), ENGINE_RELU, 1 + n % 2);
    Verdict other = verify(&net, strbuf_text(&text), ENGINE_CROWN, 1);
    if (sat) assert_int_not_equal(verdict, VERDICT_UNSAT);
    if (verdict == VERDICT_UNSAT) assert_int_not_equal(other, VERDICT_SAT);
    if (verdict == VERDICT_SAT) assert_int_not_equal(other, VERDICT_UNSAT);
    unsat += verdict == VERDICT_UNSAT;
    strbuf_deinit(&text);
    net_deinit(&net);
  }
  assert_true(unsat > 8);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_disjuncts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
