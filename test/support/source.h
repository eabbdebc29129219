/* A generator for tests, with all that it needs. */
#ifndef TEST_SUPPORT_SOURCE_H
#define TEST_SUPPORT_SOURCE_H

#include "smt/gen/generate.h"

typedef struct {
  Bank *bank;
  GenSettings settings;
  Generator generator;
} Source;

/* Settings of a logic, which can be changed before the generator starts. */
void source_open(Source *source, const char *logic);
/* A generator that cannot start fails the test. */
void source_start(Source *source);
void source_close(Source *source);

/* Appends the first scripts, with (reset) between them. */
void source_add_scripts(Source *source, uint64_t count, StrBuf *out);

/* Script N is the same whether or not others were made before it. `start` opens and starts. */
void assert_scripts_independent(void (*start)(Source *source), uint64_t count);

#endif
