/* What server.c, request.c and listener.c share. */
#ifndef RECORD_SERVE_INTERNAL_H
#define RECORD_SERVE_INTERNAL_H

#include <microhttpd.h>
#include <stdbool.h>

#include "base/vec.h"
#include "record/serve/server.h"

typedef struct {
  char *path;
  unsigned status;
  struct MHD_Response *response; /* shared by all who ask for it */
} Published;

typedef struct Listener Listener;

/* A connection: who has not sent a whole request in time is cut off. */
typedef struct {
  int fd;
  bool asked;        /* a request is complete, and its answer is not */
  uint64_t since_ns; /* of the connection, or of the last answer */
} Client;

struct Server {
  struct MHD_Daemon *daemon;
  uint16_t port;
  bool loopback;
  bool ends;
  char *token; /* or NULL */
  VEC(Published) published;
  VEC(Listener *) listeners;
  VEC(Client *) clients;
  const char *asked_path; /* or NULL */
  ServerAsked *asked;
  void *asked_user;
  uint64_t version; /* of what is published */
  uint64_t beats;
};

/* Answers one request; called by the daemon. */
enum MHD_Result request_handle(void *server, struct MHD_Connection *connection, const char *url,
                               const char *method, const char *version, const char *body,
                               size_t *body_size, void **state);
/* The headers that every answer has; NULL: the strictest policy. */
void request_protect(struct MHD_Response *response, const char *policy);

/* The request of the connection is complete. */
void clients_note_request(struct MHD_Connection *connection);
/* Callbacks of the daemon. */
void clients_notify(void *server, struct MHD_Connection *connection, void **client,
                    enum MHD_ConnectionNotificationCode code);
void clients_note_answer(void *server, struct MHD_Connection *connection, void **state,
                         enum MHD_RequestTerminationCode code);
/* Cuts off who is too slow. */
void clients_check(Server *server, uint64_t now_ns);

/* A response that goes on until the client leaves; NULL: there are enough of them. */
struct MHD_Response *listeners_respond(Server *server, struct MHD_Connection *connection);
/* All of them look whether there is something to say. */
void listeners_wake(Server *server);

#endif
