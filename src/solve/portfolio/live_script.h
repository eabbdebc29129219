/* A script that comes piece by piece, from somebody who waits for responses before going on.
 *
 *   live_script_add(&live, bytes, length);            as long as there are some
 *   live_script_look(&live);
 *   if (live_script_waits(&live)) {
 *     FileText text = live_script_text(&live);        the whole script so far, to be solved
 *     live_script_cut(&live, output, length, &shown); of what was printed, what has not been shown before
 *   }
 *
 * Each time the whole script is solved again; marks that are echoed between the pieces tell which part of the output is new. */
#ifndef SOLVE_PORTFOLIO_LIVE_SCRIPT_H
#define SOLVE_PORTFOLIO_LIVE_SCRIPT_H

#include "base/file.h"
#include "base/strbuf.h"
#include "solve/portfolio/sketch.h"

typedef struct {
  StrBuf text;
  VEC(uint64_t) pieces;     /* where those that were shown end */
  ScriptSketch outline;     /* of the text */
  size_t checks, successes; /* of the pieces that were shown */
} LiveScript;

void live_script_init(LiveScript *live);
void live_script_deinit(LiveScript *live);

void live_script_add(LiveScript *live, const char *bytes, size_t length);
/* Finds the commands in what is there; everything below is about what it saw. */
void live_script_look(LiveScript *live);
/* Is there a command that has a response which was not shown? */
bool live_script_waits(const LiveScript *live);
/* Has it come to its (exit)? */
bool live_script_exits(const LiveScript *live);
/* Is there something after the last command that is there as a whole? */
bool live_script_breaks_off(const LiveScript *live);
/* Does it declare functions that can only be called? */
bool live_script_has_boxes(const LiveScript *live);
/* Is there a check-sat among the commands that wait? */
bool live_script_has_check(const LiveScript *live);

/* The script with marks, followed by zero bytes, for the caller to free. */
FileText live_script_text(const LiveScript *live);
/* Appends the part of the output that belongs to the commands that wait; for checks without one, unknown; for other commands
 * without one, an error. They do not wait any more. */
void live_script_cut(LiveScript *live, const char *output, size_t length, StrBuf *shown);
/* Is there an error in what was shown, or a command that is not supported? */
bool live_script_shows_refusal(const char *shown);
/* After a refusal in what was shown: the script with a mark after each command of the last piece, to find out whose it is; for the
 * caller to free. */
FileText live_script_text_by_command(const LiveScript *live);
/* Forgets the commands of the last piece for which the output of that text has a refusal: they had no effect, and what follows them must
 * not be doubted for ever. */
void live_script_drop_refused(LiveScript *live, const char *output, size_t length);
/* As live_script_cut, where nobody could be asked. */
void live_script_refuse(LiveScript *live, StrBuf *shown);

#endif
