/* Seals: 128 bits that only who has the key can compute for a text, so that a text of ours can be told from one that
 * somebody else has changed (SipHash-2-4, Aumasson and Bernstein 2012). */
#ifndef BASE_SEAL_H
#define BASE_SEAL_H

#include <stdbool.h>
#include <stddef.h>

enum { SEAL_KEY_BYTES = 16, SEAL_TEXT = 33 };

typedef struct {
  unsigned char bytes[SEAL_KEY_BYTES];
} SealKey;

/* The seal as hexadecimal digits, with the end of the string. */
void seal_compute(const SealKey *key, const void *bytes, size_t length, char text[SEAL_TEXT]);

/* The user's key in the file "seal-key" of $XDG_STATE_HOME/assay, in ~/.local/state without that variable; it is made
 * if it is not there. False: there is no such folder, or others could read or have made the file. */
bool seal_key_of_user(SealKey *key);

#endif
