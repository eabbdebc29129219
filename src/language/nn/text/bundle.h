/* A network with a property as one text.
 *
 *   ; sat                                      what is known of it: a line, or none
 *   ; witness ((X_0 0.5) (X_1 0.25))           an input that violates the property: a line, or none
 *   (declare-const X_0 Real) ...               the property, in VNN-LIB
 *   ;; Y = Relu(X)                             the network for people, where it is small: lines, or none
 *   ;network                                   the network in the ONNX format, base64 in comments
 *   ;CAg6...
 *
 * The text is VNN-LIB by itself. Verifiers get the network and the property as two files, without what is known. */
#ifndef LANGUAGE_NN_TEXT_BUNDLE_H
#define LANGUAGE_NN_TEXT_BUNDLE_H

#include "base/file.h"
#include "base/status.h"
#include "base/strbuf.h"
#include "run/solver/response.h"

typedef struct {
  StrBuf network;      /* in the ONNX format */
  StrBuf property;     /* followed by FILE_PADDING zero bytes */
  StrBuf witness;      /* empty: none */
  StrBuf listing;      /* lines for people; what is read has none */
  SolverAnswer status; /* SAYS_SAT, SAYS_UNSAT or SAYS_UNKNOWN */
} Bundle;

void bundle_init(Bundle *bundle);
void bundle_deinit(Bundle *bundle);
/* Takes a text apart; only a network that is no base64, or none at all, is an error. The bundle is empty before, and to be
 * released in any case. */
Status bundle_read(Bundle *bundle, const char *text, size_t length, Error *error);
void bundle_print(const Bundle *bundle, StrBuf *out);

/* By the paths of both, NETWORK.onnx:PROPERTY.vnnlib, each compressed by gzip or not; by that of a property of which the network
 * is beside it, with the same name; or by that of a text. */
/* Are two paths, one after the other, those of a network and its property? */
bool bundle_joins(const char *path, const char *next);
Status bundle_load(const char *path, FileText *text, Error *error);

#endif
