/* What a report of a campaign is made of, read from its store.
 *
 *   Status status = report_load(&data, store, 0, &error);
 *   ... document.h, figure.h, page.h ...
 *   report_release(data);
 *
 * Its size follows from the numbers of solvers, constructs and groups of findings; of inputs and runs there are
 * sums and samples only, which are made in one pass over the runs. All is of one moment, even while the campaign runs.
 *
 * Texts and names come from files and solvers: they may hold any bytes but, in names, no NUL. Whoever shows them has to
 * make them harmless. Times are of the campaign's own, in seconds; costs and margins in its unit. */
#ifndef RECORD_REPORT_DATA_H
#define RECORD_REPORT_DATA_H

#include "base/arena.h"
#include "base/vec.h"
#include "find/fuzz/lift.h"
#include "find/fuzz/score.h"
#include "record/spec/spec.h"
#include "record/store/store.h"

enum {
  REPORT_TEXT_MOST = 64 << 10,  /* bytes of a text; what is longer is cut */
  REPORT_TEXTS_MOST = 16 << 20, /* of all texts; after that they are cut to REPORT_TEXT_LEAST */
  REPORT_TEXT_LEAST = 2 << 10,
  REPORT_STEPS_MOST = 2000, /* of the progress */
  REPORT_CURVE_MOST = 500,  /* points of a curve of the cactus plot */
  REPORT_SCATTER_MOST = 2000,
  REPORT_INPUTS_MOST = 1000, /* the newest, if nobody asks for more */
  REPORT_BEST_RUNS_MOST = 256,
  REPORT_STOPPED = OUTCOME_COUNT, /* before the limit, since the run could not win any more */
  REPORT_OTHER,                   /* words that are none of ours */
  REPORT_OUTCOMES,
};

/* Followed by a NUL byte. */
typedef struct {
  const char *bytes; /* NULL: there is no such text */
  size_t length;
  uint64_t full_length; /* larger than `length`: it was cut */
} ReportText;

typedef struct {
  const char *name;
  ReportText value;
} ReportSetting;

typedef struct {
  uint32_t number; /* in the store; elsewhere in here solvers are known by their index */
  const char *name, *version, *role;
  uint64_t runs, decided;
  uint64_t outcomes[REPORT_OUTCOMES];
  uint64_t cpu_ns, wall_ns; /* of all runs */
  uint64_t peak_bytes;      /* the largest */
} ReportSolver;

typedef struct {
  double seconds, margin;
} ReportStep;

typedef struct {
  const char *name;
  const char *class;      /* what sort of construct it stands for; NULL: none, or not known */
  uint32_t number;        /* among the constructs of the store */
  double mean, low, high; /* of the reward, and its 95% credible interval */
  uint64_t pulls;
  double rewards;
} ReportArm;

typedef VEC(ReportArm) ReportArms;

/* How often inputs pay that have a construct. */
typedef struct {
  const char *name;
  const char *class; /* as above */
  uint32_t number;
  LiftCount with;
  LiftRatio ratio; /* to the other inputs */
} ReportLift;

typedef VEC(ReportLift) ReportLifts;

typedef struct {
  uint32_t solver, attempt;
  const char *outcome;
  uint64_t cpu_ns, wall_ns, peak_bytes;
  double score; /* NAN: the run says nothing about how hard the input is */
} ReportRun;

/* How a text was made smaller. */
typedef struct {
  bool confirmed; /* plain runs have shown it on the smaller text */
  bool minimal;   /* nothing else can be left out */
  ReportText evidence;
  ReportText reason; /* why there is no smaller text */
} ReportReduction;

typedef VEC(Measurement) ReportMeasured;

typedef struct {
  bool exists;
  uint64_t instance, size;
  double margin, seconds;
  ReportText text;
  ReportText origin; /* names of the seeds that it was made of; none: of no seed */
  VEC(ReportRun) runs;
  /* The rest is known at the end. */
  ReportMeasured measured; /* of each solver; fewer: not known */
  bool alone;              /* it was measured with nothing else running, too */
  double margin_alone;     /* NAN: not again */
  ReportMeasured measured_alone;
  ReportText reduced;
  ReportReduction reduction;
  double margin_reduced;
} ReportBest;

/* What a campaign says of itself at its end. */
typedef struct {
  bool exists;
  bool confirmed; /* the best input and the findings were looked at once more */
  uint64_t ns;    /* how long it ran */
  uint64_t solver_ns;
  uint64_t void_inputs;              /* some solver said nothing about them */
  uint64_t undecided;                /* no solver decided them */
  uint64_t queries, decided_queries; /* for bugs; decided by all solvers that were run on them */
  uint64_t misplaced;                /* constructs that were picked and could not be placed */
} ReportResult;

/* A file of the folder of a finding. */
typedef struct {
  const char *name;
  uint64_t bytes;
  ReportText text; /* none: it is not a text */
} ReportFile;

/* An input with a confirmed finding, and how many inputs there had been then. */
typedef struct {
  uint64_t instance, inputs;
} ReportReveal;

/* Findings that may well be one defect, with the first one that is confirmed, or the first one, as example. */
typedef struct {
  int64_t id;
  const char *name; /* "finding-02": the second one that was found */
  const char *kind;
  ReportText signature;
  ReportText title;             /* the signature with the message as it was printed */
  uint64_t findings, confirmed; /* how many */
  double seconds;               /* when the first was found */
  uint64_t first_input;         /* the first with it confirmed; 0: none */
  int64_t finding;              /* the example; the rest is about it */
  uint64_t instance;
  uint64_t accused; /* solvers, bit by number */
  uint32_t query;   /* number of the check-sat from 1; 0: the whole run */
  uint64_t line;    /* 0: none */
  ReportText evidence, answers;
  ReportText text;            /* the input */
  ReportText origin;          /* names of the seeds that it was made of; none: of no seed */
  ReportText script, reduced; /* what shows it if not the input; the same, smaller */
  ReportText report, options, alone;
  ReportReduction reduction;
  VEC(ReportText) constructs; /* of the reduced form */
  ReportText known;           /* what was noted of it; there is none if it is news */
  ReportText note, link;      /* the same in two parts */
  ReportText
      regression;      /* the version before, which does not show it; none if it is no regression */
  size_t same_as;      /* 1 + the index of a group that is likely the same; 0: none */
  const char *command; /* for a shell: shows it again */
  VEC(ReportFile) files; /* by name; of report_load_folders */
} ReportGroup;

/* How many inputs the solver decides at which cost: the inputs in the order of their costs. All points are exact,
 * but not all are there. */
typedef struct {
  uint64_t solved;
  double cost;
} ReportSolved;

typedef struct {
  uint32_t solver;
  VEC(ReportSolved) points;
} ReportCurve;

/* An input that was not decided stands at the limit. */
typedef struct {
  double target, reference;
  uint64_t instance;
} ReportPoint;

/* How one solver did on one input: its best run. */
typedef struct {
  uint64_t cpu_ns, wall_ns;
  uint8_t outcome; /* as in ReportSolver.outcomes */
  bool ran;
} ReportCell;

typedef struct {
  Arena texts;
  size_t text_bytes; /* of all texts so far */

  int64_t campaign;
  size_t campaigns; /* of the store */
  const char *name;
  const char *place; /* of the store, as it could be given to a command; without a password */
  uint64_t seed;
  int64_t started_ms; /* since 1970 */
  bool running;       /* somebody runs it now */
  double seconds;     /* its own time so far */
  ReportText end;     /* why it ended; none if it has not */
  ReportResult result;

  ReportText summary; /* campaign.json as it was written; none if it has not ended */

  VEC(ReportSetting) settings;
  CampaignSpec spec; /* what they say; as by default what they do not say, or say wrongly */
  const LanguageHighlight *highlight; /* of its inputs; NULL: none, or the language is not known */
  const char *extension;              /* of files with them; "": not known */
  const char *unit, *assay;
  ScoreRule rule; /* what costs are; the limit is 0 if it is not known */

  uint64_t inputs, runs, findings, confirmed_groups;
  VEC(ReportReveal) reveals; /* in the order of their numbers */
  uint64_t
      compared; /* inputs on which all solvers ran, each of them to its end or to the full limit */

  VEC(ReportSolver) solvers;
  ReportBest best;
  VEC(ReportStep) progress;
  ReportArms ranking, actions, options,
      sizes; /* rewarded ones first, then the largest mean; only what was tried */
  ReportLifts
      lifts; /* of all inputs, the largest lower end of the interval first; only what inputs have */
  LiftCount lift_all;      /* the inputs that were counted; zero: none were */
  VEC(ReportGroup) groups; /* in the order in which they were found */

  /* Of the inputs that were compared. */
  VEC(ReportCurve) cactus;                    /* one a solver */
  const char *target_label, *reference_label; /* what the two sides of the scatter are */
  VEC(ReportPoint) scatter; /* the largest differences in both directions are among them */

  /* The newest inputs with runs: a ring, whose oldest is at `surveyed` modulo the number of them if there were more. */
  U64Vec table;                    /* instances */
  VEC(ReportCell) cells;           /* of each as many as there are solvers */
  size_t table_most, table_listed; /* how many at most; how many of them the document lists */
  uint64_t surveyed;               /* inputs with runs, also those that are not there any more */
} ReportData;

/* The id of a campaign that is there: `wanted`, or if that is 0 the newest. An error of usage if there is none. */
Status report_find_campaign(Store *store, int64_t wanted, int64_t *campaign, Error *error);

/* `campaign` 0: the newest. An error if there is none, or if it is not there. */
Status report_load(ReportData **data, Store *store, int64_t campaign, Error *error);
/* The same with the newest `held` inputs in its table, of which the document lists the newest `listed`, instead of
 * REPORT_INPUTS_MOST. */
Status report_load_inputs(ReportData **data, Store *store, int64_t campaign, size_t listed,
                          size_t held, Error *error);
/* Adds the files of findings as their folders have them. Nothing if the store is not in the folder of its campaign. */
void report_load_folders(ReportData *data);
/* NULL is fine. */
void report_release(ReportData *data);

/* How a run ended, as a place in ReportSolver.outcomes. Of older stores, where runs that were stopped are called by the
 * limit that they met, the limit tells. */
size_t report_run_outcome(const ReportData *data, const StoreRun *run);
/* The words of ReportSolver.outcomes. */
const char *report_outcome_name(size_t outcome);
/* How hard the run says the input is for the solver; NAN: it says nothing. */
double report_score(const ReportData *data, size_t solver, const Measurement *measured);
/* The value of a setting; NULL: not set. */
const ReportText *report_setting(const ReportData *data, const char *name);

#endif
