/* A spec with all that it names: solvers, the language of inputs, what is known. A campaign can be made of it. */
#ifndef CAMPAIGN_SETUP_H
#define CAMPAIGN_SETUP_H

#include "campaign/listener.h"
#include "record/spec/spec.h"

/* Makes the language that the rows `spec->settings` describe, for these solvers; `name` becomes what reports call
 * it, such as the name of a logic. Paths in the rows are relative to `spec->directory`. */
typedef Status LanguageFunction(void *user, const CampaignSpec *spec, const SolverVec *solvers,
                                Language **language, StrBuf *name, Error *error);
typedef struct {
  LanguageFunction *make;
  void *user;
} LanguageMaker;

typedef struct {
  const CampaignSpec *spec;
  Profiles *profiles;
  SolverVec solvers;
  SolverVec others; /* versions of these that findings are tried with */
  char **versions;  /* of the solvers, once they were asked; NULL: not known */
  Language *language;
  char *logic; /* the name of the language's part that is used */
  Known known;
  CampaignOptions options;
  Supervision supervision; /* of solvers that are not isolated */
} CampaignSetup;

/* The spec has to live as long. STATUS_USAGE: what is asked for makes no sense. Has to be released in every case. */
Status setup_init(CampaignSetup *setup, const CampaignSpec *spec, LanguageMaker maker,
                  Error *error);
void setup_deinit(CampaignSetup *setup);

/* CPU time that the slowest of the spec's solvers takes to start (run/solver/start_cost.h), before there is a setup. */
Status setup_start_cost(const CampaignSpec *spec, Supervisor *sup, uint64_t *ns, Error *error);

/* Asks the solvers for their versions, which takes a run of each. */
void setup_ask_versions(CampaignSetup *setup);

#endif
