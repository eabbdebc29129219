/* Inputs in the form in which they are reduced: a network as layers, a property as parts of boxes and rows, and a state of
 * flags and numbers that says what of it is left.
 *
 * Edits only set flags, or numbers to simpler ones, so that any set of them can be applied in any order, and what is
 * left after some is still there for the others. Neurons, layers, inputs, outputs, rows and parts go by a flag; weights and bounds are
 * numbers. What cannot be written as layers stays a graph, of which nodes can be left out by a flag. */
#ifndef LANGUAGE_NN_REDUCE_PLAIN_H
#define LANGUAGE_NN_REDUCE_PLAIN_H

#include "language/nn/text/model.h"

/* Where something begins in a state, and how many there are. */
typedef struct {
  size_t first, count;
} Range;

typedef struct {
  uint8_t *flags; /* 1: it is gone */
  double *numbers;
} PlainState;

/* A row of a part: coefficients by variable, in the numbers. */
typedef struct {
  size_t coefficients; /* inputs + outputs numbers */
  size_t bound;
  bool strict;
} PlainRow;

typedef struct {
  size_t lower, upper; /* of the inputs, in the numbers */
  size_t first, count; /* rows */
} PlainPart;

typedef struct {
  NnModel *model;
  bool layers;   /* the network is one of layers; else a graph */
  bool rational; /* the property is one of parts; else it stays as it is */
  size_t flag_count, number_count;
  /* flags */
  Range neurons; /* of all layers, as net_offsets says; those of the input and output layers, too */
  Range bypassed; /* layers; of a graph: nodes */
  Range parts, rows;
  /* numbers */
  size_t *offsets;  /* of layers among the neurons */
  size_t *biases;   /* by layer */
  size_t **weights; /* by layer and source: rows * columns numbers */
  Range network;    /* all weights and biases */
  Range property;   /* all boxes, coefficients and bounds */
  VEC(PlainPart) part_list;
  VEC(PlainRow) row_list;
  PlainState state; /* of the best */
  double *witness;  /* the inputs of the witness that the text has; NULL: it has none */
} Plain;

/* The model has to live as long. */
void nn_plain_init(Plain *plain, NnModel *model);
void nn_plain_deinit(Plain *plain);

void nn_plain_copy_state(const Plain *plain, PlainState *to);
void nn_plain_free_state(PlainState *state);

/* Where an input that goes is fixed: at the witness, or in the middle of a box. */
double nn_plain_centre(const Plain *plain, const PlainState *state, const PlainPart *part,
                       size_t input);

/* The text of what is left. False: it is no input any more. */
bool nn_plain_render(const Plain *plain, const PlainState *state, StrBuf *text);

/* Inside: the network and the property of a bundle. `left` has 1 + the new number of each input and output that is left, or 0. */
bool nn_plain_render_layers(const Plain *plain, const PlainState *state, uint32_t *left,
                            Bundle *bundle);
bool nn_plain_render_graph(const Plain *plain, const PlainState *state, Bundle *bundle);
bool nn_plain_render_property(const Plain *plain, const PlainState *state, const uint32_t *left,
                              StrBuf *out);

#endif
