/* Instances of languages that keep an input as its text and read it again for each question. A language that uses them has no
 * other instances, and takes the last three functions into its interface as they are. */
#ifndef LANGUAGE_TEXT_INSTANCE_H
#define LANGUAGE_TEXT_INSTANCE_H

#include "language/language.h"

struct Instance {
  char *text; /* followed by a zero byte */
  size_t length;
  uint64_t size; /* in nodes */
};

/* Copies the text. */
Instance *text_instance_create(const char *text, size_t length, uint64_t size);
/* NULL is no instance. */
void text_instance_release(Instance *instance);
const char *text_instance_text(const Instance *instance, size_t *length);
uint64_t text_instance_size(const Instance *instance);

#endif
