#include "record/report/inputs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "record/report/inputs_words.h"
#include "record/report/json.h"

/* --- one input --- */

/* The table is a ring. */
static size_t row_at(const ReportData *data, size_t place)
{
  size_t count = data->table.count;
  assert(place < count);
  return data->surveyed > count ? (size_t)((data->surveyed + place) % count) : place;
}

/* One for each solver. */
static const ReportCell *cells_at(const ReportData *data, size_t row)
{
  assert(data->cells.count == data->table.count * data->solvers.count);
  return &data->cells.items[row * data->solvers.count];
}

json_t *report_input(const ReportData *data, size_t place)
{
  size_t row = row_at(data, place);
  json_t *runs = json_array();
  for (size_t i = 0; i < data->solvers.count; i++) {
    const ReportCell *cell = &cells_at(data, row)[i];
    json_array_append_new(
        runs, cell->ran ? json_pack("[s, f, f]", report_outcome_name(cell->outcome),
                                    (double)cell->cpu_ns / 1e9, (double)cell->wall_ns / 1e9)
                        : json_null());
  }
  return json_pack("{s:o, s:o}", "instance", json_count(data->table.items[row]), "runs", runs);
}

/* --- those that are wanted, in their order --- */

typedef struct {
  bool ran;
  uint64_t cpu_ns;
  size_t place;
} Chosen;

typedef VEC(Chosen) ChosenVec;

static int compare_up(const void *left, const void *right)
{
  const Chosen *a = left, *b = right;
  if (a->ran != b->ran) return a->ran ? -1 : 1;
  if (a->cpu_ns != b->cpu_ns) return a->cpu_ns < b->cpu_ns ? -1 : 1;
  return a->place < b->place ? -1 : a->place > b->place;
}

/* What has no run is last in both directions. */
static int compare_down(const void *left, const void *right)
{
  const Chosen *a = left, *b = right;
  return a->ran != b->ran ? compare_up(left, right) : compare_up(right, left);
}

static Chosen chosen_at(const ReportData *data, size_t place, const ReportSolver *solver)
{
  Chosen one = {.place = place};
  if (!solver) return one;
  const ReportCell *cell =
      &cells_at(data, row_at(data, place))[(size_t)(solver - data->solvers.items)];
  one.ran = cell->ran;
  one.cpu_ns = cell->cpu_ns;
  return one;
}

/* By number, upwards or downwards. */
static void choose(const ReportData *data, const InputsWords *words, const ReportSolver *solver,
                   bool down, ChosenVec *chosen)
{
  size_t count = data->table.count;
  for (size_t i = 0; i < count; i++) {
    size_t place = down ? count - 1 - i : i, row = row_at(data, place);
    if (inputs_words_match(words, data->table.items[row], cells_at(data, row)))
      VEC_PUSH(chosen, chosen_at(data, place, solver));
  }
}

static void swap(Chosen *a, Chosen *b)
{
  Chosen kept = *a;
  *a = *b;
  *b = kept;
}

/* Puts at `wanted` what is there once all are sorted, less before it and more after it, in linear time (Hoare's FIND): a
 * page needs no more. All are different. What does not get smaller soon enough is sorted. */
static void partition_at(Chosen *items, size_t count, size_t wanted,
                         int (*compare)(const void *, const void *))
{
  enum { ROUNDS = 100 }; /* a million takes about 40 */
  size_t low = 0, high = count;
  for (int round = 0; wanted < high && high - low > 1; round++) {
    if (round == ROUNDS) {
      qsort(items + low, high - low, sizeof *items, compare);
      return;
    }
    size_t less = low;
    swap(&items[low + (high - low) / 2], &items[high - 1]);
    for (size_t i = low; i + 1 < high; i++)
      if (compare(&items[i], &items[high - 1]) < 0) swap(&items[i], &items[less++]);
    swap(&items[less], &items[high - 1]);
    if (less == wanted) return;
    if (less < wanted)
      low = less + 1;
    else
      high = less;
  }
}

/* Of those from `from` on, as many as `count`. */
static void sort_page(ChosenVec *chosen, size_t from, size_t count, bool down)
{
  int (*compare)(const void *, const void *) = down ? compare_down : compare_up;
  partition_at(chosen->items, chosen->count, from, compare);
  Chosen *rest = chosen->items + from;
  partition_at(rest, chosen->count - from, count, compare);
  qsort(rest, count, sizeof *rest, compare);
}

static json_t *page_of(const ReportData *data, const ReportInputsQuery *query,
                       const InputsWords *words, const ReportSolver *solver)
{
  ChosenVec chosen = {0};
  json_t *list = json_array();
  choose(data, words, solver, query->down, &chosen);
  size_t from = query->from < chosen.count ? query->from : chosen.count;
  size_t count = query->count < chosen.count - from ? query->count : chosen.count - from;
  if (solver && count > 0) sort_page(&chosen, from, count, query->down);
  for (size_t i = from; i < from + count; i++)
    json_array_append_new(list, report_input(data, chosen.items[i].place));
  json_t *page =
      json_pack("{s:o, s:o, s:o, s:o}", "inputs", list, "matching", json_count(chosen.count),
                "held", json_count(data->table.count), "total", json_count(data->surveyed));
  VEC_FREE(&chosen);
  return page;
}

json_t *report_inputs_page(const ReportData *data, const ReportInputsQuery *query, Error *error)
{
  const ReportSolver *solver = NULL;
  for (size_t i = 0; query->sort && i < data->solvers.count; i++)
    if (strcmp(data->solvers.items[i].name, query->sort) == 0) solver = &data->solvers.items[i];
  if (query->sort && !solver) {
    error_set(error, STATUS_USAGE, "there is no solver '%s' in the campaign", query->sort);
    return NULL;
  }
  if (query->count < 1 || query->count > REPORT_PAGE_MOST) {
    error_set(error, STATUS_USAGE, "a page has 1 to %d inputs", (int)REPORT_PAGE_MOST);
    return NULL;
  }
  InputsWords words;
  json_t *page = NULL;
  if (inputs_words_init(&words, data, query->words))
    page = page_of(data, query, &words, solver);
  else
    error_set(error, STATUS_USAGE, "inputs are looked for by up to %d words", INPUTS_WORDS_MOST);
  inputs_words_deinit(&words);
  return page;
}
