/* The results of an experiment as texts: tables for documents, rows for other programs, data of figures. */
#ifndef RECORD_EXPERIMENT_TABLES_H
#define RECORD_EXPERIMENT_TABLES_H

#include "base/strbuf.h"
#include "record/experiment/tally.h"

/* Markdown: a table with a row for each case, the total, what it means, and which tests were made. */
void tables_markdown(const Tally *tally, StrBuf *out);
/* CSV: a row for each case and strategy, and for all cases. */
void tables_csv(const Tally *tally, StrBuf *out);
/* CSV: a row for each campaign. */
void tables_campaigns_csv(const Tally *tally, StrBuf *out);
/* CSV, the data of a cactus plot: the best inputs of a strategy as a suite, sorted by what they cost the targets and the
 * references: with what limit would how many of them be solved? */
void tables_cactus_csv(const Tally *tally, StrBuf *out);
/* CSV: findings of each campaign over its time. */
void tables_findings_csv(const Tally *tally, StrBuf *out);

#endif
