/* Writes networks whose weights are not held, in one pass.
 *
 *   OnnxWriter *writer = onnx_writer_create(&graph, streamed, count, "net.onnx", &error);
 *   while (...) onnx_writer_add(writer, numbers, count, &error);
 *   onnx_writer_close(writer, &error);
 *
 * `streamed` are values of floats with a shape that have no constant. Their numbers follow in that order, in pieces of any
 * size. Models of 2 GiB and more have the numbers in a file of their own beside them (external data), NAME.data for
 * NAME.onnx: the format allows no larger ones. */
#ifndef NN_ONNX_WRITE_H
#define NN_ONNX_WRITE_H

#include "nn/graph/graph.h"

typedef struct OnnxWriter OnnxWriter;

/* NULL: an error. `graph` has to live until the end. `limit`: bytes from which on numbers go to another file; 0 is 2 GiB. */
OnnxWriter *onnx_writer_create(const Graph *graph, const ValueId *streamed, size_t count,
                               const char *path, uint64_t limit, Error *error);
Status onnx_writer_add(OnnxWriter *writer, const float *numbers, size_t count, Error *error);
/* All numbers have been added. Ends the writer in any case; after an error there is no new file. */
Status onnx_writer_close(OnnxWriter *writer, Error *error);
/* Ends it without a new file. */
void onnx_writer_discard(OnnxWriter *writer);

#endif
