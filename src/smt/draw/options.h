/* The options of whoever generates scripts: which logic, which constructs, how large. One list of them serves the
 * command line and the settings of the language. */
#ifndef SMT_DRAW_OPTIONS_H
#define SMT_DRAW_OPTIONS_H

#include "base/text_list.h"
#include "base/value.h"
#include "smt/draw/settings.h"

typedef struct {
  const char *logic;
  bool quantifiers, quantifier_free, arrays, ufs, strings, floats, bitvectors, ints, reals;
  bool datatypes, sequences, sets, linear, difference;
  bool width_8, width_16, width_32, width_64, width_128, width_256;
  ValueRange num_asserts, num_vars, depth;
  uint64_t num_ufs, uf_arity, seed, max_width, literals, lets, likely, worlds, nodes, reuse;
  TextList widths, formats, only, without;
  const char *weights;
  int shape;    /* GenShape */
  int division; /* DivisionMode */
  int standard; /* 0: 2.6, 1: 2.7 */
  bool extensions, incremental;
} GenOptions;

/* Words of the choices, each list ends with NULL. */
extern const char *const gen_shape_words[];
extern const char *const gen_division_words[];
extern const char *const gen_standard_words[];

/* Lists of X(S, m, KIND, MEMBER, INITIALISERS) and C(S, m, MEMBER, WORDS, INITIALISERS) for choices; S and m are passed on. KIND is FLAG, UNSIGNED, RANGE, STRING or LIST.
 * What terms are made of: */
#define GEN_TERM_LIST(X, C, S, m)                                                                  \
  X(S, m, UNSIGNED, max_width, .name = "max-width", .value_name = "N", .low = 1, .high = 65536,    \
    .initial = "128", .help = "the widest bit-vector")                                             \
  X(S, m, LIST, widths, .name = "width", .value_name = "N",                                        \
    .help = "a width of bit-vectors, or a range such as 3-5 to draw from")                         \
  X(S, m, LIST, formats, .name = "format", .value_name = "E,S",                                    \
    .help = "bits of exponent and significand of a floating-point format")                         \
  X(S, m, RANGE, num_vars, .name = "num-vars", .value_name = "N", .low = 1, .high = 1000000,       \
    .initial = "5", .help = "constants of each sort, at most; or a range such as 3-5")             \
  X(S, m, UNSIGNED, num_ufs, .name = "num-ufs", .value_name = "N", .low = 0, .high = 10000,        \
    .initial = "3", .help = "uninterpreted functions, if the logic has them")                      \
  X(S, m, UNSIGNED, uf_arity, .name = "uf-arity", .value_name = "N", .low = 1, .high = 64,         \
    .initial = "3", .help = "arguments of uninterpreted functions, at most")                       \
  X(S, m, RANGE, depth, .name = "depth", .value_name = "N", .low = 1, .high = 1000000,             \
    .initial = "3",                                                                                \
    .help = "operators on the way from an assertion to its leaves, or a range such as 3-5")        \
  X(S, m, UNSIGNED, literals, .name = "literals", .value_name = "PERCENT", .low = 0, .high = 100,  \
    .initial = "25", .help = "how many of the leaves are literals")                                \
  C(S, m, division, gen_division_words, .name = "division", .initial = "free",                     \
    .help = "how to divide by what may be 0, and to apply other partial operators")                \
  C(S, m, standard, gen_standard_words, .name = "standard", .initial = "2.6",                      \
    .help = "the version of SMT-LIB whose operators are used")                                     \
  X(S, m, FLAG, extensions, .name = "extensions",                                                  \
    .help = "also operators that only some solvers have")                                          \
  X(S, m, STRING, weights, .name = "weights", .value_name = "FILE",                                \
    .help = "how often constructs are used: lines of a name and a number")                         \
  X(S, m, LIST, only, .name = "only", .value_name = "NAMES",                                       \
    .help = "only these constructs, separated by commas")                                          \
  X(S, m, LIST, without, .name = "without", .value_name = "NAMES",                                 \
    .help = "all constructs but these")                                                            \
  X(S, m, UNSIGNED, seed, .name = "seed", .value_name = "N", .initial = "0",                       \
    .help = "everything random follows from it")

/* Everything. */
#define GEN_LIST(X, C, S, m)                                                                       \
  X(S, m, STRING, logic, .name = "logic", .value_name = "NAME",                                    \
    .help = "the logic, such as QF_UFBVFP or ALL; instead of the theories one by one")             \
  X(S, m, FLAG, quantifiers, .name = "quantifiers", .old_letter = 'q', .help = "quantifiers")      \
  X(S, m, FLAG, quantifier_free, .name = "qf", .one_dash = true,                                   \
    .help = "no quantifiers (the default)")                                                        \
  X(S, m, FLAG, arrays, .name = "arrays", .old_letter = 'a', .help = "arrays")                     \
  X(S, m, FLAG, ufs, .name = "uf", .alias = "uninterpreted-functions", .one_dash = true,           \
    .help = "uninterpreted functions and sorts")                                                   \
  X(S, m, FLAG, strings, .name = "str", .alias = "strings", .one_dash = true, .help = "strings")   \
  X(S, m, FLAG, floats, .name = "fp", .alias = "floating-point", .one_dash = true,                 \
    .help = "floating-point numbers")                                                              \
  X(S, m, FLAG, bitvectors, .name = "bv", .alias = "bit-vectors", .one_dash = true,                \
    .help = "bit-vectors")                                                                         \
  X(S, m, FLAG, ints, .name = "int", .alias = "integer", .one_dash = true, .help = "integers")     \
  X(S, m, FLAG, reals, .name = "real", .old_letter = 'r', .help = "reals")                         \
  X(S, m, FLAG, datatypes, .name = "dt", .one_dash = true, .help = "datatypes")                    \
  X(S, m, FLAG, sequences, .name = "seq", .one_dash = true, .help = "sequences")                   \
  X(S, m, FLAG, sets, .name = "sets", .help = "sets, bags and relations")                          \
  X(S, m, FLAG, linear, .name = "linear", .letter = 'l', .help = "only linear arithmetic")         \
  X(S, m, FLAG, difference, .name = "difference",                                                  \
    .help = "only difference constraints on numbers")                                              \
  X(S, m, FLAG, width_8, .name = "8", .one_dash = true,                                            \
    .help = "bit-vectors and floating-point numbers of 8 bits")                                    \
  X(S, m, FLAG, width_16, .name = "16", .one_dash = true, .help = "of 16 bits")                    \
  X(S, m, FLAG, width_32, .name = "32", .one_dash = true, .help = "of 32 bits")                    \
  X(S, m, FLAG, width_64, .name = "64", .one_dash = true, .help = "of 64 bits")                    \
  X(S, m, FLAG, width_128, .name = "128", .one_dash = true, .help = "of 128 bits")                 \
  X(S, m, FLAG, width_256, .name = "256", .one_dash = true, .help = "of 256 bits")                 \
  X(S, m, RANGE, num_asserts, .name = "num-asserts", .value_name = "N", .low = 0,                  \
    .high = 100000000, .initial = "5", .help = "assertions, or a range such as 3-5")               \
  C(S, m, shape, gen_shape_words, .name = "shape", .initial = "tree",                              \
    .help = "full trees of --depth, or graphs of --nodes with sharing, built in layers")           \
  X(S, m, FLAG, incremental, .name = "incremental",                                                \
    .help = "scripts with several queries, scopes, definitions and all other commands")            \
  X(S, m, UNSIGNED, nodes, .name = "nodes", .value_name = "N", .low = 1, .high = 100000000,        \
    .initial = "100", .help = "operators in a script of layers, about")                            \
  X(S, m, UNSIGNED, reuse, .name = "reuse", .value_name = "PERCENT", .low = 0, .high = 100,        \
    .initial = "70", .help = "how many of the arguments in layers may have been arguments before") \
  X(S, m, UNSIGNED, lets, .name = "lets", .value_name = "PERCENT", .low = 0, .high = 100,          \
    .initial = "10", .help = "how many of the scripts share subterms by let")                      \
  X(S, m, UNSIGNED, likely, .name = "likely-sat", .value_name = "PERCENT", .low = 0, .high = 100,  \
    .initial = "50",                                                                               \
    .help = "how many of the scripts with floating-point numbers or strings get assertions that "  \
            "are true in a drawn model; others are mostly unsatisfiable")                          \
  X(S, m, UNSIGNED, worlds, .name = "signatures", .old = "worlds", .value_name = "N", .low = 1,    \
    .high = 65536, .initial = "16",                                                                \
    .help = "different signatures (sorts and functions) that scripts are made of")                 \
  GEN_TERM_LIST(X, C, S, m)

/* Do theories one by one say what the logic is? */
bool gen_options_have_theories(const GenOptions *options);
/* The settings that the options say. They have to be released in every case. */
Status gen_options_read(const GenOptions *options, GenSettings *settings, Error *error);
/* The same with a logic that is known otherwise. */
Status gen_options_read_for(const GenOptions *options, const Logic *logic, GenSettings *settings,
                            Error *error);

#endif
