/* assay fmt: a script in canonical form. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/value.h"
#include "cli/option/commands.h"
#include "cli/shared/b_file.h"
#include "cli/shared/input.h"
#include "smt/text/print.h"

typedef enum { LAYOUT_PRETTY, LAYOUT_FLAT } Layout;

typedef struct {
  CommonOptions common;
  ShareStyle share;
  Layout layout;
  uint64_t width;
  uint64_t max_size;
  const char *output; /* NULL: standard output */
  bool check, in_place, drop_comments;
  bool exact;
  OptionList theories;
} FmtOptions;

static const Option options[] = {
    {OPTION_SET(FmtOptions, share, SHARE_LET), .name = "let", .is_default = true,
     .help = "show shared subterms with let"},
    {OPTION_SET(FmtOptions, share, SHARE_DEFINE), .name = "define",
     .help = "show closed shared subterms with define-fun, others with let"},
    {OPTION_SET(FmtOptions, share, SHARE_TREE), .name = "tree",
     .help = "write shared subterms out wherever they occur"},
    {OPTION_SET(FmtOptions, layout, LAYOUT_PRETTY), .name = "pretty", .is_default = true,
     .help = "break long lines and indent"},
    {OPTION_SET(FmtOptions, layout, LAYOUT_FLAT), .name = "flat", .help = "one command a line"},
    {OPTION_UNSIGNED(FmtOptions, width), .name = "width", .value_name = "N", .initial = "100",
     .low = 20, .high = 100000, .help = "line width for --pretty"},
    {OPTION_SIZE(FmtOptions, max_size), .name = "max-size", .value_name = "SIZE", .initial = "1G",
     .low = 1, .help = "end with an error if --tree makes more than SIZE"},
    {OPTION_STRING(FmtOptions, output), .name = "output", .letter = 'o', .value_name = "FILE",
     .initial_note = "-", .help = "write to FILE; - is standard output"},
    {OPTION_FLAG(FmtOptions, check), .name = "check",
     .help =
         "write nothing; list the files that are not formatted, and end with 1 if there are any"},
    {OPTION_FLAG(FmtOptions, in_place), .name = "in-place",
     .help = "replace the files; those with comments are left as they are"},
    {OPTION_FLAG(FmtOptions, drop_comments), .name = "drop-comments",
     .help = "with --in-place: replace files with comments, too, which are lost"},
    {OPTION_FLAG(FmtOptions, exact), .name = "exact",
     .help =
         "of B: keep forms that only ProB reads, such as @finite(S), instead of classical ones"},
    INPUT_THEORY_OPTION(FmtOptions, theories),
};

static const Example examples[] = {
    {"assay fmt samples/overflow.smt2", "print a script with line breaks and indentation"},
    {"assay fmt --flat -o flat.smt2 script.smt2", "one command a line, into a file"},
    {"assay fmt --check DIR", "are all scripts of a folder formatted?"},
    {"assay fmt --in-place DIR", "format them"},
    {"assay fmt --tree --max-size 10M script.smt2", "expand all lets, up to 10 MB"},
};

static const ExitNote exits[] = {
    {EXIT_FINDING,
     "a script is wrong, its tree form is larger than --max-size, it is not formatted "
     "(--check), or it was left as it is because of its comments (--in-place)"},
    {EXIT_ENVIRONMENT, "a file cannot be read or written"},
};

/* One input, as it is and as it should be. */
typedef struct {
  const char *path;
  bool b;
  FileText original;
  StrBuf text;
} Formatted;

/* --- formatting --- */

static int format_script(const FmtOptions *given, Formatted *input)
{
  InputOptions input_options = {
      .command = &command_fmt, .theories = given->theories, .color = given->common.color};
  PrintOptions print = {.share = given->share,
                        .pretty = given->layout == LAYOUT_PRETTY,
                        .width = (uint32_t)given->width};
  Input script;
  int code = input_read(&input_options, input->path, &script);
  if (code == EXIT_FINE) {
    Printer *printer = printer_create(script.bank, &print);
    printer_script(printer, &input->text, &script.script);
    printer_destroy(printer);
    input->original = script.text;
    script.text = (FileText){0};
  }
  input_deinit(&script);
  return code;
}

static int format(const FmtOptions *given, const char *path, Formatted *input)
{
  *input = (Formatted){.path = path, .b = b_file_is_named(path)};
  strbuf_init(&input->text, given->share == SHARE_TREE ? (size_t)given->max_size : 0);
  BFileFormat b = {given->common.color, given->exact, given->layout == LAYOUT_FLAT};
  int code = input->b ? b_file_format(&b, path, &input->text, &input->original)
                      : format_script(given, input);
  if (code != EXIT_FINE || !input->text.overflow) return code;
  char limit[VALUE_TEXT_SIZE];
  value_format_size(given->max_size, limit);
  return command_error(&command_fmt, EXIT_FINDING, "output is larger than %s; try --let", limit);
}

static void formatted_deinit(Formatted *input)
{
  strbuf_deinit(&input->text);
  file_text_free(&input->original);
}

/* --- what is done with it --- */

static bool is_same(Formatted *input)
{
  return input->text.length == input->original.length &&
         memcmp(strbuf_text(&input->text), input->original.bytes, input->text.length) == 0;
}

/* Comments stand outside of strings and, in SMT-LIB, of quoted symbols. */
static bool has_comments(const Formatted *input)
{
  char quote = 0;
  for (size_t i = 0; i < input->original.length; i++) {
    const char *at = input->original.bytes + i; /* zeros follow the text */
    if (quote) {
      if (*at == quote) quote = 0;
    } else if (*at == '"' || (*at == '|' && !input->b)) {
      quote = *at;
    } else if (input->b ? *at == '/' && (at[1] == '*' || at[1] == '/') : *at == ';') {
      return true;
    }
  }
  return false;
}

static int check_one(Formatted *input)
{
  if (is_same(input)) return EXIT_FINE;
  printf("%s: not formatted%s\n", input->path,
         has_comments(input) ? "; it has comments, which are not kept" : "");
  return EXIT_FINDING;
}

/* Permissions stay as they are. */
static int replace_one(const FmtOptions *given, Formatted *input)
{
  if (is_same(input)) return EXIT_FINE;
  if (has_comments(input) && !given->drop_comments)
    return command_error(&command_fmt, EXIT_FINDING,
                         "'%s' is left as it is: its comments would be lost; --drop-comments "
                         "drops them",
                         input->path);
  struct stat info;
  Error error;
  bool known = stat(input->path, &info) == 0;
  if (file_write(input->path, strbuf_text(&input->text), input->text.length, &error) != STATUS_OK)
    return command_error(&command_fmt, EXIT_ENVIRONMENT, "%s", error.message);
  if (known && chmod(input->path, info.st_mode & 07777) != 0)
    return command_error(&command_fmt, EXIT_ENVIRONMENT, "cannot set the permissions of '%s': %s",
                         input->path, strerror(errno));
  printf("%s: formatted\n", input->path);
  return EXIT_FINE;
}

static int print_one(const FmtOptions *given, Formatted *input)
{
  Error error;
  const char *output = given->output ? given->output : "-";
  if (file_write(output, strbuf_text(&input->text), input->text.length, &error) == STATUS_OK)
    return EXIT_FINE;
  return command_error(&command_fmt, EXIT_ENVIRONMENT, "%s", error.message);
}

static int do_one(const FmtOptions *given, const char *path)
{
  Formatted input;
  int code = format(given, path, &input);
  if (code == EXIT_FINE && given->check)
    code = check_one(&input);
  else if (code == EXIT_FINE && given->in_place)
    code = replace_one(given, &input);
  else if (code == EXIT_FINE)
    code = print_one(given, &input);
  formatted_deinit(&input);
  return code;
}

/* --- the command --- */

static int check_use(const FmtOptions *given, int count, char **arguments)
{
  if (given->check && given->in_place)
    return command_usage_error(&command_fmt, "only one of --check and --in-place can be done");
  if ((given->check || given->in_place) && given->output)
    return command_usage_error(&command_fmt, "--output is not for --check and --in-place");
  if (given->drop_comments && !given->in_place)
    return command_usage_error(&command_fmt, "--drop-comments is for --in-place");
  for (int i = 0; i < count && given->in_place; i++)
    if (strcmp(arguments[i], "-") == 0)
      return command_usage_error(&command_fmt, "standard input cannot be replaced in place");
  return EXIT_FINE;
}

static int run(const void *values, int count, char **arguments)
{
  static const char *const endings[] = {".smt2", ".b", ".mch", NULL};
  const FmtOptions *given = values;
  int code = check_use(given, count, arguments);
  if (code != EXIT_FINE) return code;
  InputPaths paths = {0};
  code = input_find_all(&command_fmt, endings, count, arguments, &paths);
  if (given->output && strcmp(given->output, "-") != 0 && paths.count > 1)
    code = command_usage_error(&command_fmt, "--output is for one file, and there are %zu",
                               paths.count);
  else
    for (size_t i = 0; i < paths.count; i++)
      code = input_worse(code, do_one(given, paths.items[i].path));
  input_paths_free(&paths);
  return code;
}

const Subcommand command_fmt = {
    .name = "fmt",
    .group = GROUP_SCRIPTS,
    .summary = "print a script in canonical form",
    .usage = "[--check|--in-place] [OPTION]... FILE|FOLDER...",
    .description =
        "Reads a script, checks it, and prints it in canonical form: standard 2.6 syntax, one way "
        "to write each literal, equal subterms shared. Comments are not kept. FILE may be - for "
        "standard input.\n"
        "\n"
        "Sharing is found in the terms, not copied from the text: subterms that occur more than "
        "once in a command are named $1, $2, ... and bound by as few nested lets as possible. With "
        "--define, those without free variables become definitions before the command. With --tree "
        "they are repeated, which can take exponential space.\n"
        "\n"
        "Predicates and machines of the B method (.b, .mch) are printed with a line for each "
        "conjunct, the types of identifiers first, and the parentheses that ProB and Atelier B "
        "agree "
        "on.\n"
        "\n"
        "Formatting the output again gives the same text. Several files are printed one after the "
        "other; folders stand for all scripts below them.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = POSITIONALS_FILES,
    .options_size = sizeof(FmtOptions),
    .run = run,
};
