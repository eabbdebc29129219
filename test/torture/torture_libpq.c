/* A connection to PostgreSQL that breaks: the functions of libpq that talk to the server, found by name when a store
 * needs them. The N-th of their calls finds the socket shut down; everything after that is libpq's own doing. */
#include <dlfcn.h>
#include <libpq-fe.h>
#include <string.h>
#include <sys/socket.h>

#include "torture.h"

#define TALKING(X)                                                                                 \
  X(PGresult *, PQexec, (PGconn * handle, const char *sql), (handle, sql))                         \
  X(PGresult *, PQexecParams,                                                                      \
    (PGconn * handle, const char *sql, int count, const Oid *types, const char *const *values,     \
     const int *lengths, const int *formats, int format),                                          \
    (handle, sql, count, types, values, lengths, formats, format))                                 \
  X(PGresult *, PQgetResult, (PGconn * handle), (handle))                                          \
  X(int, PQpipelineSync, (PGconn * handle), (handle))                                              \
  X(int, PQputCopyData, (PGconn * handle, const char *bytes, int count), (handle, bytes, count))   \
  X(int, PQputCopyEnd, (PGconn * handle, const char *message), (handle, message))                  \
  X(int, PQsendPrepare,                                                                            \
    (PGconn * handle, const char *name, const char *sql, int count, const Oid *types),             \
    (handle, name, sql, count, types))                                                             \
  X(int, PQsendQueryPrepared,                                                                      \
    (PGconn * handle, const char *name, int count, const char *const *values, const int *lengths,  \
     const int *formats, int format),                                                              \
    (handle, name, count, values, lengths, formats, format))

static __typeof__(&PQsocket) socket_of;

static void maybe_break(PGconn *handle)
{
  if (torture_fails(TORTURE_LIBPQ) && socket_of) shutdown(socket_of(handle), SHUT_RDWR);
}

#define DEFINE_TALKING(type, name, parameters, arguments)                                          \
  static __typeof__(&name) real_##name;                                                            \
  static type failing_##name parameters                                                            \
  {                                                                                                \
    maybe_break(handle);                                                                           \
    return real_##name arguments;                                                                  \
  }
TALKING(DEFINE_TALKING)
#undef DEFINE_TALKING

void *__real_dlsym(void *library, const char *name);
void *__wrap_dlsym(void *library, const char *name);
void *__wrap_dlsym(void *library, const char *name)
{
  void *found = __real_dlsym(library, name);
  if (!found || strncmp(name, "PQ", 2) != 0) return found;
  void *socket_found = __real_dlsym(library, "PQsocket");
  memcpy(&socket_of, &socket_found, sizeof socket_found);
#define FIND_TALKING(type, function, parameters, arguments)                                        \
  if (strcmp(name, #function) == 0) {                                                              \
    __typeof__(&function) failing = failing_##function;                                            \
    memcpy(&real_##function, &found, sizeof found);                                                \
    memcpy(&found, &failing, sizeof failing);                                                      \
    return found;                                                                                  \
  }
  TALKING(FIND_TALKING)
#undef FIND_TALKING
  return found;
}
