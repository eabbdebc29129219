#include "support/postgres.h"

#include <fcntl.h>
#include <glob.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Does not return. */
static void become_program(const char *path, const char *const *argv, const struct passwd *user)
{
  int null = open("/dev/null", O_RDWR);
  if (null >= 0)
    for (int i = 0; i < 3; i++) dup2(null, i);
  if (user != NULL && (setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0 || chdir("/") != 0))
    _exit(126);
  prctl(PR_SET_PDEATHSIG, SIGQUIT);
  /* argv is not changed by the call; its type only comes from times before const. */
  char *const *words;
  memcpy(&words, &argv, sizeof words);
  execv(path, words);
  _exit(127);
}

static pid_t start(const char *path, const char *const *argv, const struct passwd *user)
{
  pid_t child = fork();
  if (child == 0) become_program(path, argv, user);
  return child;
}

static bool find_program(const char *name, char *path, size_t size)
{
  char pattern[100];
  glob_t found;
  snprintf(pattern, sizeof pattern, "/usr/lib/postgresql/*/bin/%s", name);
  bool there = glob(pattern, 0, NULL, &found) == 0 && found.gl_pathc > 0;
  if (there) snprintf(path, size, "%s", found.gl_pathv[found.gl_pathc - 1]);
  globfree(&found);
  return there;
}

static bool wait_until_ready(const PostgresServer *server)
{
  for (int i = 0; i < 1000; i++) {
    if (PQping(server->url) == PQPING_OK) return true;
    if (waitpid(server->server, NULL, WNOHANG) != 0) return false;
    usleep(20000);
  }
  return false;
}

static void remove_folder(const PostgresServer *server)
{
  pid_t child = start("/bin/rm", (const char *[]){"rm", "-rf", server->folder, NULL}, NULL);
  waitpid(child, NULL, 0);
}

const char *postgres_start(PostgresServer *server)
{
  /* They look for each other where they were called, so that it has to be their whole path. */
  char initdb[200], postgres[200], data[100];
  int status;
  const struct passwd *user = geteuid() == 0 ? getpwnam("nobody") : NULL;
  if (geteuid() == 0 && user == NULL) return "there is no user nobody";
  if (!find_program("initdb", initdb, sizeof initdb) ||
      !find_program("postgres", postgres, sizeof postgres))
    return "PostgreSQL is not installed";
  strcpy(server->folder, "/tmp/assay-postgres-XXXXXX");
  if (mkdtemp(server->folder) == NULL) return "no temporary folder";
  if (user != NULL && chown(server->folder, user->pw_uid, user->pw_gid) != 0)
    return "the folder cannot be given to nobody";
  snprintf(data, sizeof data, "%s/data", server->folder);
  snprintf(server->url, sizeof server->url, "postgresql:///postgres?host=%s&user=assay",
           server->folder);
  pid_t child = start(initdb,
                      (const char *[]){initdb, "-D", data, "-A", "trust", "-U", "assay",
                                       "--no-sync", "-E", "UTF8", "--locale=C", NULL},
                      user);
  if (waitpid(child, &status, 0) != child || status != 0) {
    remove_folder(server);
    return "initdb fails here";
  }
  server->server = start(postgres,
                         (const char *[]){postgres, "-D", data, "-k", server->folder, "-c",
                                          "listen_addresses=", "-c", "fsync=off", "-c",
                                          "max_connections=300", NULL},
                         user);
  if (wait_until_ready(server)) return NULL;
  postgres_stop(server);
  return "the server does not start";
}

void postgres_stop(PostgresServer *server)
{
  kill(server->server, SIGQUIT);
  waitpid(server->server, NULL, 0);
  remove_folder(server);
}
