#include "base/descriptor.h"

#include <errno.h>
#include <sys/file.h>
#include <time.h>
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

bool descriptor_lock(int descriptor)
{
  enum { TRIES = 20 };
  static const struct timespec pause = {.tv_nsec = 50000000};
  for (int i = 0; i < TRIES; i++) {
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK) return false;
    nanosleep(&pause, NULL);
  }
  errno = EWOULDBLOCK;
  return false;
}
