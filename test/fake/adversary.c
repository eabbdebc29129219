/* Solvers that do harm: `adversary KIND [ARGUMENT] TAG FILE`. One function each; test/run/solver/test_adversary.c says what must
 * come of it. Nothing here lives longer than a minute by itself. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LIFETIME_SECONDS = 60, PIECE = 1 << 16, MEGABYTE = 1 << 20 };

static char **words; /* of the command line */

static void say(const char *text)
{
  ssize_t done = write(1, text, strlen(text));
  (void)done;
}

/* A child does not have the alarm of its parent. */
static void hang(void)
{
  alarm(LIFETIME_SECONDS);
  for (;;) pause();
}

static void spin(void)
{
  alarm(LIFETIME_SECONDS);
  for (volatile unsigned i = 0;; i++) continue;
}

static void repeat(int fd, const char *piece, size_t times)
{
  size_t length = strlen(piece);
  for (size_t i = 0; i < times; i++)
    if (write(fd, piece, length) < 0) _exit(9);
}

/* A child that goes on with `function`. */
static void child(void (*function)(void))
{
  if (fork() == 0) {
    function();
    _exit(0);
  }
}

static void eat(void)
{
  for (int i = 0; i < 3000; i++) {
    char *block = mmap(NULL, MEGABYTE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) hang();
    for (size_t k = 0; k < MEGABYTE; k += 4096) block[k] = 1;
  }
  hang();
}

static void eat_some(void)
{
  char *block =
      mmap(NULL, 20 * MEGABYTE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (size_t k = 0; block != MAP_FAILED && k < 20 * MEGABYTE; k += 4096) block[k] = 1;
  hang();
}

/* --- output --- */

static void flood_output(void)
{
  for (;;) repeat(1, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n", 1000);
}

static void flood_errors(void)
{
  for (;;) repeat(2, "an error that goes on and on\n", 1000);
}

static void flood_after_answer(void)
{
  say("sat\n");
  flood_output();
}

static void large_errors(void)
{
  repeat(2, "warning: 0123456789012345678901234567890123456789012345678901\n", 160000);
  say("sat\n");
}

static void large_model(void)
{
  static char line[PIECE];
  memset(line, '1', sizeof line - 2);
  say("sat\n((define-fun x () Int ");
  repeat(1, line, 100 * 16);
  say("))\n");
}

static void deep_answer(void)
{
  say("sat\n");
  for (int i = 0; i < 1000; i++)
    repeat(1, "((((((((((((((((((((((((((((((((((((((((((((((((((", 20);
}

static void nul_bytes(void)
{
  ssize_t done = write(1, "\0\0s\0at\n\0", 8);
  (void)done;
}

static void nul_after_answer(void)
{
  ssize_t done = write(1, "sat\n\0\0\0", 7);
  (void)done;
}

static void garbage(void)
{
  char bytes[4096];
  int fd = open("/dev/urandom", O_RDONLY);
  for (int i = 0; i < 20 && read(fd, bytes, sizeof bytes) > 0; i++)
    if (write(1, bytes, sizeof bytes) < 0) return;
}

static void escapes(void)
{
  say("\033[2J\033]0;title\007\r\xff\xfe<script>\n");
}

static void two_answers(void)
{
  say("sat\nunsat\n");
}

static void half_answer(void)
{
  say("uns");
}

static void no_line_end(void)
{
  say("unsat");
}

static void carriage_return(void)
{
  say("unsat\r\n");
}

static void answer_of_error(void)
{
  say("(error \"no\")\nsat\n");
}

static void drip(void)
{
  for (;;) say("."), usleep(20000);
}

static void late(void)
{
  usleep(3000000);
  say("sat\n");
}

static void answer_and_hang(void)
{
  say("sat\n");
  hang();
}

static void answer_and_crash(void)
{
  say("sat\n");
  raise(SIGSEGV);
}

static void close_output(void)
{
  close(1);
  hang();
}

static void close_everything(void)
{
  for (int fd = 0; fd < 100; fd++) close(fd);
}

static void say_nothing(void)
{
}

/* --- processes --- */

static void leave_child(void)
{
  child(hang);
  say("sat\n");
}

static void leave_grandchild(void)
{
  if (fork() == 0) {
    child(hang);
    _exit(0);
  }
  wait(NULL);
  say("sat\n");
}

static void new_session(void)
{
  if (fork() == 0) {
    setsid();
    child(hang);
    hang();
  }
  say("sat\n");
}

/* It reads no more, but who waits for the end of the pipe waits for it. */
static void hold_pipe(void)
{
  say("sat\n");
  if (fork() == 0) {
    setsid();
    signal(SIGTERM, SIG_IGN);
    hang();
  }
}

static void shell_background(void)
{
  if (fork() == 0) {
    execl("/bin/sh", "sh", "-c", "sleep 50 & exit 0", words[0], words[1], words[2], NULL);
    _exit(9);
  }
  wait(NULL);
  say("sat\n");
}

static void bomb(void)
{
  for (int i = 0; i < 7; i++)
    if (fork() == 0) setsid(), signal(SIGTERM, SIG_IGN);
  hang();
}

static void breed(void)
{
  /* A child for each that dies: whoever ends them one by one never comes to an end. */
  for (int i = 0; i < 3000; i++) {
    if (fork() != 0) _exit(0);
    setsid();
    usleep(1000);
  }
}

static void *spin_in_thread(void *unused)
{
  spin();
  return unused;
}

static void threads(void)
{
  pthread_t thread;
  for (int i = 0; i < 20; i++) pthread_create(&thread, NULL, spin_in_thread, NULL);
  hang();
}

static void start_again(void)
{
  const char *count = getenv("ADVERSARY_COUNT");
  char text[20];
  int number = count ? (int)strtol(count, NULL, 10) : 0;
  if (number == 200) {
    say("sat\n");
    return;
  }
  snprintf(text, sizeof text, "%d", number + 1);
  setenv("ADVERSARY_COUNT", text, 1);
  execv("/proc/self/exe", words);
}

static void reap_others(void)
{
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_PDEATHSIG, 0);
  leave_grandchild();
}

/* A name that looks like the fields of another process to who reads /proc carelessly. */
static void odd_name(void)
{
  prctl(PR_SET_NAME, "a) R 1 1 1 (\n");
  child(spin);
  child(eat);
  hang();
}

static void hidden(void)
{
  prctl(PR_SET_DUMPABLE, 0);
  eat();
}

static void stop_itself(void)
{
  raise(SIGSTOP);
  hang();
}

static void stop_children(void)
{
  for (int i = 0; i < 3; i++)
    if (fork() == 0) raise(SIGSTOP), hang();
  usleep(20000);
  say("sat\n");
}

static void stop_group(void)
{
  child(hang);
  kill(0, SIGSTOP);
}

/* Cuts all ties: parents, session, mark, descriptors. */
static void cut_ties(void)
{
  struct rlimit other = {7, 7};
  if (fork() != 0) return;
  setsid();
  setrlimit(RLIMIT_LOCKS, &other);
  if (fork() != 0) _exit(0);
  for (int fd = 0; fd < 1024; fd++) close(fd);
  hang();
}

static void escape(void)
{
  cut_ties();
  say("sat\n");
}

static void escape_and_hang(void)
{
  cut_ties();
  hang();
}

/* --- signals --- */

static void ignore_end(void)
{
  signal(SIGTERM, SIG_IGN);
  hang();
}

static void ignore_all(void)
{
  for (int i = 1; i < 65; i++) signal(i, SIG_IGN);
  hang();
}

static void answer_when_ended(int number)
{
  (void)number;
  say("unsat\n");
  _exit(0);
}

static void answer_at_end(void)
{
  signal(SIGTERM, answer_when_ended);
  hang();
}

static void signal_parent(void)
{
  kill(getppid(), (int)strtol(words[2], NULL, 10));
  usleep(20000);
  say("sat\n");
}

static void signal_group(void)
{
  child(hang);
  kill(0, SIGKILL);
}

/* --- limits --- */

static void eat_in_child(void)
{
  child(eat);
  wait(NULL);
}

static void eat_in_many(void)
{
  for (int i = 0; i < 12; i++) child(eat_some);
  hang();
}

static void reserve(void)
{
  if (mmap(NULL, (size_t)1 << 40, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) ==
      MAP_FAILED)
    say("unknown\n");
  else
    say("sat\n");
}

static void raise_limits(void)
{
  static const int LIMITS[] = {RLIMIT_AS, RLIMIT_CPU, RLIMIT_DATA, RLIMIT_NOFILE, RLIMIT_CORE};
  for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++)
    setrlimit(LIMITS[i], &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
  spin();
}

static void lower_limits(void)
{
  static const int LIMITS[] = {RLIMIT_LOCKS, RLIMIT_NOFILE, RLIMIT_FSIZE, RLIMIT_CORE};
  for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++)
    setrlimit(LIMITS[i], &(struct rlimit){0, 0});
  child(hang);
  say("sat\n");
}

static void open_everything(void)
{
  while (open("/dev/null", O_RDONLY) >= 0) continue;
  say("sat\n");
}

/* --- files --- */

/* Those of the other runs that have our tag. */
static void shoot(pid_t pid, const char *tag)
{
  char path[64], text[4096];
  if (pid <= 1 || pid == getpid()) return;
  snprintf(path, sizeof path, "/proc/%d/cmdline", (int)pid);
  int fd = open(path, O_RDONLY);
  ssize_t got = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  if (got > 0 && memmem(text, (size_t)got, tag, strlen(tag))) kill(pid, SIGSEGV);
}

static void shoot_others(void)
{
  struct timespec begin, now;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  do {
    DIR *processes = opendir("/proc");
    for (struct dirent *entry; processes && (entry = readdir(processes));)
      shoot((pid_t)strtol(entry->d_name, NULL, 10), words[2]);
    if (processes) closedir(processes);
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while (now.tv_sec - begin.tv_sec < 2);
  say("sat\n");
}

/* Nobody who comes later finds its input in /proc. Only where it is not that of the machine. */
static void cover_proc(void)
{
  char text[64] = "";
  int fd = open("/proc/1/cmdline", O_RDONLY);
  if (fd < 0) return; /* somebody has done it already */
  ssize_t got = read(fd, text, sizeof text - 1);
  close(fd);
  if (got > 0 && strcmp(text, "assay-first") == 0) {
    umount2("/proc", MNT_DETACH);
    mount("none", "/proc", "tmpfs", 0, NULL);
  }
  say("sat\n");
}

static void remove_folder(void)
{
  char path[4096];
  if (getcwd(path, sizeof path)) rmdir(path);
  say("sat\n");
}

static void dump_core(void)
{
  setrlimit(RLIMIT_CORE, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
  raise(SIGSEGV);
}

static void fill_disk(void)
{
  static char piece[MEGABYTE];
  FILE *file = tmpfile(); /* goes with the process, but not before */
  for (int i = 0; file && i < 50; i++) fwrite(piece, 1, sizeof piece, file);
  say("sat\n");
}

static void exit_with(void)
{
  exit((int)strtol(words[2], NULL, 10));
}

static const struct {
  const char *name;
  void (*function)(void);
} KINDS[] = {
#define KIND(function)                                                                             \
  {                                                                                                \
#function, function                                                                            \
  }
    KIND(answer_and_crash),
    KIND(answer_and_hang),
    KIND(answer_at_end),
    KIND(answer_of_error),
    KIND(bomb),
    KIND(breed),
    KIND(carriage_return),
    KIND(close_everything),
    KIND(close_output),
    KIND(deep_answer),
    KIND(drip),
    KIND(dump_core),
    KIND(eat),
    KIND(eat_in_child),
    KIND(eat_in_many),
    KIND(escapes),
    KIND(exit_with),
    KIND(fill_disk),
    KIND(flood_after_answer),
    KIND(flood_errors),
    KIND(flood_output),
    KIND(garbage),
    KIND(half_answer),
    KIND(hang),
    KIND(hidden),
    KIND(hold_pipe),
    KIND(ignore_all),
    KIND(ignore_end),
    KIND(large_errors),
    KIND(large_model),
    KIND(late),
    KIND(leave_child),
    KIND(leave_grandchild),
    KIND(lower_limits),
    KIND(new_session),
    KIND(no_line_end),
    KIND(nul_after_answer),
    KIND(nul_bytes),
    KIND(odd_name),
    KIND(open_everything),
    KIND(raise_limits),
    KIND(reap_others),
    KIND(remove_folder),
    KIND(reserve),
    KIND(say_nothing),
    KIND(shell_background),
    KIND(escape),
    KIND(escape_and_hang),
    KIND(signal_group),
    KIND(signal_parent),
    KIND(cover_proc),
    KIND(shoot_others),
    KIND(spin),
    KIND(start_again),
    KIND(stop_children),
    KIND(stop_itself),
    KIND(threads),
    KIND(stop_group),
    KIND(two_answers),
#undef KIND
};

int main(int argc, char **argv)
{
  words = argv;
  alarm(LIFETIME_SECONDS);
  for (size_t i = 0; argc > 2 && i < sizeof KINDS / sizeof *KINDS; i++) {
    if (strcmp(KINDS[i].name, argv[1]) != 0) continue;
    KINDS[i].function();
    return 0;
  }
  return 99;
}
