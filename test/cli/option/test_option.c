#include "testing.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/value.h"
#include "cli/option/command.h"
#include "cli/option/commands.h"
#include "cli/option/help.h"
#include "cli/option/option_value.h"

typedef enum { SHAPE_LET, SHAPE_DEFINE, SHAPE_TREE } Shape;
typedef enum { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV } Format;

typedef struct {
  CommonOptions common;
  bool json;
  bool quantifier_free;
  Shape shape;
  Format format;
  const char *output;
  uint64_t jobs;
  uint64_t width;
  uint64_t memory;
  uint64_t timeout_ms;
  OptionList theories;
} Demo;

static const char *const formats[] = {"text", "json", "csv", NULL};

static const Option demo_options[] = {
    {OPTION_FLAG(Demo, json), .name = "json", .help = "print JSON"},
    {OPTION_FLAG(Demo, quantifier_free), .name = "qf", .one_dash = true, .help = "no quantifiers"},
    {OPTION_SET(Demo, shape, SHAPE_LET), .name = "let", .help = "share with let"},
    {OPTION_SET(Demo, shape, SHAPE_DEFINE), .name = "define", .is_default = true,
     .help = "share with define-fun"},
    {OPTION_SET(Demo, shape, SHAPE_TREE), .name = "tree", .letter = 't', .help = "share nothing"},
    {OPTION_CHOICE(Demo, format, formats), .name = "format", .initial = "json", .help = "format"},
    {OPTION_STRING(Demo, output), .name = "output", .letter = 'o', .value_name = "FILE",
     .initial = "-", .help = "write to FILE"},
    {OPTION_UNSIGNED(Demo, jobs), .name = "jobs", .letter = 'j', .value_name = "N", .low = 1,
     .high = 64, .initial_note = "number of processors", .help = "run N at a time"},
    {OPTION_UNSIGNED(Demo, width), .name = "bv", .one_dash = true, .value_name = "WIDTH",
     .help = "width of bit-vectors"},
    {OPTION_SIZE(Demo, memory), .name = "memory", .value_name = "SIZE", .low = 1 << 20,
     .initial = "2G", .help = "memory for each"},
    {OPTION_DURATION(Demo, timeout_ms), .name = "timeout", .value_name = "TIME", .low = 10,
     .high = 3600000, .initial = "1.5s",
     .help = "time for each, with a text that is long enough to be wrapped into several lines"},
    {OPTION_LIST(Demo, theories), .name = "theory", .value_name = "FILE", .help = "read FILE too"},
};

static const OptionTable demo_table = OPTION_TABLE(demo_options);

enum { WORDS_MOST = 32 };

typedef struct {
  Demo values;
  Status status;
  Error error;
  int count;
  char *words[WORDS_MOST];
  char text[512]; /* the words themselves, which may be written to */
} Run;

/* Parses a line that is split at blanks. */
static void parse_mode(Run *run, const char *line, bool stop_at_positional)
{
  memset(run, 0, sizeof *run);
  assert_true(strlen(line) < sizeof run->text);
  strcpy(run->text, line);
  int argc = 0;
  for (char *word = strtok(run->text, " "); word; word = strtok(NULL, " ")) {
    assert_true(argc < WORDS_MOST);
    run->words[argc++] = word;
  }
  options_init(demo_table, &run->values);
  run->status = options_parse(demo_table, &run->values, argc, run->words, stop_at_positional,
                              &run->count, &run->error);
}

static void parse(Run *run, const char *line)
{
  parse_mode(run, line, false);
  if (run->status != STATUS_OK) fail_msg("'%s': %s", line, run->error.message);
}

static void done(Run *run)
{
  options_deinit(demo_table, &run->values);
}

static void expect_error(const char *line, const char *message)
{
  Run run;
  parse_mode(&run, line, false);
  assert_int_equal(run.status, STATUS_USAGE);
  assert_string_equal(run.error.message, message);
  done(&run);
}

static void test_defaults(void **state)
{
  (void)state;
  Run run;
  parse(&run, "");
  assert_int_equal(run.count, 0);
  assert_false(run.values.json);
  assert_false(run.values.common.help);
  assert_int_equal(run.values.common.color, COLOR_AUTO);
  assert_int_equal(run.values.shape, SHAPE_DEFINE);
  assert_int_equal(run.values.format, FORMAT_JSON);
  assert_string_equal(run.values.output, "-");
  assert_int_equal(run.values.jobs, 0);
  assert_int_equal(run.values.memory, UINT64_C(2) << 30);
  assert_int_equal(run.values.timeout_ms, 1500);
  assert_int_equal(run.values.theories.count, 0);
  done(&run);
}

static void test_every_kind(void **state)
{
  (void)state;
  Run run;
  parse(&run, "--json --tree --format csv --output x --jobs 3 --memory 64M --timeout 2m "
              "--theory a --theory=b --color never");
  assert_true(run.values.json);
  assert_int_equal(run.values.shape, SHAPE_TREE);
  assert_int_equal(run.values.format, FORMAT_CSV);
  assert_string_equal(run.values.output, "x");
  assert_int_equal(run.values.jobs, 3);
  assert_int_equal(run.values.memory, UINT64_C(64) << 20);
  assert_int_equal(run.values.timeout_ms, 120000);
  assert_int_equal(run.values.theories.count, 2);
  assert_string_equal(run.values.theories.items[0], "a");
  assert_string_equal(run.values.theories.items[1], "b");
  assert_int_equal(run.values.common.color, COLOR_NEVER);
  done(&run);
}

static void test_forms(void **state)
{
  (void)state;
  Run run;
  parse(&run, "-j2");
  assert_int_equal(run.values.jobs, 2);
  parse(&run, "-j 2 --jobs=4");
  assert_int_equal(run.values.jobs, 4);
  parse(&run, "--output=a=b");
  assert_string_equal(run.values.output, "a=b");
  parse(&run, "--output=");
  assert_string_equal(run.values.output, "");
  parse(&run, "-o --json");
  assert_string_equal(run.values.output, "--json");
  assert_false(run.values.json);
  parse(&run, "-qf -bv 32 -t");
  assert_true(run.values.quantifier_free);
  assert_int_equal(run.values.width, 32);
  assert_int_equal(run.values.shape, SHAPE_TREE);
  parse(&run, "-bv=8 -h");
  assert_int_equal(run.values.width, 8);
  assert_true(run.values.common.help);
  parse(&run, "--let --let");
  assert_int_equal(run.values.shape, SHAPE_LET);
}

static void test_positionals(void **state)
{
  (void)state;
  Run run;
  parse(&run, "a --json b - -j 2 -- --tree -- c");
  assert_true(run.values.json);
  assert_int_equal(run.values.shape, SHAPE_DEFINE);
  const char *const expected[] = {"a", "b", "-", "--tree", "--", "c"};
  assert_int_equal(run.count, 6);
  for (int i = 0; i < run.count; i++) assert_string_equal(run.words[i], expected[i]);
  parse_mode(&run, "--json check --jsn --", true);
  assert_int_equal(run.status, STATUS_OK);
  assert_int_equal(run.count, 3);
  assert_string_equal(run.words[1], "--jsn");
}

static void test_unknown(void **state)
{
  (void)state;
  expect_error("--jsn", "unknown option '--jsn'; did you mean '--json'?");
  expect_error("--jsn=3", "unknown option '--jsn'; did you mean '--json'?");
  expect_error("--hepl", "unknown option '--hepl'; did you mean '--help'?");
  expect_error("--mem", "unknown option '--mem'; did you mean '--memory'?");
  expect_error("--t", "unknown option '--t'");
  expect_error("--qf", "unknown option '--qf'; did you mean '-qf'?");
  expect_error("--zzzzzz", "unknown option '--zzzzzz'");
  expect_error("-x", "unknown option '-x'");
  expect_error("-tx", "unknown option '-tx'");
  expect_error("--=x", "unknown option '--'");
}

static void test_wrong_values(void **state)
{
  (void)state;
  expect_error("--json=1", "option '--json' takes no value");
  expect_error("--jobs", "option '--jobs' needs a value");
  expect_error("-j", "option '-j' needs a value");
  expect_error("--jobs=", "invalid value '' for '--jobs': expected a whole number");
  expect_error("-j -1", "invalid value '-1' for '-j': expected a whole number");
  expect_error("--jobs 0", "value '0' for '--jobs' is out of range: from 1 to 64");
  expect_error("-j65", "value '65' for '-j' is out of range: from 1 to 64");
  expect_error("--jobs 99999999999999999999",
               "value '99999999999999999999' for '--jobs' is out of range: from 1 to 64");
  expect_error("--memory 3K", "value '3K' for '--memory' is out of range: at least 1M");
  expect_error("--memory 3X",
               "invalid value '3X' for '--memory': expected a size such as 512K, 64M or 2G");
  expect_error("--timeout 2h", "value '2h' for '--timeout' is out of range: from 10ms to 1h");
  expect_error("--timeout x", "invalid value 'x' for '--timeout': expected a duration such as "
                              "500ms, 10s, 5m or 2h");
  expect_error("--format jsno", "invalid value 'jsno' for '--format': expected text, json or csv; "
                                "did you mean 'json'?");
  expect_error("--format q", "invalid value 'q' for '--format': expected text, json or csv");
  expect_error("--let --tree", "'--tree' cannot be used together with '--let'");
  expect_error("--theory a --theory", "option '--theory' needs a value");
}

static void expect_number(ValueResult (*parse_value)(const char *, uint64_t *), const char *text,
                          ValueResult result, uint64_t value)
{
  uint64_t got = 0;
  ValueResult got_result = parse_value(text, &got);
  if (got_result != result || (result == VALUE_OK && got != value))
    fail_msg("'%s' gives %d, %llu", text, (int)got_result, (unsigned long long)got);
}

static void test_numbers(void **state)
{
  (void)state;
  expect_number(value_parse_unsigned, "18446744073709551615", VALUE_OK, UINT64_MAX);
  expect_number(value_parse_unsigned, "18446744073709551616", VALUE_TOO_LARGE, 0);
  expect_number(value_parse_unsigned, "1x", VALUE_MALFORMED, 0);
  expect_number(value_parse_unsigned, "+1", VALUE_MALFORMED, 0);
  expect_number(value_parse_unsigned, " 1", VALUE_MALFORMED, 0);
  expect_number(value_parse_size, "10", VALUE_OK, 10);
  expect_number(value_parse_size, "1k", VALUE_OK, 1024);
  expect_number(value_parse_size, "1.5K", VALUE_OK, 1536);
  expect_number(value_parse_size, "0.3", VALUE_OK, 1);
  expect_number(value_parse_size, "17179869184G", VALUE_TOO_LARGE, 0);
  expect_number(value_parse_size, "17179869183G", VALUE_OK, UINT64_C(17179869183) << 30);
  expect_number(value_parse_size, "1.", VALUE_MALFORMED, 0);
  expect_number(value_parse_size, "1.0000001K", VALUE_MALFORMED, 0);
  expect_number(value_parse_size, "KB", VALUE_MALFORMED, 0);
  expect_number(value_parse_duration, "2", VALUE_OK, 2000);
  expect_number(value_parse_duration, "250ms", VALUE_OK, 250);
  expect_number(value_parse_duration, "0.0001s", VALUE_OK, 1);
  expect_number(value_parse_duration, "0.5h", VALUE_OK, 1800000);
  expect_number(value_parse_duration, "1 s", VALUE_MALFORMED, 0);
}

static void test_number_texts(void **state)
{
  (void)state;
  char text[VALUE_TEXT_SIZE];
  value_format_size(0, text);
  assert_string_equal(text, "0");
  value_format_size(1536, text);
  assert_string_equal(text, "1536");
  value_format_size(UINT64_MAX, text);
  assert_string_equal(text, "18446744073709551615");
  value_format_size(UINT64_C(3) << 30, text);
  assert_string_equal(text, "3G");
  value_format_duration(0, text);
  assert_string_equal(text, "0ms");
  value_format_duration(90000, text);
  assert_string_equal(text, "90s");
  value_format_duration(7200000, text);
  assert_string_equal(text, "2h");
}

static void test_table_check(void **state)
{
  (void)state;
  Error error;
  assert_int_equal(options_check(demo_table, &error), STATUS_OK);
  const Option bad[][2] = {
      {{OPTION_FLAG(Demo, json), .name = "a", .help = "x"},
       {OPTION_FLAG(Demo, json), .name = "a", .help = "x"}},
      {{OPTION_FLAG(Demo, json), .name = "a", .letter = 'q', .help = "x"},
       {OPTION_FLAG(Demo, json), .name = "b", .letter = 'q', .help = "x"}},
      {{OPTION_FLAG(Demo, json), .name = "a", .help = "x"},
       {OPTION_FLAG(Demo, json), .name = "help", .help = "x"}},
      {{OPTION_FLAG(Demo, json), .name = "a", .help = "x"}, {OPTION_FLAG(Demo, json), .name = "b"}},
      {{OPTION_FLAG(Demo, json), .name = "a b", .help = "x"},
       {OPTION_FLAG(Demo, json), .name = "b", .help = "x"}},
      {{OPTION_FLAG(Demo, json), .name = "a", .help = "x"},
       {OPTION_UNSIGNED(Demo, jobs), .name = "b", .value_name = "N", .low = 1, .high = 2,
        .initial = "3", .help = "x"}},
      {{OPTION_STRING(Demo, output), .name = "a", .help = "x"},
       {OPTION_FLAG(Demo, json), .name = "b", .help = "x"}},
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_int_equal(options_check((OptionTable){bad[i], 2, NULL}, &error), STATUS_USAGE);
}

static const Subcommand demo_command = {
    .name = "demo",
    .group = GROUP_ASSAY,
    .summary = "show every kind of option",
    .usage = "[OPTION...] FILE...\n--list",
    .description = "A first paragraph.\n\nA second one.\n  as it is",
    .examples = &(const Example){"assay demo x", "an example"},
    .example_count = 1,
    .exits = &(const ExitNote){EXIT_FINDING, "nothing was shown"},
    .exit_count = 1,
    .options = OPTION_TABLE(demo_options),
    .options_size = sizeof(Demo),
};

static const char demo_help[] =
    "Usage: assay demo [OPTION...] FILE...\n"
    "       assay demo --list\n"
    "\n"
    "A first paragraph.\n"
    "\n"
    "A second one.\n"
    "  as it is\n"
    "\n"
    "Options:\n"
    "      --json          print JSON\n"
    "  -qf                 no quantifiers\n"
    "      --let           share with let\n"
    "      --define        share with define-fun (default)\n"
    "  -t, --tree          share nothing\n"
    "      --format text|json|csv\n"
    "                      format (default: json)\n"
    "  -o, --output FILE   write to FILE (default: -)\n"
    "  -j, --jobs N        run N at a time (1 to 64; default: number of processors)\n"
    "  -bv WIDTH           width of bit-vectors\n"
    "      --memory SIZE   memory for each (at least 1M; default: 2G)\n"
    "      --timeout TIME  time for each, with a text that is long enough to be\n"
    "                      wrapped into several lines (10ms to 1h; default: 1.5s)\n"
    "      --theory FILE   read FILE too (can be repeated)\n"
    "      --color WHEN    colour the output: auto, always or never (default: auto)\n"
    "  -h, --help          show this help and exit\n"
    "\n"
    "Exit codes:\n"
    "  1  nothing was shown\n"
    "\n"
    "Examples:\n"
    "  assay demo x\n"
    "      an example\n";

static void test_help(void **state)
{
  (void)state;
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  help_print_command(out, &demo_command, true, COLOR_NEVER);
  fclose(out);
  assert_string_equal(text, demo_help);
  free(text);
}

static void test_manual(void **state)
{
  (void)state;
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  manual_print(out, &demo_command);
  fclose(out);
  assert_non_null(strstr(text, ".TH ASSAY\\-DEMO 1"));
  assert_non_null(strstr(text, ".PP\nA second one.\n.nf\n  as it is\n.fi\n"));
  assert_non_null(strstr(text, ".TP\n\\fB\\-j\\fR, \\fB\\-\\-jobs\\fR \\fIN\\fR\nrun N at a time"));
  assert_non_null(strstr(text, ".TP\n\\fB\\-qf\\fR\nno quantifiers\n"));
  free(text);
}

/* --- values as texts --- */

/* What an option is worth, values of a list one after the other. */
static void assert_values(const Run *run, const char *name, const char *expected)
{
  StrBuf text;
  const Option *option = option_find(demo_table, name);
  assert_non_null(option);
  strbuf_init(&text, 0);
  for (size_t i = 0; i < option_value_count(option, &run->values); i++) {
    if (i) strbuf_add_char(&text, '|');
    option_value_text(option, &run->values, i, &text);
  }
  assert_string_equal(strbuf_text(&text), expected);
  strbuf_deinit(&text);
}

/* What is printed of one struct makes another one equal to it. */
static void test_values_round_trip(void **state)
{
  (void)state;
  Run run, copy;
  parse(&run,
        "--json --tree --format csv -o x,y --memory 1.5G --timeout 70s --theory a --theory b");
  parse(&copy, "");
  Arena arena = {0};
  for (size_t i = 0; i < demo_table.count; i++) {
    const Option *option = &demo_table.items[i];
    for (size_t k = 0; k < option_value_count(option, &run.values); k++) {
      StrBuf text;
      Error error;
      strbuf_init(&text, 0);
      option_value_text(option, &run.values, k, &text);
      const char *kept = arena_copy_string(&arena, strbuf_text(&text), text.length);
      assert_int_equal(option_set(option, kept, &copy.values, &error), STATUS_OK);
      strbuf_deinit(&text);
    }
  }
  assert_values(&copy, "json", "true");
  assert_values(&copy, "qf", "false");
  assert_values(&copy, "let", "false");
  assert_values(&copy, "tree", "true");
  assert_values(&copy, "format", "csv");
  assert_values(&copy, "output", "x,y");
  assert_values(&copy, "jobs", ""); /* only known at run time */
  assert_values(&copy, "bv", "0");
  assert_values(&copy, "memory", "1536M");
  assert_values(&copy, "timeout", "70s");
  assert_values(&copy, "theory", "a|b");
  options_deinit(demo_table, &run.values);
  options_deinit(demo_table, &copy.values);
  arena_deinit(&arena);
}

static void test_set_rejects(void **state)
{
  (void)state;
  static const struct {
    const char *name, *text, *message;
  } cases[] = {
      {"json", "1", "invalid value '1' for 'json': expected true or false"},
      {"tree", "", "invalid value '' for 'tree': expected true or false"},
      {"format", "xml", "invalid value 'xml' for 'format': expected text, json or csv"},
      {"jobs", "65", "value '65' for 'jobs' is out of range: from 1 to 64"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Run run;
    Error error;
    parse(&run, "");
    const Option *option = option_find(demo_table, cases[i].name);
    assert_int_equal(option_set(option, cases[i].text, &run.values, &error), STATUS_USAGE);
    assert_string_equal(error.message, cases[i].message);
  }
  assert_null(option_find(demo_table, "--json"));
  assert_null(option_find(demo_table, "jso"));
}

static void test_what_was_given(void **state)
{
  (void)state;
  Run run;
  parse(&run, "--timeout 1.5s -t");
  for (size_t i = 0; i < demo_table.count; i++) {
    const Option *option = &demo_table.items[i];
    bool expected = !strcmp(option->name, "timeout") || !strcmp(option->name, "tree");
    assert_int_equal(option_was_given(demo_table, option, &run.values), expected);
  }
}

/* --- options that are known at run time only --- */

typedef struct {
  CommonOptions common;
  bool json;
  OptionList extras;
} Open;

static const Option open_options[] = {
    {OPTION_FLAG(Open, json), .name = "json", .help = "print JSON"},
};

static bool extra_at(size_t number, Option *option, const char **of)
{
  static const Option found[] = {
      {.kind = OPTION_KIND_UNSIGNED, .name = "levels", .value_name = "N", .help = "how many"},
      {.kind = OPTION_KIND_FLAG, .name = "steep", .help = "not flat"},
  };
  if (number >= 2) return false;
  *option = found[number];
  *of = "mountains";
  return true;
}

static void test_extra_options(void **state)
{
  (void)state;
  static const OptionExtras extras = {extra_at, offsetof(Open, extras)};
  OptionTable table = OPTION_TABLE_AND(open_options, &extras);
  char texts[][12] = {"--levels=3", "--json", "--steep", "--levels", "4", "rest", "--levle"};
  char *words[] = {texts[0], texts[1], texts[2], texts[3], texts[4], texts[5]};
  char *wrong[] = {texts[6], texts[4]};
  Open values = {0};
  Error error;
  int count;
  assert_int_equal(options_parse(table, &values, 6, words, false, &count, &error), STATUS_OK);
  assert_int_equal(count, 1);
  assert_true(values.json);
  const char *expected[] = {"levels", "3", "steep", "true", "levels", "4"};
  assert_int_equal(values.extras.count, 6);
  for (size_t i = 0; i < 6; i++) assert_string_equal(values.extras.items[i], expected[i]);
  assert_int_equal(options_parse(table, &values, 2, wrong, false, &count, &error), STATUS_USAGE);
  options_deinit(table, &values);
}

/* A letter means the same in every command. */
static void test_letters(void **state)
{
  (void)state;
  const char *meaning[128] = {0};
  for (size_t i = 0; i < command_count; i++)
    for (size_t k = 0; k < commands[i]->options.count; k++) {
      const Option *option = &commands[i]->options.items[k];
      const char *name = strcmp(option->name, "output") == 0 ? "out" : option->name;
      unsigned char letter = (unsigned char)option->letter;
      if (!letter) continue;
      assert_true(letter < 128);
      if (!meaning[letter]) meaning[letter] = name;
      if (strcmp(meaning[letter], name) != 0)
        fail_msg("-%c is --%s and, in %s, --%s", letter, meaning[letter], commands[i]->name, name);
    }
}

/* What was called otherwise works by its earlier name, and the new one wins. */
static void test_old_names(void **state)
{
  (void)state;
  typedef struct {
    CommonOptions common;
    bool quiet, quantifiers;
    uint64_t gain;
  } Values;
  static const Option options[] = {
      {OPTION_FLAG(Values, quiet), .name = "quiet", .letter = 'q', .help = "less"},
      {OPTION_FLAG(Values, quantifiers), .name = "quantifiers", .old_letter = 'q', .help = "more"},
      {OPTION_UNSIGNED(Values, gain), .name = "gain", .old = "least", .old_letter = 'g',
       .value_name = "N", .help = "at least"},
  };
  OptionTable table = OPTION_TABLE(options);
  char *argv[] = {(char[]){"--least=3"}, (char[]){"-q"}}, *letter[] = {(char[]){"-g5"}};
  Values values = {0};
  int count;
  Error error;
  assert_int_equal(options_check(table, &error), STATUS_OK);
  assert_int_equal(options_parse(table, &values, 2, argv, false, &count, &error), STATUS_OK);
  assert_int_equal(values.gain, 3);
  assert_true(values.quiet && !values.quantifiers);
  assert_int_equal(options_parse(table, &values, 1, letter, false, &count, &error), STATUS_OK);
  assert_int_equal(values.gain, 5);
  assert_ptr_equal(option_find(table, "least"), &options[2]);
}

/* Nobody reads ends that nobody reaches. */
static void test_ranges(void **state)
{
  (void)state;
  static const struct {
    OptionKind kind;
    uint64_t low, high;
    const char *help;
  } cases[] = {
      {OPTION_KIND_UNSIGNED, 1, 64, "how many (1 to 64)"},
      {OPTION_KIND_UNSIGNED, 1, INT64_MAX, "how many (at least 1)"},
      {OPTION_KIND_UNSIGNED, 0, INT64_MAX, "how many"},
      {OPTION_KIND_DURATION, 1, 8760 * UINT64_C(3600000), "how many (1ms to 8760h)"},
      {OPTION_KIND_DURATION, 1, UINT64_C(1) << 40, "how many (at least 1ms)"},
      {OPTION_KIND_SIZE, 1, UINT64_C(1) << 32, "how many (1 to 4G)"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    Option option = {.kind = cases[i].kind,
                     .name = "number",
                     .value_name = "N",
                     .help = "how many",
                     .low = cases[i].low,
                     .high = cases[i].high};
    option_print_help(out, &option);
    fclose(out);
    assert_string_equal(text, cases[i].help);
    free(text);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_extra_options), cmocka_unit_test(test_defaults),
      cmocka_unit_test(test_every_kind),    cmocka_unit_test(test_forms),
      cmocka_unit_test(test_positionals),   cmocka_unit_test(test_unknown),
      cmocka_unit_test(test_wrong_values),  cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_number_texts),  cmocka_unit_test(test_table_check),
      cmocka_unit_test(test_help),          cmocka_unit_test(test_ranges),
      cmocka_unit_test(test_letters),       cmocka_unit_test(test_old_names),
      cmocka_unit_test(test_manual),        cmocka_unit_test(test_values_round_trip),
      cmocka_unit_test(test_set_rejects),   cmocka_unit_test(test_what_was_given),
  };
  return cmocka_run_group_tests_name("cli_option", tests, NULL, NULL);
}
