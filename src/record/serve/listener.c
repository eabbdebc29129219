/* Server-sent events. A listener holds no queue: it knows which version it has told, so that one that is slow
 * misses some and costs nothing. It is suspended while there is nothing to say. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "record/serve/internal.h"

struct Listener {
  Server *server;
  struct MHD_Connection *connection;
  bool suspended;
  uint64_t told; /* version */
  uint64_t beat;
};

enum { EVENT_BYTES = 128 };

/* What to send next; 0: nothing. */
static int next_event(Listener *listener, char event[EVENT_BYTES])
{
  const Server *server = listener->server;
  if (listener->told != server->version) {
    listener->told = server->version;
    listener->beat = server->beats;
    return snprintf(event, EVENT_BYTES, "retry: 1000\nevent: changed\ndata: %" PRIu64 "\n\n",
                    server->version);
  }
  if (listener->beat == server->beats) return 0;
  listener->beat = server->beats;
  return snprintf(event, EVENT_BYTES, ": alive\n\n");
}

static ssize_t read_events(void *user, uint64_t position, char *bytes, size_t most)
{
  (void)position;
  Listener *listener = user;
  if (listener->server->ends) return MHD_CONTENT_READER_END_OF_STREAM;
  assert(most >= EVENT_BYTES);
  int length = next_event(listener, bytes);
  if (length > 0) return length;
  listener->suspended = true;
  MHD_suspend_connection(listener->connection);
  return 0;
}

static void forget(void *user)
{
  Listener *listener = user;
  Server *server = listener->server;
  for (size_t i = 0; i < server->listeners.count; i++)
    if (server->listeners.items[i] == listener) {
      server->listeners.items[i] = server->listeners.items[--server->listeners.count];
      break;
    }
  free(listener);
}

struct MHD_Response *listeners_respond(Server *server, struct MHD_Connection *connection)
{
  if (server->listeners.count >= SERVER_LISTENERS) return NULL;
  Listener *listener = mem_alloc_zero(1, sizeof *listener);
  listener->server = server;
  listener->connection = connection;
  listener->beat = server->beats;
  struct MHD_Response *response = MHD_create_response_from_callback(
      MHD_SIZE_UNKNOWN, 8 * EVENT_BYTES, read_events, listener, forget);
  if (!response) mem_exhausted(sizeof *listener);
  VEC_PUSH(&server->listeners, listener); // NOLINT(bugprone-sizeof-expression): pointers are meant
  MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, "text/event-stream");
  request_protect(response, NULL);
  return response;
}

void listeners_wake(Server *server)
{
  for (size_t i = 0; i < server->listeners.count; i++) {
    Listener *listener = server->listeners.items[i];
    if (!listener->suspended) continue;
    listener->suspended = false;
    MHD_resume_connection(listener->connection);
  }
}
