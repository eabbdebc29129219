#include "language/text_instance.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

Instance *text_instance_create(const char *text, size_t length, uint64_t size)
{
  assert(text || length == 0);
  Instance *instance = mem_alloc(1, sizeof *instance);
  *instance = (Instance){mem_copy_string(text, length), length, size};
  return instance;
}

void text_instance_release(Instance *instance)
{
  if (instance) free(instance->text);
  free(instance);
}

const char *text_instance_text(const Instance *instance, size_t *length)
{
  assert(instance);
  *length = instance->length;
  return instance->text;
}

uint64_t text_instance_size(const Instance *instance)
{
  assert(instance);
  return instance->size;
}
