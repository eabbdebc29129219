/* The input of a network, as commands get it. */
#ifndef CLI_SHARED_NETWORK_INPUT_H
#define CLI_SHARED_NETWORK_INPUT_H

#include <gmp.h>

#include "cli/option/command.h"
#include "nn/graph/graph.h"

/* The elements of all inputs one after the other: as they are written, and as doubles. */
typedef struct {
  size_t count;
  mpq_t *exact;
  double *numbers;
} NetworkInput;

/* `what` is zeros, random, or a file: numbers with spaces, commas or brackets between them, or JSON (.json): numbers in
 * arrays, or an object that has such an array for each input by its name. Says what is wrong. The input is to be freed
 * in any case. */
int network_input_read(const Subcommand *command, const Graph *graph, const char *what,
                       uint64_t seed, NetworkInput *input);
void network_input_deinit(NetworkInput *input);

#endif
