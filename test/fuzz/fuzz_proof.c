/* libFuzzer target: any bytes are read as a proof for one small network and property, for which there are proofs. It
 * must never be accepted for the same network and a property that has counterexamples. */
#include "nn/property/property.h"
#include "solve/verify/proof.h"
#include "target.h"

enum { NETWORK = 17, PROPERTY = 18 };

/* y = relu(x0 + x1) - relu(x0 - x1), so that -2 <= y <= 2 where both inputs are between -1 and 1. */
static void make_net(Net *net)
{
  static const double HIDDEN[2][2] = {{1, 1}, {1, -1}};
  NetMatrix matrix;
  uint32_t in = net_add_input(net, 2), hidden = net_add_affine(net, 2, NULL);
  net_matrix_init_dense(&matrix, 2, 2);
  for (uint32_t i = 0; i < 2; i++) memcpy(net_matrix_row(&matrix, i), HIDDEN[i], sizeof HIDDEN[i]);
  net_add_source(net, hidden, in, &matrix);
  uint32_t active = net_add_activation(net, LAYER_RELU, hidden), out = net_add_affine(net, 1, NULL);
  net_matrix_init_dense(&matrix, 1, 2);
  net_matrix_row(&matrix, 0)[0] = 1;
  net_matrix_row(&matrix, 0)[1] = -1;
  net_add_source(net, out, active, &matrix);
}

static void read_property(Property *property, const char *bound)
{
  char text[400] = {0};
  Error error = {0};
  snprintf(text, sizeof text - 16,
           "(declare-const X_0 Real)(declare-const X_1 Real)(declare-const Y_0 Real)"
           "(assert (and (<= X_0 1) (>= X_0 -1) (<= X_1 1) (>= X_1 -1)))(assert (>= Y_0 %s))",
           bound);
  if (property_read(property, text, strlen(text), &error) != STATUS_OK)
    target_complain("the property is not accepted:", text, &error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static Net net;
  static Property holds, fails;
  if (!net.layers.count) {
    make_net(&net);
    read_property(&holds, "2.5");
    read_property(&fails, "1.9");
  }
  char *text = target_text(data, size);
  Error error = {0};
  ProofCount count;
  proof_check(text, &net, &holds, NETWORK, PROPERTY, &count, &error);
  if (proof_check(text, &net, &fails, NETWORK, PROPERTY, &count, &error) == STATUS_OK)
    target_complain("a proof of what does not hold:", text, &error);
  free(text);
  return 0;
}
