#include "nn/onnx/scan.h"

#include <stdbool.h>

enum { DEPTH_MAX = 60 };
static const size_t ITEMS_MAX = 8000000; /* messages, strings and single numbers of lists */

typedef struct {
  const ProtobufCMessageDescriptor *type;
  const uint8_t *end;
} Level;

static bool read_number(const uint8_t **at, const uint8_t *end, uint64_t *number)
{
  *number = 0;
  for (int shift = 0; shift < 64 && *at < end; shift += 7) {
    uint8_t byte = *(*at)++;
    *number |= (uint64_t)(byte & 127) << shift;
    if (byte < 128) return true;
  }
  return false;
}

/* Steps over a field's key and, unless it has a length, its contents. */
static bool read_field(const uint8_t **at, const uint8_t *end, uint64_t *key, uint64_t *length)
{
  uint64_t ignored;
  if (!read_number(at, end, key)) return false;
  *length = 0;
  switch (*key & 7) {
  case PROTOBUF_C_WIRE_TYPE_VARINT: return read_number(at, end, &ignored);
  case PROTOBUF_C_WIRE_TYPE_64BIT: *length = 8; break;
  case PROTOBUF_C_WIRE_TYPE_32BIT: *length = 4; break;
  case PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED:
    if (!read_number(at, end, length)) return false;
    break;
  default: return false;
  }
  return *length <= (uint64_t)(end - *at);
}

Status onnx_scan(const ProtobufCMessageDescriptor *type, const uint8_t *bytes, size_t length,
                 Error *error)
{
  Level levels[DEPTH_MAX] = {{type, bytes + length}};
  size_t depth = 1, items = 0;
  for (const uint8_t *at = bytes; depth > 0;) {
    Level *level = &levels[depth - 1];
    if (at == level->end) {
      depth--;
      continue;
    }
    uint64_t key, size;
    if (!read_field(&at, level->end, &key, &size))
      return error_set_at(error, STATUS_SYNTAX, (uint64_t)(at - bytes),
                          "is not in the ONNX format");
    if (++items > ITEMS_MAX)
      return error_set(error, STATUS_LIMIT, "has more than %zu parts", ITEMS_MAX);
    const ProtobufCFieldDescriptor *field =
        protobuf_c_message_descriptor_get_field(level->type, (unsigned)(key >> 3));
    bool message = field && field->type == PROTOBUF_C_TYPE_MESSAGE &&
                   (key & 7) == PROTOBUF_C_WIRE_TYPE_LENGTH_PREFIXED;
    if (!message) {
      at += size;
      continue;
    }
    if (depth == DEPTH_MAX)
      return error_set(error, STATUS_LIMIT, "is nested deeper than %d levels", DEPTH_MAX);
    levels[depth++] = (Level){field->descriptor, at + size};
  }
  return STATUS_OK;
}
