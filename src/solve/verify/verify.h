/* Verification of a property of a network: attacks, then branch and bound on each subproblem. */
#ifndef SOLVE_VERIFY_VERIFY_H
#define SOLVE_VERIFY_VERIFY_H

#include "nn/graph/graph.h"
#include "solve/verify/costmodel.h"
#include "solve/verify/netfeature.h"
#include "solve/verify/split.h"

#define VERDICT_LIST(X)                                                                            \
  X(VERDICT_UNSAT, "unsat") /* no input violates the property: proved, unless `claimed` */         \
  X(VERDICT_SAT, "sat")     /* the witness does */                                                 \
  X(VERDICT_UNKNOWN, "unknown")                                                                    \
  X(VERDICT_TIMEOUT, "timeout")

#define VERDICT_ENUM(kind, name) kind,
typedef enum { VERDICT_LIST(VERDICT_ENUM) VERDICT_COUNT } Verdict;
#undef VERDICT_ENUM

#define ENGINE_LIST(X)                                                                             \
  X(ENGINE_ALL, "all")                 /* the loop chooses */                                      \
  X(ENGINE_CROWN, "crown")             /* splitting inputs with linear relaxations */              \
  X(ENGINE_RELU, "relu")               /* splitting ReLUs with optimised relaxations */            \
  X(ENGINE_ZONOTOPE, "zonotope")       /* splitting inputs with zonotopes */                       \
  X(ENGINE_INTERVAL, "interval")       /* splitting inputs with intervals, forward and backward */ \
  X(ENGINE_PGD, "pgd")                 /* projected gradient descent from random points */         \
  X(ENGINE_PGD_CORNERS, "pgd-corners") /* and from corners and the best points */                  \
  X(ENGINE_GENETIC, "genetic")         /* a genetic search */                                      \
  X(ENGINE_RANDOM, "random")           /* random points */                                         \
  X(ENGINE_MILP_CBC, "milp-cbc")       /* translation to a mixed integer program, for CBC */       \
  X(ENGINE_MILP_GLPK, "milp-glpk")     /* the same for GLPK */                                     \
  X(ENGINE_SMT_Z3, "smt-z3")           /* translation to SMT-LIB, for z3 */                        \
  X(ENGINE_SMT_CVC5, "smt-cvc5")       /* the same for cvc5 */                                     \
  X(ENGINE_EXTERNAL, "external")       /* a verifier of others, by VNN-COMP's convention */

#define ENGINE_ENUM(kind, name) kind,
typedef enum { ENGINE_LIST(ENGINE_ENUM) ENGINE_COUNT } Engine;
#undef ENGINE_ENUM

typedef struct {
  Engine engine;
  uint64_t timeout_ns;
  unsigned threads;
  uint64_t seed;
  bool no_select; /* engines get equal shares */
  bool no_order;  /* subproblems in the order of the property, with equal shares */
  bool no_deepen; /* one round with all the time that is left */
  SplitChoice choice;
  BoundMethod method;            /* of neurons, for engines that translate */
  const SplitExternal *external; /* of ENGINE_EXTERNAL */
  const CostModel *model;        /* that chooses engines; NULL: the one that the program has */
  NetFeatureSizes sizes;         /* of the files, for the model */
  bool no_clip;
  Proof *
      proof; /* of unsat, if it is not NULL: only boxes are split. Networks that have none are an error */
  const volatile bool *stop; /* ends it as a timeout; may be NULL */
  void (*progress)(void *user, const SplitProgress *progress); /* may be NULL */
  void *user;
} VerifyOptions;

typedef struct {
  Verdict verdict;
  bool claimed;         /* of VERDICT_UNSAT: by a program that rounds, with a margin; no proof */
  Witness witness;      /* of VERDICT_SAT */
  char reason[1000];    /* of VERDICT_UNKNOWN */
  uint64_t subproblems; /* boxes of inputs */
  uint64_t boxes;       /* that were bounded */
} VerifyResult;

const char *verdict_name(Verdict verdict);

/* An error is a property that does not fit the network. */
Status verify_net(const Net *net, const Property *property, const VerifyOptions *options,
                  VerifyResult *result, Error *error);
/* The same for a graph. If an operator cannot be bounded, it is attacked for a tenth of the time, and the verdict is VERDICT_UNKNOWN,
 * with the operator named, unless that finds a witness. A witness that inference on the graph does not confirm is
 * VERDICT_UNKNOWN, too. */
Status verify_graph(const Graph *graph, const Property *property, const VerifyOptions *options,
                    VerifyResult *result, Error *error);
/* The features of the first subproblem of an instance, after a short attack: what a model of engines is trained on and asked with.
 * `row` has room for NETFEATURE_COUNT numbers. */
Status verify_describe(const Graph *graph, const Property *property, const NetFeatureSizes *sizes,
                       float *row, Error *error);
void verify_result_deinit(VerifyResult *result);

#endif
