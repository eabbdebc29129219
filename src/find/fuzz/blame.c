#include "find/fuzz/blame.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* One in TENTH is hard. Of a construct of which nothing is known somewhat more is expected than of most, so that those that
 * new inputs seldom have are tried, too. */
enum { TENTH = 10, DOUBT = 3 };

void blame_init(Blame *blame, AgentKind agent, size_t constructs)
{
  *blame = (Blame){.totals = mem_alloc_zero(constructs, sizeof *blame->totals),
                   .occurrences = mem_alloc_zero(constructs, sizeof *blame->occurrences)};
  agent_init(&blame->agent, agent, constructs);
  blame->agent.doubt = DOUBT;
  for (size_t i = 0; i < constructs; i++) blame->agent.arms[i].failures = DOUBT;
}

void blame_deinit(Blame *blame)
{
  agent_deinit(&blame->agent);
  free(blame->totals);
  free(blame->occurrences);
}

static bool is_hard(const Blame *blame, double margin)
{
  size_t harder = 0;
  for (size_t i = 0; i < blame->count; i++) harder += blame->recent[i] >= margin;
  return harder * TENTH < blame->count;
}

/* A margin can be of any size below. */
static void remember(Blame *blame, double margin)
{
  blame->recent[blame->next] = fmax(margin, -DBL_MAX);
  blame->next = (blame->next + 1) % BLAME_RECENT;
  if (blame->count < BLAME_RECENT) blame->count++;
}

void blame_take_sample(Blame *blame, Language *language, const Instance *instance, double margin)
{
  bool hard = is_hard(blame, margin);
  size_t count = blame->agent.count;
  remember(blame, margin);
  memset(blame->occurrences, 0, count * sizeof *blame->occurrences);
  language->interface->count(language, instance, blame->occurrences);
  for (size_t i = 0; i < count; i++) {
    double here = blame->occurrences[i];
    if (here > 0 && here * (double)blame->samples >= blame->totals[i])
      agent_reward(&blame->agent, i, hard);
    blame->totals[i] += here;
  }
  blame->samples++;
}

void blame_take_enriched(Blame *blame, size_t construct, double margin)
{
  assert(construct < blame->agent.count);
  agent_reward(&blame->agent, construct, is_hard(blame, margin));
}

size_t blame_choose(const Blame *blame, Random *random)
{
  return agent_choose(&blame->agent, random);
}

void blame_save(const Blame *blame, StrBuf *out)
{
  agent_save(&blame->agent, out);
  bytes_put_u64(out, blame->count);
  bytes_put_u64(out, blame->next);
  for (size_t i = 0; i < blame->count; i++) bytes_put_double(out, blame->recent[i]);
  bytes_put_u64(out, blame->samples);
  for (size_t i = 0; i < blame->agent.count; i++) bytes_put_double(out, blame->totals[i]);
}

void blame_restore(Blame *blame, ByteReader *reader)
{
  agent_restore(&blame->agent, reader);
  blame->count = bytes_get_below(reader, BLAME_RECENT + 1);
  blame->next = bytes_get_below(reader, BLAME_RECENT);
  for (size_t i = 0; i < blame->count && !reader->failed; i++)
    blame->recent[i] = bytes_get_double(reader, -DBL_MAX, DBL_MAX);
  blame->samples = bytes_get_u64(reader);
  for (size_t i = 0; i < blame->agent.count && !reader->failed; i++)
    blame->totals[i] = bytes_get_double(reader, 0, DBL_MAX);
}
