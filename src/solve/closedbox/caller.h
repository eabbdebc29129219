/* Calls of boxes inside a worker: loads what computes them, calls under the guard, remembers what they answered.
 *
 *   Caller *caller;
 *   caller_create(boxes, call_ns, wall_ns, &caller, &error)
 *   if (caller_call(caller, box, args, result) == GUARD_FINE) ...
 *
 * Contradictions are noticed where a call is made again with the same arguments. */
#ifndef SOLVE_CLOSEDBOX_CALLER_H
#define SOLVE_CLOSEDBOX_CALLER_H

#include "smt/eval/machine.h"
#include "solve/closedbox/box.h"
#include "solve/closedbox/guard.h"

typedef struct Caller Caller;

/* Loading runs foreign code, too. STATUS_IO or STATUS_SYNTAX: what is wrong. After `wall_ns` (0: no limit) programs are
 * not started any more, and those that run are ended: who kills a worker later leaves none behind. */
Status caller_create(const Boxes *boxes, uint64_t call_ns, uint64_t wall_ns, Caller **caller,
                     Error *error);
void caller_destroy(Caller *caller);
/* For the end of a job: boxes may have left the heap in any state, so nothing is freed there, but no program may be left
 * running. There are no calls of programs after it. */
void caller_end_programs(Caller *caller);

GuardEnd caller_call(Caller *caller, uint32_t box, const uint64_t *args, uint64_t *result);
/* The same without a guard of its own, for code that runs under one: fails by guard_fail. */
void caller_call_inside(Caller *caller, uint32_t box, const uint64_t *args, uint64_t *result);
/* The functions to be called directly, by box; NULL for programs. */
void *const *caller_addresses(const Caller *caller);

/* One call: words of the arguments, then of the result. */
typedef struct {
  uint32_t box;
  bool failed;
  uint32_t first; /* in words */
} CallRecord;

/* The calls that were made, each once. */
typedef struct {
  VEC(CallRecord) records;
  VEC(uint64_t) words;
  Index index;
} CallTable;

void call_table_deinit(CallTable *table); /* zeroed is empty and valid */
enum { CALL_TABLE_MAX = 100000 };         /* so many calls are passed to other processes */

/* Adds a call; false if it was there with another result, which `*other` then is. */
bool call_table_add(CallTable *table, const Boxes *boxes, uint32_t box, const uint64_t *args,
                    const uint64_t *result, bool failed, const CallRecord **other);

/* As bytes; false if these are wrong. */
void call_table_put(StrBuf *out, const Boxes *boxes, const CallTable *table);
bool call_table_get(ByteReader *in, const Boxes *boxes, CallTable *table);

/* What caller_call has noted since the start. The contradiction is that of the first box that gave two results for
 * the same arguments: words of the arguments, of the one and of the other result; -1: none. */
const CallTable *caller_table(const Caller *caller);
int caller_contradiction(const Caller *caller, const uint64_t **words);
uint64_t caller_failures(const Caller *caller);

/* For the exact evaluator: calls with values. */
BoxCaller caller_for_machine(Caller *caller);

#endif
