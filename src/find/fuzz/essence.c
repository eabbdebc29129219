#include "find/fuzz/essence.h"

#include <string.h>

/* Operators tell defects apart best. Predicates around them, literals and connectives are mostly there because
 * something has to be: they count only where there is nothing better. */
void essence_take(const Language *language, const uint32_t *counts, U32Vec *constructs)
{
  static const char *const classes[] = {"operator", "predicate", NULL};
  uint32_t count = (uint32_t)language->interface->construct_count(language);
  constructs->count = 0;
  for (size_t i = 0; i <= 2 && !constructs->count; i++)
    for (uint32_t j = 0; j < count; j++) {
      bool wanted =
          !classes[i] || !strcmp(language->interface->construct(language, j).class, classes[i]);
      if (counts[j] && wanted) VEC_PUSH(constructs, j);
    }
}
