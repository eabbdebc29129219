/* Why a value is undetermined. */
#ifndef SMT_VALUE_REASON_H
#define SMT_VALUE_REASON_H

/* code, what a user is told */
#define REASON_LIST(X)                                                                             \
  X(REASON_NONE, "")                                                                               \
  X(REASON_DIVISION_BY_ZERO, "division by zero, which the model does not define")                  \
  X(REASON_OUT_OF_RANGE, "outside the range where the standard fixes the result")                  \
  X(REASON_SIGNED_ZEROS, "either zero is allowed by the standard")                                 \
  X(REASON_NAN_BITS, "the bits of NaN are not fixed by the standard")                              \
  X(REASON_WRONG_CONSTRUCTOR, "selector applied to another constructor")                           \
  X(REASON_OUTSIDE_DOMAIN, "argument outside the domain of the function")                          \
  X(REASON_ANY_ELEMENT, "any element may be chosen")                                               \
  X(REASON_UNIVERSE, "the universe may be any set that holds the sets in use")                     \
  X(REASON_ORDER, "the result depends on the order of the elements")                               \
  X(REASON_NO_VALUE, "the model gives it no value")                                                \
  X(REASON_NO_SEMANTICS, "operator that is not evaluated")                                         \
  X(REASON_ALGEBRAIC, "algebraic numbers of too high a degree")                                    \
  X(REASON_TRANSCENDENTAL, "too close to decide by approximation")                                 \
  X(REASON_INFINITE_DOMAIN, "quantifier over an infinite domain")                                  \
  X(REASON_LARGE_DOMAIN, "quantifier over a domain too large to try")                              \
  X(REASON_FUNCTION_EQUALITY, "equality of functions or arrays that are not known everywhere")     \
  X(REASON_CYCLIC_DEFINITION, "the model defines it by itself")                                    \
  X(REASON_MALFORMED_VALUE, "value that cannot be read")                                           \
  X(REASON_CALL_FAILED, "the call of the function failed")                                         \
  X(REASON_CALL_ARGUMENT, "a value that the called function cannot be given")                      \
  X(REASON_STEPS, "too many steps")                                                                \
  X(REASON_MEMORY, "too much memory")                                                              \
  X(REASON_DEPTH, "functions nested too deeply")

#define REASON_ENUM(code, text) code,
typedef enum { REASON_LIST(REASON_ENUM) REASON_COUNT } Reason;
#undef REASON_ENUM

const char *reason_text(Reason reason);

#endif
