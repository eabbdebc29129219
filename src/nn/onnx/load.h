/* Reads networks in the ONNX format: model, graph, tensors. Files may be compressed by gzip.
 *
 *   Graph graph;
 *   Status status = onnx_load("net.onnx.gz", NULL, &graph, &error);
 *   if (status == STATUS_OK) { ...; graph_deinit(&graph); }
 *
 * Types and shapes are inferred and checked. An error is STATUS_IO (the file), STATUS_SYNTAX (not ONNX), STATUS_SCOPE
 * (names), STATUS_SORT (types and shapes), or STATUS_LIMIT (too large). */
#ifndef NN_ONNX_LOAD_H
#define NN_ONNX_LOAD_H

#include "nn/graph/graph.h"

enum { ONNX_OPSET_LEAST = 7, ONNX_OPSET_MOST = 19 };

/* `limits` may be NULL. The graph is initialised only if the status is STATUS_OK. */
Status onnx_load(const char *path, const GraphLimits *limits, Graph *graph, Error *error);
/* The same for bytes in memory, which may be compressed, too. Tensors in other files are refused. */
Status onnx_read(const void *bytes, size_t length, const GraphLimits *limits, Graph *graph,
                 Error *error);

#endif
