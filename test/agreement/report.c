#include "agreement/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "smt/value/operator.h"

void tally_known(KnownTally tallies[KNOWN_MAX], const char *name)
{
  for (int i = 0; i < KNOWN_MAX; i++) {
    if (tallies[i].name && strcmp(tallies[i].name, name) != 0) continue;
    tallies[i].name = name;
    tallies[i].count++;
    return;
  }
  abort(); /* more names than there are known mistakes */
}

uint32_t counts_asked(const Counts *counts)
{
  return counts->verdicts[VERDICT_AGREED] + counts->verdicts[VERDICT_REFUTED] +
         counts->verdicts[VERDICT_FREE] + counts->verdicts[VERDICT_OPEN] +
         counts->verdicts[VERDICT_CRASHED];
}

static uint32_t count_unknown(const Counts *counts)
{
  return counts->verdicts[VERDICT_REFUTED] + counts->verdicts[VERDICT_FREE] - counts->known;
}

static void add_counts(Counts *sum, const Counts *counts)
{
  sum->terms += counts->terms;
  sum->undetermined += counts->undetermined;
  sum->known += counts->known;
  for (int k = 0; k < VERDICT_COUNT; k++) sum->verdicts[k] += counts->verdicts[k];
}

bool is_drawn(const Results *results, uint32_t number)
{
  for (int i = 0; i < SOLVER_COUNT; i++)
    if (results->counts[i][number].terms) return true;
  return false;
}

uint32_t refuted_unknown(const Results *results)
{
  uint32_t sum = 0;
  for (int i = 0; i < SOLVER_COUNT; i++)
    for (size_t k = 0; k < results->operators->count; k++)
      sum += count_unknown(&results->counts[i][k]);
  return sum;
}

static void print_head(const char *subject)
{
  printf("\n| %-30s | solver | terms | no value | unsupported | asked | agreed | open | crash | "
         "known |"
         " refuted |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
         subject);
}

static void print_counts(FILE *out, const char *label, int solver, const Counts *counts)
{
  fprintf(out, "| %-30s | %-6s | %5u | %8u | %11u | %5u | %6u | %4u | %5u | %5u | %7u |\n", label,
          solver_name((SolverName)solver), counts->terms, counts->undetermined,
          counts->verdicts[VERDICT_REFUSED], counts_asked(counts), counts->verdicts[VERDICT_AGREED],
          counts->verdicts[VERDICT_OPEN], counts->verdicts[VERDICT_CRASHED], counts->known,
          count_unknown(counts));
}

/* The name in code quotes, and letters for the sorts of the arguments. */
static void make_label(const Bank *bank, Fun fun, char *label, size_t size)
{
  Symbol name = funs_info(&bank->funs, fun)->name;
  snprintf(label, size, "`%.*s` %s", (int)symbols_length(&bank->symbols, name),
           symbols_text(&bank->symbols, name), value_operator_entry(bank, fun)->args);
}

void print_row(FILE *out, const Bank *bank, Fun fun, SolverName solver, const Counts *counts)
{
  char label[120];
  make_label(bank, fun, label, sizeof label);
  print_counts(out, label, solver, counts);
}

static void print_refused(const Results *results, uint32_t number)
{
  char label[120];
  make_label(results->bank, results->operators->items[number], label, sizeof label);
  for (int i = 0; i < SOLVER_COUNT; i++)
    if (results->counts[i][number].error[0])
      printf("- %s by %s: %s\n", label, solver_name((SolverName)i),
             results->counts[i][number].error);
}

void print_operators(const Results *results)
{
  print_head("operator");
  for (uint32_t k = 0; k < results->operators->count; k++)
    for (int i = 0; i < SOLVER_COUNT && is_drawn(results, k); i++)
      print_row(stdout, results->bank, results->operators->items[k], (SolverName)i,
                &results->counts[i][k]);
  printf("\nRefused whatever the arguments are:\n\n");
  for (uint32_t k = 0; k < results->operators->count; k++) print_refused(results, k);
}

void print_theories(const Results *results)
{
  const Bank *bank = results->bank;
  Counts all[SOLVER_COUNT] = {0};
  print_head("theory");
  for (uint16_t theory = 1; theory < bank->theories.count; theory++)
    for (int i = 0; i < SOLVER_COUNT; i++) {
      Counts sum = {0};
      for (size_t k = 0; k < results->operators->count; k++)
        if (funs_info(&bank->funs, results->operators->items[k])->theory == theory)
          add_counts(&sum, &results->counts[i][k]);
      add_counts(&all[i], &sum);
      char label[80];
      Symbol name = bank->theories.items[theory].name;
      snprintf(label, sizeof label, "%.*s", (int)symbols_length(&bank->symbols, name),
               symbols_text(&bank->symbols, name));
      if (sum.terms) print_counts(stdout, label, i, &sum);
    }
  for (int i = 0; i < SOLVER_COUNT; i++) print_counts(stdout, "all", i, &all[i]);
}

void print_known(SolverName solver, const KnownTally tallies[KNOWN_MAX])
{
  for (int i = 0; i < KNOWN_MAX && tallies[i].name; i++)
    printf("%sknown mistake of %s: %s, %u times\n", i ? "" : "\n", solver_name(solver),
           tallies[i].name, tallies[i].count);
}
