/* Inside smt/inspect: a walk through one command that says what each of its names is. */
#ifndef SMT_INSPECT_WALK_H
#define SMT_INSPECT_WALK_H

#include "smt/inspect/outline.h"
#include "smt/text/scan.h"

typedef enum {
  ROLE_NONE, /* a keyword, a literal, the name of a command ... */
  ROLE_TERM, /* uses a function, a constant or a variable */
  ROLE_SORT, /* uses a sort */
  ROLE_LOGIC,
  ROLE_VARIABLE,       /* binds one */
  ROLE_SORT_PARAMETER, /* binds one */
  ROLE_PATTERN,        /* a case of match that is one name: a constructor, or binds a variable */
  ROLE_DECLARES        /* see InspectName.kind */
} InspectRole;

typedef struct {
  InspectSpan span;
  InspectRole role;
  InspectKind kind; /* of ROLE_DECLARES */
} InspectName;

/* A variable of let, match, a binder or a definition. */
typedef struct {
  InspectSpan name;
  uint32_t
      group; /* 0: visible; WALK_PENDING: not yet; else while the body of that function is read */
  bool is_sort;
} InspectLocal;

#define WALK_PENDING UINT32_MAX

typedef struct {
  char kind;     /* what the list is: see walk.c */
  uint32_t item; /* number of its items before the current one */
  uint32_t word; /* of a term: WalkWord */
  uint32_t locals;
  uint64_t start;
  bool keyed; /* the item before it was the keyword :named or :pattern */
} InspectFrame;

typedef struct {
  Scan scan;
  const char *signature; /* of the command: roles of its items */
  VEC(InspectFrame) frames;
  VEC(InspectLocal) locals;
  uint32_t group, prototypes;
  bool old_datatypes; /* (declare-datatypes (T) ((List nil ...))) */
} InspectWalk;

/* Begins a walk through the command at this span. */
void inspect_walk_init(InspectWalk *walk, const char *text, InspectSpan command);
void inspect_walk_deinit(InspectWalk *walk);
/* The next name, or false at the end. What is bound there is in walk->locals, innermost last. */
bool inspect_walk_next(InspectWalk *walk, InspectName *name);
/* What the next item of the innermost list would be. */
InspectRole inspect_walk_expected(InspectWalk *walk);
/* Can this variable be used where the walk is? */
static inline bool inspect_walk_sees(const InspectWalk *walk, const InspectLocal *local)
{
  return local->group == 0 || local->group == walk->group;
}

#endif
