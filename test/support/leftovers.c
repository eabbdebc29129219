#include "support/leftovers.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

int leftovers_descriptors(void)
{
  int count = 0;
  DIR *folder = opendir("/proc/self/fd");
  if (!folder) return -1;
  while (readdir(folder)) count++;
  closedir(folder);
  return count;
}

bool leftovers_children(void)
{
  siginfo_t info;
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

void leftovers_reap(const Family *family)
{
  PidVec children = {0};
  do {
    children.count = 0;
    family_children(family, &children);
    /* In any order: some end only after others were waited for. */
    for (size_t i = 0; i < children.count; i++) waitpid(children.items[i], NULL, WNOHANG);
  } while (children.count);
  VEC_FREE(&children);
}

/* Is `tag` one of the arguments, which are separated by NUL? */
static bool has_argument(const char *id, const char *tag)
{
  char path[300], text[4096];
  snprintf(path, sizeof path, "/proc/%s/cmdline", id);
  FILE *file = fopen(path, "re");
  if (!file) return false;
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[length] = '\0';
  for (size_t i = 0; i < length; i += strlen(text + i) + 1)
    if (strcmp(text + i, tag) == 0) return true;
  return false;
}

int leftovers_processes(const char *tag)
{
  int count = 0;
  DIR *folder = opendir("/proc");
  if (!folder) return -1;
  for (struct dirent *entry; (entry = readdir(folder));)
    if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9')
      count += has_argument(entry->d_name, tag);
  closedir(folder);
  return count;
}
