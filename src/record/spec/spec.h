/* What a campaign is told to do, as a value. It can be written as rows of names and values, which is what a store
 * keeps of it, and read from them.
 *
 *   CampaignSpec spec;
 *   spec_init(&spec);                               as `assay fuzz` without options
 *   spec_set(&spec, "timeout", "5s", &error);       or members
 *   spec_check(&spec, &error);
 *   ... campaign/setup.h, campaign/job.h ...
 *   spec_deinit(&spec);
 *
 * Names are those of the options of `assay fuzz`. What only the language of the inputs understands (which logic, how
 * deep) stays rows. Texts are not copied: they live as long as the spec. */
#ifndef RECORD_SPEC_SPEC_H
#define RECORD_SPEC_SPEC_H

#include "base/text_list.h"
#include "find/fuzz/campaign.h"
#include "run/solver/solve_pool.h"

#define SPEC_OBJECTIVE_LIST(X)                                                                     \
  X(SPEC_TIME, "time")                                                                             \
  X(SPEC_MEMORY, "memory")                                                                         \
  X(SPEC_BUGS, "bugs")                                                                             \
  X(SPEC_CLEANUP, "cleanup") /* what a process needs more that has had other queries before */

#define SPEC_OBJECTIVE_ENUM(code, name) code,
typedef enum { SPEC_OBJECTIVE_LIST(SPEC_OBJECTIVE_ENUM) SPEC_OBJECTIVE_COUNT } SpecObjective;
#undef SPEC_OBJECTIVE_ENUM

/* By default it is bandit2, and bandit1 for bugs; others are StrategyKind and SPEC_STRATEGY_FIRST. */
enum { SPEC_STRATEGY_DEFAULT, SPEC_STRATEGY_FIRST };
enum { SPEC_REWARD_ANY, SPEC_REWARD_NEW }; /* a finding of any group, or of a new one */

typedef SettingRow SpecRow;
typedef SettingRows SpecRows;

typedef struct {
  SpecObjective objective;
  const char *targets, *references;         /* margins: lists of solvers (run/solver/solver.h) */
  const char *solvers;                      /* bugs */
  uint64_t timeout_ms, memory;              /* of a run; memory 0: no limit */
  uint64_t time_ms, solver_time_ms, inputs; /* of the campaign; 0: no limit */
  uint64_t jobs, runs, adapt, counter_limit;
  uint64_t queries;    /* cleanup: that a process gets */
  uint64_t candidates; /* bugs: see StrategyOptions */
  int strategy;
  AgentKind agent;
  double decay, epsilon, repeat;
  double least; /* NAN: by the cost */
  uint64_t least_percent;
  uint64_t reference_percent; /* of the limit, for references at first */
  CostKind cost;
  PenaltyKind penalty;
  SolveMode mode;
  int reward;
  bool mean, no_unknown, no_enrich, no_models, cores, compare_modes, tweak, unrestricted, no_reduce;
  bool isolate;        /* the solvers */
  bool no_themes;      /* bugs: see StrategyOptions */
  const char *prior;   /* a store of earlier campaigns, or NULL */
  bool size_agents;    /* margins: see StrategyOptions */
  bool keep_all;       /* bugs: the text of every input with a confirmed finding */
  bool no_option_runs; /* bugs: no input is run with options of solvers, but with `tweak` */
  uint64_t reduce_ms;
  uint64_t slow,
      slow_least_ms; /* bugs: a solver that takes so many times as long as another is a finding; 0: none is */
  TextList known, seeds, profiles; /* paths */
  uint64_t seed_count;             /* of the seeds so many, drawn at random; 0: all */
  const char *versions;            /* bugs: a list of solvers that findings are tried with */
  const char *out, *store;         /* NULL: fuzz-LOGIC-SEED; campaign.db in it */
  uint64_t seed;
  const char *language;  /* of the inputs (language/table.h); NULL: SMT-LIB */
  SpecRows settings;     /* of the language; lists are numbered: only.1, only.2 */
  const char *directory; /* absolute: relative paths begin there; NULL: where we are */
} CampaignSpec;

/* Words of the members that are one of several, each list ends with NULL. */
extern const char *const spec_objective_words[],
    *const spec_strategy_words[], *const spec_agent_words[], *const spec_cost_words[],
                                                                 *const spec_penalty_words[],
                                                                     *const spec_reward_words[],
                                                                         *const spec_mode_words[];

void spec_init(CampaignSpec *spec);
/* Frees the lists; texts belong to others. */
void spec_deinit(CampaignSpec *spec);

/* Is it something that can be run? STATUS_USAGE if not: the message names options. */
Status spec_check(const CampaignSpec *spec, Error *error);

/* Every member as a row. Lists are numbered: seeds.1, seeds.2. */
void spec_write(const CampaignSpec *spec,
                void (*add)(void *user, const char *name, const char *value), void *user);
/* From rows in any order. What is missing is as spec_init makes it, but for `candidates`, which is 1, and `no_themes` and `no_option_runs`, which are true; names that are no members go to `settings`. */
Status spec_read(CampaignSpec *spec, const SpecRows *rows, Error *error);
/* One member by its name; of a list, one more value. */
Status spec_set(CampaignSpec *spec, const char *name, const char *value, Error *error);
/* The value of a member as spec_set reads it; nothing if there is none. */
void spec_value_text(const CampaignSpec *spec, const char *name, StrBuf *out);
/* The names of what may be said anew when a campaign is resumed: how long it runs. Ends with NULL. */
extern const char *const spec_resumable[];

/* What follows from it. */
StrategyKind spec_strategy(const CampaignSpec *spec);
ScoreRule spec_rule(const CampaignSpec *spec);
LeastGain spec_least_gain(const CampaignSpec *spec);
RunLimits spec_run_limits(const CampaignSpec *spec);

#endif
