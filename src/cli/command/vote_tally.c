#include "cli/command/vote_tally.h"

#include <assert.h>
#include <string.h>

/* Kinds that say that something the solver has printed is wrong, by evaluation, by the status, by itself or by most others. */
static bool is_incorrect(FindingKind kind)
{
  switch (kind) {
  case FINDING_MODEL:
  case FINDING_COMPUTED:
  case FINDING_REFUTED:
  case FINDING_STATUS:
  case FINDING_MINORITY:
  case FINDING_SELF:
  case FINDING_CORE: return true;
  default: return false;
  }
}

static bool is_crash(FindingKind kind)
{
  return kind == FINDING_CRASH;
}

/* For a finding of such a kind that reproduced. */
static bool was_blamed(const PollResult *polled, size_t solver, bool (*is_such)(FindingKind))
{
  for (size_t i = 0; i < polled->findings.count; i++) {
    const Finding *finding = &polled->findings.items[i];
    bool blamed = finding->confirmed && finding->accused & SOLVER_BIT(solver);
    if (blamed && is_such(finding->kind)) return true;
  }
  return false;
}

void vote_tally_add(VoteTallies *tallies, const PollResult *polled)
{
  assert(polled->votes && !polled->skipped);
  for (size_t i = 0; i < tallies->count; i++) {
    VoteTally *tally = &tallies->items[i];
    const Vote *vote = &polled->votes[i];
    if (!vote->cast) continue;
    tally->scripts++;
    tally->crash += was_blamed(polled, i, is_crash);
    tally->unknown += vote->outcome == OUTCOME_UNKNOWN;
    tally->timeout += vote->outcome == OUTCOME_TIMEOUT;
    tally->incorrect += was_blamed(polled, i, is_incorrect);
  }
}

void vote_tally_print(const VoteTallies *tallies, const SolverVec *solvers, Style style)
{
  static const TableColumn columns[] = {{"solver", false},   {"scripts", true}, {"crash", true},
                                        {"incorrect", true}, {"unknown", true}, {"timeout", true}};
  Table table;
  table_init(&table, columns, sizeof columns / sizeof *columns);
  for (size_t i = 0; i < tallies->count; i++) {
    const VoteTally *tally = &tallies->items[i];
    table_add_text(&table, solvers->items[i].name);
    table_add_count(&table, tally->scripts);
    table_add_count(&table, tally->crash);
    table_add_count(&table, tally->incorrect);
    table_add_count(&table, tally->unknown);
    table_add_count(&table, tally->timeout);
  }
  table_print(stdout, &table, style);
  table_deinit(&table);
}

json_t *vote_tally_object(const VoteTallies *tallies, const SolverVec *solvers)
{
  json_t *object = json_object(), *list = json_array();
  for (size_t i = 0; i < tallies->count; i++) {
    const VoteTally *tally = &tallies->items[i];
    const char *name = solvers->items[i].name;
    json_t *row = json_object();
    json_object_set_new(row, "solver", json_text(name, strlen(name)));
    json_object_set_new(row, "scripts", json_count(tally->scripts));
    json_object_set_new(row, "crash", json_count(tally->crash));
    json_object_set_new(row, "incorrect", json_count(tally->incorrect));
    json_object_set_new(row, "unknown", json_count(tally->unknown));
    json_object_set_new(row, "timeout", json_count(tally->timeout));
    json_array_append_new(list, row);
  }
  json_object_set_new(object, "summary", list);
  return object;
}
