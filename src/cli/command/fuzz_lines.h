/* What a campaign shows while it runs where there is no screen, on stderr: a line that changes, on a terminal, or one now and then. */
#ifndef CLI_COMMAND_FUZZ_LINES_H
#define CLI_COMMAND_FUZZ_LINES_H

#include "campaign/setup.h"

typedef struct {
  const CampaignSetup *setup;
  bool terminal;     /* stderr is one */
  size_t shown;      /* columns of the line that stands there now */
  uint64_t next_ns;  /* when to show it again */
  uint64_t every_ns; /* without a terminal: how long until the next line */
} FuzzLines;

void fuzz_lines_init(FuzzLines *lines, const CampaignSetup *setup);
/* The line of state, if it is time for one. */
void fuzz_lines_state(FuzzLines *lines, const CampaignState *state);
/* How far a reduction is, in its place, as often as the line of state. */
void fuzz_lines_progress(FuzzLines *lines, const char *text);
/* Something that stays: "best: ..." */
void fuzz_lines_note(FuzzLines *lines, const char *text);
/* Before anything else is printed, and at the end. */
void fuzz_lines_hide(FuzzLines *lines);

#endif
