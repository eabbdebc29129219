#include "nn/onnx/write.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/value.h"
#include "nn/onnx/save_parts.h"

/* Numbers of fields in onnx.proto, with the wire type of what has a length (protobuf encoding). */
enum { TAG_GRAPH = 7 << 3 | 2, TAG_INITIALIZER = 5 << 3 | 2, TAG_RAW_DATA = 9 << 3 | 2 };

struct OnnxWriter {
  const Graph *graph;
  U32Vec streamed;
  size_t next;      /* tensor that begins with the next number */
  uint64_t left;    /* numbers of the one before it that are missing */
  bool external;    /* numbers are in the file `data` alone */
  FileOutput file;  /* where numbers go */
  FileOutput model; /* the model, if that is another file */
  Arena arena;
};

static uint64_t count_of(const OnnxWriter *writer, size_t tensor)
{
  const TensorShape *shape = &graph_value(writer->graph, writer->streamed.items[tensor])->shape;
  uint64_t count = 1;
  for (uint32_t i = 0; i < shape->rank; i++) count *= (uint64_t)shape->dims[i];
  return count;
}

/* --- bytes of the format --- */

static size_t varint_size(uint64_t number)
{
  size_t size = 1;
  for (; number >= 0x80; number >>= 7) size++;
  return size;
}

static void put_varint(FILE *out, uint64_t number)
{
  for (; number >= 0x80; number >>= 7) putc((int)(number & 0x7f) | 0x80, out);
  putc((int)number, out);
}

static void put_message(FILE *out, const ProtobufCMessage *message)
{
  size_t size = protobuf_c_message_get_packed_size(message);
  uint8_t *bytes = mem_alloc(size + 1, 1);
  protobuf_c_message_pack(message, bytes);
  fwrite(bytes, 1, size, out);
  free(bytes);
}

static const Onnx__TensorProto *header_of(OnnxWriter *writer, size_t tensor)
{
  const GraphValue *value = graph_value(writer->graph, writer->streamed.items[tensor]);
  return onnx_make_header(&writer->arena, &value->shape, value->name);
}

/* Of an initialiser with its numbers, without tag and length. */
static uint64_t tensor_size(OnnxWriter *writer, size_t tensor)
{
  uint64_t bytes = count_of(writer, tensor) * sizeof(float);
  return onnx__tensor_proto__get_packed_size(header_of(writer, tensor)) + 1 + varint_size(bytes) +
         bytes;
}

/* --- numbers in the model --- */

static uint64_t graph_size(OnnxWriter *writer, const Onnx__GraphProto *made)
{
  uint64_t size = onnx__graph_proto__get_packed_size(made);
  for (size_t i = 0; i < writer->streamed.count; i++) {
    uint64_t own = tensor_size(writer, i);
    size += 1 + varint_size(own) + own;
  }
  return size;
}

/* The graph comes last, so that its initialisers can follow one after the other. */
static Status begin_whole(OnnxWriter *writer, const Onnx__ModelProto *model,
                          const Onnx__GraphProto *made, const char *path, Error *error)
{
  Status status = file_output_open(&writer->file, path, error);
  if (status != STATUS_OK) return status;
  FILE *out = writer->file.stream;
  put_message(out, &model->base);
  putc(TAG_GRAPH, out);
  put_varint(out, graph_size(writer, made));
  put_message(out, &made->base);
  return STATUS_OK;
}

static void begin_tensor(OnnxWriter *writer, size_t tensor)
{
  writer->left = count_of(writer, tensor);
  if (writer->external) return;
  FILE *out = writer->file.stream;
  putc(TAG_INITIALIZER, out);
  put_varint(out, tensor_size(writer, tensor));
  put_message(out, &header_of(writer, tensor)->base);
  putc(TAG_RAW_DATA, out);
  put_varint(out, writer->left * sizeof(float));
}

/* --- numbers in another file --- */

static char *copy_text(Arena *arena, const char *text)
{
  size_t size = strlen(text) + 1;
  char *copy = arena_alloc(arena, size, 1);
  memcpy(copy, text, size);
  return copy;
}

static Onnx__StringStringEntryProto *make_entry(Arena *arena, const char *key, const char *value)
{
  Onnx__StringStringEntryProto *entry = arena_alloc(arena, 1, sizeof *entry);
  onnx__string_string_entry_proto__init(entry);
  entry->key = copy_text(arena, key);
  entry->value = copy_text(arena, value);
  return entry;
}

static Onnx__StringStringEntryProto *make_number(Arena *arena, const char *key, uint64_t number)
{
  char text[VALUE_TEXT_SIZE];
  value_format_unsigned(number, text);
  return make_entry(arena, key, text);
}

static Onnx__TensorProto *make_external(OnnxWriter *writer, size_t tensor, const char *location,
                                        uint64_t offset)
{
  enum { ENTRIES = 3 };
  Arena *arena = &writer->arena;
  const GraphValue *value = graph_value(writer->graph, writer->streamed.items[tensor]);
  Onnx__TensorProto *made = onnx_make_header(arena, &value->shape, value->name);
  made->has_data_location = true;
  made->data_location = ONNX__TENSOR_PROTO__DATA_LOCATION__EXTERNAL;
  made->n_external_data = ENTRIES;
  made->external_data = arena_alloc(arena, ENTRIES, sizeof *made->external_data);
  made->external_data[0] = make_entry(arena, "location", location);
  made->external_data[1] = make_number(arena, "offset", offset);
  made->external_data[2] = make_number(arena, "length", count_of(writer, tensor) * sizeof(float));
  return made;
}

static void add_external(OnnxWriter *writer, const char *location, Onnx__GraphProto *made)
{
  size_t count = made->n_initializer + writer->streamed.count;
  Onnx__TensorProto **all = arena_alloc(&writer->arena, count, sizeof *all);
  if (made->n_initializer) memcpy(all, made->initializer, made->n_initializer * sizeof *all);
  uint64_t offset = 0;
  for (size_t i = 0; i < writer->streamed.count; i++) {
    all[made->n_initializer + i] = make_external(writer, i, location, offset);
    offset += count_of(writer, i) * sizeof(float);
  }
  made->initializer = all;
  made->n_initializer = count;
}

/* NAME.data for NAME.onnx. */
static Status begin_external(OnnxWriter *writer, Onnx__ModelProto *model, Onnx__GraphProto *made,
                             const char *path, Error *error)
{
  size_t length = strlen(path), stem = length;
  if (length > 5 && strcmp(path + length - 5, ".onnx") == 0) stem -= 5;
  StrBuf data;
  strbuf_init(&data, 0);
  strbuf_add(&data, path, stem);
  strbuf_add_text(&data, ".data");
  const char *whole = strbuf_text(&data), *slash = strrchr(whole, '/');
  add_external(writer, slash ? slash + 1 : whole, made);
  model->graph = made;
  Status status = file_output_open(&writer->model, path, error);
  if (status == STATUS_OK) {
    put_message(writer->model.stream, &model->base);
    status = file_output_open(&writer->file, whole, error);
    if (status != STATUS_OK) file_output_close(&writer->model, false, &(Error){0});
  }
  strbuf_deinit(&data);
  return status;
}

/* --- both --- */

OnnxWriter *onnx_writer_create(const Graph *graph, const ValueId *streamed, size_t count,
                               const char *path, uint64_t limit, Error *error)
{
  /* the format's own limit, and some room */
  const uint64_t most = ((uint64_t)1 << 31) - (1 << 20);
  OnnxWriter *writer = mem_alloc_zero(1, sizeof *writer);
  writer->graph = graph;
  VEC_APPEND(&writer->streamed, streamed, count);
  Onnx__ModelProto model;
  Onnx__GraphProto made;
  Onnx__OperatorSetIdProto opset, *opsets = &opset;
  onnx_make_graph(&writer->arena, graph, &made);
  onnx_make_model(graph, &opsets, &model);
  writer->external = graph_size(writer, &made) >= (limit && limit < most ? limit : most);
  Status status = writer->external ? begin_external(writer, &model, &made, path, error)
                                   : begin_whole(writer, &model, &made, path, error);
  if (status == STATUS_OK) return writer;
  arena_deinit(&writer->arena);
  VEC_FREE(&writer->streamed);
  free(writer);
  return NULL;
}

Status onnx_writer_add(OnnxWriter *writer, const float *numbers, size_t count, Error *error)
{
  while (count > 0) {
    if (writer->left == 0) {
      assert(writer->next < writer->streamed.count);
      begin_tensor(writer, writer->next++);
    }
    size_t some = count < writer->left ? count : (size_t)writer->left;
    if (fwrite(numbers, sizeof *numbers, some, writer->file.stream) != some)
      return error_set(error, STATUS_IO, "cannot write '%s'", writer->file.path);
    numbers += some;
    count -= some;
    writer->left -= some;
  }
  return STATUS_OK;
}

static Status end(OnnxWriter *writer, bool keep, Error *error)
{
  Status status = file_output_close(&writer->file, keep, error);
  if (writer->external) {
    Status other = file_output_close(&writer->model, keep && status == STATUS_OK,
                                     status == STATUS_OK ? error : &(Error){0});
    if (status == STATUS_OK) status = other;
  }
  arena_deinit(&writer->arena);
  VEC_FREE(&writer->streamed);
  free(writer);
  return status;
}

Status onnx_writer_close(OnnxWriter *writer, Error *error)
{
  assert(writer->left == 0 && writer->next == writer->streamed.count);
  return end(writer, true, error);
}

void onnx_writer_discard(OnnxWriter *writer)
{
  Error ignored;
  (void)end(writer, false, &ignored);
}
