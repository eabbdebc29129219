#include "record/report/inputs.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "record/report/json.h"

enum { NUMBER_SIZE = 32 };

/* --- one input --- */

/* The table is a ring. */
static size_t row_at(const ReportData *data, size_t place)
{
  size_t count = data->table.count;
  assert(place < count);
  return data->surveyed > count ? (size_t)((data->surveyed + place) % count) : place;
}

static const ReportCell *cell_at(const ReportData *data, size_t row, size_t solver)
{
  assert(data->cells.count == data->table.count * data->solvers.count);
  return &data->cells.items[row * data->solvers.count + solver];
}

json_t *report_input(const ReportData *data, size_t place)
{
  size_t row = row_at(data, place);
  json_t *runs = json_array();
  for (size_t i = 0; i < data->solvers.count; i++) {
    const ReportCell *cell = cell_at(data, row, i);
    json_array_append_new(
        runs, cell->ran ? json_pack("[s, f, f]", report_outcome_name(cell->outcome),
                                    (double)cell->cpu_ns / 1e9, (double)cell->wall_ns / 1e9)
                        : json_null());
  }
  return json_pack("{s:o, s:o}", "instance", json_count(data->table.items[row]), "runs", runs);
}

/* --- its words --- */

typedef struct {
  const char *text;
  size_t length;
} Word;

typedef VEC(Word) WordVec;

static void split_words(const char *text, WordVec *words)
{
  static const char blanks[] = " \t\r\n";
  while (text && *(text += strspn(text, blanks))) {
    size_t length = strcspn(text, blanks);
    VEC_PUSH(words, ((Word){text, length}));
    text += length;
  }
}

static bool is_part(Word word, const char *text)
{
  for (size_t length = strlen(text); length >= word.length; text++, length--)
    if (strncasecmp(text, word.text, word.length) == 0) return true;
  return false;
}

/* "z3:timeout": the solver is the whole name, the outcome may be a part. */
static bool is_outcome_of(Word word, const char *solver, const char *outcome)
{
  size_t length = strlen(solver);
  if (word.length <= length || word.text[length] != ':') return false;
  return strncasecmp(word.text, solver, length) == 0 &&
         is_part((Word){word.text + length + 1, word.length - length - 1}, outcome);
}

static bool is_number(Word word, uint64_t instance)
{
  char name[NUMBER_SIZE];
  int length = snprintf(name, sizeof name, "input-%" PRIu64, instance);
  if (word.length == (size_t)length && strncasecmp(word.text, name, word.length) == 0) return true;
  return is_part(word, name + strlen("input-"));
}

static bool has_word(const ReportData *data, size_t row, Word word)
{
  uint64_t instance = data->table.items[row];
  if (is_number(word, instance)) return true;
  for (size_t i = 0; i < data->solvers.count; i++) {
    const ReportCell *cell = cell_at(data, row, i);
    if (!cell->ran) continue;
    const char *outcome = report_outcome_name(cell->outcome);
    if (is_part(word, outcome) || is_outcome_of(word, data->solvers.items[i].name, outcome))
      return true;
  }
  for (size_t i = 0; i < data->groups.count; i++)
    if (data->groups.items[i].instance == instance && is_part(word, data->groups.items[i].name))
      return true;
  return false;
}

static bool has_words(const ReportData *data, size_t row, const WordVec *words)
{
  for (size_t i = 0; i < words->count; i++)
    if (!has_word(data, row, words->items[i])) return false;
  return true;
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

/* Without a solver all of them have no run, so that their places are their order. */
static void choose(const ReportData *data, const WordVec *words, const ReportSolver *solver,
                   ChosenVec *chosen)
{
  for (size_t place = 0; place < data->table.count; place++) {
    size_t row = row_at(data, place);
    if (!has_words(data, row, words)) continue;
    Chosen one = {.place = place};
    if (solver) {
      const ReportCell *cell = cell_at(data, row, (size_t)(solver - data->solvers.items));
      one.ran = cell->ran;
      one.cpu_ns = cell->cpu_ns;
    }
    VEC_PUSH(chosen, one);
  }
}

static json_t *page_of(const ReportData *data, const ReportInputsQuery *query,
                       const ReportSolver *solver)
{
  WordVec words = {0};
  ChosenVec chosen = {0};
  json_t *list = json_array();
  split_words(query->words, &words);
  choose(data, &words, solver, &chosen);
  if (chosen.count > 0 && (solver || query->down))
    qsort(chosen.items, chosen.count, sizeof *chosen.items,
          query->down ? compare_down : compare_up);
  for (uint64_t i = query->from; i < chosen.count && i - query->from < query->count; i++)
    json_array_append_new(list, report_input(data, chosen.items[i].place));
  json_t *page =
      json_pack("{s:o, s:o, s:o, s:o}", "inputs", list, "matching", json_count(chosen.count),
                "held", json_count(data->table.count), "total", json_count(data->surveyed));
  VEC_FREE(&words);
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
  return page_of(data, query, solver);
}
