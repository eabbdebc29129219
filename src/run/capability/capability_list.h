/* What can be asked of a solver: every function of the theories, and the sorts, literals, binders and
 * commands of SMT-LIB, each with small scripts that use it.
 *
 * The scripts are satisfiable (few are not, and say so) and easy, so that a solver that knows the thing
 * accepts them. A function is applied to variables, in a most ordinary instance and in other ones: other
 * widths, formats and element sorts. */
#ifndef RUN_CAPABILITY_CAPABILITY_LIST_H
#define RUN_CAPABILITY_CAPABILITY_LIST_H

#include "base/arena.h"
#include "base/digest.h"
#include "base/vec.h"
#include "smt/term/bank.h"

/* A function that takes any number of arguments is asked about several times: solvers differ there. */
typedef enum {
  FORM_PLAIN, /* as many arguments as its rank has */
  FORM_MANY,  /* one more */
  FORM_FEW,   /* fewer: (and p) */
} CapabilityForm;

/* Sorts that a solver may be without, as bits; those of floating-point numbers by format. Those after
 * strings are made of others. */
enum {
  USES_INT = 1 << 0,
  USES_REAL = 1 << 1,
  USES_BITVEC = 1 << 2,
  USES_ROUNDING = 1 << 3,
  USES_FLOAT_16 = 1 << 4,
  USES_FLOAT_32 = 1 << 5,
  USES_FLOAT_64 = 1 << 6,
  USES_FLOAT_128 = 1 << 7,
  USES_FLOAT_OTHER = 1 << 8,
  USES_STRING = 1 << 9,
  USES_ARRAY = 1 << 10,
  USES_SEQ = 1 << 11,
  USES_SET = 1 << 12,
  USES_BAG = 1 << 13,
  USES_FIELD = 1 << 14,
  USES_TUPLE = 1 << 15,
  USES_FUNCTION = 1 << 16,
  USES_ARRAY_OF_BOOL = 1 << 17,
};

typedef struct {
  const char *script; /* {logic} stands for the logic */
  const char *logics; /* to try, the smallest first; separated by blanks */
  bool unsat;         /* the answer to expect */
  uint8_t responses;  /* the fewest that an honest solver prints, its answers included */
  bool values;        /* only values are arguments in it: asked if variables are refused */
  uint32_t uses;      /* sorts that occur in it */
} Probe;

/* The key of a capability is its group and its name: "FixedSizeBitVectors", "bvadd". */
typedef struct {
  const char *group; /* a theory, or "sorts", "literals", "binders", "commands" */
  const char *name;  /* as people write it; different within the group */
  Fun fun;           /* 0 if it is no function of a theory */
  CapabilityForm form;
  uint32_t decides;      /* of which sort it tells whether the solver has it, or 0 */
  uint32_t first, count; /* probes; the first is the most ordinary one */
} Capability;

/* Capabilities that are asked together first: one run mostly tells that all is well. A family is one
 * function with its forms, a batch are some families of one theory. */
typedef struct {
  uint32_t first, count; /* in items; of a batch in families */
  Probe together;        /* all of their probes at once; script NULL: there is only one */
} CapabilityFamily, CapabilityBatch;

typedef struct {
  VEC(Capability) items; /* sorted by group; the forms of one function next to each other */
  VEC(Probe) probes;
  VEC(CapabilityFamily) families;
  VEC(CapabilityBatch) batches; /* those of sorts come first, for others depend on them */
  bool
      accepting; /* only whether a solver accepts things is asked, not whether it can do anything with them */
  Digest digest; /* of all keys and scripts, and of that */
  Arena arena;
} CapabilityList;

/* Everything whose group or name fits one of the patterns, as those of a shell ('bv*', 'Ints'); all if
 * there are none. Adds sorts and terms to the bank, whose theories decide what functions there are. */
CapabilityList *capability_list_create(Bank *bank, const char *const *patterns, size_t count);
/* Everything that somebody wants: `fun` is 0 if it is no function of a theory, `decides` 0 if it is no sort of that kind. */
typedef struct {
  bool (*wants)(void *user, const char *group, const char *name, Fun fun, uint32_t decides);
  void *user;
} CapabilityFilter;
CapabilityList *capability_list_create_for(Bank *bank, const CapabilityFilter *filter,
                                           bool accepting);
void capability_list_destroy(CapabilityList *list);

#define CAPABILITY_NONE UINT32_MAX
/* The item of a key "group/name", or of a name that only one item has; CAPABILITY_NONE if none has. */
uint32_t capability_find(const CapabilityList *list, const char *key);

/* Private to the module.
 *
 * Functions of theories, and the rest; appended with their families. */
void capability_add_functions(CapabilityList *list, Bank *bank, const CapabilityFilter *filter);
void capability_add_others(CapabilityList *list, const CapabilityFilter *filter);
/* Scripts by hand for functions that need declarations of their own: NULL if there is none. */
const Probe *capability_special_probe(const char *theory, const char *name);

#endif
