/* The options of commands that generate inputs: which logic, which constructs, how large. */
#ifndef CLI_SHARED_GEN_OPTIONS_H
#define CLI_SHARED_GEN_OPTIONS_H

#include "cli/option/command.h"
#include "smt/draw/settings.h"

typedef struct {
  const char *logic;
  bool quantifiers, quantifier_free, arrays, ufs, strings, floats, bitvectors, ints, reals;
  bool datatypes, sequences, sets, linear, difference;
  bool width_8, width_16, width_32, width_64, width_128, width_256;
  uint64_t num_asserts, num_vars, num_ufs, uf_arity, depth, seed, max_width, literals, lets, worlds,
      nodes, reuse;
  OptionList widths, formats, only, without;
  const char *weights;
  int shape;    /* GenShape */
  int division; /* DivisionMode */
  int standard; /* 0: 2.6, 1: 2.7 */
  bool extensions, incremental;
} GenOptions;

extern const char *const gen_shape_words[];
extern const char *const gen_division_words[];
extern const char *const gen_standard_words[];

/* Entries of a command's table; `m` is the GenOptions of its struct. What terms are made of: */
#define GEN_TERM_OPTIONS(S, m)                                                                     \
  {OPTION_UNSIGNED(S, m.max_width),                                                                \
   .name = "max-width",                                                                            \
   .value_name = "N",                                                                              \
   .low = 1,                                                                                       \
   .high = 65536,                                                                                  \
   .initial = "128",                                                                               \
   .help = "the widest bit-vector"},                                                               \
      {OPTION_UNSIGNED(S, m.num_vars),                                                             \
       .name = "num-vars",                                                                         \
       .value_name = "N",                                                                          \
       .low = 1,                                                                                   \
       .high = 1000000,                                                                            \
       .initial = "5",                                                                             \
       .help = "constants of each sort, at most"},                                                 \
      {OPTION_UNSIGNED(S, m.num_ufs),                                                              \
       .name = "num-ufs",                                                                          \
       .value_name = "N",                                                                          \
       .low = 0,                                                                                   \
       .high = 10000,                                                                              \
       .initial = "3",                                                                             \
       .help = "uninterpreted functions, if the logic has them"},                                  \
      {OPTION_UNSIGNED(S, m.uf_arity),                                                             \
       .name = "uf-arity",                                                                         \
       .value_name = "N",                                                                          \
       .low = 1,                                                                                   \
       .high = 64,                                                                                 \
       .initial = "3",                                                                             \
       .help = "arguments of uninterpreted functions, at most"},                                   \
      {OPTION_UNSIGNED(S, m.depth),                                                                \
       .name = "depth",                                                                            \
       .value_name = "N",                                                                          \
       .low = 1,                                                                                   \
       .high = 1000000,                                                                            \
       .initial = "3",                                                                             \
       .help = "operators on the way from an assertion to its leaves"},                            \
      {OPTION_UNSIGNED(S, m.literals),                                                             \
       .name = "literals",                                                                         \
       .value_name = "PERCENT",                                                                    \
       .low = 0,                                                                                   \
       .high = 100,                                                                                \
       .initial = "25",                                                                            \
       .help = "how many of the leaves are literals"},                                             \
      {OPTION_CHOICE(S, m.division, gen_division_words), .name = "division", .initial = "free",    \
       .help = "what becomes of division by what may be 0, and of other partial operators"},       \
      {OPTION_CHOICE(S, m.standard, gen_standard_words), .name = "standard", .initial = "2.6",     \
       .help = "the version of SMT-LIB whose operators are used"},                                 \
      {OPTION_FLAG(S, m.extensions), .name = "extensions",                                         \
       .help = "also operators that only some solvers have"},                                      \
      {OPTION_STRING(S, m.weights), .name = "weights", .value_name = "FILE",                       \
       .help = "how often constructs are used: lines of a name and a number"},                     \
      {OPTION_LIST(S, m.only), .name = "only", .value_name = "NAMES",                              \
       .help = "only these constructs, separated by commas"},                                      \
      {OPTION_LIST(S, m.without), .name = "without", .value_name = "NAMES",                        \
       .help = "all constructs but these"},                                                        \
  {                                                                                                \
    OPTION_UNSIGNED(S, m.seed), .name = "seed", .value_name = "N", .initial = "0",                 \
                                .help = "everything random follows from it"                        \
  }

/* Everything. */
#define GEN_OPTIONS(S, m)                                                                          \
  {OPTION_STRING(S, m.logic), .name = "logic", .value_name = "NAME",                               \
   .help = "the logic, such as QF_UFBVFP or ALL; instead of the theories one by one"},             \
      {OPTION_FLAG(S, m.quantifiers), .name = "quantifiers", .letter = 'q',                        \
       .help = "quantifiers"},                                                                     \
      {OPTION_FLAG(S, m.quantifier_free), .name = "qf", .one_dash = true,                          \
       .help = "no quantifiers (the default)"},                                                    \
      {OPTION_FLAG(S, m.arrays), .name = "arrays", .letter = 'a', .help = "arrays"},               \
      {OPTION_FLAG(S, m.ufs), .name = "uf", .one_dash = true,                                      \
       .help = "uninterpreted functions and sorts"},                                               \
      {OPTION_FLAG(S, m.strings), .name = "str", .one_dash = true, .help = "strings"},             \
      {OPTION_FLAG(S, m.floats), .name = "fp", .one_dash = true,                                   \
       .help = "floating-point numbers"},                                                          \
      {OPTION_FLAG(S, m.bitvectors), .name = "bv", .one_dash = true, .help = "bit-vectors"},       \
      {OPTION_FLAG(S, m.ints), .name = "int", .one_dash = true, .help = "integers"},               \
      {OPTION_FLAG(S, m.reals), .name = "real", .letter = 'r', .help = "reals"},                   \
      {OPTION_FLAG(S, m.datatypes), .name = "dt", .one_dash = true, .help = "datatypes"},          \
      {OPTION_FLAG(S, m.sequences), .name = "seq", .one_dash = true, .help = "sequences"},         \
      {OPTION_FLAG(S, m.sets), .name = "sets", .help = "sets, bags and relations"},                \
      {OPTION_FLAG(S, m.linear), .name = "linear", .letter = 'l',                                  \
       .help = "only linear arithmetic"},                                                          \
      {OPTION_FLAG(S, m.difference), .name = "difference",                                         \
       .help = "only difference constraints on numbers"},                                          \
      {OPTION_FLAG(S, m.width_8), .name = "8", .one_dash = true,                                   \
       .help = "bit-vectors and floating-point numbers of 8 bits"},                                \
      {OPTION_FLAG(S, m.width_16), .name = "16", .one_dash = true, .help = "of 16 bits"},          \
      {OPTION_FLAG(S, m.width_32), .name = "32", .one_dash = true, .help = "of 32 bits"},          \
      {OPTION_FLAG(S, m.width_64), .name = "64", .one_dash = true, .help = "of 64 bits"},          \
      {OPTION_FLAG(S, m.width_128), .name = "128", .one_dash = true, .help = "of 128 bits"},       \
      {OPTION_FLAG(S, m.width_256), .name = "256", .one_dash = true, .help = "of 256 bits"},       \
      {OPTION_LIST(S, m.widths), .name = "width", .value_name = "N",                               \
       .help = "a width of bit-vectors; may be given several times"},                              \
      {OPTION_LIST(S, m.formats), .name = "format", .value_name = "E,S",                           \
       .help = "bits of exponent and significand of a floating-point format; may be given "        \
               "several times"},                                                                   \
      {OPTION_UNSIGNED(S, m.num_asserts),                                                          \
       .name = "num-asserts",                                                                      \
       .value_name = "N",                                                                          \
       .low = 0,                                                                                   \
       .high = 100000000,                                                                          \
       .initial = "5",                                                                             \
       .help = "assertions"},                                                                      \
      {OPTION_CHOICE(S, m.shape, gen_shape_words), .name = "shape", .initial = "tree",             \
       .help = "full trees of --depth, or graphs of --nodes with sharing, built in layers"},       \
      {OPTION_FLAG(S, m.incremental), .name = "incremental",                                       \
       .help = "scripts with several queries, scopes, definitions and all other commands"},        \
      {OPTION_UNSIGNED(S, m.nodes),                                                                \
       .name = "nodes",                                                                            \
       .value_name = "N",                                                                          \
       .low = 1,                                                                                   \
       .high = 100000000,                                                                          \
       .initial = "100",                                                                           \
       .help = "operators in a script of layers, about"},                                          \
      {OPTION_UNSIGNED(S, m.reuse),                                                                \
       .name = "reuse",                                                                            \
       .value_name = "PERCENT",                                                                    \
       .low = 0,                                                                                   \
       .high = 100,                                                                                \
       .initial = "70",                                                                            \
       .help = "how many of the arguments in layers may have been arguments before"},              \
      {OPTION_UNSIGNED(S, m.lets),                                                                 \
       .name = "lets",                                                                             \
       .value_name = "PERCENT",                                                                    \
       .low = 0,                                                                                   \
       .high = 100,                                                                                \
       .initial = "10",                                                                            \
       .help = "how many of the scripts share subterms by let"},                                   \
      {OPTION_UNSIGNED(S, m.worlds),                                                               \
       .name = "worlds",                                                                           \
       .value_name = "N",                                                                          \
       .low = 1,                                                                                   \
       .high = 65536,                                                                              \
       .initial = "16",                                                                            \
       .help = "different choices of sorts and functions that scripts are made of"},               \
      GEN_TERM_OPTIONS(S, m)

/* The settings that the options say. They have to be released in every case. */
Status gen_options_read(const GenOptions *options, GenSettings *settings, Error *error);
/* The same for a command: EXIT_FINE, or the message has been printed. */
int gen_options_settings(const Subcommand *command, const GenOptions *options,
                         GenSettings *settings);
/* The same with a logic that is known otherwise. */
int gen_options_settings_of(const Subcommand *command, const GenOptions *options,
                            const Logic *logic, GenSettings *settings);

#endif
