/* libFuzzer target: any bytes are what a client sends to the server of the live page. Without the token nobody may see
 * what it serves. */
#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <sys/socket.h>

#include "record/serve/server.h"
#include "target.h"

enum { ANSWER_MOST = 1 << 16, STEPS = 20 };

#define SECRET "<p>nobody may see this"
#define TOKEN  "0123456789abcdef"

static Server *start(void)
{
  Server *server;
  Error error = {0};
  const ServerResource page = {.path = "/",
                               .type = "text/html; charset=utf-8",
                               .status = 200,
                               .bytes = SECRET,
                               .length = sizeof SECRET - 1};
  if (server_create(&server, &(ServerOptions){.address = "127.0.0.1", .token = TOKEN}, &error) !=
      STATUS_OK)
    target_complain("there is no server:", "", &error);
  server_publish(server, &page, 1);
  return server;
}

static int connect_to(const Server *server)
{
  int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons(server_port(server)),
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  if (connect(fd, (struct sockaddr *)&address, sizeof address) != 0 && errno != EINPROGRESS)
    abort();
  /* Closing it leaves no port that waits. */
  setsockopt(fd, SOL_SOCKET, SO_LINGER, &(struct linger){1, 0}, sizeof(struct linger));
  return fd;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static Server *server;
  static char answer[ANSWER_MOST + 1];
  if (!server) server = start();
  int fd = connect_to(server);
  size_t sent = 0, got = 0;
  for (int i = 0; i < STEPS; i++) {
    server_step(server);
    ssize_t count = sent < size ? send(fd, data + sent, size - sent, MSG_NOSIGNAL) : 0;
    if (count > 0) sent += (size_t)count;
    if (sent == size && i > 2) shutdown(fd, SHUT_WR);
    count = recv(fd, answer + got, ANSWER_MOST - got, 0);
    if (count > 0) got += (size_t)count;
    if (count == 0) break;
  }
  close(fd);
  server_step(server);
  answer[got] = '\0';
  if (memmem(answer, got, SECRET, strlen(SECRET)) && !memmem(data, size, TOKEN, strlen(TOKEN)))
    abort();
  return 0;
}
