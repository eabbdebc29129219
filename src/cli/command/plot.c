/* assay plot: figures of a campaign or of runs, drawn by gnuplot. */
#include <string.h>

#include "base/file.h"
#include "cli/option/commands.h"
#include "cli/shared/stored.h"
#include "record/report/figure.h"
#include "record/report/load_runs.h"

typedef struct {
  CommonOptions common;
  uint64_t campaign;
  FigureKind kind;
  int format; /* 0: by the name of the file; else FigureFormat and 1 */
  const char *output;
  const char *solvers;
  uint64_t timeout_ms;
  int cost; /* 1: CPU time */
} PlotOptions;

static const char *const cost_words[] = {"wall", "cpu", NULL};

static const char *const format_words[] = {"auto", "svg", "pdf", "png", "tex", NULL};

static const Option options[] = {
    {OPTION_CHOICE(PlotOptions, kind, figure_kind_words), .name = "kind", .letter = 'k',
     .initial = "cactus", .help = "what is drawn"},
    {OPTION_CHOICE(PlotOptions, format, format_words), .name = "format", .letter = 'f',
     .initial = "auto", .help = "how; auto: by the ending of FILE, else svg"},
    {OPTION_STRING(PlotOptions, output), .name = "output", .letter = 'o', .value_name = "FILE",
     .help = "write to FILE instead of standard output"},
    STORED_CAMPAIGN_OPTION(PlotOptions, campaign),
    {OPTION_STRING(PlotOptions, solvers), .name = "solvers", .letter = 's', .value_name = "A,B",
     .help = "of runs, the two solvers of a scatter plot", .initial_note = "those that solve most"},
    {OPTION_CHOICE(PlotOptions, cost, cost_words), .name = "cost", .initial = "wall",
     .help = "of runs, the time that is drawn"},
    {OPTION_DURATION(PlotOptions, timeout_ms), .name = "timeout", .letter = 't',
     .value_name = "TIME", .high = OPTION_YEAR_MS, .help = "of runs, the time limit that they had",
     .initial_note = "what the table says"},
};

static const Example examples[] = {
    {"assay plot DIR --kind cactus -o cactus.pdf",
     "how many inputs each solver decides in which time"},
    {"assay plot runs.csv --kind cdf -o cdf.pdf",
     "the same of the runs of 'assay bench', as shares"},
    {"assay plot DIR --kind scatter -o scatter.tex", "target against reference, for a paper"},
    {"assay plot DIR --kind findings -o findings.svg", "findings over the inputs of a campaign"},
    {"assay plot DIR --kind ranking -o ranking.svg", "the constructs that were rewarded"},
};

static const ExitNote exits[] = {
    {EXIT_ENVIRONMENT,
     "the store or table cannot be read, gnuplot is missing or the file cannot be written"},
};

static int find_format(const PlotOptions *given, FigureFormat *format)
{
  const char *ending = given->output != NULL ? strrchr(given->output, '.') : NULL;
  *format = FIGURE_SVG;
  if (given->format > 0) *format = (FigureFormat)(given->format - 1);
  if (given->format > 0 || given->output == NULL || strcmp(given->output, "-") == 0)
    return EXIT_FINE;
  for (size_t i = 0; ending != NULL && figure_format_words[i] != NULL; i++) {
    if (strcmp(ending + 1, figure_format_words[i]) != 0) continue;
    *format = (FigureFormat)i;
    return EXIT_FINE;
  }
  return command_usage_error(&command_plot,
                             "the name '%s' does not say what to draw: use one that ends with "
                             ".svg, .pdf, .png or .tex, or --format",
                             given->output);
}

static int draw(const PlotOptions *given, const ReportData *data, FigureFormat format)
{
  StrBuf figure;
  Error error;
  strbuf_init(&figure, 0);
  Status status = figure_render(data, given->kind, format, &figure, &error);
  if (status == STATUS_OK)
    status = file_write(given->output != NULL ? given->output : "-", figure.bytes, figure.length,
                        &error);
  strbuf_deinit(&figure);
  return status == STATUS_OK ? EXIT_FINE : command_refuse(&command_plot, &error);
}

static bool is_table(const char *place)
{
  static const char *const endings[] = {".csv", ".csv.gz"};
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    size_t length = strlen(place), ending = strlen(endings[i]);
    if (length > ending && strcmp(place + length - ending, endings[i]) == 0) return true;
  }
  return false;
}

static int load_runs(const PlotOptions *given, const char *path, ReportData **data)
{
  Error error;
  ReportRunsOptions runs = {
      .limit = (double)given->timeout_ms / 1000, .cpu = given->cost == 1, .sides = given->solvers};
  if (given->kind == FIGURE_PROGRESS || given->kind == FIGURE_RANKING)
    return command_usage_error(&command_plot, "of runs there is cactus, cdf and scatter");
  Status status = report_load_runs(data, path, &runs, &error);
  if (status == STATUS_OK) return EXIT_FINE;
  return status == STATUS_USAGE
             ? command_usage_error(&command_plot, "%s", error.message)
             : command_error(&command_plot, EXIT_ENVIRONMENT, "%s", error.message);
}

static int load_campaign(const PlotOptions *given, const char *place, ReportData **data)
{
  Store *store = NULL;
  int code = stored_open(&command_plot, place, &store);
  if (code == EXIT_FINE) code = stored_load(&command_plot, store, given->campaign, data);
  store_close(store);
  return code;
}

static int run(const void *values, int count, char **places)
{
  (void)count;
  const PlotOptions *given = values;
  FigureFormat format;
  ReportData *data = NULL;
  int code = find_format(given, &format);
  if (code == EXIT_FINE)
    code = is_table(places[0]) ? load_runs(given, places[0], &data)
                               : load_campaign(given, places[0], &data);
  if (code == EXIT_FINE) code = draw(given, data, format);
  report_release(data);
  return code;
}

const Subcommand command_plot = {
    .name = "plot",
    .group = GROUP_FINDINGS,
    .summary = "draw figures of a campaign or of runs",
    .usage = "[OPTION]... DIR|RUNS.csv",
    .description =
        "Draws a figure of what is in the store of a campaign (a folder, a file or a URL), with "
        "gnuplot. A file *.csv or *.csv.gz is a table of runs, as 'assay bench' writes it, of "
        "which "
        "there is cactus, cdf and scatter.\n"
        "\n"
        "cactus: how many inputs each solver decides within a cost; cdf: the same as shares, the "
        "cost "
        "to the right. scatter: what each input "
        "costs target and reference. Both are about inputs on which all solvers ran to their end "
        "or to the full limit. progress: the best margin over time. ranking: the constructs with "
        "the largest rewards.\n"
        "\n"
        "SVG has no background and follows light and dark colour schemes. TeX is a picture to "
        "\\input, for the packages pict2e, xcolor and graphicx.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {.name = "DIR", .min = 1, .max = 1, .completion = COMPLETE_FILES},
    .options_size = sizeof(PlotOptions),
    .run = run,
};
