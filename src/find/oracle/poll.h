/* Many scripts, several solvers on each, many runs at a time, and the oracles' judgement of each script.
 *
 * A finding is looked at again: the solvers concerned run once more, and only what reproduces is
 * confirmed. A solver that says something else then, and did not run plain before, contradicts itself:
 * confirmed if both ways give the same answers again. The text of a script and the output of solvers are released as soon as they are judged. */
#ifndef FIND_ORACLE_POLL_H
#define FIND_ORACLE_POLL_H

#include "find/oracle/judge.h"
#include "language/language.h"
#include "run/solver/solve_pool.h"

/* A script with its result. */
typedef struct {
  const char *path;
  void *user;
  Status status; /* STATUS_OK, or why the script was not read or understood */
  Error error;   /* then */
  bool skipped;  /* then: no solver has run */
  Facts facts;
  Vote *votes; /* of each solver, its first run */
  Vote *const *
      rounds; /* all runs, first and further ones: in each round a vote of each solver, cast or not */
  size_t round_count;
  Findings findings;
  uint64_t followers_ns; /* CPU time of runs on what was made of it */
} PollResult;

typedef struct {
  const LanguageInterface *language; /* of the inputs */
  const Solver *solvers;
  size_t solver_count; /* at most SOLVER_SET_MAX */
  RunLimits limits;
  ExamineLimits eval;
  uint32_t jobs;  /* runs at a time, from 1; reading scripts and checking models counts as one */
  SlowRule slow;  /* zeroed: nobody is called slow */
  bool no_models; /* do not ask solvers for models; what scripts ask for is checked all the same */
  bool cores; /* ask for unsat cores where solvers say unsat; those printed are always checked */
  bool unchecked; /* run the solvers also on scripts that assay does not understand */
  uint64_t
      first_cpu_ns; /* CPU time after which first runs are ended, 0: only by the limits; not in sessions */
  uint64_t second_wall_ns; /* the time limit of second runs; 0: that of first runs */
  SolveMode mode; /* of first runs; second runs are plain, so that nobody is blamed for our haste */
  void (*tick)(void *user); /* called at least every POLL_TICK_NS between other calls; NULL: none */
  void *tick_user;
  bool compare_modes; /* run solvers plain in any case, to find what shows only in the mode */
  bool once; /* run each solver once and judge nothing: results have votes and no findings */
  /* Called when a solver's first run is done, before the result is complete; NULL: nobody wants to know. */
  void (*took)(void *user, const PollResult *polled, size_t solver);
  void *took_user;
} PollOptions;

#define POLL_TICK_NS 200000000ull

/* A script to be judged. */
typedef struct {
  const char *path; /* of the file, or what the text is called; it has to live until it is judged */
  const char *bytes; /* the text, which is copied; NULL: it is in the file. "-" is standard input */
  size_t length;
  void *user; /* comes back in the result */
  const Solver *
      solvers; /* to run on this one: the same as those of the options but for parameters. They have to live
                          * until it is judged; NULL: those of the options */
  SolverSet voters; /* only these of them are run; 0: all */
  size_t
      relation; /* of the language's, from 1, by which it is asked in another way, too; 0: none */
  uint64_t number; /* that makes the choices of the relation */
  SolverSet
      capable; /* who were asked, and have all that it uses: an error is a finding, whatever others say */
} PollInput;

/* The next script, which is asked for when there is room to run solvers on it; false: there are no more.
 * With one job at a time each script is judged before the next one is asked for. */
typedef bool PollSource(void *user, PollInput *script);

/* Called once for each script, in their order; what the result holds is released afterwards. */
typedef void PollSink(void *user, const PollResult *polled);

/* False: supervisor_wake was called. All runs have been ended then, and the scripts that were not judged
 * by then are left out. */
bool poll_inputs(Supervisor *sup, const PollOptions *options, PollSource *source, PollSink *sink,
                 void *user);
/* The same for files. */
bool poll_run(Supervisor *sup, const PollOptions *options, const char *const *paths, size_t count,
              PollSink *sink, void *user);

#endif
