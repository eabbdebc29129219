/* A look at the bytes of a message before they are unpacked. The unpacker recurses into messages and allocates a
 * struct for each, so both their depth and their number are bounded here first. */
#ifndef NN_ONNX_SCAN_H
#define NN_ONNX_SCAN_H

#include <protobuf-c/protobuf-c.h>

#include "base/status.h"

Status onnx_scan(const ProtobufCMessageDescriptor *type, const uint8_t *bytes, size_t length,
                 Error *error);

#endif
