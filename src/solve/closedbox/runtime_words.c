/* What compiled constraints call for values of several words: wide vectors, strings, arrays. */
#include <gmp.h>
#include <string.h>

#include "solve/closedbox/guard.h"
#include "solve/closedbox/layout.h"
#include "solve/closedbox/runtime.h"

/* --- distances --- */

uint64_t runtime_d_words(int mode, const uint64_t *a, const uint64_t *b, uint64_t count)
{
  uint64_t sum = 0;
  for (uint64_t i = 0; i < count; i++) sum += runtime_d_eq(mode, a[i], b[i]);
  return sum;
}

uint64_t runtime_d_text(const uint64_t *a, const uint64_t *b)
{
  const uint8_t *p = (const uint8_t *)(a + 1), *q = (const uint8_t *)(b + 1);
  uint64_t shorter = a[0] < b[0] ? a[0] : b[0];
  uint64_t sum = (a[0] > b[0] ? a[0] - b[0] : b[0] - a[0]) * 2560;
  for (uint64_t i = 0; i < shorter; i++) sum += runtime_d_eq(DISTANCE_NUMERIC, p[i], q[i]);
  return sum;
}

static const uint8_t *bytes_of(const uint64_t *a)
{
  return (const uint8_t *)(a + 1);
}

/* How far the bytes of a part are from those of a text from a position on; bytes beyond its end are far away. */
static uint64_t part_distance(const uint64_t *part, const uint64_t *text, uint64_t at)
{
  uint64_t sum = 0;
  for (uint64_t i = 0; i < part[0]; i++)
    sum += at + i < text[0]
               ? runtime_d_eq(DISTANCE_NUMERIC, bytes_of(part)[i], bytes_of(text)[at + i])
               : 2560;
  return sum;
}

uint64_t runtime_d_prefix(const uint64_t *prefix, const uint64_t *text)
{
  return part_distance(prefix, text, 0);
}

uint64_t runtime_d_suffix(const uint64_t *suffix, const uint64_t *text)
{
  if (suffix[0] > text[0]) return 2560 * (suffix[0] - text[0]) + part_distance(suffix, text, 0);
  return part_distance(suffix, text, text[0] - suffix[0]);
}

uint64_t runtime_d_contains(const uint64_t *text, const uint64_t *part)
{
  uint64_t best = part_distance(part, text, 0);
  for (uint64_t at = 1; at < text[0] && best; at++) {
    uint64_t here = part_distance(part, text, at);
    if (here < best) best = here;
  }
  return best;
}

/* By the highest word that differs. */
uint64_t runtime_d_wide(const uint64_t *a, const uint64_t *b, uint64_t words)
{
  while (words-- > 0)
    if (a[words] != b[words])
      return words * 64 * 256 + runtime_d_eq(DISTANCE_NUMERIC, a[words], b[words]);
  return 0;
}

/* --- wide vectors: words, least significant first; the result may be the first argument --- */

enum { WORDS_MAX = LAYOUT_MAX_WIDTH / 64 };

_Static_assert(sizeof(mp_limb_t) == sizeof(uint64_t), "limbs are words");

static size_t words_of(uint64_t width)
{
  return (size_t)(width + 63) / 64;
}

static mp_limb_t *limbs(uint64_t *words)
{
  return (mp_limb_t *)words;
}

static const mp_limb_t *limbs_of(const uint64_t *words)
{
  return (const mp_limb_t *)words;
}

static const uint64_t *cut(uint64_t *r, uint64_t width)
{
  if (width % 64) r[words_of(width) - 1] &= layout_mask(width % 64);
  return r;
}

const uint64_t *runtime_w_add(uint64_t *r, const uint64_t *a, const uint64_t *b, uint64_t width)
{
  mpn_add_n(limbs(r), limbs_of(a), limbs_of(b), (mp_size_t)words_of(width));
  return cut(r, width);
}

const uint64_t *runtime_w_sub(uint64_t *r, const uint64_t *a, const uint64_t *b, uint64_t width)
{
  mpn_sub_n(limbs(r), limbs_of(a), limbs_of(b), (mp_size_t)words_of(width));
  return cut(r, width);
}

const uint64_t *runtime_w_mul(uint64_t *r, const uint64_t *a, const uint64_t *b, uint64_t width)
{
  uint64_t product[2 * WORDS_MAX];
  size_t count = words_of(width);
  mpn_mul_n(limbs(product), limbs_of(a), limbs_of(b), (mp_size_t)count);
  memcpy(r, product, count * sizeof *r);
  return cut(r, width);
}

const uint64_t *runtime_w_logic(uint64_t *r, const uint64_t *a, const uint64_t *b, uint64_t width,
                                int kind)
{
  for (size_t i = 0; i < words_of(width); i++)
    r[i] = kind == 0 ? a[i] & b[i] : kind == 1 ? a[i] | b[i] : a[i] ^ b[i];
  return r;
}

const uint64_t *runtime_w_not(uint64_t *r, const uint64_t *a, uint64_t width)
{
  for (size_t i = 0; i < words_of(width); i++) r[i] = ~a[i];
  return cut(r, width);
}

const uint64_t *runtime_w_neg(uint64_t *r, const uint64_t *a, uint64_t width)
{
  mpn_neg(limbs(r), limbs_of(a), (mp_size_t)words_of(width));
  return cut(r, width);
}

const uint64_t *runtime_w_divide(uint64_t *r, const uint64_t *a, const uint64_t *b, uint64_t width,
                                 int rest)
{
  uint64_t quotient[WORDS_MAX + 1] = {0}, remainder[WORDS_MAX] = {0};
  size_t count = words_of(width), size = count;
  while (size > 0 && b[size - 1] == 0) size--;
  if (size == 0) {
    if (!rest) memset(quotient, 255, sizeof quotient);
    memcpy(remainder, a, count * sizeof *a);
  } else {
    mpn_tdiv_qr(limbs(quotient), limbs(remainder), 0, limbs_of(a), (mp_size_t)count, limbs_of(b),
                (mp_size_t)size);
  }
  memcpy(r, rest ? remainder : quotient, count * sizeof *r);
  return cut(r, width);
}

/* The bits of a from `low` on, `width` of them; those above its words are 0. */
static void slice(uint64_t *r, const uint64_t *a, size_t a_words, uint64_t low, uint64_t width)
{
  size_t from = (size_t)(low / 64), by = (size_t)(low % 64);
  for (size_t i = 0; i < words_of(width); i++) {
    uint64_t word = from + i < a_words ? a[from + i] >> by : 0;
    if (by && from + i + 1 < a_words) word |= a[from + i + 1] << (64 - by);
    r[i] = word;
  }
  cut(r, width);
}

/* Or with b, moved up by `by` bits. */
static void merge(uint64_t *r, size_t r_words, const uint64_t *b, size_t b_words, uint64_t by)
{
  size_t to = (size_t)(by / 64), bits = (size_t)(by % 64);
  for (size_t i = 0; i < b_words; i++) {
    if (to + i < r_words) r[to + i] |= b[i] << bits;
    if (bits && to + i + 1 < r_words) r[to + i + 1] |= b[i] >> (64 - bits);
  }
}

static uint64_t bit(const uint64_t *a, uint64_t at)
{
  return a[at / 64] >> (at % 64) & 1;
}

const uint64_t *runtime_w_concat(uint64_t *r, const uint64_t *a, uint64_t a_width,
                                 const uint64_t *b, uint64_t b_width)
{
  size_t count = words_of(a_width + b_width);
  memset(r, 0, count * sizeof *r);
  merge(r, count, b, words_of(b_width), 0);
  merge(r, count, a, words_of(a_width), b_width);
  return r;
}

const uint64_t *runtime_w_slice(uint64_t *r, const uint64_t *a, uint64_t high, uint64_t low)
{
  slice(r, a, words_of(high + 1), low, high - low + 1);
  return r;
}

const uint64_t *runtime_w_extend(uint64_t *r, const uint64_t *a, uint64_t from, uint64_t to,
                                 int with_sign)
{
  bool ones = with_sign && bit(a, from - 1);
  for (size_t i = 0; i < words_of(to); i++)
    r[i] = i < words_of(from) ? a[i] : ones ? UINT64_MAX : 0;
  if (ones && from % 64) r[words_of(from) - 1] |= ~layout_mask(from % 64);
  return cut(r, to);
}

const uint64_t *runtime_w_rotate(uint64_t *r, const uint64_t *a, uint64_t width, uint64_t by)
{
  uint64_t low[WORDS_MAX], old[WORDS_MAX];
  size_t count = words_of(width);
  by %= width;
  memcpy(old, a, count * sizeof *a);
  slice(low, old, count, width - by, by ? by : 1);
  memset(r, 0, count * sizeof *r);
  merge(r, count, old, count, by);
  if (by) merge(r, count, low, words_of(by), 0);
  return cut(r, width);
}

/* 0 left, 1 right, 2 right with the sign. */
const uint64_t *runtime_w_shift(uint64_t *r, const uint64_t *a, const uint64_t *b, uint64_t width,
                                int kind)
{
  uint64_t old[WORDS_MAX];
  size_t count = words_of(width);
  bool ones = kind == 2 && bit(a, width - 1);
  uint64_t by = b[0] < width ? b[0] : width;
  for (size_t i = 1; i < count; i++)
    if (b[i]) by = width;
  memcpy(old, a, count * sizeof *a);
  memset(r, 0, count * sizeof *r);
  if (kind == 0 && by < width) merge(r, count, old, count, by);
  if (kind != 0 && by < width) slice(r, old, count, by, width);
  for (uint64_t at = width - by; ones && at < width; at++) r[at / 64] |= UINT64_C(1) << (at % 64);
  return cut(r, width);
}

uint64_t runtime_w_less(const uint64_t *a, const uint64_t *b, uint64_t width, int with_sign)
{
  if (with_sign && bit(a, width - 1) != bit(b, width - 1)) return bit(a, width - 1);
  return mpn_cmp(limbs_of(a), limbs_of(b), (mp_size_t)words_of(width)) < 0;
}

uint64_t runtime_w_extract(const uint64_t *a, uint64_t high, uint64_t low)
{
  uint64_t result = a[low / 64] >> (low % 64);
  if (low % 64 && low / 64 != high / 64) result |= a[low / 64 + 1] << (64 - low % 64);
  return result & layout_mask((uint32_t)(high - low + 1));
}

/* --- strings: the number of bytes, then the bytes. Characters are bytes here: others are for the SMT engine --- */

static const uint64_t *set_string(uint64_t *r, const uint8_t *bytes, uint64_t length)
{
  if (length >= LAYOUT_STRING_BYTES) guard_fail();
  uint8_t copy[LAYOUT_STRING_BYTES] = {0};
  memcpy(copy, bytes, (size_t)length);
  memcpy(r + 1, copy, sizeof copy);
  r[0] = length;
  return r;
}

const uint64_t *runtime_s_concat(uint64_t *r, const uint64_t *a, const uint64_t *b)
{
  uint8_t both[2 * LAYOUT_STRING_BYTES];
  memcpy(both, bytes_of(a), (size_t)a[0]);
  memcpy(both + a[0], bytes_of(b), (size_t)b[0]);
  return set_string(r, both, a[0] + b[0]);
}

const uint64_t *runtime_s_substr(uint64_t *r, const uint64_t *a, int64_t at, int64_t count)
{
  if (at < 0 || count <= 0 || (uint64_t)at >= a[0]) return set_string(r, bytes_of(a), 0);
  uint64_t left = a[0] - (uint64_t)at;
  return set_string(r, bytes_of(a) + at, (uint64_t)count < left ? (uint64_t)count : left);
}

int64_t runtime_s_index(const uint64_t *a, const uint64_t *part, int64_t from)
{
  if (from < 0 || (uint64_t)from > a[0]) return -1;
  for (uint64_t at = (uint64_t)from; at + part[0] <= a[0]; at++)
    if (memcmp(bytes_of(a) + at, bytes_of(part), (size_t)part[0]) == 0) return (int64_t)at;
  return -1;
}

const uint64_t *runtime_s_replace(uint64_t *r, const uint64_t *a, const uint64_t *old,
                                  const uint64_t *fresh)
{
  int64_t at = runtime_s_index(a, old, 0);
  uint8_t all[2 * LAYOUT_STRING_BYTES];
  if (at < 0) return set_string(r, bytes_of(a), a[0]);
  size_t start = (size_t)at, rest = (size_t)(a[0] - old[0]) - start;
  memcpy(all, bytes_of(a), start);
  memcpy(all + start, bytes_of(fresh), (size_t)fresh[0]);
  memcpy(all + start + fresh[0], bytes_of(a) + start + old[0], rest);
  return set_string(r, all, start + fresh[0] + rest);
}

const uint64_t *runtime_s_from_code(uint64_t *r, int64_t code)
{
  uint8_t byte = (uint8_t)code;
  if (code == 0 || (code > 127 && code < STRING_ALPHABET)) guard_fail();
  return set_string(r, &byte, code > 0 && code <= 127);
}

const uint64_t *runtime_s_from_int(uint64_t *r, int64_t number)
{
  uint8_t digits[24];
  uint64_t count = 0;
  for (int64_t rest = number; rest > 0 || (rest == 0 && count == 0); rest /= 10)
    digits[sizeof digits - ++count] = (uint8_t)('0' + rest % 10);
  return set_string(r, digits + sizeof digits - count, count);
}

int64_t runtime_s_code(const uint64_t *a)
{
  return a[0] == 1 ? bytes_of(a)[0] : -1;
}

int64_t runtime_s_to_int(const uint64_t *a)
{
  int64_t number = 0;
  for (uint64_t i = 0; i < a[0]; i++) {
    if (bytes_of(a)[i] < '0' || bytes_of(a)[i] > '9') return -1;
    number = runtime_i_add(runtime_i_mul(number, 10), bytes_of(a)[i] - '0');
  }
  return a[0] ? number : -1;
}

int64_t runtime_s_order(const uint64_t *a, const uint64_t *b)
{
  uint64_t shorter = a[0] < b[0] ? a[0] : b[0];
  int order = memcmp(bytes_of(a), bytes_of(b), (size_t)shorter);
  return order ? order : a[0] < b[0] ? -1 : a[0] > b[0];
}

/* --- arrays of bytes --- */

const uint64_t *runtime_a_store(uint64_t *r, const uint64_t *a, uint64_t at, uint64_t byte,
                                uint64_t words)
{
  if (r != a) memcpy(r, a, words * sizeof *r);
  ((uint8_t *)r)[at] = (uint8_t)byte;
  return r;
}
