#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "nn/onnx/read.h"

/* Where the bytes are. */
typedef struct {
  const char *location;
  uint64_t offset, length; /* length 0: all that the tensor needs */
} External;

static bool read_number(const char *text, uint64_t *number)
{
  char *end;
  errno = 0;
  *number = strtoull(text, &end, 10);
  return errno == 0 && end != text && *end == 0 && *text != '-';
}

static Status read_keys(const Onnx__TensorProto *from, const char *owner, External *external,
                        Error *error)
{
  *external = (External){0};
  for (size_t i = 0; i < from->n_external_data; i++) {
    const char *key = from->external_data[i]->key, *value = from->external_data[i]->value;
    if (!key || !value) continue;
    bool good = true;
    if (strcmp(key, "location") == 0) external->location = value;
    if (strcmp(key, "offset") == 0) good = read_number(value, &external->offset);
    if (strcmp(key, "length") == 0) good = read_number(value, &external->length);
    if (!good)
      return error_set(error, STATUS_SYNTAX, "tensor '%s': '%s' is not a number", owner, key);
  }
  if (external->location && *external->location) return STATUS_OK;
  return error_set(error, STATUS_SYNTAX, "tensor '%s' is in another file without a name", owner);
}

/* Opens folder/location, one name after the other, so that neither links nor '..' lead out of the folder. */
static int open_below(const char *folder, const char *location)
{
  int at = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  while (at >= 0) {
    char name[256];
    size_t length = strcspn(location, "/");
    bool last = location[length] == 0;
    bool good = length > 0 && length < sizeof name;
    if (good) {
      memcpy(name, location, length);
      name[length] = 0;
      good = strcmp(name, "..") != 0;
    }
    int kind = last ? O_NONBLOCK : O_DIRECTORY;
    int next = good ? openat(at, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind) : -1;
    int code = good ? errno : EPERM;
    close(at);
    if (next < 0) errno = code;
    if (next < 0 || last) return next;
    at = next;
    location += length + 1;
  }
  return at;
}

static Status read_bytes(int file, const char *owner, const External *external, Tensor *tensor,
                         Error *error)
{
  struct stat info;
  uint64_t wanted = tensor->count * tensor_type_size(tensor->shape.type), done = 0;
  if (fstat(file, &info) != 0 || !S_ISREG(info.st_mode))
    return error_set(error, STATUS_SORT, "tensor '%s': '%s' is not a plain file", owner,
                     external->location);
  uint64_t size = (uint64_t)info.st_size;
  if ((external->length && external->length != wanted) || external->offset > size ||
      size - external->offset < wanted)
    return error_set(error, STATUS_SORT, "tensor '%s' needs %" PRIu64 " bytes of '%s'", owner,
                     wanted, external->location);
  while (done < wanted) {
    ssize_t got = descriptor_read_at(file, (char *)tensor->data + done, wanted - done,
                                     (off_t)(external->offset + done));
    if (got <= 0)
      return error_set(error, STATUS_IO, "tensor '%s': '%s' cannot be read", owner,
                       external->location);
    done += (uint64_t)got;
  }
  return STATUS_OK;
}

Status onnx_read_external(const Onnx__TensorProto *from, const char *owner, const ReadPlace *place,
                          Tensor *tensor, Error *error)
{
  External external;
  Status status = read_keys(from, owner, &external, error);
  if (status != STATUS_OK) return status;
  if (!place->folder) return error_set(error, STATUS_SORT, "tensor '%s' is in another file", owner);
  int file = open_below(place->folder, external.location);
  if (file < 0)
    return error_set(error, STATUS_IO, "tensor '%s': cannot open '%s' below the model's folder: %s",
                     owner, external.location, strerror(errno));
  status = read_bytes(file, owner, &external, tensor, error);
  close(file);
  return status;
}
