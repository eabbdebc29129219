/* What only the system's C compiler knows: built-in functions and vectors of the processor. */
#include <emmintrin.h>
#include <stdbool.h>
#include <stdint.h>

/* The k-th bit of the Thue-Morse sequence. */
bool thue_morse(uint64_t k)
{
  return __builtin_parityll(k);
}
/* The sums of the bytes of each half, by one instruction. */
uint32_t byte_sums(uint64_t a, uint64_t b)
{
  __m128i sums = _mm_sad_epu8(_mm_set_epi64x((long long)b, (long long)a), _mm_setzero_si128());
  return (uint32_t)(_mm_extract_epi16(sums, 0) << 16 | _mm_extract_epi16(sums, 4));
}
