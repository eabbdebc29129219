/* Making inputs: the ones given, new ones, and mutations by a construct that an agent picks. */
#ifndef FIND_FUZZ_BREED_H
#define FIND_FUZZ_BREED_H

#include "base/vec.h"
#include "find/bandit/agent.h"
#include "find/fuzz/sizes.h"
#include "find/fuzz/tweak.h"
#include "language/language.h"

typedef enum {
  CANDIDATE_SEED,      /* as it was given */
  CANDIDATE_SAMPLE,    /* new */
  CANDIDATE_MUTATION,  /* of another input */
  CANDIDATE_ENRICHED,  /* new, with a construct placed in it */
  CANDIDATE_TRANSFORM, /* made of seeds by a transform */
  CANDIDATE_KIND_COUNT
} CandidateKind;

/* An input, with how it came to be. */
typedef struct {
  Instance *instance;
  CandidateKind kind;
  uint64_t number;    /* of the input, from 1 */
  uint64_t parent;    /* of a mutation: the number of the input it was made of */
  size_t construct;   /* what was placed, if something was */
  uint32_t placed;    /* how often; 0: nothing */
  uint64_t scale;     /* of the language when it was made */
  SizeChoice sizes;   /* of something new: what agents chose of its scale */
  bool chosen;        /* the kind is what an agent chose */
  size_t chosen_kind; /* then: the arm of that agent */
  uint64_t size;      /* of the input, in nodes */
  size_t seeds[2];    /* that it was made of, not by a mutation: 1 + their numbers; 0: none */
  size_t way;         /* how it was chosen or is to be asked (hunt.h); 0: no special way */
  TweakSet tweaks;    /* options of solvers that were drawn for it */
  SolverVec solvers;  /* with these options, while it is with them; empty: as they are */
} Candidate;

/* Numbers of inputs, from one to another. */
typedef struct {
  uint64_t next, last;
} NumberRange;
typedef VEC(NumberRange) NumberRanges;

/* Where numbers come from if other processes make inputs, too: puts at least one range into the list. */
typedef struct {
  void (*take)(void *user, NumberRanges *ranges);
  void *user;
} NumberSource;

/* An input that was given. */
typedef struct {
  Instance *instance;
  char *name;
} Seed;

typedef struct {
  Language *language;
  Random random;       /* for what agents choose */
  Agent inner;         /* an arm for each construct */
  Sizes sizes;         /* of new inputs; none: as large as the language makes them */
  double repeat;       /* how often a construct is placed once more, and again; in [0, 1) */
  uint64_t number;     /* of the last input */
  NumberSource source; /* without one, numbers follow each other */
  NumberRanges ranges; /* that are left */
  VEC(Seed) seeds;
  size_t next_seed;
  uint64_t misplaced; /* how often a construct could not be placed */
} Breeder;

/* The language has at least one construct, and has to live as long as the breeder. */
void breeder_init(Breeder *breeder, Language *language, AgentKind agent, uint64_t seed);
void breeder_deinit(Breeder *breeder);

/* From now on numbers come from others, and what agents choose is a stream of this worker. Of these
 * numbers, every second one is that of a seed, until all were tried. */
void breeder_share(Breeder *breeder, NumberSource source, uint64_t seed, uint32_t worker);

/* An input to begin with, and what it is called: the breeder owns the instance from now on. */
void breeder_add_seed(Breeder *breeder, Instance *instance, const char *name);

/* The next of the seeds, each once, if it is its turn: seeds and what is made of them come in turn, from the first one on. False: it
 * is not, or there are no more. */
bool breed_seed(Breeder *breeder, Candidate *candidate);
/* How many of the seeds were tried. */
size_t breeder_tried_seeds(const Breeder *breeder);
/* Appends the names of the seeds that it was made of, if it was. */
void breeder_add_origin(const Breeder *breeder, const Candidate *candidate, StrBuf *out);
/* Something new: generated or, if there are seeds, one of them with one mutation. */
void breed_sample(Breeder *breeder, Candidate *candidate);
/* A mutation by the construct that the inner agent picks, in one or more places. A construct that cannot be placed
 * is a failure of its arm, and another one is picked. False: none of those picked could be placed. */
bool breed_mutation(Breeder *breeder, const Instance *parent, uint64_t parent_number,
                    Candidate *candidate);
/* Something new with a construct placed in one or more places. False: it cannot be placed. */
bool breed_enriched(Breeder *breeder, size_t construct, Candidate *candidate);
/* Seeds transformed in one of the language's ways. False: none of those picked could be. */
bool breed_transform(Breeder *breeder, size_t transform, Candidate *candidate);
/* The instance that such a mutation gave, from what is recorded of it, at the same scale of the language. NULL: it
 * cannot be made any more. */
Instance *breed_again(Language *language, const Instance *parent, size_t construct, uint64_t number,
                      uint32_t placed);

/* Tells the inner agent the result of an input, if it had a say in it. */
void breed_reward(Breeder *breeder, const Candidate *candidate, double reward);

void candidate_release(Breeder *breeder, Candidate *candidate);

#endif
