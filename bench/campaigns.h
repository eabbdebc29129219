/* Campaigns as benchmarks run them: two solvers, one job at a time, the usual strategies. */
#ifndef BENCH_CAMPAIGNS_H
#define BENCH_CAMPAIGNS_H

#include "find/fuzz/campaign.h"

/* A language with the usual settings; ends the program if there is no such logic. */
Language *campaigns_language(const char *logic);
/* Of two solvers and so many inputs. */
CampaignOptions campaigns_options(ObjectiveKind objective, const Solver *solvers, uint64_t inputs);
const char *campaigns_objective(ObjectiveKind objective);

#endif
