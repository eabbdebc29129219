/* Kinds of contradictions. Each is a function that appends assertions which are never all true. */
#ifndef SMT_KNOWN_REFUTE_SCHEME_H
#define SMT_KNOWN_REFUTE_SCHEME_H

#include "smt/gen/generate.h"
#include "smt/known/rewrite.h"

typedef struct {
  Generator *generator;
  Rewriter rewriter;
  uint32_t percent; /* of subterms that are rewritten; 0: nothing is hidden */
  U32Vec core;      /* Term */
} Refuter;

/* False: this kind is not possible in the logic, or these draws did not lead to one; the core may have
 * been added to. */
typedef bool (*RefuteScheme)(Refuter *refuter);

typedef struct {
  const char *name;
  RefuteScheme add;
} NamedScheme;

extern const NamedScheme refute_schemes[];
extern const uint32_t refute_scheme_count;

/* The first of them, which is possible in every logic. */
bool refute_by_negation(Refuter *refuter);

/* Private to the schemes. */
Term refute_grow(Refuter *refuter, Sort sort, uint32_t depth);
/* Applies a theory function; 0 if it may not be used. */
Term refute_apply(const Refuter *refuter, const char *name, const Term *args, uint32_t count);
/* Appends a term or its negation, rewritten. */
bool refute_add(Refuter *refuter, Term term, bool negated);
/* One of the universe's sorts that has this class; 0 if there is none. SORT_OTHER: any that terms can
 * be compared in. */
Sort refute_sort(Refuter *refuter, SortClass class);

bool refute_by_table(Refuter *refuter);
bool refute_by_datatype(Refuter *refuter);
bool refute_by_facts(Refuter *refuter);

#endif
