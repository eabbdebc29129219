/* Small networks for tests, from text.
 *
 *   network_build(&graph, 13, "x:float[1,3]; w:float[3]=1,2,3; y = Mul(x, w); z = Concat(y, x) axis=1; -> z");
 *
 * Statements: inputs, constants (with numbers, one for all or one each), nodes (several results with commas; `_` leaves
 * an input or a result out; attributes name=3, name=0.5, name=word, name="any text" or a list name=[1,2]), the outputs. Shapes are not inferred. */
#ifndef TEST_SUPPORT_NETWORK_H
#define TEST_SUPPORT_NETWORK_H

#include "nn/graph/graph.h"

void network_build(Graph *graph, int64_t opset, const char *text);
/* Builds and infers: STATUS_OK, or the error. */
Status network_infer(Graph *graph, int64_t opset, const char *text, Error *error);

#endif
