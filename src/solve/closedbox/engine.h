/* Private to closedbox: one query at work, and what the strategies share. */
#ifndef SOLVE_CLOSEDBOX_ENGINE_H
#define SOLVE_CLOSEDBOX_ENGINE_H

#include "base/clock.h"
#include "solve/closedbox/closedbox.h"

enum { ENGINE_JOBS_MAX = 64 };

/* Sweeps of fewer candidates are not worth a good compiler. */
#define ENGINE_SHORT_SWEEP (UINT64_C(1) << 22)

typedef struct Background Background;

typedef struct {
  const ClosedboxSettings *settings;
  BoxProblem *problem;
  ClosedboxResult *result;
  uint8_t *used;     /* by box: it occurs in the query */
  SmtSide *smt;      /* made when it is first needed */
  size_t told;       /* so many of the calls in the memory it knows */
  bool inconsistent; /* a box is not a function */
  bool undefined;    /* compilers do not agree what the source of a box means */
  bool decided;
  bool failures;          /* calls of a model have failed */
  uint64_t searches;      /* of the fuzz engine so far */
  Background *background; /* searches beside everything else, or NULL */
} Engine;

static inline uint64_t engine_left_ns(const Engine *engine)
{
  uint64_t now = clock_monotonic_ns();
  return now < engine->settings->deadline_ns ? engine->settings->deadline_ns - now : 0;
}

/* The solver, which then knows the facts of all calls so far. NULL if there is none. */
SmtSide *closedbox_smt(Engine *engine);
/* One line for --trace. */
void closedbox_say(Engine *engine, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Appends a term, at most some hundred bytes of it. */
void closedbox_put_term(Engine *engine, StrBuf *out, Term term);

/* Is this a model? Then the query is decided. The facts that its calls gave are remembered. The number of facts that
 * are new comes back in `*learnt`; false also if the boxes cannot be called. */
bool closedbox_try_model(Engine *engine, const Model *model, uint32_t *learnt);
/* Boxes answered something else in another process; which one is not known. */
void closedbox_note_inconsistent(Engine *engine);
/* Ends the query. */
void closedbox_conclude(Engine *engine, AnswerKind answer, const char *reason);
/* Ends the query with unsat, which follows from facts, if calls confirm these. */
void closedbox_conclude_unsat(Engine *engine, const char *reason);

/* The strategies; each returns when the query is decided, its time is over or it can do no more. */
void closedbox_run_active(Engine *engine, uint64_t wall_ns, uint32_t iterations);
/* Searches for values that satisfy the constraints that are marked (NULL: all) and can be run. True if the model has
 * such values; unsat may have been concluded by a sweep of at most so many candidates. */
bool closedbox_run_fuzz(Engine *engine, const uint8_t *chosen, uint64_t wall_ns,
                        uint64_t sweep_limit, Model *model);
/* Only a sweep of the marked constraints, if it has at most so many candidates; unsat may have been concluded. False if it
 * has more. */
bool closedbox_sweep(Engine *engine, const uint8_t *chosen, uint64_t wall_ns, uint64_t sweep_limit);
/* Sweeps of small groups of constraints. */
void closedbox_run_groups(Engine *engine);
/* Searches in other processes, one less than there are jobs. What they find counts when they are polled. */
void closedbox_start_background(Engine *engine);
void closedbox_poll_background(Engine *engine);
void closedbox_stop_background(Engine *engine);
/* Tries a model of calls that are known already. */
void closedbox_try_kept(Engine *engine, uint64_t wall_ns);
/* Guesses what the boxes compute, and tries a model of the guess. */
void closedbox_run_conjecture(Engine *engine, uint64_t wall_ns);
/* The conflict-driven loop (algorithm 1 of the paper). */
void closedbox_run_cdfl(Engine *engine, uint64_t wall_ns, uint32_t iterations);

#endif
