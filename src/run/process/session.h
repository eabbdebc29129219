/* A program that answers queries one after the other, such as a solver that reads its commands from
 * standard input.
 *
 * Writing and reading never block each other: a program that floods its output while we write is read,
 * one that does not read gets its time limit. After a limit or a crash the process is gone (its state
 * could not be trusted) and session_restart makes a new one; how often to restart is the caller's
 * decision. Sessions run beside each other and beside other runs of their supervisor. */
#ifndef RUN_PROCESS_SESSION_H
#define RUN_PROCESS_SESSION_H

#include <sys/types.h>

#include "run/process/supervisor.h"

typedef enum {
  UNTIL_MARKER, /* a line that is `marker`, plain or in double quotes; it is not part of the answer */
  UNTIL_PROMPT, /* `marker` at the start of a line, which need not end; it is not part of the answer */
  UNTIL_LINES,       /* `count` lines */
  UNTIL_EXPRESSIONS, /* `count` s-expressions; an atom ends with what follows it */
} SessionUntil;

typedef struct {
  const char *bytes;
  size_t length;
  SessionUntil until;
  const char *marker; /* without line breaks */
  uint32_t count;     /* at least 1 */
  uint64_t wall_ns;   /* 0: no limit */
} SessionQuery;

typedef enum {
  SESSION_ANSWERED,
  SESSION_ENDED, /* the program ended, or broke a limit of its request: see session_last_run */
  SESSION_TIMEOUT,
} SessionOutcome;

typedef struct {
  SessionOutcome outcome;
  const char *out, *err; /* what came so far; valid until the next query, restart or destroy */
  size_t out_length, err_length;
  uint64_t wall_ns;
} SessionAnswer;

/* Starts the program. The request is used again by session_restart and has to live as long as the
 * session; its input is ignored. Its limits of output hold for each query. */
Session *session_create(Supervisor *sup, const RunRequest *request);
/* Kills the program and waits for its end. */
void session_destroy(Session *session);
/* The same and starts it again. */
void session_restart(Session *session);

/* Is there a process to ask? One that has ended is noticed when the supervisor next looks. */
bool session_is_alive(const Session *session);
/* The number of the process; 0 without one. */
pid_t session_process(const Session *session);
uint32_t session_query_count(const Session *session); /* since the last start */
/* How the last process of the session ended; NULL if none has. */
const RunResult *session_last_run(const Session *session);

/* Sends a query and returns; supervisor_wait will tell when there is an outcome. One at a time. The
 * bytes are copied. */
void session_ask(Session *session, const SessionQuery *query);
SessionAnswer session_answer(const Session *session);

/* Both, and waits. Events of others that happen meanwhile are kept for supervisor_wait. */
SessionAnswer session_query(Session *session, const SessionQuery *query);

#endif
