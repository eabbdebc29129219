#include "language/b/prob.h"

#include <arpa/inet.h>
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "b/encode/prolog.h"
#include "b/text/print.h"
#include "base/arena.h"
#include "base/clock.h"
#include "language/b/prob_answer.h"
#include "run/process/session.h"

const char *const prob_backends[] = {"PROB",  "KODKOD", "Z3",    "Z3AXM", "Z3CNS",
                                     "CDCLT", "SAT",    "SATZ3", "CVC4",  NULL};

#define START_NS UINT64_C(60000000000)
enum { PORT_LINES = 50, ANSWER_MAX = 16 << 20 };

struct Prob {
  const ProbSettings *settings;
  Arena arena;
  VEC(const char *) words; /* of the command line, ends with NULL */
  RunRequest request;
  Session *session;
  int connection; /* -1: none */
  bool ready;
};

/* --- starting --- */

static void add_word(Prob *prob, const char *word, size_t length)
{
  VEC_PUSH(&prob->words, arena_copy_string(&prob->arena, word, length));
}

static void make_words(Prob *prob)
{
  const ProbSettings *settings = prob->settings;
  add_word(prob, settings->program, strlen(settings->program));
  if (settings->machine) add_word(prob, settings->machine, strlen(settings->machine));
  for (size_t i = 0; i < settings->preferences->count; i++) {
    const char *text = settings->preferences->items[i], *value = strchr(text, '=');
    assert(value);
    add_word(prob, "-p", 2);
    add_word(prob, text, (size_t)(value - text));
    add_word(prob, value + 1, strlen(value + 1));
  }
  if (settings->timeout_ms) {
    StrBuf number;
    strbuf_init(&number, 0);
    strbuf_add_u64(&number, settings->timeout_ms);
    add_word(prob, "-p", 2);
    add_word(prob, "TIME_OUT", 8);
    add_word(prob, strbuf_text(&number), number.length);
    strbuf_deinit(&number);
  }
  if (settings->socket)
    add_word(prob, "-sf", 3);
  else
    add_word(prob, "-repl", 5);
  VEC_PUSH(&prob->words, NULL); // NOLINT(bugprone-sizeof-expression): pointers are meant
}

/* The number in a line "Port: N"; 0: there is none. */
static unsigned port_of(const char *line, size_t length)
{
  static const char heading[] = "Port:";
  const char *found = memmem(line, length, heading, sizeof heading - 1), *end = line + length;
  unsigned port = 0;
  if (!found) return 0;
  for (found += sizeof heading - 1; found < end && *found == ' ';) found++;
  for (; found < end && isdigit((unsigned char)*found) && port <= 65535; found++)
    port = port * 10 + (unsigned)(*found - '0');
  return port <= 65535 ? port : 0;
}

static bool connect_to(Prob *prob, unsigned port)
{
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  prob->connection = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (prob->connection < 0) return false;
  return connect(prob->connection, (const struct sockaddr *)&address, sizeof address) == 0;
}

static void start(Prob *prob)
{
  SessionQuery query = {.bytes = "", .until = UNTIL_PROMPT, .marker = ">>>", .wall_ns = START_NS};
  if (!prob->settings->socket) {
    prob->ready = session_query(prob->session, &query).outcome == SESSION_ANSWERED;
    return;
  }
  query.until = UNTIL_LINES;
  query.count = 1;
  for (int i = 0; i < PORT_LINES; i++) {
    SessionAnswer answer = session_query(prob->session, &query);
    if (answer.outcome != SESSION_ANSWERED) return;
    unsigned port = port_of(answer.out, answer.out_length);
    if (port == 0) continue;
    prob->ready = connect_to(prob, port);
    return;
  }
}

Prob *prob_create(Supervisor *sup, const ProbSettings *settings)
{
  assert(sup && settings->program && settings->backend);
  Prob *prob = mem_alloc_zero(1, sizeof *prob);
  prob->settings = settings;
  prob->connection = -1;
  make_words(prob);
  prob->request = (RunRequest){.argv = prob->words.items, .no_peak = true};
  prob->session = session_create(sup, &prob->request);
  start(prob);
  return prob;
}

void prob_destroy(Prob *prob)
{
  if (!prob) return;
  if (prob->connection >= 0) close(prob->connection);
  session_destroy(prob->session);
  arena_deinit(&prob->arena);
  VEC_FREE(&prob->words);
  free(prob);
}

/* --- asking --- */

static uint64_t query_ns(const Prob *prob)
{
  /* Its own limit is the first to speak. */
  return prob->settings->timeout_ms ? prob->settings->timeout_ms * 1250000 + 500000000 : 0;
}

static ProbAnswer ask_loop(Prob *prob, BBank *bank, BTerm predicate, StrBuf *text)
{
  StrBuf line;
  strbuf_init(&line, 0);
  if (strcmp(prob->settings->backend, "PROB") != 0) {
    strbuf_add_char(&line, ':');
    for (const char *c = prob->settings->backend; *c; c++)
      strbuf_add_char(&line, (char)tolower((unsigned char)*c));
    strbuf_add_char(&line, ' ');
  }
  b_print(bank, predicate, NULL, &line);
  strbuf_add_char(&line, '\n');
  SessionQuery query = {.bytes = line.bytes,
                        .length = line.length,
                        .until = UNTIL_PROMPT,
                        .marker = ">>>",
                        .wall_ns = query_ns(prob)};
  SessionAnswer answer = session_query(prob->session, &query);
  strbuf_deinit(&line);
  if (answer.outcome == SESSION_ANSWERED)
    return prob_read_loop(answer.out, answer.out_length, text);
  prob->ready = false;
  if (answer.outcome == SESSION_TIMEOUT) return PROB_TIMEOUT;
  strbuf_add_text(text, "it ended without an answer");
  return PROB_CRASHED;
}

static bool send_all(int connection, const char *bytes, size_t length)
{
  while (length > 0) {
    ssize_t sent = send(connection, bytes, length, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    bytes += sent;
    length -= (size_t)sent;
  }
  return true;
}

static int wait_ms(uint64_t ns)
{
  return ns / 1000000 < INT_MAX ? (int)(ns / 1000000) + 1 : INT_MAX;
}

/* Up to the byte 1. */
static ProbAnswer receive(const Prob *prob, StrBuf *answer)
{
  uint64_t limit = query_ns(prob), deadline = clock_monotonic_ns() + limit;
  char bytes[4096];
  for (;;) {
    uint64_t now = clock_monotonic_ns();
    struct pollfd wanted = {.fd = prob->connection, .events = POLLIN};
    if (limit && now >= deadline) return PROB_TIMEOUT;
    int ready = poll(&wanted, 1, limit ? wait_ms(deadline - now) : -1);
    if (ready < 0 && errno != EINTR) return PROB_CRASHED;
    if (ready <= 0) continue;
    ssize_t count = recv(prob->connection, bytes, sizeof bytes, 0);
    if (count <= 0) return PROB_CRASHED;
    const char *end = memchr(bytes, 1, (size_t)count);
    strbuf_add(answer, bytes, end ? (size_t)(end - bytes) : (size_t)count);
    if (end) return PROB_SOLUTION;
    if (answer->length > ANSWER_MAX) return PROB_CRASHED;
  }
}

static ProbAnswer ask_socket(Prob *prob, BBank *bank, BTerm predicate, StrBuf *text)
{
  StrBuf query, answer;
  strbuf_init(&query, 0);
  strbuf_init(&answer, 0);
  strbuf_printf(&query, "cbc_timed_solve_with_opts('%s',[],", prob->settings->backend);
  b_print_prolog(bank, predicate, &query);
  strbuf_add_text(&query, ",_,Res,Msec).");
  strbuf_add_char(&query, '\0');
  ProbAnswer came =
      send_all(prob->connection, query.bytes, query.length) ? receive(prob, &answer) : PROB_CRASHED;
  if (came == PROB_SOLUTION) came = prob_read_socket(answer.bytes, answer.length, text);
  if (came == PROB_CRASHED) strbuf_add_text(text, "it ended without an answer");
  if (came == PROB_CRASHED || came == PROB_TIMEOUT) prob->ready = false;
  strbuf_deinit(&query);
  strbuf_deinit(&answer);
  return came;
}

ProbAnswer prob_ask(Prob *prob, BBank *bank, BTerm predicate, StrBuf *text)
{
  assert(b_type(bank, predicate) == B_PREDICATE);
  if (!prob->ready) {
    strbuf_add_text(text, "it did not start as probcli does");
    return PROB_CRASHED;
  }
  return prob->settings->socket ? ask_socket(prob, bank, predicate, text)
                                : ask_loop(prob, bank, predicate, text);
}
