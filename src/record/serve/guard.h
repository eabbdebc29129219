/* Who may ask: addresses, the Host header, tokens. */
#ifndef RECORD_SERVE_GUARD_H
#define RECORD_SERVE_GUARD_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "base/status.h"

typedef union {
  struct sockaddr any;
  struct sockaddr_in v4;
  struct sockaddr_in6 v6;
} ServeAddress;

/* Reads a numeric IPv4 or IPv6 address, or "localhost". */
Status address_read(ServeAddress *address, const char *text, uint16_t port, Error *error);
/* Whether only this machine can reach it. */
bool address_is_loopback(const ServeAddress *address);

/* Whether a Host header names this machine by a name that no name server can give to somebody else, with any
 * port. Otherwise a page from elsewhere could make a browser read ours under its own name (DNS rebinding). */
bool host_is_loopback(const char *host);

/* Whether a token is the right one, in a time that does not tell how much of it is. NULL is wrong. */
bool token_matches(const char *given, const char *right);

#endif
