#include "find/fuzz/lift.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void lift_init(Lift *lift, size_t constructs)
{
  *lift = (Lift){.with = mem_alloc_zero(constructs, sizeof *lift->with),
                 .count = constructs,
                 .occurrences = mem_alloc(constructs, sizeof *lift->occurrences)};
}

void lift_deinit(Lift *lift)
{
  free(lift->with);
  free(lift->occurrences);
}

static void add(LiftCount *count, bool paid)
{
  count->inputs++;
  count->paid += paid;
}

void lift_take(Lift *lift, Language *language, const Instance *instance, bool paid)
{
  assert(instance);
  memset(lift->occurrences, 0, lift->count * sizeof *lift->occurrences);
  language->interface->count(language, instance, lift->occurrences);
  add(&lift->all, paid);
  for (size_t i = 0; i < lift->count; i++)
    if (lift->occurrences[i]) add(&lift->with[i], paid);
}

static void put_count(const LiftCount *count, StrBuf *out)
{
  bytes_put_u64(out, count->inputs);
  bytes_put_u64(out, count->paid);
}

static LiftCount get_count(ByteReader *reader, const LiftCount *most)
{
  LiftCount count = {.inputs = bytes_get_below(reader, most->inputs + 1)};
  count.paid = bytes_get_below(reader, most->paid + 1);
  reader->failed |= count.paid > count.inputs;
  return count;
}

void lift_save(const Lift *lift, StrBuf *out)
{
  put_count(&lift->all, out);
  for (size_t i = 0; i < lift->count; i++) put_count(&lift->with[i], out);
}

void lift_restore(Lift *lift, ByteReader *reader)
{
  static const LiftCount most = {INT64_MAX, INT64_MAX};
  lift->all = get_count(reader, &most);
  for (size_t i = 0; i < lift->count && !reader->failed; i++)
    lift->with[i] = get_count(reader, &lift->all);
}

LiftRatio lift_ratio(LiftCount with, LiftCount all)
{
  static const double HALF = 0.5, QUANTILE = 1.959963984540054;
  assert(with.inputs <= all.inputs && with.paid <= all.paid && with.paid <= with.inputs);
  assert(all.paid - with.paid <= all.inputs - with.inputs);
  double paid = (double)with.paid + HALF, inputs = (double)with.inputs + HALF;
  double other_paid = (double)(all.paid - with.paid) + HALF;
  double others = (double)(all.inputs - with.inputs) + HALF;
  double logarithm = log(paid / inputs) - log(other_paid / others);
  double error = sqrt(1 / paid - 1 / inputs + 1 / other_paid - 1 / others);
  double low = with.paid ? exp(logarithm - QUANTILE * error) : 0;
  return (LiftRatio){exp(logarithm), low, exp(logarithm + QUANTILE * error)};
}
