#include "smt/draw/choice.h"

void choice_init(Choice *choice, Random random)
{
  *choice = (Choice){.random = random};
}

void choice_enumerate(Choice *choice)
{
  choice->enumerate = true;
  choice->at = 0;
  choice->taken.count = choice->bounds.count = 0;
}

/* The last decision that has another way is taken that way; those after it are forgotten. */
bool choice_next(Choice *choice)
{
  choice->at = 0;
  while (choice->taken.count) {
    size_t last = choice->taken.count - 1;
    if (++choice->taken.items[last] < choice->bounds.items[last]) return true;
    choice->taken.count = choice->bounds.count = last;
  }
  return false;
}

uint32_t choice_step(Choice *choice, uint32_t bound)
{
  if (choice->at == choice->taken.count) {
    VEC_PUSH(&choice->taken, 0);
    VEC_PUSH(&choice->bounds, bound);
  }
  return choice->taken.items[choice->at++];
}

void choice_deinit(Choice *choice)
{
  VEC_FREE(&choice->taken);
  VEC_FREE(&choice->bounds);
}
