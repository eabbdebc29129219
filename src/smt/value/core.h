/* Kernels that others recognise. */
#ifndef SMT_VALUE_CORE_H
#define SMT_VALUE_CORE_H

#include "smt/value/operator.h"

Value core_equal(Eval *eval, const Call *call, const Value *args, uint32_t count);
Value core_apply(Eval *eval, const Call *call, const Value *args, uint32_t count);
Value core_ite(Eval *eval, const Call *call, const Value *args, uint32_t count);

#endif
