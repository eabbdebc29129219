/* The words that stores use for what is ours to name. Each list is the only place that has them. */
#ifndef RECORD_STORE_VOCABULARY_H
#define RECORD_STORE_VOCABULARY_H

#include <stddef.h>
#include <stdint.h>

/* Roles of solvers: table solver. */
#define STORE_ROLE_LIST(X)                                                                         \
  X(STORE_ROLE_SOLVER, "solver") /* where all are equal */                                         \
  X(STORE_ROLE_TARGET, "target")                                                                   \
  X(STORE_ROLE_REFERENCE, "reference")

/* Agents: table agent. */
#define STORE_AGENT_LIST(X)                                                                        \
  X(STORE_AGENT_CONSTRUCT, "construct") /* of mutations */                                         \
  X(STORE_AGENT_ACTION, "action")       /* mutate, sample, enrich */                               \
  X(STORE_AGENT_OPTION, "option")       /* of solvers */                                           \
  X(STORE_AGENT_SIZE, "size")           /* of new inputs: all dimensions */

/* Texts of findings: table finding_text. */
#define STORE_TEXT_LIST(X)                                                                         \
  X(STORE_TEXT_ANSWERS, "answers")                                                                 \
  X(STORE_TEXT_SCRIPT, "script")   /* that shows it, if that is not the input */                   \
  X(STORE_TEXT_REDUCED, "reduced") /* the same, smaller */                                         \
  X(STORE_TEXT_REPORT, "report")                                                                   \
  X(STORE_TEXT_OPTIONS, "options") /* of solvers, that it needs */                                 \
  X(STORE_TEXT_ALONE, "alone")     /* "confirmed": by runs with nothing else running */            \
  X(STORE_TEXT_KNOWN, "known")     /* what the registry of known findings says */                  \
  X(STORE_TEXT_SAME_AS, "same_as") /* "finding-02": see store_finding_name */                      \
  X(STORE_TEXT_DETAILS, "details") /* JSON, for reports: see campaign/recorder_result.c */

/* States of campaigns: table state. Others are those of groups, by their numbers from 1, and of options that were changed
 * by resuming. */
#define STORE_STATE_GROUP  "group.%zu"
#define STORE_STATE_OPTION "option.%s"
#define STORE_STATE_LIST(X)                                                                        \
  X(STORE_STATE_CAMPAIGN, "campaign") /* bytes of campaign_save */                                 \
  X(STORE_STATE_END, "end")           /* why it ended; missing: it has not */                      \
  X(STORE_STATE_SUMMARY, "summary")   /* campaign.json */                                          \
  X(STORE_STATE_RESULT, "result")     /* JSON, for reports: see campaign/recorder_result.c */      \
  X(STORE_STATE_BEST_REDUCED, "best.reduced") /* the best input, smaller */                        \
  X(STORE_STATE_LIFT, "lift") /* of each worker, JSON: which constructs its inputs have that pay */

/* The outcome of a run that was stopped since it could not win any more; others are outcomes of solvers. */
#define STORE_OUTCOME_STOPPED "stopped"

/* Settings besides those of the spec: table setting. */
#define STORE_SETTING_LIST(X)                                                                      \
  X(STORE_SETTING_ASSAY, "assay") /* the version */                                                \
  X(STORE_SETTING_LOGIC, "logic") /* in force, even if it was not given */                         \
  X(STORE_SETTING_UNIT, "unit")   /* of costs */                                                   \
  X(STORE_SETTING_LIMIT, "limit") /* of costs */                                                   \
  X(STORE_SETTING_DIRECTORY, "directory")                                                          \
  X(STORE_SETTING_ENVIRONMENT, "environment") /* of the machine, JSON */                           \
  X(STORE_SETTING_OBJECTIVE, "objective")     /* of the spec: every campaign of ours has it */

#define STORE_WORD_ENUM(code, word) code,
typedef enum { STORE_ROLE_LIST(STORE_WORD_ENUM) STORE_ROLE_COUNT } StoreRole;
typedef enum { STORE_AGENT_LIST(STORE_WORD_ENUM) STORE_AGENT_COUNT } StoreAgent;
typedef enum { STORE_TEXT_LIST(STORE_WORD_ENUM) STORE_TEXT_COUNT } StoreTextRole;
typedef enum { STORE_STATE_LIST(STORE_WORD_ENUM) STORE_STATE_COUNT } StoreState;
typedef enum { STORE_SETTING_LIST(STORE_WORD_ENUM) STORE_SETTING_COUNT } StoreSettingName;
#undef STORE_WORD_ENUM

/* What a group of findings is called everywhere: "finding-02" is the second that the campaign found. */
enum { STORE_FINDING_NAME = 32 };
void store_finding_name(uint64_t number, char name[STORE_FINDING_NAME]);
/* The number of such a name; 0: it is none. */
uint64_t store_finding_number(const char *name, size_t length);

const char *store_role_word(StoreRole role);
const char *store_agent_word(StoreAgent agent);
const char *store_text_word(StoreTextRole role);
const char *store_state_word(StoreState state);
const char *store_setting_word(StoreSettingName name);

#endif
