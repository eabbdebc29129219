/* Digests: 64 bits that stand for contents, to see whether something is still what it was. They are for
 * honest data; whoever wants two contents with one digest can make them. */
#ifndef BASE_DIGEST_H
#define BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef uint64_t Digest; /* 0 to begin with */

/* The digest of what was there before, followed by these bytes. Lengths count: "a", "bc" is not "ab", "c". */
Digest digest_bytes(Digest digest, const void *bytes, size_t length);
/* NULL is not the empty text. */
Digest digest_text(Digest digest, const char *text);
/* The whole of a file, whatever is in it. */
Status digest_file(Digest *digest, const char *path, Error *error);

#endif
