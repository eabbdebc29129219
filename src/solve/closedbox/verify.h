/* Checking a model by calling: the exact evaluator, with the boxes called in a fresh process. */
#ifndef SOLVE_CLOSEDBOX_VERIFY_H
#define SOLVE_CLOSEDBOX_VERIFY_H

#include "smt/eval/verdict.h"
#include "solve/closedbox/caller.h"
#include "solve/closedbox/problem.h"
#include "solve/closedbox/worker.h"

typedef struct {
  uint64_t call_ns;      /* for one call */
  uint64_t wall_ns;      /* for all of it; 0: no limit */
  uint64_t memory_bytes; /* of a worker's address space; 0: no limit */
} CallLimits;

typedef struct {
  Status status; /* not STATUS_OK: the boxes cannot be loaded, or there is no process */
  Error error;
  Truth truth;     /* of all assertions together */
  bool failed;     /* a call crashed, hung or exited */
  CallTable calls; /* that were made */
  /* A box that gave two results for the same arguments, or -1: words of the arguments, of both results. */
  int contradiction;
  VEC(uint64_t) contradicting;
} Verification;

/* Evaluates the assertions under the model, `repeats` times. */
void closedbox_verify_model(const BoxProblem *problem, const CallLimits *limits, const Model *model,
                            uint32_t repeats, Verification *verification);
/* Makes the calls of a table again, in a newly executed process (`program`, see fresh.h): true if none failed; what they
 * answered has to be compared with it. */
void closedbox_verify_calls(const char *program, const Boxes *boxes, const CallLimits *limits,
                            const CallTable *calls, Verification *verification);
/* What that process does: appends what it saw. */
void closedbox_verify_calls_job(const Boxes *boxes, const CallLimits *limits,
                                const CallTable *calls, StrBuf *out);
void verification_deinit(Verification *verification);

/* The settings of a worker that calls the boxes. */
WorkerSettings call_worker_settings(const Boxes *boxes, const CallLimits *limits);

/* The words of a literal; false if the term is none, or has none. */
bool call_literal_words(Bank *bank, Term term, uint64_t *words);
/* Words as a value of the sort; 0 if they are none. */
Term call_word_term(Bank *bank, Sort sort, Layout layout, const uint64_t *words);
/* "(f 1 2)" and "4": a call as terms of the bank, for texts; 0 if it has none. */
Term call_term(const BoxProblem *problem, uint32_t box, const uint64_t *args);
Term call_result_term(const BoxProblem *problem, uint32_t box, const uint64_t *result);

#endif
