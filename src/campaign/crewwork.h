/* Work of a command that several processes do: units in a store (record/store/unit.h), each done once by a process that holds
 * its lease.
 *
 * Who begins it lists the units, has workers started (crew.h), and keeps the results as they come:
 *
 *   crewwork_begin(&work, "runs.db", &plan, &error);     or goes on with what one like this has left
 *   crewwork_watch(&work, crew, &listener, &end, &error);
 *   crewwork_close(&work);
 *
 * A worker, on any machine, learns from the store what to do:
 *
 *   crewwork_open(&work, "runs.db", 3, "bench", &error);        work.record has what the command was told
 *   crewwork_compare_facts(work.record.facts, facts, &error);   here is what was there: version, solvers, files
 *   crewwork_do(&work, sup, &part, &error);                     units, one after the other or several at a time
 *   crewwork_close(&work);
 *
 * Each unit is done in a copy of the worker's process. So the worker itself always has time to renew its lease, a unit that
 * crashes takes nothing with it, and one whose lease is lost is ended. A server that is gone is waited for. */
#ifndef CAMPAIGN_CREWWORK_H
#define CAMPAIGN_CREWWORK_H

#include "campaign/crew.h"
#include "record/store/work.h"
#include "run/process/supervisor.h"

typedef struct {
  Store *store;
  int64_t number; /* by which workers join */
  const char *command;
  StoreWorkRecord record; /* of crewwork_open */
  bool continued, sealed; /* of crewwork_begin: it was there; it has a seal of this user */
} CrewWork;

typedef struct {
  const char *command; /* lives as long as the work */
  StoreText words;
  const char *facts;        /* see crewwork_add_file */
  const char *const *units; /* all of them; their numbers are their places, from 1 */
  const bool *wanted;       /* those whose results are not there */
  size_t count;
} WorkPlan;

/* Nobody else does so meanwhile. On error nothing has to be released. */
Status crewwork_begin(CrewWork *work, const char *place, const WorkPlan *plan, Error *error);
Status crewwork_open(CrewWork *work, const char *place, int64_t number, const char *command,
                     Error *error);
void crewwork_close(CrewWork *work);
/* Has this user begun it, and nobody changed it? Then what it says may be run; see trust.h. */
bool crewwork_is_sealed(const CrewWork *work);

/* --- what has to be the same everywhere --- */

/* The lines of facts begin with the version of assay. */
void crewwork_start_facts(StrBuf *facts);
/* A solver or a file, by its contents. A line that is there is not added again. */
Status crewwork_add_file(StrBuf *facts, const char *name, const char *path, Error *error);
/* The first line of both: an error if it is different. */
Status crewwork_compare_version(const char *then, const char *now, Error *error);
/* An error that names the first that is different. */
Status crewwork_compare_facts(const char *then, const char *now, Error *error);

/* --- who has begun it --- */

typedef struct {
  uint64_t number;
  const char *name;
  bool failed;     /* `bytes` is the reason */
  StoreText bytes; /* what the unit has printed */
} WorkResult;

typedef struct {
  /* The same result may come twice if this process was killed before. */
  Status (*take)(void *user, const WorkResult *result, Error *error);
  Status (*settle)(void *user, Error *error); /* what was taken is safe on return; may be NULL */
  bool (*interrupted)(void *user);
  bool (*leaves)(void *user); /* interrupted: are the workers to go on? */
  void *user;
} WorkListener;

typedef enum {
  WORK_DONE,
  WORK_LEFT,        /* workers go on without us */
  WORK_INTERRUPTED, /* they have ended */
  WORK_ABANDONED    /* all have ended, and there is work left */
} WorkEnd;

/* Workers that give signs of life. */
Status crewwork_count_active(CrewWork *work, size_t *active, Error *error);
/* `crew` NULL: others start workers. */
Status crewwork_watch(CrewWork *work, Crew *crew, const WorkListener *listener, WorkEnd *end,
                      Error *error);

/* --- who does it --- */

typedef struct {
  /* In a copy of the process, without its descriptors and signals: prints the result, and returns 0; otherwise what it has
   * written to stderr is the reason of the failure. */
  int (*run)(void *user, const StoreUnit *unit);
  void (*say)(void *user, const char *bytes, size_t length); /* what it has written to stderr */
  void *user;
  uint32_t lease_ms;
  size_t at_a_time;
  bool (*interrupted)(void *user); /* and the supervisor is woken then */
} WorkPart;

enum { WORK_RESULT_MAX = 64 << 20 }; /* bytes of a result */
/* So often a unit is begun whose processes are killed. */
enum { WORK_TRIES = 5 };

/* Until all is done, or it is interrupted, or the work is to end. */
Status crewwork_do(CrewWork *work, Supervisor *sup, const WorkPart *part, Error *error);

#endif
