/* What has to succeed in a test. */
#ifndef TEST_SUPPORT_OK_H
#define TEST_SUPPORT_OK_H

#include "testing.h"

#include "base/status.h"

/* Fails the test with what the error says if it did not. */
static inline void ok(Status status, const Error *error)
{
  if (status != STATUS_OK) fail_msg("%s", error->message);
}

#endif
