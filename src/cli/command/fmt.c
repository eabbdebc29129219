/* assay fmt: a script in canonical form. */
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
  const char *output;
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
     .initial = "-", .help = "write to FILE; - is standard output"},
    {OPTION_FLAG(FmtOptions, exact), .name = "exact",
     .help =
         "of B: keep forms that only ProB reads, such as @finite(S), instead of classical ones"},
    INPUT_THEORY_OPTION(FmtOptions, theories),
};

static const Example examples[] = {
    {"assay fmt samples/overflow.smt2", "print a script with line breaks and indentation"},
    {"assay fmt --flat -o flat.smt2 script.smt2", "one command a line, into a file"},
    {"assay fmt --tree --max-size 10M script.smt2", "expand all lets, up to 10 MB"},
};

static const ExitNote exits[] = {
    {EXIT_FINDING, "the script is wrong, or its tree form is larger than --max-size"},
    {EXIT_ENVIRONMENT, "a file cannot be read or written"},
};

static int print_script(const FmtOptions *given, const Input *input)
{
  PrintOptions print = {.share = given->share,
                        .pretty = given->layout == LAYOUT_PRETTY,
                        .width = (uint32_t)given->width};
  StrBuf out;
  strbuf_init(&out, given->share == SHARE_TREE ? (size_t)given->max_size : 0);
  Printer *printer = printer_create(input->bank, &print);
  printer_script(printer, &out, &input->script);
  printer_destroy(printer);
  int code = EXIT_FINE;
  Error error;
  if (out.overflow) {
    char limit[VALUE_TEXT_SIZE];
    value_format_size(given->max_size, limit);
    code = command_error(&command_fmt, EXIT_FINDING, "output is larger than %s; try --let", limit);
  } else if (file_write(given->output, strbuf_text(&out), out.length, &error) != STATUS_OK) {
    code = command_error(&command_fmt, EXIT_ENVIRONMENT, "%s", error.message);
  }
  strbuf_deinit(&out);
  return code;
}

static int run(const void *values, int count, char **positionals)
{
  (void)count;
  const FmtOptions *given = values;
  if (b_file_is_named(positionals[0]))
    return b_file_fmt(positionals[0], given->output, given->common.color, given->exact,
                      given->layout == LAYOUT_FLAT);
  InputOptions input_options = {
      .command = &command_fmt, .theories = given->theories, .color = given->common.color};
  Input input;
  int code = input_read(&input_options, positionals[0], &input);
  if (code == EXIT_FINE) code = print_script(given, &input);
  input_deinit(&input);
  return code;
}

const Subcommand command_fmt = {
    .name = "fmt",
    .group = GROUP_SCRIPTS,
    .summary = "print a script in canonical form",
    .usage = "[OPTION]... FILE",
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
        "Formatting the output again gives the same text.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {"FILE", 1, 1, .completion = COMPLETE_FILES},
    .options_size = sizeof(FmtOptions),
    .run = run,
};
