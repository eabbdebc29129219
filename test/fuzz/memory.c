/* For clang's memory sanitizer, which does not know that these calls of the C library of today, and of GMP, fill what they are
 * given. */
#include <dlfcn.h>
#include <fcntl.h>
#include <gmp.h>
#include <sanitizer/msan_interface.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int ask(int directory, const char *path, struct stat *info, int flags)
{
  int failure = (int)syscall(SYS_newfstatat, directory, path, info, flags);
  if (failure == 0) __msan_unpoison(info, sizeof *info);
  return failure;
}

int fstat(int descriptor, struct stat *info)
{
  return ask(descriptor, "", info, AT_EMPTY_PATH);
}

int stat(const char *restrict path, struct stat *restrict info)
{
  return ask(AT_FDCWD, path, info, 0);
}

int lstat(const char *restrict path, struct stat *restrict info)
{
  return ask(AT_FDCWD, path, info, AT_SYMLINK_NOFOLLOW);
}

int fstatat(int directory, const char *restrict path, struct stat *restrict info, int flags)
{
  return ask(directory, path, info, flags);
}

void mpz_init(mpz_ptr value)
{
  void (*init)(mpz_ptr);
  *(void **)&init = dlsym(RTLD_NEXT, "__gmpz_init");
  init(value);
  __msan_unpoison(value, sizeof *value);
}

int mpz_set_str(mpz_ptr value, const char *text, int base)
{
  int (*set)(mpz_ptr, const char *, int);
  *(void **)&set = dlsym(RTLD_NEXT, "__gmpz_set_str");
  int failure = set(value, text, base);
  __msan_unpoison(value, sizeof *value);
  return failure;
}
