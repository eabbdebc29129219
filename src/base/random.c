/* xoshiro256** 1.0 (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021),
 * its state filled by splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
 * generators", 2014) as its authors advise. */
#include "base/random.h"

#include <assert.h>

__extension__ typedef unsigned __int128 Wide;

static const uint64_t GOLDEN = 0x9E3779B97F4A7C15u;

static uint64_t mix(uint64_t x)
{
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

static uint64_t rotate_left(uint64_t x, unsigned by)
{
  return x << by | x >> (64 - by);
}

Random random_stream(uint64_t seed, uint64_t stream, uint64_t index)
{
  /* Each word passes through the mixer before the next one comes in, so that neighbouring names
   * give unrelated streams and (a, b, c) is no other order of the same words. */
  uint64_t x = mix(seed + GOLDEN);
  x = mix((x ^ stream) + GOLDEN);
  x = mix((x ^ index) + GOLDEN);
  Random random;
  for (int i = 0; i < 4; i++) {
    x += GOLDEN;
    random.state[i] = mix(x);
  }
  /* The mixer is a bijection and the four inputs differ: at most one word is zero. */
  assert(random.state[0] | random.state[1]);
  return random;
}

uint64_t random_u64(Random *random)
{
  uint64_t *s = random->state;
  uint64_t result = rotate_left(s[1] * 5, 7) * 9;
  uint64_t shifted = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = rotate_left(s[3], 45);
  return result;
}

uint64_t random_below(Random *random, uint64_t bound)
{
  assert(bound > 0);
  /* Lemire, "Fast random integer generation in an interval", 2019: the upper half of x * bound is
   * the result; the 2^64 mod bound cases that would favour some results are drawn again. */
  Wide product = (Wide)random_u64(random) * bound;
  if ((uint64_t)product < bound) {
    uint64_t excess = -bound % bound;
    while ((uint64_t)product < excess) product = (Wide)random_u64(random) * bound;
  }
  return (uint64_t)(product >> 64);
}

double random_unit(Random *random)
{
  return (double)(random_u64(random) >> 11) * 0x1p-53;
}

bool random_chance(Random *random, uint32_t numerator, uint32_t denominator)
{
  assert(denominator > 0);
  return random_below(random, denominator) < numerator;
}
