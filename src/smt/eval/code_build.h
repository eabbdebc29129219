/* Private to the compiler: code in the making. */
#ifndef SMT_EVAL_CODE_BUILD_H
#define SMT_EVAL_CODE_BUILD_H

#include "smt/eval/code.h"

#define NO_STEP      UINT32_MAX
#define IN_ROOT      UINT32_MAX
#define REGION_LATER UINT32_MAX /* in operand_regions: the argument is lazy */

/* A term on the way to its step. */
typedef struct {
  Term term;
  uint32_t first, next, end; /* its operands in CodeBuilder.pending */
} BuildFrame;

typedef struct {
  CodeCompiler *compiler;
  Code *code;
  VEC(BuildFrame) stack;
  U32Vec pending;   /* Term */
  U32Vec step_of;   /* by slot: its step, or NO_STEP */
  U32Vec costly;    /* by slot: can its work be long? */
  U32Vec region_of; /* by step, while regions are built */
  U32Vec todo;
} CodeBuilder;

/* Fills code->regions, lists and root_regions from the steps and roots. */
void code_build_regions(CodeBuilder *builder);

#endif
