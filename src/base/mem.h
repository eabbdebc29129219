/* Allocation that does not fail: out of memory ends the process with a message and exit code 3.
 * Sizes are checked for overflow. Memory is released with free(). */
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>

void *mem_alloc(size_t count, size_t size) __attribute__((malloc, returns_nonnull));
void *mem_alloc_zero(size_t count, size_t size) __attribute__((malloc, returns_nonnull));
void *mem_resize(void *block, size_t count, size_t size) __attribute__((returns_nonnull));
char *mem_copy_string(const char *text, size_t length) __attribute__((malloc, returns_nonnull));

/* Asks the kernel for huge pages for a large block, which saves most of the cost of random access
 * to it. Blocks of less than a few megabytes are left alone. */
void mem_prefer_huge_pages(void *block, size_t bytes);

/* The one place that gives up. */
_Noreturn void mem_exhausted(size_t wanted);

#endif
