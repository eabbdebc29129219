/* A server of one page that changes: resources that are published as a whole, and a stream of events that says when.
 *
 *   server_create(&server, &(ServerOptions){.address = "127.0.0.1", .port = 8088}, &error);
 *   server_publish(server, resources, count);
 *   loop: poll(server_descriptor(server)), server_step(server)
 *
 * Everything is in memory and, but for the one path of server_ask, the same for everyone, so that a request costs nothing
 * but its bytes, and a client that is slow or silent keeps nobody waiting. Only GET and HEAD, nothing can be changed from outside. All calls come from one
 * thread. */
#ifndef RECORD_SERVE_SERVER_H
#define RECORD_SERVE_SERVER_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/strbuf.h"

typedef struct Server Server;

typedef struct {
  const char *address; /* as for address_read */
  uint16_t port;       /* 0: any that is free */
  const char *token;   /* that every request has to give; NULL: none, which only loopback allows */
} ServerOptions;

enum {
  SERVER_CONNECTIONS = 400,
  SERVER_PER_ADDRESS = 300, /* so that nobody takes all of them alone */
  SERVER_LISTENERS = 100,   /* of the events, among them */
  SERVER_IDLE_SECONDS = 20,
  SERVER_REQUEST_SECONDS = 10, /* for a whole request, however it trickles in */
};

/* The path of the events. */
#define SERVER_EVENTS "/events"

typedef struct {
  const char *path;   /* "/figure/cactus.svg" */
  const char *type;   /* of its content */
  const char *policy; /* for its content; NULL: it may do nothing but look like something */
  unsigned status;    /* of HTTP */
  const char *bytes;
  size_t length;
} ServerResource;

/* Listens from now on. An error says why that is not possible: the port is taken, the address is not ours ... */
Status server_create(Server **server, const ServerOptions *options, Error *error);
/* Ends all connections. */
void server_destroy(Server *server);
uint16_t server_port(const Server *server);

/* A request for what depends on the arguments of its address. */
typedef struct ServerQuestion ServerQuestion;

typedef struct {
  unsigned status; /* of HTTP */
  const char *type;
} ServerAnswer;

/* Adds the answer to `body`. It keeps everybody waiting: it should take milliseconds. */
typedef ServerAnswer ServerAsked(void *user, const ServerQuestion *question, StrBuf *body);

/* An argument as it was meant, without escapes; NULL: it is not there. */
const char *server_argument(const ServerQuestion *question, const char *name);
/* Requests for `path`, which is a constant, are answered by `asked`. Only one path can be. */
void server_ask(Server *server, const char *path, ServerAsked *asked, void *user);

/* Takes the place of all that was published before, and tells everyone who listens. Copies the bytes. */
void server_publish(Server *server, const ServerResource *resources, size_t count);
/* A sign of life to everyone who listens; who has gone away is noticed by it. */
void server_beat(Server *server);
size_t server_listeners(const Server *server);

/* Readable when server_step has something to do; it should be called every second in any case, for time limits. */
int server_descriptor(const Server *server);
/* Does what can be done without waiting. */
void server_step(Server *server);

#endif
