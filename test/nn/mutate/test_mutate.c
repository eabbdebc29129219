#include "testing.h"

#include <gmp.h>
#include <stdlib.h>

#include "nn/gen/generate.h"
#include "nn/infer/infer.h"
#include "nn/mutate/mutate.h"
#include "nn/onnx/load.h"
#include "nn/onnx/save.h"

static void generate(NetworkClass class, SpecKind spec, uint64_t index, NetworkInstance *instance)
{
  NetworkSettings settings;
  Error error = {0};
  network_settings_init(&settings, class, spec);
  if (network_generate(&settings, index, NULL, instance, &error) != STATUS_OK)
    fail_msg("%s", error.message);
}

/* ASSAY_MUTATE_TIMES=N tests N times as many. */
static uint64_t times(uint64_t count)
{
  const char *factor = getenv("ASSAY_MUTATE_TIMES");
  return factor ? count * strtoull(factor, NULL, 10) : count;
}

static void run_on(const Graph *graph, const Tensor *in, Tensor *out)
{
  Error error = {0};
  assert_int_equal(graph->inputs.count, 1);
  assert_int_equal(graph->outputs.count, 1);
  if (infer_run(graph, in, out, &error) != STATUS_OK) fail_msg("%s", error.message);
}

/* Mutants can be read and run, differ, and have one node more or less where they should. */
static void test_graphs(void **state)
{
  (void)state;
  static const NetworkMutation KINDS[] = {MUTATE_GRAPH, MUTATE_GRAPH_UP, MUTATE_GRAPH_DOWN};
  static const int GROWTH[] = {0, 1, -1};
  size_t made = 0;
  for (int class = NETWORK_RAND; class <= NETWORK_VNNLIB; class ++)
    for (uint64_t i = 0; i < times(60); i++) {
      NetworkInstance instance;
      generate((NetworkClass) class, SPEC_RAND, i, &instance);
      StrBuf before, after;
      strbuf_init(&before, 0);
      strbuf_init(&after, 0);
      onnx_print(&instance.graph, &before);
      Random random = random_stream(1, 0, i);
      if (mutant_of_graph(&instance.graph, KINDS[i % 3], &random, &after)) {
        Graph mutant;
        Error error = {0};
        if (onnx_read(after.bytes, after.length, NULL, &mutant, &error) != STATUS_OK)
          fail_msg("%s", error.message);
        assert_int_equal(mutant.nodes.count, instance.graph.nodes.count + (size_t)GROWTH[i % 3]);
        assert_true(before.length != after.length ||
                    memcmp(before.bytes, after.bytes, after.length) != 0);
        Tensor in = {0}, out = {0};
        tensor_init(&in, graph_value(&mutant, mutant.inputs.items[0])->shape);
        run_on(&mutant, &in, &out);
        tensor_deinit(&in);
        tensor_deinit(&out);
        graph_deinit(&mutant);
        made++;
      }
      strbuf_deinit(&before);
      strbuf_deinit(&after);
      network_instance_deinit(&instance);
    }
  assert_true(made > 100);
}

static void read_property(const StrBuf *text, Property *property)
{
  Error error = {0};
  StrBuf copy;
  strbuf_init(&copy, 0);
  strbuf_add(&copy, text->bytes, text->length);
  strbuf_text(&copy);
  if (property_read(property, copy.bytes, copy.length, &error) != STATUS_OK)
    fail_msg("%s", error.message);
  strbuf_deinit(&copy);
}

/* Points that satisfy a property satisfy the relaxed one; those that do not, do not satisfy the tightened one. */
static void test_preserved(void **state)
{
  (void)state;
  size_t satisfied = 0;
  for (uint64_t i = 0; i < times(200); i++) {
    NetworkInstance instance;
    Property before = {0}, changed = {0}, after = {0};
    StrBuf text;
    NetworkMutation kind = i & 1 ? MUTATE_PRESERVE_SAT : MUTATE_PRESERVE_UNSAT;
    Random random = random_stream(2, 0, i);
    generate(NETWORK_VNNLIB, SPEC_RAND, i / 2, &instance);
    read_property(&instance.property, &before);
    read_property(&instance.property, &changed);
    assert_true(mutant_of_property(&changed, kind, &random));
    strbuf_init(&text, 0);
    property_print(&changed, &text);
    read_property(&text, &after);
    size_t count = before.inputs + before.outputs;
    mpq_t values[6];
    assert_int_equal(count, 6);
    for (size_t k = 0; k < 6; k++) mpq_init(values[k]);
    PropertyPart part = {0};
    property_part(&before, 0, &part);
    for (int n = 0; n < 20; n++) {
      for (uint32_t k = 0; k < 6; k++) {
        double low = property_lower(&before, &part, k), high = property_upper(&before, &part, k);
        mpq_set_d(values[k], low + (high - low) * (random_unit(&random) * 1.1 - 0.05));
      }
      bool was = property_holds(&before, values), is = property_holds(&after, values);
      if (kind == MUTATE_PRESERVE_SAT && was) assert_true(is);
      if (kind == MUTATE_PRESERVE_UNSAT && !was) assert_false(is);
      satisfied += was;
    }
    property_part_deinit(&part);
    for (size_t k = 0; k < 6; k++) mpq_clear(values[k]);
    strbuf_deinit(&text);
    property_deinit(&before);
    property_deinit(&changed);
    property_deinit(&after);
    network_instance_deinit(&instance);
  }
  assert_true(satisfied > 100);
}

/* --- networks whose answer is known --- */

/* Does the network violate the property at this input? */
static bool is_violated(const Graph *graph, const Property *property, const Tensor *in)
{
  Tensor out = {0};
  run_on(graph, in, &out);
  uint32_t count = property->inputs + property->outputs;
  assert_int_equal(in->count, property->inputs);
  assert_int_equal(out.count, property->outputs);
  mpq_t *values = mem_alloc(count, sizeof *values);
  for (uint32_t i = 0; i < count; i++) {
    mpq_init(values[i]);
    float number = i < property->inputs ? ((const float *)in->data)[i]
                                        : ((const float *)out.data)[i - property->inputs];
    mpq_set_d(values[i], (double)number);
  }
  bool holds = property_holds(property, values);
  for (uint32_t i = 0; i < count; i++) mpq_clear(values[i]);
  free(values);
  tensor_deinit(&out);
  return holds;
}

static void mutate_property(const StrBuf *text, NetworkMutation kind, Random *random,
                            Property *after)
{
  Property changed = {0};
  StrBuf printed;
  strbuf_init(&printed, 0);
  read_property(text, &changed);
  assert_true(mutant_of_property(&changed, kind, random));
  property_print(&changed, &printed);
  read_property(&printed, after);
  property_deinit(&changed);
  strbuf_deinit(&printed);
}

/* The witness of a property is one of the mutant, too. */
static void test_sat_stays(void **state)
{
  (void)state;
  size_t known = 0;
  for (int class = NETWORK_RAND; class <= NETWORK_VNNLIB; class ++)
    for (uint64_t i = 0; i < times(30); i++) {
      NetworkInstance instance;
      Property after = {0};
      Random random = random_stream(3, (uint64_t) class, i);
      generate((NetworkClass) class, SPEC_SAT, i, &instance);
      if (instance.answer == ANSWER_SAT) {
        mutate_property(&instance.property, MUTATE_PRESERVE_SAT, &random, &after);
        assert_true(is_violated(&instance.graph, &after, &instance.witness));
        property_deinit(&after);
        known++;
      }
      network_instance_deinit(&instance);
    }
  assert_true(known > 60);
}

/* Nothing in the box of the first property violates the mutant. */
static void test_unsat_stays(void **state)
{
  (void)state;
  for (uint64_t i = 0; i < times(60); i++) {
    NetworkInstance instance;
    Property before = {0}, after = {0};
    PropertyPart part = {0};
    Random random = random_stream(4, 0, i);
    generate(NETWORK_VNNLIB, SPEC_UNSAT, i, &instance);
    assert_int_equal(instance.answer, ANSWER_UNSAT);
    read_property(&instance.property, &before);
    property_part(&before, 0, &part);
    mutate_property(&instance.property, MUTATE_PRESERVE_UNSAT, &random, &after);
    Tensor in = {0};
    tensor_init(&in, graph_value(&instance.graph, instance.graph.inputs.items[0])->shape);
    for (int n = 0; n < 20; n++) {
      for (uint32_t k = 0; k < before.inputs; k++) {
        double low = property_lower(&before, &part, k), high = property_upper(&before, &part, k);
        double place = n < 2 ? n : random_unit(&random); /* corners first */
        ((float *)in.data)[k] = (float)(low + (high - low) * place);
      }
      assert_false(is_violated(&instance.graph, &after, &in));
    }
    tensor_deinit(&in);
    property_part_deinit(&part);
    property_deinit(&before);
    property_deinit(&after);
    network_instance_deinit(&instance);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_graphs),
      cmocka_unit_test(test_preserved),
      cmocka_unit_test(test_sat_stays),
      cmocka_unit_test(test_unsat_stays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
