/* What an editor shows of a script: what is wrong with it, the sort of a term, its canonical text, what could be written next. The
 * outline (outline.h) has its commands; theories are those of a bank that is not changed. */
#ifndef SMT_INSPECT_INSPECT_H
#define SMT_INSPECT_INSPECT_H

#include "base/status.h"
#include "smt/inspect/outline.h"
#include "smt/term/bank.h"

typedef struct {
  InspectSpan span;
  bool warning;
  char *message;
} InspectDiagnostic;
typedef VEC(InspectDiagnostic) InspectDiagnostics;

/* Every command is checked; after INSPECT_DIAGNOSTICS_MAX errors no more are looked for. Errors that only follow from a declaration
 * that failed are left out. */
enum { INSPECT_DIAGNOSTICS_MAX = 200 };
void inspect_diagnose(const Bank *theories, const InspectOutline *outline,
                      InspectDiagnostics *found);
void inspect_diagnostics_free(InspectDiagnostics *diagnostics);
/* From the offset of an error to the end of the expression that begins there, or of the word. */
InspectSpan inspect_error_span(const char *text, uint64_t length, uint64_t offset);

/* What is known of the place, as Markdown: the sort of the term, the ranks of the operator, the declaration. False: nothing. */
bool inspect_hover(const Bank *theories, const InspectOutline *outline, uint64_t offset,
                   StrBuf *out, InspectSpan *span);

/* A text that replaces a part of the script. */
typedef struct {
  InspectSpan span;
  char *text;
} InspectEdit;
typedef VEC(InspectEdit) InspectEdits;

/* Edits that make the script canonical. Comments stay: the commands that hold one are left as they are, and the blank lines of a
 * script with comments too. A script that is wrong is an error, with its place. */
Status inspect_format(const Bank *theories, const InspectOutline *outline, InspectEdits *edits,
                      Error *error);
void inspect_edits_free(InspectEdits *edits);

typedef struct {
  char *name;
  const char *kind; /* "operator", "sort" ... : see inspect_complete */
  char *detail;     /* a rank, or NULL */
} InspectCompletion;
typedef VEC(InspectCompletion) InspectCompletions;

/* Names that can stand at the offset and begin with what is written there: commands, logics, sorts and operators of theories, and what
 * the script declares. *span is the part of the name that is written. At most INSPECT_COMPLETIONS_MAX; true: there are more. */
enum { INSPECT_COMPLETIONS_MAX = 500 };
bool inspect_complete(const Bank *theories, const InspectOutline *outline, uint64_t offset,
                      InspectCompletions *found, InspectSpan *span);
void inspect_completions_free(InspectCompletions *completions);

#endif
