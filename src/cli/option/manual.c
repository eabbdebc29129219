/* Manual pages in the man(7) macros. */
#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "cli/option/commands.h"
#include "cli/option/help.h"

#ifndef ASSAY_VERSION
#define ASSAY_VERSION "unknown"
#endif

/* Prints text so that troff shows it as it is: '-' stays a plain minus, '\' and a leading '.' or
 * quote are not read as requests. `at_start` says whether a line begins here. */
static void print_text(FILE *out, const char *text, bool at_start)
{
  for (; *text; text++) {
    if (at_start && (*text == '.' || *text == '\'')) fputs("\\&", out);
    at_start = *text == '\n';
    if (*text == '\\')
      fputs("\\e", out);
    else if (*text == '-')
      fputs("\\-", out);
    else
      fputc(*text, out);
  }
}

static void print_bold(FILE *out, const char *text)
{
  fputs("\\fB", out);
  print_text(out, text, false);
  fputs("\\fR", out);
}

/* An empty line starts a paragraph, and a line that starts with a space is left as it is. */
static void print_paragraphs(FILE *out, const char *text)
{
  bool literal = false;
  while (*text) {
    size_t length = strcspn(text, "\n");
    bool line_literal = *text == ' ';
    if (line_literal != literal) fputs(line_literal ? ".nf\n" : ".fi\n", out);
    literal = line_literal;
    char *line = mem_copy_string(text, length);
    if (length == 0)
      fputs(".PP", out);
    else
      print_text(out, line, true);
    fputc('\n', out);
    free(line);
    text += length + (text[length] == '\n');
  }
  if (literal) fputs(".fi\n", out);
}

static void print_option(FILE *out, const Option *option)
{
  assert(option->name && option->help);
  fputs(".TP\n", out);
  if (option->letter) fprintf(out, "\\fB\\-%c\\fR, ", option->letter);
  fprintf(out, "\\fB%s", option->one_dash ? "\\-" : "\\-\\-");
  print_text(out, option->name, false);
  fputs("\\fR", out);
  if (option->alias) {
    fputs(", \\fB\\-\\-", out);
    print_text(out, option->alias, false);
    fputs("\\fR", out);
  }
  if (option_takes_value(option)) {
    fputs(" \\fI", out);
    option_print_value_name(out, option);
    fputs("\\fR", out);
  }
  char *text = NULL;
  size_t length = 0;
  FILE *memory = open_memstream(&text, &length);
  if (!memory) mem_exhausted(0);
  option_print_help(memory, option);
  if (fclose(memory) != 0) mem_exhausted(length);
  fputc('\n', out);
  print_text(out, text, true);
  fputc('\n', out);
  free(text);
}

static void print_options(FILE *out, OptionTable table)
{
  OptionTable common = option_common_table();
  fputs(".SH OPTIONS\n", out);
  for (size_t i = 0; i < table.count; i++) print_option(out, &table.items[i]);
  for (size_t i = 0; i < common.count; i++) print_option(out, &common.items[i]);
}

static void print_exits(FILE *out, const ExitNote *exits, size_t count)
{
  fputs(".SH EXIT STATUS\n", out);
  for (size_t i = 0; i < count; i++) {
    fprintf(out, ".TP\n%d\n", (int)exits[i].code);
    print_text(out, exits[i].text, true);
    fputc('\n', out);
  }
}

static void print_examples(FILE *out, const Example *examples, size_t count)
{
  fputs(".SH EXAMPLES\n", out);
  for (size_t i = 0; i < count; i++) {
    fputs(".TP\n", out);
    print_bold(out, examples[i].command);
    fputc('\n', out);
    print_text(out, examples[i].text, true);
    fputc('\n', out);
  }
}

static void print_usage(FILE *out, const Subcommand *command)
{
  const char *line = command->usage;
  for (;;) {
    size_t length = strcspn(line, "\n");
    char *text = mem_copy_string(line, length);
    print_bold(out, "assay ");
    print_bold(out, command->name);
    fputc(' ', out);
    print_text(out, text, false);
    fputc('\n', out);
    free(text);
    line += length;
    if (*line == '\0') return;
    line++;
    fputs(".br\n", out);
  }
}

static void print_command_page(FILE *out, const Subcommand *command)
{
  assert(command->name && command->summary);
  fputs(".TH ASSAY\\-", out);
  for (const char *c = command->name; *c; c++) fputc(toupper((unsigned char)*c), out);
  fprintf(out, " 1 \"\" \"assay %s\"\n", ASSAY_VERSION);
  fprintf(out, ".SH NAME\nassay\\-%s \\- ", command->name);
  print_text(out, command->summary, false);
  fputs("\n.SH SYNOPSIS\n", out);
  print_usage(out, command);
  fputs(".SH DESCRIPTION\n", out);
  print_paragraphs(out, command->description);
  print_options(out, command->options);
  if (command->exit_count)
    print_exits(out, command->exits, command->exit_count);
  else
    print_exits(out, help_exits, help_exit_count);
  if (command->example_count) print_examples(out, command->examples, command->example_count);
  if (help_names_samples(command)) {
    fputs(".PP\n", out);
    print_text(out, help_samples, true);
    fputc('\n', out);
  }
  fputs(".SH SEE ALSO\n.BR assay (1)\n", out);
}

static void print_command_list(FILE *out)
{
  fputs(".SH COMMANDS\n", out);
  for (int group = 0; group < GROUP_COUNT; group++) {
    bool first = true;
    for (size_t i = 0; i < command_count; i++) {
      if ((int)commands[i]->group != group) continue;
      if (first) fprintf(out, ".SS %s\n", help_group_titles[group]);
      first = false;
      fputs(".TP\n", out);
      print_bold(out, commands[i]->name);
      fputc('\n', out);
      print_text(out, commands[i]->summary, true);
      fputc('\n', out);
    }
  }
}

static void print_main_page(FILE *out)
{
  fprintf(out, ".TH ASSAY 1 \"\" \"assay %s\"\n.SH NAME\n", ASSAY_VERSION);
  print_text(out, help_tagline, true);
  fputs("\n.SH SYNOPSIS\n\\fBassay\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR...] [\\fIARGUMENT\\fR...]\n",
        out);
  fputs(".SH DESCRIPTION\nEach command has a page of its own, which\n.B assay help\n"
        ".I COMMAND\nshows too.\n",
        out);
  print_command_list(out);
  print_options(out, help_main_options());
  print_exits(out, help_exits, help_exit_count);
  print_examples(out, help_examples, help_example_count);
}

void manual_print(FILE *out, const Subcommand *command)
{
  if (command)
    print_command_page(out, command);
  else
    print_main_page(out);
}
