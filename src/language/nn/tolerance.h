/* What verifiers may be off by, without being blamed: the tolerance of VNN-COMP, of an atom relative to 1 + the size of its
 * terms. */
#ifndef LANGUAGE_NN_TOLERANCE_H
#define LANGUAGE_NN_TOLERANCE_H

#define NN_TOLERANCE 1e-4

#endif
