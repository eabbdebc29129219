/* Terms compiled for evaluation: a list of steps, arguments first, each with a slot for its value.
 *
 * The body of a function, a quantifier, a lambda or a case of a match is a Code of its own, compiled
 * when it is first needed. What such a body refers to outside of its variables is captured: its closed
 * subterms, which are computed once outside, and the variables of outer binders.
 *
 * Steps whose work can be long or endless (calls of recursive functions, quantifiers) are not done
 * unless the connective or conditional above them needs them: such an argument is a region of its
 * own, a list of steps that is run on demand. */
#ifndef SMT_EVAL_CODE_H
#define SMT_EVAL_CODE_H

#include "smt/text/model.h"
#include "smt/value/operator.h"

typedef enum {
  STEP_KERNEL,
  STEP_GLOBAL, /* a constant of the script or the model; target: Fun */
  STEP_CALL,   /* target: Fun, with its arguments */
  STEP_AND,    /* lazy connectives */
  STEP_OR,
  STEP_IMPLIES,
  STEP_ITE,
  STEP_QUANTIFIER, /* operands: the captures */
  STEP_CLOSURE,    /* operands: the captures; target: the lambda */
  STEP_MATCH,      /* operands: the value, then the captures of all cases */
  STEP_UNKNOWN     /* target: Reason */
} StepKind;

typedef struct {
  uint8_t kind;  /* StepKind */
  uint8_t fold;  /* Assoc, if there are more arguments than the kernel takes */
  uint8_t flags; /* KernelFlags */
  uint32_t slot;
  uint32_t first, count; /* in operands */
  uint32_t target;
  Kernel kernel;
  Call call;
} Step;

typedef struct {
  uint32_t first, count; /* in lists: steps in the order they are run */
} Region;

typedef struct {
  uint32_t parameter_count; /* slots 0 .. */
  uint32_t capture_count;   /* the next slots */
  U32Vec captures;          /* Term: what they are computed from outside */
  VEC(Value) initial;       /* of all slots: constants, and VALUE_NONE for what is computed */
  U32Vec sorts;             /* of all slots */
  VEC(Step) steps;
  U32Vec operands;        /* slots */
  U32Vec operand_regions; /* of each operand: 0, or the region to run for it */
  VEC(Region) regions;    /* regions.items[0] is unused */
  U32Vec lists;           /* indices in steps */
  U32Vec roots;           /* slots of the results */
  U32Vec root_regions;    /* what to run for each of them, after those before it */
  U32Vec pool;            /* sorts and indices that the calls point to, by position */
} Code;

/* What compiling needs beyond the code itself. */
typedef struct {
  Bank *bank;
  const Model *model;    /* may be NULL */
  Eval *literals;        /* its heap holds the constants of the codes */
  TermMarks compiled;    /* terms that have a slot in the code being compiled */
  U32Vec slot_of;        /* by Term */
  TermMarks seen;        /* by code_find_captures */
  bool calls_are_costly; /* those of declared functions may leave the process */
} CodeCompiler;

void compiler_init(CodeCompiler *compiler, Bank *bank, const Model *model, Eval *literals);
void compiler_deinit(CodeCompiler *compiler);

/* What a term is compiled as. */
typedef enum {
  CODE_CLOSED,   /* a closed term, for its value */
  CODE_FUNCTION, /* the lambda that defines a function: it refers to nothing outside, and its closed
                    subterms are computed inside, where they may be guarded */
  CODE_BODY,     /* a binder or case, with captures */
  CODE_FORMS
} CodeForm;

void code_compile(CodeCompiler *compiler, Term term, CodeForm form, Code *code);
/* Several closed terms. */
void code_compile_roots(CodeCompiler *compiler, const Term *roots, uint32_t count, Code *code);
void code_deinit(Code *code);

/* Appends what the bodies of a binder or case refer to outside (Term), each once. */
void code_find_captures(CodeCompiler *compiler, Term binder, U32Vec *captures);

/* The definition of a function by the script or else the model, or 0. */
Term code_definition(const CodeCompiler *compiler, Fun fun);

#endif
