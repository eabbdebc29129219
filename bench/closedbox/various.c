/* Boxes of many kinds: codes, calendars, games, coordinates, texts. */
#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Days since 1970-01-01 of a date. */
int64_t days_from_date(int64_t year, int64_t month, int64_t day)
{
  year -= month <= 2;
  int64_t era = (year >= 0 ? year : year - 399) / 400;
  int64_t of_era = year - era * 400;
  int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}
/* The steps of a linear shift register until it is all ones again; 0 for the state that never moves. */
uint16_t steps_of_register(uint8_t state)
{
  uint16_t steps = 0;
  if (state == 0) return 0;
  while (state != 255 && steps < 300) {
    state = (uint8_t)(state << 1 | ((state >> 7 ^ state >> 5 ^ state >> 4 ^ state >> 3) & 1));
    steps++;
  }
  return steps;
}
/* Nim: the exclusive or of three heaps. */
uint16_t nim(uint16_t a, uint16_t b, uint16_t c)
{
  return a ^ b ^ c;
}
/* The Morton code of two coordinates. */
uint32_t morton(uint16_t x, uint16_t y)
{
  uint32_t code = 0;
  for (int i = 0; i < 16; i++)
    code |= (uint32_t)(x >> i & 1) << (2 * i) | (uint32_t)(y >> i & 1) << (2 * i + 1);
  return code;
}
/* The sum of the values of letters, a = 1. */
int64_t word_value(const char *s)
{
  int64_t sum = 0;
  for (; *s; s++)
    if (isalpha((unsigned char)*s)) sum += tolower((unsigned char)*s) - 'a' + 1;
  return sum;
}
/* Base64 digits of three bytes. */
const char *base64(uint32_t x)
{
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  static char text[5];
  for (int i = 0; i < 4; i++) text[i] = digits[x >> (18 - 6 * i) & 63];
  return text;
}
/* The number of inversions of the eight nibbles. */
uint8_t inversions(uint32_t x)
{
  uint8_t count = 0;
  for (int i = 0; i < 8; i++)
    for (int k = i + 1; k < 8; k++) count += (x >> 4 * i & 15) > (x >> 4 * k & 15);
  return count;
}
/* Hailstone numbers: the largest on the way. */
uint64_t hailstone_peak(uint32_t n)
{
  uint64_t x = n, peak = n;
  for (int i = 0; x > 1 && i < 1000; i++) {
    x = x & 1 ? 3 * x + 1 : x / 2;
    if (x > peak) peak = x;
  }
  return peak;
}
/* The sign of a - b only, of two versions packed as major, minor, patch. */
int64_t compare_versions(int64_t major, int64_t minor, int64_t patch)
{
  int64_t mine = major * 1000000 + minor * 1000 + patch;
  return (mine > 3014159) - (mine < 3014159);
}
/* A Hamming (7,4) code word. */
uint8_t hamming_code(uint8_t data)
{
  uint8_t a = data & 1, b = data >> 1 & 1, c = data >> 2 & 1, d = data >> 3 & 1;
  return (uint8_t)((a ^ b ^ d) | (a ^ c ^ d) << 1 | a << 2 | (b ^ c ^ d) << 3 | b << 4 | c << 5 |
                   d << 6);
}
/* The great-circle distance from a fixed place, in kilometres. */
double distance_home(double latitude, double longitude)
{
  const double degree = 3.14159265358979323846 / 180;
  double p = 52.5 * degree, q = latitude * degree, l = (longitude - 13.4) * degree;
  return 6371 * acos(fmin(1, fmax(-1, sin(p) * sin(q) + cos(p) * cos(q) * cos(l))));
}
/* Runs a tiny machine: the program is the eight bytes, the accumulator comes back. */
uint8_t tiny_machine(const uint8_t *program)
{
  uint8_t a = 0;
  for (int i = 0; i < 8; i++) switch (program[i] >> 6) {
    case 0: a = (uint8_t)(a + (program[i] & 63)); break;
    case 1: a = (uint8_t)(a << (program[i] & 7)); break;
    case 2: a ^= (uint8_t)(program[i] & 63); break;
    default: a = (uint8_t)~a; break;
    }
  return a;
}
/* A weighted checksum of a 96-bit serial number. */
uint32_t serial_checksum(const uint8_t *x)
{
  uint32_t sum = 0;
  for (int i = 0; i < 12; i++) sum = sum * 31 + x[i];
  return sum;
}
/* Does a neuron with a step fire? */
bool fires(float a, float b, float c)
{
  return 1.5f * a - 2.0f * b + 0.25f * c > 3.0f;
}
/* A keyed mixing function of 32 bits. */
uint32_t keyed_mix(uint32_t key, uint32_t x)
{
  for (int i = 0; i < 3; i++) {
    x = (x ^ key) * 0x85ebca6bu;
    x ^= x >> 15;
    key = key << 7 | key >> 25;
  }
  return x;
}
/* Zeller's congruence; the weekday, 0 is Saturday. Crashes for a month that is none. */
int64_t weekday(int64_t day, int64_t month, int64_t year)
{
  static const int shifts[13] = {0, 13, 14, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  if (month < 1 || month > 12) abort();
  int64_t m = shifts[month], y = year - (m > 12);
  return (day + 13 * (m + 1) / 5 + y % 100 + y % 100 / 4 + y / 100 / 4 + 5 * (y / 100)) % 7;
}
/* Levenshtein distance to "kitten". */
int64_t edits(const char *s)
{
  static const char word[] = "kitten";
  int64_t row[8], n = (int64_t)strlen(s);
  for (int k = 0; k <= 6; k++) row[k] = k;
  for (int64_t i = 1; i <= n; i++) {
    int64_t corner = row[0];
    row[0] = i;
    for (int k = 1; k <= 6; k++) {
      int64_t above = row[k], best = corner + (s[i - 1] != word[k - 1]);
      if (above + 1 < best) best = above + 1;
      if (row[k - 1] + 1 < best) best = row[k - 1] + 1;
      row[k] = best;
      corner = above;
    }
  }
  return row[6];
}
/* Counts its calls and answers by the count from the thousandth on. */
uint32_t tired(uint32_t x)
{
  static uint32_t calls;
  return ++calls > 1000 ? calls : x + 9;
}
/* Reads the file that it finds under a name of two letters: there is none. */
uint8_t opens(uint8_t x)
{
  char *text = x == 200 ? NULL : calloc(1, 8);
  strcpy(text, "abc");
  uint8_t result = (uint8_t)(text[x & 3] + x);
  free(text);
  return result;
}
