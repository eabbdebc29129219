/* One request: who asks, by which method, for what. */
#include <string.h>

#include "record/serve/guard.h"
#include "record/serve/internal.h"

static const char STRICT_POLICY[] = "default-src 'none'; style-src 'unsafe-inline'; "
                                    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

void request_protect(struct MHD_Response *response, const char *policy)
{
  static const char *const headers[][2] = {
      {MHD_HTTP_HEADER_CACHE_CONTROL, "no-store"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Referrer-Policy", "no-referrer"},
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
  };
  for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
    MHD_add_response_header(response, headers[i][0], headers[i][1]);
  MHD_add_response_header(response, "Content-Security-Policy", policy ? policy : STRICT_POLICY);
}

/* An answer of one sentence, with a header more if it has a name. */
static enum MHD_Result refuse(struct MHD_Connection *connection, unsigned status,
                              const char *header, const char *value, const char *reason)
{
  struct MHD_Response *response = MHD_create_response_from_buffer(
      strlen(reason), (void *)(uintptr_t)reason, MHD_RESPMEM_PERSISTENT);
  if (!response) return MHD_NO;
  MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, "text/plain; charset=utf-8");
  if (header) MHD_add_response_header(response, header, value);
  request_protect(response, NULL);
  enum MHD_Result result = MHD_queue_response(connection, status, response);
  MHD_destroy_response(response);
  return result;
}

/* The token of the header "Authorization: Bearer TOKEN" or of the address "?token=TOKEN". */
static const char *given_token(struct MHD_Connection *connection)
{
  static const char scheme[] = "Bearer ";
  const char *header =
      MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_AUTHORIZATION);
  if (header && strncmp(header, scheme, strlen(scheme)) == 0) return header + strlen(scheme);
  return MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "token");
}

static enum MHD_Result answer_events(Server *server, struct MHD_Connection *connection)
{
  struct MHD_Response *response = listeners_respond(server, connection);
  if (!response)
    return refuse(connection, MHD_HTTP_SERVICE_UNAVAILABLE, MHD_HTTP_HEADER_RETRY_AFTER, "10",
                  "too many pages follow this campaign\n");
  enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, response);
  MHD_destroy_response(response);
  return result;
}

struct ServerQuestion {
  struct MHD_Connection *connection;
};

const char *server_argument(const ServerQuestion *question, const char *name)
{
  return MHD_lookup_connection_value(question->connection, MHD_GET_ARGUMENT_KIND, name);
}

static enum MHD_Result answer_question(Server *server, struct MHD_Connection *connection)
{
  StrBuf body;
  strbuf_init(&body, 0);
  ServerAnswer answer =
      server->asked(server->asked_user, &(ServerQuestion){.connection = connection}, &body);
  struct MHD_Response *response =
      MHD_create_response_from_buffer(body.length, body.bytes, MHD_RESPMEM_MUST_COPY);
  strbuf_deinit(&body);
  if (!response) return MHD_NO;
  MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, answer.type);
  request_protect(response, NULL);
  enum MHD_Result result = MHD_queue_response(connection, answer.status, response);
  MHD_destroy_response(response);
  return result;
}

static enum MHD_Result answer(Server *server, struct MHD_Connection *connection, const char *url)
{
  if (strcmp(url, SERVER_EVENTS) == 0) return answer_events(server, connection);
  if (server->asked && strcmp(url, server->asked_path) == 0)
    return answer_question(server, connection);
  for (size_t i = 0; i < server->published.count; i++) {
    const Published *published = &server->published.items[i];
    if (strcmp(url, published->path) == 0)
      return MHD_queue_response(connection, published->status, published->response);
  }
  return refuse(connection, MHD_HTTP_NOT_FOUND, NULL, NULL, "there is nothing of this name\n");
}

enum MHD_Result request_handle(void *user, struct MHD_Connection *connection, const char *url,
                               const char *method, const char *version, const char *body,
                               size_t *body_size, void **state)
{
  static char seen;
  Server *server = user;
  (void)version;
  (void)body;
  if (strcmp(method, MHD_HTTP_METHOD_GET) != 0 && strcmp(method, MHD_HTTP_METHOD_HEAD) != 0)
    return refuse(connection, MHD_HTTP_METHOD_NOT_ALLOWED, MHD_HTTP_HEADER_ALLOW, "GET, HEAD",
                  "only GET and HEAD\n");
  /* The first call comes with the headers only; an answer to it would end the connection. */
  if (!*state) {
    *state = &seen;
    return MHD_YES;
  }
  *body_size = 0;
  clients_note_request(connection);
  if (server->loopback && !host_is_loopback(MHD_lookup_connection_value(connection, MHD_HEADER_KIND,
                                                                        MHD_HTTP_HEADER_HOST)))
    return refuse(connection, MHD_HTTP_MISDIRECTED_REQUEST, NULL, NULL,
                  "this server is called localhost\n");
  if (server->token && !token_matches(given_token(connection), server->token))
    return refuse(
        connection, MHD_HTTP_UNAUTHORIZED, MHD_HTTP_HEADER_WWW_AUTHENTICATE, "Bearer",
        "the token is missing or wrong: use the address that 'assay serve' has printed\n");
  return answer(server, connection, url);
}
