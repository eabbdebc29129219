/* A solver that knows just enough to be kept alive or copied, and misbehaves as told:
 * `fake_solver [OPTION]... FILE|-in`. It reads commands, one a line; what a line says is found by looking
 * for words in it. Nothing here lives longer than a minute by itself. */
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LIFETIME_SECONDS = 60, LEVELS = 100, LINE = 4096 };

typedef struct {
  bool leaky;       /* (reset) does nothing */
  bool odd_in_copy; /* says the contrary in a process that is not the one that started */
  pid_t started_as;
  bool in_session;
  bool contrary;
  bool poisoned, rotten; /* the next script gets a wrong answer, or ends the process */
  bool slows, hoards;    /* the more it was asked, the longer it takes, or the more it keeps */
  int asked;
  bool unsat[LEVELS];
  int level;
} Solver;

static void *wait_forever(void *unused)
{
  for (;;) pause();
  return unused;
}

static void spin_off(bool keeps_session)
{
  if (fork() != 0) return;
  if (!keeps_session) setsid();
  alarm(LIFETIME_SECONDS);
  wait_forever(NULL);
}

static void misbehave(const char *line)
{
  if (strstr(line, ":do crash")) abort();
  if (strstr(line, ":do hang")) wait_forever(NULL);
  if (strstr(line, ":do exit")) exit(7);
  if (strstr(line, ":do stray")) spin_off(false);
  if (strstr(line, ":do mutter")) fprintf(stderr, "mutter\n");
  while (strstr(line, ":do flood")) printf("%0999d\n", 0);
}

static bool answer(const Solver *solver)
{
  bool unsat = getenv("FAKE_LIE") != NULL;
  for (int i = 0; i <= solver->level; i++) unsat |= solver->unsat[i];
  return unsat != ((solver->odd_in_copy && getpid() != solver->started_as) || solver->contrary);
}

static void spin(long milliseconds)
{
  clock_t end = clock() + milliseconds * (CLOCKS_PER_SEC / 1000);
  while (clock() < end) continue;
}

/* A query, by a solver that does not clean up. */
static void wear(Solver *solver)
{
  enum { MORE_MS = 5, MORE_BYTES = 2 << 20 };
  if (solver->slows) spin((long)solver->asked * MORE_MS);
  char *kept = solver->hoards ? malloc(MORE_BYTES) : NULL;
  for (size_t i = 0; kept && i < MORE_BYTES; i += 4096) ((volatile char *)kept)[i] = 1;
  solver->asked++;
}

static void command(Solver *solver, const char *line)
{
  static const char *const contradictions[] = {"(not q))", "(< x 4)", "false"};
  misbehave(line);
  if (strstr(line, ":do lie-in-session")) solver->contrary = solver->in_session;
  if (strstr(line, ":do lie-always")) solver->contrary = true;
  if (strstr(line, ":do abort-in-session") && solver->in_session) abort();
  if (strstr(line, ":do abort-alone") && !solver->in_session) abort();
  if (strstr(line, ":do poison")) solver->poisoned = true;
  if (strstr(line, ":do rot")) solver->rotten = true;
  if (strstr(line, "(assert"))
    for (size_t i = 0; i < sizeof contradictions / sizeof *contradictions; i++)
      if (strstr(line, contradictions[i])) solver->unsat[solver->level] = true;
  if (strstr(line, "assay_unknown")) printf("(error \"unknown constant\")\n");
  if (strstr(line, "(remark")) printf("(error \"what\")\n");
  if (strstr(line, "(set-logic ODD)")) printf("; ignoring unsupported logic\n");
  if (strstr(line, "(check-sat)")) wear(solver);
  if (strstr(line, "(check-sat)")) printf(answer(solver) ? "unsat\n" : "sat\n");
  const char *push = strstr(line, "(push"), *pop = strstr(line, "(pop");
  for (long i = push ? strtol(push + 5, NULL, 10) : 0; i > 0 && solver->level + 1 < LEVELS; i--)
    solver->unsat[++solver->level] = false;
  if (pop) solver->level -= (int)strtol(pop + 4, NULL, 10);
  if (solver->level < 0) printf("(error \"pop\")\n"), solver->level = 0;
  if (strstr(line, "(reset)") && !solver->leaky)
    memset(solver->unsat, 0, sizeof solver->unsat), solver->level = 0;
  if (strstr(line, "(reset)") && solver->rotten) abort();
  if (strstr(line, "(reset)") && solver->poisoned) solver->contrary = true;
  const char *echo = strstr(line, "(echo \"");
  if (echo) printf("%.*s\n", (int)strcspn(echo + 7, "\""), echo + 7);
  fflush(stdout);
}

static void prepare(Solver *solver, const char *option)
{
  pthread_t thread;
  if (!strcmp(option, "--leaky")) solver->leaky = true;
  if (!strcmp(option, "--slows")) solver->slows = true;
  if (!strcmp(option, "--hoards")) solver->hoards = true;
  if (!strcmp(option, "--odd-in-copy")) solver->odd_in_copy = true;
  if (!strcmp(option, "--thread")) pthread_create(&thread, NULL, wait_forever, NULL);
  if (!strcmp(option, "--child")) spin_off(true);
  if (!strcmp(option, "--slow-start")) usleep(300000);
  if (!strcmp(option, "--hello")) printf("; hello\n"), fflush(stdout);
}

int main(int argc, char **argv)
{
  Solver solver = {.started_as = getpid()};
  bool timer = false;
  for (int i = 1; i < argc - 1; i++) {
    prepare(&solver, argv[i]);
    timer |= !strcmp(argv[i], "--timer");
  }
  if (timer) alarm(LIFETIME_SECONDS);
  FILE *in = argc > 1 && strcmp(argv[argc - 1], "-in") != 0 ? fopen(argv[argc - 1], "r") : stdin;
  if (!in) return 3;
  solver.in_session = in == stdin;
  alarm(LIFETIME_SECONDS);
  static char line[LINE];
  while (fgets(line, sizeof line, in)) {
    if (strstr(line, "(exit)")) return 0;
    command(&solver, line);
  }
  return 0;
}
