/* Decisions, at random or one after the other.
 *
 * What draws terms takes its decisions here. A random source gives one outcome; an enumerating one
 * takes the same code through all outcomes, each once:
 *
 *   choice_enumerate(&choice);
 *   do { ... choose(&choice, n) ... } while (choice_next(&choice)); */
#ifndef SMT_DRAW_CHOICE_H
#define SMT_DRAW_CHOICE_H

#include "base/random.h"
#include "base/vec.h"

typedef struct {
  Random random;
  bool enumerate;
  size_t at;     /* enumerating: the number of decisions taken so far in this outcome */
  U32Vec taken;  /* each decision of this outcome */
  U32Vec bounds; /* and how many there were to choose from */
} Choice;

void choice_init(Choice *choice, Random random);
/* Starts an enumeration. */
void choice_enumerate(Choice *choice);
/* Goes to the next outcome; false if there is none. */
bool choice_next(Choice *choice);
void choice_deinit(Choice *choice);

uint32_t choice_step(Choice *choice, uint32_t bound); /* private to choose */

/* One of [0, bound); bound > 0. */
static inline uint32_t choose(Choice *choice, uint32_t bound)
{
  if (choice->enumerate) return choice_step(choice, bound);
  return (uint32_t)(((random_u64(&choice->random) >> 32) * bound) >> 32);
}

/* True in `percent` of the cases; enumerating, both where it is neither 0 nor 100. */
static inline bool choose_percent(Choice *choice, uint32_t percent)
{
  if (percent == 0 || percent >= 100) return percent != 0;
  if (choice->enumerate) return choice_step(choice, 2);
  return choose(choice, 100) < percent;
}

#endif
