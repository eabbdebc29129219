#include "record/report/figure.h"

#include <assert.h>
#include <errno.h>
#include <string.h>

#include "base/bug.h"
#include "record/report/figure_script.h"
#include "run/process/supervisor.h"

const char *const figure_kind_words[] = {"progress", "ranking",  "cactus", "scatter",
                                         "cdf",      "findings", NULL};
const char *const figure_format_words[] = {"svg", "pdf", "png", "tex", NULL};

/* Names are shown as they are: gnuplot's markup is off wherever there is some. */
static void set_terminal(FigureSize size, FigureFormat format, StrBuf *out)
{
  assert(size.width > 0 && size.height > 0);
  static const double POINTS = 0.0075; /* inches a pixel: the width of a column of text */
  double width = size.width * POINTS, height = size.height * POINTS;
  switch (format) {
  case FIGURE_SVG:
    strbuf_printf(out, "set terminal svg size %u,%u dynamic noenhanced font 'sans-serif,14'\n",
                  size.width, size.height);
    break;
  case FIGURE_PDF:
    strbuf_printf(out, "set terminal pdfcairo size %.2fin,%.2fin noenhanced font 'sans,10'\n",
                  width, height);
    break;
  case FIGURE_PNG:
    strbuf_printf(out,
                  "set terminal pngcairo size %u,%u noenhanced font 'sans,12' fontscale 2 "
                  "linewidth 2 pointscale 2 background '#ffffff'\n",
                  2 * size.width, 2 * size.height);
    break;
  case FIGURE_TEX:
    strbuf_printf(out, "set terminal pict2e size %.2fin,%.2fin color font ',9'\n", width, height);
    break;
  case FIGURE_FORMAT_COUNT: BUG("the number of formats is none");
  }
}

/* --- SVG --- */

/* gnuplot draws what has no colour of its own in black. */
static const char svg_style[] =
    "<style>"
    "@media (prefers-color-scheme:dark){.assay-figure{--figure-ink:#e0e0e0}}"
    ".assay-figure [stroke='black']{stroke:var(--figure-ink,#222)}"
    ".assay-figure [fill='black']{fill:var(--figure-ink,#222)}"
    ".assay-figure [color='black']{color:var(--figure-ink,#222)}"
    "</style>\n";

/* Without what stands before the element, and with our title and style for gnuplot's own. */
static Status dress_svg(const RunOutput *drawn, FigureKind kind, StrBuf *out, Error *error)
{
  static const char open[] = "<svg", first[] = "<title>", last[] = "</desc>";
  const char *start = strstr(drawn->bytes, open);
  const char *title = start != NULL ? strstr(start, first) : NULL;
  const char *rest = title != NULL ? strstr(title, last) : NULL;
  if (rest == NULL)
    return error_set(error, STATUS_IO, "gnuplot has drawn something that is not known as SVG");
  start += strlen(open);
  rest += strlen(last);
  strbuf_add_text(out, "<svg class=\"assay-figure\" role=\"img\"");
  strbuf_add(out, start, (size_t)(title - start));
  strbuf_printf(out, "<title>%s</title>\n%s", figure_title(kind), svg_style);
  strbuf_add(out, rest, drawn->length - (size_t)(rest - drawn->bytes));
  return STATUS_OK;
}

/* --- running it --- */

static Status explain(const RunResult *result, Error *error)
{
  if (result->end == RUN_NOT_STARTED && result->error_number == ENOENT)
    return error_set(error, STATUS_IO,
                     "figures need the program gnuplot, which is not installed (Debian: "
                     "gnuplot-nox)");
  if (result->end == RUN_NOT_STARTED)
    return error_set(error, STATUS_IO, "cannot start gnuplot: %s", strerror(result->error_number));
  if (result->end != RUN_EXITED)
    return error_set(error, STATUS_IO, "gnuplot was ended: %s", run_end_text(result->end));
  return error_set(error, STATUS_IO, "gnuplot failed: %.300s", result->err.bytes);
}

/* Nothing of the user's own settings has a part in it. */
static Status run_gnuplot(const StrBuf *script, RunResult *result, Error *error)
{
  static const char *const argv[] = {"gnuplot", "-d", "-", NULL};
  static const char *const environment[] = {"LC_ALL=C.UTF-8", "GNUTERM", "GNUPLOT_LIB",
                                            "GNUPLOT_FIT_OPTIONS", NULL};
  RunRequest request = {.argv = argv,
                        .environment = environment,
                        .input = RUN_INPUT_STDIN,
                        .bytes = script->bytes,
                        .length = script->length,
                        .limits = {.wall_ns = UINT64_C(60000000000),
                                   .memory_bytes = UINT64_C(1) << 30,
                                   .stdout_bytes = 64 << 20,
                                   .stderr_bytes = 1 << 20}};
  Status status = run_one(&request, result, error);
  if (status != STATUS_OK) return status;
  bool fine = result->end == RUN_EXITED && result->exit_code == 0 && result->out.length > 0;
  if (!fine) {
    status = explain(result, error);
    run_result_deinit(result);
  }
  return status;
}

Status figure_render(const ReportData *data, FigureKind kind, FigureFormat format, StrBuf *out,
                     Error *error)
{
  assert(format < FIGURE_FORMAT_COUNT);
  StrBuf script;
  RunResult result;
  assert(kind < FIGURE_KINDS);
  strbuf_init(&script, 0);
  set_terminal(figure_size(data, kind), format, &script);
  figure_script(data, kind, format, &script);
  Status status = run_gnuplot(&script, &result, error);
  strbuf_deinit(&script);
  if (status != STATUS_OK) return status;
  if (format == FIGURE_SVG)
    status = dress_svg(&result.out, kind, out, error);
  else
    strbuf_add(out, result.out.bytes, result.out.length);
  run_result_deinit(&result);
  return status;
}
