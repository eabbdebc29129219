#include "find/fuzz/guide_features.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

enum { COLUMN_LENGTH, COLUMN_WORDS, COLUMN_DEPTH, COLUMN_OUTERMOST, GENERAL_COLUMNS };
/* Half of the rest is for words, half for pairs. */
enum { WORD_COLUMNS = (GUIDE_COLUMNS - GENERAL_COLUMNS) / 2, DEPTH_MAX = 64, BYTE_MAX = 255 };

typedef struct {
  const char *text;
  size_t length, at;
  GuideRow *row;
  uint64_t heads
      [DEPTH_MAX]; /* the words that begin the lists that are open; of deeper ones the last place */
  uint32_t depth, deepest, outermost, words;
  bool first; /* the next word begins a list */
} Scan;

static uint64_t mix(uint64_t hash)
{
  hash ^= hash >> 29;
  hash *= UINT64_C(0xbf58476d1ce4e5b9);
  return hash ^ hash >> 32;
}

static uint32_t bits_of(uint64_t number)
{
  uint32_t bits = 0;
  for (; number; number >>= 1) bits++;
  return bits;
}

/* Grows with the logarithm, and tells apart what differs by a fifth. */
static uint8_t magnitude(uint64_t number)
{
  enum { STEPS = 4 };
  uint32_t bits = bits_of(number);
  if (bits <= 3) return (uint8_t)number;
  return (uint8_t)(bits * STEPS + (uint32_t)(number >> (bits - 3) & (STEPS - 1)));
}

static void add(GuideRow *row, size_t column)
{
  assert(column < GUIDE_COLUMNS);
  if (row->columns[column] < BYTE_MAX) row->columns[column]++;
}

static bool is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static bool is_separator(char c)
{
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '(' || c == ')';
}

/* The value of a small number decides; of a larger one, or of another literal, how long it is. */
static uint64_t hash_of_literal(const char *word, size_t length)
{
  enum { DIGITS_MAX = 6 };
  uint64_t value = 0;
  for (size_t i = 0; i < length && i < DIGITS_MAX && is_digit(word[i]); i++)
    value = 10 * value + (uint64_t)(word[i] - '0');
  char kind = is_digit(word[0]) ? '0' : word[0];
  return mix((uint64_t)kind << 32 | (uint64_t)bits_of(length) << 16 | bits_of(value));
}

static uint64_t hash_of_word(const char *word, size_t length)
{
  if (is_digit(word[0]) || word[0] == '#' || word[0] == '"') return hash_of_literal(word, length);
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < length; i++)
    if (!is_digit(word[i])) hash = (hash ^ (unsigned char)word[i]) * UINT64_C(0x100000001b3);
  return mix(hash);
}

static uint64_t *head_at(Scan *scan, uint32_t depth)
{
  return &scan->heads[depth < DEPTH_MAX ? depth : DEPTH_MAX - 1];
}

static void take_word(Scan *scan)
{
  size_t start = scan->at;
  while (scan->at < scan->length && !is_separator(scan->text[scan->at])) scan->at++;
  uint64_t hash = hash_of_word(scan->text + start, scan->at - start);
  bool begins = scan->first && scan->depth;
  uint64_t around = begins ? *head_at(scan, scan->depth - 1) : *head_at(scan, scan->depth);
  if (begins) *head_at(scan, scan->depth) = hash;
  scan->first = false;
  scan->words++;
  add(scan->row, GENERAL_COLUMNS + hash % WORD_COLUMNS);
  add(scan->row, GENERAL_COLUMNS + WORD_COLUMNS + mix(hash + 31 * around) % WORD_COLUMNS);
}

static void open_list(Scan *scan)
{
  if (!scan->depth) scan->outermost++;
  scan->depth++;
  if (scan->depth > scan->deepest) scan->deepest = scan->depth;
  *head_at(scan, scan->depth) = 0;
}

void guide_features(const char *text, size_t length, GuideRow *row)
{
  memset(row, 0, sizeof *row);
  Scan scan = {.text = text, .length = length, .row = row};
  while (scan.at < length) {
    char c = text[scan.at];
    if (!is_separator(c)) {
      take_word(&scan);
      continue;
    }
    if (c == '(') open_list(&scan);
    if (c == ')' && scan.depth) scan.depth--;
    scan.first = c == '(' || (scan.first && c != ')');
    scan.at++;
  }
  row->columns[COLUMN_LENGTH] = magnitude(length);
  row->columns[COLUMN_WORDS] = magnitude(scan.words);
  row->columns[COLUMN_DEPTH] = (uint8_t)(scan.deepest < BYTE_MAX ? scan.deepest : BYTE_MAX);
  row->columns[COLUMN_OUTERMOST] = magnitude(scan.outermost);
}
