/* Figures of a report, drawn by gnuplot.
 *
 * gnuplot is run as a program of its own, under limits and without a shell; names of solvers and constructs are
 * escaped for it. A campaign without the data that a figure needs gets a figure that says so.
 *
 * SVG has no background, and ink that follows the light or dark scheme of who shows it; a page can set it by the
 * CSS variable --figure-ink. It starts with "<svg class="assay-figure"", so that it can stand in HTML. TeX is a picture for
 * the packages pict2e, xcolor and graphicx. */
#ifndef RECORD_REPORT_FIGURE_H
#define RECORD_REPORT_FIGURE_H

#include "base/strbuf.h"
#include "record/report/data.h"

typedef enum {
  FIGURE_PROGRESS,
  FIGURE_RANKING,
  FIGURE_CACTUS,
  FIGURE_SCATTER,
  FIGURE_COUNT, /* of those that reports have */
  FIGURE_CDF = FIGURE_COUNT,
  FIGURE_FINDINGS,
  FIGURE_KINDS
} FigureKind;

typedef enum { FIGURE_SVG, FIGURE_PDF, FIGURE_PNG, FIGURE_TEX, FIGURE_FORMAT_COUNT } FigureFormat;

extern const char *const figure_kind_words[];   /* in the order of the kinds; ends with NULL */
extern const char *const figure_format_words[]; /* the same; also the endings of file names */

/* Appends the figure. An error if gnuplot is not there or fails. */
Status figure_render(const ReportData *data, FigureKind kind, FigureFormat format, StrBuf *out,
                     Error *error);

#endif
