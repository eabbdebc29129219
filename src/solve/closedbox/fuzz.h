/* Private to the fuzz engine's side in our process: what it runs, and what becomes of what it finds. */
#ifndef SOLVE_CLOSEDBOX_FUZZ_H
#define SOLVE_CLOSEDBOX_FUZZ_H

#include "solve/closedbox/eliminate.h"
#include "solve/closedbox/engine.h"
#include "solve/closedbox/optimised.h"
#include "solve/closedbox/search_task.h"

typedef struct {
  Engine *engine;
  SearchTask task;
  Eliminations eliminations;
  bool complete;  /* all constraints of the problem are in the plan */
  bool exact;     /* compiled constraints are exact: a sweep proves something */
  uint64_t trail; /* of the last search */
  Optimised optimised;
  bool failed; /* its worker ended without an outcome, or a call failed */
} Fuzz;

/* Takes the constraints that are marked (NULL: all) and can be run, inverts equations, finds ranges and writes the source. */
void fuzz_init(Fuzz *fuzz, Engine *engine, const uint8_t *chosen);
void fuzz_deinit(Fuzz *fuzz);
/* The ranges of the variables of its plan. */
void fuzz_find_ranges(Fuzz *fuzz);
/* The word of a number; false if the term is none that fits in one. */
bool fuzz_literal_word(Bank *bank, Term term, uint64_t *word);

/* The settings of a search that takes so long, or as long as its patience if that is longer. */
void fuzz_set_search(Fuzz *fuzz, uint64_t wall_ns, uint64_t sweep_limit, uint64_t seed);
/* The settings of a worker for it, and what it runs: the context is the Fuzz. */
WorkerSettings fuzz_worker_settings(Fuzz *fuzz);
void fuzz_job(void *context, const WorkerRoom *room);
/* The result. The model is filled if something was found. */
SearchEnd fuzz_read(Fuzz *fuzz, WorkerEnd worker, const WorkerRoom *room, Model *model);
/* After SEARCH_EMPTY: unsat, if it is confirmed. A part of the constraints without a solution has none as a whole. */
void fuzz_conclude_sweep(Fuzz *fuzz);

enum { FUZZ_ROOM_BYTES = 16 << 20 };

#endif
