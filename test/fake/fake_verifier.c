/* A verifier of networks that misbehaves as told: `fake_verifier HOW NETWORK PROPERTY`.
 *
 *   right         as it should be
 *   forget        takes the first ReLU that it meets for the identity, and says unsat by that
 *   lie           says sat for unsat and unsat for sat
 *   wrong         says sat with a counterexample that is none
 *   garbage       says sat with something that is no counterexample
 *   boast         says sat without a counterexample
 *   crash, hang, flood, mutter, error
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nn/bound/compile.h"
#include "nn/onnx/load.h"
#include "solve/verify/verify.h"

enum { LIFETIME_SECONDS = 60 };

static void fail(const char *message)
{
  fprintf(stderr, "error: %s\n", message);
  exit(3);
}

/* Without cleaning up: leak checkers would report what is left as an end of its own. */
static _Noreturn void end(void)
{
  fflush(stdout);
  _exit(0);
}

/* The ReLUs of the first layer of them become identities: layers stay where they are, so it is a product with 1. */
static void forget_relu(Net *net)
{
  for (size_t at = 0; at < net->layers.count; at++) {
    Layer *layer = &net->layers.items[at];
    if (layer->kind != LAYER_RELU) continue;
    uint32_t source = layer->sources.items[0].layer, size = layer->size;
    VEC_FREE(&layer->sources);
    NetMatrix identity;
    net_matrix_init_dense(&identity, size, size);
    for (uint32_t i = 0; i < size; i++) net_matrix_row(&identity, i)[i] = 1;
    layer->kind = LAYER_AFFINE;
    layer->bias = calloc(size, sizeof *layer->bias);
    VEC_PUSH(&layer->sources, ((LayerSource){.layer = source, .matrix = identity}));
    layer->terms = size + 1;
    return;
  }
}

static Verdict verify(const Net *net, const Property *property, VerifyResult *result)
{
  Error error;
  VerifyOptions options = {
      .engine = ENGINE_ALL, .timeout_ns = UINT64_C(20000000000), .threads = 1, .seed = 1};
  if (verify_net(net, property, &options, result, &error)) fail(error.message);
  return result->verdict;
}

static void print_witness(const VerifyResult *result)
{
  StrBuf text;
  strbuf_init(&text, 0);
  witness_print(&result->witness, &text);
  fputs(strbuf_text(&text), stdout);
  strbuf_deinit(&text);
}

static void answer(Verdict verdict, const VerifyResult *result)
{
  puts(verdict_name(verdict));
  if (verdict == VERDICT_SAT && result->verdict == VERDICT_SAT) print_witness(result);
}

static void misbehave(const char *how, const Property *property)
{
  if (strcmp(how, "crash") == 0) abort();
  if (strcmp(how, "error") == 0) fail("this network is not to my taste");
  while (strcmp(how, "hang") == 0) pause();
  while (strcmp(how, "flood") == 0) printf("%0999d\n", 0);
  if (strcmp(how, "mutter") == 0) {
    puts("I cannot say");
    end();
  }
  if (strcmp(how, "garbage") == 0) {
    puts("sat\n((X_0 one) (X_1");
    end();
  }
  if (strcmp(how, "boast") == 0) {
    puts("sat");
    end();
  }
  if (strcmp(how, "wrong") == 0) {
    puts("sat");
    for (uint32_t i = 0; i < property->inputs; i++) printf("(X_%u 123.5)\n", i);
    end();
  }
}

int main(int count, char **words)
{
  Error error;
  Graph graph;
  Property property;
  Net net;
  VerifyResult result;
  alarm(LIFETIME_SECONDS);
  if (count != 4) fail("HOW NETWORK PROPERTY");
  if (property_load(&property, words[3], &error)) fail(error.message);
  misbehave(words[1], &property);
  if (onnx_load(words[2], NULL, &graph, &error) || compile_graph(&graph, &net, &error))
    fail(error.message);
  if (strcmp(words[1], "forget") == 0) {
    Net changed;
    if (compile_graph(&graph, &changed, &error)) fail(error.message);
    forget_relu(&changed);
    if (verify(&changed, &property, &result) == VERDICT_UNSAT) {
      puts("unsat");
      end();
    }
  }
  Verdict verdict = verify(&net, &property, &result);
  if (strcmp(words[1], "lie") == 0 && verdict <= VERDICT_SAT)
    verdict = verdict == VERDICT_SAT ? VERDICT_UNSAT : VERDICT_SAT;
  answer(verdict, &result);
  end();
}
