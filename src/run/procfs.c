#include "run/procfs.h"

#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool procfs_read(pid_t pid, const char *name, char *text, size_t size)
{
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  ssize_t got = read(fd, text, size - 1);
  close(fd);
  if (got <= 0) return false;
  text[got] = '\0';
  return true;
}

uint64_t procfs_stat_field(const char *text, unsigned field)
{
  assert(field >= STAT_PARENT);
  /* The name, field 2, is in parentheses and may hold anything. */
  const char *at = strrchr(text, ')');
  for (unsigned i = 2; at && i < field; i++) at = strchr(at + 1, ' ');
  return at ? strtoull(at, NULL, 10) : 0;
}
