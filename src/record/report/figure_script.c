#include "record/report/figure_script.h"
#include "base/bug.h"

#include <assert.h>
#include <math.h>

/* Constructs in the figure of the ranking. */
enum { RANKED = 20 };

/* The colours of Okabe and Ito, which people with any kind of colour vision can tell apart; without black and yellow,
 * which vanish on one of the backgrounds. */
static const char *const colours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                      "#E69F00", "#56B4E9", "#999999"};
static const int point_types[] = {7, 5, 9, 13, 11, 6, 4, 8, 12, 10};
enum {
  COLOURS = sizeof colours / sizeof *colours,
  POINT_TYPES = sizeof point_types / sizeof *point_types,
};

const char *figure_title(FigureKind kind)
{
  assert(kind < FIGURE_KINDS);
  static const char *const titles[] = {
      [FIGURE_PROGRESS] = "best margin over time",
      [FIGURE_RANKING] = "constructs by their reward",
      [FIGURE_CACTUS] = "inputs decided within a cost",
      [FIGURE_SCATTER] = "costs of both sides on each input",
      [FIGURE_FINDINGS] = "findings over the inputs",
      [FIGURE_CDF] = "share of inputs decided within a cost",
  };
  return titles[kind];
}

/* Constructs that were rewarded, which come first. */
static size_t ranked(const ReportData *data)
{
  size_t count = 0;
  while (count < data->ranking.count && count < RANKED && data->ranking.items[count].rewards > 0)
    count++;
  return count;
}

FigureSize figure_size(const ReportData *data, FigureKind kind)
{
  enum { WIDTH = 720, HEIGHT = 440, SQUARE = 560, FRAME = 110, ROW = 24, LEAST = 240 };
  unsigned rows = (unsigned)(FRAME + ROW * ranked(data));
  switch (kind) {
  case FIGURE_SCATTER: return (FigureSize){SQUARE, SQUARE};
  case FIGURE_RANKING: return (FigureSize){WIDTH, rows < LEAST ? LEAST : rows};
  default: return (FigureSize){WIDTH, HEIGHT};
  }
}

/* --- what figures share --- */

static void add_style(StrBuf *out)
{
  strbuf_add_text(out, "set encoding utf8\n"
                       "set border 3\n"
                       "set tics nomirror\n"
                       "set format '%g'\n"
                       "set rmargin 4\n"
                       "set grid lc rgb '#808080' lw 0.5 dt 3\n"
                       "set key top left Left reverse samplen 2\n");
}

/* Nothing but a sentence. */
static void add_nothing(StrBuf *out, const char *why)
{
  strbuf_printf(out,
                "unset border\nunset tics\nunset grid\nunset key\n"
                "set xrange [0:1]\nset yrange [0:1]\n"
                "set label 1 '%s' at graph 0.5, graph 0.5 center\n"
                "plot NaN notitle\n",
                why);
}

static void add_cost_label(const ReportData *data, StrBuf *out)
{
  assert(data->rule.cost <= COST_COUNTER);
  static const char *const names[] = {[COST_CPU] = "CPU time",
                                      [COST_WALL] = "time",
                                      [COST_MEMORY] = "memory",
                                      [COST_COUNTER] = "work"};
  strbuf_add_text(out, names[data->rule.cost]);
  const char *unit = cost_unit(data->rule.cost);
  if (*unit != '\0') strbuf_printf(out, " (%s)", unit);
}

/* What a logarithmic axis of costs spans. Nothing may be at 0 there: what is below the floor is drawn at it. */
typedef struct {
  double low, high;
} Span;

static void widen(Span *span, double cost)
{
  if (cost > 0) span->low = fmin(span->low, cost);
  span->high = fmax(span->high, cost);
}

static Span finish(const ReportData *data, Span span)
{
  static const double DECADES = 1e6, ROOM = 1.25;
  span.high = fmax(span.high, data->rule.limit);
  if (!(span.high > 0)) span.high = 1;
  span.low = fmax(fmin(span.low, span.high / 10), span.high / DECADES);
  assert(span.low > 0 && span.low <= span.high);
  return (Span){span.low / ROOM, span.high * ROOM};
}

static double drawn(Span span, double cost)
{
  return fmax(cost, span.low);
}

/* --- each of them --- */

static void add_progress(const ReportData *data, StrBuf *out)
{
  static const struct {
    double from, seconds;
    const char *name;
  } units[] = {{3 * 3600, 3600, "h"}, {180, 60, "min"}, {0, 1, "s"}};
  size_t count = data->progress.count, u = 0;
  if (count == 0) {
    add_nothing(out, "no input has a margin yet");
    return;
  }
  const ReportStep *last = &data->progress.items[count - 1];
  double end = fmax(data->seconds, last->seconds);
  while (end < units[u].from) u++;
  strbuf_add_text(out, "$best << EOD\n");
  for (size_t i = 0; i < count; i++)
    strbuf_printf(out, "%.9g %.9g\n", data->progress.items[i].seconds / units[u].seconds,
                  data->progress.items[i].margin);
  strbuf_printf(out, "EOD\n$line << EOD\n%.9g %.9g\n%.9g %.9g\nEOD\n",
                last->seconds / units[u].seconds, last->margin, end / units[u].seconds,
                last->margin);
  strbuf_printf(out, "set xlabel 'time of the campaign (%s)'\n", units[u].name);
  const char *unit = cost_unit(data->rule.cost);
  if (*unit != '\0')
    strbuf_printf(out, "set ylabel 'best margin (%s)'\n", unit);
  else
    strbuf_add_text(out, "set ylabel 'best margin'\n");
  strbuf_printf(out, "set xrange [0:%.9g]\nset offsets 0, 0, graph 0.08, 0\nunset key\n",
                end > 0 ? end / units[u].seconds : 1);
  /* The best margin only grows: nothing is below the first one. */
  strbuf_printf(out, "set yrange [%.9g:*]\n", fmin(0, data->progress.items[0].margin));
  strbuf_printf(out,
                "plot $best using 1:2 with steps lw 2 lc rgb '%s', "
                "$line using 1:2 with lines lw 2 lc rgb '%s', "
                "$best using 1:2 with points pt 7 ps 0.6 lc rgb '%s'\n",
                colours[0], colours[0], colours[0]);
}

static void add_ranking(const ReportData *data, FigureFormat format, StrBuf *out)
{
  size_t count = ranked(data);
  double most = 0;
  if (count == 0) {
    add_nothing(out, "no construct was rewarded yet");
    return;
  }
  strbuf_add_text(out, "$arms << EOD\n");
  for (size_t i = 0; i < count; i++) {
    const ReportArm *arm = &data->ranking.items[i];
    most = fmax(most, arm->high);
    strbuf_printf(out, "%.9g %zu %.9g %.9g\n", arm->mean, i + 1, arm->low, arm->high);
  }
  strbuf_add_text(out, "EOD\nset ytics (");
  for (size_t i = 0; i < count; i++) {
    if (i > 0) strbuf_add_text(out, ", ");
    figure_add_text(out, data->ranking.items[i].name, format, true);
    strbuf_printf(out, " %zu", i + 1);
  }
  strbuf_printf(out, ")\nset yrange [%zu.5:0.5]\nset xrange [0:%.9g]\nunset key\n", count,
                fmin(1, most * 1.05));
  strbuf_add_text(out, "set grid noytics\n"
                       "set xlabel 'mean reward, with the 95% credible interval'\n");
  strbuf_printf(out, "plot $arms using 1:2:3:4 with xerrorbars pt 7 ps 0.9 lw 2 lc rgb '%s'\n",
                colours[0]);
}

static size_t points_of(const ReportData *data, Span *span)
{
  size_t count = 0;
  *span = (Span){INFINITY, 0};
  for (size_t i = 0; i < data->cactus.count; i++) {
    const ReportCurve *curve = &data->cactus.items[i];
    for (size_t j = 0; j < curve->points.count; j++) widen(span, curve->points.items[j].cost);
    count += curve->points.count;
  }
  *span = finish(data, *span);
  return count;
}

static void add_limit_line(const ReportData *data, char axis, StrBuf *out)
{
  assert(axis == 'x' || axis == 'y');
  if (!(data->rule.limit > 0)) return;
  if (axis == 'y')
    strbuf_printf(out, "set arrow from graph 0, first %.9g to graph 1, first %.9g",
                  data->rule.limit, data->rule.limit);
  else
    strbuf_printf(out, "set arrow from first %.9g, graph 0 to first %.9g, graph 1",
                  data->rule.limit, data->rule.limit);
  strbuf_add_text(out, " nohead lw 1 dt 2 lc rgb '#808080'\n");
}

/* What the figures of curves have in common: which numbers stand on which axis. */
typedef struct {
  const ReportData *data;
  FigureFormat format;
  bool cdf; /* cost to the right, share upwards; otherwise the number to the right, cost upwards */
  Span span;
} CurveFigure;

static void add_curve(const CurveFigure *figure, size_t number, StrBuf *out)
{
  assert(number < figure->data->cactus.count && (!figure->cdf || figure->data->compared > 0));
  const ReportCurve *curve = &figure->data->cactus.items[number];
  strbuf_printf(out, "$curve%zu << EOD\n", number);
  for (size_t i = 0; i < curve->points.count; i++) {
    uint64_t solved = curve->points.items[i].solved;
    double cost = drawn(figure->span, curve->points.items[i].cost);
    if (figure->cdf)
      strbuf_printf(out, "%.9g %.9g\n", cost, (double)solved / (double)figure->data->compared);
    else
      strbuf_printf(out, "%ju %.9g\n", (uintmax_t)solved, cost);
  }
  strbuf_add_text(out, "EOD\n");
}

/* Marks on some points only: they are there to tell the curves apart. */
static void add_curve_plot(const CurveFigure *figure, size_t number, StrBuf *out)
{
  assert(figure->data->cactus.items[number].solver < figure->data->solvers.count);
  enum { MARKS = 12 };
  const ReportCurve *curve = &figure->data->cactus.items[number];
  strbuf_printf(out,
                "$curve%zu using 1:2 with linespoints lw 2 lc rgb '%s' pt %d ps 0.7 "
                "pointinterval %zu title ",
                number, colours[number % COLOURS], point_types[number % POINT_TYPES],
                curve->points.count / MARKS + 1);
  figure_add_text(out, figure->data->solvers.items[curve->solver].name, figure->format, false);
}

static void add_curve_axes(const CurveFigure *figure, StrBuf *out)
{
  const ReportData *data = figure->data;
  char cost = figure->cdf ? 'x' : 'y';
  strbuf_printf(out, "set %clabel '", cost);
  add_cost_label(data, out);
  strbuf_printf(out, "'\nset logscale %c\nset %crange [%.9g:%.9g]\n", cost, cost, figure->span.low,
                figure->span.high);
  if (figure->cdf)
    strbuf_printf(out, "set ylabel 'share of %ju inputs decided'\nset yrange [0:1]\n",
                  (uintmax_t)data->compared);
  else
    strbuf_printf(out, "set xlabel 'inputs decided, of %ju'\nset xrange [0:%ju]\n",
                  (uintmax_t)data->compared, (uintmax_t)data->compared);
  add_limit_line(data, cost, out);
  /* Above the figure: inside of it the line of the limit or a curve would cross the names. */
  strbuf_add_text(out, "set key outside top center horizontal\n");
}

static void add_curves(const ReportData *data, bool cdf, FigureFormat format, StrBuf *out)
{
  CurveFigure figure = {.data = data, .format = format, .cdf = cdf};
  if (points_of(data, &figure.span) == 0) {
    add_nothing(out, data->compared > 0 ? "no solver has decided an input"
                                        : "there is no input on which all solvers ran to the end");
    return;
  }
  for (size_t i = 0; i < data->cactus.count; i++)
    if (data->cactus.items[i].points.count > 0) add_curve(&figure, i, out);
  add_curve_axes(&figure, out);
  strbuf_add_text(out, "plot ");
  bool any = false;
  for (size_t i = 0; i < data->cactus.count; i++) {
    if (data->cactus.items[i].points.count == 0) continue;
    if (any) strbuf_add_text(out, ", ");
    add_curve_plot(&figure, i, out);
    any = true;
  }
  strbuf_add_char(out, '\n');
}

static void add_side(const ReportData *data, char axis, const char *label, FigureFormat format,
                     StrBuf *out)
{
  strbuf_printf(out, "set %clabel '", axis);
  add_cost_label(data, out);
  strbuf_add_text(out, " of '.");
  figure_add_text(out, label, format, false);
  strbuf_add_char(out, '\n');
}

static void add_scatter(const ReportData *data, FigureFormat format, StrBuf *out)
{
  Span span = {INFINITY, 0};
  if (data->scatter.count == 0) {
    add_nothing(out, "there is no input with a cost on both sides");
    return;
  }
  for (size_t i = 0; i < data->scatter.count; i++) {
    widen(&span, data->scatter.items[i].target);
    widen(&span, data->scatter.items[i].reference);
  }
  span = finish(data, span);
  strbuf_add_text(out, "$points << EOD\n");
  for (size_t i = 0; i < data->scatter.count; i++)
    strbuf_printf(out, "%.9g %.9g\n", drawn(span, data->scatter.items[i].target),
                  drawn(span, data->scatter.items[i].reference));
  strbuf_add_text(out, "EOD\n");
  add_side(data, 'x', data->target_label, format, out);
  add_side(data, 'y', data->reference_label, format, out);
  strbuf_add_text(out, "set size square\nset logscale xy\nunset key\n");
  strbuf_printf(out, "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n", span.low, span.high,
                span.low, span.high);
  add_limit_line(data, 'x', out);
  add_limit_line(data, 'y', out);
  strbuf_printf(out,
                "plot x with lines lw 1 lc rgb '#808080', "
                "$points using 1:2 with points pt 7 ps 0.5 lc rgb '%s'\n",
                colours[0]);
}

/* How many inputs there had been when a group was seen first, and confirmed; those in which nothing ran count for the next one. */
static uint64_t inputs_before(const ReportData *data, const ReportGroup *group)
{
  size_t i = 0;
  while (i < data->reveals.count && data->reveals.items[i].instance < group->first_input) i++;
  return i < data->reveals.count ? data->reveals.items[i].inputs : data->surveyed;
}

static int compare_counts(const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* A line from nothing, up by one at each count, to the end of the campaign. */
static void add_steps(const char *name, const U64Vec *counts, uint64_t end, StrBuf *out)
{
  size_t every = counts->count / REPORT_STEPS_MOST + 1;
  strbuf_printf(out, "$%s << EOD\n0 0\n", name);
  for (size_t i = 0; i < counts->count; i++)
    if (i % every == 0 || i + 1 == counts->count)
      strbuf_printf(out, "%ju %zu\n", (uintmax_t)counts->items[i], i + 1);
  strbuf_printf(out, "%ju %zu\nEOD\n", (uintmax_t)end, counts->count);
}

static void add_findings(const ReportData *data, StrBuf *out)
{
  U64Vec inputs = {0}, groups = {0};
  if (!data->reveals.count) {
    add_nothing(out, "no input has a confirmed finding");
    return;
  }
  for (size_t i = 0; i < data->reveals.count; i++) VEC_PUSH(&inputs, data->reveals.items[i].inputs);
  for (size_t i = 0; i < data->groups.count; i++)
    if (data->groups.items[i].first_input && !data->groups.items[i].same_as)
      VEC_PUSH(&groups, inputs_before(data, &data->groups.items[i]));
  if (groups.count) qsort(groups.items, groups.count, sizeof *groups.items, compare_counts);
  add_steps("inputs", &inputs, data->surveyed, out);
  add_steps("groups", &groups, data->surveyed, out);
  enum { LEAST = 5 }; /* of counts on an axis, so that its numbers are whole */
  strbuf_printf(out,
                "set xlabel 'inputs'\nset ylabel 'inputs with a finding'\n"
                "set y2label 'different findings'\nset rmargin 8\nset ytics nomirror\nset y2tics\n"
                "set xrange [0:%ju]\nset yrange [0:%zu]\nset y2range [0:%zu]\nset key left top\n",
                (uintmax_t)(data->surveyed ? data->surveyed : 1),
                inputs.count < LEAST ? LEAST : inputs.count + 1,
                groups.count < LEAST ? LEAST : groups.count + 1);
  strbuf_printf(out,
                "plot $inputs using 1:2 with steps lw 2 lc rgb '%s' title 'inputs with a finding', "
                "$groups using 1:2 axes x1y2 with steps lw 2 dt 2 lc rgb '%s' title 'different "
                "findings'\n",
                colours[0], colours[1]);
  VEC_FREE(&inputs);
  VEC_FREE(&groups);
}

void figure_script(const ReportData *data, FigureKind kind, FigureFormat format, StrBuf *out)
{
  add_style(out);
  switch (kind) {
  case FIGURE_PROGRESS: add_progress(data, out); break;
  case FIGURE_RANKING: add_ranking(data, format, out); break;
  case FIGURE_CACTUS: add_curves(data, false, format, out); break;
  case FIGURE_CDF: add_curves(data, true, format, out); break;
  case FIGURE_SCATTER: add_scatter(data, format, out); break;
  case FIGURE_FINDINGS: add_findings(data, out); break;
  case FIGURE_KINDS: BUG("the number of figures is none");
  }
}
