/* Names with numbers: benchmarks, solvers, features, logics. Numbers count from 0 in the order of adding. A zeroed
 * Names is empty and valid. */
#ifndef SOLVE_SELECT_NAMES_H
#define SOLVE_SELECT_NAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/index.h"
#include "base/vec.h"

typedef struct {
  VEC(const char *) items;
  Index index; /* ids are numbers plus 1 */
  Arena arena;
} Names;

void names_free(Names *names);
/* The number of the name, which is added if it is new. */
uint32_t names_add(Names *names, const char *text);
/* False if there is no such name. */
bool names_find(const Names *names, const char *text, uint32_t *number);
/* Of a number that exists. */
const char *names_text(const Names *names, uint32_t number);
static inline uint32_t names_count(const Names *names)
{
  return (uint32_t)names->items.count;
}

#endif
