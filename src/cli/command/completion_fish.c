/* fish wants a line for each thing that may be completed, with the condition under which. */
#include "cli/command/completion_fish.h"

#include "cli/command/completion_value.h"
#include "cli/option/commands.h"
#include "cli/option/help.h"

static const char script_head[] =
    "# Completion of assay for fish. Load it with: assay completion fish | source\n"
    "\n"
    "# The command among the words before the cursor, if there is one.\n"
    "function __assay_command\n"
    "  set -l words (commandline -opc)\n"
    "  set -e words[1]\n"
    "  set -l skip 0\n"
    "  for word in $words\n"
    "    if test $skip = 1\n"
    "      set skip 0\n"
    "      continue\n"
    "    end\n"
    "    switch $word\n";

static const char script_middle[] =
    "      case '-*'\n"
    "        continue\n"
    "      case '*'\n"
    "        echo $word\n"
    "        return\n"
    "    end\n"
    "  end\n"
    "end\n"
    "\n"
    "function __assay_is\n"
    "  set -l command (__assay_command)\n"
    "  test \"$command\" = \"$argv[1]\"\n"
    "end\n"
    "\n"
    "# The first argument after the command.\n"
    "function __assay_first\n"
    "  set -l words (commandline -opc)\n"
    "  set -l command (__assay_command)\n"
    "  set -l found 0\n"
    "  for word in $words[2..-1]\n"
    "    if test $found = 1; and not string match -q -- '-*' $word\n"
    "      echo $word\n"
    "      return\n"
    "    end\n"
    "    test \"$word\" = \"$command\"; and set found 1\n"
    "  end\n"
    "end\n"
    "\n"
    "function __assay_findings\n"
    "  for folder in (__assay_first)/finding-*/\n"
    "    basename $folder\n"
    "  end\n"
    "end\n"
    "\n"
    "# The names after what stands before the last comma.\n"
    "function __assay_list\n"
    "  set -l before (string match -r '^(?:--[^=]*=)?(.*,)' -- (commandline -ct))\n"
    "  set -q before[2]; and set before $before[2]; or set before ''\n"
    "  printf '%s\\n' $before$argv\n"
    "end\n"
    "\n"
    "complete -c assay -e\n"
    "complete -c assay -f\n";

static void print_quoted(FILE *out, const char *text)
{
  fputc('\'', out);
  for (; *text; text++) {
    if (*text == '\'' || *text == '\\') fputc('\\', out);
    fputc(*text, out);
  }
  fputc('\'', out);
}

/* Up to the words that may be completed. */
static void print_start(FILE *out, const char *command)
{
  fprintf(out, "complete -c assay -n \"__assay_is '%s'\"", command);
}

static void print_words(FILE *out, const char *const *words)
{
  fputs(" -a '", out);
  for (size_t i = 0; words[i]; i++) fprintf(out, "%s%s", i ? " " : "", words[i]);
  fputc('\'', out);
}

static void print_names(FILE *out, CompletionValue value)
{
  fprintf(out, value.list ? " -x -a '(__assay_list $__assay_%s)'" : " -x -a '$__assay_%s'",
          value.names);
}

/* --- options --- */

static void print_value(FILE *out, const Option *option)
{
  switch (option->kind) {
  case OPTION_KIND_CHOICE:
    fputs(" -x", out);
    print_words(out, option->words);
    break;
  case OPTION_KIND_STRING:
  case OPTION_KIND_LIST:
    if (completion_value_of_option(option).names)
      print_names(out, completion_value_of_option(option));
    else
      fputs(" -r -F", out);
    break;
  default: fputs(" -x", out); break;
  }
}

static void print_options(FILE *out, const char *command, OptionTable table)
{
  for (size_t i = 0; i < table.count; i++) {
    const Option *option = &table.items[i];
    print_start(out, command);
    fprintf(out, " -%c %s", option->one_dash ? 'o' : 'l', option->name);
    if (option->letter) fprintf(out, " -s %c", option->letter);
    if (option_takes_value(option)) print_value(out, option);
    fputs(" -d ", out);
    print_quoted(out, option->help);
    fputc('\n', out);
  }
}

/* What stands before the command and has a value after it. */
static void print_skipped(FILE *out, OptionTable table)
{
  for (size_t i = 0; i < table.count; i++) {
    const Option *option = &table.items[i];
    if (!option_takes_value(option)) continue;
    fputs("      case ", out);
    option_print_name(out, option);
    if (option->letter) fprintf(out, " -%c", option->letter);
    fputs("\n        set skip 1\n", out);
  }
}

/* --- arguments --- */

static void print_commands(FILE *out, const char *command)
{
  for (size_t i = 0; i < command_count; i++) {
    print_start(out, command);
    fprintf(out, " -a %s -d ", commands[i]->name);
    print_quoted(out, commands[i]->summary);
    fputc('\n', out);
  }
}

static void print_arguments(FILE *out, const Subcommand *command)
{
  const Positionals *positionals = &command->positionals;
  CompletionValue value = completion_value_of_argument(command);
  if (value.names) {
    fprintf(out,
            "complete -c assay -n \"__assay_is '%s'; and not count (__assay_first) > /dev/null\"",
            command->name);
    print_names(out, value);
    fputc('\n', out);
  }
  if (positionals->completion == COMPLETE_COMMANDS) {
    print_commands(out, command->name);
    return;
  }
  if (positionals->max == 0 || positionals->completion == COMPLETE_NOTHING) return;
  if (completion_takes_finding(command))
    fprintf(out,
            "complete -c assay -n \"__assay_is '%s'; and count (__assay_first) > /dev/null\" -f -a "
            "'(__assay_findings)'\n",
            command->name);
  print_start(out, command->name);
  if (positionals->completion == COMPLETE_WORDS)
    print_words(out, positionals->words);
  else
    fputs(" -F", out);
  fputc('\n', out);
}

void completion_print_fish(FILE *out)
{
  fputs(script_head, out);
  print_skipped(out, help_main_options());
  print_skipped(out, option_common_table());
  fputs(script_middle, out);
  for (size_t i = 0; completion_names[i]; i++) {
    fprintf(out, "set -g __assay_%s", completion_names[i]);
    completion_print_names(out, completion_names[i]);
    fputc('\n', out);
  }
  print_commands(out, "");
  print_options(out, "", help_main_options());
  print_options(out, "", option_common_table());
  for (size_t i = 0; i < command_count; i++) {
    print_options(out, commands[i]->name, commands[i]->options);
    print_options(out, commands[i]->name, option_common_table());
    print_arguments(out, commands[i]);
  }
}
