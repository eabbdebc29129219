/* Networks and properties as commands get them. */
#ifndef CLI_SHARED_NETWORK_OPEN_H
#define CLI_SHARED_NETWORK_OPEN_H

#include "nn/graph/graph.h"
#include "nn/property/property.h"

/* Reads a network. Says what is wrong on stderr, unless it goes to *error. EXIT_FINE, EXIT_FINDING if the network is
 * wrong, EXIT_ENVIRONMENT if the file cannot be read. */
int network_open(const char *path, Graph *graph, Error *error);
/* The same for a property. If `graph` is not NULL, it must have the property's inputs and outputs. */
int network_open_property(const char *path, const Graph *graph, Property *property, Error *error);

/* The elements of all inputs, or of all outputs. */
size_t network_input_count(const Graph *graph);
size_t network_output_count(const Graph *graph);
/* "float[1,5] -> float[1,2]", one shape for each input and output. */
void network_print_shapes(const Graph *graph, StrBuf *out);

#endif
