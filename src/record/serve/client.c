/* The time that clients have for a request: the daemon's own limit starts again with each byte. */
#include <assert.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "record/serve/internal.h"

static Client *client_of(struct MHD_Connection *connection)
{
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

static void forget(Server *server, Client *client)
{
  size_t i = 0;
  while (i < server->clients.count && server->clients.items[i] != client) i++;
  assert(i < server->clients.count);
  server->clients.items[i] = server->clients.items[--server->clients.count];
  free(client);
}

void clients_notify(void *user, struct MHD_Connection *connection, void **context,
                    enum MHD_ConnectionNotificationCode code)
{
  Server *server = user;
  if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
    if (*context) forget(server, *context);
    *context = NULL;
    return;
  }
  Client *client = mem_alloc_zero(1, sizeof *client);
  client->fd = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
  client->since_ns = clock_monotonic_ns();
  VEC_PUSH(&server->clients, client);
  *context = client;
}

void clients_note_request(struct MHD_Connection *connection)
{
  Client *client = client_of(connection);
  if (client) client->asked = true;
}

void clients_note_answer(void *server, struct MHD_Connection *connection, void **state,
                         enum MHD_RequestTerminationCode code)
{
  Client *client = client_of(connection);
  (void)server;
  (void)state;
  (void)code;
  if (!client) return;
  client->asked = false;
  client->since_ns = clock_monotonic_ns();
}

/* The daemon sees the end of the connection, and closes it. */
void clients_check(Server *server, uint64_t now_ns)
{
  for (size_t i = 0; i < server->clients.count; i++) {
    const Client *client = server->clients.items[i];
    if (!client->asked && now_ns > client->since_ns + SERVER_REQUEST_SECONDS * UINT64_C(1000000000))
      shutdown(client->fd, SHUT_RDWR);
  }
}
