/* Draws the status screen of a campaign: lines from what is known, for any size of terminal. */
#ifndef CLI_SCREEN_DRAW_H
#define CLI_SCREEN_DRAW_H

#include "cli/screen/canvas.h"
#include "cli/screen/model.h"

/* What somebody at the keys wants. */
typedef struct {
  bool keys;      /* there is a keyboard */
  bool can_pause; /* the campaign runs in this process */
  bool stopping;  /* it was told to end */
  bool finding;   /* the last finding is shown instead of the rest */
} ScreenView;

void screen_draw(Canvas *canvas, const ScreenModel *model, const ScreenView *view,
                 uint64_t clock_ns);

#endif
