#include "find/fuzz/yield.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

static const double RATE = 0.5, SQUARES_FIRST = 1e-3;
/* What is predicted beyond that is an error of the model rather than a cost. */
static const double SECONDS_MIN = 1e-6, SECONDS_MAX = 1e5;

void yield_init(Yield *yield)
{
  *yield = (Yield){.weights = mem_alloc_zero(YIELD_BUCKETS, sizeof *yield->weights),
                   .squares = mem_alloc_zero(YIELD_BUCKETS, sizeof *yield->squares)};
}

void yield_deinit(Yield *yield)
{
  free(yield->weights);
  free(yield->squares);
  *yield = (Yield){0};
}

static int compare_buckets(const void *a, const void *b)
{
  uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
  return (left > right) - (left < right);
}

static void remove_repetitions(YieldFeatures *features)
{
  if (features->count == 0) return;
  qsort(features->items, features->count, sizeof *features->items, compare_buckets);
  size_t kept = 1;
  for (size_t i = 1; i < features->count; i++)
    if (features->items[i] != features->items[kept - 1])
      features->items[kept++] = features->items[i];
  features->count = kept;
}

static bool is_separator(char c)
{
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '(' || c == ')';
}

static uint64_t mix(uint64_t hash)
{
  hash ^= hash >> 29;
  hash *= UINT64_C(0xbf58476d1ce4e5b9);
  return hash ^ hash >> 32;
}

void yield_features(const char *shape, size_t length, YieldFeatures *features)
{
  features->count = 0;
  uint64_t before = 0;
  for (size_t at = 0; at < length;) {
    if (is_separator(shape[at])) {
      at++;
      continue;
    }
    uint64_t word = UINT64_C(0xcbf29ce484222325);
    for (; at < length && !is_separator(shape[at]); at++)
      word = (word ^ (unsigned char)shape[at]) * UINT64_C(0x100000001b3);
    VEC_PUSH(features, (uint32_t)(mix(word) % YIELD_BUCKETS));
    VEC_PUSH(features, (uint32_t)(mix(word + 31 * before) % YIELD_BUCKETS));
    before = word;
  }
  remove_repetitions(features);
}

/* The logarithm of the cost above the mean. */
static double predict_excess(const Yield *yield, const YieldFeatures *features)
{
  double sum = 0;
  for (size_t i = 0; i < features->count; i++) {
    assert(features->items[i] < YIELD_BUCKETS);
    sum += (double)yield->weights[features->items[i]];
  }
  return features->count ? sum / sqrt((double)features->count) : 0;
}

double yield_predict(const Yield *yield, const YieldFeatures *features)
{
  double seconds = exp(yield->mean + predict_excess(yield, features));
  return fmin(fmax(seconds, SECONDS_MIN), SECONDS_MAX);
}

void yield_learn(Yield *yield, const YieldFeatures *features, double seconds)
{
  assert(seconds > 0);
  double cost = log(fmin(fmax(seconds, SECONDS_MIN), SECONDS_MAX));
  yield->seen++;
  yield->mean += (cost - yield->mean) / (double)yield->seen;
  if (features->count == 0) return;
  double error = yield->mean + predict_excess(yield, features) - cost;
  double gradient = error / sqrt((double)features->count);
  for (size_t i = 0; i < features->count; i++) {
    uint32_t bucket = features->items[i];
    yield->squares[bucket] += (float)(gradient * gradient);
    double rate = RATE / sqrt(SQUARES_FIRST + (double)yield->squares[bucket]);
    yield->weights[bucket] -= (float)(rate * gradient);
  }
}

size_t yield_choose(const double *seconds, size_t count, Random *random)
{
  assert(count > 0);
  double sum = 0;
  for (size_t i = 0; i < count; i++) {
    assert(seconds[i] > 0);
    sum += 1 / seconds[i];
  }
  double left = random_unit(random) * sum;
  for (size_t i = 0; i + 1 < count; i++) {
    left -= 1 / seconds[i];
    if (left < 0) return i;
  }
  return count - 1;
}
