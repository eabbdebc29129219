#include "base/descriptor.h"

#include <errno.h>
#include <unistd.h>

ssize_t descriptor_read(int descriptor, char *bytes, size_t size)
{
  ssize_t got;
  do {
    got = read(descriptor, bytes, size);
  } while (got < 0 && errno == EINTR);
  return got;
}

ssize_t descriptor_read_at(int descriptor, char *bytes, size_t size, off_t at)
{
  ssize_t got;
  do {
    got = pread(descriptor, bytes, size, at);
  } while (got < 0 && errno == EINTR);
  return got;
}

bool descriptor_write(int descriptor, const char *bytes, size_t length)
{
  while (length > 0) {
    ssize_t put = write(descriptor, bytes, length);
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return false;
    bytes += put;
    length -= (size_t)put;
  }
  return true;
}
