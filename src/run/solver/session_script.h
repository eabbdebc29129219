/* A script as one of many in the life of a solver: what has to be put around it, and whether it can be
 * asked in a session at all. Found in one pass over its text, without understanding it. */
#ifndef RUN_SOLVER_SESSION_SCRIPT_H
#define RUN_SOLVER_SESSION_SCRIPT_H

#include "base/strbuf.h"
#include "run/solver/profile.h"

typedef struct {
  const char *text;
  const char *unfit; /* why it needs a process of its own; NULL: it does not */
  bool sets_options; /* they may outlive the script: the process is of no use for others */
  uint64_t end;      /* of what the solver reads: the first (exit), or the end of the text */
  uint64_t pushed;   /* levels that are open at the end */
  uint64_t logic;    /* where the command set-logic begins and ends; equal: there is none */
  uint64_t logic_end;
} SessionScript;

#define SESSION_LOGIC "-logic"

/* The text is not copied. */
SessionScript solver_session_read_script(const char *text, uint64_t length, ProfileStyle style);

/* Appends what the solver is sent for a script that is fit. `first`: the process has had no other. The
 * solver prints `marker` after its answers. If the style is STYLE_PUSH and the process is new, it prints
 * the marker and SESSION_LOGIC after what it has to say of the logic, before everything else. */
void solver_session_write_script(const SessionScript *script, ProfileStyle style, bool first,
                                 const char *marker, StrBuf *out);

/* What a solver prints after each repetition. */
#define REPEATED_MARK "assay-repeated"

/* Appends a script that says everything `count` times, with (reset) in between and REPEATED_MARK printed after each. False: the
 * script is not fit for that. */
bool solver_session_repeat_script(const char *text, uint64_t length, uint32_t count, StrBuf *out);

#endif
