/* Capabilities of a solver: which functions, sorts, literals, binders and commands it has.
 *
 * They are found out by asking the solver (capability_list.h has the questions), and kept by its program,
 * so that asking happens once. What several solvers have in common is what scripts for all of them may
 * use. */
#ifndef RUN_CAPABILITY_CAPABILITY_H
#define RUN_CAPABILITY_CAPABILITY_H

#include "run/capability/capability_list.h"
#include "run/solver/outcome.h"

#define CAPABILITY_STATUS_LIST(X)                                                                  \
  X(CAPABILITY_WORKS, "works")                                                                     \
  X(CAPABILITY_UNDECIDED, "undecided")     /* accepted; the answer is unknown, or takes long */    \
  X(CAPABILITY_VALUES, "values only")      /* variables are refused as arguments */                \
  X(CAPABILITY_PARTLY, "partly")           /* some instances are refused */                        \
  X(CAPABILITY_UNSUPPORTED, "unsupported") /* refused */                                           \
  X(CAPABILITY_FAILS, "fails")             /* a crash, a flood, no answer */                       \
  X(CAPABILITY_WRONG, "wrong")             /* a wrong answer */                                    \
  X(CAPABILITY_NOT_ASKED, "not asked")     /* the run was ended by someone else */

#define CAPABILITY_STATUS_ENUM(code, name) code,
typedef enum { CAPABILITY_STATUS_LIST(CAPABILITY_STATUS_ENUM) CAPABILITY_COUNT } CapabilityStatus;
#undef CAPABILITY_STATUS_ENUM

typedef struct {
  CapabilityStatus status;
  char *message; /* what the solver said, or NULL */
  char *script;  /* that shows a failure or a wrong answer; NULL otherwise */
} CapabilityResult;

typedef struct {
  const CapabilityList *list;
  CapabilityResult *results; /* one for each item of the list */
  bool from_cache;
  char *not_kept; /* why they could not be kept, or NULL */
} Capabilities;

typedef struct {
  uint32_t jobs;     /* runs at a time; 0: 1 */
  const char *cache; /* the folder where capabilities are kept; NULL: they are not */
  bool refresh;      /* ask again even if they are known */
  /* Called after each run. May be NULL. */
  void (*progress)(void *user, size_t done, size_t total);
  void *user;
} CapabilityOptions;

const char *capability_status_name(CapabilityStatus status);
/* Accepted and without a fault? */
bool capability_is_usable(CapabilityStatus status);
/* Accepted? A defect of the solver is no reason to keep away from what shows it: scripts that are made to
 * find defects use this. */
bool capability_is_accepted(CapabilityStatus status);

/* Takes them from the cache or asks the solver. STATUS_IO: the program cannot be read or run, does not
 * even answer (check-sat), or supervisor_wake was called. On success release with capabilities_deinit. */
Status capabilities_find(Supervisor *sup, const Solver *solver, const CapabilityList *list,
                         const CapabilityOptions *options, Capabilities *found, Error *error);
void capabilities_deinit(Capabilities *capabilities);
void capability_result_deinit(CapabilityResult *result); /* becomes that of what works */

/* What at least one of several solvers does not accept. */
typedef struct {
  uint32_t item;
  uint64_t solvers; /* bit i: the i-th solver is a reason */
} LeftOut;
typedef VEC(LeftOut) LeftOuts;
enum { LEFT_OUT_SOLVERS = 64 };

/* Appended in the order of the list, which all of them must share. At most LEFT_OUT_SOLVERS solvers. */
void capabilities_left_out(const Capabilities *all, size_t count, LeftOuts *left_out);

/* Private to the module.
 *
 * Asks everything. STATUS_IO as above. */
Status capabilities_ask(Supervisor *sup, const Solver *solver, const CapabilityOptions *options,
                        Capabilities *found, Error *error);

#endif
