#include "base/seal.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/mem.h"
#include "base/strbuf.h"

/* --- SipHash-2-4 with 128 bits --- */

typedef struct {
  uint64_t v0, v1, v2, v3;
} Sip;

static uint64_t rotate(uint64_t value, unsigned bits)
{
  return value << bits | value >> (64 - bits);
}

static void mix(Sip *sip, int rounds)
{
  for (int i = 0; i < rounds; i++) {
    sip->v0 += sip->v1;
    sip->v1 = rotate(sip->v1, 13) ^ sip->v0;
    sip->v0 = rotate(sip->v0, 32);
    sip->v2 += sip->v3;
    sip->v3 = rotate(sip->v3, 16) ^ sip->v2;
    sip->v0 += sip->v3;
    sip->v3 = rotate(sip->v3, 21) ^ sip->v0;
    sip->v2 += sip->v1;
    sip->v1 = rotate(sip->v1, 17) ^ sip->v2;
    sip->v2 = rotate(sip->v2, 32);
  }
}

static void take_word(Sip *sip, uint64_t word)
{
  sip->v3 ^= word;
  mix(sip, 2);
  sip->v0 ^= word;
}

/* Up to eight bytes, the first of which is the lowest. */
static uint64_t word_of(const unsigned char *bytes, size_t count)
{
  uint64_t word = 0;
  for (size_t i = 0; i < count; i++) word |= (uint64_t)bytes[i] << (8 * i);
  return word;
}

static uint64_t fold(const Sip *sip)
{
  return sip->v0 ^ sip->v1 ^ sip->v2 ^ sip->v3;
}

/* Digits in the order of the bytes. */
static void write_digits(uint64_t word, char *text)
{
  for (unsigned i = 0; i < 8; i++)
    snprintf(text + 2 * i, 3, "%02x", (unsigned)(word >> (8 * i)) & 0xff);
}

void seal_compute(const SealKey *key, const void *bytes, size_t length, char text[SEAL_TEXT])
{
  const unsigned char *at = bytes;
  uint64_t k0 = word_of(key->bytes, 8), k1 = word_of(key->bytes + 8, 8);
  Sip sip = {k0 ^ UINT64_C(0x736f6d6570736575), k1 ^ UINT64_C(0x646f72616e646f6d) ^ 0xee,
             k0 ^ UINT64_C(0x6c7967656e657261), k1 ^ UINT64_C(0x7465646279746573)};
  size_t whole = length / 8 * 8;
  for (size_t i = 0; i < whole; i += 8) take_word(&sip, word_of(at + i, 8));
  take_word(&sip, word_of(at + whole, length - whole) | (uint64_t)length << 56);
  sip.v2 ^= 0xee;
  mix(&sip, 4);
  write_digits(fold(&sip), text);
  sip.v1 ^= 0xdd;
  mix(&sip, 4);
  write_digits(fold(&sip), text + 16);
}

/* --- the user's key --- */

static char *key_folder(void)
{
  const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
  StrBuf path;
  strbuf_init(&path, 0);
  /* The base directory specification lets relative paths be ignored. */
  if (state && state[0] == '/')
    strbuf_printf(&path, "%s/assay", state);
  else if (home && home[0] == '/')
    strbuf_printf(&path, "%s/.local/state/assay", home);
  char *folder = path.length ? mem_copy_string(path.bytes, path.length) : NULL;
  strbuf_deinit(&path);
  return folder;
}

/* A file of ours that nobody else can read or write. */
static bool read_key(int folder, const char *name, SealKey *key)
{
  struct stat info;
  int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  bool fine = fd >= 0 && fstat(fd, &info) == 0 && S_ISREG(info.st_mode) &&
              info.st_uid == geteuid() && !(info.st_mode & 077) &&
              read(fd, key->bytes, sizeof key->bytes) == (ssize_t)sizeof key->bytes;
  if (fd >= 0) close(fd);
  return fine;
}

/* Written whole before it has its name. Of several processes the first wins. */
static void make_key(int folder, const char *name)
{
  SealKey key;
  char temporary[64];
  snprintf(temporary, sizeof temporary, "%s-%jd", name, (intmax_t)getpid());
  if (getrandom(key.bytes, sizeof key.bytes, 0) != (ssize_t)sizeof key.bytes) return;
  int fd = openat(folder, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return;
  bool whole = write(fd, key.bytes, sizeof key.bytes) == (ssize_t)sizeof key.bytes;
  if (close(fd) == 0 && whole) linkat(folder, temporary, folder, name, 0);
  unlinkat(folder, temporary, 0);
}

bool seal_key_of_user(SealKey *key)
{
  static const char name[] = "seal-key";
  char *path = key_folder();
  Error error;
  if (!path || path_make_folders(path, 0700, &error) != STATUS_OK) {
    free(path);
    return false;
  }
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  bool found = folder >= 0 && read_key(folder, name, key);
  if (folder >= 0 && !found) {
    make_key(folder, name);
    found = read_key(folder, name, key);
  }
  if (folder >= 0) close(folder);
  free(path);
  return found;
}
