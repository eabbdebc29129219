/* Products with constant matrices. */
#include <assert.h>

#include "nn/bound/compile_parts.h"

/* A constant matrix within a tensor: element (i, j) is at i * row + j * column. */
typedef struct {
  const Tensor *tensor;
  size_t rows, columns, row, column;
} View;

static double view_get(const View *view, size_t i, size_t j)
{
  return tensor_get_double(view->tensor, i * view->row + j * view->column);
}

/* The matrix of y[k][i] = sum_j view(i, j) x[k][j] for `copies` of k, where element (k, j) of x is at
 * k * x_row + j * x_column, and y has one row for each k or, without by_rows, one column. */
typedef struct {
  size_t copies, x_row, x_column;
  bool by_rows;
} Layout;

static NetMatrix build(const View *view, const Layout *layout, size_t inputs, size_t outputs)
{
  NetMatrix matrix;
  size_t entries = 0;
  for (size_t i = 0; i < view->rows; i++)
    for (size_t j = 0; j < view->columns; j++) entries += view_get(view, i, j) != 0;
  if (layout->copies == 1 && entries * 4 > view->rows * view->columns) {
    net_matrix_init_dense(&matrix, (uint32_t)outputs, (uint32_t)inputs);
    for (size_t i = 0; i < view->rows; i++)
      for (size_t j = 0; j < view->columns; j++)
        net_matrix_row(&matrix, (uint32_t)i)[j * layout->x_column] = view_get(view, i, j);
    return matrix;
  }
  net_matrix_init_sparse(&matrix, (uint32_t)outputs, (uint32_t)inputs, entries * layout->copies);
  size_t at = 0;
  for (size_t y = 0; y < outputs; y++) {
    size_t k = layout->by_rows ? y / view->rows : y % layout->copies;
    size_t i = layout->by_rows ? y % view->rows : y / layout->copies;
    for (size_t j = 0; j < view->columns; j++) {
      double value = view_get(view, i, j);
      if (value == 0) continue;
      matrix.values[at] = value;
      matrix.places[at++] = (uint32_t)(k * layout->x_row + j * layout->x_column);
    }
    matrix.starts[y + 1] = at;
  }
  return matrix;
}

static Status add_layer(Compiler *compiler, const View *view, const Layout *layout,
                        size_t source_input, const double *bias, double uncertainty, double scale)
{
  Net *net = compiler->net;
  uint32_t source = compile_layer(compiler, source_input);
  size_t outputs;
  tensor_shape_count(compile_result(compiler), COMPILE_ENTRIES_MAX, &outputs);
  if (view->rows * view->columns > COMPILE_ENTRIES_MAX / layout->copies)
    return compile_fail(compiler, "has a matrix that is too large");
  assert(outputs == view->rows * layout->copies);
  NetMatrix matrix = build(view, layout, net->layers.items[source].size, outputs);
  if (scale != 1) {
    size_t entries = matrix.sparse ? matrix.starts[matrix.rows] : matrix.rows * matrix.stride;
    for (size_t i = 0; i < entries; i++) matrix.values[i] *= scale;
  }
  uint32_t layer = net_add_affine(net, (uint32_t)outputs, bias);
  net_add_source(net, layer, source, &matrix);
  net->layers.items[layer].uncertainty = uncertainty;
  compile_set(compiler, layer);
  return STATUS_OK;
}

static Status compile_matmul(Compiler *compiler)
{
  const Tensor *left = graph_constant(compiler->graph, compiler->node->inputs[0]);
  const Tensor *right = graph_constant(compiler->graph, compiler->node->inputs[1]);
  if (!left && !right)
    return compile_fail(compiler, "is a product of two values that are not constant");
  if (right) { /* x B, for any number of rows x */
    if (right->shape.rank > 2)
      return compile_fail(compiler, "has a constant of more than two dimensions");
    size_t inner = (size_t)right->shape.dims[0],
           columns = right->shape.rank == 2 ? (size_t)right->shape.dims[1] : 1;
    if (inner == 0 || columns == 0) return compile_fail(compiler, "has an empty matrix");
    View view = {right, columns, inner, 1, columns};
    size_t elements = compiler->net->layers.items[compile_layer(compiler, 0)].size;
    return add_layer(compiler, &view, &(Layout){elements / inner, inner, 1, true}, 0, NULL, 0, 1);
  }
  const TensorShape *x = compile_shape(compiler, 1);
  if (left->shape.rank > 2 || x->rank > 2)
    return compile_fail(compiler, "has more than two dimensions");
  size_t inner = (size_t)left->shape.dims[left->shape.rank - 1];
  size_t rows = left->shape.rank == 2 ? (size_t)left->shape.dims[0] : 1;
  size_t copies = x->rank == 2 ? (size_t)x->dims[1] : 1;
  if (inner == 0 || rows == 0 || copies == 0) return compile_fail(compiler, "has an empty matrix");
  View view = {left, rows, inner, inner, 1};
  return add_layer(compiler, &view, &(Layout){copies, 1, copies, false}, 1, NULL, 0, 1);
}

static Status compile_gemm(Compiler *compiler)
{
  const Graph *graph = compiler->graph;
  const Tensor *weights = graph_constant(graph, compiler->node->inputs[1]);
  ValueId third = graph_node_input(compiler->node, 2);
  const Tensor *bias = graph_constant(graph, third);
  if (!weights || graph_constant(graph, compiler->node->inputs[0]) ||
      (third != VALUE_NONE && !bias))
    return compile_fail(compiler, "has a second or third input that is not constant");
  if (graph_attribute_int(compiler->node, "transA") && compile_shape(compiler, 0)->dims[1] != 1)
    return compile_fail(compiler, "transposes its first input");
  bool transposed = graph_attribute_int(compiler->node, "transB");
  size_t columns = (size_t)weights->shape.dims[transposed ? 0 : 1];
  size_t inner = (size_t)weights->shape.dims[transposed ? 1 : 0];
  if (inner == 0 || columns == 0) return compile_fail(compiler, "has an empty matrix");
  View view = {weights, columns, inner, transposed ? inner : 1, transposed ? 1 : columns};
  double alpha = (double)graph_attribute_float(compiler->node, "alpha");
  double beta = (double)graph_attribute_float(compiler->node, "beta");
  size_t copies = compiler->net->layers.items[compile_layer(compiler, 0)].size / inner;
  double *added = NULL;
  if (bias) {
    /* The bias is broadcast to (copies, columns). */
    size_t last = bias->shape.rank > 0 ? (size_t)bias->shape.dims[bias->shape.rank - 1] : 1;
    added = mem_alloc(copies * columns, sizeof *added);
    for (size_t k = 0; k < copies; k++)
      for (size_t i = 0; i < columns; i++) {
        size_t row = bias->count == last ? 0 : k;
        added[k * columns + i] = beta * tensor_get_double(bias, row * last + (last == 1 ? 0 : i));
      }
  }
  double uncertainty = alpha == 1 && beta == 1 ? 0 : COMPILE_ROUNDED;
  Status status =
      add_layer(compiler, &view, &(Layout){copies, inner, 1, true}, 0, added, uncertainty, alpha);
  free(added);
  return status;
}

Status compile_product(Compiler *compiler)
{
  return compiler->node->op->kind == OP_Gemm ? compile_gemm(compiler) : compile_matmul(compiler);
}
