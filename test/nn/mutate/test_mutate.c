#include "testing.h"

#include <gmp.h>

#include "nn/gen/generate.h"
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

/* Mutants can be read, differ, and have one node more or less where they should. */
static void test_graphs(void **state)
{
  (void)state;
  static const NetworkMutation KINDS[] = {MUTATE_GRAPH, MUTATE_GRAPH_UP, MUTATE_GRAPH_DOWN};
  static const int GROWTH[] = {0, 1, -1};
  size_t made = 0;
  for (int class = NETWORK_RAND; class <= NETWORK_VNNLIB; class ++)
    for (uint64_t i = 0; i < 60; i++) {
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
  for (uint64_t i = 0; i < 200; i++) {
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

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_graphs),
      cmocka_unit_test(test_preserved),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
