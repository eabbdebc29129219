/* Findings of a campaign, in groups that may well have one cause each: those with the same signature. */
#ifndef FIND_FUZZ_GROUP_H
#define FIND_FUZZ_GROUP_H

#include "base/vec.h"
#include "find/fuzz/known.h"
#include "find/fuzz/tweak.h"
#include "find/oracle/poll.h"

/* What became of making the example of a group smaller. */
typedef struct {
  bool ended; /* it is not to be tried again */
  uint64_t spent_ns;
  char *text; /* NULL: there is none */
  size_t length;
  bool confirmed;    /* plain runs have shown the finding on it once more */
  bool minimal;      /* nothing else can be left out */
  FindingKind kind;  /* this and the next: what it shows, if it is confirmed */
  SolverSet accused; /* may be fewer than before, by better evidence */
  char *signature;
  char *evidence;
  char *answers;
  char *reason; /* why there is none; NULL: not known */
} Reduction;

void reduction_deinit(Reduction *reduction);

/* What other processes know of a group. */
typedef struct {
  size_t count, flaky;
  uint64_t changes;
} GroupSent;

typedef struct {
  char *signature;
  FindingKind kind;
  uint32_t place; /* of the example's finding among those of its input */
  SolverSet accused;
  size_t count;    /* of inputs that show it twice */
  size_t flaky;    /* of inputs that showed it once, and not again */
  uint64_t number; /* of the example: the shortest input that shows it twice, else the first one */
  uint64_t at_ns;  /* when the first was found, since the start */
  char *evidence;  /* of the example, in one line */
  char *text;      /* the example */
  size_t length;
  char *script;      /* what shows it, if that is another text than the input; NULL */
  char *answers;     /* "z3: sat, cvc5: unsat" */
  TweakSet tweaks;   /* options of solvers that the example needs: none of them can be left out */
  SolverVec solvers; /* with these options; empty: as they are */
  char *options;     /* the same as a text, "z3(a=b)"; NULL: none */
  char *remarks;     /* lines about other versions, may be empty; NULL: not tried */
  char *regression;  /* an older version that does not show it; NULL: none */
  uint64_t changes;  /* how often this record has changed */
  Reduction reduction;
  U32Vec constructs;       /* of the reduced form, by their numbers */
  char *shape;             /* of the reduced form; NULL: not known */
  size_t same_as;          /* 1 + the number of a group that has the same reduced form; 0: none */
  const KnownEntry *known; /* NULL: it is news */
  uint64_t first;          /* the first input of it, if this process found it */
  uint32_t first_place;    /* and the place of the finding in that */
  GroupSent sent;
  bool alone; /* the example shows it, too, when nothing else runs */
  bool
      in_defaults; /* the solvers that are blamed show it as they come, with nothing experimental */
  bool own_example, own_reduction; /* that others do not know */
  bool elsewhere;                  /* another process reduces it */
} FindingGroup;

typedef VEC(FindingGroup) FindingGroups;

/* As people count them, from 1: finding-01 is the first group. */
size_t group_number(const FindingGroups *groups, const FindingGroup *group);

/* What findings are about. */
typedef struct {
  const char *answers;  /* of all solvers: see group_answers */
  const Tweaks *tweaks; /* NULL: there are no options */
  TweakSet set;         /* of these: what the finding needs */
  uint64_t number;      /* of the input */
  uint32_t place;       /* of the finding among those of the input, from 0 */
  const char *text;
  size_t length;
  uint64_t at_ns;
  const uint32_t *counts; /* how often it has each construct; NULL: not known */
  bool doubt; /* now and then one that seems to belong to a group is looked at for itself */
} FindingSource;

/* What all solvers said, to the query that it is about (from 1; 0: in the whole run), a text to free: "z3: sat, cvc5: unsat". */
char *group_answers(const Solver *solvers, size_t count, const PollResult *polled, uint32_t query);

/* Puts it into the group of its signature; *news: there was none of that group that is confirmed, and this one
 * is. Of wrong answers and models there may be several groups with one signature: an input that does not have
 * all constructs of a group's reduced form shows something else (up to a limit). The group's number is returned. */
size_t groups_add(FindingGroups *groups, const Finding *finding, const FindingSource *source,
                  bool *news);
/* Looks whether a group is the same as an earlier one, of the same kind and against the same solvers: by the
 * shape of the reduced forms, or by the signature and the constructs. Both stay, and the later one says so. */
void groups_compare(FindingGroups *groups, size_t number);
/* A smaller text that shows what the example shows. `finding` and `answers`: what plain runs say of it; NULL: there
 * were none. */
void group_reduce(FindingGroup *group, const char *text, size_t length, const Finding *finding,
                  const char *answers);
/* Each has the example of the other then. */
void group_swap_example(FindingGroup *a, FindingGroup *b);
/* The first of some groups that a finding belongs to; else their number. */
size_t groups_find(const FindingGroups *groups, size_t count, const Finding *finding,
                   const FindingSource *source);
/* The options of solvers that the example needs. */
void group_set_tweaks(FindingGroup *group, const Tweaks *tweaks, const TweakSet *set);
/* Groups that have something confirmed that is neither known nor the same as another one. */
size_t groups_confirmed(const FindingGroups *groups);
void groups_deinit(FindingGroups *groups);

#endif
