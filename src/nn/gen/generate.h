/* Random networks with properties.
 *
 *   NetworkSettings settings;
 *   network_settings_init(&settings, NETWORK_VNNLIB, SPEC_SAT);
 *   NetworkInstance instance;
 *   network_generate(&settings, 7, NULL, &instance, &error);
 *   ...
 *   network_instance_deinit(&instance);
 *
 * Instance number N of a seed and settings is always the same. */
#ifndef NN_GEN_GENERATE_H
#define NN_GEN_GENERATE_H

#include "nn/gen/settings.h"
#include "nn/graph/graph.h"

typedef enum { ANSWER_UNKNOWN, ANSWER_SAT, ANSWER_UNSAT } NetworkAnswer;

typedef struct {
  Graph graph;          /* one input (1, n), one output (1, m), of floats */
  bool streamed;        /* weights were given to a sink: the graph does not have them */
  StrBuf property;      /* VNN-LIB */
  NetworkAnswer answer; /* what is known of it */
  Tensor witness;       /* for ANSWER_SAT: an input; else without data */
} NetworkInstance;

/* Takes the weights of networks that are too large to be held. `begin` is told the whole graph; `streamed` are the values
 * whose numbers follow, in that order, in pieces. If an attempt fails, the next one begins again. */
typedef struct {
  void *context;
  Status (*begin)(void *context, const Graph *graph, const ValueId *streamed, size_t count,
                  Error *error);
  Status (*add)(void *context, const float *numbers, size_t count, Error *error);
  uint64_t held_max; /* bytes of weights that are held nevertheless */
} NetworkSink;

/* The settings must have passed network_settings_check. Without a sink everything is held. */
Status network_generate(const NetworkSettings *settings, uint64_t index, const NetworkSink *sink,
                        NetworkInstance *instance, Error *error);
void network_instance_deinit(NetworkInstance *instance);

#endif
