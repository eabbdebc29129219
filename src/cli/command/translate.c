/* assay translate: predicates of the B method as SMT-LIB scripts. */
#include "b/encode/encode.h"
#include "b/encode/prolog.h"
#include "cli/option/commands.h"
#include "cli/shared/b_file.h"

typedef enum { TARGET_SMT2, TARGET_MINIZINC, TARGET_PROLOG } Target;

typedef struct {
  CommonOptions common;
  Target target;
  BEncoding encoding;
  uint64_t maxint, minint, scope;
  bool values, native;
  const char *output;
} TranslateOptions;

static const char *const targets[] = {"smt2", "minizinc", "prolog", NULL};
static const char *const encodings[] = {"constructive", "axiomatic", "sets", NULL};

static const Option options[] = {
    {OPTION_CHOICE(TranslateOptions, target, targets), .name = "to", .initial = "smt2",
     .help = "what to write: a script of SMT-LIB, a model of MiniZinc, or ProB's Prolog term"},
    {OPTION_CHOICE(TranslateOptions, encoding, encodings), .name = "encoding",
     .initial = "constructive",
     .help = "sets as lambdas (z3), as constants with axioms (z3), or as finite sets (cvc5)"},
    {OPTION_FLAG(TranslateOptions, native), .name = "native",
     .help = "use operators of the solver that are suspected not to mean the same as in B: z3's "
             "transitive-closure in a scope, cvc5's set.universe"},
    {OPTION_UNSIGNED(TranslateOptions, maxint), .name = "maxint", .value_name = "N",
     .initial = "2147483647", .high = INT64_MAX, .help = "MAXINT"},
    {OPTION_UNSIGNED(TranslateOptions, minint), .name = "minint", .value_name = "N",
     .initial = "2147483647", .high = INT64_MAX, .help = "MININT, without its sign"},
    {OPTION_UNSIGNED(TranslateOptions, scope), .name = "scope", .value_name = "N", .initial = "3",
     .low = 1, .high = 1000,
     .help = "of MiniZinc: integers that nothing bounds are from -N to N, and deferred sets have N "
             "elements"},
    {OPTION_FLAG(TranslateOptions, values), .name = "values",
     .help = "ask for the values of the identifiers"},
    {OPTION_STRING(TranslateOptions, output), .name = "output", .letter = 'o', .value_name = "FILE",
     .initial = "-", .help = "write to FILE; - is standard output"},
};

static const Example examples[] = {
    {"assay translate samples/division.b", "a script for z3"},
    {"assay translate samples/division.b --to minizinc", "a model for minizinc --solver gecode"},
    {"assay translate samples/scheduler.mch --encoding sets -o s.smt2",
     "one for cvc5 --sets-ext --fmf-bound --strings-exp"},
};

static const ExitNote exits[] = {
    {EXIT_FINDING, "the predicate is wrong, or has no translation"},
    {EXIT_ENVIRONMENT, "a file cannot be read or written"},
};

/* Answers that show nothing are said in a comment, so that the script tells by itself. */
static void add_notes(const BEncodeResult *result, Target target, StrBuf *out)
{
  if (target == TARGET_MINIZINC && !result->unsat_shows)
    strbuf_add_text(out, "% only values in a scope are tried: UNSATISFIABLE shows nothing\n");
  if (target == TARGET_MINIZINC) return;
  if (!result->sat_shows)
    strbuf_add_text(out, "; only finite sets are meant: sat does not show a solution\n");
  if (!result->unsat_shows)
    strbuf_add_text(out, "; only finite sets are meant: unsat does not show a contradiction\n");
}

static int write_translation(const TranslateOptions *given, const BFile *file)
{
  bool minizinc = given->target == TARGET_MINIZINC;
  BEncodeOptions encode = {.encoding = minizinc ? B_ENCODING_MINIZINC : given->encoding,
                           .scope = (uint32_t)given->scope,
                           .native = given->native,
                           .maxint = (int64_t)given->maxint,
                           .minint = -(int64_t)given->minint,
                           .values = given->values};
  BEncodeResult result;
  Error error;
  StrBuf script, out;
  strbuf_init(&script, 0);
  strbuf_init(&out, 0);
  int code = EXIT_FINE;
  if (b_encode(file->bank, &file->module, &encode, &script, &result, &error) != STATUS_OK) {
    code = command_error(&command_translate, EXIT_FINDING, "%s: %s", file->path, error.message);
  } else {
    add_notes(&result, given->target, &out);
    strbuf_add(&out, script.bytes, script.length);
    if (file_write(given->output, strbuf_text(&out), out.length, &error) != STATUS_OK)
      code = command_refuse(&command_translate, &error);
  }
  strbuf_deinit(&script);
  strbuf_deinit(&out);
  return code;
}

static int write_prolog(const TranslateOptions *given, const BFile *file)
{
  StrBuf out;
  Error error;
  strbuf_init(&out, 0);
  b_print_prolog(file->bank, b_module_goal(file->bank, &file->module), &out);
  strbuf_add_text(&out, ".\n");
  int code = EXIT_FINE;
  if (file_write(given->output, strbuf_text(&out), out.length, &error) != STATUS_OK)
    code = command_refuse(&command_translate, &error);
  strbuf_deinit(&out);
  return code;
}

static int run(const void *values, int count, char **positionals)
{
  (void)count;
  const TranslateOptions *given = values;
  BFile file;
  int code = b_file_read(&command_translate, positionals[0], given->common.color, false, &file);
  if (code == EXIT_FINE)
    code = given->target == TARGET_PROLOG ? write_prolog(given, &file)
                                          : write_translation(given, &file);
  b_file_deinit(&file);
  return code;
}

const Subcommand command_translate = {
    .name = "translate",
    .group = GROUP_SCRIPTS,
    .summary = "write a predicate of the B method as SMT-LIB, MiniZinc or Prolog",
    .usage = "[OPTION]... FILE",
    .description =
        "Writes properties and invariant of a predicate (.b) or machine (.mch) of the B method as "
        "a script that is satisfiable iff they have a solution. The predicate has to be well "
        "defined.\n"
        "\n"
        "Three encodings mean the same and suit different solvers: constructive and axiomatic are "
        "for z3, sets is for cvc5 with --sets-ext, --fmf-bound and --strings-exp. In the last one "
        "all sets are finite; a comment says where answers show nothing because of that.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {"FILE", 1, 1, .completion = COMPLETE_FILES},
    .options_size = sizeof(TranslateOptions),
    .run = run,
};
