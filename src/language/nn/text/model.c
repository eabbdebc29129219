#include "language/nn/text/model.h"

#include "nn/bound/compile.h"
#include "nn/onnx/load.h"

static Status check_fit(const Graph *graph, const Property *property, Error *error)
{
  if (graph->inputs.count != 1 || graph->outputs.count != 1)
    return error_set(error, STATUS_SORT,
                     "the network has %zu inputs and %zu outputs, one of each "
                     "is expected",
                     graph->inputs.count, graph->outputs.count);
  size_t inputs, outputs;
  const TensorShape *x = &graph_value(graph, graph->inputs.items[0])->shape,
                    *y = &graph_value(graph, graph->outputs.items[0])->shape;
  if (x->type != TENSOR_FLOAT || y->type != TENSOR_FLOAT)
    return error_set(error, STATUS_SORT, "input and output of the network are not of floats");
  if (!tensor_shape_count(x, UINT32_MAX, &inputs) || !tensor_shape_count(y, UINT32_MAX, &outputs) ||
      inputs != property->inputs || outputs != property->outputs)
    return error_set(
        error, STATUS_SORT,
        "the property has %u inputs and %u outputs, which are not those of the network",
        property->inputs, property->outputs);
  return STATUS_OK;
}

Status nn_model_read(NnModel *model, const char *text, size_t length, Error *error)
{
  *model = (NnModel){0};
  bundle_init(&model->bundle);
  Status status = bundle_read(&model->bundle, text, length, error);
  bool has_property = false, has_graph = false;
  if (!status) {
    status = property_read(&model->property, model->bundle.property.bytes,
                           model->bundle.property.length, error);
    has_property = !status;
  }
  if (!status) {
    status = onnx_read(model->bundle.network.bytes, model->bundle.network.length, NULL,
                       &model->graph, error);
    has_graph = !status;
    if (status) error_set(error, status, "the network %s", error->message);
  }
  if (!status) status = check_fit(&model->graph, &model->property, error);
  if (!status) {
    Error ignored;
    model->has_net = compile_graph(&model->graph, &model->net, &ignored) == STATUS_OK;
    return STATUS_OK;
  }
  if (has_graph) graph_deinit(&model->graph);
  if (has_property) property_deinit(&model->property);
  bundle_deinit(&model->bundle);
  return status;
}

void nn_model_deinit(NnModel *model)
{
  if (model->has_net) net_deinit(&model->net);
  graph_deinit(&model->graph);
  property_deinit(&model->property);
  bundle_deinit(&model->bundle);
}
