#include "cli/option/help.h"

#include <assert.h>
#include <string.h>

#include "cli/option/commands.h"
#include "cli/option/doc_folder.h"

const char help_tagline[] =
    "assay - a workbench for SMT solvers, verifiers of networks and solvers of B";

const Example help_examples[] = {
    {"assay check problem.smt2", "check a script's syntax and sorts"},
    {"assay help check", "read about one command"},
};
const size_t help_example_count = sizeof help_examples / sizeof *help_examples;

const ExitNote help_exits[] = {
    {EXIT_FINE, "fine"},
    {EXIT_FINDING, "a finding or a negative answer"},
    {EXIT_USAGE, "the command line is wrong"},
    {EXIT_ENVIRONMENT,
     "a file, a program or a resource that is needed is not there or cannot be used"},
    {EXIT_INTERNAL, "a defect of assay itself"},
    {EXIT_OPEN, "there is no answer: undetermined, or it does not reproduce"},
};
const size_t help_exit_count = sizeof help_exits / sizeof *help_exits;

#define GROUP_TITLE(code, title) title,
const char *const help_group_titles[GROUP_COUNT] = {COMMAND_GROUPS(GROUP_TITLE)};
#undef GROUP_TITLE

const char help_samples[] =
    "samples/ is in the folder of the source, and in " ASSAY_DOC_FOLDER " if assay is installed.";

bool help_names_samples(const Subcommand *command)
{
  for (size_t i = 0; i < command->example_count; i++)
    if (strstr(command->examples[i].command, "samples/")) return true;
  return false;
}

static const Option main_options[] = {
    {OPTION_FLAG(MainOptions, version), .name = "version", .help = "show the version and exit"},
};

OptionTable help_main_options(void)
{
  return (OptionTable)OPTION_TABLE(main_options);
}

/* Where the text beside an option or a name starts, at most. */
enum { TEXT_COLUMN_MOST = 28 };

typedef struct {
  FILE *out;
  Style style;
  size_t width;
} Page;

static Page page_on(FILE *out, ColorMode color)
{
  return (Page){out, style_for(out, color), style_width(out)};
}

static void print_heading(const Page *page, const char *title)
{
  fprintf(page->out, "\n%s%s:%s\n", page->style.bold, title, page->style.reset);
}

/* Ends the left part, which reaches to `column`, and prints the text beside or below it. */
static void print_beside(const Page *page, const char *text, size_t column, size_t text_column)
{
  assert(text && text_column > 0);
  if (column + 2 > text_column) {
    fputc('\n', page->out);
    column = 0;
  }
  text_wrap(page->out, text, column, text_column, page->width);
}

/* --- options -------------------------------------------------------------------------------- */

static void print_option_head(FILE *out, const Option *option)
{
  if (option->letter)
    fprintf(out, "  -%c, ", option->letter);
  else
    fputs(option->one_dash ? "  " : "      ", out);
  option_print_name(out, option);
  if (option->alias) fprintf(out, ", --%s", option->alias);
  if (option_takes_value(option)) {
    fputc(' ', out);
    option_print_value_name(out, option);
  }
}

/* Collects what a function prints about an option; the caller frees it. */
static char *printed(void (*print)(FILE *out, const Option *option), const Option *option)
{
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  if (!out) mem_exhausted(0);
  print(out, option);
  if (fclose(out) != 0) mem_exhausted(length);
  return text;
}

static size_t widest_head(OptionTable table, size_t widest)
{
  for (size_t i = 0; i < table.count; i++) {
    char *head = printed(print_option_head, &table.items[i]);
    size_t column = text_columns(head) + 2;
    if (column > widest && column <= TEXT_COLUMN_MOST) widest = column;
    free(head);
  }
  return widest;
}

/* `names` NULL: all are shown. */
static bool is_shown(const Option *option, const char *const *names)
{
  for (size_t i = 0; names && names[i]; i++)
    if (strcmp(names[i], option->name) == 0) return true;
  return !names;
}

static void print_option_rows(const Page *page, OptionTable table, const char *const *names,
                              size_t text_column)
{
  for (size_t i = 0; i < table.count; i++) {
    if (!is_shown(&table.items[i], names)) continue;
    char *head = printed(print_option_head, &table.items[i]);
    char *text = printed(option_print_help, &table.items[i]);
    fprintf(page->out, "%s%s%s", page->style.cyan, head, page->style.reset);
    print_beside(page, text, text_columns(head), text_column);
    free(head);
    free(text);
  }
}

static void print_extras(const Page *page, OptionTable table, size_t text_column)
{
  Option option;
  const char *of, *heading = "";
  for (size_t i = 0; table.extras && table.extras->at(i, &option, &of); i++) {
    if (strcmp(of, heading) != 0) {
      fprintf(page->out, "\n%sOptions of %s:%s\n", page->style.bold, of, page->style.reset);
      heading = of;
    }
    print_option_rows(page, (OptionTable){&option, 1, NULL}, NULL, text_column);
  }
}

static size_t count_all(OptionTable table)
{
  Option option;
  const char *of;
  size_t count = table.count;
  for (size_t i = 0; table.extras && table.extras->at(i, &option, &of); i++) count++;
  return count;
}

static void print_options(const Page *page, OptionTable table, const char *const *common, bool all)
{
  OptionTable always = option_common_table();
  const char *const *names = all ? NULL : common;
  size_t text_column = widest_head(table, 0);
  text_column = widest_head(always, text_column);
  print_heading(page, names ? "Common options" : "Options");
  print_option_rows(page, table, names, text_column);
  print_option_rows(page, always, NULL, text_column);
  if (common) print_option_rows(page, (OptionTable){option_help_all(), 1, NULL}, NULL, text_column);
  if (names)
    fprintf(page->out, "\n--help-all shows all %zu options.\n", count_all(table));
  else
    print_extras(page, table, text_column);
}

/* --- parts of a page ------------------------------------------------------------------------ */

static void print_exits(const Page *page, const ExitNote *exits, size_t count)
{
  print_heading(page, "Exit codes");
  for (size_t i = 0; i < count; i++) {
    int length = fprintf(page->out, "  %d  ", (int)exits[i].code);
    text_wrap(page->out, exits[i].text, (size_t)length, (size_t)length, page->width);
  }
}

static void print_examples(const Page *page, const Example *examples, size_t count)
{
  print_heading(page, "Examples");
  for (size_t i = 0; i < count; i++) {
    fprintf(page->out, "  %s%s%s\n", page->style.cyan, examples[i].command, page->style.reset);
    text_wrap(page->out, examples[i].text, 0, 6, page->width);
  }
}

static void print_usage(const Page *page, const Subcommand *command)
{
  fprintf(page->out, "%sUsage:%s ", page->style.bold, page->style.reset);
  const char *line = command->usage;
  for (;;) {
    size_t length = strcspn(line, "\n");
    fprintf(page->out, "assay %s%s%.*s\n", command->name, length ? " " : "", (int)length, line);
    line += length;
    if (*line == '\0') return;
    line++;
    fputs("       ", page->out);
  }
}

static size_t widest_name(void)
{
  size_t widest = 0;
  for (size_t i = 0; i < command_count; i++) {
    size_t length = strlen(commands[i]->name);
    if (length > widest) widest = length;
  }
  return widest;
}

static void print_group(const Page *page, CommandGroup group, size_t text_column)
{
  assert(group < GROUP_COUNT);
  bool first = true;
  for (size_t i = 0; i < command_count; i++) {
    const Subcommand *command = commands[i];
    if (command->group != group) continue;
    if (first) print_heading(page, help_group_titles[group]);
    first = false;
    fprintf(page->out, "  %s%s%s", page->style.cyan, command->name, page->style.reset);
    print_beside(page, command->summary, 2 + strlen(command->name), text_column);
  }
}

void help_print_overview(FILE *out, ColorMode color)
{
  Page page = page_on(out, color);
  fprintf(out, "%s\n\n", help_tagline);
  fprintf(out, "%sUsage:%s assay COMMAND [OPTION...] [ARGUMENT...]\n", page.style.bold,
          page.style.reset);
  size_t text_column = widest_name() + 4;
  for (int group = 0; group < GROUP_COUNT; group++)
    print_group(&page, (CommandGroup)group, text_column);
  print_options(&page, help_main_options(), NULL, true);
  print_exits(&page, help_exits, help_exit_count);
  print_examples(&page, help_examples, help_example_count);
  fputs("\n'assay help COMMAND' shows more about a command.\n", out);
}

void help_print_command(FILE *out, const Subcommand *command, bool all, ColorMode color)
{
  assert(command && command->usage && command->description);
  Page page = page_on(out, color);
  print_usage(&page, command);
  fputc('\n', out);
  text_wrap(out, command->description, 0, 0, page.width);
  print_options(&page, command->options, command->common, all);
  if (command->exit_count) print_exits(&page, command->exits, command->exit_count);
  if (command->example_count) print_examples(&page, command->examples, command->example_count);
  if (!help_names_samples(command)) return;
  fputc('\n', out);
  text_wrap(out, help_samples, 0, 0, page.width);
}
