/* A script in progress, inside the poll: read, run by solvers, judged, and looked at again.
 *
 * Some scripts are made of others: an unsat core that a solver printed, or a question for one. They are
 * run and judged like all others, and then their findings are those of the script they come from. */
#ifndef FIND_ORACLE_JOB_H
#define FIND_ORACLE_JOB_H

#include "base/file.h"
#include "find/oracle/poll.h"

/* What holds for all of them. */
typedef struct {
  const PollOptions *options;
  char **families; /* of the solvers */
  const ExaminerInterface *kind;
  Examiner *examiner;
} PollContext;

typedef struct Job Job;

/* Whether the script has been read; meanwhile the rest of the job belongs to whoever reads it. */
typedef enum { JOB_NEW, JOB_OPENING, JOB_OPEN } JobStage;

/* Solvers are run up to four times, each time after all of the time before have ended. */
typedef enum {
  ROUND_FIRST, /* all, in the mode of the poll */
  ROUND_AGAIN, /* those that findings concern, plain */
  ROUND_MODE,  /* those that have contradicted themselves: in the mode again, */
  ROUND_LAST,  /* and plain again */
  ROUND_COUNT
} JobRound;

/* One solver on one script. */
typedef struct {
  Job *job;
  size_t solver;
  bool waits; /* to be started */
  SolveRequest request;
} Task;

struct Job {
  const PollContext *context;
  const Solver *solvers;
  const char **names; /* of the solvers */
  JobStage stage;
  Job *parent; /* of which it is made; NULL: it was given */
  PollResult polled;
  CaseClaim claim;
  char *shown;    /* the claim's text */
  uint32_t query; /* of the parent that it is about */
  SolverSet voters, capable;
  size_t relation; /* see PollInput */
  uint64_t number;
  FileText text;            /* without statuses */
  Examination *examination; /* of the text; NULL before and after */
  SolverSet beyond;         /* who does not claim to know all that it uses */
  Task *tasks;
  size_t unfinished; /* tasks */
  JobRound round;
  Vote *rounds[ROUND_COUNT]; /* votes of each; the first are those of the result */
  SolverSet concerned;       /* who takes part in the current round, but the first */
  bool counted;              /* the first run has been judged */
  size_t followers;          /* that are made of it and not judged */
  bool asked_models; /* solvers that do not print models by themselves were asked for them */
  bool asks_models;  /* it is such a question, and so of one solver */
  bool judged;
  Job *next; /* in the order of the scripts; followers come after their parent */
};

/* A job for a script, and for what has been found out about another job. */
Job *poll_job_create(const PollContext *context, const PollInput *script);
Job *poll_job_create_core(Job *parent, const Core *core);
Job *poll_job_create_question(Job *parent, uint32_t query, SolverSet voters);
Job *poll_job_create_model_question(Job *parent, size_t solver, const StrBuf *text);
Job *poll_job_create_related(Job *parent, const char *name, RelationRule rule, const StrBuf *text);
void poll_job_destroy(Job *job);

/* Reads the script and makes the tasks, or none if it is skipped. Both this and the next may take long. */
void poll_job_read(Job *job);
/* Takes the result of a task over, and checks what there is to check. */
void poll_job_take(Task *task, RunResult *run);
/* Is the task a plain run, whatever the mode of the poll? What was found in another mode is looked at
 * in plain runs, and cores always are. */
bool poll_job_wants_plain(const Job *job);

/* The followers that ask for models, as a list; NULL if there are none. To be called before it is judged: a model that is
 * right is evidence. */
Job *poll_job_ask_models(Job *job);
/* Puts those that were right into the votes of a later round: they prove the answer whenever it is given. */
void poll_job_keep_models(Job *job, JobRound round);
/* Judges the first run. */
void poll_job_count(Job *job);
/* The followers that it asks for, as a list; NULL if there are none. */
Job *poll_job_follow(Job *job);
/* To be called when the first run is counted, and no task or follower is unfinished. Either there are
 * tasks again afterwards, the next round to confirm what was found, or the job is judged. */
void poll_job_judge(Job *job);
/* Takes the findings of a follower over, which is judged. */
void poll_job_adopt(Job *job, Job *follower);
/* What was needed for running and checking. */
void poll_job_release(Job *job);

#endif
