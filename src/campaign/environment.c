#include "campaign/environment.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* "model name : ..." on some processors; others have no such line. */
static json_t *cpu_model(void)
{
  FILE *file = fopen("/proc/cpuinfo", "r");
  char *line = NULL;
  size_t size = 0;
  json_t *model = NULL;
  while (file && !model && getline(&line, &size, file) > 0) {
    if (strncmp(line, "model name", 10) != 0) continue;
    const char *value = strchr(line, ':');
    if (!value) continue;
    value += 1 + strspn(value + 1, " \t");
    model = json_text(value, strcspn(value, "\n"));
  }
  free(line);
  if (file) fclose(file);
  return model;
}

static json_t *system_name(void)
{
  struct utsname names;
  if (uname(&names) != 0) return NULL;
  return json_sprintf("%s %s %s", names.sysname, names.release, names.machine);
}

/* What is not known is left out. */
static void add(json_t *object, const char *key, json_t *value)
{
  if (value) json_object_set_new(object, key, value);
}

static json_t *positive(long value)
{
  return value > 0 ? json_integer(value) : NULL;
}

json_t *environment_json(void)
{
  json_t *object = json_object();
  long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  add(object, "cpu", cpu_model());
  add(object, "cores", positive(sysconf(_SC_NPROCESSORS_ONLN)));
  if (pages > 0 && page > 0)
    add(object, "memory_bytes", json_count((uint64_t)pages * (uint64_t)page));
  add(object, "system", system_name());
  return object;
}
