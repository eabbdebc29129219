/* Options of solvers that are drawn for each input, from those that their profiles call safe. Each option of each
 * solver is an arm of an agent, which has its reward if there is a finding that needs the option. */
#ifndef FIND_FUZZ_TWEAK_H
#define FIND_FUZZ_TWEAK_H

#include "base/vec.h"
#include "find/bandit/agent.h"
#include "run/solver/solver.h"

typedef struct {
  size_t solver;
  const char *option;
  char *name; /* the solver with this option, as an expression: "z3(a=b)" */
} Tweak;

/* Some of them, by their numbers, in ascending order. */
enum { TWEAK_SET_MAX = 8 };
typedef struct {
  uint32_t items[TWEAK_SET_MAX];
  uint32_t count;
} TweakSet;

typedef struct {
  const Solver *solvers;
  size_t solver_count;
  VEC(Tweak) list; /* none: solvers are run as they are */
  Agent agent;     /* if there are any: an arm for each */
  Random random;
} Tweaks;

/* The solvers have to live as long. Options that a solver has been given already, with any value, are left out. */
void tweaks_init(Tweaks *tweaks, const Solver *solvers, size_t count);
void tweaks_deinit(Tweaks *tweaks);
/* To be called if there are any. */
void tweaks_start_agent(Tweaks *tweaks, AgentKind kind, uint64_t seed);

/* Draws come from a stream of a worker from now on. */
void tweaks_share(Tweaks *tweaks, uint64_t seed, uint32_t worker);

/* Draws a set; it has no option twice. */
void tweaks_draw(Tweaks *tweaks, TweakSet *set);
/* The same for a set that is not empty; there have to be options. */
void tweaks_draw_some(Tweaks *tweaks, TweakSet *set);
/* What came of one that was drawn. */
void tweaks_reward(Tweaks *tweaks, uint32_t number, bool reward);

bool tweak_set_has(const TweakSet *set, uint32_t number);
bool tweak_set_equal(const TweakSet *a, const TweakSet *b);
/* Without the one at this place. */
TweakSet tweak_set_without(const TweakSet *set, uint32_t place);

/* All solvers with the options of the set, into an empty list; it stays empty if there are none in the set. */
void tweaks_apply(const Tweaks *tweaks, const TweakSet *set, SolverVec *solvers);
/* The set as a text to free, "z3(a=b) cvc5(--c)"; NULL: it is empty. */
char *tweaks_text(const Tweaks *tweaks, const TweakSet *set);

/* The set of such a text; false: it has something else in it. */
bool tweaks_find(const Tweaks *tweaks, const char *text, TweakSet *set);

/* As bytes, see save.h: what the agent knows, and sets. */
void tweaks_save(const Tweaks *tweaks, StrBuf *out);
void tweaks_restore(Tweaks *tweaks, ByteReader *reader);
void tweak_set_save(const TweakSet *set, StrBuf *out);
void tweak_set_restore(const Tweaks *tweaks, TweakSet *set, ByteReader *reader);

#endif
