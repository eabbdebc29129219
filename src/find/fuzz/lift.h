/* Which constructs inputs have that pay: of all inputs, not only of mutations. Of each construct it is counted how many inputs have it, and
 * how many of these paid: slowed the targets more than any input before, or showed a finding. */
#ifndef FIND_FUZZ_LIFT_H
#define FIND_FUZZ_LIFT_H

#include "base/bytes.h"
#include "language/language.h"

typedef struct {
  uint64_t inputs, paid;
} LiftCount;

typedef struct {
  LiftCount all;
  LiftCount *with;       /* of each construct: the inputs that have it */
  size_t count;          /* of constructs */
  uint32_t *occurrences; /* space for a number per construct */
} Lift;

void lift_init(Lift *lift, size_t constructs);
void lift_deinit(Lift *lift);

void lift_take(Lift *lift, Language *language, const Instance *instance, bool paid);

/* For one of as many constructs. What cannot be makes the reader fail. */
void lift_save(const Lift *lift, StrBuf *out);
void lift_restore(Lift *lift, ByteReader *reader);

/* How many times as often inputs pay that have a construct as those that do not, with the interval that holds it with 95% probability:
 * the logarithm of a ratio of two shares is about normally distributed, also of small counts if half an input is added to each (Walter 1975).
 * `with` is a part of `all`. */
typedef struct {
  double ratio, low, high;
} LiftRatio;
LiftRatio lift_ratio(LiftCount with, LiftCount all);

#endif
