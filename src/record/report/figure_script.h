/* What gnuplot is told: the script of a figure without its terminal. */
#ifndef RECORD_REPORT_FIGURE_SCRIPT_H
#define RECORD_REPORT_FIGURE_SCRIPT_H

#include "record/report/figure.h"

/* The shape that a figure wants, in the pixels of a screen. */
typedef struct {
  unsigned width, height;
} FigureSize;

FigureSize figure_size(const ReportData *data, FigureKind kind);
/* Appends the script; output has been set up before. */
void figure_script(const ReportData *data, FigureKind kind, FigureFormat format, StrBuf *out);
const char *figure_title(FigureKind kind);

/* Appends text that came from elsewhere as a quoted string that gnuplot takes, and `format` shows, as it is; long text
 * is cut. `percent`: where gnuplot reads formats, as in labels of tics. */
void figure_add_text(StrBuf *out, const char *text, FigureFormat format, bool percent);

#endif
