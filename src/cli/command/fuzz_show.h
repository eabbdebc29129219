/* What a campaign shows while it runs: a screen on a terminal, else lines; or events for programs, or nothing. */
#ifndef CLI_COMMAND_FUZZ_SHOW_H
#define CLI_COMMAND_FUZZ_SHOW_H

#include "campaign/job.h"
#include "cli/command/fuzz_events.h"
#include "cli/command/fuzz_lines.h"
#include "cli/command/fuzz_options.h"
#include "cli/screen/screen.h"

typedef enum { SHOW_NOTHING, SHOW_LINES, SHOW_SCREEN, SHOW_EVENTS } FuzzShowKind;

typedef struct {
  FuzzShowKind kind;
  const FuzzOptions *given;
  const CampaignJob *job;
  FuzzLines lines;
  FuzzEvents events;
  Screen *screen;
  VEC(char *) warnings; /* that a screen has shown, to be printed after it */
} FuzzShow;

/* When the job has begun. Until fuzz_show_end nobody else may print. */
void fuzz_show_begin(FuzzShow *show, const FuzzOptions *given, const CampaignJob *job);
void fuzz_show_end(FuzzShow *show);
/* Instead of a screen it shows lines from now on. */
void fuzz_show_close_screen(FuzzShow *show);

void fuzz_show_take(FuzzShow *show, const CampaignEvent *event);
void fuzz_show_warn(FuzzShow *show, const char *message);
void fuzz_show_progress(FuzzShow *show, const char *message);
/* Does somebody want the campaign to pause? */
bool fuzz_show_is_paused(const FuzzShow *show);

#endif
