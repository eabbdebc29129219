/* What an editor asks of a script that is being written: where its commands are, what each declares, what a name means.
 *
 *   InspectOutline outline;
 *   inspect_outline(text, length, &outline);
 *   if (inspect_find_definitions(&outline, offset, &spans)) ...
 *   inspect_outline_free(&outline);
 *
 * Any text has an outline: nothing is an error here, and a command that is not closed ends where the next one begins. Places
 * are byte offsets. */
#ifndef SMT_INSPECT_OUTLINE_H
#define SMT_INSPECT_OUTLINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "base/vec.h"

typedef struct {
  uint64_t start, end;
} InspectSpan;
typedef VEC(InspectSpan) InspectSpans;

/* A command, or something else between commands. */
typedef struct {
  InspectSpan span;
  bool list;   /* it begins with a parenthesis */
  bool closed; /* which is closed */
} InspectExtent;

typedef enum {
  INSPECT_FUNCTION,
  INSPECT_CONSTANT,
  INSPECT_SORT,
  INSPECT_CONSTRUCTOR,
  INSPECT_SELECTOR,
  INSPECT_NAMED /* a term with :named */
} InspectKind;

typedef struct {
  InspectSpan name; /* bars included */
  InspectKind kind;
  uint32_t extent;
  uint32_t parent; /* index + 1: the datatype of a constructor, the constructor of a selector */
  uint64_t until;  /* where a pop or reset ends it */
} InspectDeclaration;

typedef struct {
  const char *text; /* as given: has to stay, and a zero byte follows it */
  uint64_t length;
  VEC(InspectExtent) extents;
  VEC(InspectDeclaration) declarations; /* in the order of the text */
} InspectOutline;

void inspect_outline(const char *text, uint64_t length, InspectOutline *outline);
void inspect_outline_free(InspectOutline *outline);

/* The extent that holds the offset, or NULL. */
const InspectExtent *inspect_extent_at(const InspectOutline *outline, uint64_t offset);

/* The names of the declarations, and of the variables of let, match and binders, that the name at the offset stands for. Several where
 * a function is overloaded. False: there is no name, or nobody declares it. */
bool inspect_find_definitions(const InspectOutline *outline, uint64_t offset, InspectSpans *found);

/* What can stand at a place. */
typedef enum {
  INSPECT_PLACE_COMMAND,
  INSPECT_PLACE_TERM,
  INSPECT_PLACE_SORT,
  INSPECT_PLACE_LOGIC,
  INSPECT_PLACE_OTHER
} InspectPlace;

/* The declarations that are known at the offset, and the variables that are bound around it; returns what is expected there. */
InspectPlace inspect_visible(const InspectOutline *outline, uint64_t offset, U32Vec *declarations,
                             InspectSpans *variables);

/* The span without the bars around a quoted symbol. */
InspectSpan inspect_bare(const char *text, InspectSpan name);

#endif
