#include "record/serve/guard.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>

Status address_read(ServeAddress *address, const char *text, uint16_t port, Error *error)
{
  *address = (ServeAddress){.any.sa_family = AF_UNSPEC};
  if (strcasecmp(text, "localhost") == 0) text = "127.0.0.1";
  if (inet_pton(AF_INET, text, &address->v4.sin_addr) == 1) {
    address->v4.sin_family = AF_INET;
    address->v4.sin_port = htons(port);
    return STATUS_OK;
  }
  *address = (ServeAddress){.v6.sin6_family = AF_INET6};
  if (inet_pton(AF_INET6, text, &address->v6.sin6_addr) == 1) {
    address->v6.sin6_port = htons(port);
    return STATUS_OK;
  }
  return error_set(error, STATUS_USAGE,
                   "'%s' is not an address: give numbers, such as 127.0.0.1, 0.0.0.0 or ::1", text);
}

bool address_is_loopback(const ServeAddress *address)
{
  if (address->any.sa_family == AF_INET)
    return ntohl(address->v4.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
  return IN6_IS_ADDR_LOOPBACK(&address->v6.sin6_addr);
}

/* What follows the name is nothing, or a port. */
static bool ends_as_port(const char *rest)
{
  if (*rest == '\0') return true;
  if (*rest++ != ':' || *rest == '\0') return false;
  while (isdigit((unsigned char)*rest)) rest++;
  return *rest == '\0';
}

static bool is_loopback_v4(const char *host)
{
  char name[INET_ADDRSTRLEN];
  size_t length = strcspn(host, ":");
  if (length >= sizeof name) return false;
  memcpy(name, host, length);
  name[length] = '\0';
  struct in_addr address;
  return inet_pton(AF_INET, name, &address) == 1 && ntohl(address.s_addr) >> 24 == IN_LOOPBACKNET &&
         ends_as_port(host + length);
}

bool host_is_loopback(const char *host)
{
  static const char *const names[] = {"localhost", "[::1]"};
  if (!host) return false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    size_t length = strlen(names[i]);
    if (strncasecmp(host, names[i], length) == 0 && ends_as_port(host + length)) return true;
  }
  return is_loopback_v4(host);
}

bool token_matches(const char *given, const char *right)
{
  if (!given) return false;
  size_t given_length = strlen(given), right_length = strlen(right);
  volatile unsigned char different = given_length != right_length;
  /* As many steps as were given, whatever the right one is. */
  for (size_t i = 0; i < given_length; i++)
    different |= (unsigned char)(given[i] ^ right[right_length ? i % right_length : 0]);
  return !different && right_length > 0;
}
