/* A list of texts that belong to somebody else. */
#ifndef BASE_TEXT_LIST_H
#define BASE_TEXT_LIST_H

#include "base/vec.h"

typedef VEC(const char *) TextList;

#endif
