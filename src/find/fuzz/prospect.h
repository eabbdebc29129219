/* Which of several kinds of inputs to try next, where what counts is new findings for the time that solvers take.
 *
 * Of each kind it is known how many news it had and how many seconds it has cost. The rate of news is believed to be
 * Gamma distributed; the kind is taken whose draw from it is the largest. Kinds of which nothing is known are tried first, cheap
 * ones more often than costly ones, and one that has told all its news fades as it goes on costing. */
#ifndef FIND_FUZZ_PROSPECT_H
#define FIND_FUZZ_PROSPECT_H

#include <stddef.h>

#include "base/bytes.h"
#include "base/random.h"

typedef struct {
  double news, seconds;
} ProspectKind;

typedef struct {
  ProspectKind *kinds;
  ProspectKind *fresh; /* shared: what has been seen since the sums were told; NULL: not shared */
  size_t count;
} Prospect;

void prospect_init(Prospect *prospect, size_t count);
void prospect_deinit(Prospect *prospect);

/* At least one kind. */
size_t prospect_choose(const Prospect *prospect, Random *random);
/* The same among the first ones. */
size_t prospect_choose_first(const Prospect *prospect, size_t count, Random *random);
/* What an input of a kind has cost. */
void prospect_cost(Prospect *prospect, size_t kind, double seconds);
/* It had news. */
void prospect_reward(Prospect *prospect, size_t kind, double news);

/* Several processes learn together, as agents do (find/bandit/agent.h). News fade by the seconds of their kind. */
void prospect_share(Prospect *prospect);
void prospect_set_sum(Prospect *prospect, size_t kind, ProspectKind sum);
void prospect_told(Prospect *prospect);
/* What is left of news after a second of their kind. */
double prospect_decay(void);

/* What was known of another number of kinds, by another version, is not taken. What cannot be makes the reader fail. */
void prospect_save(const Prospect *prospect, StrBuf *out);
void prospect_restore(Prospect *prospect, ByteReader *reader);

#endif
