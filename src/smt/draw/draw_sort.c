#include "smt/draw/draw_sort.h"

#include <string.h>

Numeral draw_width(Random *random)
{
  static const Numeral widths[] = {1, 2, 3, 4, 5, 8, 16, 32, 64, 65, 129};
  return widths[random_below(random, sizeof widths / sizeof *widths)];
}

void draw_format(Random *random, Numeral format[2])
{
  static const Numeral formats[][2] = {{5, 11},   {8, 24}, {11, 53}, {5, 11}, {8, 24},
                                       {2, 2},    {2, 4},  {3, 2},   {3, 5},  {4, 4},
                                       {15, 113}, {5, 3},  {2, 9},   {9, 30}};
  memcpy(format, formats[random_below(random, sizeof formats / sizeof *formats)], sizeof *formats);
}

Numeral draw_prime(Bank *bank, Random *random)
{
  static const char *const large[] = {
      "18446744069414584321",
      "52435875175126190479447740508185965837690552500527637822603658699938581184513"};
  static const Numeral small[] = {2, 3, 5, 7, 17, 101, 65537, 2147483647};
  enum { SMALL = sizeof small / sizeof *small, LARGE = sizeof large / sizeof *large };
  uint64_t choice = random_below(random, SMALL + LARGE);
  if (choice < SMALL) return small[choice];
  const char *digits = large[choice - SMALL];
  return NUMERAL_SYMBOL_TAG | symbols_intern(&bank->symbols, digits, strlen(digits));
}

static Sort make(Bank *bank, SortClass class, const Numeral *indices, const Sort *args,
                 uint32_t count)
{
  SortCtor ctor = bank->sorts.class_ctor[class];
  return ctor ? sorts_make(&bank->sorts, ctor, indices, args, count) : 0;
}

static Sort draw_leaf(Bank *bank, Random *random)
{
  Numeral indices[2];
  switch (random_below(random, 9)) {
  case 0: return make(bank, SORT_BOOL, NULL, NULL, 0);
  case 1: return make(bank, SORT_REAL, NULL, NULL, 0);
  case 2:
  case 3: return make(bank, SORT_STRING, NULL, NULL, 0);
  case 4:
  case 5: indices[0] = draw_width(random); return make(bank, SORT_BITVEC, indices, NULL, 0);
  case 6: draw_format(random, indices); return make(bank, SORT_FLOAT, indices, NULL, 0);
  default: return make(bank, SORT_INT, NULL, NULL, 0);
  }
}

Sort draw_tuple_sort(Bank *bank, Random *random, uint32_t width)
{
  enum { WIDTH_MAX = 8 };
  Sort columns[WIDTH_MAX];
  if (width > WIDTH_MAX) width = WIDTH_MAX;
  for (uint32_t i = 0; i < width; i++) columns[i] = draw_leaf(bank, random);
  return make(bank, SORT_TUPLE, NULL, columns, width);
}

Sort draw_sort(Bank *bank, Random *random, uint32_t depth)
{
  if (depth == 0 || random_chance(random, 7, 8)) {
    Sort leaf = draw_leaf(bank, random);
    return leaf ? leaf : bank->bool_sort;
  }
  Sort parts[2] = {draw_sort(bank, random, depth - 1), draw_sort(bank, random, depth - 1)};
  Sort sort = 0;
  switch (random_below(random, 5)) {
  case 0: sort = make(bank, SORT_ARRAY, NULL, parts, 2); break;
  case 1: sort = make(bank, SORT_SEQ, NULL, parts, 1); break;
  case 2: sort = make(bank, SORT_SET, NULL, parts, 1); break;
  case 3: sort = make(bank, SORT_BAG, NULL, parts, 1); break;
  default: sort = make(bank, SORT_TUPLE, NULL, parts, 2); break;
  }
  return sort ? sort : parts[0];
}
