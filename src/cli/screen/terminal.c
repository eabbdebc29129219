#include "cli/screen/terminal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

enum {
  OUT = STDERR_FILENO,
  COLUMNS_DEFAULT = 80,
  ROWS_DEFAULT = 24,
  COLUMNS_MOST = 400,
  ROWS_MOST = 200
};

/* Another buffer, no cursor, no wrapping; and back. */
static const char enter_text[] = "\033[?1049h\033[?25l\033[?7l\033[2J";
static const char leave_text[] = "\033[0m\033[?7h\033[?25h\033[?1049l";

/* Signals that end a process that does not handle them. SIGINT, SIGTERM and SIGHUP are caught elsewhere while a campaign runs. */
static const int fatal_signals[] = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL, SIGABRT,
                                    SIGQUIT, SIGTRAP, SIGSYS, SIGXCPU};
enum { FATAL_COUNT = sizeof fatal_signals / sizeof *fatal_signals };

/* Signal handlers have no other way to know it. */
static struct {
  atomic_bool entered; /* what is shown is ours */
  atomic_bool writing, leaving;
  bool opened, keys, registered;
  struct termios before; /* how it was */
  struct sigaction fatal_before[FATAL_COUNT], stop_before;
} terminal;

/* --- giving it back --- */

static void write_all(const char *bytes, size_t length)
{
  while (length > 0) {
    ssize_t done = write(OUT, bytes, length);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0 && errno == EAGAIN &&
        poll(&(struct pollfd){.fd = OUT, .events = POLLOUT}, 1, 1000) > 0)
      continue;
    if (done <= 0) return;
    bytes += done;
    length -= (size_t)done;
  }
}

/* For a moment only: a writer that was interrupted here does not end. */
static void wait_for_writers(void)
{
  enum { TRIES = 200 };
  for (int i = 0; i < TRIES && atomic_load(&terminal.writing); i++) poll(NULL, 0, 1);
}

/* Also from a signal handler, in any thread. From here on nobody takes it: who is taking it comes to the end first, and then
 * who writes. */
static void give_back(void)
{
  atomic_store(&terminal.leaving, true);
  wait_for_writers();
  if (!atomic_exchange(&terminal.entered, false)) return;
  wait_for_writers();
  write_all(leave_text, sizeof leave_text - 1);
  if (terminal.keys) tcsetattr(STDIN_FILENO, TCSANOW, &terminal.before);
}

/* What the signal would have done without us happens then. */
static void on_fatal(int number)
{
  int saved = errno;
  give_back();
  for (size_t i = 0; i < FATAL_COUNT; i++)
    if (fatal_signals[i] == number) sigaction(number, &terminal.fatal_before[i], NULL);
  raise(number);
  errno = saved;
}

/* A signal to this thread stops us before raise returns. */
static void on_stop(int number)
{
  (void)number;
  int saved = errno;
  give_back();
  raise(SIGSTOP);
  atomic_store(&terminal.leaving, false);
  errno = saved;
}

/* --- taking it --- */

static bool is_foreground(void)
{
  return tcgetpgrp(OUT) == getpgrp();
}

bool terminal_is_usable(void)
{
  const char *kind = getenv("TERM");
  if (!kind || !*kind || strcmp(kind, "dumb") == 0) return false;
  return isatty(STDOUT_FILENO) == 1 && isatty(STDERR_FILENO) == 1 && is_foreground();
}

bool terminal_is_utf8(void)
{
  static const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const char *value = getenv(names[i]);
    if (value && *value) return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
  }
  return false;
}

static void enter(void)
{
  atomic_store(&terminal.writing, true);
  if (atomic_load(&terminal.leaving)) {
    atomic_store(&terminal.writing, false);
    return;
  }
  terminal.keys = isatty(STDIN_FILENO) == 1 && tcgetattr(STDIN_FILENO, &terminal.before) == 0;
  atomic_store(&terminal.entered, true);
  if (terminal.keys) {
    struct termios raw = terminal.before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_lflag |= NOFLSH; /* a key that sends a signal would drop what its handler writes */
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  }
  write_all(enter_text, sizeof enter_text - 1);
  atomic_store(&terminal.writing, false);
}

void terminal_open(void)
{
  struct sigaction action = {.sa_handler = on_fatal};
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < FATAL_COUNT; i++)
    sigaction(fatal_signals[i], &action, &terminal.fatal_before[i]);
  action = (struct sigaction){.sa_handler = on_stop, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(SIGTSTP, &action, &terminal.stop_before);
  if (!terminal.registered) terminal.registered = atexit(give_back) == 0;
  terminal.opened = true;
  enter();
}

void terminal_close(void)
{
  if (!terminal.opened) return;
  give_back();
  atomic_store(&terminal.leaving, false);
  for (size_t i = 0; i < FATAL_COUNT; i++)
    sigaction(fatal_signals[i], &terminal.fatal_before[i], NULL);
  sigaction(SIGTSTP, &terminal.stop_before, NULL);
  terminal.opened = false;
}

bool terminal_take(bool *taken)
{
  *taken = false;
  if (atomic_load(&terminal.entered)) return true;
  if (!is_foreground()) return false;
  enter();
  return *taken = atomic_load(&terminal.entered);
}

/* --- using it --- */

void terminal_size(size_t *columns, size_t *rows)
{
  struct winsize size;
  *columns = COLUMNS_DEFAULT;
  *rows = ROWS_DEFAULT;
  if (ioctl(OUT, TIOCGWINSZ, &size) != 0 || !size.ws_col || !size.ws_row) return;
  *columns = size.ws_col < COLUMNS_MOST ? size.ws_col : COLUMNS_MOST;
  *rows = size.ws_row < ROWS_MOST ? size.ws_row : ROWS_MOST;
}

void terminal_write(const char *bytes, size_t length)
{
  atomic_store(&terminal.writing, true);
  if (atomic_load(&terminal.entered)) write_all(bytes, length);
  atomic_store(&terminal.writing, false);
}

bool terminal_has_keys(void)
{
  return terminal.keys;
}

char terminal_key(int wake, int timeout_ms)
{
  bool listens = terminal.keys && atomic_load(&terminal.entered);
  struct pollfd files[] = {{.fd = wake, .events = POLLIN},
                           {.fd = listens ? STDIN_FILENO : -1, .events = POLLIN}};
  char key = 0;
  if (poll(files, 2, timeout_ms) <= 0 || !files[1].revents) return 0;
  if (read(STDIN_FILENO, &key, 1) == 1) return key;
  terminal.keys = !(files[1].revents & (POLLHUP | POLLERR | POLLNVAL)); /* it is gone */
  return 0;
}
