/* Inside campaigns: shared between the campaign*.c files. */
#ifndef FIND_FUZZ_CAMPAIGN_INTERNAL_H
#define FIND_FUZZ_CAMPAIGN_INTERNAL_H

#include "find/fuzz/campaign_share.h"
#include "find/fuzz/patience.h"

/* An input that has to be judged: solvers contradict each other on it, or one of them fails. */
typedef struct {
  Candidate candidate; /* without its instance */
  char *text;
  size_t length;
  bool judged;
} Suspect;

/* How often a solver failed in one way, by the group of its message. */
typedef struct {
  size_t solver;
  OutcomeKind outcome;
  char *group;
  uint64_t count;
} Failure;

/* A group that has become part of another one, and which. */
typedef struct {
  uint64_t first;
  uint32_t first_place;
  size_t into;
} MergedGroup;

struct Campaign {
  Supervisor *sup;
  Language *language;
  CampaignOptions options;
  CampaignSink sink;
  size_t solver_count;
  uint64_t before_ns; /* that it ran in other processes */
  uint64_t started_ns, ended_ns, inputs, void_inputs, undecided, runs;
  uint64_t queries, decided_queries; /* of inputs for bugs; by all solvers that were run on them */
  uint64_t solver_ns;                /* CPU time of solvers in inputs that are done */
  uint64_t since_gain;               /* inputs since the last gain or change of size */
  Health *health;
  Strategy strategy; /* margin */
  TrialPlan plan;
  Patience patience; /* margin */
  BestRecord record;
  Lift lift;
  Agent prior; /* of the constructs; no arms: there is none */
  VEC(Suspect) suspects;
  VEC(Failure) failures;      /* margin */
  VEC(Candidate *) open;      /* inputs that are in progress */
  VEC(Candidate *) postponed; /* that were when it stopped, by their numbers */
  uint64_t tick_ns;           /* when the next tick is due */
  Hunt hunt;                  /* bugs */
  Tweaks tweaks;              /* bugs: none, if solvers are run as they are */
  FindingGroups groups;
  uint64_t reducing_ns; /* time that was taken for reducing while it runs */
  bool shared;          /* with other processes, as all that follows: campaign_share.h */
  CampaignShare share;
  uint64_t allowed;   /* inputs that may be begun, with those that were */
  uint64_t others_ns; /* CPU time of solvers */
  bool told;          /* to end, so: */
  CampaignEnd told_end;
  size_t shared_groups;    /* the first groups are known to all */
  VEC(MergedGroup) merged; /* since they were told */
  bool groups_held;        /* somebody points to one */
};

/* campaign.c */
Breeder *campaign_breeder(Campaign *campaign);
const Breeder *campaign_breeder_state(const Campaign *campaign);
/* Tells that time has passed, if it has. */
void campaign_tick(Campaign *campaign);
/* Before and after something that takes long. */
void campaign_tick_now(Campaign *campaign);
void campaign_tell(Campaign *campaign, CampaignEvent event);
/* With the input and its text. */
void campaign_tell_input(Campaign *campaign, const Candidate *candidate, CampaignEvent event);
/* Since the start. */
uint64_t campaign_time_ns(const Campaign *campaign);
bool campaign_time_is_up(const Campaign *campaign);
bool campaign_solver_time_is_up(const Campaign *campaign);
bool campaign_inputs_are_up(Campaign *campaign);
/* Is nothing new to begin for now? */
bool campaign_is_paused(const Campaign *campaign);
/* Waits for the end of the pause, if there is one; nothing may run. False: supervisor_wake was called. */
bool campaign_wait_paused(Campaign *campaign);
/* Adapts the size of what is generated. */
void campaign_note_input(Campaign *campaign, bool gain);
/* Notes what a solver did, and warns. */
void campaign_note_run(Campaign *campaign, size_t solver, OutcomeKind outcome, bool reused);
/* Does nothing useful come of going on? */
bool campaign_is_hopeless(const Campaign *campaign);

/* campaign_open.c: the next input, which is told, and its end, with what it still holds. */
Candidate *campaign_open_input(Campaign *campaign);
void campaign_close_input(Campaign *campaign, Candidate *candidate);
/* Those that are in progress will be the next ones. */
void campaign_postpone_inputs(Campaign *campaign);
void campaign_discard_inputs(Campaign *campaign);

/* campaign_share.c */
bool campaign_may_begin(Campaign *campaign, uint64_t begun);
void campaign_set_clock(Campaign *campaign, uint64_t number);

/* campaign_save.c: a group that was saved, appended to a list; what the best input has cost. */
Status campaign_read_group(const Campaign *campaign, const char *bytes, size_t length,
                           FindingGroups *groups, Error *error);
void campaign_put_measured(const Campaign *campaign, StrBuf *out);
void campaign_get_measured(const Campaign *campaign, Measurement *measured, ByteReader *reader);

/* campaign_judge.c: the first of the shared groups that the example of a group fits into; else their number. */
size_t campaign_matching_group(Campaign *campaign, size_t number);
PollOptions campaign_poll_options(Campaign *campaign, uint32_t jobs, SolveMode mode);
/* To look at something again: plain runs one by one, with patience. */
PollOptions campaign_again_options(Campaign *campaign);
/* What has shown once has more time to reproduce: on a busy machine a run may wait for longer than it works. Who looks for what
 * is slow does not wait. */
RunLimits campaign_patient_limits(const CampaignOptions *options);
typedef struct {
  Finding finding;
  char *answers;
  TweakSet tweaks; /* options that solvers were run with */
  bool is_new;
  size_t group; /* its number */
} Accusation;

/* All findings on an input. */
typedef struct {
  const Candidate *candidate;
  const char *text;
  size_t length;
  VEC(Accusation) list;
  size_t confirmed, news; /* how many */
} Verdicts;
void verdicts_deinit(Verdicts *verdicts);
/* Those of a result for which the solvers were run with these options. */
void campaign_add_verdicts(const Campaign *campaign, Verdicts *verdicts, const PollResult *polled,
                           const TweakSet *tweaks);
/* Puts them into groups, and then tells them, which is to be done when the input is known to be done. */
void campaign_group_findings(Campaign *campaign, Verdicts *verdicts);
void campaign_tell_findings(Campaign *campaign, const Verdicts *verdicts);
/* Notes a failure of a solver: is it one that has not been judged often enough? Takes its text. */
bool campaign_is_suspicious(Campaign *campaign, Failure failure);
/* Judges the suspects; nothing else may run. False: supervisor_wake was called, and those that are not judged
 * are still there. */
bool campaign_judge_suspects(Campaign *campaign);
/* Tells which ones are still there. */
void campaign_tell_suspects(Campaign *campaign);
void campaign_discard_suspects(Campaign *campaign);
/* Judges the examples of all groups, with nothing else running. */
bool campaign_confirm_groups(Campaign *campaign);

/* Looks whether the group is known. */
void campaign_recognise(Campaign *campaign, FindingGroup *group);

/* campaign_bisect.c: do findings perhaps need the options that were drawn? Then what is found without any options takes
 * the place of what was found with them, and of the rest each one comes with as few options as it needs. Nothing
 * else may run. False: supervisor_wake was called. */
bool campaign_has_doubt(const Verdicts *verdicts);
bool campaign_bisect(Campaign *campaign, Verdicts *verdicts);

/* campaign_margin.c, campaign_bugs.c */
CampaignEnd campaign_run_margin(Campaign *campaign);
/* Measures an instance with nothing else running. False: supervisor_wake was called. The margin is -INFINITY
 * if there is none; `measured` has a place for each solver, or is NULL. */
bool campaign_measure(Campaign *campaign, const Instance *instance, Measurement *measured,
                      double *margin);
bool campaign_confirm_best(Campaign *campaign);
CampaignEnd campaign_run_bugs(Campaign *campaign);

/* campaign_reduce.c: what tells a group from others, constructs and shape of its reduced form, and whether that
 * is one of another group or known. */
void campaign_describe(Campaign *campaign, FindingGroup *group);
/* Is there a new group, and time to reduce it while the campaign runs? Nothing else may
 * run while that is done. False: supervisor_wake was called. */
bool campaign_can_reduce(const Campaign *campaign);
/* Time that is kept for the end: for reducing what waits, and for measuring the best input alone. */
uint64_t campaign_reserve_ns(const Campaign *campaign);
bool campaign_reduce_new(Campaign *campaign);

/* campaign_variants.c: does the finding show with the solvers that are blamed as they come, with nothing experimental? Then
 * they are the group's solvers from now on. And in which other versions does it show? Nothing else may run. False:
 * supervisor_wake was called. */
bool campaign_try_defaults(Campaign *campaign, FindingGroup *group);
/* Of a group that was restored, and showed so. */
void campaign_use_defaults(const Campaign *campaign, FindingGroup *group);
bool campaign_try_versions(Campaign *campaign, FindingGroup *group);

/* How often the state is to be looked at. */
#define CAMPAIGN_TICK_NS 200000000ull

#endif
