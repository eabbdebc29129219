/* Building the formula of a property and its canonical form. Part of the reader. */
#ifndef NN_PROPERTY_CANONICAL_H
#define NN_PROPERTY_CANONICAL_H

#include "nn/property/property.h"

uint32_t canonical_add_atom_node(Property *property, uint32_t atom);
/* A conjunction or disjunction of at least two nodes. */
uint32_t canonical_add_node(Property *property, PropertyKind kind, const uint32_t *nodes,
                            size_t count);
/* Counts the parts and finds what they share. Variables have their final numbers. */
Status canonical_finish(Property *property, Error *error);

#endif
