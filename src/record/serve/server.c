#include "record/serve/server.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "record/serve/guard.h"
#include "record/serve/internal.h"

enum { BACKLOG = 128 };

static socklen_t address_size(const ServeAddress *address)
{
  return address->any.sa_family == AF_INET ? sizeof address->v4 : sizeof address->v6;
}

/* A socket of our own, since the daemon does not tell what is wrong with an address. */
static Status listen_at(const ServeAddress *address, int *result, Error *error)
{
  int fd = socket(address->any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  const int on = 1;
  if (fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
      bind(fd, &address->any, address_size(address)) == 0 && listen(fd, BACKLOG) == 0) {
    *result = fd;
    return STATUS_OK;
  }
  int reason = errno;
  if (fd >= 0) close(fd);
  unsigned port = ntohs(address->v4.sin_port);
  if (reason == EADDRINUSE)
    return error_set(error, STATUS_IO, "port %u is in use; --port 0 takes one that is free", port);
  if (reason == EACCES)
    return error_set(error, STATUS_IO, "port %u needs root; those from 1024 on do not", port);
  return error_set(error, STATUS_IO, "cannot listen: %s", strerror(reason));
}

static uint16_t port_of(int fd)
{
  ServeAddress address = {.any.sa_family = AF_UNSPEC};
  socklen_t size = sizeof address;
  getsockname(fd, &address.any, &size);
  static_assert(offsetof(struct sockaddr_in, sin_port) == offsetof(struct sockaddr_in6, sin6_port),
                "both have their port at one place");
  return ntohs(address.v4.sin_port);
}

Status server_create(Server **result, const ServerOptions *options, Error *error)
{
  ServeAddress address;
  Status status = address_read(&address, options->address, options->port, error);
  if (status != STATUS_OK) return status;
  assert(options->token || address_is_loopback(&address));
  int fd = -1;
  status = listen_at(&address, &fd, error);
  if (status != STATUS_OK) return status;
  Server *server = mem_alloc_zero(1, sizeof *server);
  server->port = port_of(fd);
  server->loopback = address_is_loopback(&address);
  if (options->token) server->token = mem_copy_string(options->token, strlen(options->token));
  server->daemon = MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, request_handle, server,
      MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_CONNECTION_LIMIT, (unsigned)SERVER_CONNECTIONS,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, (unsigned)SERVER_PER_ADDRESS,
      MHD_OPTION_NOTIFY_CONNECTION, clients_notify, server, MHD_OPTION_NOTIFY_COMPLETED,
      clients_note_answer, server, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)SERVER_IDLE_SECONDS,
      MHD_OPTION_END);
  if (!server->daemon) {
    close(fd);
    free(server->token);
    free(server);
    return error_set(error, STATUS_IO, "cannot start a server: %s", strerror(errno));
  }
  *result = server;
  return STATUS_OK;
}

static void withdraw(Server *server)
{
  for (size_t i = 0; i < server->published.count; i++) {
    free(server->published.items[i].path);
    MHD_destroy_response(server->published.items[i].response);
  }
  server->published.count = 0;
}

void server_destroy(Server *server)
{
  server->ends = true;
  listeners_wake(server);
  server_step(server);
  MHD_stop_daemon(server->daemon);
  withdraw(server);
  assert(server->listeners.count == 0);
  VEC_FREE(&server->published);
  assert(server->clients.count == 0);
  VEC_FREE(&server->listeners);
  VEC_FREE(&server->clients);
  free(server->token);
  free(server);
}

uint16_t server_port(const Server *server)
{
  return server->port;
}

static Published publish(const ServerResource *resource)
{
  Published published = {mem_copy_string(resource->path, strlen(resource->path)), resource->status,
                         MHD_create_response_from_buffer(resource->length,
                                                         (void *)(uintptr_t)resource->bytes,
                                                         MHD_RESPMEM_MUST_COPY)};
  if (!published.response) mem_exhausted(resource->length);
  MHD_add_response_header(published.response, MHD_HTTP_HEADER_CONTENT_TYPE, resource->type);
  request_protect(published.response, resource->policy);
  return published;
}

void server_publish(Server *server, const ServerResource *resources, size_t count)
{
  withdraw(server);
  for (size_t i = 0; i < count; i++) VEC_PUSH(&server->published, publish(&resources[i]));
  server->version++;
  listeners_wake(server);
}

void server_ask(Server *server, const char *path, ServerAsked *asked, void *user)
{
  assert(path[0] == '/' && asked && !server->asked);
  server->asked_path = path;
  server->asked = asked;
  server->asked_user = user;
}

void server_beat(Server *server)
{
  server->beats++;
  listeners_wake(server);
}

size_t server_listeners(const Server *server)
{
  return server->listeners.count;
}

int server_descriptor(const Server *server)
{
  return MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

void server_step(Server *server)
{
  clients_check(server, clock_monotonic_ns());
  MHD_run(server->daemon);
}
