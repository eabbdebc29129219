#include <assert.h>

#include "smt/value/reason.h"

const char *reason_text(Reason reason)
{
  assert(reason < REASON_COUNT);
#define REASON_TEXT(code, text) text,
  static const char *const texts[REASON_COUNT] = {REASON_LIST(REASON_TEXT)};
#undef REASON_TEXT
  return texts[reason];
}
