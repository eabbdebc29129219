/* All that a store knows of one finding, with whole texts. */
#ifndef RECORD_REPORT_FINDING_H
#define RECORD_REPORT_FINDING_H

#include "base/arena.h"
#include "base/vec.h"
#include "record/store/store.h"

typedef struct {
  const char *role; /* "input", "drawn" (options for its runs), else one of the store's roles */
  StoreText text;
} FindingText;

typedef struct {
  Arena texts; /* everything below that points somewhere */
  int64_t campaign;
  uint64_t number;      /* "finding-02" is 2; 0: it is an input */
  StoreFinding finding; /* the example */
  StoreInstance instance;
  VEC(StoreSolver) solvers; /* of the campaign */
  VEC(FindingText) parts;   /* those of the input first */
  VEC(StoreRun) runs;       /* on this input */
} FindingRecord;

/* A finding of a campaign by its number, from 1. An error of usage if there is none. */
Status report_finding_load(FindingRecord **record, Store *store, int64_t campaign, uint64_t number,
                           Error *error);
/* The same for an input, without a finding: `finding.id` is 0. */
Status report_finding_load_input(FindingRecord **record, Store *store, int64_t campaign,
                                 uint64_t number, Error *error);
void report_finding_release(FindingRecord *record);

/* NULL: there is none. */
const StoreText *report_finding_text(const FindingRecord *record, const char *role);
/* Appends the names of a set of solvers, with commas. */
void report_finding_names(const FindingRecord *record, uint64_t set, StrBuf *out);

#endif
