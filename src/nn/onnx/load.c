#include "nn/onnx/load.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#define ZLIB_CONST
#include <zlib.h>

#include "base/mem.h"
#include "nn/infer/shapes.h"
#include "nn/onnx/read.h"
#include "nn/onnx/scan.h"

typedef struct {
  uint8_t *bytes;
  size_t length, capacity;
} Bytes;

/* Makes room for more; at most `limit` bytes and one. */
static void bytes_grow(Bytes *bytes, uint64_t limit)
{
  size_t capacity = bytes->capacity ? bytes->capacity * 2 : 1 << 16;
  if (capacity > limit + 1) capacity = (size_t)limit + 1;
  bytes->bytes = mem_resize(bytes->bytes, capacity, 1);
  bytes->capacity = capacity;
}

static Status too_large(uint64_t limit, Error *error)
{
  return error_set(error, STATUS_LIMIT, "has more than %" PRIu64 " bytes", limit);
}

static Status read_stream(gzFile stream, uint64_t limit, Bytes *bytes, Error *error)
{
  for (;;) {
    if (bytes->length == bytes->capacity) bytes_grow(bytes, limit);
    size_t room = bytes->capacity - bytes->length;
    int got =
        gzread(stream, bytes->bytes + bytes->length, room > 1 << 30 ? 1 << 30 : (unsigned)room);
    int code;
    if (got < 0) return error_set(error, STATUS_IO, "cannot be read: %s", gzerror(stream, &code));
    if (got == 0) break;
    bytes->length += (size_t)got;
    if (bytes->length > limit) return too_large(limit, error);
  }
  int code;
  gzerror(stream, &code);
  return code == Z_OK ? STATUS_OK : error_set(error, STATUS_SYNTAX, "ends early");
}

static Status inflate_all(z_stream *stream, uint64_t limit, Bytes *bytes, Error *error)
{
  for (;;) {
    if (bytes->length == bytes->capacity) bytes_grow(bytes, limit);
    size_t room = bytes->capacity - bytes->length;
    stream->avail_out = room > 1 << 30 ? 1 << 30 : (unsigned)room;
    stream->next_out = bytes->bytes + bytes->length;
    unsigned before = stream->avail_out;
    int code = inflate(stream, Z_NO_FLUSH);
    bytes->length += before - stream->avail_out;
    if (bytes->length > limit) return too_large(limit, error);
    if (code == Z_STREAM_END) return STATUS_OK;
    if (code != Z_OK) return error_set(error, STATUS_SYNTAX, "is damaged or ends early");
  }
}

static Status decompress(const void *from, size_t length, uint64_t limit, Bytes *bytes,
                         Error *error)
{
  enum { GZIP = 16 };
  z_stream stream = {0};
  if (length > UINT32_MAX) return too_large(UINT32_MAX, error);
  stream.next_in = from;
  stream.avail_in = (unsigned)length;
  if (inflateInit2(&stream, GZIP + MAX_WBITS) != Z_OK) mem_exhausted(length);
  Status status = inflate_all(&stream, limit, bytes, error);
  inflateEnd(&stream);
  return status;
}

static Status check_model(const Onnx__ModelProto *model, Graph *graph, Error *error)
{
  graph->ir_version = model->ir_version;
  for (size_t i = 0; i < model->n_opset_import; i++) {
    const char *domain = model->opset_import[i]->domain;
    if (!domain || !*domain || strcmp(domain, "ai.onnx") == 0)
      graph->opset = model->opset_import[i]->version;
  }
  if (!model->graph) return error_set(error, STATUS_SYNTAX, "has no graph");
  if (graph->opset < ONNX_OPSET_LEAST || graph->opset > ONNX_OPSET_MOST)
    return error_set(error, STATUS_SORT, "uses opset %" PRId64 ", %d to %d are supported",
                     graph->opset, ONNX_OPSET_LEAST, ONNX_OPSET_MOST);
  return STATUS_OK;
}

static Status read_model(const uint8_t *bytes, size_t length, const ReadPlace *place, Graph *graph,
                         Error *error)
{
  Status status = onnx_scan(&onnx__model_proto__descriptor, bytes, length, error);
  if (status != STATUS_OK) return status;
  Onnx__ModelProto *model = onnx__model_proto__unpack(NULL, length, bytes);
  if (!model) return error_set(error, STATUS_SYNTAX, "is not in the ONNX format");
  graph_init(graph);
  status = check_model(model, graph, error);
  if (status == STATUS_OK) status = onnx_read_graph(model, place, graph, error);
  onnx__model_proto__free_unpacked(model, NULL);
  if (status == STATUS_OK) status = shapes_infer(graph, place->limits, error);
  if (status != STATUS_OK) graph_deinit(graph);
  return status;
}

Status onnx_read(const void *from, size_t length, const GraphLimits *wanted, Graph *graph,
                 Error *error)
{
  GraphLimits limits = graph_limits(wanted);
  const uint8_t *start = from;
  ReadPlace place = {.limits = &limits};
  if (length < 2 || start[0] != 0x1f || start[1] != 0x8b) {
    if (length > limits.file_bytes) return too_large(limits.file_bytes, error);
    return read_model(from, length, &place, graph, error);
  }
  Bytes bytes = {0};
  Status status = decompress(from, length, limits.file_bytes, &bytes, error);
  if (status == STATUS_OK) status = read_model(bytes.bytes, bytes.length, &place, graph, error);
  free(bytes.bytes);
  return status;
}

static Status load_file(const char *path, const GraphLimits *limits, Graph *graph, Error *error)
{
  struct stat info;
  if (stat(path, &info) != 0) return error_set(error, STATUS_IO, "%s", strerror(errno));
  if (S_ISDIR(info.st_mode)) return error_set(error, STATUS_IO, "is a directory");
  gzFile stream = gzopen(path, "rb");
  if (!stream) return error_set(error, STATUS_IO, "%s", strerror(errno));
  Bytes bytes = {0};
  Status status = read_stream(stream, limits->file_bytes, &bytes, error);
  gzclose(stream);
  const char *slash = strrchr(path, '/');
  char *folder =
      slash ? mem_copy_string(path, (size_t)(slash - path) + 1) : mem_copy_string(".", 1);
  ReadPlace place = {limits, folder};
  if (status == STATUS_OK) status = read_model(bytes.bytes, bytes.length, &place, graph, error);
  free(folder);
  free(bytes.bytes);
  return status;
}

Status onnx_load(const char *path, const GraphLimits *wanted, Graph *graph, Error *error)
{
  GraphLimits limits = graph_limits(wanted);
  Status status = load_file(path, &limits, graph, error);
  if (status != STATUS_OK) error_set(error, status, "'%s': %s", path, error->message);
  return status;
}
