#ifndef LANGUAGE_NN_EXAMINER_H
#define LANGUAGE_NN_EXAMINER_H

#include "language/examiner.h"

extern const ExaminerInterface nn_examiner;

/* See LanguageInterface. */
ScriptTraits nn_traits(const char *text, size_t length);

#endif
