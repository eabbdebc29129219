#include "record/report/inputs_words.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

_Static_assert(REPORT_OUTCOMES <= 32, "outcomes are bits");

typedef struct {
  const char *text;
  size_t length;
} Word;

/* --- what has a word --- */

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

static uint32_t outcomes_with(Word word, const char *solver)
{
  uint32_t set = 0;
  for (size_t outcome = 0; outcome < REPORT_OUTCOMES; outcome++) {
    const char *name = report_outcome_name(outcome);
    if (is_part(word, name) || is_outcome_of(word, solver, name)) set |= UINT32_C(1) << outcome;
  }
  return set;
}

/* A number that is too long is that of no input. */
static bool read_digits(Word word, uint64_t *number, uint64_t *least)
{
  enum { DIGITS = 19 };
  *number = *least = 0;
  if (word.length == 0 || word.length > DIGITS) return false;
  for (size_t i = 0; i < word.length; i++) {
    if (word.text[i] < '0' || word.text[i] > '9') return false;
    *number = *number * 10 + (uint64_t)(word.text[i] - '0');
    if (i > 0) *least = *least ? *least * 10 : 10;
  }
  return true;
}

static void add_number(Word text, InputsWord *word)
{
  static const char prefix[] = "input-";
  const size_t length = sizeof prefix - 1;
  uint64_t least;
  word->is_digits = read_digits(text, &word->number, &word->least);
  if (text.length <= length || strncasecmp(text.text, prefix, length) != 0) return;
  word->is_number =
      read_digits((Word){text.text + length, text.length - length}, &word->number, &least);
}

static int compare(const void *left, const void *right)
{
  const uint64_t *a = left, *b = right;
  return *a < *b ? -1 : *a > *b;
}

static InputsWord prepare(const ReportData *data, Word text)
{
  InputsWord word = {0};
  for (size_t i = 0; i < data->solvers.count; i++)
    VEC_PUSH(&word.outcomes, outcomes_with(text, data->solvers.items[i].name));
  for (size_t i = 0; i < data->groups.count; i++)
    if (is_part(text, data->groups.items[i].name))
      VEC_PUSH(&word.examples, data->groups.items[i].instance);
  if (word.examples.count > 0)
    qsort(word.examples.items, word.examples.count, sizeof *word.examples.items, compare);
  add_number(text, &word);
  return word;
}

bool inputs_words_init(InputsWords *words, const ReportData *data, const char *text)
{
  static const char blanks[] = " \t\r\n";
  *words = (InputsWords){0};
  while (text && *(text += strspn(text, blanks))) {
    size_t length = strcspn(text, blanks);
    if (words->list.count == INPUTS_WORDS_MOST) return false;
    VEC_PUSH(&words->list, prepare(data, (Word){text, length}));
    text += length;
  }
  return true;
}

void inputs_words_deinit(InputsWords *words)
{
  for (size_t i = 0; i < words->list.count; i++) {
    VEC_FREE(&words->list.items[i].outcomes);
    VEC_FREE(&words->list.items[i].examples);
  }
  VEC_FREE(&words->list);
}

/* --- what an input has --- */

/* Whether the digits of the word stand somewhere in those of the number. */
static bool has_digits(uint64_t number, const InputsWord *word)
{
  uint64_t above = word->least ? word->least * 10 : 10;
  do {
    if (number >= word->least && number % above == word->number) return true;
    number /= 10;
  } while (number);
  return false;
}

static bool is_example(uint64_t instance, const InputsWord *word)
{
  return word->examples.count > 0 && bsearch(&instance, word->examples.items, word->examples.count,
                                             sizeof *word->examples.items, compare);
}

static bool has_word(const InputsWord *word, uint64_t instance, const ReportCell *cells)
{
  if (word->is_number && word->number == instance) return true;
  if (word->is_digits && has_digits(instance, word)) return true;
  for (size_t i = 0; i < word->outcomes.count; i++) {
    assert(cells[i].outcome < REPORT_OUTCOMES);
    if (cells[i].ran && word->outcomes.items[i] >> cells[i].outcome & 1) return true;
  }
  return is_example(instance, word);
}

bool inputs_words_match(const InputsWords *words, uint64_t instance, const ReportCell *cells)
{
  for (size_t i = 0; i < words->list.count; i++)
    if (!has_word(&words->list.items[i], instance, cells)) return false;
  return true;
}
