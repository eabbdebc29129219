#include "support/random_net.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

double random_weight(Random *random, double size)
{
  return (double)(float)((random_unit(random) * 2 - 1) * size);
}

static void fill(NetMatrix *matrix, Random *random, double size, bool sparse)
{
  for (uint32_t i = 0; i < matrix->rows; i++)
    for (uint32_t j = 0; j < matrix->columns; j++)
      if (!sparse || random_chance(random, 1, 6))
        net_matrix_row(matrix, i)[j] = random_weight(random, size);
  if (sparse) net_matrix_compress(matrix);
}

static uint32_t add_affine(Net *net, Random *random, uint32_t source, uint32_t size, double scale)
{
  double *bias = malloc(size * sizeof *bias);
  for (uint32_t i = 0; i < size; i++)
    bias[i] = random_chance(random, 1, 4) ? 0 : random_weight(random, scale);
  uint32_t layer = net_add_affine(net, size, bias);
  free(bias);
  NetMatrix matrix;
  net_matrix_init_dense(&matrix, size, net->layers.items[source].size);
  fill(&matrix, random, scale, random_chance(random, 1, 3));
  net_add_source(net, layer, source, &matrix);
  return layer;
}

uint32_t random_affine(Net *net, Random *random, uint32_t source, uint32_t size)
{
  double bias[16];
  assert(size <= sizeof bias / sizeof *bias);
  for (uint32_t i = 0; i < size; i++) bias[i] = random_weight(random, 1);
  NetMatrix matrix;
  net_matrix_init_dense(&matrix, size, net->layers.items[source].size);
  fill(&matrix, random, 1, false);
  uint32_t layer = net_add_affine(net, size, bias);
  net_add_source(net, layer, source, &matrix);
  return layer;
}

void random_net(Net *net, Random *random, LayerKind kind)
{
  *net = (Net){0};
  uint32_t at = net_add_input(net, 1 + (uint32_t)random_below(random, 12));
  double scale = random_chance(random, 1, 3) ? 1 : random_chance(random, 1, 2) ? 1e3 : 1e-3;
  size_t depth = random_below(random, 4);
  for (size_t i = 0; i < depth; i++) {
    uint32_t before = at;
    at = net_add_activation(
        net, kind, add_affine(net, random, at, 1 + (uint32_t)random_below(random, 20), scale));
    if (i == 0 || random_chance(random, 2, 3)) continue;
    NetMatrix matrix;
    net_matrix_init_dense(&matrix, net->layers.items[at].size, net->layers.items[before].size);
    fill(&matrix, random, 1, false);
    NetMatrix identity;
    net_matrix_init_dense(&identity, net->layers.items[at].size, net->layers.items[at].size);
    for (uint32_t k = 0; k < identity.rows; k++) net_matrix_row(&identity, k)[k] = 1;
    uint32_t sum = net_add_affine(net, identity.rows, NULL);
    net_add_source(net, sum, at, &identity);
    net_add_source(net, sum, before, &matrix);
    at = sum;
  }
  add_affine(net, random, at, 1 + (uint32_t)random_below(random, 9), scale);
}

void cancelling_net(Net *net, uint32_t count)
{
  *net = (Net){0};
  uint32_t input = net_add_input(net, 1);
  NetMatrix twice, first, rest, sum;
  net_matrix_init_dense(&twice, 2, 1);
  net_matrix_row(&twice, 0)[0] = net_matrix_row(&twice, 1)[0] = 1;
  uint32_t both = net_add_affine(net, 2, NULL);
  net_add_source(net, both, input, &twice);
  net_matrix_init_sparse(&first, count, 2, count);
  for (uint32_t i = 0; i < count; i++) {
    first.values[i] = 1;
    first.places[i] = 0;
    first.starts[i + 1] = i + 1u;
  }
  uint32_t copies = net_add_affine(net, count, NULL);
  net_add_source(net, copies, both, &first);
  uint32_t output = net_add_affine(net, 1, NULL);
  net_matrix_init_dense(&rest, 1, 2);
  net_matrix_row(&rest, 0)[0] = 1;
  net_matrix_row(&rest, 0)[1] = -1;
  net_matrix_init_dense(&sum, 1, count);
  for (uint32_t i = 0; i < count; i++) net_matrix_row(&sum, 0)[i] = 0.6 * 0x1p-52;
  net_add_source(net, output, both, &rest);
  net_add_source(net, output, copies, &sum);
}

double random_within(Random *random, double lower, double upper)
{
  switch (random_below(random, 4)) {
  case 0: return lower;
  case 1: return upper;
  default: return fmin(upper, fmax(lower, lower + (upper - lower) * random_unit(random)));
  }
}
