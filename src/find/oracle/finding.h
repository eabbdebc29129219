/* Something that is wrong with a solver, or with what a script says of itself. */
#ifndef FIND_ORACLE_FINDING_H
#define FIND_ORACLE_FINDING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

#define FINDING_LIST(X)                                                                            \
  X(FINDING_MODEL, "wrong model")                  /* an assertion is false in it */               \
  X(FINDING_COMPUTED, "contradicts the evaluator") /* no constants: the value is known */          \
  X(FINDING_REFUTED, "refuted")                    /* unsat, and a model was checked */            \
  X(FINDING_STATUS, "against status")    /* the script and another solver say something else */    \
  X(FINDING_DOUBT, "doubtful status")    /* no solver says what the script says */                 \
  X(FINDING_MINORITY, "minority")        /* most solvers say something else */                     \
  X(FINDING_SPLIT, "disagreement")       /* some of them are wrong; nobody knows who */            \
  X(FINDING_SELF, "against itself")      /* asked in two ways, a solver gives two answers */       \
  X(FINDING_CORE, "wrong core")          /* what it holds is satisfiable, or is not there */       \
  X(FINDING_CORE_DOUBT, "doubtful core") /* solvers say so, and nobody contradicts */              \
  X(FINDING_CRASH, "crash")                                                                        \
  X(FINDING_FLOOD, "flood")     /* of output */                                                    \
  X(FINDING_REJECTS, "rejects") /* an error on an input that gives no reason for one */            \
  X(FINDING_SLOW, "slow")       /* far more time than another solver takes */

#define FINDING_ENUM(kind, name) kind,
typedef enum { FINDING_LIST(FINDING_ENUM) FINDING_COUNT } FindingKind;
#undef FINDING_ENUM

/* Solvers by their number, as bits. */
typedef uint64_t SolverSet;
enum { SOLVER_SET_MAX = 64 };
#define SOLVER_BIT(number) ((SolverSet)1 << (number))

typedef struct {
  FindingKind kind;
  SolverSet accused;   /* wrong; in a disagreement: perhaps. None: the input itself may be wrong */
  SolverSet concerned; /* whose runs are the evidence */
  uint32_t query;      /* number of the check-sat, from 1; 0: the whole run */
  uint64_t line;       /* of the assertion that is false; 0: none */
  char *evidence;      /* in one line */
  char *signature;     /* the same for what may well be the same defect */
  char *script;        /* the text that shows it, if it is not the script itself; NULL */
  bool vague;          /* the signature does not say what went wrong inside of the solver */
  bool confirmed;      /* a second run showed the same */
  bool settled;        /* whether it is confirmed will not change */
} Finding;

typedef VEC(Finding) Findings;

/* In the evidence, before the model that it is about, which is its end: one that satisfies the input, or of FINDING_MODEL the
 * wrong one. */
#define FINDING_MODEL_MARK "; the model: "
/* Where the mark is; the end of the text if there is none. */
const char *finding_model_mark(const char *evidence);

const char *finding_name(FindingKind kind);
/* The present name for one that an earlier version may have written. */
const char *finding_present_name(const char *name);
/* A signature with the present name for one with the name of an earlier version, and the other way round, on the heap;
 * NULL: it has no such name. */
char *finding_present_signature(const char *signature, size_t length);
char *finding_earlier_signature(const char *signature);
void findings_deinit(Findings *findings);

/* Marks those that `again` has, too: of the same kind, against the same solvers, at the same query. A crash whose stack is
 * known only there takes its signature over. Those that are settled stay as they are. */
void findings_confirm(Findings *findings, const Findings *again);
/* A wrong answer, found by comparing answers and models: of the same kind can be many defects. */
bool finding_is_answer(FindingKind kind);
/* Does what was found, perhaps about another script, show what is wanted? A wrong answer may be shown by
 * better evidence, and of several that may be wrong the accused may be fewer; everything else has to be of the
 * same kind, against the same solvers, with the same signature, which for wrong models does not matter. */
bool finding_shows(const Finding *found, const Finding *wanted);

/* Does the signature of a crash have its stack? */
bool finding_has_stack(const Finding *finding);

/* All solvers whose runs are evidence of one that is not settled. */
SolverSet findings_concerned(const Findings *findings);

#endif
