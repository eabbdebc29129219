/* assay compare --scatter: a drawing with a point for each script, which opens it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/command/compare_report.h"
#include "cli/shared/stored.h"

enum { SIZE = 640, EDGE = 70, COLOURS = 4 };

/* What costs less than that is drawn there. */
static const double LEAST = 0.001;

static const char *const colours[COLOURS] = {"#2b6cb0", "#c05621", "#2f855a", "#6b46c1"};

static void add_escaped(StrBuf *out, const char *text)
{
  for (const char *c = text; *c; c++) {
    unsigned char byte = (unsigned char)*c;
    if (strchr("<>&\"'", byte) || byte < 0x20 || byte == 0x7f)
      strbuf_printf(out, "&#%u;", byte < 0x20 || byte == 0x7f ? '?' : byte);
    else
      strbuf_add(out, c, 1);
  }
}

/* As an address: all but what is plain in a path is written by its code. */
static void add_address(StrBuf *out, const char *path)
{
  for (const char *c = path; *c; c++) {
    unsigned char byte = (unsigned char)*c;
    bool plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                 (byte >= '0' && byte <= '9') || strchr("/._-~", byte);
    strbuf_printf(out, plain ? "%c" : "%%%02X", byte);
  }
}

static void add_link(StrBuf *out, const char *drawing, const char *path)
{
  char *folder = stored_relative_folder(drawing, path);
  const char *slash = strrchr(path, '/');
  if (folder) {
    add_address(out, folder);
    add_address(out, slash ? slash + 1 : path);
  } else {
    add_address(out, path);
  }
  free(folder);
}

/* From the edge, on a logarithmic axis that ends at the limit. */
static double place(const Comparison *job, double seconds)
{
  double low = log10(LEAST), high = log10(fmax(job->rule.limit, 10 * LEAST));
  double at = log10(fmax(seconds, LEAST));
  return EDGE + (SIZE - 2 * EDGE) * fmin(1, (at - low) / (high - low));
}

/* What is not solved is at the end of the axis, however soon the solver gave up. */
static double place_run(const Comparison *job, const LoggedRun *run)
{
  double limit = job->rule.limit;
  return place(job, scores_is_solved(run) ? scores_time(run, limit, job->rule.cpu) : limit);
}

static void add_point(StrBuf *out, const Comparison *job, const char *path, size_t solver,
                      const LoggedRun *before, const LoggedRun *after)
{
  double x = scores_time(before, job->rule.limit, job->rule.cpu);
  double y = scores_time(after, job->rule.limit, job->rule.cpu);
  strbuf_add_text(out, "<a href=\"");
  add_link(out, job->given->scatter, path);
  strbuf_printf(out, "\"><circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"%s\"><title>",
                place_run(job, before), SIZE - place_run(job, after),
                colours[(solver - 1) % COLOURS]);
  add_escaped(out, path);
  strbuf_printf(out, ": %s %.3f s, then %s %.3f s</title></circle></a>\n",
                outcome_name(before->outcome), x, outcome_name(after->outcome), y);
}

static void add_points(StrBuf *out, const Comparison *job, size_t solver)
{
  const SolverVec *solvers = &job->bench.solvers;
  for (size_t i = 0; i < job->bench.paths.count; i++) {
    const char *path = job->bench.paths.items[i];
    const LoggedRun *before = runlog_find(&job->log, path, solvers->items[0].name);
    const LoggedRun *after = runlog_find(&job->log, path, solvers->items[solver].name);
    if (before && after) add_point(out, job, path, solver, before, after);
  }
}

static void add_axes(StrBuf *out, const Comparison *job)
{
  int end = SIZE - EDGE;
  strbuf_printf(
      out,
      "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#888\"/>\n"
      "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#888\"/>\n",
      EDGE, EDGE, SIZE - 2 * EDGE, SIZE - 2 * EDGE, EDGE, end, end, EDGE);
  double tick = LEAST;
  while (tick <= job->rule.limit * 1.001) {
    strbuf_printf(out,
                  "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%g s</text>\n"
                  "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g s</text>\n",
                  place(job, tick), end + 18, tick, EDGE - 6, SIZE - place(job, tick) + 4, tick);
    tick *= 10;
  }
  strbuf_printf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", SIZE / 2, end + 42);
  add_escaped(out, job->bench.solvers.items[0].name);
  strbuf_printf(out, "; on the edge: not solved within %g s</text>\n", job->rule.limit);
  for (size_t i = 1; i < job->bench.solvers.count; i++) {
    strbuf_printf(out, "<text x=\"%d\" y=\"%zu\" fill=\"%s\">", EDGE, 16 * i,
                  colours[(i - 1) % COLOURS]);
    add_escaped(out, job->bench.solvers.items[i].name);
    strbuf_add_text(out, " (above the line: it takes longer)</text>\n");
  }
}

Status compare_scatter(const Comparison *job, Error *error)
{
  StrBuf out;
  strbuf_init(&out, 0);
  strbuf_printf(&out,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                "font-family=\"sans-serif\" font-size=\"13\" fill=\"#333\">\n"
                "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
                SIZE, SIZE, SIZE, SIZE);
  add_axes(&out, job);
  for (size_t i = 1; i < job->bench.solvers.count; i++) add_points(&out, job, i);
  strbuf_add_text(&out, "</svg>\n");
  Status status = file_write(job->given->scatter, out.bytes, out.length, error);
  strbuf_deinit(&out);
  return status;
}
