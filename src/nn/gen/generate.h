/* Random networks with properties.
 *
 *   NetworkSettings settings;
 *   network_settings_init(&settings, NETWORK_VNNLIB, SPEC_SAT);
 *   NetworkInstance instance;
 *   network_generate(&settings, 7, &instance, &error);
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
  StrBuf property;      /* VNN-LIB */
  NetworkAnswer answer; /* what is known of it */
  Tensor witness;       /* for ANSWER_SAT: an input; else without data */
} NetworkInstance;

/* The settings must have passed network_settings_check. */
Status network_generate(const NetworkSettings *settings, uint64_t index, NetworkInstance *instance,
                        Error *error);
void network_instance_deinit(NetworkInstance *instance);

#endif
