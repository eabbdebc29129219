/* Functions of the theories that are not evaluated, on purpose. */
#include "smt/value/operator.h"

const KernelEntry unevaluated_kernels[] = {
    /* z3 fixes the relations by axioms; a model says nothing of them. */
    {"partial-order", "**", NULL, KERNEL_PLAIN},
    {"linear-order", "**", NULL, KERNEL_PLAIN},
    {"tree-order", "**", NULL, KERNEL_PLAIN},
    {"piecewise-linear-order", "**", NULL, KERNEL_PLAIN},
    /* Speaks of all elements of a sort, which models need not list. */
    {"fmf.card", "", NULL, KERNEL_PLAIN},
    /* Separation logic has a heap besides the model. */
    {"sep.emp", "", NULL, KERNEL_PLAIN},
    {"sep.nil", "", NULL, KERNEL_PLAIN},
    {"pto", "**", NULL, KERNEL_PLAIN},
    {"sep", "bb", NULL, KERNEL_PLAIN},
    {"wand", "bb", NULL, KERNEL_PLAIN},
    {0},
};
