/* Reading a campaign from its store: what data.c is made of. Each of these fills a part of the data; an error leaves what
 * report_release can release. */
#ifndef RECORD_REPORT_LOAD_H
#define RECORD_REPORT_LOAD_H

#include "record/report/data.h"

typedef struct {
  ReportData *data;
  Store *store;
  uint64_t last_ms; /* the latest time of anything */
} Loader;

/* Copies that live as long as the data. Long texts are cut, the more so when there are many. */
const char *loader_copy(Loader *loader, const char *text);
ReportText loader_copy_text(Loader *loader, StoreText text);
/* The text of an input; unchanged if there is none. */
Status loader_input_text(Loader *loader, uint64_t instance, ReportText *text, Error *error);
/* The names of the seeds that an input goes back to; unchanged if there are none. */
Status loader_origin(Loader *loader, uint64_t instance, ReportText *origin, Error *error);
/* Something happened at this time. */
void loader_note_time(Loader *loader, uint64_t at_ms);

/* What the agents know: rankings of constructs, actions and options. */
Status load_arms(Loader *loader, Error *error);
/* Which constructs inputs have that pay. */
Status load_lifts(Loader *loader, Error *error);
/* Groups of findings with their examples. */
Status load_groups(Loader *loader, Error *error);
/* What the details of an example say of its group. */
void load_details(Loader *loader, ReportGroup *group, StoreText text);
/* What a campaign says at its end; after solvers, arms and the best input. */
Status load_result(Loader *loader, Error *error);

#endif
