/* Changes networks for libFuzzer as messages: bytes that are changed anywhere are mostly no message any more, and
 * the reader refuses them before it has seen a node. */
#include <stdlib.h>
#include <string.h>

#include <onnx.pb-c.h>

#include "base/random.h"
#include "base/vec.h"
#include "nn/graph/operator.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

typedef struct {
  Random random;
  VEC(ProtobufCMessage *) messages;
  VEC(const char *) texts;
} Mutator;

static void *member(ProtobufCMessage *message, unsigned offset)
{
  return (char *)message + offset;
}

static void collect(Mutator *mutator, ProtobufCMessage *root)
{
  VEC_PUSH(&mutator->messages, root);
  for (size_t i = 0; i < mutator->messages.count; i++) {
    ProtobufCMessage *message = mutator->messages.items[i];
    for (unsigned f = 0; f < message->descriptor->n_fields; f++) {
      const ProtobufCFieldDescriptor *field = &message->descriptor->fields[f];
      bool repeated = field->label == PROTOBUF_C_LABEL_REPEATED;
      bool oneof = field->flags & PROTOBUF_C_FIELD_FLAG_ONEOF;
      if (field->type != PROTOBUF_C_TYPE_MESSAGE && field->type != PROTOBUF_C_TYPE_STRING) continue;
      if (oneof && *(int *)member(message, field->quantifier_offset) != (int)field->id) continue;
      size_t count = repeated ? *(size_t *)member(message, field->quantifier_offset) : 1;
      void **items = repeated ? *(void ***)member(message, field->offset)
                              : (void **)member(message, field->offset);
      for (size_t k = 0; k < count; k++) {
        if (!items[k]) continue;
        if (field->type == PROTOBUF_C_TYPE_MESSAGE)
          VEC_PUSH(&mutator->messages, items[k]);
        else
          VEC_PUSH(&mutator->texts, items[k]);
      }
    }
  }
}

static int64_t draw_number(Mutator *mutator)
{
  static const int64_t NUMBERS[] = {
      0, 1, 2, 3, 4, 5, 8, 16, -1, -2, -3, 255, 4096, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN};
  if (random_chance(&mutator->random, 1, 2)) return (int64_t)random_below(&mutator->random, 20);
  return NUMBERS[random_below(&mutator->random, sizeof NUMBERS / sizeof *NUMBERS)];
}

static char *draw_text(Mutator *mutator)
{
  bool own = mutator->texts.count && random_chance(&mutator->random, 2, 3);
  return strdup(
      own ? mutator->texts.items[random_below(&mutator->random, mutator->texts.count)]
          : operator_get((OperatorKind)random_below(&mutator->random, OPERATOR_COUNT))->name);
}

/* A value of a field that is not a message, at `at`. */
static void change_value(Mutator *mutator, const ProtobufCFieldDescriptor *field, void *at)
{
  switch (field->type) {
  case PROTOBUF_C_TYPE_INT64:
  case PROTOBUF_C_TYPE_UINT64: *(int64_t *)at = draw_number(mutator); break;
  case PROTOBUF_C_TYPE_INT32:
  case PROTOBUF_C_TYPE_ENUM: *(int32_t *)at = (int32_t)draw_number(mutator); break;
  case PROTOBUF_C_TYPE_FLOAT: *(float *)at = (float)draw_number(mutator); break;
  case PROTOBUF_C_TYPE_DOUBLE: *(double *)at = (double)draw_number(mutator); break;
  case PROTOBUF_C_TYPE_STRING: {
    char *text = draw_text(mutator); /* perhaps a copy of the old one */
    if ((const void *)*(char **)at != field->default_value) free(*(char **)at);
    *(char **)at = text;
    break;
  }
  case PROTOBUF_C_TYPE_BYTES: {
    ProtobufCBinaryData *bytes = at;
    if (bytes->len) bytes->data[random_below(&mutator->random, bytes->len)] ^= 0x81;
    break;
  }
  default: break;
  }
}

static size_t value_size(const ProtobufCFieldDescriptor *field)
{
  switch (field->type) {
  case PROTOBUF_C_TYPE_INT32:
  case PROTOBUF_C_TYPE_ENUM:
  case PROTOBUF_C_TYPE_FLOAT: return 4;
  case PROTOBUF_C_TYPE_BYTES: return sizeof(ProtobufCBinaryData);
  default: return 8;
  }
}

static void change_list(Mutator *mutator, ProtobufCMessage *message,
                        const ProtobufCFieldDescriptor *field)
{
  size_t *count = member(message, field->quantifier_offset), size = value_size(field);
  char **items = member(message, field->offset);
  bool pointers = field->type == PROTOBUF_C_TYPE_MESSAGE || field->type == PROTOBUF_C_TYPE_BYTES;
  uint64_t action = random_below(&mutator->random, 4);
  if (*count > 1 && action == 0) { /* two change places */
    char kept[sizeof(ProtobufCBinaryData)];
    char *a = *items + size * random_below(&mutator->random, *count);
    char *b = *items + size * random_below(&mutator->random, *count);
    memcpy(kept, a, size);
    memmove(a, b, size);
    memcpy(b, kept, size);
  } else if (*count && action == 1) { /* the last goes */
    void *last = *items + size * --*count;
    if (field->type == PROTOBUF_C_TYPE_MESSAGE)
      protobuf_c_message_free_unpacked(*(ProtobufCMessage **)last, NULL);
    else if (field->type == PROTOBUF_C_TYPE_STRING)
      free(*(char **)last);
    else if (field->type == PROTOBUF_C_TYPE_BYTES)
      free(((ProtobufCBinaryData *)last)->data);
  } else if (!pointers && action == 2) { /* one more */
    *items = realloc(*items, size * (*count + 1));
    memset(*items + size * *count, 0, size);
    change_value(mutator, field, *items + size * (*count)++);
  } else if (!pointers && *count) {
    change_value(mutator, field, *items + size * random_below(&mutator->random, *count));
  }
}

static void change_field(Mutator *mutator)
{
  ProtobufCMessage *message =
      mutator->messages.items[random_below(&mutator->random, mutator->messages.count)];
  const ProtobufCFieldDescriptor *field =
      &message->descriptor->fields[random_below(&mutator->random, message->descriptor->n_fields)];
  if (field->label == PROTOBUF_C_LABEL_REPEATED) {
    change_list(mutator, message, field);
    return;
  }
  bool oneof = field->flags & PROTOBUF_C_FIELD_FLAG_ONEOF;
  if (field->type == PROTOBUF_C_TYPE_MESSAGE || oneof) return;
  if (field->quantifier_offset)
    *(protobuf_c_boolean *)member(message, field->quantifier_offset) = true;
  change_value(mutator, field, member(message, field->offset));
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
  Mutator mutator = {.random = random_stream(seed, 0, 0)};
  Onnx__ModelProto *model = onnx__model_proto__unpack(NULL, size, data);
  if (!model || random_chance(&mutator.random, 1, 8)) {
    if (model) onnx__model_proto__free_unpacked(model, NULL);
    return LLVMFuzzerMutate(data, size, most);
  }
  collect(&mutator, &model->base);
  uint64_t changes = 1 + random_below(&mutator.random, 3);
  for (uint64_t i = 0; i < changes; i++) {
    change_field(&mutator);
    mutator.messages.count = mutator.texts.count = 0;
    collect(&mutator, &model->base);
  }
  VEC_FREE(&mutator.messages);
  VEC_FREE(&mutator.texts);
  size_t packed = onnx__model_proto__get_packed_size(model);
  if (packed <= most) size = onnx__model_proto__pack(model, data);
  onnx__model_proto__free_unpacked(model, NULL);
  return size;
}
