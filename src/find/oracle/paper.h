/* A script in work, inside the poll: read, run by solvers, judged, and looked at again.
 *
 * Some scripts are made of others: an unsat core that a solver printed, or a question for one. They are
 * run and judged like all others, and then their findings are those of the script they come from. */
#ifndef FIND_ORACLE_PAPER_H
#define FIND_ORACLE_PAPER_H

#include "base/file.h"
#include "find/oracle/poll.h"

/* What holds for all of them. */
typedef struct {
  const PollOptions *options;
  char **families; /* of the solvers */
  Bank *theories;  /* what banks of scripts begin with; nobody changes it */
} Panel;

typedef struct Paper Paper;

/* Whether the script has been read; meanwhile the rest of the paper belongs to whoever reads it. */
typedef enum { PAPER_NEW, PAPER_OPENING, PAPER_OPEN } PaperStage;

/* Solvers are run up to four times, each time after all of the time before have ended. */
typedef enum {
  ROUND_FIRST, /* all, in the mode of the poll */
  ROUND_AGAIN, /* those that findings concern, plain */
  ROUND_MODE,  /* those that have contradicted themselves: in the mode again, */
  ROUND_LAST,  /* and plain again */
  ROUND_COUNT
} PaperRound;

/* One solver on one script. */
typedef struct {
  Paper *paper;
  size_t solver;
  bool waits; /* to be started */
  SolveRequest request;
} Task;

struct Paper {
  const Panel *panel;
  const Solver *solvers;
  const char **names; /* of the solvers */
  PaperStage stage;
  Paper *parent; /* of which it is made; NULL: it was given */
  Ballot ballot;
  CaseClaim claim;
  char *shown;    /* the claim's text */
  uint32_t query; /* of the parent that it is about */
  SolverSet voters;
  FileText text; /* without statuses */
  bool changed;  /* it is not what a file has */
  Bank *bank;    /* that has read the text; NULL if there is no need of one */
  Task *tasks;
  size_t unfinished; /* tasks */
  PaperRound round;
  Vote *rounds[ROUND_COUNT]; /* votes of each; the first are those of the ballot */
  SolverSet concerned;       /* who takes part in the current round, but the first */
  bool counted;              /* the first run has been judged */
  size_t followers;          /* that are made of it and not judged */
  bool judged;
  Paper *next; /* in the order of the scripts; followers come behind their parent */
};

/* A paper for a script, and for what has been found out about another paper. */
Paper *paper_create(const Panel *panel, const PollScript *script);
Paper *paper_create_core(Paper *parent, const Core *core);
Paper *paper_create_question(Paper *parent, uint32_t query, SolverSet voters);
void paper_destroy(Paper *paper);

/* Reads the script and makes the tasks, or none if it is skipped. Both this and the next may take long. */
void paper_read(Paper *paper);
/* Takes the result of a task over, and checks what there is to check. */
void paper_take(Task *task, RunResult *run);
/* Is the task a plain run, whatever the mode of the poll? What was found in another mode is looked at
 * in plain runs, and claims of others always are. */
bool paper_wants_plain(const Paper *paper);

/* Judges the first run. */
void paper_count(Paper *paper);
/* The followers that it asks for, as a list; NULL if there are none. */
Paper *paper_follow(Paper *paper);
/* To be called when the first run is counted, and no task or follower is unfinished. Either there are
 * tasks again afterwards, the next round to confirm what was found, or the paper is judged. */
void paper_judge(Paper *paper);
/* Takes the findings of a follower over, which is judged. */
void paper_adopt(Paper *paper, Paper *follower);
/* What was needed for running and checking. */
void paper_release(Paper *paper);

#endif
