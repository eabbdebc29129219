/* A network with a property, read from the text of a bundle: what examining and reducing look at. */
#ifndef LANGUAGE_NN_TEXT_MODEL_H
#define LANGUAGE_NN_TEXT_MODEL_H

#include "language/nn/text/bundle.h"
#include "nn/bound/net.h"
#include "nn/graph/graph.h"
#include "nn/property/property.h"

typedef struct {
  Bundle bundle;
  Property property;
  Graph graph;
  Net net; /* the graph as layers, if has_net */
  bool has_net;
} NnModel;

/* An error is a text, network or property that is wrong, or a property that does not fit the network. The model is to be
 * released only if the status is STATUS_OK. */
Status nn_model_read(NnModel *model, const char *text, size_t length, Error *error);
void nn_model_deinit(NnModel *model);

#endif
