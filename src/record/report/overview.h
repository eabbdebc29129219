/* What a list of campaigns says of each: little, and quickly read. */
#ifndef RECORD_REPORT_OVERVIEW_H
#define RECORD_REPORT_OVERVIEW_H

#include "base/arena.h"
#include "base/vec.h"
#include "record/store/store.h"

typedef struct {
  StoreGroup group;
  const char *title;   /* see title.h; begins with the remark that there is */
  const char *known;   /* what was noted of a known one, may be empty; NULL: it is news */
  const char *same_as; /* "finding-01", which is likely the same; NULL: none */
} OverviewGroup;

typedef struct {
  StoreCampaign campaign;
  const char *end; /* NULL: it has not ended */
  bool running;
  StoreCounts counts;
  uint64_t confirmed_groups;
  uint64_t known_groups; /* that need not be reported again, confirmed or not */
  bool has_best;
  double margin;
  const char *unit, *logic, *objective; /* "": not known */
  const char *solvers;                  /* names with commas */
  VEC(OverviewGroup) groups;            /* by their numbers, from 1 */
} CampaignOverview;

typedef struct {
  Arena texts;
  VEC(CampaignOverview) campaigns; /* the oldest first */
} StoreOverview;

/* Has to be released in every case. */
Status overview_load(StoreOverview *overview, Store *store, Error *error);
void overview_deinit(StoreOverview *overview);

/* "running", how it ended, or "stopped": nobody runs it, and it has not come to its end. */
const char *overview_state(const CampaignOverview *campaign);

#endif
