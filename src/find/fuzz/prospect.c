#include "find/fuzz/prospect.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* What is believed of a kind at first: one finding in so many seconds. News count half when it has cost that much since. */
static const double SECONDS_FIRST = 0.5, SECONDS_HALF = 10;
enum { NEWS_MAX = 16 };

void prospect_init(Prospect *prospect, size_t count)
{
  *prospect =
      (Prospect){.kinds = mem_alloc_zero(count + 1, sizeof *prospect->kinds), .count = count};
}

void prospect_deinit(Prospect *prospect)
{
  free(prospect->kinds);
  free(prospect->fresh);
  *prospect = (Prospect){0};
}

/* From a Gamma distribution whose shape is one more than the news. */
static double draw_gamma(double news, Random *random)
{
  double sum = 0;
  int whole = (int)fmin(news, NEWS_MAX);
  for (int i = 0; i <= whole; i++) sum -= log(1 - random_unit(random));
  return sum;
}

size_t prospect_choose(const Prospect *prospect, Random *random)
{
  return prospect_choose_first(prospect, prospect->count, random);
}

size_t prospect_choose_first(const Prospect *prospect, size_t count, Random *random)
{
  assert(count > 0 && count <= prospect->count);
  size_t best = 0;
  double most = -1;
  for (size_t i = 0; i < count; i++) {
    const ProspectKind *kind = &prospect->kinds[i];
    double rate = draw_gamma(kind->news, random) / (SECONDS_FIRST + kind->seconds);
    if (rate > most) {
      most = rate;
      best = i;
    }
  }
  return best;
}

void prospect_cost(Prospect *prospect, size_t kind, double seconds)
{
  assert(kind < prospect->count && seconds >= 0);
  prospect->kinds[kind].seconds += seconds;
  prospect->kinds[kind].news *= exp2(-seconds / SECONDS_HALF);
  if (!prospect->fresh) return;
  prospect->fresh[kind].seconds += seconds;
  prospect->fresh[kind].news *= exp2(-seconds / SECONDS_HALF);
}

void prospect_reward(Prospect *prospect, size_t kind, double news)
{
  assert(kind < prospect->count && news >= 0);
  prospect->kinds[kind].news += news;
  if (prospect->fresh) prospect->fresh[kind].news += news;
}

double prospect_decay(void)
{
  return exp2(-1 / SECONDS_HALF);
}

void prospect_share(Prospect *prospect)
{
  assert(!prospect->fresh);
  prospect->fresh = mem_alloc_zero(prospect->count + 1, sizeof *prospect->fresh);
  memcpy(prospect->fresh, prospect->kinds, prospect->count * sizeof *prospect->kinds);
}

void prospect_set_sum(Prospect *prospect, size_t kind, ProspectKind sum)
{
  assert(prospect->fresh && kind < prospect->count);
  const ProspectKind *fresh = &prospect->fresh[kind];
  prospect->kinds[kind].news = sum.news * exp2(-fresh->seconds / SECONDS_HALF) + fresh->news;
  prospect->kinds[kind].seconds = sum.seconds + fresh->seconds;
}

void prospect_told(Prospect *prospect)
{
  assert(prospect->fresh);
  memset(prospect->fresh, 0, prospect->count * sizeof *prospect->fresh);
}

void prospect_save(const Prospect *prospect, StrBuf *out)
{
  bytes_put_u64(out, prospect->count);
  for (size_t i = 0; i < prospect->count; i++) {
    bytes_put_double(out, prospect->kinds[i].news);
    bytes_put_double(out, prospect->kinds[i].seconds);
  }
}

void prospect_restore(Prospect *prospect, ByteReader *reader)
{
  size_t count = bytes_get_count(reader, 2 * sizeof(double));
  for (size_t i = 0; i < count && !reader->failed; i++) {
    ProspectKind kind;
    kind.news = bytes_get_double(reader, 0, FLT_MAX);
    kind.seconds = bytes_get_double(reader, 0, FLT_MAX);
    if (count == prospect->count && !reader->failed) prospect->kinds[i] = kind;
  }
}
