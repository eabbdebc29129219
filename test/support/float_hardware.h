/* Floating-point kernels against the hardware: binary32 and binary64 in the modes that it has. */
#ifndef TEST_SUPPORT_FLOAT_HARDWARE_H
#define TEST_SUPPORT_FLOAT_HARDWARE_H

#include "base/random.h"
#include "support/evaluator.h"

/* operation, function of the theory, classes of its arguments */
#define HARDWARE_LIST(X)                                                                           \
  X(HARDWARE_ADD, "fp.add", "mff")                                                                 \
  X(HARDWARE_SUB, "fp.sub", "mff")                                                                 \
  X(HARDWARE_MUL, "fp.mul", "mff")                                                                 \
  X(HARDWARE_DIV, "fp.div", "mff")                                                                 \
  X(HARDWARE_FMA, "fp.fma", "mfff")                                                                \
  X(HARDWARE_SQRT, "fp.sqrt", "mf")                                                                \
  X(HARDWARE_REM, "fp.rem", "ff")                                                                  \
  X(HARDWARE_INTEGRAL, "fp.roundToIntegral", "mf")                                                 \
  X(HARDWARE_TO_OTHER, "to_fp", "mf")  /* the format of the other width */                         \
  X(HARDWARE_OF_SIGNED, "to_fp", "mv") /* bit-vectors have 64 bits */                              \
  X(HARDWARE_OF_UNSIGNED, "to_fp_unsigned", "mv")                                                  \
  X(HARDWARE_TO_SIGNED, "fp.to_sbv", "mf")                                                         \
  X(HARDWARE_TO_UNSIGNED, "fp.to_ubv", "mf")                                                       \
  X(HARDWARE_LEQ, "fp.leq", "ff")                                                                  \
  X(HARDWARE_LT, "fp.lt", "ff")                                                                    \
  X(HARDWARE_GEQ, "fp.geq", "ff")                                                                  \
  X(HARDWARE_GT, "fp.gt", "ff")                                                                    \
  X(HARDWARE_EQ, "fp.eq", "ff")

#define HARDWARE_ENUM(operation, name, classes) operation,
typedef enum { HARDWARE_LIST(HARDWARE_ENUM) HARDWARE_COUNT } HardwareOperation;
#undef HARDWARE_ENUM

typedef struct {
  HardwareOperation operation;
  uint32_t width; /* 32 or 64 */
  Value args[KERNEL_CALL_ARGS];
} HardwareCase;

const char *hardware_name(HardwareOperation operation);

/* The kernel of an operation at a width. */
KernelCall hardware_kernel(Eval *eval, HardwareOperation operation, uint32_t width);

/* Operands and mode at random; corners and operands that are close to each other come often. */
HardwareCase hardware_case(Random *random, HardwareOperation operation, uint32_t width);

/* The word of the value as the hardware computes it. False where the standard leaves it open. */
bool hardware_result(const HardwareCase *c, uint64_t *word);

#endif
