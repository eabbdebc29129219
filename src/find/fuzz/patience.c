#include "find/fuzz/patience.h"

#include <assert.h>

/* So many inputs are looked at, and if more than so many of them were dropped, it was too short. */
enum { WINDOW = 16, TOO_MANY = 12 };

void patience_init(Patience *patience, double most, double least, uint32_t percent)
{
  assert(most > 0 && least >= 0 && percent > 0 && percent <= 100);
  double part = most * percent / 100, first = part > least ? part : least;
  *patience = (Patience){.first = first < most ? first : 0, .most = most};
}

static void grow(Patience *patience)
{
  patience->limit *= 2;
  if (patience->limit >= patience->most) patience->limit = patience->first = 0;
}

void patience_note(Patience *patience, double limit, PatienceNote note)
{
  assert(limit > 0 || note != PATIENCE_DROPPED);
  if (limit != patience->limit) return;
  if (limit == 0) {
    if (note == PATIENCE_WASTED) patience->limit = patience->first;
    return;
  }
  patience->dropped += note == PATIENCE_DROPPED;
  if (++patience->tried < WINDOW) return;
  if (patience->dropped > TOO_MANY) grow(patience);
  patience->tried = patience->dropped = 0;
}
