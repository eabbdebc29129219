/* Features of SMT-LIB scripts: numbers that say what a script is made of, from one pass over its tokens.
 *
 *   FeatureVector vector;
 *   features_compute(text.bytes, text.length, 10.0, &vector);
 *   vector.values[i] is called feature_name(i)
 *
 * The first FEATURES_MACHSMT are those of MachSMT in its numbering, from 1 there and from 0 here. A script that is not
 * well formed has features, too: those of what comes before the first bad token. */
#ifndef SOLVE_FEATURE_FEATURES_H
#define SOLVE_FEATURE_FEATURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The features of MachSMT that are not counts of constructs. */
#define MACHSMT_SHAPES(X)                                                                          \
  X(SELECTS_PER_ARRAY, "selects_per_array")                                                        \
  X(STORE_CHAIN, "store_chain_per_array")                                                          \
  X(ADDER_CHAIN_MEAN, "adder_chain_mean")                                                          \
  X(ADDER_CHAIN_MEDIAN, "adder_chain_median")                                                      \
  X(ADDER_CHAIN_DEVIATION, "adder_chain_deviation")                                                \
  X(FORALL_VARIABLES, "forall_variables")                                                          \
  X(EXISTS_VARIABLES, "exists_variables")                                                          \
  X(VARIABLES_RATIO, "forall_exists_ratio")                                                        \
  X(QUANTIFIER_NESTING, "quantifier_nesting_mean")                                                 \
  X(UF_ARITY, "uf_arity_mean")                                                                     \
  X(UF_APPLICATIONS, "uf_applications")                                                            \
  X(FILE_SIZE, "file_size")

/* Ours. Those that may be huge are logarithms to the base 2. */
#define OWN_FEATURES(X)                                                                            \
  X(NODES, "nodes")                       /* of terms, as written */                               \
  X(TREE_SIZE, "tree_size_log")           /* of all assertions, let written out */                 \
  X(SHARING, "sharing_log")               /* tree size by nodes */                                 \
  X(DEPTH, "depth")                       /* of terms, let written out */                          \
  X(DEPTH_MEAN, "depth_mean")             /* over the assertions */                                \
  X(WRITTEN_DEPTH, "written_depth")       /* of parentheses */                                     \
  X(ASSERTION_MAX, "assertion_nodes_max") /* of the largest assertion */                           \
  X(ASSERTION_MEAN, "assertion_nodes_mean")                                                        \
  X(CONSTANTS, "constants") /* that are declared */                                                \
  X(FUNCTIONS, "functions")                                                                        \
  X(ARITY_MAX, "arity_max")                                                                        \
  X(USES_MAX, "uses_max") /* of a declared symbol */                                               \
  X(USES_MEAN, "uses_mean")                                                                        \
  X(USED_ONCE, "used_once") /* part of the declared symbols */                                     \
  X(BINDINGS, "let_bindings")                                                                      \
  X(BINDING_USES, "let_uses_mean")                                                                 \
  X(WIDTH_MAX, "width_max") /* of bit-vector sorts and literals */                                 \
  X(WIDTH_MEAN, "width_mean")                                                                      \
  X(BV_LITERALS, "bv_literals")                                                                    \
  X(NUMERALS, "numerals")                                                                          \
  X(DECIMALS, "decimals")                                                                          \
  X(NUMERAL_BITS_MAX, "numeral_bits_max")                                                          \
  X(NUMERAL_BITS_MEAN, "numeral_bits_mean")                                                        \
  X(NUMERALS_SMALL, "numerals_small") /* part of the numerals that are 0 or 1 */                   \
  X(COEFFICIENTS, "coefficients")     /* products with a number */                                 \
  X(NONLINEAR, "nonlinear_products")                                                               \
  X(DEGREE_MAX, "degree_max") /* of a product, as written */                                       \
  X(SUM_MAX, "sum_arity_max")                                                                      \
  X(SUM_MEAN, "sum_arity_mean")                                                                    \
  X(QUANTIFIER_DEPTH, "quantifier_depth")                                                          \
  X(ALTERNATIONS, "alternations")                                                                  \
  X(VARIABLES_MAX, "quantifier_variables_max")                                                     \
  X(PATTERNS, "patterns")                                                                          \
  X(NAMED, "named")                                                                                \
  X(AND_MAX, "and_arity_max")                                                                      \
  X(OR_MAX, "or_arity_max")                                                                        \
  X(OR_MEAN, "or_arity_mean")                                                                      \
  X(ITE_DEPTH, "ite_depth")                                                                        \
  X(ARRAYS, "arrays") /* declared */                                                               \
  X(ARRAY_NESTING, "array_sort_nesting")                                                           \
  X(STORE_CHAIN_MAX, "store_chain_max")                                                            \
  X(ADDER_CHAIN_MAX, "adder_chain_max")                                                            \
  X(STRING_BYTES, "string_bytes")                                                                  \
  X(STRING_LONGEST, "string_longest")                                                              \
  X(DATATYPES, "datatypes")                                                                        \
  X(CONSTRUCTORS, "constructors")                                                                  \
  X(FIELDS, "constructor_fields")                                                                  \
  X(LEVEL_MAX, "push_level_max")                                                                   \
  X(ASSERTIONS_PER_CHECK, "assertions_per_check")                                                  \
  X(DEFINITIONS, "definitions")

enum { FEATURE_CONSTRUCTS = 184 };

#define FEATURE_ENUM(code, name) FEATURE_##code,
typedef enum {
  FEATURE_LAST_CONSTRUCT = FEATURE_CONSTRUCTS - 1,
  MACHSMT_SHAPES(FEATURE_ENUM) FEATURES_MACHSMT,
  FEATURE_BEFORE_OWN = FEATURES_MACHSMT - 1,
  OWN_FEATURES(FEATURE_ENUM) FEATURE_COUNT
} Feature;
#undef FEATURE_ENUM

typedef struct {
  float values[FEATURE_COUNT]; /* all but the size of the file are -1 if it took too long */
  char logic[64];              /* as set-logic names it; "" if it is not set or too long */
  bool complete;               /* no bad token, and in time */
} FeatureVector;

/* Unique, without commas. */
const char *feature_name(size_t feature);

/* `text` is followed by a zero byte (see FileText). `seconds` of CPU time are the limit. */
void features_compute(const char *text, uint64_t length, double seconds, FeatureVector *vector);

#endif
