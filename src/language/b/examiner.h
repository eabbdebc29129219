/* What runs of solvers on predicates of B show. */
#ifndef LANGUAGE_B_EXAMINER_H
#define LANGUAGE_B_EXAMINER_H

#include "language/examiner.h"

extern const ExaminerInterface b_examiner;
ScriptTraits b_traits(const char *text, size_t length);

#endif
