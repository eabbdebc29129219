/* Inside the printer: how one term is going to be written.
 *
 * A plan is the graph of the term with the scopes of its binders resolved, since what a shared open
 * subterm means, and where it can be named, depends on the binders around it. Every subterm that has
 * arguments becomes a node: once per scope it belongs to, which is the innermost binder on the way
 * to it that it depends on. Nodes that are used more than once are named, and bound by a let where
 * their scope begins.
 *
 * A subterm depends on the binders of its free variables and, to read back to the same handles, a
 * binder of x with level k on the one of x with level k - 1. A variable (or function) whose name is
 * hidden by an inner binder is named by a let where it is still visible. */
#ifndef SMT_TEXT_PRINT_PLAN_H
#define SMT_TEXT_PRINT_PLAN_H

#include "smt/text/print_text.h"

enum {
  PLAN_FORCED = 1,        /* must be named: writing it in place would change its meaning */
  PLAN_HAS_NAMED = 2,     /* holds an annotation :named, which may not be written twice */
  PLAN_LOCAL = 4,         /* gives or uses a name by :named: cannot stand before its command */
  PLAN_LEVELS = 8,        /* binds a variable of a level above 0 */
  PLAN_BAD_PATTERN = 16,  /* an annotation whose patterns use names */
  PLAN_CASE = 32,         /* a case of a match: is no term and has no name of its own */
  PLAN_FORCE_PARENT = 64, /* a case that makes its match PLAN_FORCED */
  PLAN_DEFINED = 128,     /* the name is that of a definition */
  PLAN_KNOWN = 256        /* and that stands already: its arguments have no codes */
};

typedef struct {
  Term term;
  uint32_t codes; /* first of Plan.codes, one per argument: a node, or 0 if written as it is */
  uint32_t after; /* for the use of a name: the node of the annotation that gives it, or 0 */
  uint32_t scope; /* where it is bound if it is named */
  uint32_t inner; /* the scope that it opens, or 0 */
  uint32_t uses;
  uint32_t size;   /* nodes as written, with names for what is named */
  uint32_t level;  /* of names: above those it uses */
  uint32_t name;   /* its number, or 0 */
  uint32_t width;  /* of its text on one line; for print_pretty.c */
  uint32_t next;   /* in the scope's list: all its nodes at first, then the named ones by level */
  uint32_t hidden; /* node that stood for the term in the scopes outside */
  uint32_t flags;
  uint64_t needs; /* depths of the binders it depends on, see scope_bit */
  uint64_t names; /* set of the names in it that a binder could change the meaning of */
} PlanNode;

typedef struct {
  uint32_t depth;       /* 0: the whole term */
  uint32_t barrier;     /* depth of the innermost scope, up to this one, that rebinds a variable */
  uint32_t binding;     /* first of its own in Plan.bindings */
  uint32_t first, last; /* nodes */
  uint64_t blocked; /* depths of the scopes with a variable that was rebound since, see scope_bit */
  uint64_t names;   /* set of the names that it binds */
} PlanScope;

/* A variable bound in an open scope. */
typedef struct {
  Term variable;
  uint32_t depth;       /* of its scope */
  uint32_t outer;       /* position + 1 of the binding of this name that it hides, or 0 */
  uint32_t level;       /* number of bindings of this name outside */
  uint32_t outer_depth; /* of the variable itself outside, or 0 */
} PlanBinding;

typedef struct {
  Term term;
  uint32_t next; /* argument */
  uint32_t codes;
  uint32_t inner;
  uint32_t flags;
  uint64_t needs;
  uint64_t names;
} PlanFrame;

typedef struct {
  const Bank *bank;
  Texts *texts;
  ShareStyle share;
  uint32_t min_size;
  const U32Vec *defined; /* by Term: number of its definition; may be shorter */

  VEC(PlanNode) nodes; /* arguments before what uses them; items[0] is unused */
  U32Vec codes;
  VEC(PlanScope) scopes; /* items[0] is unused, items[1] is the whole term */
  uint32_t root;         /* node, or 0 for a term without arguments */

  /* Working memory. */
  VEC(PlanFrame) frames;
  VEC(PlanBinding) bindings;
  U32Vec path;         /* the open scopes, by depth */
  bool watches_leaves; /* functions without arguments can be hidden or given by :named */
  uint32_t base;       /* smallest depth at which nodes are bound */
  U32Vec node_of;      /* by Term; all 0 between plans */
  U32Vec depth_of;     /* by variable: depth of its binder; all 0 between plans */
  U32Vec binding_of;   /* by Symbol: position + 1 of its innermost binding; all 0 between plans */
  U32Vec named_by;     /* by Symbol: the node that gives this name; all 0 between plans */
  uint32_t name_uses;  /* number of nodes for names given by :named */
  U32Vec stack, counts, order;
} Plan;

/* With `parameters` the term is the lambda of a definition: everything is bound inside it, in
 * scope 2. */
void plan_build(Plan *plan, Term term, bool parameters);
void plan_deinit(Plan *plan);

/* print_scope.c: the binders around the place where the analysis is. */
static inline uint64_t scope_bit(uint32_t depth)
{
  return depth == 0 ? 0 : UINT64_C(1) << (depth < 64 ? depth - 1 : 63);
}
static inline const PlanScope *plan_scope(const Plan *plan)
{
  return &plan->scopes.items[plan->path.items[plan->path.count - 1]];
}
/* Opens the scope of a binder or case (0: of the whole term); sets needs and flags of its frame. */
void scope_enter(Plan *plan, PlanFrame *frame);
void scope_leave(Plan *plan, PlanFrame *frame);
/* The open scope in which something with these needs is bound. */
uint32_t scope_home(const Plan *plan, uint64_t needs);
/* Could a scope between here and `home`, which is not looked at, bind one of these names? */
bool scope_may_hide(const Plan *plan, uint32_t home, uint64_t names);
/* Would the name of this term mean something else here? Only for variables and applications. */
bool scope_hides(const Plan *plan, Term term);

/* print_name.c: decides which nodes are named, and sorts them into their scopes. */
void plan_choose_names(Plan *plan);

#endif
