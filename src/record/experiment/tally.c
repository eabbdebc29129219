#include "record/experiment/tally.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "record/experiment/significance.h"

void tally_init(Tally *tally, const char *const *strategies, size_t strategy_count,
                const char *const *cases, size_t case_count, size_t repetitions)
{
  assert(strategies && strategy_count > 0 && cases && repetitions > 0);
  *tally = (Tally){.strategies = strategies,
                   .strategy_count = strategy_count,
                   .cases = cases,
                   .case_count = case_count,
                   .repetitions = repetitions,
                   .unit = ""};
  tally->campaigns =
      mem_alloc_zero(strategy_count * case_count * repetitions, sizeof *tally->campaigns);
}

void tally_deinit(Tally *tally)
{
  size_t count = tally->strategy_count * tally->case_count * tally->repetitions;
  for (size_t i = 0; i < count; i++) {
    TallyCampaign *campaign = &tally->campaigns[i];
    for (size_t j = 0; j < campaign->findings.count; j++)
      free(campaign->findings.items[j].signature);
    VEC_FREE(&campaign->findings);
  }
  free(tally->campaigns);
}

TallyCampaign *tally_at(const Tally *tally, size_t place, size_t strategy, size_t repetition)
{
  assert(place < tally->case_count && strategy < tally->strategy_count &&
         repetition < tally->repetitions);
  size_t row = place * tally->strategy_count + strategy;
  return &tally->campaigns[row * tally->repetitions + repetition];
}

size_t tally_done(const Tally *tally)
{
  size_t done = 0, count = tally->strategy_count * tally->case_count * tally->repetitions;
  for (size_t i = 0; i < count; i++) done += tally->campaigns[i].done;
  return done;
}

bool tally_is_about_bugs(const Tally *tally)
{
  size_t count = tally->strategy_count * tally->case_count * tally->repetitions;
  for (size_t i = 0; i < count; i++)
    if (tally->campaigns[i].done) return tally->campaigns[i].bugs;
  return false;
}

/* --- rows --- */

typedef VEC(double) Scores;

static bool is_complete(const Tally *tally, size_t place, size_t repetition)
{
  for (size_t i = 0; i < tally->strategy_count; i++)
    if (!tally_at(tally, place, i, repetition)->done) return false;
  return true;
}

static double score_of(const TallyCampaign *campaign)
{
  return campaign->bugs ? (double)campaign->findings.count : campaign->margin;
}

/* Different signatures among all campaigns of a strategy. */
static double distinct_findings(const Tally *tally, size_t first, size_t end, size_t strategy)
{
  VEC(const char *) seen = {0};
  for (size_t place = first; place < end; place++)
    for (size_t i = 0; i < tally->repetitions; i++) {
      const TallyCampaign *campaign = tally_at(tally, place, strategy, i);
      for (size_t j = 0; is_complete(tally, place, i) && j < campaign->findings.count; j++) {
        const char *signature = campaign->findings.items[j].signature;
        size_t k = 0;
        while (k < seen.count && strcmp(seen.items[k], signature) != 0) k++;
        if (k == seen.count) VEC_PUSH(&seen, signature);
      }
    }
  double count = (double)seen.count;
  VEC_FREE(&seen);
  return count;
}

/* Campaigns of the strategy and those of the baseline with the same seeds. */
static void gather(const Tally *tally, size_t first, size_t end, size_t strategy, TallyRow *row,
                   Scores *own, Scores *base)
{
  assert(first <= end && end <= tally->case_count);
  for (size_t place = first; place < end; place++) {
    for (size_t i = 0; i < tally->repetitions; i++) {
      if (!is_complete(tally, place, i)) continue;
      const TallyCampaign *campaign = tally_at(tally, place, strategy, i);
      const TallyCampaign *other = tally_at(tally, place, tally->baseline, i);
      double score = score_of(campaign), against = score_of(other);
      VEC_PUSH(own, score);
      VEC_PUSH(base, against);
      row->score += score;
      row->perfect += campaign->perfect;
      row->inputs += campaign->inputs;
      row->seconds += campaign->seconds;
      row->revealing += campaign->revealing;
      row->wins += score > against;
      row->losses += score < against;
      row->campaigns++;
    }
  }
}

static double sum(const Scores *scores)
{
  double sum = 0;
  for (size_t i = 0; i < scores->count; i++) sum += scores->items[i];
  return sum;
}

TallyRow tally_row(const Tally *tally, size_t place, size_t strategy)
{
  assert(strategy < tally->strategy_count && tally->baseline < tally->strategy_count);
  bool all = place == TALLY_ALL;
  size_t first = all ? 0 : place, end = all ? tally->case_count : place + 1;
  TallyRow row = {0};
  Scores own = {0}, base = {0};
  gather(tally, first, end, strategy, &row, &own, &base);
  double baseline = sum(&base);
  if (tally_is_about_bugs(tally)) {
    row.score = distinct_findings(tally, first, end, strategy);
    baseline = distinct_findings(tally, first, end, tally->baseline);
  }
  row.gain = baseline > 0 ? 100 * (row.score - baseline) / baseline : NAN;
  assert(own.count == base.count);
  row.p = all ? significance_wilcoxon(own.items, base.items, own.count)
              : significance_mann_whitney(own.items, own.count, base.items, base.count);
  row.effect = significance_effect_size(own.items, own.count, base.items, base.count);
  VEC_FREE(&own);
  VEC_FREE(&base);
  return row;
}

static size_t count_cases(const Tally *tally, size_t strategy, int sign)
{
  assert(sign == 1 || sign == -1);
  size_t count = 0;
  for (size_t place = 0; place < tally->case_count; place++) {
    double own = tally_row(tally, place, strategy).score;
    double base = tally_row(tally, place, tally->baseline).score;
    count += sign * (own - base) > 0;
  }
  return count;
}

size_t tally_cases_won(const Tally *tally, size_t strategy)
{
  return count_cases(tally, strategy, 1);
}

size_t tally_cases_lost(const Tally *tally, size_t strategy)
{
  return count_cases(tally, strategy, -1);
}
