/* assay serve: the page of a campaign while it runs. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/command/serve_watch.h"
#include "cli/option/commands.h"
#include "cli/shared/stored.h"
#include "record/serve/guard.h"

typedef struct {
  CommonOptions common;
  uint64_t port;
  const char *address;
  const char *token;
  uint64_t campaign, inputs;
} ServeOptions;

static const Option options[] = {
    {OPTION_UNSIGNED(ServeOptions, port), .name = "port", .letter = 'p', .value_name = "N",
     .initial = "8088", .high = UINT16_MAX, .help = "listen at port N; 0 is any that is free"},
    {OPTION_STRING(ServeOptions, address), .name = "address", .old_letter = 'a',
     .value_name = "ADDR", .initial = "127.0.0.1",
     .help = "listen at this address of the machine; 0.0.0.0 is all of them"},
    {OPTION_STRING(ServeOptions, token), .name = "token", .value_name = "TEXT",
     .initial_note = "none on loopback, elsewhere one is made up",
     .help = "answer only to who gives this token"},
    STORED_INPUTS_OPTION(ServeOptions, inputs),
    STORED_CAMPAIGN_OPTION(ServeOptions, campaign),
};

static const Example examples[] = {
    {"assay serve fuzz-QF_FP-0", "the campaign of a folder, at http://127.0.0.1:8088/"},
    {"assay serve fuzz-QF_FP-0 --port 0", "at a port that is free, which is printed"},
    {"assay serve fuzz-QF_FP-0 --address 0.0.0.0",
     "for other machines, too, with a token in the address that is printed"},
};

static const ExitNote exits[] = {
    {EXIT_FINE, "it was ended by Ctrl-C or SIGTERM"},
    {EXIT_ENVIRONMENT, "the store cannot be read, or the port is in use"},
};

/* A signal handler has no other way to know it. */
static volatile int stop_event = -1;

static void on_signal(int number)
{
  (void)number;
  eventfd_write(stop_event, 1);
}

static void catch_signals(int event)
{
  struct sigaction action = {.sa_handler = on_signal};
  stop_event = event;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

enum { BEAT_SECONDS = 15, STEP_MS = 500, TOKEN_BYTES = 16, NICE = 10 };

static void serve(Server *server, ServeWatch *watch, int stop)
{
  uint64_t beat_ns = clock_monotonic_ns();
  for (;;) {
    struct pollfd events[] = {{.fd = server_descriptor(server), .events = POLLIN},
                              {.fd = serve_watch_descriptor(watch), .events = POLLIN},
                              {.fd = stop, .events = POLLIN}};
    poll(events, sizeof events / sizeof *events, STEP_MS);
    if (events[2].revents) return;
    server_step(server);
    serve_watch_publish(watch, server);
    serve_watch_look(watch, server_listeners(server) > 0);
    if (clock_monotonic_ns() - beat_ns < BEAT_SECONDS * UINT64_C(1000000000)) continue;
    beat_ns = clock_monotonic_ns();
    server_beat(server);
  }
}

/* 128 random bits in hexadecimal digits. */
static void make_token(char token[2 * TOKEN_BYTES + 1])
{
  unsigned char bytes[TOKEN_BYTES];
  for (size_t filled = 0; filled < sizeof bytes;) {
    ssize_t more = getrandom(bytes + filled, sizeof bytes - filled, 0);
    if (more > 0) filled += (size_t)more;
  }
  for (size_t i = 0; i < sizeof bytes; i++) sprintf(token + 2 * i, "%02x", bytes[i]);
}

/* A token has to fit into an address as it is. */
static bool token_is_plain(const char *token)
{
  static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  return *token != '\0' && token[strspn(token, plain)] == '\0';
}

static void announce(const ServeOptions *given, const Server *server, const char *token)
{
  const char *address = given->address;
  bool everywhere = strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
  char host[256] = "HOST";
  if (everywhere)
    gethostname(host, sizeof host - 1);
  else
    snprintf(host, sizeof host, strchr(address, ':') ? "[%s]" : "%s", address);
  printf("http://%s:%u/%s%s\n", host, (unsigned)server_port(server), token ? "?token=" : "",
         token ? token : "");
  fflush(stdout);
  fprintf(stderr, "Ctrl-C ends the server, and not the campaign.\n");
}

/* Until a signal comes. */
static Status serve_watched(const ServeOptions *given, ServeWatch *watch, const char *token,
                            Error *error)
{
  Server *server;
  ServerOptions where = {.address = given->address, .port = (uint16_t)given->port, .token = token};
  int stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (stop < 0) return error_set(error, STATUS_IO, "cannot start: %s", strerror(errno));
  Status status = server_create(&server, &where, error);
  if (status == STATUS_OK) {
    catch_signals(stop);
    serve_watch_publish(watch, server);
    server_ask(server, "/inputs.json", serve_watch_inputs, watch);
    announce(given, server, token);
    serve(server, watch, stop);
    server_destroy(server);
  }
  close(stop);
  return status;
}

static Status serve_store(const ServeOptions *given, const char *where, const char *token,
                          Error *error)
{
  Store *store;
  ServeWatch *watch;
  Status status = store_open(&store, where, &(StoreOptions){0}, error);
  if (status != STATUS_OK) return status;
  status = serve_watch_create(&watch, store, (int64_t)given->campaign, given->inputs, error);
  if (status == STATUS_OK) {
    status = serve_watched(given, watch, token, error);
    serve_watch_destroy(watch);
  }
  store_close(store);
  return status;
}

static int run(const void *values, int count, char **arguments)
{
  (void)count;
  const ServeOptions *given = values;
  ServeAddress address;
  Error error;
  if (address_read(&address, given->address, 0, &error) != STATUS_OK)
    return command_usage_error(&command_serve, "%s", error.message);
  if (given->token && !token_is_plain(given->token))
    return command_usage_error(&command_serve,
                               "a token has letters, digits, '-', '.', '_' and '~' only");
  char made[2 * TOKEN_BYTES + 1];
  const char *token = given->token;
  if (!token && !address_is_loopback(&address)) {
    make_token(made);
    token = made;
  }
  /* Solvers that are being measured come first. */
  setpriority(PRIO_PROCESS, 0, NICE);
  if (serve_store(given, arguments[0], token, &error) == STATUS_OK) return EXIT_FINE;
  return command_refuse(&command_serve, &error);
}

const Subcommand command_serve = {
    .name = "serve",
    .group = GROUP_FINDINGS,
    .summary = "show a campaign in a browser while it runs",
    .usage = "[OPTION]... DIR",
    .description =
        "Serves the page of 'assay report' for the campaign of a folder (or a store, "
        "postgresql://...), and prints its address. The page follows the campaign: numbers, "
        "findings and figures change as they come. Nothing can be changed through it, and the "
        "store "
        "is only read.\n"
        "\n"
        "By default only this machine can reach it. At any other address every request needs a "
        "token, which is part of the address that is printed; it travels unencrypted, so a tunnel "
        "(ssh -L 8088:localhost:8088 HOST) is the better way across a network that is not "
        "yours.\n"
        "\n"
        "Paths: / is the page, /campaign.json the document of 'assay report --format json', "
        "/inputs.json?words=timeout&sort=z3&order=down&from=0&count=100 a page of the inputs, "
        "/figure/KIND.svg a figure, /events a stream of server-sent events that says when they "
        "have changed.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {.name = "DIR", .min = 1, .max = 1, .completion = COMPLETE_FILES},
    .options_size = sizeof(ServeOptions),
    .run = run,
};
