/* Writes networks in the ONNX format.
 *
 * Initialisers, inputs with their shapes, nodes with the attributes that are given, and outputs; results that were
 * computed while loading are not constants of the file: their nodes are. Reading it back gives the same network, and
 * the same network gives the same bytes. */
#ifndef NN_ONNX_SAVE_H
#define NN_ONNX_SAVE_H

#include "base/strbuf.h"
#include "nn/graph/graph.h"

void onnx_print(const Graph *graph, StrBuf *out);
/* "-" is standard output. */
Status onnx_save(const Graph *graph, const char *path, Error *error);

#endif
