/* PostgreSQL's client library, opened when a store needs it: its two dozen libraries would cost every command a
 * quarter of its start, and most users have no server. */
#ifndef RECORD_STORE_LIBPQ_H
#define RECORD_STORE_LIBPQ_H

#include <libpq-fe.h>

#include "base/status.h"

#define LIBPQ_FUNCTIONS(X)                                                                         \
  X(PQclear)                                                                                       \
  X(PQcmdStatus)                                                                                   \
  X(PQconnectdbParams)                                                                             \
  X(PQdb)                                                                                          \
  X(PQenterPipelineMode)                                                                           \
  X(PQerrorMessage)                                                                                \
  X(PQexec)                                                                                        \
  X(PQexecParams)                                                                                  \
  X(PQexitPipelineMode)                                                                            \
  X(PQfinish)                                                                                      \
  X(PQftype)                                                                                       \
  X(PQgetResult)                                                                                   \
  X(PQgetisnull)                                                                                   \
  X(PQgetlength)                                                                                   \
  X(PQgetvalue)                                                                                    \
  X(PQhost)                                                                                        \
  X(PQnfields)                                                                                     \
  X(PQntuples)                                                                                     \
  X(PQpipelineStatus)                                                                              \
  X(PQpipelineSync)                                                                                \
  X(PQputCopyData)                                                                                 \
  X(PQputCopyEnd)                                                                                  \
  X(PQreset)                                                                                       \
  X(PQresultErrorField)                                                                            \
  X(PQresultStatus)                                                                                \
  X(PQsendPrepare)                                                                                 \
  X(PQsendQueryPrepared)                                                                           \
  X(PQsetNoticeProcessor)                                                                          \
  X(PQstatus)

#define LIBPQ_POINTER(name) __typeof__(&name) name;
typedef struct {
  LIBPQ_FUNCTIONS(LIBPQ_POINTER)
} LibPq;
#undef LIBPQ_POINTER

/* The library stays open. STATUS_IO: it is not installed, or too old. */
Status libpq_load(LibPq *pq, Error *error);

#endif
