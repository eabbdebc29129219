/* What the status screen of a campaign shows, as a value. It is told what happens, and knows nothing of terminals.
 *
 * Times are those of the campaign, in nanoseconds since its start: pauses do not count, nor what comes after its end. Those of
 * the clock (clock_monotonic_ns) are called so. */
#ifndef CLI_SCREEN_MODEL_H
#define CLI_SCREEN_MODEL_H

#include "campaign/setup.h"

typedef enum { PHASE_FUZZING, PHASE_REDUCING, PHASE_CONFIRMING } ScreenPhase;

/* Outcomes of runs as columns of the table: those that are rare are one. */
#define SCREEN_COLUMN_LIST(X)                                                                      \
  X(COLUMN_SAT, "sat")                                                                             \
  X(COLUMN_UNSAT, "unsat")                                                                         \
  X(COLUMN_UNKNOWN, "unknown")                                                                     \
  X(COLUMN_TIMEOUT, "timeout")                                                                     \
  X(COLUMN_STOPPED, "stopped") /* before the limit, since it could not win any more */             \
  X(COLUMN_CRASH, "crash")                                                                         \
  X(COLUMN_OTHER, "other")

#define SCREEN_COLUMN_ENUM(code, name) code,
typedef enum { SCREEN_COLUMN_LIST(SCREEN_COLUMN_ENUM) SCREEN_COLUMNS } ScreenColumn;
#undef SCREEN_COLUMN_ENUM

typedef struct {
  const char *name;
  uint64_t counts[SCREEN_COLUMNS]; /* of runs */
} ScreenSolver;

/* A value that holds from a time on. */
typedef struct {
  uint64_t at_ns;
  double value;
} ScreenPoint;

/* A construct that was rewarded. */
typedef struct {
  const char *name;
  double mean; /* of its reward */
  uint64_t pulls;
} ScreenArm;

typedef struct {
  uint64_t at_ns;
  char *text;
} ScreenNote;

/* The last finding, or the best input: what a key shows. */
typedef struct {
  size_t number; /* of the finding, from 1; 0: the best input */
  uint64_t at_ns;
  char *title;   /* NULL: there is nothing yet */
  char *answers; /* NULL: not known */
  char *text;    /* the input, reduced if it is */
  bool reduced;
} ScreenFinding;

enum {
  SCREEN_ARMS = 8,
  SCREEN_NOTES = 64,
  SCREEN_SAMPLES = 12,
  SCREEN_TEXT_MAX = 64 << 10 /* bytes of an input that are kept */
};

typedef struct {
  /* What does not change. */
  const char *objective, *logic, *folder;
  const Language *language;
  bool margin; /* the objective is one, of this unit */
  const char *unit;
  uint64_t time_ns, inputs_limit; /* 0: none */
  uint32_t jobs;

  /* What does. */
  uint64_t now_ns, inputs;
  size_t seeds, tried_seeds;
  uint64_t unsolved, no_margin; /* inputs */
  VEC(ScreenSolver) solvers;
  ScreenPhase phase;
  char *subject,
      *progress;     /* of a reduction: "finding-02"; "120 -> 43 bytes, 87 checks"; NULL: nothing */
  uint64_t clock_ns; /* when now_ns was told */
  uint64_t first_clock_ns; /* of this process: shares count from here */
  bool paused, ended;
  uint64_t paused_ns, paused_clock_ns; /* so far; since then */
  uint64_t solver_wall_ns;             /* of all runs of inputs */
  uint64_t reducing_ns, reducing_clock_ns;
  size_t groups, kinds[FINDING_COUNT]; /* new ones that are confirmed */
  uint64_t new_ns;                     /* when the last one or the best input was found; 0: never */
  double best;                         /* -INFINITY: none */
  uint64_t best_number;
  VEC(ScreenPoint) points; /* the best margin, or the number of groups, over time */
  ScreenArm arms[SCREEN_ARMS];
  size_t arm_count;
  VEC(ScreenNote) notes;               /* the last of them */
  ScreenPoint samples[SCREEN_SAMPLES]; /* of the number of inputs, for the rate */
  size_t sample_count;
  ScreenFinding last;
} ScreenModel;

/* The setup and the folder's name have to live as long. */
void screen_model_init(ScreenModel *model, const CampaignSetup *setup, const char *folder);
void screen_model_deinit(ScreenModel *model);

/* What happens, with the state of the campaign then. */
void screen_model_take(ScreenModel *model, const CampaignEvent *event, const CampaignState *state,
                       uint64_t clock_ns);
void screen_model_pause(ScreenModel *model, bool paused, uint64_t clock_ns);
/* How far a reduction is. */
void screen_model_progress(ScreenModel *model, const char *text);
/* A line that is to be seen for a while. */
void screen_model_note(ScreenModel *model, const char *text);

/* Inputs per second, lately. */
double screen_model_rate(const ScreenModel *model);

/* Which part of the time of this process went where; they add up to 1. */
typedef struct {
  double solvers, reduction, own;
} ScreenShares;
ScreenShares screen_model_shares(const ScreenModel *model, uint64_t clock_ns);

/* Since the start of the campaign. */
uint64_t screen_model_time(const ScreenModel *model, uint64_t clock_ns);

const char *screen_column_name(ScreenColumn column);

#endif
