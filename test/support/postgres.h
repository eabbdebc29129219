/* A PostgreSQL server of the test's own, in a temporary folder, reached by a socket in it. */
#ifndef TEST_SUPPORT_POSTGRES_H
#define TEST_SUPPORT_POSTGRES_H

#include <sys/types.h>

typedef struct {
  char folder[64];
  char url[200];
  pid_t server;
} PostgresServer;

/* NULL, or why there cannot be one here: it is not installed, or may not be run as the user we are. The server
 * refuses to be root's, so that for root it runs as "nobody". It ends with us. */
const char *postgres_start(PostgresServer *server);
void postgres_stop(PostgresServer *server);

#endif
