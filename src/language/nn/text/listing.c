#include "language/nn/text/listing.h"

#include <inttypes.h>
#include <math.h>

/* Networks with more are not for reading. */
enum { PARAMETERS_MAX = 200 };

static void print_tensor(const Tensor *tensor, StrBuf *out)
{
  uint32_t rank = tensor->shape.rank;
  size_t columns = rank ? (size_t)tensor->shape.dims[rank - 1] : 1;
  bool rows = rank > 1 && columns > 0;
  strbuf_add_text(out, rows ? "[[" : "[");
  for (size_t i = 0; i < tensor->count; i++) {
    if (i && rows && i % columns == 0)
      strbuf_add_text(out, "] [");
    else if (i)
      strbuf_add_char(out, ' ');
    strbuf_printf(out, "%.9g", tensor_get_double(tensor, i));
  }
  strbuf_add_text(out, rows ? "]]" : "]");
}

static void print_input(const Graph *graph, ValueId value, StrBuf *out)
{
  if (value == VALUE_NONE)
    strbuf_add_char(out, '_');
  else if (graph_constant(graph, value))
    print_tensor(graph_constant(graph, value), out);
  else
    strbuf_add_text(out, graph_value(graph, value)->name);
}

static void print_attribute(const GraphAttribute *attribute, StrBuf *out)
{
  strbuf_printf(out, " %s=", attribute->name);
  switch (attribute->kind) {
  case 'i': strbuf_printf(out, "%" PRId64, attribute->number); break;
  case 'f': strbuf_printf(out, "%.9g", (double)attribute->real); break;
  case 's': strbuf_add_text(out, attribute->text); break;
  case 'I':
    for (uint32_t i = 0; i < attribute->count; i++)
      strbuf_printf(out, "%s%" PRId64, i ? "," : "", attribute->numbers[i]);
    break;
  default: strbuf_add_text(out, "..."); break;
  }
}

static void print_node(const Graph *graph, const GraphNode *node, StrBuf *out)
{
  strbuf_add_text(out, ";; ");
  for (uint32_t i = 0; i < node->output_count; i++) {
    if (i) strbuf_add_text(out, ", ");
    print_input(graph, node->outputs[i], out);
  }
  strbuf_printf(out, " = %s(", node->op->name);
  for (uint32_t i = 0; i < node->input_count; i++) {
    if (i) strbuf_add_text(out, ", ");
    print_input(graph, node->inputs[i], out);
  }
  strbuf_add_char(out, ')');
  for (uint32_t i = 0; i < node->attribute_count; i++) print_attribute(&node->attributes[i], out);
  strbuf_add_char(out, '\n');
}

/* Names and texts of a network may have line breaks in them: they stay in their comments. */
static void keep_in_line(StrBuf *out, size_t from)
{
  for (size_t i = from; i + 1 < out->length; i++)
    if ((unsigned char)out->bytes[i] < ' ' || (unsigned char)out->bytes[i] > '~')
      out->bytes[i] = '?';
}

void nn_list_network(const Graph *graph, StrBuf *out)
{
  if (graph_parameter_count(graph) > PARAMETERS_MAX) return;
  for (size_t i = 0; i < graph->nodes.count; i++) {
    size_t from = out->length;
    if (graph->nodes.items[i].constant) continue;
    print_node(graph, &graph->nodes.items[i], out);
    keep_in_line(out, from);
  }
}
