/* What assay info says of networks and their properties. */
#ifndef CLI_SHARED_NETWORK_INFO_H
#define CLI_SHARED_NETWORK_INFO_H

#include <jansson.h>

#include "nn/graph/graph.h"
#include "nn/property/property.h"

/* Prints subproblems and ranges, or adds them to a JSON object, if that is not NULL. */
void network_info_property(const Property *property, const char *path, json_t *object);

/* Draws the graph into a file *.svg, *.png or *.pdf, or writes it in the language of Graphviz; an exit code. */
int network_plot(const Graph *graph, const char *path);

#endif
