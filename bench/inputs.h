/* Large inputs, made on the spot, the same on every machine. */
#ifndef BENCH_INPUTS_H
#define BENCH_INPUTS_H

#include <stddef.h>

#include "base/random.h"
#include "base/strbuf.h"

typedef struct {
  const char *name;
  void (*write)(StrBuf *out, Random *random);
} BenchInput;

extern const BenchInput bench_inputs[];
extern const size_t bench_input_count;

/* Writes the input to a file and returns its size; ends the program if it cannot. */
size_t bench_input_write(const BenchInput *input, const char *path);

#endif
