#include "cli/screen/draw.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "cli/screen/graph.h"

static const uint64_t SECOND_NS = 1000000000;
enum { LABEL = 13, NAME_LEAST = 16, NAME_MOST = 36, WIDE = 100, FULL_HEIGHT = 22, NOTES_LEAST = 3 };

/* --- numbers --- */

/* "0:07", "12:03", "1:00:00" */
static void add_time(StrBuf *out, uint64_t ns)
{
  uint64_t seconds = ns / SECOND_NS, hours = seconds / 3600;
  if (hours)
    strbuf_printf(out, "%" PRIu64 ":%02" PRIu64, hours, seconds / 60 % 60);
  else
    strbuf_printf(out, "%" PRIu64, seconds / 60);
  strbuf_printf(out, ":%02" PRIu64, seconds % 60);
}

/* "12,345" */
static void add_count(StrBuf *out, uint64_t number)
{
  char digits[24];
  int length = snprintf(digits, sizeof digits, "%" PRIu64, number);
  for (int i = 0; i < length; i++) {
    if (i && (length - i) % 3 == 0) strbuf_add_char(out, ',');
    strbuf_add_char(out, digits[i]);
  }
}

static void put(Canvas *canvas, const char *style, StrBuf *text)
{
  canvas_add(canvas, style, strbuf_text(text));
  strbuf_clear(text);
}

/* --- the head --- */

static void draw_title(Canvas *canvas, const ScreenModel *model)
{
  canvas_add(canvas, canvas->style.bold, " assay fuzz");
  canvas_printf(canvas, "", "  %s, %s", model->logic, model->objective);
  const char *folder = model->folder ? model->folder : "";
  canvas_add(canvas, "", "  ");
  canvas_to_right(canvas, text_columns(folder) + 1);
  canvas_add(canvas, canvas->style.dim, folder);
  canvas_end(canvas);
}

static void draw_phase(Canvas *canvas, const ScreenModel *model, const ScreenView *view)
{
  static const char *const names[] = {[PHASE_FUZZING] = "fuzzing",
                                      [PHASE_REDUCING] = "reducing",
                                      [PHASE_CONFIRMING] = "confirming"};
  assert(model->phase < sizeof names / sizeof *names);
  const Style *style = &canvas->style;
  canvas_add(canvas, "", " ");
  if (view->stopping)
    canvas_add(canvas, style->yellow, "stopping");
  else if (model->paused && model->phase == PHASE_FUZZING)
    canvas_add(canvas, style->yellow, "paused");
  else
    canvas_add(canvas, style->green,
               model->ended && model->phase == PHASE_FUZZING ? "finishing" : names[model->phase]);
  if (model->subject) canvas_printf(canvas, "", " %s", model->subject);
  if (model->progress) canvas_printf(canvas, "", ": %s", model->progress);
  if (model->paused && model->phase != PHASE_FUZZING && !view->stopping)
    canvas_add(canvas, style->yellow, ", then paused");
}

static void draw_state(Canvas *canvas, const ScreenModel *model, const ScreenView *view,
                       uint64_t clock_ns)
{
  uint64_t used = screen_model_time(model, clock_ns);
  StrBuf text;
  strbuf_init(&text, 0);
  add_time(&text, used);
  strbuf_add_text(&text, " elapsed");
  if (model->time_ns) {
    strbuf_add_text(&text, ", ");
    add_time(&text, model->time_ns > used ? model->time_ns - used : 0);
    strbuf_add_text(&text, " left");
  }
  size_t room = text.length + 2;
  Canvas left = *canvas; /* what is going on is cut before the time is */
  left.width = left.width > room ? left.width - room : 1;
  draw_phase(&left, model, view);
  left.width = canvas->width;
  *canvas = left;
  canvas_to_right(canvas, room - 1);
  put(canvas, "", &text);
  canvas_end(canvas);
  strbuf_deinit(&text);
}

/* --- counts --- */

static void draw_label(Canvas *canvas, const char *label)
{
  size_t end = canvas->column + LABEL;
  canvas_printf(canvas, canvas->style.dim, " %s", label);
  canvas_to(canvas, end);
}

static void draw_inputs(Canvas *canvas, const ScreenModel *model, uint64_t clock_ns)
{
  StrBuf text;
  strbuf_init(&text, 0);
  double seconds = (double)screen_model_time(model, clock_ns) / 1e9;
  draw_label(canvas, "inputs");
  add_count(&text, model->inputs);
  if (model->inputs_limit) {
    strbuf_add_text(&text, " of ");
    add_count(&text, model->inputs_limit);
  }
  put(canvas, canvas->style.bold, &text);
  if (model->tried_seeds < model->seeds)
    canvas_printf(canvas, "", "  seed %zu of %zu", model->tried_seeds, model->seeds);
  canvas_printf(canvas, "", "  %.1f/s", seconds > 0 ? (double)model->inputs / seconds : 0);
  if (canvas->width >= WIDE) canvas_printf(canvas, "", ", lately %.1f/s", screen_model_rate(model));
  strbuf_deinit(&text);
}

static void draw_groups(Canvas *canvas, const ScreenModel *model, uint64_t clock_ns)
{
  StrBuf text;
  strbuf_init(&text, 0);
  uint64_t now = screen_model_time(model, clock_ns);
  draw_label(canvas, "findings");
  canvas_printf(canvas, model->groups ? canvas->style.red : "", "%zu", model->groups);
  strbuf_add_text(&text, model->groups == 1 ? " group" : " groups");
  if (model->new_ns) {
    strbuf_add_text(&text, model->groups ? ", new " : ", best ");
    add_time(&text, now > model->new_ns ? now - model->new_ns : 0);
    strbuf_add_text(&text, " ago");
  }
  put(canvas, "", &text);
  canvas_end(canvas);
  strbuf_deinit(&text);
}

static void draw_counts(Canvas *canvas, const ScreenModel *model, uint64_t clock_ns)
{
  size_t half = canvas->width / 2;
  StrBuf text;
  strbuf_init(&text, 0);
  draw_inputs(canvas, model, clock_ns);
  canvas_to(canvas, half);
  draw_groups(canvas, model, clock_ns);
  draw_label(canvas, "unsolved");
  add_count(&text, model->unsolved);
  strbuf_add_text(&text, " by all");
  if (model->margin) {
    strbuf_add_text(&text, ", ");
    add_count(&text, model->no_margin);
    strbuf_add_text(&text, " without a margin");
  }
  put(canvas, "", &text);
  canvas_to(canvas, half + LABEL);
  const char *before = "";
  for (FindingKind kind = 0; kind < FINDING_COUNT; kind++) {
    if (!model->kinds[kind]) continue;
    canvas_printf(canvas, "", "%s%zu %s", before, model->kinds[kind], finding_name(kind));
    before = ", ";
  }
  canvas_end(canvas);
  strbuf_deinit(&text);
}

/* --- solvers --- */

static const char *style_of(const Canvas *canvas, ScreenColumn column, uint64_t count)
{
  assert(column < SCREEN_COLUMNS);
  if (!count) return canvas->style.dim;
  if (column == COLUMN_CRASH) return canvas->style.red;
  return column == COLUMN_TIMEOUT || column == COLUMN_OTHER ? canvas->style.yellow : "";
}

static void draw_cell(Canvas *canvas, const char *style, size_t end, StrBuf *text)
{
  canvas_to(canvas, end > text->length ? end - text->length : 0);
  put(canvas, style, text);
}

/* Cut where columns are narrow, so that headings do not touch. */
static void add_heading(StrBuf *text, const char *name, size_t width)
{
  size_t length = strlen(name);
  strbuf_add(text, name, length < width ? length : width > 1 ? width - 1 : 1);
}

static void draw_solver(Canvas *canvas, const ScreenSolver *solver, size_t name, size_t width)
{
  StrBuf text;
  strbuf_init(&text, 0);
  Canvas cut = *canvas;
  cut.width = name;
  canvas_printf(&cut, "", " %s", solver ? solver->name : "");
  cut.width = canvas->width;
  *canvas = cut;
  for (ScreenColumn column = 0; column < SCREEN_COLUMNS; column++) {
    if (solver)
      add_count(&text, solver->counts[column]);
    else
      add_heading(&text, screen_column_name(column), width);
    draw_cell(canvas, solver ? style_of(canvas, column, solver->counts[column]) : canvas->style.dim,
              name + width * ((size_t)column + 1), &text);
  }
  canvas_end(canvas);
  strbuf_deinit(&text);
}

static void draw_solvers(Canvas *canvas, const ScreenModel *model, size_t most)
{
  assert(most > 0);
  size_t name = canvas->width / 4;
  if (name < NAME_LEAST) name = NAME_LEAST;
  if (name > NAME_MOST) name = NAME_MOST;
  size_t width = canvas->width > name + 1 ? (canvas->width - name - 1) / SCREEN_COLUMNS : 1;
  draw_solver(canvas, NULL, name, width);
  size_t shown = model->solvers.count <= most ? model->solvers.count : most - 1;
  for (size_t i = 0; i < shown; i++) draw_solver(canvas, &model->solvers.items[i], name, width);
  if (shown == model->solvers.count) return;
  canvas_printf(canvas, canvas->style.dim, " and %zu more", model->solvers.count - shown);
  canvas_end(canvas);
}

/* --- over time --- */

static void draw_graph(Canvas *canvas, const ScreenModel *model, uint64_t clock_ns, size_t rows)
{
  draw_label(canvas, model->margin ? "best margin" : "groups");
  if (!model->margin)
    canvas_add(canvas, "", "over time");
  else if (isfinite(model->best))
    canvas_printf(canvas, "", "%.3f %s, input %" PRIu64, model->best, model->unit,
                  model->best_number);
  else
    canvas_add(canvas, "", "none yet");
  canvas_end(canvas);
  ScreenGraph graph = {.points = model->points.items,
                       .count = model->points.count,
                       .end_ns = screen_model_time(model, clock_ns),
                       .rows = rows};
  graph_draw(canvas, &graph);
}

/* --- what pays, and where time goes --- */

static void draw_arms(Canvas *canvas, const ScreenModel *model)
{
  assert(model->arm_count <= SCREEN_ARMS);
  draw_label(canvas, "what pays");
  if (!model->arm_count) canvas_add(canvas, canvas->style.dim, "nothing yet");
  for (size_t i = 0; i < model->arm_count; i++) {
    const ScreenArm *arm = &model->arms[i];
    /* One that would be cut is left out. */
    if (i && canvas->column + text_columns(arm->name) + 8 > canvas->width) break;
    canvas_printf(canvas, "", "%s%s ", i ? ", " : "", arm->name);
    canvas_printf(canvas, canvas->style.cyan, "%.2f", arm->mean);
  }
  canvas_end(canvas);
}

static void draw_bar(Canvas *canvas, const char *style, const char *block, const char *plain,
                     double columns)
{
  for (long i = lround(columns); i > 0; i--)
    canvas_add(canvas, style, canvas->utf8 ? block : plain);
}

static void draw_shares(Canvas *canvas, const ScreenModel *model, uint64_t clock_ns)
{
  ScreenShares shares = screen_model_shares(model, clock_ns);
  const Style *style = &canvas->style;
  draw_label(canvas, "time");
  canvas_printf(canvas, style->blue, "solvers %.0f%%", 100 * shares.solvers);
  canvas_printf(canvas, style->cyan, "  reduction %.0f%%", 100 * shares.reduction);
  canvas_printf(canvas, style->yellow, "  assay %.0f%%", 100 * shares.own);
  canvas_add(canvas, "", "  ");
  double room =
      canvas->width > canvas->column + 1 ? (double)(canvas->width - canvas->column - 1) : 0;
  draw_bar(canvas, style->blue, "█", "#", shares.solvers * room);
  draw_bar(canvas, style->cyan, "▓", "=", shares.reduction * room);
  draw_bar(canvas, style->yellow, "░", ".", shares.own * room);
  canvas_end(canvas);
}

/* --- the foot --- */

static void draw_notes(Canvas *canvas, const ScreenModel *model, size_t rows)
{
  StrBuf text;
  strbuf_init(&text, 0);
  size_t first = model->notes.count > rows ? model->notes.count - rows : 0;
  for (size_t i = first; i < model->notes.count; i++) {
    const ScreenNote *note = &model->notes.items[i];
    strbuf_add_char(&text, ' ');
    add_time(&text, note->at_ns);
    put(canvas, canvas->style.dim, &text);
    canvas_to(canvas, 8);
    canvas_printf(canvas, "", " %s", note->text);
    canvas_end(canvas);
  }
  strbuf_deinit(&text);
}

static void draw_key(Canvas *canvas, const char *key, const char *text)
{
  canvas_printf(canvas, canvas->style.bold, " %s", key);
  canvas_printf(canvas, "", " %s ", text);
}

static void draw_keys(Canvas *canvas, const ScreenModel *model, const ScreenView *view)
{
  assert(canvas->height > 0);
  while (canvas->rows < canvas->height - 1) canvas_end(canvas);
  if (!view->keys) {
    canvas_add(canvas, "", " Ctrl-C stop and report");
  } else if (view->finding) {
    draw_key(canvas, "f", "back");
  } else {
    if (view->can_pause) draw_key(canvas, "p", model->paused ? "resume" : "pause");
    draw_key(canvas, "f", model->last.number || !model->margin ? "last finding" : "best input");
    draw_key(canvas, "q", "stop and report");
  }
  canvas_end(canvas);
}

/* --- a finding --- */

static void draw_input(Canvas *canvas, const char *text)
{
  while (*text && canvas_left(canvas) > 2) {
    size_t length = strcspn(text, "\n");
    char *line = mem_copy_string(text, length);
    canvas_printf(canvas, "", " %s", line);
    canvas_end(canvas);
    free(line);
    text += length + (text[length] == '\n');
  }
  if (!*text) return;
  canvas_add(canvas, canvas->style.dim, " ... the rest is in the folder");
  canvas_end(canvas);
}

static void draw_finding(Canvas *canvas, const ScreenModel *model)
{
  const ScreenFinding *last = &model->last;
  if (!last->title) {
    canvas_add(canvas, "", " nothing was found so far");
    canvas_end(canvas);
    return;
  }
  StrBuf when;
  strbuf_init(&when, 0);
  if (last->number)
    canvas_printf(canvas, canvas->style.bold, " finding-%02zu: %s", last->number, last->title);
  else
    canvas_printf(canvas, canvas->style.bold, " the best input: %s", last->title);
  canvas_end(canvas);
  if (last->answers) {
    canvas_printf(canvas, "", " %s", last->answers);
    canvas_end(canvas);
  }
  strbuf_add_text(&when, " found at ");
  add_time(&when, last->at_ns);
  strbuf_add_text(&when, last->reduced ? "; the reduced input:" : "; the input, not reduced yet:");
  put(canvas, canvas->style.dim, &when);
  canvas_end(canvas);
  canvas_end(canvas);
  if (last->text) draw_input(canvas, last->text);
  strbuf_deinit(&when);
}

/* --- all --- */

/* What is most worth its lines comes first. */
typedef struct {
  size_t solvers, graph, notes;
  bool arms, shares, gaps;
} Layout;

static size_t take(size_t *left, size_t rows)
{
  size_t taken = rows < *left ? rows : *left;
  *left -= taken;
  return taken;
}

static Layout lay_out(const Canvas *canvas, const ScreenModel *model)
{
  enum { HEAD = 4, FOOT = 1, TABLE_HEAD = 1, GAPS = 5, GRAPH_MOST = 3, SOLVERS_MOST = 8 };
  Layout layout = {0};
  size_t left =
      canvas->height > HEAD + FOOT + TABLE_HEAD ? canvas->height - HEAD - FOOT - TABLE_HEAD : 0;
  size_t solvers = model->solvers.count < SOLVERS_MOST ? model->solvers.count : SOLVERS_MOST;
  layout.solvers = take(&left, solvers);
  layout.shares = take(&left, 1) == 1;
  layout.arms = take(&left, 1) == 1;
  if (left >= GAPS + 2 + NOTES_LEAST) layout.gaps = take(&left, GAPS) == GAPS;
  bool news = model->margin || model->points.count; /* groups have a line before the first */
  if (news && left >= 2) layout.graph = 1 + take(&left, 2) - 2;
  if (layout.graph && left > NOTES_LEAST) {
    size_t more = left - NOTES_LEAST;
    layout.graph += take(&left, more < GRAPH_MOST - 1 ? more : GRAPH_MOST - 1);
  }
  layout.notes = left;
  return layout;
}

static void end_if(Canvas *canvas, bool gaps)
{
  if (gaps) canvas_end(canvas);
}

static void draw_all(Canvas *canvas, const ScreenModel *model, const ScreenView *view,
                     uint64_t clock_ns)
{
  Layout layout = lay_out(canvas, model);
  draw_title(canvas, model);
  draw_state(canvas, model, view, clock_ns);
  end_if(canvas, layout.gaps);
  draw_counts(canvas, model, clock_ns);
  end_if(canvas, layout.gaps);
  if (layout.solvers) draw_solvers(canvas, model, layout.solvers);
  end_if(canvas, layout.gaps);
  if (layout.graph) draw_graph(canvas, model, clock_ns, layout.graph);
  end_if(canvas, layout.graph && layout.gaps);
  if (layout.arms) draw_arms(canvas, model);
  if (layout.shares) draw_shares(canvas, model, clock_ns);
  end_if(canvas, layout.gaps);
  draw_notes(canvas, model, layout.notes);
}

void screen_draw(Canvas *canvas, const ScreenModel *model, const ScreenView *view,
                 uint64_t clock_ns)
{
  if (view->finding)
    draw_finding(canvas, model);
  else
    draw_all(canvas, model, view, clock_ns);
  draw_keys(canvas, model, view);
}
