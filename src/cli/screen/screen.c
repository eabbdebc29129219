#include "cli/screen/screen.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"
#include "cli/screen/draw.h"
#include "cli/screen/terminal.h"

enum { FRAME_MS = 200, COLUMNS_LEAST = 20, ROWS_LEAST = 5 };

struct Screen {
  ScreenOptions options;
  bool utf8, has_thread;
  pthread_t thread;
  int wake; /* written to when it ends */
  atomic_bool ends, paused;
  ScreenView view;    /* the thread's, as the next */
  StrBuf frame, last; /* what is drawn; what stands there */
  pthread_mutex_t mutex;
  ScreenModel model; /* under the mutex */
};

/* --- drawing --- */

/* The first columns of a line that may be wider; sequences of styles are kept, as one ends what another began. */
static void add_cut(StrBuf *frame, const char *line, const char *stop, size_t columns)
{
  size_t column = 0;
  while (line < stop) {
    const char *next = line + 1;
    bool escape = *line == '\033';
    if (escape)
      while (next < stop && !(next[-1] >= '@' && next[-1] <= '~' && next[-1] != '[')) next++;
    else
      while (next < stop && ((unsigned char)*next & 0xc0) == 0x80) next++;
    if (escape || column++ < columns) strbuf_add(frame, line, (size_t)(next - line));
    line = next;
  }
}

/* A terminal that is smaller than what is drawn shows the beginning of it. */
static void add_frame(Screen *screen, size_t columns, size_t rows)
{
  Canvas canvas;
  size_t shown = rows, width = columns;
  if (columns < COLUMNS_LEAST) columns = COLUMNS_LEAST;
  if (rows < ROWS_LEAST) rows = ROWS_LEAST;
  canvas_init(&canvas, columns, rows, screen->options.style, screen->utf8);
  pthread_mutex_lock(&screen->mutex);
  screen_draw(&canvas, &screen->model, &screen->view, clock_monotonic_ns());
  pthread_mutex_unlock(&screen->mutex);
  strbuf_clear(&screen->frame);
  strbuf_add_text(&screen->frame, "\033[H");
  const char *line = canvas.text.bytes, *end = line + canvas.text.length;
  for (size_t row = 0; line < end && row < shown; row++) {
    const char *stop = memchr(line, '\n', (size_t)(end - line));
    if (!stop) stop = end;
    if (row) strbuf_add_text(&screen->frame, "\r\n");
    add_cut(&screen->frame, line, stop, width);
    strbuf_add_text(&screen->frame, "\033[K");
    line = stop + 1;
  }
  strbuf_add_text(&screen->frame, "\033[J");
  canvas_deinit(&canvas);
}

/* `anew`: what stands there is not known. */
static void show(Screen *screen, bool anew)
{
  size_t columns, rows;
  terminal_size(&columns, &rows);
  add_frame(screen, columns, rows);
  if (!anew && screen->frame.length == screen->last.length &&
      memcmp(screen->frame.bytes, screen->last.bytes, screen->last.length) == 0)
    return;
  terminal_write(screen->frame.bytes, screen->frame.length);
  strbuf_clear(&screen->last);
  strbuf_add(&screen->last, screen->frame.bytes, screen->frame.length);
}

/* --- keys --- */

static void toggle_pause(Screen *screen)
{
  bool paused = !atomic_load(&screen->paused);
  if (!screen->options.can_pause) return;
  pthread_mutex_lock(&screen->mutex);
  screen_model_pause(&screen->model, paused, clock_monotonic_ns());
  pthread_mutex_unlock(&screen->mutex);
  atomic_store(&screen->paused, paused);
}

static void take_key(Screen *screen, char key)
{
  switch (key) {
  case 'p': toggle_pause(screen); break;
  case 'f': screen->view.finding = !screen->view.finding; break;
  case 'q':
    screen->view.finding = false;
    screen->view.stopping = true;
    screen->options.stop();
    break;
  default: break;
  }
}

static void *serve(void *user)
{
  Screen *screen = user;
  while (!atomic_load(&screen->ends)) {
    bool taken;
    if (terminal_take(&taken)) {
      screen->view.keys = terminal_has_keys();
      show(screen, taken);
    }
    take_key(screen, terminal_key(screen->wake, FRAME_MS));
  }
  return NULL;
}

/* --- life --- */

Screen *screen_open(const ScreenOptions *options)
{
  assert(options->setup && options->stop);
  Screen *screen = mem_alloc_zero(1, sizeof *screen);
  screen->options = *options;
  screen->utf8 = terminal_is_utf8();
  screen->view.can_pause = options->can_pause;
  screen_model_init(&screen->model, options->setup, options->folder);
  pthread_mutex_init(&screen->mutex, NULL);
  strbuf_init(&screen->frame, 0);
  strbuf_init(&screen->last, 0);
  screen->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  terminal_open();
  screen->has_thread = thread_start(&screen->thread, serve, screen);
  return screen;
}

void screen_close(Screen *screen)
{
  atomic_store(&screen->ends, true);
  ssize_t done = write(screen->wake, &(uint64_t){1}, sizeof(uint64_t));
  (void)done; /* it ends with its next frame all the same */
  if (screen->has_thread) pthread_join(screen->thread, NULL);
  terminal_close();
  close(screen->wake);
  screen_model_deinit(&screen->model);
  pthread_mutex_destroy(&screen->mutex);
  strbuf_deinit(&screen->frame);
  strbuf_deinit(&screen->last);
  free(screen);
}

/* --- what happens --- */

void screen_take(Screen *screen, const CampaignEvent *event, const CampaignState *state)
{
  pthread_mutex_lock(&screen->mutex);
  screen_model_take(&screen->model, event, state, clock_monotonic_ns());
  pthread_mutex_unlock(&screen->mutex);
}

void screen_progress(Screen *screen, const char *text)
{
  pthread_mutex_lock(&screen->mutex);
  screen_model_progress(&screen->model, text);
  pthread_mutex_unlock(&screen->mutex);
}

void screen_note(Screen *screen, const char *text)
{
  pthread_mutex_lock(&screen->mutex);
  screen_model_note(&screen->model, text);
  pthread_mutex_unlock(&screen->mutex);
}

bool screen_is_paused(Screen *screen)
{
  return atomic_load(&screen->paused);
}
