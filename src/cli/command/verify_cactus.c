#include "cli/command/verify_cactus.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "record/report/figure.h"
#include "record/report/load_runs.h"
#include "solve/select/runs.h"

void verify_cactus_print(FILE *out, const CactusPoints *points)
{
  enum { WIDTH = 50 };
  static const double times[] = {0.03, 0.1, 0.3, 1, 3, 10, 30, 100, 300, 1000, INFINITY};
  size_t solved = 0, before = 0;
  for (size_t i = 0; i < points->count; i++) solved += points->items[i].solved;
  if (solved == 0) return;
  fputs("solved within\n", out);
  for (size_t k = 0; k < sizeof times / sizeof *times && before < solved; k++) {
    size_t count = 0;
    for (size_t i = 0; i < points->count; i++)
      count += points->items[i].solved && points->items[i].seconds <= times[k];
    before = count;
    if (isfinite(times[k]))
      fprintf(out, "%8g s %5zu  ", times[k], count);
    else
      fprintf(out, "%10s %5zu  ", "more", count);
    for (size_t bar = 0; bar < count * WIDTH / points->count; bar++) fputc('#', out);
    fputc('\n', out);
  }
}

/* The table that figures are drawn from. */
static void write_runs(const CactusPoints *points, StrBuf *text, double *limit)
{
  strbuf_add_text(text, RUNS_TITLES "\n");
  for (size_t i = 0; i < points->count; i++) {
    const CactusPoint *point = &points->items[i];
    *limit = fmax(*limit, point->limit);
    runs_write_row(text, &(RunRow){.benchmark = point->name,
                                   .logic = "VNN-LIB",
                                   .solver = "assay verify",
                                   .answer = point->solved ? "unsat" : "timeout",
                                   .wall = point->seconds,
                                   .cpu = point->seconds,
                                   .checks = 1,
                                   .solved = point->solved});
  }
}

static Status find_format(const char *path, FigureFormat *format, Error *error)
{
  const char *ending = strrchr(path, '.');
  for (size_t i = 0; ending && figure_format_words[i]; i++)
    if (strcmp(ending + 1, figure_format_words[i]) == 0) {
      *format = (FigureFormat)i;
      return STATUS_OK;
    }
  return error_set(error, STATUS_USAGE, "'%s' does not end with .svg, .pdf, .png or .tex", path);
}

static Status draw(const char *runs, double limit, const char *path, FigureFormat format,
                   Error *error)
{
  ReportData *data = NULL;
  StrBuf figure;
  strbuf_init(&figure, 0);
  ReportRunsOptions options = {.limit = limit};
  Status status = report_load_runs(&data, runs, &options, error);
  if (!status) status = figure_render(data, FIGURE_CACTUS, format, &figure, error);
  if (!status) status = file_write(path, figure.bytes, figure.length, error);
  strbuf_deinit(&figure);
  report_release(data);
  return status;
}

Status verify_cactus_draw(const char *path, const CactusPoints *points, Error *error)
{
  assert(points->count > 0);
  FigureFormat format = FIGURE_SVG;
  Status status = find_format(path, &format, error);
  if (status) return status;
  char runs[] = "/tmp/assay-cactus-XXXXXX.csv";
  int file = mkstemps(runs, 4);
  if (file < 0) return error_set(error, STATUS_IO, "cannot write to /tmp");
  close(file);
  StrBuf text;
  double limit = 0;
  strbuf_init(&text, 0);
  write_runs(points, &text, &limit);
  status = file_write(runs, text.bytes, text.length, error);
  strbuf_deinit(&text);
  if (!status) status = draw(runs, limit, path, format, error);
  unlink(runs);
  return status;
}
