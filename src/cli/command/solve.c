/* assay solve: the answer to a script. */
#include "cli/command/solve.h"

#include <string.h>

#include "cli/option/commands.h"
#include "cli/shared/b_file.h"
#include "cli/shared/b_solve.h"
#include "cli/shared/solvers.h"
#include "language/b/prob.h"
#include "solve/portfolio/sketch.h"

/* In the order of ClosedboxMode. */
static const char *const mode_words[] = {"auto", "cdfl", "fuzz", "active", NULL};

/* In the order of SolveEncoding. */
static const char *const encoding_words[] = {"none", "constructive", "axiomatic",
                                             "sets", "minizinc",     NULL};

static const char *const protocol_words[] = {"repl", "socket", NULL};

static const Option options[] = {
    {OPTION_STRING(SolveOptions, solvers), .name = "solvers", .letter = 's', .value_name = "LIST",
     .initial = "z3,cvc5", .help = "use these, as for 'assay run', separated by commas"},
    {OPTION_STRING(SolveOptions, model), .name = "model", .old_letter = 'm', .value_name = "FILE",
     .help = "use the solvers of this model of 'assay train', as it says"},
    {OPTION_FLAG(SolveOptions, trust), .name = "trust",
     .help =
         "with --model: it is from a source that is trusted: run the programs that it names, also "
         "those that are not installed solvers"},
    {OPTION_STRING(SolveOptions, features.command), .name = "feature-command",
     .value_name = "PROGRAM",
     .help = "with --model: the program for features that it was trained with"},
    {OPTION_STRING(SolveOptions, features.table), .name = "feature-table", .value_name = "FILE",
     .help = "with --model: the table of further features, with a row for this script"},
    {OPTION_STRING(SolveOptions, history), .name = "history", .value_name = "FILE",
     .help = "learn from the queries in FILE in which order to use the solvers, and add this one"},
    {OPTION_DURATION(SolveOptions, timeout_ms), .name = "timeout", .letter = 't',
     .value_name = "TIME", .initial = "20m", .help = "give up after TIME; 0 is no limit"},
    {OPTION_DURATION(SolveOptions, cpu_ms), .name = "cpu-limit", .value_name = "TIME",
     .initial_note = "no limit",
     .help = "give up after TIME of CPU time, of all solvers and of ours together"},
    {OPTION_SIZE(SolveOptions, memory), .name = "memory", .value_name = "SIZE", .initial = "4G",
     .help = "end a solver when it uses more than SIZE; 0 is no limit"},
    {OPTION_UNSIGNED(SolveOptions, jobs), .name = "jobs", .letter = 'j', .value_name = "N",
     .initial = "1", .low = 1, .high = 64,
     .help = "run N solvers at a time; with closed boxes, N processes that search"},
    {OPTION_FLAG(SolveOptions, no_check), .name = "no-check",
     .help = "do not ask for models and check them before sat is printed"},
    {OPTION_FLAG(SolveOptions, confirm), .name = "confirm",
     .help = "print unsat only if solvers of two families say so"},
    {OPTION_FLAG(SolveOptions, verbose), .name = "verbose", .letter = 'v',
     .help = "print on standard error which solver does what"},
    {OPTION_LIST(SolveOptions, boxes), .name = "box", .letter = 'b', .value_name = "[NAME=]FILE",
     .help = "FILE computes the closed boxes of the script, or the one called NAME: a library "
             "(.so), C source (.c), or with NAME a program; FILE:SYMBOL names the function in it"},
    {OPTION_CHOICE(SolveOptions, mode, mode_words), .name = "mode", .value_name = "MODE",
     .initial = "auto", .help = "the strategy for closed boxes"},
    {OPTION_STRING(SolveOptions, engine), .name = "engine", .value_name = "SOLVER", .initial = "z3",
     .help = "the SMT engine beside the calls of boxes, or for --encoding, as for 'assay run'; for "
             "the encoding 'sets' cvc5 unless it is given"},
    {OPTION_DURATION(SolveOptions, call_ms), .name = "call-timeout", .value_name = "TIME",
     .initial = "1s", .low = 10, .help = "a call of a box that takes longer than TIME has failed"},
    {OPTION_STRING(SolveOptions, cache), .name = "cache", .value_name = "DIR",
     .help =
         "with closed boxes: keep what calls answered in DIR and start from that the next time; "
         "answers never rest on it alone"},
    {OPTION_UNSIGNED(SolveOptions, seed), .name = "seed", .value_name = "N", .initial = "1",
     .help = "start the search over closed boxes from N"},
    {OPTION_FLAG(SolveOptions, trace), .name = "trace",
     .help = "with closed boxes: print what happens in each iteration to standard error"},
    {OPTION_FLAG(SolveOptions, quiet), .name = "quiet", .letter = 'q',
     .help = "with closed boxes: print no model after sat"},
    {OPTION_FLAG(SolveOptions, json), .name = "json",
     .help = "with closed boxes: print one JSON object for each check-sat, each on its own line"},
    {OPTION_UNSIGNED(SolveOptions, scope), .name = "scope", .value_name = "N", .initial = "5",
     .low = 1, .high = 1000,
     .help = "of the B method: integers from -N to N and deferred sets of at most N elements are "
             "tried where nothing bounds them"},
    {OPTION_UNSIGNED(SolveOptions, steps), .name = "steps", .value_name = "N",
     .initial = "50000000", .low = 1, .help = "of the B method: give up after N steps"},
    {OPTION_CHOICE(SolveOptions, encoding, encoding_words), .name = "encoding", .initial = "none",
     .help = "of the B method: translate to SMT-LIB, as 'assay translate', and ask the engine; "
             "minizinc: to MiniZinc, for Gecode"},
    {OPTION_STRING(SolveOptions, minizinc), .name = "minizinc", .value_name = "PROGRAM",
     .initial = "minizinc", .help = "with --encoding minizinc: the program of MiniZinc"},
    {OPTION_STRING(SolveOptions, prob), .name = "prob", .value_name = "PROGRAM",
     .help = "of the B method: ask ProB, whose probcli PROGRAM is"},
    {OPTION_CHOICE(SolveOptions, backend, prob_backends), .name = "backend", .initial = "PROB",
     .help = "with --prob: its solver"},
    {OPTION_CHOICE(SolveOptions, protocol, protocol_words), .name = "protocol", .initial = "repl",
     .help = "with --prob: ask by its read-eval loop or by its socket"},
    {OPTION_LIST(SolveOptions, preferences), .name = "preference", .value_name = "NAME=VALUE",
     .help = "with --prob: set a preference such as CHR=true"},
    {OPTION_FLAG(SolveOptions, values), .name = "values",
     .help = "with --encoding or --prob: ask for the values of the identifiers, print them after "
             "sat, and "
             "check them"},
    {OPTION_FLAG(SolveOptions, native), .name = "native",
     .help = "with --encoding: use operators of the engine that are suspected not to mean the same "
             "as in B, to find out"},
    {OPTION_UNSIGNED(SolveOptions, queries), .name = "queries", .value_name = "N", .initial = "1",
     .low = 1, .high = EXPRESSION_QUERIES_MAX,
     .help = "with --encoding or --prob: ask one process the same N times; the last answer counts"},
    SOLVERS_ISOLATE_OPTION(SolveOptions, isolate),
    SOLVERS_PROFILES_OPTION(SolveOptions, profiles),
};

static const Example examples[] = {
    {"assay solve script.smt2", "the answer, as a solver prints it"},
    {"assay solve -v -s z3,cvc5,cvc4 -j 2 script.smt2", "three solvers, two at a time"},
    {"assay solve --history ~/queries.csv -s z3,cvc5,cvc4 script.smt2",
     "learn from query to query who is fast"},
    {"assay solve - < script.smt2", "a script from standard input"},
    {"assay solve samples/closed-box.smt2 --box samples/closed-box.c",
     "a function that can only be called, as C source"},
    {"assay solve script.smt2 --box f=./libmine.so:my_f --box g=./program",
     "a function of a library with another name, and a program"},
    {"assay solve samples/division.b --encoding sets", "a predicate of the B method, by cvc5"},
};

static const ExitNote exits[] = {
    {EXIT_FINE, "the script was run; the answers may be unknown"},
    {EXIT_FINDING, "the same, with an error in what was printed; a predicate of B is wrong, not "
                   "well defined, or has no translation"},
    {EXIT_ENVIRONMENT, "a solver or the file is not there, or it was interrupted"},
};

/* Boxes are declared by commands that no solver knows. */
static bool has_boxes(const SolveOptions *given, const FileText *text)
{
  if (given->boxes.count > 0) return true;
  if (!memmem(text->bytes, text->length, "declare-cb", 10) &&
      !memmem(text->bytes, text->length, "declare-oracle-fun", 18))
    return false;
  ScriptSketch outline;
  sketch_read(text->bytes, text->length, &outline);
  bool boxes = outline.boxes;
  sketch_deinit(&outline);
  return boxes;
}

/* Whoever writes to us may wait for an answer before going on: the script is not read as a whole. */
static int solve_input(const SolveOptions *given)
{
  if (given->boxes.count > 0)
    return command_usage_error(&command_solve, "--box needs a file, not standard input");
  return solve_portfolio(given, "-", NULL);
}

/* Code of boxes runs in processes of ours, and these programs beside files that they write. */
static int refuse_isolation(void)
{
  return command_usage_error(&command_solve,
                             "--isolate is for solvers of scripts: closed boxes, ProB and MiniZinc "
                             "are not isolated");
}

static int refuse_cpu_limit(void)
{
  return command_usage_error(
      &command_solve, "--cpu-limit is for solvers of scripts: closed boxes and predicates of "
                      "the B method have --timeout");
}

static int run(const void *values, int count, char **arguments)
{
  (void)count;
  FileText text;
  Error error;
  const SolveOptions *given = values;
  bool one_query = given->encoding == SOLVE_BY_ENUMERATION || given->encoding == SOLVE_MINIZINC;
  if (given->queries > 1 && !given->prob && one_query)
    return command_usage_error(&command_solve,
                               "--queries is for --prob and for encodings as SMT-LIB");
  bool foreign = given->prob || given->encoding == SOLVE_MINIZINC || given->boxes.count;
  if (given->isolate && foreign) return refuse_isolation();
  if (given->cpu_ms && (given->boxes.count > 0 || b_file_is_named(arguments[0])))
    return refuse_cpu_limit();
  if (strcmp(arguments[0], "-") == 0) return solve_input(values);
  if (b_file_is_named(arguments[0]) && given->prob) return solve_prob(given, arguments[0]);
  if (b_file_is_named(arguments[0]) && given->encoding == SOLVE_MINIZINC)
    return solve_minizinc(given, arguments[0]);
  if (b_file_is_named(arguments[0]) && given->encoding != SOLVE_BY_ENUMERATION)
    return solve_translated(given, arguments[0]);
  if (b_file_is_named(arguments[0]))
    return b_solve_run(&command_solve, arguments[0], given->common.color, given->scope,
                       given->steps);
  if (file_read(arguments[0], 0, &text, &error) != STATUS_OK)
    return command_error(&command_solve, EXIT_ENVIRONMENT, "%s", error.message);
  bool boxes = has_boxes(values, &text);
  if (boxes && (given->isolate || given->cpu_ms)) {
    file_text_free(&text);
    return given->isolate ? refuse_isolation() : refuse_cpu_limit();
  }
  return boxes ? solve_boxes(values, arguments[0], &text)
               : solve_portfolio(values, arguments[0], &text);
}

const Subcommand command_solve = {
    .name = "solve",
    .group = GROUP_SOLVERS,
    .summary = "solve a script with several solvers",
    .usage = "[OPTION]... FILE",
    .description =
        "Solves a script ('-' is standard input, with answers as soon as they are asked for) and "
        "prints what a solver would print, and nothing "
        "else: the answers, and the models, values and cores that the script asks for.\n"
        "\n"
        "Solvers run one after the other for a short time, then again for longer; a solver that "
        "has had "
        "its time is stopped and resumed later. The first that answers all of the script's "
        "check-sat "
        "with sat or unsat wins. Models are asked for and checked exactly: a solver whose model "
        "makes an assertion false is left out. An answer that contradicts the script's own status, "
        "and unsat with --confirm, has to be confirmed by a solver of another family.\n"
        "\n"
        "With --model a model of 'assay train' says who runs and for how long, and again when "
        "one of them has failed. With --history the order follows from what solvers did on similar "
        "queries "
        "before, "
        "so that it gets better from query to query.\n"
        "\n"
        "Predicates and machines of the B method (.b, .mch) are solved by enumeration: 'solution' "
        "with "
        "values, 'contradiction' if there is none whatever the scope, 'unknown', or 'not well "
        "defined', which ends with exit code 1. With --encoding the predicate is rewritten to be "
        "well defined, translated, and given to the engine, whose sat, unsat or unknown is "
        "printed; an answer that shows nothing because sets are finite there becomes unknown. "
        "What has no translation is 'unsupported', which ends with exit code 1.\n"
        "\n"
        "A script that declares closed boxes, (declare-cb f (S...) S) or (declare-oracle-fun f "
        "PROGRAM (S...) S), is solved by calling them: --box says what computes them. 'sat' comes "
        "with a model that was checked by calling, 'unsat' where it follows whatever the boxes "
        "compute beyond what they answered, and 'unknown' otherwise, with the reason on standard "
        "error. Boxes run in a process of their own: one that crashes, hangs, exits or prints does "
        "no harm.",
    COMMAND_EXAMPLES(examples),
    COMMAND_EXITS(exits),
    .options = OPTION_TABLE(options),
    .positionals = {.name = "FILE", .min = 1, .max = 1, .completion = COMPLETE_FILES},
    .options_size = sizeof(SolveOptions),
    .run = run,
};
