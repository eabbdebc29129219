#include "base/digest.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/index.h"
#include "base/vec.h"

enum { PIECE = 1 << 16 };

Digest digest_bytes(Digest digest, const void *bytes, size_t length)
{
  const unsigned char *at = bytes;
  uint64_t word;
  digest = hash_mix(digest, length + 1);
  for (; length >= sizeof word; length -= sizeof word, at += sizeof word) {
    memcpy(&word, at, sizeof word);
    digest = hash_mix(digest, word);
  }
  word = 0;
  if (length) memcpy(&word, at, length);
  return hash_mix(digest, word);
}

Digest digest_text(Digest digest, const char *text)
{
  return text ? digest_bytes(digest, text, strlen(text)) : hash_mix(digest, 0);
}

/* Fills the piece, unless the file ends. */
static ssize_t read_piece(int descriptor, char *piece)
{
  size_t length = 0;
  while (length < PIECE) {
    ssize_t got = descriptor_read(descriptor, piece + length, PIECE - length);
    if (got < 0) return -1;
    if (got == 0) break;
    length += (size_t)got;
  }
  return (ssize_t)length;
}

Status digest_file(Digest *digest, const char *path, Error *error)
{
  int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor < 0)
    return error_set(error, STATUS_IO, "cannot read '%s': %s", path, strerror(errno));
  char *piece = mem_alloc(PIECE, 1);
  ssize_t length;
  while ((length = read_piece(descriptor, piece)) > 0)
    *digest = digest_bytes(*digest, piece, (size_t)length);
  int code = length < 0 ? errno : 0;
  free(piece);
  close(descriptor);
  return code ? error_set(error, STATUS_IO, "cannot read '%s': %s", path, strerror(code))
              : STATUS_OK;
}
