/* Private to the machine: its state, and how frames are run. */
#ifndef SMT_EVAL_MACHINE_RUN_H
#define SMT_EVAL_MACHINE_RUN_H

#include "smt/eval/code.h"
#include "smt/eval/machine.h"

typedef enum {
  DELIVER_NOWHERE,    /* a region: its steps have left their values where they belong */
  DELIVER_SLOT,       /* a call: to a slot of the frame below */
  DELIVER_GLOBAL,     /* the definition of a constant: to its value */
  DELIVER_QUANTIFIER, /* an instance: to the last quantifier */
  DELIVER_HOST        /* to who called machine_call */
} Delivery;

typedef struct {
  const Code *code;
  size_t base;      /* of its slots in the machine's stack */
  uint32_t at, end; /* in code->lists */
  uint32_t result;  /* slot of the value to deliver */
  uint32_t to;      /* DELIVER_SLOT: the slot, DELIVER_GLOBAL: the Fun */
  uint8_t delivery; /* Delivery */
} CallFrame;

typedef VEC(Value) ValueVec;

typedef enum { QUANTIFIER_SYMBOLIC, QUANTIFIER_INSTANCES } QuantifierPhase;

/* A quantifier at work: see quantifier.c. */
typedef struct {
  const Code *code;
  Term term;
  uint32_t slot; /* of the result, in the frame that has the step */
  QuantifierPhase phase;
  bool decisive; /* the truth value of one instance that settles it: false for forall */
  Reason gap;    /* why not all values are tried; REASON_NONE if they are */
  ValueVec captures;
  ValueVec candidates;   /* values to try: of the first variable, of the second ... */
  U32Vec candidate_ends; /* of each variable in candidates; unused if the domains are tried whole */
  VEC(uint64_t) at;      /* of each variable: the value that is tried, by position */
  VEC(uint64_t) sizes;   /* of each variable: how many there are to try */
  uint64_t tried;        /* instances */
  Value unknown;         /* an instance that could not be decided, or VALUE_NONE */
  HeapMark mark;
} Quantifier;

/* An application that is open, and the value taken for it. Applications with equal arguments have the
 * same key; that others might have it, too, does no harm: any choice will do. */
typedef struct {
  uint64_t key;
  Sort sort;
  Value value;
} OpenChoice;

struct Machine {
  Eval eval;
  Eval literals; /* for the constants of codes */
  HeapMark base; /* the model's values are below */
  uint64_t step_limit;
  const Model *model;     /* may be NULL */
  const BoxCaller *boxes; /* may be NULL */
  CodeCompiler compiler;
  ValueVec globals; /* by Fun: values of constants; VALUE_NONE with tag 1 while being computed */
  VEC(Code *) codes;
  U32Vec code_of[CODE_FORMS]; /* by Term: position in codes + 1 */
  VEC(OpenChoice) choices;    /* with eval.complete: what was open so far */
  U32Vec open_funs;           /* Fun: the model's functions for what the standard leaves open */
  U32Vec universe_of;         /* Sort: those whose elements are in `universes` */
  VEC(ValueVec) universes;
  ValueVec stack; /* slots of all frames */
  VEC(CallFrame) frames;
  VEC(Quantifier) quantifiers;
  Value delivered;  /* by DELIVER_HOST */
  uint32_t nesting; /* of machine_call */
};

struct Program {
  Machine *machine;
  Code code;
  ValueVec slots; /* after the last run */
};

/* Kernels may call back, and the C stack is used then: up to this depth. */
enum { MACHINE_MAX_NESTING = 100 };

/* The code of a term, compiled when it is first asked for. */
const Code *machine_code(Machine *machine, Term term, CodeForm form);

/* Starts a body: the values of its variables, then of its captures. False if there is no room. */
bool machine_enter(Machine *machine, const Code *code, const Value *parameters,
                   const Value *captures, Delivery delivery, uint32_t to);
/* Runs until there are `floor` frames. False if the steps ran out: the frames above are gone then,
 * and the constants that were being computed are undetermined. */
bool machine_run(Machine *machine, size_t floor);
/* Enters, runs and gives back the value. */
Value machine_call(Machine *machine, const Code *code, const Value *parameters,
                   const Value *captures, Term term);

/* Executes a step that is not a kernel's. True if the step has its value now, false if something
 * must run before: it is tried again after that, or its value is delivered. */
bool machine_step(Machine *machine, const Step *step);

/* Starts a quantifier: its value is delivered to its slot. */
void quantifier_start(Machine *machine, const Step *step);
/* Takes the value of an instance: goes on to the next one, or delivers. */
void quantifier_take(Machine *machine, Value value);
void quantifiers_drop(Machine *machine, size_t keep);

static inline Value *machine_slots(Machine *machine)
{
  return machine->stack.items + machine->frames.items[machine->frames.count - 1].base;
}

#endif
