/* Text: C strings and characters. */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

uint32_t djb2(const char *s)
{
  uint32_t h = 5381;
  while (*s) h = h * 33 + (uint8_t)*s++;
  return h;
}
uint16_t djb2_low(const char *s)
{
  return (uint16_t)djb2(s);
}
const char *reversed(const char *s)
{
  static char out[256];
  size_t n = strlen(s);
  for (size_t i = 0; i < n; i++) out[i] = s[n - 1 - i];
  out[n] = 0;
  return out;
}
const char *caesar(const char *s, uint8_t key)
{
  static char out[256];
  size_t i = 0;
  for (; s[i]; i++) {
    if (isupper((unsigned char)s[i]))
      out[i] = (char)('A' + (s[i] - 'A' + key) % 26);
    else if (islower((unsigned char)s[i]))
      out[i] = (char)('a' + (s[i] - 'a' + key) % 26);
    else
      out[i] = s[i];
  }
  out[i] = 0;
  return out;
}
const char *trimmed(const char *s)
{
  static char out[256];
  while (isspace((unsigned char)*s)) s++;
  size_t n = strlen(s);
  while (n && isspace((unsigned char)s[n - 1])) n--;
  memcpy(out, s, n);
  out[n] = 0;
  return out;
}
int64_t vowels(const char *s)
{
  int64_t n = 0;
  for (; *s; s++) n += strchr("aeiouAEIOU", *s) != NULL;
  return n;
}
int64_t roman(const char *s)
{
  static const char letters[] = "IVXLCDM";
  static const int64_t values[] = {1, 5, 10, 50, 100, 500, 1000};
  int64_t sum = 0, last = 0;
  for (size_t n = strlen(s); n-- > 0;) {
    const char *at = strchr(letters, s[n]);
    if (!at || !s[n]) return -1;
    int64_t value = values[at - letters];
    sum += value < last ? -value : value;
    if (value > last) last = value;
  }
  return sum;
}
int64_t any_base(const char *s)
{
  return strtol(s, NULL, 0);
}
double as_double(const char *s)
{
  return strtod(s, NULL);
}
uint32_t password(const char *s)
{
  int order = strcmp(s, "k9-Tango");
  return order < 0 ? 0xffffffffu : order > 0;
}
bool balanced(const char *s)
{
  int depth = 0, seen = 0;
  for (; *s; s++) {
    if (*s == '(') depth++, seen++;
    if (*s == ')' && --depth < 0) return false;
  }
  return depth == 0 && seen >= 3;
}
int64_t dotted(const char *s)
{
  int64_t value = 0, parts = 0;
  while (parts < 4) {
    char *end;
    if (!isdigit((unsigned char)*s)) return -1;
    long part = strtol(s, &end, 10);
    if (part > 255) return -1;
    value = value * 256 + part;
    parts++;
    if (parts < 4 && *end++ != '.') return -1;
    s = end;
  }
  return *s ? -1 : value;
}
