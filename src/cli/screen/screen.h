/* The status screen of a campaign: a thread of its own draws it and listens to keys, so that it stays alive whatever the campaign
 * is doing.
 *
 *   Screen *screen = screen_open(&options);
 *   screen_take(screen, event, state); ...
 *   screen_close(screen);
 *
 * Nobody else may print while it is open. */
#ifndef CLI_SCREEN_SCREEN_H
#define CLI_SCREEN_SCREEN_H

#include "cli/option/style.h"
#include "cli/screen/model.h"

typedef struct Screen Screen;

typedef struct {
  const CampaignSetup *setup;
  const char *folder;
  Style style;
  bool can_pause;
  void (*stop)(void); /* called in another thread when somebody wants the campaign to end */
} ScreenOptions;

/* Only if terminal_is_usable. What the options point to lives as long. */
Screen *screen_open(const ScreenOptions *options);
/* Gives the terminal back. */
void screen_close(Screen *screen);

void screen_take(Screen *screen, const CampaignEvent *event, const CampaignState *state);
void screen_progress(Screen *screen, const char *text);
void screen_note(Screen *screen, const char *text);
/* Does somebody want the campaign to pause? */
bool screen_is_paused(Screen *screen);

#endif
