/* serve: who is answered, and with what. Client and server are one thread: the server steps while a client waits. */
#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "record/serve/guard.h"
#include "record/serve/server.h"
#include "testing.h"

static void test_hosts(void **state)
{
  (void)state;
  static const char *const ours[] = {"localhost",      "LOCALHOST:8088", "127.0.0.1", "127.0.0.1:1",
                                     "127.9.8.7:8088", "[::1]",          "[::1]:8088"};
  static const char *const others[] = {"",
                                       "evil.example",
                                       "evil.example:8088",
                                       "localhost.evil.example",
                                       "localhost:",
                                       "localhost:80a",
                                       "127.0.0.1.evil.example",
                                       "128.0.0.1",
                                       "127.0.0.1@evil:80",
                                       "::1",
                                       "[::1",
                                       "[::1]x",
                                       "localhost, evil.example",
                                       "0.0.0.0",
                                       "127.0.0.1000000000000000"};
  for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) assert_true(host_is_loopback(ours[i]));
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (host_is_loopback(others[i])) fail_msg("'%s' passed", others[i]);
  assert_false(host_is_loopback(NULL));
}

static void test_tokens(void **state)
{
  (void)state;
  assert_true(token_matches("secret", "secret"));
  static const char *const wrong[] = {"", "s", "secre", "secret ", "secretsecret", "Secret"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    assert_false(token_matches(wrong[i], "secret"));
  assert_false(token_matches(NULL, "secret"));
  assert_false(token_matches("", ""));
}

static void test_addresses(void **state)
{
  (void)state;
  static const struct {
    const char *text;
    bool good, loopback;
  } cases[] = {{"127.0.0.1", true, true}, {"localhost", true, true},
               {"127.1.2.3", true, true}, {"::1", true, true},
               {"0.0.0.0", true, false},  {"::", true, false},
               {"10.0.0.1", true, false}, {"evil.example", false, false},
               {"", false, false},        {"127.0.0.1 ", false, false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ServeAddress address;
    Error error;
    Status status = address_read(&address, cases[i].text, 80, &error);
    assert_int_equal(status, cases[i].good ? STATUS_OK : STATUS_USAGE);
    if (cases[i].good) assert_int_equal(address_is_loopback(&address), cases[i].loopback);
  }
}

/* A server with a page and a figure that could not be drawn. */
static Server *serve(const char *token)
{
  Server *server;
  Error error;
  if (server_create(&server, &(ServerOptions){.address = "127.0.0.1", .token = token}, &error) !=
      STATUS_OK)
    fail_msg("%s", error.message);
  const ServerResource resources[] = {{.path = "/",
                                       .type = "text/html; charset=utf-8",
                                       .policy = "frame-ancestors 'none'",
                                       .status = 200,
                                       .bytes = "<p>one",
                                       .length = 6},
                                      {.path = "/figure/x.svg",
                                       .type = "text/plain",
                                       .status = 503,
                                       .bytes = "no gnuplot",
                                       .length = 10}};
  server_publish(server, resources, 2);
  return server;
}

static int connect_to(const Server *server)
{
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons(server_port(server)),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
  return fd;
}

static void say(int fd, const char *text)
{
  assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
}

/* Steps until the client has got `wanted` (or the end, if that is NULL); the answer is in `got`. */
static void wait_for(Server *server, int fd, const char *wanted, StrBuf *got)
{
  for (int rounds = 0; rounds < 5000; rounds++) {
    server_step(server);
    struct pollfd client = {.fd = fd, .events = POLLIN};
    if (poll(&client, 1, 1) <= 0) continue;
    char bytes[4096];
    ssize_t length = read(fd, bytes, sizeof bytes);
    if (length > 0) strbuf_add(got, bytes, (size_t)length);
    if (wanted ? strstr(strbuf_text(got), wanted) != NULL : length <= 0) return;
    if (length <= 0) break;
  }
  fail_msg("waited for '%s', got '%s'", wanted ? wanted : "the end", strbuf_text(got));
}

/* The whole answer to a request whose connection ends with it. */
static void ask(Server *server, const char *request, StrBuf *got)
{
  strbuf_clear(got);
  int fd = connect_to(server);
  say(fd, request);
  wait_for(server, fd, NULL, got);
  close(fd);
}

static void expect(Server *server, const char *request, const char *const *parts)
{
  StrBuf got;
  strbuf_init(&got, 0);
  ask(server, request, &got);
  for (; *parts; parts++)
    if (!strstr(strbuf_text(&got), *parts)) fail_msg("no '%s' in '%s'", *parts, strbuf_text(&got));
  strbuf_deinit(&got);
}

#define EXPECT(server, request, ...)                                                               \
  expect(server, request, (const char *const[]){__VA_ARGS__, NULL})
#define REQUEST(line) line " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

static void test_answers(void **state)
{
  (void)state;
  Server *server = serve(NULL);
  EXPECT(server, REQUEST("GET /"), "HTTP/1.1 200 ", "Content-Type: text/html; charset=utf-8\r\n",
         "X-Content-Type-Options: nosniff\r\n",
         "Content-Security-Policy: frame-ancestors 'none'\r\n", "Cache-Control: no-store",
         "Referrer-Policy: no-referrer", "Cross-Origin-Resource-Policy: same-origin",
         "\r\n\r\n<p>one");
  EXPECT(server, REQUEST("GET /?x=y"), "HTTP/1.1 200 ", "<p>one");
  EXPECT(server, REQUEST("GET /figure/x.svg"), "HTTP/1.1 503 ",
         "Content-Security-Policy: default-src 'none'", "\r\n\r\nno gnuplot");
  EXPECT(server, REQUEST("GET /figure/../x"), "HTTP/1.1 404 ", "nosniff");
  EXPECT(server, REQUEST("GET /../../etc/passwd"), "HTTP/1.1 404 ");
  EXPECT(server, REQUEST("GET /%2e%2e/etc/passwd"), "HTTP/1.1 404 ");
  EXPECT(server, REQUEST("GET //"), "HTTP/1.1 404 ");
  static const char *const methods[] = {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "NONSENSE"};
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    char request[200];
    snprintf(request, sizeof request,
             "%s / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
             methods[i]);
    EXPECT(server, request, "HTTP/1.1 405 ", "Allow: GET, HEAD\r\n");
  }
  server_destroy(server);
}

static void test_head_has_no_body(void **state)
{
  (void)state;
  Server *server = serve(NULL);
  StrBuf got;
  strbuf_init(&got, 0);
  ask(server, REQUEST("HEAD /"), &got);
  assert_non_null(strstr(strbuf_text(&got), "HTTP/1.1 200 "));
  assert_non_null(strstr(strbuf_text(&got), "Content-Length: 6\r\n"));
  assert_string_equal(strstr(strbuf_text(&got), "\r\n\r\n"), "\r\n\r\n");
  strbuf_deinit(&got);
  server_destroy(server);
}

static void test_foreign_names_are_refused(void **state)
{
  (void)state;
  Server *server = serve(NULL);
  EXPECT(server, "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
         "HTTP/1.1 421 ");
  EXPECT(server, "GET /events HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
         "HTTP/1.1 421 ");
  EXPECT(server, "GET / HTTP/1.0\r\n\r\n", " 421 ");
  server_destroy(server);
}

static void test_token_is_needed(void **state)
{
  (void)state;
  Server *server = serve("secret");
  EXPECT(server, REQUEST("GET /"), "HTTP/1.1 401 ", "WWW-Authenticate: Bearer");
  EXPECT(server, REQUEST("GET /events"), "HTTP/1.1 401 ");
  EXPECT(server, REQUEST("GET /?token=secre"), "HTTP/1.1 401 ");
  EXPECT(server, REQUEST("GET /?token"), "HTTP/1.1 401 ");
  EXPECT(server, REQUEST("GET /nothing"), "HTTP/1.1 401 ");
  EXPECT(server, REQUEST("GET /?token=secret"), "HTTP/1.1 200 ");
  EXPECT(server,
         "GET / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer secret\r\n"
         "Connection: close\r\n\r\n",
         "HTTP/1.1 200 ");
  EXPECT(server,
         "GET / HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer wrong\r\n"
         "Connection: close\r\n\r\n",
         "HTTP/1.1 401 ");
  server_destroy(server);
}

static void test_events(void **state)
{
  (void)state;
  Server *server = serve(NULL);
  StrBuf got;
  strbuf_init(&got, 0);
  int fd = connect_to(server);
  say(fd, "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
  wait_for(server, fd, "event: changed\ndata: 1\n\n", &got);
  assert_non_null(strstr(strbuf_text(&got), "Content-Type: text/event-stream\r\n"));
  strbuf_clear(&got);
  server_beat(server);
  wait_for(server, fd, ": alive\n\n", &got);
  server_publish(server, NULL, 0);
  server_publish(server, NULL, 0);
  strbuf_clear(&got);
  wait_for(server, fd, "data: 3\n\n", &got);
  assert_null(strstr(strbuf_text(&got), "data: 2")); /* only the last one counts */
  assert_int_equal(server_listeners(server), 1);
  /* Who goes away is noticed by a beat or two. */
  close(fd);
  for (int i = 0; i < 1000 && server_listeners(server) > 0; i++) {
    server_beat(server);
    server_step(server);
    usleep(1000);
  }
  assert_int_equal(server_listeners(server), 0);
  strbuf_deinit(&got);
  server_destroy(server);
}

/* Many who say nothing, who ask and do not read, and who listen: the next one is answered all the same. */
static void test_idle_clients_do_no_harm(void **state)
{
  (void)state;
  enum { CLIENTS = SERVER_PER_ADDRESS - SERVER_LISTENERS - 50 };
  Server *server = serve(NULL);
  int clients[CLIENTS + SERVER_LISTENERS];
  for (int i = 0; i < CLIENTS; i++) {
    clients[i] = connect_to(server);
    if (i % 3 == 1) say(clients[i], "GET / HT");
    if (i % 3 == 2) say(clients[i], "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    server_step(server);
  }
  for (int i = CLIENTS; i < CLIENTS + SERVER_LISTENERS; i++) {
    clients[i] = connect_to(server);
    say(clients[i], "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    server_step(server);
  }
  for (int i = 0; i < 1000 && server_listeners(server) < SERVER_LISTENERS; i++) server_step(server);
  assert_int_equal(server_listeners(server), SERVER_LISTENERS);
  EXPECT(server, REQUEST("GET /"), "HTTP/1.1 200 ", "<p>one");
  EXPECT(server, REQUEST("GET /events"), "HTTP/1.1 503 ", "Retry-After");
  server_destroy(server); /* with all of them connected */
  for (int i = 0; i < CLIENTS + SERVER_LISTENERS; i++) close(clients[i]);
}

static void test_port_in_use(void **state)
{
  (void)state;
  Server *server = serve(NULL);
  assert_int_not_equal(server_port(server), 0);
  Server *second;
  Error error;
  ServerOptions options = {.address = "127.0.0.1", .port = server_port(server)};
  assert_int_equal(server_create(&second, &options, &error), STATUS_IO);
  assert_non_null(strstr(error.message, "is in use"));
  server_destroy(server);
  /* The port is free at once, though connections may still linger. */
  assert_int_equal(server_create(&second, &options, &error), STATUS_OK);
  server_destroy(second);
  options.address = "192.0.2.1";
  options.token = "t";
  options.port = 0;
  assert_int_equal(server_create(&second, &options, &error), STATUS_IO);
  assert_non_null(strstr(error.message, "cannot listen"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_hosts),
      cmocka_unit_test(test_tokens),
      cmocka_unit_test(test_addresses),
      cmocka_unit_test(test_answers),
      cmocka_unit_test(test_head_has_no_body),
      cmocka_unit_test(test_foreign_names_are_refused),
      cmocka_unit_test(test_token_is_needed),
      cmocka_unit_test(test_events),
      cmocka_unit_test(test_idle_clients_do_no_harm),
      cmocka_unit_test(test_port_in_use),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
