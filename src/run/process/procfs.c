#include "run/process/procfs.h"

#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/descriptor.h"

int procfs_open(pid_t pid, const char *name)
{
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
  return open(path, O_RDONLY | O_CLOEXEC);
}

bool procfs_read_open(int fd, char *text, size_t size)
{
  ssize_t got = fd < 0 ? -1 : descriptor_read_at(fd, text, size - 1, 0);
  if (got <= 0) return false;
  text[got] = '\0';
  return true;
}

bool procfs_read(pid_t pid, const char *name, char *text, size_t size)
{
  int fd = procfs_open(pid, name);
  if (fd < 0) return false;
  bool done = procfs_read_open(fd, text, size);
  close(fd);
  return done;
}

uint64_t procfs_stat_field(const char *text, unsigned field)
{
  assert(field >= STAT_PARENT);
  /* The name, field 2, is in parentheses and may hold anything. */
  const char *at = strrchr(text, ')');
  for (unsigned i = 2; at && i < field; i++) at = strchr(at + 1, ' ');
  return at ? strtoull(at, NULL, 10) : 0;
}
