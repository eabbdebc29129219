/* Many questions in a few runs: which probes of a list a solver accepts. Private to capability_*.c.
 *
 * For solvers that know the logic ALL. Asking one by one (capability_ask.c) has the last word: batches of
 * which the survey is not sure stay open. */
#ifndef RUN_CAPABILITY_CAPABILITY_SURVEY_H
#define RUN_CAPABILITY_CAPABILITY_SURVEY_H

#include "run/capability/capability.h"

typedef enum {
  SURVEY_UNASKED, /* it needs a sort that the solver has not, or is not to be asked this way */
  SURVEY_ACCEPTED,
  SURVEY_REFUSED,
} SurveyState;

typedef struct {
  SurveyState state;
  char *message; /* of the refusal, or NULL */
} SurveyProbe;

typedef struct {
  const CapabilityList *list;
  SurveyProbe *probes; /* one for each of the list */
  bool *open;          /* of each batch: the survey says nothing of it */
} Survey;

void survey_init(Survey *survey, const CapabilityList *list);
void survey_deinit(Survey *survey);
/* Asks about the batches [from, to), without probes that need a sort of refused_uses. False: it was
 * interrupted by supervisor_wake. */
bool survey_ask(Supervisor *sup, const Solver *solver, const CapabilityOptions *options,
                uint32_t from, uint32_t to, uint32_t refused_uses, Survey *survey);

#endif
