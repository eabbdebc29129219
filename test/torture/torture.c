/* A world in which calls fail: linked into a copy of the program with --wrap, so that the n-th call of a kind that our
 * own code makes fails. Libraries are left alone, but for SQLite and libpq (torture_sqlite.c, torture_libpq.c).
 *
 *   ASSAY_TORTURE=KIND:FAILURE:N     the N-th call fails in that way; N+ is that one and all after it
 *   ASSAY_TORTURE_LOG=FILE           gets the number of calls of each kind at the end of the process
 *
 * A failure is the name of an error number, or `short`: only one byte is read or written. */
#include "torture.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const KINDS[TORTURE_KINDS] = {
#define TORTURE_NAME(kind, name) [TORTURE_##kind] = name,
    TORTURE_TABLE(TORTURE_NAME)
#undef TORTURE_NAME
};

static const struct {
  const char *name;
  int number;
} FAILURES[] = {
    {"EAGAIN", EAGAIN}, {"EINTR", EINTR},   {"EIO", EIO},       {"EMFILE", EMFILE},
    {"ENOMEM", ENOMEM}, {"ENOSPC", ENOSPC}, {"EACCES", EACCES}, {"short", TORTURE_SHORT},
};

static struct {
  TortureKind kind;
  int failure;
  unsigned long first, last;
} plan = {.kind = TORTURE_KINDS};

static unsigned long calls[TORTURE_KINDS];
static pid_t started_as;
/* Calls of the torture itself do not count. */
static _Thread_local bool quiet;

bool torture_hush(bool hush)
{
  bool before = quiet;
  quiet = hush;
  return before;
}

int torture_fails(TortureKind kind)
{
  if (quiet) return 0;
  unsigned long number = __atomic_add_fetch(&calls[kind], 1, __ATOMIC_RELAXED);
  if (kind != plan.kind || number < plan.first || number > plan.last) return 0;
  if (plan.failure != TORTURE_SHORT) errno = plan.failure;
  return plan.failure;
}

static _Noreturn void refuse(const char *what, const char *text)
{
  fprintf(stderr, "torture: %s in '%s'\n", what, text);
  _exit(99);
}

static void read_plan(const char *text)
{
  char kind[32], failure[32], number[32], *end;
  if (sscanf(text, "%31[^:]:%31[^:]:%31s", kind, failure, number) != 3)
    refuse("no KIND:FAILURE:N", text);
  plan.first = strtoul(number, &end, 10);
  if (end == number || (strcmp(end, "") != 0 && strcmp(end, "+") != 0)) refuse("no number", text);
  plan.last = *end == '+' ? (unsigned long)-1 : plan.first;
  for (plan.kind = 0; plan.kind < TORTURE_KINDS; plan.kind++)
    if (strcmp(KINDS[plan.kind], kind) == 0) break;
  if (plan.kind == TORTURE_KINDS) refuse("unknown kind", text);
  for (size_t i = 0; i < sizeof FAILURES / sizeof *FAILURES; i++)
    if (strcmp(FAILURES[i].name, failure) == 0) plan.failure = FAILURES[i].number;
  if (!plan.failure) refuse("unknown failure", text);
}

__attribute__((constructor)) static void begin(void)
{
  const char *text = getenv("ASSAY_TORTURE");
  started_as = getpid();
  bool before = torture_hush(true);
  torture_sqlite_begin();
  torture_hush(before);
  if (text) read_plan(text);
}

__attribute__((destructor)) static void end(void)
{
  const char *path = getenv("ASSAY_TORTURE_LOG");
  if (!path || getpid() != started_as) return;
  torture_hush(true);
  FILE *file = fopen(path, "we");
  if (!file) refuse("no file", path);
  for (int i = 0; i < TORTURE_KINDS; i++) fprintf(file, "%s %lu\n", KINDS[i], calls[i]);
  fclose(file);
}

/* --- the calls --- */

#define WRAP(kind, bad, type, name, parameters, arguments)                                         \
  type __real_##name parameters;                                                                   \
  type __wrap_##name parameters;                                                                   \
  type __wrap_##name parameters                                                                    \
  {                                                                                                \
    return torture_fails(TORTURE_##kind) ? (bad) : __real_##name arguments;                        \
  }

WRAP(ALLOC, NULL, void *, malloc, (size_t size), (size))
WRAP(ALLOC, NULL, void *, calloc, (size_t count, size_t size), (count, size))
WRAP(ALLOC, NULL, void *, realloc, (void *block, size_t size), (block, size))
WRAP(SYNC, -1, int, fsync, (int fd), (fd))
WRAP(RENAME, -1, int, rename, (const char *from, const char *to), (from, to))
WRAP(RENAME, -1, int, renameat, (int a, const char *from, int b, const char *to), (a, from, b, to))
WRAP(WAIT, -1, int, epoll_wait, (int fd, struct epoll_event *events, int count, int ms),
     (fd, events, count, ms))
WRAP(WAIT, -1, int, waitpid, (pid_t pid, int *status, int options), (pid, status, options))
WRAP(WAIT, -1, int, waitid, (idtype_t type, id_t id, siginfo_t *info, int options),
     (type, id, info, options))
WRAP(START, -1, pid_t, fork, (void), ())
WRAP(DESCRIPTOR, -1, int, pipe2, (int fds[2], int flags), (fds, flags))
WRAP(DESCRIPTOR, -1, int, socketpair, (int family, int type, int protocol, int fds[2]),
     (family, type, protocol, fds))
WRAP(DESCRIPTOR, -1, int, eventfd, (unsigned count, int flags), (count, flags))
WRAP(DESCRIPTOR, -1, int, memfd_create, (const char *name, unsigned flags), (name, flags))
WRAP(DESCRIPTOR, -1, int, epoll_create1, (int flags), (flags))
WRAP(DESCRIPTOR, -1, int, epoll_ctl, (int fd, int what, int other, struct epoll_event *event),
     (fd, what, other, event))
WRAP(DESCRIPTOR, -1, int, dup, (int fd), (fd))
WRAP(FOLDER, -1, int, mkdir, (const char *path, mode_t mode), (path, mode))
WRAP(FOLDER, -1, int, mkdirat, (int folder, const char *path, mode_t mode), (folder, path, mode))
WRAP(FOLDER, NULL, char *, mkdtemp, (char *path), (path))
WRAP(LIST, NULL, DIR *, opendir, (const char *path), (path))
WRAP(OPEN, NULL, FILE *, fopen64, (const char *path, const char *mode), (path, mode))
WRAP(OPEN, NULL, FILE *, fdopen, (int fd, const char *mode), (fd, mode))
WRAP(MAP, MAP_FAILED, void *, mmap64,
     (void *at, size_t size, int access, int flags, int fd, off64_t offset),
     (at, size, access, flags, fd, offset))
WRAP(LENGTH, -1, int, ftruncate64, (int fd, off64_t length), (fd, length))
WRAP(STREAM, EOF, int, fflush, (FILE * stream), (stream))

/* The stream is gone in any case. */
int __real_fclose(FILE *stream);
int __wrap_fclose(FILE *stream);
int __wrap_fclose(FILE *stream)
{
  int failure = torture_fails(TORTURE_STREAM), result = __real_fclose(stream);
  if (!failure) return result;
  errno = failure;
  return EOF;
}

int __real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*function)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*function)(void *), void *argument);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                          void *(*function)(void *), void *argument)
{
  int failure = torture_fails(TORTURE_START);
  return failure ? failure : __real_pthread_create(thread, attributes, function, argument);
}

#define WRAP_TRANSFER(kind, name, pointer)                                                         \
  ssize_t __real_##name(int fd, pointer bytes, size_t size);                                       \
  ssize_t __wrap_##name(int fd, pointer bytes, size_t size);                                       \
  ssize_t __wrap_##name(int fd, pointer bytes, size_t size)                                        \
  {                                                                                                \
    int failure = torture_fails(TORTURE_##kind);                                                   \
    if (failure && failure != TORTURE_SHORT) return -1;                                            \
    ssize_t done = __real_##name(fd, bytes, failure && size > 1 ? 1 : size);                       \
    bool is_event = failure && done < 0 && errno == EINVAL; /* counters come as a whole */         \
    return is_event ? __real_##name(fd, bytes, size) : done;                                       \
  }

WRAP_TRANSFER(READ, read, void *)
WRAP_TRANSFER(WRITE, write, const void *)

ssize_t __real_pread64(int fd, void *bytes, size_t size, off64_t offset);
ssize_t __wrap_pread64(int fd, void *bytes, size_t size, off64_t offset);
ssize_t __wrap_pread64(int fd, void *bytes, size_t size, off64_t offset)
{
  int failure = torture_fails(TORTURE_READ);
  if (failure && failure != TORTURE_SHORT) return -1;
  return __real_pread64(fd, bytes, failure && size > 1 ? 1 : size, offset);
}

#define MODE_OF(flags, mode)                                                                       \
  mode_t mode = 0;                                                                                 \
  if ((flags) & (O_CREAT | O_TMPFILE)) {                                                           \
    va_list more;                                                                                  \
    va_start(more, flags);                                                                         \
    mode = va_arg(more, mode_t);                                                                   \
    va_end(more);                                                                                  \
  }

int __real_open64(const char *path, int flags, ...);
int __wrap_open64(const char *path, int flags, ...);
int __wrap_open64(const char *path, int flags, ...)
{
  MODE_OF(flags, mode)
  return torture_fails(TORTURE_OPEN) ? -1 : __real_open64(path, flags, mode);
}

int __real_openat64(int folder, const char *path, int flags, ...);
int __wrap_openat64(int folder, const char *path, int flags, ...);
int __wrap_openat64(int folder, const char *path, int flags, ...)
{
  MODE_OF(flags, mode)
  return torture_fails(TORTURE_OPEN) ? -1 : __real_openat64(folder, path, flags, mode);
}

/* Programs are started by it. All callers give four more arguments at most. */
int __real_clone(int (*function)(void *), void *stack, int flags, void *argument, ...);
int __wrap_clone(int (*function)(void *), void *stack, int flags, void *argument, ...);
int __wrap_clone(int (*function)(void *), void *stack, int flags, void *argument, ...)
{
  va_list more;
  va_start(more, argument);
  void *parent = va_arg(more, void *), *tls = va_arg(more, void *), *child = va_arg(more, void *);
  va_end(more);
  if (torture_fails(TORTURE_START)) return -1;
  return __real_clone(function, stack, flags, argument, parent, tls, child);
}
