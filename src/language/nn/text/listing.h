/* Small networks as lines that people read: `;; Y = Gemm(X, [[1 -1]], [0.5]) transB=1`. */
#ifndef LANGUAGE_NN_TEXT_LISTING_H
#define LANGUAGE_NN_TEXT_LISTING_H

#include "base/strbuf.h"
#include "nn/graph/graph.h"

/* Appends a comment for each node; nothing for networks with many parameters. */
void nn_list_network(const Graph *graph, StrBuf *out);

#endif
