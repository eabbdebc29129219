#include "language/smt/audience.h"

#include <assert.h>
#include <string.h>

#include "smt/draw/construct.h"
#include "smt/draw/permit.h"

/* --- who --- */

static void find_audiences(uint64_t solvers, uint32_t kinds, U64Vec *audiences)
{
  if ((kinds & AUDIENCE_ALL) || !solvers) VEC_PUSH(audiences, solvers);
  for (uint64_t left = solvers; left && (kinds & AUDIENCE_MOST); left &= left - 1)
    if (solvers & ~(left & -left)) VEC_PUSH(audiences, solvers & ~(left & -left));
  for (uint64_t left = solvers; left && (kinds & AUDIENCE_ONE); left &= left - 1)
    VEC_PUSH(audiences, left & -left);
}

/* --- what --- */

/* Would scripts have it otherwise? Sorts come with their functions. */
static bool matters(const Bank *bank, const GenSettings *settings, const SmtlibLack *lack)
{
  if (lack->fun) return permit_function(bank, settings, lack->fun);
  return lack->form && construct_form_in(&settings->logic, lack->form);
}

/* What is left out for an audience, by its number among what is lacked. */
static void find_left_out(const Bank *bank, const SmtlibLacks *lacks, uint64_t audience,
                          const GenSettings *settings, U32Vec *numbers)
{
  numbers->count = 0;
  for (size_t i = 0; i < lacks->count; i++)
    if ((lacks->items[i].solvers & audience) && matters(bank, settings, &lacks->items[i]))
      VEC_PUSH(numbers, (uint32_t)i);
}

static void leave_out(const SmtlibLacks *lacks, uint64_t audience, GenSettings *settings)
{
  for (size_t i = 0; i < lacks->count; i++) {
    const SmtlibLack *lack = &lacks->items[i];
    if (!(lack->solvers & audience)) continue;
    if (lack->fun)
      VEC_PUSH(lack->exact ? &settings->exact : &settings->excluded, lack->fun);
    else if (lack->ctor)
      VEC_PUSH(&settings->excluded_sorts, lack->ctor);
    else if (lack->form)
      gen_settings_leave_out(settings, lack->form);
  }
}

static bool equal(const U32Vec *a, const U32Vec *b)
{
  return a->count == b->count &&
         (a->count == 0 || memcmp(a->items, b->items, a->count * sizeof *a->items) == 0);
}

/* Is the same left out for an audience before this one? */
static bool is_repeated(const Bank *bank, const SmtlibLacks *lacks, const U64Vec *audiences,
                        size_t number, const GenSettings *settings)
{
  U32Vec own = {0}, other = {0};
  bool repeated = false;
  find_left_out(bank, lacks, audiences->items[number], settings, &own);
  for (size_t i = 0; i < number && !repeated; i++) {
    find_left_out(bank, lacks, audiences->items[i], settings, &other);
    repeated = equal(&own, &other);
  }
  VEC_FREE(&own);
  VEC_FREE(&other);
  return repeated;
}

void audience_settings(const Bank *bank, const SmtlibLacks *lacks, uint64_t solvers, uint32_t kinds,
                       const GenSettings *settings, AudienceSettings *made)
{
  assert(bank && lacks && kinds);
  U64Vec audiences = {0};
  find_audiences(solvers, kinds, &audiences);
  for (size_t i = 0; i < audiences.count; i++) {
    if (is_repeated(bank, lacks, &audiences, i, settings)) continue;
    GenSettings copy;
    gen_settings_copy(&copy, settings);
    leave_out(lacks, audiences.items[i], &copy);
    VEC_PUSH(made, copy);
  }
  VEC_FREE(&audiences);
}
