/* Kernels that others recognise. */
#ifndef EVAL_CORE_H
#define EVAL_CORE_H

#include "eval/operator.h"

Value core_equal(Eval *eval, const Call *call, const Value *args, uint32_t count);
Value core_apply(Eval *eval, const Call *call, const Value *args, uint32_t count);
Value core_ite(Eval *eval, const Call *call, const Value *args, uint32_t count);

#endif
