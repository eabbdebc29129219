/* A campaign: inputs of a language are made, run and judged until the time is up, in one of two ways.
 *
 * OBJECTIVE_MARGIN looks for the one input that costs the targets most above the references (score.h),
 * OBJECTIVE_BUGS for inputs on which a solver goes wrong (find/oracle/judge.h). In both each finding is looked at
 * twice. What happens is told to a sink as it happens, so that it can be shown and stored. */
#ifndef FIND_FUZZ_CAMPAIGN_H
#define FIND_FUZZ_CAMPAIGN_H

#include "find/fuzz/group.h"
#include "find/fuzz/health.h"
#include "find/fuzz/hunt.h"
#include "find/fuzz/lift.h"
#include "find/fuzz/reducer.h"

typedef enum { OBJECTIVE_MARGIN, OBJECTIVE_BUGS } ObjectiveKind;

typedef struct {
  ObjectiveKind objective;
  const Solver *solvers; /* targets come first, then references; all live as long as the campaign */
  size_t targets, references; /* bugs: all are targets; at most SOLVER_SET_MAX together */
  StrategyOptions strategy;
  ScoreRule rule; /* margin */
  uint32_t runs;  /* margin: of each solver before an input counts as the best, from 1 */
  uint32_t
      reference_percent; /* margin: of the limit, for references at first; 0 or 100: all of it (patience.h) */
  RunsMerge merge;
  RunLimits limits;   /* of a run; the cost that counts has the limit of the rule */
  ExamineLimits eval; /* for checking models */
  bool no_models;     /* bugs: do not ask for models */
  bool cores;         /* bugs: ask for unsat cores */
  SlowRule slow;      /* bugs: when a solver is called slow; zeroed: never */
  SolveMode
      mode; /* of first runs; what is found is confirmed by plain ones. Margin: plain or fast */
  bool compare_modes; /* bugs: run solvers plain, too, to find what shows only in the mode */
  bool tweak;         /* bugs: draw safe options of solvers for each input */
  bool
      tweak_some; /* bugs: the same for some inputs, as one of the ways of the hunt, if it has ways */
  bool reward_new;    /* bugs: only a finding with a signature that is new has its reward */
  uint64_t time_ns;   /* 0: no end */
  uint64_t solver_ns; /* CPU time of solvers in all its inputs; 0: no end */
  uint64_t inputs;    /* at most so many; 0: no end */
  uint32_t jobs;      /* inputs at a time, from 1; bugs: runs at a time */
  uint32_t
      adapt;  /* larger inputs after so many without a gain, smaller ones after a gain; 0: never */
  bool prior; /* it begins with what others know of the constructs: campaign_set_prior */
  Reducer reducer;
  const Solver *versions; /* bugs: that findings of solvers of the same family are tried with */
  size_t version_count;
  const Known *known; /* what need not be found again; NULL: nothing */
} CampaignOptions;

typedef enum {
  EVENT_STARTED,
  EVENT_INPUT, /* an input was made: `candidate` */
  EVENT_RUN,   /* a run of an input that is not done has ended: `candidate`, `run` */
  EVENT_DONE,  /* the result of an input is known: `candidate`, `margin`, `reward` */
  EVENT_BEST,  /* margin: an input that is done is the best: `candidate`, `margin` */
  EVENT_FINDING, /* of an input that is done: `candidate`, `finding`, `place`, `group`, `news`, `answers`,
                  * `options` */
  EVENT_SUSPECT, /* margin: `candidate` should have been judged, and there was no way to: keep its text */
  EVENT_REDUCING,   /* begins: `group`, or the best input if it is NULL */
  EVENT_REDUCED,    /* the same has ended: `text` is the smaller one, if there is one */
  EVENT_CONFIRMING, /* what was found is run once more, with nothing else running */
  EVENT_RESIZED,    /* what is generated is larger from now on, or smaller: `larger` */
  EVENT_WARNING,    /* `message` */
  EVENT_TICK, /* time has passed, and all that was told is complete: the state may be shown and saved */
} EventKind;

/* One run of a solver on an input. */
typedef struct {
  size_t solver;
  Measurement measured;
  int exit_code, signal; /* see RunResult */
  uint64_t limit_ns;     /* of the time that counts; 0: none */
} CampaignRun;

/* Members that the kind does not name are zero. */
typedef struct {
  EventKind kind;
  uint64_t at_ns; /* since the start, in all of them */
  const Candidate *candidate;
  const char *text; /* of the input, but not of runs */
  size_t length;
  const CampaignRun *run;
  double margin; /* -INFINITY: not known */
  double reward; /* 0 or 1 */
  const Finding *finding;
  uint32_t place; /* of the finding among those of its input, from 0 */
  const FindingGroup *group;
  bool news;           /* its signature is new */
  const char *answers; /* of all solvers: "z3: sat, cvc5: unsat" */
  const char *options; /* of solvers, that the finding needs: "z3(a=b)"; NULL: none */
  bool larger;
  bool urgent; /* of a tick: it may be long until the next one, or much work was done */
  const char *message;
} CampaignEvent;

typedef struct {
  void (*take)(void *user, const CampaignEvent *event);
  /* Is the campaign to pause? Asked between inputs; it ends those in progress first, and the time of a pause does not count.
   * NULL: never. */
  bool (*paused)(void *user);
  void *user;
} CampaignSink;

#define CAMPAIGN_END_LIST(X)                                                                       \
  X(END_TIME, "time")                                                                              \
  X(END_SOLVER_TIME, "solver-time")                                                                \
  X(END_INPUTS, "inputs")                                                                          \
  X(END_PERFECT, "perfect")         /* no margin can be better by the least gain */                \
  X(END_INTERRUPTED, "interrupted") /* supervisor_wake was called */                               \
  X(END_HOPELESS, "aborted")        /* solvers reject everything: a warning says which */

#define CAMPAIGN_END_ENUM(code, name) code,
typedef enum { CAMPAIGN_END_LIST(CAMPAIGN_END_ENUM) CAMPAIGN_END_COUNT } CampaignEnd;
#undef CAMPAIGN_END_ENUM

const char *campaign_end_name(CampaignEnd end);
/* The present name for one that an earlier version may have written. */
const char *campaign_present_end(const char *name);

/* The best input as it was measured when it became the best, and once more with nothing else running. */
typedef struct {
  double margin;
  Measurement *measured; /* of each solver */
  bool alone;            /* it was measured alone, too */
  double alone_margin;   /* -INFINITY: not again */
  Measurement *alone_measured;
  Reduction reduction;   /* of the input, with half of its margin at least */
  double reduced_margin; /* then */
} BestRecord;

typedef struct Campaign Campaign;

/* What there is to know at any time. */
typedef struct {
  const CampaignOptions *options;
  uint64_t started_ns, ended_ns; /* 0: still running */
  uint64_t inputs;               /* that were judged or measured */
  uint64_t void_inputs;          /* of these: some solver said nothing about them */
  uint64_t undecided;            /* of these: nobody decided them */
  uint64_t queries;              /* for bugs: in inputs */
  uint64_t decided_queries;      /* of these: by all solvers that were run on them */
  uint64_t runs;                 /* of solvers, margin only */
  uint64_t solver_ns;            /* CPU time of solvers */
  uint64_t misplaced;            /* constructs that were picked and could not be placed */
  size_t seeds, tried_seeds;     /* inputs that were given; of these, run as they are */
  const Health *health;          /* of each solver */
  const Agent *inner, *outer;
  const Tweaks *tweaks; /* options of solvers, with their agent */
  const Sizes *sizes;   /* of new inputs, with their agents */
  const Lift *lift;     /* which constructs inputs have that pay */
  const Instance *best; /* NULL: none */
  uint64_t best_number;
  BestRecord record;
  const FindingGroups *groups;
} CampaignState;

/* The language lives as long as the campaign. */
Campaign *campaign_create(Supervisor *sup, Language *language, const CampaignOptions *options,
                          CampaignSink sink);
void campaign_destroy(Campaign *campaign);

/* An input to begin with, before the campaign runs, and what it is called. The campaign owns the instance. */
void campaign_add_seed(Campaign *campaign, Instance *instance, const char *name);
/* Appends the names of the seeds that an input was made of, but by mutations of other inputs; nothing: it was made of none. */
void campaign_add_origin(const Campaign *campaign, const Candidate *candidate, StrBuf *out);

/* What earlier campaigns know of the constructs: an arm for each, of which successes and failures count. Before the campaign runs,
 * if its options say so. */
void campaign_set_prior(Campaign *campaign, const Arm *arms);

/* Runs it to its end. What was in progress when it ended is done first when it resumes, in another process. */
CampaignEnd campaign_run(Campaign *campaign);
/* Makes the best input and the examples of all confirmed groups smaller. What is smaller counts if plain
 * runs show the same on it. False: supervisor_wake was called; the best so far is kept. A quarter of the campaign's time is for this:
 * in bug mode new groups are reduced while it runs, and what waits at the end has the rest of it, before the time is up. */
bool campaign_reduce(Campaign *campaign);
/* Looks at the best input, or at the example of each group, once more with nothing else running. False:
 * supervisor_wake was called. */
bool campaign_confirm(Campaign *campaign);

/* Where the campaign stands, for campaign_restore; into an empty builder. While it runs only when EVENT_TICK is told.
 * Groups are records of their own, by their number, since few of them change (`changes`). */
void campaign_save(const Campaign *campaign, StrBuf *out);
void campaign_save_group(const Campaign *campaign, size_t number, StrBuf *out);
/* Makes a campaign that was just made with the same options, language and seeds resume where the other one stood: all
 * groups in their order, then the rest. Bytes of any origin are fine; after an error it can only be destroyed. */
Status campaign_restore_group(Campaign *campaign, const char *bytes, size_t length, Error *error);
Status campaign_restore(Campaign *campaign, const char *bytes, size_t length, Error *error);

/* Valid until the campaign goes on. */
CampaignState campaign_state(const Campaign *campaign);

#endif
