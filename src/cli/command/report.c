/* assay report: the results of a campaign, for people and programs. */
#include <string.h>

#include "base/file.h"
#include "cli/option/commands.h"
#include "cli/option/json.h"
#include "cli/shared/stored.h"
#include "record/report/csv.h"
#include "record/report/document.h"
#include "record/report/markdown.h"
#include "record/report/page.h"

typedef enum { FORMAT_GUESS, FORMAT_MD, FORMAT_HTML, FORMAT_JSON, FORMAT_CSV } ReportFormat;

typedef struct {
  CommonOptions common;
  uint64_t campaign;
  ReportFormat format;
  CsvTable table;
  uint64_t inputs;
  const char *output;
} ReportOptions;

static const char *const format_words[] = {"auto", "md", "html", "json", "csv", NULL};

static const Option options[] = {
    {OPTION_CHOICE(ReportOptions, format, format_words), .name = "format", .letter = 'f',
     .initial = "auto",
     .help = "md: a summary; html: a page that needs nothing but itself; json: everything in one "
             "document; csv: a table, row by row; auto: by the ending of FILE, else md"},
    {OPTION_CHOICE(ReportOptions, table, report_csv_table_words), .name = "table",
     .value_name = "TABLE", .initial = "runs", .help = "which table csv is"},
    {OPTION_STRING(ReportOptions, output), .name = "output", .letter = 'o', .value_name = "FILE",
     .help = "write to FILE instead of standard output"},
    STORED_INPUTS_OPTION(ReportOptions, inputs),
    STORED_CAMPAIGN_OPTION(ReportOptions, campaign),
};

static const Example examples[] = {
    {"assay report DIR", "what was found, for people"},
    {"assay report DIR -o report.html", "one page with figures, for a browser"},
    {"assay report DIR --format json | jq .counts", "for programs"},
    {"assay report DIR --format csv --table findings -o findings.csv", "a table for a spreadsheet"},
};

static const ExitNote exits[] = {
    {EXIT_ENVIRONMENT, "the store cannot be read, or the report not be written"},
};

static ReportFormat format_of(const ReportOptions *given)
{
  const char *ending = given->output != NULL ? strrchr(given->output, '.') : NULL;
  if (given->format != FORMAT_GUESS || ending == NULL) return given->format;
  for (ReportFormat format = FORMAT_MD; format_words[format] != NULL; format++)
    if (strcmp(ending + 1, format_words[format]) == 0) return format;
  return FORMAT_GUESS;
}

static int write_table(const ReportOptions *given, Store *store, FILE *out)
{
  Error error;
  Status status = report_csv_write(store, (int64_t)given->campaign, given->table, out, &error);
  return status == STATUS_OK ? EXIT_FINE : command_refuse(&command_report, &error);
}

/* Files of findings are linked to from where the page is written. */
static void render(const ReportOptions *given, const ReportData *data, StrBuf *text)
{
  json_t *report = report_document(data);
  json_t *figures = page_figures(data);
  char *folder = given->output ? stored_relative_folder(given->output, data->place) : NULL;
  if (folder) json_object_set_new(report, "folder", json_text(folder, strlen(folder)));
  page_write(report, figures, false, text);
  free(folder);
  json_decref(figures);
  json_decref(report);
}

static int write_report(const ReportOptions *given, Store *store, FILE *out)
{
  ReportFormat format = format_of(given);
  ReportData *data;
  Error error;
  if (format == FORMAT_CSV) return write_table(given, store, out);
  if (report_load_inputs(&data, store, (int64_t)given->campaign, given->inputs, given->inputs,
                         &error))
    return command_refuse(&command_report, &error);
  report_load_folders(data);
  if (format == FORMAT_JSON) {
    json_print_pretty(out, report_document(data));
  } else {
    StrBuf text;
    strbuf_init(&text, 0);
    if (format == FORMAT_HTML)
      render(given, data, &text);
    else
      report_markdown(data, &text);
    fwrite(text.bytes, 1, text.length, out);
    strbuf_deinit(&text);
  }
  report_release(data);
  return EXIT_FINE;
}

static int run(const void *values, int count, char **places)
{
  (void)count;
  const ReportOptions *given = values;
  Store *store = NULL;
  FileOutput file;
  Error error;
  int code = stored_open(&command_report, places[0], &store);
  if (code == EXIT_FINE && file_output_open(&file, given->output ? given->output : "-", &error)) {
    code = command_refuse(&command_report, &error);
  } else if (code == EXIT_FINE) {
    code = write_report(given, store, file.stream);
    if (file_output_close(&file, code == EXIT_FINE, &error))
      code = command_refuse(&command_report, &error);
  }
  store_close(store);
  return code;
}

const Subcommand command_report = {
    .name = "report",
    .group = GROUP_FINDINGS,
    .summary = "show the results of a campaign",
    .usage = "[OPTION]... DIR",
    .description =
        "Reads the store of a campaign: the folder that 'assay fuzz' has made, a file, or a "
        "PostgreSQL database (postgresql://...). The campaign may be running.\n"
        "\n"
        "The Markdown summary has the solvers with their outcomes, the best input, the groups of "
        "findings with an example each, and the constructs that were rewarded. The HTML page has "
        "tables "
        "that "
        "sort and filter, all texts and the figures of 'assay plot'; nothing of it comes from a "
        "network. The JSON document is described on the page of this command. CSV is one table, "
        "for millions of rows.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {.name = "DIR", .min = 1, .max = 1, .completion = COMPLETE_FILES},
    .options_size = sizeof(ReportOptions),
    .run = run,
};
