/* A program that behaves as told, mostly badly: `fake MODE [ARGUMENT] [TAG]`. What a tag is for is up to
 * the test; it shows in the list of processes. Nothing here lives longer than a minute by itself. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LIFETIME_SECONDS = 60, PIECE = 1 << 16, BOMB_LIMIT = 200, CHAIN_SECONDS = 15 };

static void say(const char *text)
{
  ssize_t done = write(1, text, strlen(text));
  (void)done;
}

static _Noreturn void hang(void)
{
  for (;;) pause();
}

static double cpu_seconds(void)
{
  struct timespec used;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return (double)used.tv_sec + (double)used.tv_nsec / 1e9;
}

static void spin(long milliseconds)
{
  while (cpu_seconds() * 1000 < (double)milliseconds) continue;
}

static void flood(int fd)
{
  static char piece[PIECE];
  memset(piece, 'x', sizeof piece);
  for (long i = 0; i < (10L << 30) / PIECE; i++)
    if (write(fd, piece, sizeof piece) < 0) _exit(9);
}

static char *touch(size_t bytes)
{
  char *block = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) _exit(8);
  for (size_t i = 0; i < bytes; i += 4096) block[i] = 1;
  return block;
}

/* Bounded, so that a test that fails does no harm. */
static _Noreturn void leak(void)
{
  for (size_t total = 0; total < (size_t)3 << 30; total += 16 * PIECE) touch(16 * PIECE);
  hang();
}

static volatile uintptr_t nowhere = 16;

/* Two places of one kind of crash, for those who look at stacks. */
__attribute__((noinline)) static void fall_here(void)
{
  *(volatile int *)nowhere = 1;
}

__attribute__((noinline)) static void fall_there(void)
{
  *(volatile int *)nowhere = 2;
}

static void crash(const char *how)
{
  if (!strcmp(how, "here")) fall_here();
  if (!strcmp(how, "there")) fall_there();
  if (!strcmp(how, "segv")) raise(SIGSEGV);
  if (!strcmp(how, "wild")) *(volatile int *)nowhere = 1;
  if (!strcmp(how, "abrt")) abort();
  if (!strcmp(how, "fpe")) raise(SIGFPE);
  if (!strcmp(how, "ill")) __builtin_trap();
  if (!strcmp(how, "bus")) raise(SIGBUS);
  if (!strcmp(how, "kill")) raise(SIGKILL);
}

/* Each child leaves the session and has children of its own. */
static void bomb(int *left)
{
  for (int i = 0; i < 6; i++) {
    if (__atomic_fetch_sub(left, 1, __ATOMIC_SEQ_CST) <= 0) return;
    if (fork() != 0) continue;
    setsid();
    i = -1;
  }
}

static void many_processes(void)
{
  int *left = mmap(NULL, sizeof *left, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  *left = BOMB_LIMIT;
  bomb(left);
  hang();
}

/* Tries to look like a process of nobody. */
static void change_mark(rlim_t limit)
{
  setrlimit(RLIMIT_LOCKS, &(struct rlimit){limit, limit});
}

static void orphan(const char *how)
{
  if (fork() != 0) {
    if (strstr(how, "hang") || !strcmp(how, "spin-disguised") || !strcmp(how, "spin-unmarked"))
      hang();
    say("sat\n");
    exit(0);
  }
  if (strcmp(how, "plain") != 0) setsid();
  if (strstr(how, "double") && fork() != 0) _exit(0);
  if (strstr(how, "closed"))
    for (int fd = 0; fd < 3; fd++) close(fd);
  if (strstr(how, "disguised")) change_mark(5);
  if (strstr(how, "unmarked")) change_mark(RLIM_INFINITY);
  if (!strncmp(how, "spin", 4)) spin(20000);
  if (!strcmp(how, "flood")) flood(1);
  if (!strcmp(how, "brief")) _exit(0);
  hang();
}

/* Processes each of which starts the next one, in a session of its own, and ends: after 20 ms, at once (`brief`), or after 20 ms in
 * which there was none (`late`). */
static void chain(const char *how)
{
  time_t end = time(NULL) + CHAIN_SECONDS;
  if (fork() != 0) {
    if (strstr(how, "hang")) hang();
    say("sat\n");
    exit(0);
  }
  for (;;) {
    setsid();
    if (strstr(how, "disguised")) change_mark(5);
    if (strstr(how, "late")) usleep(20000);
    pid_t next = fork();
    if (next < 0 || time(NULL) > end) _exit(0);
    if (next == 0) continue;
    if (!strstr(how, "brief") && !strstr(how, "late")) usleep(20000);
    _exit(0);
  }
}

static void spin_in_children(int count, long milliseconds)
{
  for (int i = 0; i < count; i++) {
    if (fork() != 0) continue;
    spin(milliseconds);
    _exit(0);
  }
  while (wait(NULL) > 0) continue;
}

/* Several processes that share their memory. */
static void share(size_t megabytes)
{
  touch(megabytes << 20);
  for (int i = 0; i < 4; i++)
    if (fork() == 0) hang();
  usleep(400000);
  kill(0, SIGKILL);
}

static void copy(int fd)
{
  char piece[PIECE];
  ssize_t got;
  while ((got = read(fd, piece, sizeof piece)) > 0)
    if (write(1, piece, (size_t)got) < 0) return;
}

static void on_term(int number)
{
  (void)number;
  say("bye\n");
  _exit(0);
}

/* What the program was started with. */
static void report(void)
{
  struct sigaction action;
  struct rlimit limit;
  sigset_t mask;
  int ignored = 0, blocked = 0;
  sigprocmask(SIG_SETMASK, NULL, &mask);
  for (int i = 1; i < 32; i++) {
    if (sigaction(i, NULL, &action) == 0 && action.sa_handler != SIG_DFL) ignored++;
    blocked += sigismember(&mask, i);
  }
  int open_files = 0;
  for (int fd = 0; fd < 1024; fd++) open_files += fcntl(fd, F_GETFD) >= 0;
  char directory[4096];
  getrlimit(RLIMIT_NOFILE, &limit);
  printf("ignored %d blocked %d descriptors %d leader %d files %lu directory %s\n", ignored,
         blocked, open_files, getsid(0) == getpid() && getpgrp() == getpid(),
         (unsigned long)limit.rlim_cur, getcwd(directory, sizeof directory));
  printf("added %s removed %s\n", getenv("FAKE_ADDED") ? getenv("FAKE_ADDED") : "-",
         getenv("FAKE_REMOVED") ? getenv("FAKE_REMOVED") : "-");
}

/* Commands, one a line. */
static void converse(void)
{
  char line[4096];
  while (fgets(line, sizeof line, stdin)) {
    if (!strncmp(line, "say ", 4)) printf("%s", line + 4);
    if (!strncmp(line, "mutter ", 7)) fprintf(stderr, "%s", line + 7);
    if (!strncmp(line, "hang", 4)) hang();
    if (!strncmp(line, "crash", 5)) abort();
    if (!strncmp(line, "flood", 5)) flood(1);
    if (!strncmp(line, "exit", 4)) exit(7);
    if (!strncmp(line, "deaf", 4)) close(0), hang();
    if (!strncmp(line, "sleep", 5)) usleep(200000);
    /* Much output for each line of much input: blocks unless someone reads. */
    if (!strncmp(line, "much", 4)) printf("%01000d\n", 0);
    fflush(stdout);
  }
}

/* Writes a text in which \\n is a line end. */
static void write_text(int fd, const char *text)
{
  for (; *text; text++) {
    bool line_end = text[0] == '\\' && text[1] == 'n';
    if (write(fd, line_end ? "\n" : text, 1) < 0) _exit(9);
    text += line_end;
  }
}

static void overwrite(const char *path, const char *text)
{
  int fd = open(path, O_WRONLY | O_TRUNC);
  if (fd < 0) _exit(8);
  write_text(fd, text);
  close(fd);
}

static const char *read_file(const char *path)
{
  static char text[PIECE];
  int fd = open(path, O_RDONLY);
  ssize_t got = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
  text[got > 0 ? got : 0] = 0;
  close(fd);
  return text;
}

static bool has_word(const char *path, const char *word)
{
  return strstr(read_file(path), word);
}

/* "WORD:MS": so much time for each time that the file has the word. */
static void spin_for_words(const char *path, char *step)
{
  char *colon = strrchr(step, ':');
  if (!colon) return;
  *colon = 0;
  long count = 0;
  for (const char *at = read_file(path); (at = strstr(at, step)); at++) count++;
  spin(count * strtol(colon + 1, NULL, 10));
}

/* Does one thing after the other, as solvers do: out:TEXT err:TEXT exit:N crash:HOW spin:MS nap:MS each:WORD:MS
 * touch:MB write:TEXT (into that file, instead of all that is there) hang. The step behind if:WORD and unless:WORD is left out unless the file that is the last word has it, or has it
 * not. Other words are names of files. */
static void act(char **steps)
{
  char **last = steps;
  while (*last && last[1]) last++;
  for (; *steps; steps++) {
    bool skips = (!strncmp(*steps, "if:", 3) && !has_word(*last, *steps + 3)) ||
                 (!strncmp(*steps, "unless:", 7) && has_word(*last, *steps + 7));
    if (skips && steps[1]) steps++;
    if (skips) continue;
    if (!strncmp(*steps, "spin:", 5)) spin(strtol(*steps + 5, NULL, 10));
    if (!strncmp(*steps, "nap:", 4)) usleep(1000 * (useconds_t)strtol(*steps + 4, NULL, 10));
    if (!strncmp(*steps, "each:", 5)) spin_for_words(*last, *steps + 5);
    if (!strncmp(*steps, "touch:", 6)) touch((size_t)strtol(*steps + 6, NULL, 10) << 20), spin(30);
    if (!strncmp(*steps, "write:", 6)) overwrite(*last, *steps + 6);
    if (!strncmp(*steps, "out:", 4)) write_text(1, *steps + 4);
    if (!strncmp(*steps, "err:", 4)) write_text(2, *steps + 4);
    if (!strncmp(*steps, "exit:", 5)) exit((int)strtol(*steps + 5, NULL, 10));
    if (!strncmp(*steps, "crash:", 6)) crash(*steps + 6);
    if (!strcmp(*steps, "hang")) hang();
  }
}

/* Crashes if it can take the file away: the first time. */
static void crash_once(const char *path)
{
  if (unlink(path) == 0) abort();
  say("sat\n");
}

static char *read_all(const char *path)
{
  static char text[4 << 20];
  int fd = open(path, O_RDONLY);
  if (fd < 0) _exit(8);
  size_t length = 0;
  for (ssize_t got; (got = read(fd, text + length, sizeof text - 1 - length)) > 0;)
    length += (size_t)got;
  text[length] = 0;
  return text;
}

/* Crashes if a file, the last word, has all the other words in it. spin:MS takes time first, wait:MS lets it pass; other:PATH
 * makes every other run end well. */
static _Noreturn void look_for(char **words, int count)
{
  const char *text = read_all(words[count - 1]);
  for (int i = 0; i + 1 < count; i++) {
    if (!strncmp(words[i], "spin:", 5)) {
      spin(strtol(words[i] + 5, NULL, 10));
    } else if (!strncmp(words[i], "wait:", 5)) {
      usleep((useconds_t)strtol(words[i] + 5, NULL, 10) * 1000);
    } else if (!strncmp(words[i], "other:", 6)) {
      if (unlink(words[i] + 6) == 0) say("sat\n"), exit(0);
      close(open(words[i] + 6, O_WRONLY | O_CREAT, 0600));
    } else if (!strstr(text, words[i])) {
      say("sat\n");
      exit(0);
    }
  }
  abort();
}

/* Goes wrong on a file, the last word, because of options, the words before it: --crash is an end at each abs, --left and
 * --right together are a lie, --picky is not accepted. Without any there is an end of another kind at each div. */
static void obey_options(char **words, int count)
{
  const char *text = read_file(words[count - 1]);
  bool left = false, right = false;
  for (int i = 0; i + 1 < count; i++) {
    left |= !strcmp(words[i], "--left");
    right |= !strcmp(words[i], "--right");
    if (!strcmp(words[i], "--crash") && strstr(text, "abs")) abort();
    if (!strcmp(words[i], "--picky")) say("(error \"--picky\")\n"), exit(1);
  }
  if (left && right) say("unsat\n"), exit(0);
  if (strstr(text, "(div")) raise(SIGSEGV);
  say("sat\n");
}

int main(int argc, char **argv)
{
  const char *mode = argc > 1 ? argv[1] : "sat";
  const char *argument = argc > 2 ? argv[2] : "";
  long number = strtol(argument, NULL, 10);
  alarm(LIFETIME_SECONDS);
  if (!strcmp(mode, "sat")) say("sat\n");
  if (!strcmp(mode, "lie")) say("unsat\n");
  if (!strcmp(mode, "exit")) return (int)number;
  if (!strcmp(mode, "hang")) hang();
  if (!strcmp(mode, "sleep")) usleep((useconds_t)number * 1000);
  if (!strcmp(mode, "stubborn")) signal(SIGTERM, SIG_IGN), say("no\n"), hang();
  if (!strcmp(mode, "stop")) raise(SIGSTOP);
  if (!strcmp(mode, "polite")) signal(SIGTERM, on_term), say("hello\n"), hang();
  if (!strcmp(mode, "crash")) crash(argument);
  if (!strcmp(mode, "once")) crash_once(argument);
  if (!strcmp(mode, "leak")) leak();
  if (!strcmp(mode, "leak-child")) fork() == 0 ? leak() : (void)wait(NULL);
  if (!strcmp(mode, "grow")) touch((size_t)number << 20), usleep(200000), say("sat\n");
  if (!strcmp(mode, "share")) share((size_t)number);
  if (!strcmp(mode, "orphan")) orphan(argument);
  if (!strcmp(mode, "chain")) chain(argument);
  if (!strcmp(mode, "bomb")) many_processes();
  if (!strcmp(mode, "flood-out")) flood(1);
  if (!strcmp(mode, "flood-err")) flood(2);
  if (!strcmp(mode, "garbage")) copy(open("/dev/urandom", O_RDONLY));
  if (!strcmp(mode, "binary")) return write(1, "a\0\377\200\n\0b", 7) != 7;
  if (!strcmp(mode, "answer-hang")) say("sat\n"), hang();
  if (!strcmp(mode, "half")) say("uns");
  if (!strcmp(mode, "close-stdin")) close(0), spin(20), say("sat\n");
  if (!strcmp(mode, "close-stdout")) close(1), close(2), usleep(50000), exit(3);
  if (!strcmp(mode, "spin")) spin(number);
  if (!strcmp(mode, "spin-children")) spin_in_children(2, number);
  if (!strcmp(mode, "copy")) copy(0);
  if (!strcmp(mode, "copy-file")) copy(open(argument, O_RDONLY));
  if (!strcmp(mode, "report")) report();
  if (!strcmp(mode, "converse")) converse();
  if (!strcmp(mode, "act")) act(argv + 2);
  if (!strcmp(mode, "options")) obey_options(argv + 2, argc - 2);
  if (!strcmp(mode, "look")) look_for(argv + 2, argc - 2);
  return 0;
}
