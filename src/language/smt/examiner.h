/* Examining scripts: reading them once, evaluating them, checking models and cores of solvers. */
#ifndef LANGUAGE_SMT_EXAMINER_H
#define LANGUAGE_SMT_EXAMINER_H

#include "language/examiner.h"

extern const ExaminerInterface smtlib_examiner;

#endif
