/* The objects of a regular expression in a list: for work on all of them without recursion. */
#ifndef SMT_VALUE_REGEX_LIST_H
#define SMT_VALUE_REGEX_LIST_H

#include "base/index.h"
#include "smt/value/regex.h"

typedef struct {
  VEC(Value) items; /* REGEX; items[0] is unused; parts before what they are part of */
  Index index;
} RegexList;

/* Each object below the root once; the root is the last. */
void regex_list_init(RegexList *list, const RegexObject *root);
void regex_list_deinit(RegexList *list);
/* The position of an object, or 0. */
uint32_t regex_list_find(const RegexList *list, const RegexObject *object);

#endif
