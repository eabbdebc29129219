/* What a campaign shows while it runs, on stderr: a line that changes, on a terminal, or one now and then. */
#ifndef CLI_COMMAND_FUZZ_SHOW_H
#define CLI_COMMAND_FUZZ_SHOW_H

#include "campaign/setup.h"

typedef struct {
  const CampaignSetup *setup;
  bool terminal;     /* stderr is one */
  size_t shown;      /* columns of the line that stands there now */
  uint64_t next_ns;  /* when to show it again */
  uint64_t every_ns; /* without a terminal: how long until the next line */
} FuzzShow;

void fuzz_show_init(FuzzShow *show, const CampaignSetup *setup);
/* The line of state, if it is time for one. */
void fuzz_show_state(FuzzShow *show, const CampaignState *state);
/* Another line in its place, as often as the line of state. */
void fuzz_show_progress(FuzzShow *show, const char *text);
/* Something that stays: "best: ..." */
void fuzz_show_note(FuzzShow *show, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Before anything else is printed, and at the end. */
void fuzz_show_hide(FuzzShow *show);

#endif
