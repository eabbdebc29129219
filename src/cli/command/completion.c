/* assay completion: a script that completes command lines in a shell, made from the option tables.
 *
 * In bash and zsh the script asks four functions, which are the same for both, what may stand somewhere; they answer
 * "files", "nothing", "words" and a list, "names" or "list" and what _assay_names knows by that name (a list has commas), or "findings". It
 * uses only what the shell itself has. */
#include <assert.h>
#include <string.h>

#include "cli/command/completion_fish.h"
#include "cli/command/completion_value.h"
#include "cli/option/commands.h"
#include "cli/option/help.h"

static const char bash_head[] =
    "# Completion of assay for bash. Load it with: source <(assay completion bash)\n";

/* Walks over the words before the cursor to find the command and whether the cursor is at the value
 * of an option. Bash splits --name=value into three words unless '=' is not in COMP_WORDBREAKS. */
static const char bash_tail[] =
    "_assay() {\n"
    "  local cur=${COMP_WORDS[COMP_CWORD]} word='' command='' ended='' spec='' prefix='' first='' "
    "i\n"
    "  COMPREPLY=()\n"
    "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
    "    word=${COMP_WORDS[i]}\n"
    "    spec=''\n"
    "    if [[ -z $ended && $word == -- ]]; then\n"
    "      ended=1\n"
    "    elif [[ -z $ended && $word == -?* ]]; then\n"
    "      spec=$(_assay_value \"$command:$word\")\n"
    "      if [[ -n $spec ]]; then\n"
    "        [[ ${COMP_WORDS[i + 1]} == '=' ]] && ((i++))\n"
    "        ((i + 1 < COMP_CWORD)) && spec=''\n"
    "        ((i++))\n"
    "      fi\n"
    "    elif [[ -z $command ]]; then\n"
    "      command=$word\n"
    "    elif [[ -z $first ]]; then\n"
    "      first=$word\n"
    "    fi\n"
    "  done\n"
    "  if [[ -n $spec ]]; then\n"
    "    [[ $cur == '=' ]] && cur=''\n"
    "  elif [[ -z $ended && $cur == --*=* ]]; then\n"
    "    prefix=${cur%%=*}=\n"
    "    cur=${cur#*=}\n"
    "    spec=$(_assay_value \"$command:${prefix%=}\")\n"
    "  elif [[ -z $ended && $cur == -* ]]; then\n"
    "    spec=\"words $(_assay_options \"$command\")\"\n"
    "  else\n"
    "    spec=$(_assay_arguments \"$command\" \"$first\")\n"
    "  fi\n"
    "  case $spec in\n"
    "    findings)\n"
    "      spec='words'\n"
    "      for word in \"$first\"/finding-*/; do\n"
    "        word=${word%/}\n"
    "        [[ -d $word ]] && spec+=\" ${word##*/}\"\n"
    "      done\n"
    "      ;;\n"
    "    list*)\n"
    "      prefix+=${cur%\"${cur##*,}\"}\n"
    "      cur=${cur##*,}\n"
    "      spec=\"words$(_assay_names \"${spec#list }\")\"\n"
    "      compopt -o nospace 2> /dev/null\n"
    "      ;;\n"
    "    names*) spec=\"words$(_assay_names \"${spec#names }\")\" ;;\n"
    "  esac\n"
    "  case $spec in\n"
    "    files)\n"
    "      compopt -o filenames 2> /dev/null\n"
    "      mapfile -t COMPREPLY < <(compgen -f -P \"$prefix\" -- \"$cur\")\n"
    "      ;;\n"
    "    words*)\n"
    "      mapfile -t COMPREPLY < <(compgen -W \"${spec#words}\" -P \"$prefix\" -- \"$cur\")\n"
    "      ;;\n"
    "  esac\n"
    "}\n"
    "\n"
    "complete -F _assay assay\n";

static const char zsh_head[] =
    "#compdef assay\n"
    "# Completion of assay for zsh. Load it after compinit with: source <(assay completion zsh)\n";

/* The same walk. The end serves a file in $fpath, which is run as the function's body, and one that is sourced. */
static const char zsh_tail[] =
    "_assay() {\n"
    "  local cur=${words[CURRENT]} word='' name='' ended='' spec='' first='' i\n"
    "  for ((i = 2; i < CURRENT; i++)); do\n"
    "    word=${words[i]}\n"
    "    spec=''\n"
    "    if [[ -z $ended && $word == -- ]]; then\n"
    "      ended=1\n"
    "    elif [[ -z $ended && $word == -?* ]]; then\n"
    "      spec=$(_assay_value \"$name:$word\")\n"
    "      if [[ -n $spec ]]; then\n"
    "        ((i + 1 < CURRENT)) && spec=''\n"
    "        ((i++))\n"
    "      fi\n"
    "    elif [[ -z $name ]]; then\n"
    "      name=$word\n"
    "    elif [[ -z $first ]]; then\n"
    "      first=$word\n"
    "    fi\n"
    "  done\n"
    "  if [[ -n $spec ]]; then\n"
    "    :\n"
    "  elif [[ -z $ended && $cur == --*=* ]]; then\n"
    "    spec=$(_assay_value \"$name:${cur%%=*}\")\n"
    "    compset -P '*='\n"
    "  elif [[ -z $ended && $cur == -* ]]; then\n"
    "    spec=\"words $(_assay_options \"$name\")\"\n"
    "  else\n"
    "    spec=$(_assay_arguments \"$name\" \"$first\")\n"
    "  fi\n"
    "  case $spec in\n"
    "    files) _files ;;\n"
    "    words*) compadd -- ${=spec#words} ;;\n"
    "    names*) compadd -- ${=$(_assay_names \"${spec#names }\")} ;;\n"
    "    list*)\n"
    "      compset -P '*,'\n"
    "      compadd -S '' -- ${=$(_assay_names \"${spec#list }\")}\n"
    "      ;;\n"
    "    findings) compadd -- ${~first}/finding-*(N/:t) ;;\n"
    "  esac\n"
    "}\n"
    "\n"
    "if [[ ${funcstack[1]-} == _assay ]]; then\n"
    "  _assay \"$@\"\n"
    "else\n"
    "  compdef _assay assay\n"
    "fi\n";

static const char *const shells[] = {"bash", "zsh", "fish", NULL};

static const Example examples[] = {
    {"source <(assay completion bash)", "complete in this shell"},
    {"assay completion bash > ~/.local/share/bash-completion/completions/assay",
     "complete in every new shell, where the package bash-completion is installed"},
    {"assay completion zsh > ~/.zfunc/_assay",
     "the same for zsh, if ~/.zshrc has 'fpath+=~/.zfunc' before compinit"},
    {"assay completion fish > ~/.config/fish/completions/assay.fish", "the same for fish"},
};

static void print_words(FILE *out, const char *const *words)
{
  fputs("words", out);
  for (size_t i = 0; words[i]; i++) fprintf(out, " %s", words[i]);
}

static void print_command_words(FILE *out)
{
  fputs("words", out);
  for (size_t i = 0; i < command_count; i++) fprintf(out, " %s", commands[i]->name);
}

/* --- _assay_options: the options of a command ----------------------------------------------- */

static void print_option_names(FILE *out, OptionTable table)
{
  for (size_t i = 0; i < table.count; i++) {
    fputc(' ', out);
    option_print_name(out, &table.items[i]);
  }
}

static void print_options_case(FILE *out, const char *command, OptionTable table)
{
  fprintf(out, "    '%s') echo '", command);
  print_option_names(out, table);
  print_option_names(out, option_common_table());
  fputs("' ;;\n", out);
}

static void print_options_function(FILE *out)
{
  fputs("\n_assay_options() {\n  case $1 in\n", out);
  print_options_case(out, "", help_main_options());
  for (size_t i = 0; i < command_count; i++)
    print_options_case(out, commands[i]->name, commands[i]->options);
  fputs("  esac\n}\n", out);
}

/* --- _assay_value: what may follow COMMAND:OPTION; no answer if it takes no value ----------- */

static void print_names_spec(FILE *out, CompletionValue value)
{
  fprintf(out, "%s %s", value.list ? "list" : "names", value.names);
}

static void print_value_case(FILE *out, const char *command, const Option *option)
{
  if (!option_takes_value(option)) return;
  CompletionValue value = completion_value_of_option(option);
  fprintf(out, "    %s:", command);
  option_print_name(out, option);
  if (option->letter) fprintf(out, " | %s:-%c", command, option->letter);
  fputs(") echo '", out);
  switch (option->kind) {
  case OPTION_KIND_CHOICE: print_words(out, option->words); break;
  case OPTION_KIND_STRING:
  case OPTION_KIND_LIST:
    if (value.names)
      print_names_spec(out, value);
    else
      fputs("files", out);
    break;
  default: fputs("nothing", out); break;
  }
  fputs("' ;;\n", out);
}

static void print_value_cases(FILE *out, const char *command, OptionTable table)
{
  for (size_t i = 0; i < table.count; i++) print_value_case(out, command, &table.items[i]);
}

static void print_value_function(FILE *out)
{
  fputs("\n_assay_value() {\n  case $1 in\n", out);
  for (size_t i = 0; i < command_count; i++)
    print_value_cases(out, commands[i]->name, commands[i]->options);
  print_value_cases(out, "", help_main_options());
  print_value_cases(out, "*", option_common_table());
  fputs("  esac\n}\n", out);
}

/* --- _assay_arguments: what else a command takes -------------------------------------------- */

static void print_arguments_case(FILE *out, const Subcommand *command)
{
  const Positionals *positionals = &command->positionals;
  CompletionValue value = completion_value_of_argument(command);
  /* What the first argument is, and what the others are. */
  if (completion_takes_finding(command))
    fprintf(out, "    '%s:'?*) echo 'findings' ;;\n", command->name);
  if (value.names) {
    fprintf(out, "    '%s:') echo '", command->name);
    print_names_spec(out, value);
    fputs("' ;;\n", out);
  }
  fprintf(out, "    '%s:'*) echo '", command->name);
  if (positionals->max == 0 || positionals->completion == COMPLETE_NOTHING)
    fputs("nothing", out);
  else if (positionals->completion == COMPLETE_COMMANDS)
    print_command_words(out);
  else if (positionals->completion == COMPLETE_WORDS)
    print_words(out, positionals->words);
  else
    fputs("files", out);
  fputs("' ;;\n", out);
}

static void print_arguments_function(FILE *out)
{
  fputs("\n_assay_arguments() {\n  case $1:$2 in\n    :*) echo '", out);
  print_command_words(out);
  fputs("' ;;\n", out);
  for (size_t i = 0; i < command_count; i++) print_arguments_case(out, commands[i]);
  fputs("    *) echo 'files' ;;\n  esac\n}\n\n", out);
}

static void print_names_function(FILE *out)
{
  fputs("\n_assay_names() {\n  case $1 in\n", out);
  for (size_t i = 0; completion_names[i]; i++) {
    fprintf(out, "    %s) echo '", completion_names[i]);
    completion_print_names(out, completion_names[i]);
    fputs("' ;;\n", out);
  }
  fputs("  esac\n}\n", out);
}

static void print_functions(FILE *out, const char *head, const char *tail)
{
  fputs(head, out);
  print_names_function(out);
  print_options_function(out);
  print_value_function(out);
  print_arguments_function(out);
  fputs(tail, out);
}

static int run(const void *values, int count, char **positionals)
{
  (void)values;
  assert(count == 1);
  (void)count;
  for (size_t i = 0; i < command_count; i++) {
    Error error;
    assert(options_check(commands[i]->options, &error) == STATUS_OK);
    (void)error;
  }
  const char *shell = positionals[0];
  if (strcmp(shell, "bash") == 0)
    print_functions(stdout, bash_head, bash_tail);
  else if (strcmp(shell, "zsh") == 0)
    print_functions(stdout, zsh_head, zsh_tail);
  else if (strcmp(shell, "fish") == 0)
    completion_print_fish(stdout);
  else
    return command_usage_error(&command_completion,
                               "no completion for '%s': expected bash, zsh or fish", shell);
  return EXIT_FINE;
}

const Subcommand command_completion = {
    .name = "completion",
    .group = GROUP_ASSAY,
    .summary = "print a script that completes command lines in a shell",
    .usage = "SHELL",
    .description = "Prints a script that teaches the shell to complete the commands of assay, "
                   "their options and the values of these. SHELL is bash (4 or later), zsh or fish "
                   "(3 or later).",
    COMMAND_EXAMPLES(examples),
    .positionals = {"SHELL", 1, 1, .completion = COMPLETE_WORDS, .words = shells},
    .run = run,
};
