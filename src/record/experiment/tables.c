#include "record/experiment/tables.h"

#include <assert.h>
#include <math.h>

/* --- Markdown --- */

static void add_score(const Tally *tally, double score, StrBuf *out)
{
  strbuf_printf(out, tally_is_about_bugs(tally) ? "%.0f" : "%.2f", score);
}

static void add_gain(double gain, StrBuf *out)
{
  if (isnan(gain))
    strbuf_add_text(out, "-");
  else
    strbuf_printf(out, "%+.0f%%", gain);
}

static void add_p(double p, StrBuf *out)
{
  if (p < 0.001)
    strbuf_add_text(out, "<0.001");
  else
    strbuf_printf(out, "%.3f", p);
}

static void add_comparison(const TallyRow *row, StrBuf *out)
{
  strbuf_add_text(out, " | ");
  add_gain(row->gain, out);
  strbuf_printf(out, " | %zu:%zu | ", row->wins, row->losses);
  add_p(row->p, out);
  strbuf_printf(out, " | %.2f", row->effect);
}

static void add_head(const Tally *tally, StrBuf *out)
{
  assert(tally->baseline < tally->strategy_count);
  strbuf_add_text(out, "| case | campaigns each");
  if (!tally_is_about_bugs(tally)) strbuf_add_text(out, " | perfect");
  strbuf_printf(out, " | %s", tally->strategies[tally->baseline]);
  for (size_t i = 0; i < tally->strategy_count; i++)
    if (i != tally->baseline)
      strbuf_printf(out, " | %s | gain | won:lost | p | A", tally->strategies[i]);
  strbuf_add_text(out, " |\n|---|---:");
  if (!tally_is_about_bugs(tally)) strbuf_add_text(out, "|---:");
  strbuf_add_text(out, "|---:");
  for (size_t i = 1; i < tally->strategy_count; i++)
    strbuf_add_text(out, "|---:|---:|---:|---:|---:");
  strbuf_add_text(out, "|\n");
}

static void add_row(const Tally *tally, size_t place, StrBuf *out)
{
  assert(place == TALLY_ALL || place < tally->case_count);
  TallyRow base = tally_row(tally, place, tally->baseline);
  strbuf_printf(out, "| %s | %zu", place == TALLY_ALL ? "**all**" : tally->cases[place],
                base.campaigns);
  if (!tally_is_about_bugs(tally)) strbuf_printf(out, " | %.2f", base.perfect);
  strbuf_add_text(out, " | ");
  add_score(tally, base.score, out);
  for (size_t i = 0; i < tally->strategy_count; i++) {
    if (i == tally->baseline) continue;
    TallyRow row = tally_row(tally, place, i);
    strbuf_add_text(out, " | ");
    add_score(tally, row.score, out);
    add_comparison(&row, out);
  }
  strbuf_add_text(out, " |\n");
}

static void add_summary(const Tally *tally, StrBuf *out)
{
  const char *baseline = tally->strategies[tally->baseline];
  for (size_t i = 0; i < tally->strategy_count; i++) {
    if (i == tally->baseline) continue;
    TallyRow row = tally_row(tally, TALLY_ALL, i);
    size_t won = tally_cases_won(tally, i), lost = tally_cases_lost(tally, i);
    strbuf_printf(out, "\n%s is better than %s on %zu of %zu cases, worse on %zu; in total ",
                  tally->strategies[i], baseline, won, tally->case_count, lost);
    add_gain(row.gain, out);
    strbuf_add_text(out, ", p ");
    add_p(row.p, out);
    strbuf_add_text(out, ".\n");
  }
}

/* What was spent, so that anyone can see whether budgets were equal. */
static void add_budgets(const Tally *tally, StrBuf *out)
{
  strbuf_add_text(out, "\nSpent:");
  for (size_t i = 0; i < tally->strategy_count; i++) {
    TallyRow row = tally_row(tally, TALLY_ALL, i);
    strbuf_printf(out, "%s %s %.0f inputs in %.0f s", i ? ";" : "", tally->strategies[i],
                  row.inputs, row.seconds);
    if (tally_is_about_bugs(tally))
      strbuf_printf(out, ", %.0f of them with a finding", row.revealing);
  }
  strbuf_add_text(out, ".\n");
}

static void add_legend(const Tally *tally, StrBuf *out)
{
  if (tally_is_about_bugs(tally))
    strbuf_add_text(out, "\nScores are different confirmed findings (by signature).");
  else
    strbuf_printf(out,
                  "\nScores are summed PAR-2 margins%s%s of the best inputs, each run again "
                  "alone; perfect is the largest sum there can be.",
                  *tally->unit ? " in " : "", tally->unit);
  strbuf_printf(
      out,
      " Gain, won and lost pairs of campaigns with the same seed, p and A are against %s. p of a "
      "case: Mann-Whitney test, exact; of all: Wilcoxon signed-rank test of the pairs, %s; both "
      "two-sided. A: the chance that a campaign beats one of %s (Vargha-Delaney).\n",
      tally->strategies[tally->baseline],
      tally->case_count * tally->repetitions <= 100 ? "exact" : "exact up to 100 pairs",
      tally->strategies[tally->baseline]);
}

void tables_markdown(const Tally *tally, StrBuf *out)
{
  size_t all = tally->case_count * tally->strategy_count * tally->repetitions;
  size_t done = tally_done(tally);
  add_head(tally, out);
  for (size_t i = 0; i < tally->case_count; i++) add_row(tally, i, out);
  if (tally->case_count > 1) add_row(tally, TALLY_ALL, out);
  add_summary(tally, out);
  if (done < all)
    strbuf_printf(out,
                  "\nNot finished: %zu of %zu campaigns are done; what has no partner in "
                  "another strategy does not count.\n",
                  done, all);
  add_budgets(tally, out);
  add_legend(tally, out);
}

/* --- CSV: names consist of letters, digits and a few signs (the caller has checked that) --- */

static void add_csv_row(const Tally *tally, size_t place, StrBuf *out)
{
  assert(place == TALLY_ALL || place < tally->case_count);
  for (size_t i = 0; i < tally->strategy_count; i++) {
    TallyRow row = tally_row(tally, place, i);
    strbuf_printf(out, "%s,%s,%zu,%.6g,%.6g,", place == TALLY_ALL ? "all" : tally->cases[place],
                  tally->strategies[i], row.campaigns, row.score, row.perfect);
    if (!isnan(row.gain)) strbuf_printf(out, "%.6g", row.gain);
    strbuf_printf(out, ",%zu,%zu,%.6g,%.6g,%.0f,%.1f\n", row.wins, row.losses, row.p, row.effect,
                  row.inputs, row.seconds);
  }
}

void tables_csv(const Tally *tally, StrBuf *out)
{
  strbuf_add_text(
      out, "case,strategy,campaigns,score,perfect,gain_percent,won,lost,p,effect,inputs,seconds\n");
  for (size_t i = 0; i < tally->case_count; i++) add_csv_row(tally, i, out);
  add_csv_row(tally, TALLY_ALL, out);
}

void tables_campaigns_csv(const Tally *tally, StrBuf *out)
{
  strbuf_add_text(out, "case,strategy,repetition,margin,perfect,target,reference,inputs,seconds,"
                       "findings,revealing\n");
  for (size_t i = 0; i < tally->case_count; i++)
    for (size_t j = 0; j < tally->strategy_count; j++)
      for (size_t k = 0; k < tally->repetitions; k++) {
        const TallyCampaign *campaign = tally_at(tally, i, j, k);
        if (!campaign->done) continue;
        strbuf_printf(out, "%s,%s,%zu,%.6g,%.6g,%.6g,%.6g,%.0f,%.1f,%zu,%.0f\n", tally->cases[i],
                      tally->strategies[j], k + 1, campaign->margin, campaign->perfect,
                      campaign->target, campaign->reference, campaign->inputs, campaign->seconds,
                      campaign->findings.count, campaign->revealing);
      }
}

/* --- figures --- */

static int compare_numbers(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static void add_cactus(const Tally *tally, size_t strategy, bool targets, StrBuf *out)
{
  assert(strategy < tally->strategy_count);
  VEC(double) costs = {0};
  for (size_t i = 0; i < tally->case_count; i++)
    for (size_t k = 0; k < tally->repetitions; k++) {
      const TallyCampaign *campaign = tally_at(tally, i, strategy, k);
      if (!campaign->done || campaign->bugs) continue;
      VEC_PUSH(&costs, targets ? campaign->target : campaign->reference);
    }
  if (costs.count > 1) qsort(costs.items, costs.count, sizeof *costs.items, compare_numbers);
  for (size_t i = 0; i < costs.count; i++)
    strbuf_printf(out, "%s,%s,%zu,%.6g\n", tally->strategies[strategy],
                  targets ? "targets" : "references", i + 1, costs.items[i]);
  VEC_FREE(&costs);
}

void tables_cactus_csv(const Tally *tally, StrBuf *out)
{
  strbuf_add_text(out, "suite,solvers,solved,limit\n");
  for (size_t i = 0; i < tally->strategy_count; i++) {
    add_cactus(tally, i, true, out);
    add_cactus(tally, i, false, out);
  }
}

void tables_findings_csv(const Tally *tally, StrBuf *out)
{
  strbuf_add_text(out, "case,strategy,repetition,seconds,input,findings\n");
  for (size_t i = 0; i < tally->case_count; i++)
    for (size_t j = 0; j < tally->strategy_count; j++)
      for (size_t k = 0; k < tally->repetitions; k++) {
        const TallyCampaign *campaign = tally_at(tally, i, j, k);
        for (size_t f = 0; f < campaign->findings.count; f++)
          strbuf_printf(out, "%s,%s,%zu,%.2f,%.0f,%zu\n", tally->cases[i], tally->strategies[j],
                        k + 1, campaign->findings.items[f].seconds,
                        campaign->findings.items[f].input, f + 1);
      }
}
