/* New values and changes of values. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "solve/closedbox/search_state.h"

/* --- values --- */

uint64_t search_in_range(SearchRange range, uint64_t word)
{
  uint64_t size = range.high - range.low + 1;
  if (size == 0 || word - range.low < size) return word;
  return range.low + (word - range.low) % size;
}

static uint64_t random_word(Search *search, const EmitVariable *variable, SearchRange range)
{
  Random *random = &search->random;
  const SearchSettings *settings = search->settings;
  uint64_t word = random_u64(random);
  double number;
  switch (random_below(random, 6)) {
  case 0:
    if (settings->dictionary_count) {
      word = settings->dictionary[random_below(random, settings->dictionary_count)];
      return variable->layout.kind == LAYOUT_BITS || variable->layout.kind == LAYOUT_INT
                 ? search_in_range(range, word & layout_mask(variable->layout.width))
                 : word;
    }
    break;
  case 1: word = random_below(random, UINT64_C(2) << random_below(random, 8)); break;
  case 2: word = UINT64_C(1) << random_below(random, 64); break;
  case 3: word >>= random_below(random, 64); break;
  case 4: word = 0 - (word >> random_below(random, 64)); break;
  default: break;
  }
  if (variable->layout.kind == LAYOUT_REAL || variable->layout.kind == LAYOUT_DOUBLE) {
    number = (double)(int64_t)word / (double)(1 << random_below(random, 12));
    if (random_chance(random, 1, 2)) number = (random_unit(random) - 0.5) * 200;
    memcpy(&word, &number, sizeof word);
    return word;
  }
  if (variable->layout.kind == LAYOUT_FLOAT) {
    float narrow = (float)((random_unit(random) - 0.5) * ldexp(1, (int)random_below(random, 30)));
    word = 0;
    memcpy(&word, &narrow, sizeof narrow);
    return word;
  }
  if (variable->layout.kind == LAYOUT_BOOL) return word & 1;
  return search_in_range(range, word & layout_mask(variable->layout.width));
}

/* Classes of characters that boxes tend to want; NULL: all that can be printed. */
static const char *const alphabets[] = {NULL,
                                        "0123456789",
                                        "0123456789.",
                                        NULL,
                                        "0123456789abcdefx",
                                        "abcdefghijklmnopqrstuvwxyz",
                                        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
                                        "()",
                                        "01",
                                        "ab",
                                        "()[]{}<>",
                                        "+-*/()0123456789 ",
                                        "0123456789-:/",
                                        "0123456789-+.eE",
                                        " \t\nabc",
                                        "IVXLCDM",
                                        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ",
                                        "abc@.",
                                        "abc/._-",
                                        "\"\\',;=&?%#"};

void search_choose_alphabet(Search *search)
{
  search->alphabet = alphabets[random_below(&search->random, sizeof alphabets / sizeof *alphabets)];
  search->bytes_below = UINT64_C(2) << random_below(&search->random, 8);
}

static uint8_t random_letter(Search *search)
{
  size_t count = search->alphabet ? strlen(search->alphabet) : 0;
  if (!count || random_chance(&search->random, 1, 32))
    return (uint8_t)(32 + random_below(&search->random, 95));
  return (uint8_t)search->alphabet[random_below(&search->random, count)];
}

/* Boxes tend to want small numbers, letters, or each number once; the restart says how small. */
static void randomize_bytes(Search *search, uint8_t *bytes, uint32_t count)
{
  assert(search->bytes_below >= 2 && search->bytes_below <= 256);
  for (uint32_t i = 0; i < count; i++)
    bytes[i] = search->alphabet && random_chance(&search->random, 1, 2)
                   ? random_letter(search)
                   : (uint8_t)random_below(&search->random, search->bytes_below);
}

/* Exchanges two of them, or takes a small one. */
static void change_small_byte(Search *search, uint8_t *bytes, uint32_t count)
{
  uint8_t *a = bytes + random_below(&search->random, count),
          *b = bytes + random_below(&search->random, count), old = *a;
  if (random_chance(&search->random, 1, 2))
    *a = *b, *b = old;
  else
    *a = (uint8_t)random_below(&search->random, search->bytes_below);
}

void search_randomize(Search *search, uint32_t number)
{
  assert(number < search->settings->plan->variables.count);
  const EmitVariable *variable = &search->settings->plan->variables.items[number];
  uint64_t *words = search->in + variable->first;
  uint8_t *bytes = (uint8_t *)(words + 1);
  switch (variable->layout.kind) {
  case LAYOUT_STRING:
    memset(words, 0, sizeof *words * variable->layout.words);
    words[0] = random_below(&search->random, 16);
    for (uint64_t i = 0; i < words[0]; i++) bytes[i] = random_letter(search);
    break;
  case LAYOUT_BYTES:
    if (random_chance(&search->random, 1, 2)) {
      randomize_bytes(search, (uint8_t *)words, 1u << variable->layout.width);
      break;
    }
    __attribute__((fallthrough));
  case LAYOUT_WIDE:
    for (uint32_t i = 0; i < variable->layout.words; i++)
      words[i] = random_chance(&search->random, 1, 2) ? random_u64(&search->random) : 0;
    if (random_chance(&search->random, 1, 4)) /* a small number, or few bytes */
      memset(words + 1, 0, sizeof *words * (variable->layout.words - 1));
    if (variable->layout.kind == LAYOUT_WIDE && variable->layout.width % 64)
      words[variable->layout.words - 1] &= layout_mask(variable->layout.width % 64);
    break;
  default: words[0] = random_word(search, variable, search->settings->ranges[number]); break;
  }
}

/* --- moves --- */

static void change_string(Search *search, uint64_t *words)
{
  Random *random = &search->random;
  uint8_t *bytes = (uint8_t *)(words + 1);
  uint64_t length = words[0], at = length ? random_below(random, length) : 0;
  uint8_t fresh = random_letter(search);
  switch (random_below(random, 4)) {
  case 0: /* insert */
    if (length >= LAYOUT_STRING_BYTES - 8) return;
    memmove(bytes + at + 1, bytes + at, (size_t)(length - at));
    bytes[at] = fresh;
    words[0]++;
    break;
  case 1: /* remove */
    if (!length) return;
    memmove(bytes + at, bytes + at + 1, (size_t)(length - at));
    bytes[--words[0]] = 0;
    break;
  case 2:
    if (length) bytes[at] = fresh;
    break;
  default:
    if (!length) return;
    fresh = (uint8_t)(bytes[at] + (random_chance(random, 1, 2) ? 1 : -1));
    if (fresh >= 1 && fresh <= 127) bytes[at] = fresh;
    break;
  }
}

static void change_number(Search *search, uint64_t *word, const EmitVariable *variable)
{
  Random *random = &search->random;
  double number;
  float narrow;
  bool single = variable->layout.kind == LAYOUT_FLOAT;
  memcpy(&narrow, word, sizeof narrow);
  memcpy(&number, word, sizeof number);
  if (single) number = (double)narrow;
  double step = ldexp(1, (int)random_below(random, 50) - 40);
  switch (random_below(random, 5)) {
  case 0: number += step * (random_chance(random, 1, 2) ? 1 : -1); break;
  case 1: number *= 1 + step * (random_chance(random, 1, 2) ? 1 : -1); break;
  case 2: number = nearbyint(number); break;
  case 3: number = -number; break;
  default: /* neighbours, by the bits */
    *word += (random_chance(random, 1, 2) ? 1 : -1) *
             (UINT64_C(1) << random_below(random, single ? 24 : 53));
    if (single) *word &= layout_mask(32);
    return;
  }
  narrow = (float)number;
  if (single)
    memcpy(word, &narrow, sizeof narrow);
  else
    memcpy(word, &number, sizeof number);
}

static void change_word(Search *search, uint64_t *word, uint32_t width, SearchRange range)
{
  assert(width >= 1 && width <= 64);
  Random *random = &search->random;
  uint64_t bit = UINT64_C(1) << random_below(random, width);
  switch (random_below(random, 6)) {
  case 0: *word ^= bit; break;
  case 1: *word += bit; break;
  case 2: *word -= bit; break;
  case 3: *word += random_below(random, 16); break;
  case 4: *word -= random_below(random, 16); break;
  default:
    *word ^= random_u64(random) & (UINT64_C(255) << 8 * random_below(random, (width + 7) / 8));
    break;
  }
  *word = search_in_range(range, *word & layout_mask(width));
}

static void change_byte(Search *search, uint8_t *bytes, uint32_t count)
{
  assert(count > 0);
  if (random_chance(&search->random, 1, 3)) {
    change_small_byte(search, bytes, count);
    return;
  }
  uint8_t *byte = bytes + random_below(&search->random, count);
  switch (random_below(&search->random, 4)) {
  case 0: *byte = (uint8_t)random_u64(&search->random); break;
  case 1: *byte = (uint8_t)(*byte + 1); break;
  case 2: *byte = (uint8_t)(*byte - 1); break;
  default: *byte = bytes[random_below(&search->random, count)]; break;
  }
}

void search_change_one(Search *search)
{
  const EmitPlan *plan = search->settings->plan;
  uint32_t number = (uint32_t)random_below(&search->random, plan->variables.count);
  const EmitVariable *variable = &plan->variables.items[number];
  uint64_t *words = search->in + variable->first;
  if (random_chance(&search->random, 1, 12)) {
    search_randomize(search, number);
    return;
  }
  SearchRange all = {0, UINT64_MAX, false};
  uint32_t part;
  switch (variable->layout.kind) {
  case LAYOUT_STRING: change_string(search, words); break;
  case LAYOUT_REAL:
  case LAYOUT_FLOAT:
  case LAYOUT_DOUBLE: change_number(search, words, variable); break;
  case LAYOUT_BOOL: words[0] ^= 1; break;
  case LAYOUT_WIDE:
  case LAYOUT_BYTES:
    part = (uint32_t)random_below(&search->random, variable->layout.words);
    if (variable->layout.kind == LAYOUT_BYTES && random_chance(&search->random, 1, 2))
      change_byte(search, (uint8_t *)words, 1u << variable->layout.width);
    else
      change_word(search, words + part, 64, all);
    if (variable->layout.kind == LAYOUT_WIDE && variable->layout.width % 64)
      words[variable->layout.words - 1] &= layout_mask(variable->layout.width % 64);
    break;
  default:
    change_word(search, words, variable->layout.width, search->settings->ranges[number]);
    break;
  }
}

/* x + d and y - d, the same bits of both, or an exchange; only of two words of one kind and width. */
void search_change_two(Search *search)
{
  const EmitPlan *plan = search->settings->plan;
  Random *random = &search->random;
  uint32_t a = (uint32_t)random_below(random, plan->variables.count);
  uint32_t b = (uint32_t)random_below(random, plan->variables.count);
  const EmitVariable *x = &plan->variables.items[a], *y = &plan->variables.items[b];
  bool words = x->layout.kind == LAYOUT_BITS || x->layout.kind == LAYOUT_INT;
  if (a == b || x->sort != y->sort || !words) {
    search_change_one(search);
    search_change_one(search);
    return;
  }
  uint64_t *p = search->in + x->first, *q = search->in + y->first, old = *p;
  uint64_t bit = UINT64_C(1) << random_below(random, x->layout.width);
  switch (random_below(random, 4)) {
  case 0: *p += bit, *q -= bit; break;
  case 1: *p ^= bit, *q ^= bit; break;
  case 2: *p = *q, *q = old; break;
  default: *p = *q; break;
  }
  *p = search_in_range(search->settings->ranges[a], *p & layout_mask(x->layout.width));
  *q = search_in_range(search->settings->ranges[b], *q & layout_mask(x->layout.width));
}
