/* Which constructs hard inputs have, learnt from new inputs: a new input has many constructs at once, so that a few
 * dozen of them tell more than as many mutations, each of which is about one construct only.
 *
 * An input is hard if its margin is among the largest tenth of those of the last new ones. It tells something about a
 * construct if it has as much of it as new inputs usually have, or more: some constructs are in nearly all of them. */
#ifndef FIND_FUZZ_BLAME_H
#define FIND_FUZZ_BLAME_H

#include "find/bandit/agent.h"
#include "language/language.h"

enum { BLAME_RECENT = 100 };

typedef struct {
  Agent agent; /* an arm for each construct: how often inputs with much of it are hard */
  double recent[BLAME_RECENT]; /* margins of the last new inputs */
  size_t count, next;          /* of these: how many there are, and which one is to be replaced */
  uint64_t samples;            /* all new inputs, */
  double *totals;              /* and how often each construct occurs in them */
  uint32_t *occurrences;       /* space for a number per construct */
} Blame;

void blame_init(Blame *blame, AgentKind agent, size_t constructs);
void blame_deinit(Blame *blame);

/* What is known of the margin of a new input: it is this, or less. */
void blame_take_sample(Blame *blame, Language *language, const Instance *instance, double margin);
/* The same of a new input into which a construct was placed: only about that one. */
void blame_take_enriched(Blame *blame, size_t construct, double margin);

/* A construct that inputs might be hard with. */
size_t blame_choose(const Blame *blame, Random *random);

/* What it knows, for one of as many constructs. What cannot be makes the reader fail. */
void blame_save(const Blame *blame, StrBuf *out);
void blame_restore(Blame *blame, ByteReader *reader);

#endif
